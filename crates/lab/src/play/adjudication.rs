//! Ending games whose outcome both engines agree on, to save time.

use crate::store::record::Finish;
use serde::{Deserialize, Serialize};
use vernier_chess::{Color, GameResult, Outcome};
use vernier_engine::Verdict;

/// A draw when both engines have seen almost no difference for some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// For this many moves of each engine in a row.
    pub moves: u32,
    /// Scores up to this count as none, in hundredths of a pawn.
    pub score: i32,
}

/// A loss for the engine that has seen itself lost for some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// For this many moves in a row.
    pub moves: u32,
    /// By this much, in hundredths of a pawn.
    pub score: i32,
}

/// Which games are cut short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Early draws.
    pub draw: Option<DrawRule>,
    /// Early losses. The winner must agree: one engine's score alone does not end a game.
    pub resign: Option<ResignRule>,
    /// Adjudicate a draw after this many moves.
    pub max_moves: Option<u32>,
}

/// Watches one game.
pub struct Watch {
    rules: Adjudication,
    /// Plies in a row with almost no score.
    level: u32,
    /// Plies in a row on which White, if positive, or Black, if negative, was winning.
    winning: i32,
}

impl Watch {
    /// At the start of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, level: 0, winning: 0 }
    }

    /// A move has been made by `mover` in move number `number` with this opinion of the position before it.
    pub fn observe(
        &mut self,
        mover: Color,
        number: u32,
        irreversible: bool,
        verdict: Option<Verdict>,
    ) -> Option<Finish> {
        // A missing score ends the agreement.
        let score = verdict.map(|verdict| {
            let own = match verdict {
                Verdict::Centipawns(value) => value,
                Verdict::Mate(moves) => {
                    if moves > 0 {
                        30_000
                    } else {
                        -30_000
                    }
                }
                Verdict::Tablebase { won: true, .. } => 20_000,
                Verdict::Tablebase { won: false, .. } => -20_000,
            };
            if mover == Color::White { own } else { -own }
        });
        self.judge_draw(number, irreversible, score).or_else(|| self.judge_win(score)).or_else(|| {
            let too_long = self.rules.max_moves.is_some_and(|most| number >= most && mover == Color::Black);
            too_long.then(|| Outcome::MoveLimit.into())
        })
    }

    fn judge_draw(&mut self, number: u32, irreversible: bool, score: Option<i32>) -> Option<Finish> {
        let rule = self.rules.draw?;
        let level = !irreversible && score.is_some_and(|score| score.abs() <= rule.score);
        self.level = if level { self.level + 1 } else { 0 };
        (number >= rule.from_move && self.level >= 2 * rule.moves)
            .then(|| Outcome::Adjudication(GameResult::Draw).into())
    }

    fn judge_win(&mut self, score: Option<i32>) -> Option<Finish> {
        let rule = self.rules.resign?;
        self.winning = match score {
            Some(score) if score >= rule.score => self.winning.max(0) + 1,
            Some(score) if score <= -rule.score => self.winning.min(0) - 1,
            _ => 0,
        };
        let winner = if self.winning > 0 { Color::White } else { Color::Black };
        (self.winning.unsigned_abs() >= 2 * rule.moves)
            .then(|| Outcome::Adjudication(GameResult::won_by(winner)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication = Adjudication {
        draw: Some(DrawRule { from_move: 5, moves: 2, score: 10 }),
        resign: Some(ResignRule { moves: 2, score: 500 }),
        max_moves: Some(20),
    };

    fn win(winner: Color) -> Finish {
        Outcome::Adjudication(GameResult::won_by(winner)).into()
    }

    fn watch(white: i32, black: i32) -> (u32, Option<Finish>) {
        let mut watch = Watch::new(RULES);
        for number in 1..40 {
            for (mover, score) in [(Color::White, white), (Color::Black, black)] {
                if let Some(end) = watch.observe(mover, number, false, Some(Verdict::Centipawns(score))) {
                    return (number, Some(end));
                }
            }
        }
        (40, None)
    }

    #[test]
    fn both_engines_must_agree() {
        assert_eq!(watch(5, -10), (5, Some(Outcome::Adjudication(GameResult::Draw).into())));
        assert_eq!(watch(600, -700), (2, Some(win(Color::White))));
        assert_eq!(watch(-600, 700), (2, Some(win(Color::Black))));
        assert_eq!(watch(600, 700), (20, Some(Outcome::MoveLimit.into())));
        assert_eq!(watch(600, -100), (20, Some(Outcome::MoveLimit.into())));
    }

    #[test]
    fn pawn_moves_missing_scores_and_mates_count() {
        let level = Some(Verdict::Centipawns(0));
        let mut watch = Watch::new(RULES);
        for _ in 0..3 {
            assert_eq!(watch.observe(Color::White, 9, false, level), None);
        }
        assert_eq!(watch.observe(Color::Black, 9, true, level), None);
        for _ in 0..3 {
            assert_eq!(watch.observe(Color::White, 9, false, level), None);
        }
        assert_eq!(watch.observe(Color::Black, 9, false, None), None);
        let mut watch = Watch::new(RULES);
        for end in [None, Some(win(Color::White))] {
            assert_eq!(watch.observe(Color::White, 9, false, Some(Verdict::Mate(3))), None);
            assert_eq!(watch.observe(Color::Black, 9, false, Some(Verdict::Mate(-2))), end);
        }
    }
}
