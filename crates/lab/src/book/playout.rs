//! Plays games on from where they left a book, the engine against itself, and counts how they end.

use super::analyst::{Analysts, search};
use std::collections::BTreeMap;
use vernier_chess::{Board, Game, GameResult};
use vernier_engine::{Engine, Limits, Request};

/// With this many hundredths of a pawn a game is as good as won.
const DECIDED: i32 = 1000;
/// Games longer than that are drawn.
const MAX_PLY: usize = 400;

/// How games ended, by their first move.
pub struct Results {
    nodes: u64,
    by_first_move: BTreeMap<String, Tally>,
}

/// Games won by White, drawn, and won by Black.
#[derive(Clone, Copy, Default)]
struct Tally([usize; 3]);

impl Results {
    /// Continues games, with a search of this many nodes for every move.
    pub fn of(games: &[Game], nodes: u64, analysts: &mut Analysts) -> Self {
        let ended = analysts.each(games, |engine, game| play(engine, game.clone(), nodes));
        let mut by_first_move: BTreeMap<String, Tally> = BTreeMap::new();
        for (game, result) in games.iter().zip(ended) {
            let first =
                game.moves().first().map_or_else(String::new, |mv| Board::start().san(*mv).to_string());
            by_first_move.entry(first).or_default().count(result);
        }
        Self { nodes, by_first_move }
    }

    pub fn table(&self) -> String {
        let mut text = format!("\nPlayed on with {} nodes a move:\n", self.nodes);
        text += &format!(
            "{:<6} {:>6} {:>6} {:>6} {:>6}  White scores\n",
            "First", "Games", "Won", "Drawn", "Lost"
        );
        let mut all = Tally::default();
        let mut rows: Vec<(&String, &Tally)> = self.by_first_move.iter().collect();
        rows.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
        for (first, tally) in rows {
            text += &tally.row(first);
            all.0.iter_mut().zip(tally.0).for_each(|(sum, part)| *sum += part);
        }
        text + &all.row("all")
    }
}

impl Tally {
    fn count(&mut self, result: GameResult) {
        let place = match result {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
        };
        self.0[place] += 1;
    }

    fn games(&self) -> usize {
        self.0.iter().sum()
    }

    fn row(&self, name: &str) -> String {
        let (games, [won, drawn, lost]) = (self.games(), self.0);
        let score = 100.0 * (won as f64 + drawn as f64 / 2.0) / games.max(1) as f64;
        format!("{name:<6} {games:>6} {won:>6} {drawn:>6} {lost:>6}  {score:.1}%\n")
    }
}

/// Plays a game to its end.
fn play(engine: &mut Engine, mut game: Game, nodes: u64) -> GameResult {
    engine.set_multi_pv(1);
    engine.new_game();
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.result();
        }
        if game.draw_claim().is_some() || game.moves().len() >= MAX_PLY {
            return GameResult::Draw;
        }
        let found = search(engine, Request::new(&game).limits(Limits::nodes(nodes)));
        let last = found.last().and_then(|report| Some((*report.pv.first()?, report.score.0)));
        match last {
            Some((_, score)) if score.abs() >= DECIDED => {
                return GameResult::won_by(if score > 0 { game.turn() } else { !game.turn() });
            }
            Some((mv, _)) if game.play(mv).is_ok() => {}
            _ => return GameResult::Draw,
        }
    }
}
