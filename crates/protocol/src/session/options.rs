//! The options this engine offers.

use super::context::Context;
use crate::{Setting, Settings};
use vernier_engine::{OptionError, OptionKind, OptionSpec};

/// What the user prefers, apart from what the engine holds itself.
#[derive(Clone, Default, Debug)]
pub(super) struct Preferences {
    /// Castling is written as king takes rook.
    pub(super) chess960: bool,
    /// Scores come with the chances of a win, a draw and a loss.
    pub(super) show_wdl: bool,
    /// Only the last line of thought is shown.
    pub(super) minimal: bool,
    /// Every parameter of the search is declared as an option.
    pub(super) tuning: bool,
    /// Who the opponent is, as the GUI says.
    pub(super) opponent: String,
}

/// The text a GUI shows under "about".
const ABOUT: &str = concat!("Vernier ", env!("CARGO_PKG_VERSION"), ", a chess engine built to be measured");

/// All options: those of the engine, then those of a session; the parameters of the search declared if `tuning`.
pub(super) fn settings(tuning: bool) -> Settings<Context> {
    let mut table = Settings::default();
    for spec in OptionSpec::all() {
        table.add(engine_option(spec));
    }
    preferences(&mut table);
    for spec in OptionSpec::parameters() {
        let setting = engine_option(&spec);
        table.add(if tuning { setting } else { setting.hidden() });
    }
    table
}

/// An option of the engine's table, which checks and applies the value itself.
fn engine_option(spec: &OptionSpec) -> Setting<Context> {
    let name = spec.name;
    let set = move |context: &mut Context, value: &str| match context.engine.set_option(name, value) {
        Err(OptionError::Refused { reason, .. }) => Err(reason),
        Err(error) => Err(error.to_string()),
        Ok(()) => Ok(()),
    };
    match &spec.kind {
        OptionKind::Check { default } => {
            Setting::check(name, *default, move |context, value| set(context, &value.to_string()))
        }
        OptionKind::Spin { default, range, clamped } => {
            let setting = Setting::spin(name, *default, range.clone(), move |context, value| {
                set(context, &value.to_string())
            });
            if *clamped { setting.clamped() } else { setting }
        }
        OptionKind::Combo { default, choices } => Setting::combo(name, default, choices, set),
        OptionKind::Text { default } => Setting::text(name, default, set),
        OptionKind::Button => Setting::button(name, move |context| set(context, "")),
    }
}

fn preferences(table: &mut Settings<Context>) {
    // Declared so that GUIs know we can; `go ponder` says when.
    table.add(Setting::check("Ponder", false, |_, _| Ok(())));
    table.add(Setting::check("UCI_Chess960", false, |context: &mut Context, value| {
        context.preferences.chess960 = value;
        Ok(())
    }));
    table.add(Setting::check("UCI_ShowWDL", false, |context: &mut Context, value| {
        context.preferences.show_wdl = value;
        Ok(())
    }));
    table.add(Setting::text("UCI_Opponent", "", |context: &mut Context, value| {
        context.preferences.opponent = value.to_owned();
        Ok(())
    }));
    table.add(Setting::text("UCI_EngineAbout", ABOUT, |_, _| Ok(())));
    table.add(Setting::check("Minimal", false, |context: &mut Context, value| {
        context.preferences.minimal = value;
        Ok(())
    }));
}
