//! The options of a session, beside those of the engine's table.

use crate::uci::{self, OptionLine};
use vernier_engine::{OptionKind, OptionSpec, OptionValue};

/// The user's preferences, apart from the engine's own settings.
#[derive(Clone, Default, Debug)]
pub(super) struct Preferences {
    /// Castling is written as king takes rook.
    pub(super) chess960: bool,
    /// Scores come with the chances of a win, a draw and a loss.
    pub(super) show_wdl: bool,
    /// Only the last line of a search is shown.
    pub(super) minimal: bool,
    /// Every parameter of the search is declared as an option.
    pub(super) tuning: bool,
    /// Who the opponent is, as the GUI says.
    pub(super) opponent: String,
}

/// The text a GUI shows under "about".
const ABOUT: &str = concat!("Vernier ", env!("CARGO_PKG_VERSION"), ", a chess engine built to be measured");
const CHECK_OFF: OptionKind = OptionKind::Check { default: false };

const fn option(name: &'static str, kind: OptionKind, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind, help }
}

const OPTIONS: &[OptionSpec] = &[
    // Declared so that GUIs know the engine can ponder; `go ponder` says when.
    option("Ponder", CHECK_OFF, "the GUI may let the engine think on the opponent's time"),
    option("UCI_Chess960", CHECK_OFF, "write castling as king takes rook"),
    option("UCI_ShowWDL", CHECK_OFF, "show the chances of win, draw and loss with each line"),
    option("UCI_Opponent", OptionKind::Text { default: "" }, "who the opponent is"),
    option("UCI_EngineAbout", OptionKind::Text { default: ABOUT }, "what the engine says about itself"),
    option("Minimal", CHECK_OFF, "report only the last line of a search"),
];

/// The options of a session. Those of the engine are [`OptionSpec::all`].
pub const fn session_options() -> &'static [OptionSpec] {
    OPTIONS
}

/// Every option as it is declared: those of the engine, those of a session, and the parameters of the search if
/// `tuning`.
pub(super) fn declared(tuning: bool) -> impl Iterator<Item = OptionLine> {
    let parameters = OptionSpec::parameters().filter(move |_| tuning);
    OptionSpec::all().iter().chain(OPTIONS).cloned().chain(parameters).map(|spec| line(&spec))
}

/// An option of the table in the words of UCI.
fn line(spec: &OptionSpec) -> OptionLine {
    let kind = match &spec.kind {
        OptionKind::Check { default } => uci::OptionKind::Check { default: *default },
        OptionKind::Spin { default, range, .. } => {
            uci::OptionKind::Spin { default: *default, min: *range.start(), max: *range.end() }
        }
        OptionKind::Combo { default, choices } => uci::OptionKind::Combo {
            default: (*default).to_owned(),
            choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
        },
        OptionKind::Text { default } => uci::OptionKind::Text { default: (*default).to_owned() },
        OptionKind::Button => uci::OptionKind::Button,
    };
    OptionLine { name: spec.name.to_owned(), kind }
}

impl Preferences {
    /// Applies a value that fits an option of a session.
    pub(super) fn apply(&mut self, name: &str, value: OptionValue<'_>) {
        match (name, value) {
            ("UCI_Chess960", OptionValue::Check(on)) => self.chess960 = on,
            ("UCI_ShowWDL", OptionValue::Check(on)) => self.show_wdl = on,
            ("Minimal", OptionValue::Check(on)) => self.minimal = on,
            ("UCI_Opponent", OptionValue::Text(text)) => self.opponent = text.to_owned(),
            // Ponder and UCI_EngineAbout are only declared.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_declared_once_and_parameters_only_for_tuning() {
        let names = |tuning| declared(tuning).map(|line| line.name).collect::<Vec<_>>();
        let mut plain = names(false);
        assert_eq!(plain.len(), OptionSpec::all().len() + OPTIONS.len());
        assert_eq!(names(true).len(), plain.len() + OptionSpec::parameters().count());
        plain.sort();
        plain.dedup();
        assert_eq!(plain.len(), OptionSpec::all().len() + OPTIONS.len());
    }

    #[test]
    fn preferences_take_effect() {
        let mut preferences = Preferences::default();
        for (name, value) in [
            ("uci_chess960", "true"),
            ("UCI_ShowWDL", "on"),
            ("minimal", "1"),
            ("UCI_Opponent", "none none human A"),
        ] {
            let spec = OPTIONS.iter().find(|spec| spec.is_called(name)).expect(name);
            preferences.apply(spec.name, spec.read(value).expect(value));
        }
        assert!(preferences.chess960 && preferences.show_wdl && preferences.minimal);
        assert_eq!(preferences.opponent, "none none human A");
    }
}
