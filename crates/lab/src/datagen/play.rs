//! One game of the engine against itself.

use super::start::Start;
use super::{Recipe, Rules};
use crate::play::tablebases::TablebaseJudge;
use vernier_chess::{Color, Game, GameResult, Outcome};
use vernier_engine::{Rng, Score, SyncSearcher};

/// Plays games by their numbers.
pub struct Player<'a> {
    rules: &'a Rules,
    tables: Option<&'a TablebaseJudge>,
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
    /// A player who thinks with this searcher.
    pub const fn new(recipe: &Recipe<'a>, solo: SyncSearcher) -> Self {
        Self { rules: recipe.rules, tables: recipe.tables, solo }
    }

    /// Plays the game with that number. The thread needs a stack of [`SyncSearcher::STACK`] bytes.
    pub fn play(&mut self, number: u64) -> vernier_records::Game {
        let mut random = Rng::new(Rng::new(self.rules.seed).bits() ^ Rng::new(!number).bits());
        self.solo.new_game();
        let start = Start::choose(self.rules, &mut random);
        loop {
            let begun = start.begin(self.rules, number, &mut random);
            if let Some(game) = begun.and_then(|game| self.finish(game, number)) {
                return game;
            }
        }
    }

    /// Plays on to the end; nothing if the opening is not even, or the end already.
    fn finish(&mut self, mut game: Game, number: u64) -> Option<vernier_records::Game> {
        let (mut scores, mut streaks) = (Vec::new(), Streaks::default());
        loop {
            if let Some(outcome) = self.ended(&game, &streaks) {
                if scores.is_empty() {
                    return None;
                }
                let (start, moves) = (*game.start(), game.moves().to_vec());
                return Some(vernier_records::Game { number, start, moves, scores, outcome });
            }
            let (board, keys) = (*game.board(), game.keys());
            let thought = self.solo.think(&board, &keys[..keys.len() - 1], self.rules.limits());
            let score = if board.turn() == Color::White { thought.score } else { -thought.score };
            if scores.is_empty() && score.0.abs() > self.rules.balance {
                return None;
            }
            // A game that is not over has a move, and a search finds one.
            game.play(thought.best?).ok()?;
            scores.push(stored(score));
            streaks.note(score, self.rules);
        }
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

impl Streaks {
    fn note(&mut self, score: Score, rules: &Rules) {
        let count = |streak: &mut u32, goes_on: bool| *streak = if goes_on { *streak + 1 } else { 0 };
        count(&mut self.won, score.0 >= rules.win_score);
        count(&mut self.lost, score.0 <= -rules.win_score);
        count(&mut self.level, score.0.abs() <= rules.draw_score);
    }
}

/// Scores fit into what records can hold.
fn stored(score: Score) -> i16 {
    let limit = i32::from(vernier_records::MAX_SCORE);
    score.0.clamp(-limit, limit) as i16
}
