//! `vernier options`: what can be set, from the tables that decide.

use crate::arguments::{JsonArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use vernier_engine::OptionSpec;
use vernier_protocol::session_options;

/// List the options of the engine with values, default and meaning
#[derive(Args)]
pub struct Options {
    /// Print the page docs/options.md
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    #[command(flatten)]
    json: JsonArguments,
}

/// One option as it is printed.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    values: String,
    default: String,
    help: &'static str,
}

const PAGE_HEAD: &str = "\
# Options

Every session offers these, as UCI options or in XBoard's options dialog. Neither case nor blanks in a name matter.
`vernier options --markdown` prints this page; a test compares the two.

| option | values | default | what it does |
|---|---|---|---|
";

const PAGE_FOOT: &str = "
More about [levels of strength](levels.md), [opening books](books.md), [tablebases](tablebases.md),
[the tree search](tree-search.md) and [networks of other trainers](import.md). `vernier-lab tune --write FILE` writes a file of weights.
`vernier uci --tune` declares every parameter of the search as well: [the list](parameters.md).
";

impl Options {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let entries: Vec<Entry> = OptionSpec::all().iter().chain(session_options()).map(Entry::of).collect();
        if self.json.json {
            write_json(out, &entries)?;
        } else if self.markdown {
            out.write_all(PAGE_HEAD.as_bytes())?;
            for Entry { name, values, default, help } in entries {
                let default = if default.is_empty() { default } else { format!("`{default}`") };
                writeln!(out, "| `{name}` | {values} | {default} | {help} |")?;
            }
            out.write_all(PAGE_FOOT.as_bytes())?;
        } else {
            for Entry { name, values, default, help } in entries {
                let default = if default.is_empty() { default } else { format!(" [{default}]") };
                writeln!(out, "{name}: {values}{default}\n    {help}")?;
            }
        }
        Ok(Outcome::Done)
    }
}

impl Entry {
    fn of(spec: &OptionSpec) -> Self {
        let values = match spec.kind.values() {
            none if none.is_empty() => "button".to_owned(),
            values => values,
        };
        Self { name: spec.name, values, default: spec.kind.default_value(), help: spec.help }
    }
}
