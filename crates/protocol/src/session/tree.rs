//! The options that choose between alpha-beta and the tree search.

use super::context::Context;
use crate::{Setting, Settings};
use vernier_engine::{SearchKind, TreeOptions};

/// What `Policy File` says when the network inside the program is meant.
const EMBEDDED: &str = "<embedded>";

/// The options of the tree search.
pub(super) fn tree_options(table: &mut Settings<Context>) {
    let names = SearchKind::ALL.map(SearchKind::name);
    table.add(Setting::combo(
        "Search",
        SearchKind::default().name(),
        &names,
        |context: &mut Context, name| {
            let kind = SearchKind::from_name(name).ok_or_else(|| format!("{name} is no kind of search"))?;
            context.engine.set_search(kind).map_err(|error| error.to_string())
        },
    ));
    table.add(Setting::text("Policy File", EMBEDDED, |context: &mut Context, path| {
        let network = match path {
            EMBEDDED => TreeOptions::embedded(),
            "" => None,
            path => Some(TreeOptions::load_policy(path).map_err(|error| error.to_string())?),
        };
        context.note(match &network {
            Some(network) => {
                format!(
                    "policy network of {} neurons, {} arithmetic",
                    network.header().hidden,
                    network.kernel()
                )
            }
            None => "no policy network: captures, checks and exchanges propose moves".to_owned(),
        });
        let options = TreeOptions { network, ..context.engine.options().tree.clone() };
        context.engine.set_tree(options);
        Ok(())
    }));
    table.add(Setting::check("UCI_ShowPolicy", false, |context: &mut Context, show_policy| {
        let options = TreeOptions { show_policy, ..context.engine.options().tree.clone() };
        context.engine.set_tree(options);
        Ok(())
    }));
}
