//! `rating`: how strong an engine is, on the scale of an opponent whose strength can be set.

use super::arguments::{CommandError, at_a_time, positive, print, print_json};
use super::engine_arguments::OpponentArguments;
use super::interrupt;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use vernier_lab::study::rating::{Ladder, Level, Rating};
use vernier_lab::study::rating_search::{Rated, RatingPlan, default_folder, offered_levels};

/// Rate an engine on the scale of an opponent with adjustable strength
///
/// Plays pairs of games against levels of the opponent (UCI_LimitStrength, UCI_Elo) and finds the rating that fits the results
/// best, with its 95 % interval. It begins in the middle of the levels; each next pair is played at the level that tells most.
/// Interrupted, the same command resumes. The scale is the opponent's: Stockfish's levels were rated by its authors at 60 s +
/// 0.6 s a move (later 120 s + 1 s); other time controls distort it.
/// Exit status: 0 if the error was reached, 1 if the games ran out.
#[derive(Args)]
pub struct RatingSearch {
    #[command(flatten)]
    engines: OpponentArguments,
    /// Stop when the interval is no wider than this to either side
    #[arg(long, value_name = "E", default_value = "50", value_parser = positive)]
    error: f64,
    /// Or after this many games
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u32,
    /// Use only these levels [default: all that the opponent offers]
    #[arg(long, value_name = "A-B", value_parser = levels)]
    levels: Option<(i32, i32)>,
    /// Multiples of this
    #[arg(long, value_name = "N", default_value_t = 25)]
    step: i32,
    /// Games at a time
    #[arg(long, default_value = "1", value_parser = at_a_time)]
    concurrency: usize,
    /// FEN, EPD or PGN [default: random openings of eight plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The seed that chooses the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where games.jsonl and games.pgn go [default: results/rating-NAME]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the result as JSON, and nothing before it
    #[arg(long)]
    json: bool,
}

/// The result for scripts.
#[derive(Serialize)]
struct Summary<'a> {
    engine: &'a str,
    games: u32,
    /// None while everything was won or everything lost.
    rating: Option<Rating>,
    levels: Vec<Level>,
    reached: bool,
    interrupted: bool,
}

fn levels(text: &str) -> Result<(i32, i32), String> {
    let ends = text.split_once('-').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high).ok_or_else(|| "levels look like 1400-2800".to_owned())
}

impl RatingSearch {
    pub fn run(self) -> Result<u8, CommandError> {
        let (engine, opponent) = self.engines.specs()?;
        let (lowest, highest) = match self.levels {
            Some(levels) => levels,
            None => offered_levels(&opponent)
                .map_err(|error| CommandError::Run(format!("{}: {error}", opponent.command)))?,
        };
        let plan = RatingPlan {
            ladder: Ladder { lowest, highest, step: self.step.max(1) },
            openings: self.openings,
            seed: self.seed,
            error: self.error,
            games: self.games,
            concurrency: self.concurrency,
            folder: self.out.unwrap_or_else(|| default_folder(&engine)),
            engine,
            opponent,
        };
        let rated = plan
            .run(interrupt::flag(), |games, level| match level {
                _ if self.json => (),
                None if games.count() > 0 => {
                    print(&format!("{} games are in {} already\n", games.count(), plan.folder.display()));
                }
                None => (),
                Some(level) => print(&format!("{:>5} level {level}: {}\n", games.count(), games.summary())),
            })
            .map_err(CommandError::contest)?;
        match self.json {
            true => print_json(&Summary::of(&plan, &rated))?,
            false => print(&format!("{}: {}\n", plan.engine.name, rated.games.summary())),
        }
        if rated.interrupted {
            eprintln!("interrupted; the same command resumes with the games in {}", plan.folder.display());
            return Ok(interrupt::STATUS);
        }
        Ok(u8::from(!rated.reached))
    }
}

impl<'a> Summary<'a> {
    fn of(plan: &'a RatingPlan, rated: &Rated) -> Self {
        Self {
            engine: &plan.engine.name,
            games: rated.games.count(),
            rating: rated.games.estimate(),
            levels: rated.games.levels().collect(),
            reached: rated.reached,
            interrupted: rated.interrupted,
        }
    }
}
