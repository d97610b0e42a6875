//! Which positions of a game are worth learning from.

use crate::{Game, Moment, Packed};

/// What a position must be like to be kept.
///
/// An evaluation is asked about quiet positions only; positions in check or with a capture to make would teach it
/// what search sees better.
///
/// ```
/// use vernier_chess::{Board, Color, Outcome};
/// use vernier_records::{Filter, Game};
/// let start: Board = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 30".parse()?;
/// let moves = vec![start.parse_san("Ra8#")?];
/// let outcome = Outcome::Checkmate { winner: Color::White };
/// let game = Game { number: 1, start, moves, scores: vec![32_000], outcome, visits: Vec::new() };
/// assert_eq!(Filter::default().expand(&game, |_| ()), 0);
/// assert_eq!(Filter { max_score: 32_000, ..Filter::default() }.expand(&game, |_| ()), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// No positions before this ply: openings were random.
    pub min_ply: u32,
    /// No positions after this ply: such games go nowhere.
    pub max_ply: u32,
    /// No scores beyond: mates and won games teach little.
    pub max_score: u16,
    /// No fewer pieces than that, kings included.
    pub min_pieces: u32,
    /// Positions in check are kept too.
    pub checks: bool,
    /// Positions in which a capture or promotion was played are kept too.
    pub tactics: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self { min_ply: 16, max_ply: 400, max_score: 10_000, min_pieces: 4, checks: false, tactics: false }
    }
}

impl Filter {
    /// True if a position is kept.
    pub fn keeps(&self, moment: &Moment<'_>) -> bool {
        moment.score.is_some_and(|score| score.unsigned_abs() <= self.max_score)
            && (self.min_ply..=self.max_ply).contains(&moment.ply)
            && (self.tactics || moment.mv.is_quiet())
            && moment.board.occupied().len() as u32 >= self.min_pieces
            && (self.checks || !moment.board.in_check())
    }

    /// Hands on the positions of a game that are kept, and returns how many.
    pub fn expand(&self, game: &Game, give: impl FnMut(Packed)) -> usize {
        self.expand_scored(game, &game.scores, give)
    }

    /// The same with other scores than those of the game, one for each of them. Which positions are kept does not change.
    pub fn expand_scored(&self, game: &Game, scores: &[i16], mut give: impl FnMut(Packed)) -> usize {
        let (mut kept, mut scores) = (0, scores.iter().copied());
        game.replay(|moment| {
            if let Some(score) = moment.score.and_then(|_| scores.next()).filter(|_| self.keeps(&moment)) {
                kept += 1;
                give(Packed::new(moment.board, moment.mv, score, game.result()));
            }
        });
        kept
    }
}
