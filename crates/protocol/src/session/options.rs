//! The options this engine offers.

use super::context::Context;
use super::library;
use super::network::{self, EvalChoice};
use super::tree;
use crate::{Setting, Settings};
use std::num::NonZeroU32;
use std::time::Duration;
use vernier_engine::{Engine, Kind, Parameters, Strength};

/// What the user prefers, apart from what the engine holds itself.
#[derive(Clone, Debug)]
pub(super) struct Preferences {
    /// Who judges positions.
    pub(super) evaluation: EvalChoice,
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
    /// The level to play at, from 0 to 20.
    pub(super) skill: i64,
    /// The rating to play at, if play is limited by one.
    pub(super) rating: i64,
    pub(super) limited: bool,
}

/// The rating asked for unless told otherwise.
const USUAL_RATING: i64 = 1500;

impl Default for Preferences {
    fn default() -> Self {
        Self {
            evaluation: EvalChoice::default(),
            chess960: false,
            show_wdl: false,
            minimal: false,
            tuning: false,
            opponent: String::new(),
            skill: 20,
            rating: USUAL_RATING,
            limited: false,
        }
    }
}

impl Preferences {
    /// How strong to play: a rating, where one is asked for, goes before a level.
    fn strength(&self) -> Strength {
        match self.limited {
            true => Strength::rating(u32::try_from(self.rating).unwrap_or(0)),
            false => Strength::level(self.skill as f64),
        }
    }
}

/// The text a GUI shows under "about".
const ABOUT: &str = concat!("Vernier ", env!("CARGO_PKG_VERSION"), ", a chess engine built to be measured");

/// The largest table that can be asked for, in megabytes. What the machine has is looked at when it is made.
const MAX_HASH: i64 = 1 << 20;

/// All options; with the parameters of the search declared if `tuning`.
pub(super) fn settings(tuning: bool) -> Settings<Context> {
    let mut table = Settings::default();
    engine_options(&mut table);
    network::network_options(&mut table);
    tree::tree_options(&mut table);
    library::syzygy_options(&mut table);
    library::book_options(&mut table);
    preferences(&mut table);
    strength(&mut table);
    parameters(&mut table, tuning);
    table
}

fn engine_options(table: &mut Settings<Context>) {
    let hash = |context: &mut Context, value: i64| {
        context.engine.set_hash(usize::try_from(value).unwrap_or(1)).map_err(|error| error.to_string())
    };
    table.add(Setting::spin("Hash", 16, 1..=MAX_HASH, hash));
    let threads = |context: &mut Context, value: i64| {
        let wanted = usize::try_from(value).unwrap_or(1);
        match context.engine.set_threads(wanted) {
            given if given == wanted => Ok(()),
            given => Err(format!("the system gives only {given} threads")),
        }
    };
    table.add(Setting::spin("Threads", 1, 1..=Engine::MAX_THREADS as i64, threads).clamped());
    table.add(Setting::button("Clear Hash", |context: &mut Context| {
        context.engine.clear_hash();
        Ok(())
    }));
    let lines = |context: &mut Context, value: i64| {
        context.engine.set_multi_pv(usize::try_from(value).unwrap_or(1));
        Ok(())
    };
    table.add(Setting::spin("MultiPV", 1, 1..=256, lines).clamped());
    let overhead = |context: &mut Context, value: i64| {
        context.engine.set_move_overhead(Duration::from_millis(value.unsigned_abs()));
        Ok(())
    };
    table.add(Setting::spin("Move Overhead", 20, 0..=10_000, overhead));
    let read_mode = |context: &mut Context, value: i64| {
        context.engine.set_slow_mover(u32::try_from(value).unwrap_or(100));
        Ok(())
    };
    table.add(Setting::spin("Slow Mover", 100, 10..=1_000, read_mode));
    let rate = |context: &mut Context, value: i64| {
        context.engine.set_nodes_as_time(u32::try_from(value).ok().and_then(NonZeroU32::new));
        Ok(())
    };
    table.add(Setting::spin("nodestime", 0, 0..=1_000_000, rate));
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
    // Play and analysis are the same here, but for the book.
    table.add(Setting::check("UCI_AnalyseMode", false, |context: &mut Context, value| {
        library::change_book(context, |book| book.analysis = value);
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

/// Playing below full strength.
fn strength(table: &mut Settings<Context>) {
    let apply = |context: &mut Context| {
        context.engine.set_strength(context.preferences.strength());
        Ok(())
    };
    table.add(Setting::spin("Skill Level", 20, 0..=20, move |context: &mut Context, value| {
        context.preferences.skill = value;
        apply(context)
    }));
    table.add(Setting::check("UCI_LimitStrength", false, move |context: &mut Context, value| {
        context.preferences.limited = value;
        apply(context)
    }));
    let ratings = i64::from(*Strength::RATINGS.start())..=i64::from(*Strength::RATINGS.end());
    table.add(Setting::spin("UCI_Elo", USUAL_RATING, ratings, move |context: &mut Context, value| {
        context.preferences.rating = value;
        apply(context)
    }));
}

/// The parameters of the search. They can always be set, and are declared on request.
fn parameters(table: &mut Settings<Context>, declared: bool) {
    for parameter in Parameters::TABLE {
        let set = |context: &mut Context, value: i64| {
            let mut parameters = context.engine.options().parameters.clone();
            let value = i32::try_from(value).map_err(|error| error.to_string())?;
            parameters.set(parameter.name, value).map_err(|error| error.to_string())?;
            context.engine.set_parameters(parameters);
            Ok(())
        };
        let setting = match &parameter.kind {
            Kind::Switch { default } => {
                Setting::check(parameter.name, *default, move |context, value| set(context, i64::from(value)))
            }
            Kind::Number { default, range, .. } => {
                let range = i64::from(*range.start())..=i64::from(*range.end());
                Setting::spin(parameter.name, i64::from(*default), range, set)
            }
        };
        table.add(if declared { setting } else { setting.hidden() });
    }
}
