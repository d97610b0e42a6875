//! Existing games, rescored by tablebases.

use crate::play::tablebases::TablebaseJudge;
use vernier_chess::{Board, GameResult, Outcome};
use vernier_records::Game;

/// What tablebases make of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rescore {
    /// They know none of its positions, or none before the rules ended it: it stays as it is.
    Keep,
    /// After this many moves they know who wins.
    Cut(usize, GameResult),
    /// They know the first searched position: nothing would be left to learn from.
    Drop,
}

impl Rescore {
    /// Looks for the first position of a game whose result the tables know.
    pub fn of(game: &Game, tables: &TablebaseJudge) -> Self {
        let random = game.random_moves();
        let (mut found, mut plies) = (None, 0);
        let mut look = |board: &Board| {
            if found.is_none() && plies >= random {
                found = tables.result(board).map(|result| (plies, result));
            }
            plies += 1;
        };
        let last = game.replay(|moment| look(moment.board));
        // The rules are as reliable as tablebases about the last position.
        if matches!(game.outcome, Outcome::Adjudication(_) | Outcome::MoveLimit) {
            look(&last);
        }
        match found {
            None => Self::Keep,
            Some((plies, _)) if plies == random => Self::Drop,
            Some((plies, result)) => Self::Cut(plies, result),
        }
    }

    /// What is left of the game: its moves up to the first position that is known, with the result that is known.
    ///
    /// Later moves are dropped. A game has one result, and a side that later threw away the win would make it wrong for every
    /// position before. A shortened game is what `datagen` with the same tablebases would have played.
    pub fn apply(self, mut game: Game) -> Option<Game> {
        match self {
            Self::Keep => Some(game),
            Self::Drop => None,
            Self::Cut(plies, result) => {
                let thought = plies - game.random_moves();
                game.scores.truncate(thought);
                game.visits.truncate(thought);
                game.moves.truncate(plies);
                Some(Game { outcome: Outcome::Tablebase(result), ..game })
            }
        }
    }
}
