//! One game of the engine against itself.

use super::start::Start;
use super::{Recipe, Rules};
use crate::openings::opening::Opening;
use crate::play::tablebases::TablebaseJudge;
use vernier_chess::{Board, Color, Game, GameResult, Move, Outcome};
use vernier_engine::{Rng, RootMove, Score, SyncSearcher};

/// Plays games by their numbers.
pub struct Player<'a> {
    rules: &'a Rules,
    tables: Option<&'a TablebaseJudge>,
    openings: &'a [Opening],
    solo: SyncSearcher,
}

/// How long the score has been beyond or within bounds.
#[derive(Default)]
struct Streaks {
    won: u32,
    lost: u32,
    level: u32,
}

impl<'a> Player<'a> {
    /// A player that uses this searcher.
    pub const fn new(recipe: &Recipe<'a>, solo: SyncSearcher) -> Self {
        Self { rules: recipe.rules, tables: recipe.tables, openings: recipe.openings, solo }
    }

    /// Plays the game with that number. The thread needs a stack of [`SyncSearcher::STACK`] bytes.
    pub fn play(&mut self, number: u64) -> vernier_records::Game {
        let mut random = Rng::new(Rng::new(self.rules.seed).bits() ^ Rng::new(!number).bits());
        self.solo.new_game();
        let start = Start::choose(self.rules, &mut random);
        loop {
            let begun = start.begin(self.rules, self.openings, number, &mut random);
            if let Some(game) = begun.and_then(|game| self.finish(game, number, &mut random)) {
                return game;
            }
        }
    }

    /// Plays to the end; `None` if the opening is not even, or the game is already over.
    fn finish(&mut self, mut game: Game, number: u64, random: &mut Rng) -> Option<vernier_records::Game> {
        let (mut scores, mut visits, mut streaks) = (Vec::new(), Vec::new(), Streaks::default());
        loop {
            if let Some(outcome) = self.ended(&game, &streaks) {
                if scores.is_empty() {
                    return None;
                }
                let (start, moves) = (*game.start(), game.moves().to_vec());
                return Some(vernier_records::Game { number, start, moves, scores, outcome, visits });
            }
            let (board, keys) = (*game.board(), game.keys());
            if self.rules.tree.is_some() {
                self.solo.set_tree_seed(random.bits());
            }
            let thought = self.solo.think(&board, &keys[..keys.len() - 1], self.rules.limits());
            let score = if board.turn() == Color::White { thought.score } else { -thought.score };
            if scores.is_empty() && score.0.abs() > self.rules.balance {
                return None;
            }
            // A game that is not over has a legal move, and a search finds one.
            let mut mv = thought.best?;
            if self.rules.tree.is_some() {
                let moves = self.solo.root_moves();
                visits.push(by_bits(&board, &moves));
                mv = self.draw(&moves, scores.len() as u32, random).unwrap_or(mv);
            }
            game.play(mv).ok()?;
            scores.push(stored(score));
            streaks.note(score, self.rules);
        }
    }

    /// A move drawn by visits, while games should vary; `None` if the best is to be played. A proven win is always played.
    fn draw(&self, moves: &[RootMove], plies: u32, random: &mut Rng) -> Option<Move> {
        let tree =
            self.rules.tree.filter(|tree| tree.temperature_percent > 0 && plies < tree.temperature_plies)?;
        if moves.first().is_some_and(|best| best.proven.is_some()) {
            return None;
        }
        let power = 100.0 / f64::from(tree.temperature_percent);
        let weights: Vec<f64> = moves.iter().map(|root| f64::from(root.visits).powf(power)).collect();
        let mut place = random.unit() * weights.iter().sum::<f64>();
        let drawn = moves.iter().zip(weights).find(|(_, weight)| {
            place -= weight;
            place < 0.0
        });
        drawn.map(|(root, _)| root.mv)
    }

    /// How the game has ended, if it has.
    fn ended(&self, game: &Game, streaks: &Streaks) -> Option<Outcome> {
        let (rules, plies) = (self.rules, game.moves().len() as u32);
        let ruled = game.outcome().or_else(|| game.draw_claim());
        if ruled.is_some() {
            return ruled;
        }
        match self.tables.and_then(|tables| tables.result(game.board())) {
            Some(result) => Some(Outcome::Tablebase(result)),
            None if streaks.won >= rules.win_plies => Some(Outcome::Adjudication(GameResult::WhiteWins)),
            None if streaks.lost >= rules.win_plies => Some(Outcome::Adjudication(GameResult::BlackWins)),
            None if streaks.level >= rules.draw_plies && plies >= rules.draw_from => {
                Some(Outcome::Adjudication(GameResult::Draw))
            }
            None if plies >= rules.max_plies => Some(Outcome::MoveLimit),
            None => None,
        }
    }
}

/// The visits of all legal moves in ascending order of their bits, as records keep them.
fn by_bits(board: &Board, moves: &[RootMove]) -> Vec<u32> {
    let mut legal: Vec<Move> = board.legal_moves().iter().copied().collect();
    legal.sort_unstable_by_key(|mv| mv.bits());
    let visits = |mv: &Move| moves.iter().find(|root| root.mv == *mv).map_or(0, |root| root.visits);
    legal.iter().map(visits).collect()
}

impl Streaks {
    fn note(&mut self, score: Score, rules: &Rules) {
        let count = |streak: &mut u32, goes_on: bool| *streak = if goes_on { *streak + 1 } else { 0 };
        count(&mut self.won, score.0 >= rules.win_score);
        count(&mut self.lost, score.0 <= -rules.win_score);
        count(&mut self.level, score.0.abs() <= rules.draw_score);
    }
}

/// Scores fit into what records can hold.
pub(super) fn stored(score: Score) -> i16 {
    let limit = i32::from(vernier_records::MAX_SCORE);
    score.0.clamp(-limit, limit) as i16
}
