//! Ideas about the evaluation that can be switched on to be measured. None is on unless it has won a match.
//!
//! What a position shows becomes weights ([`Experiments::applied_to`]), so that terms, breakdown and tuner treat it
//! like any other weight. What only a move shows is kept along the line by [`MoveBonuses`](super::moves::MoveBonuses).

use super::{Tapered, Weights};
use crate::Parameters;
use vernier_chess::{File, Rank, Role, Square};

/// The experiments that are on. Zero, nothing and false mean off.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Experiments {
    /// Points for castling, in place of what the king's squares are worth.
    pub(crate) castling: i32,
    /// King squares off its home count only where it seems to have castled.
    pub(crate) squares_after_castling: bool,
    /// Points for a minor piece that takes a bishop, in place of the bishop pair.
    pub(crate) bishop_capture: i32,
    /// Points lost by a queen that takes a pawn on b2, g2, b7 or g7.
    pub(crate) poisoned_pawn: i32,
    /// Thousandths of a material lead gained by each piece traded ...
    pub(crate) trade_share: i32,
    /// ... by the side that is ahead by this much.
    pub(crate) trade_lead: i32,
    /// A passed pawn on the seventh rank whose whole path is defended.
    pub(crate) passed_path: Tapered,
    /// A pawn that attacks a pawn and is defended by another.
    pub(crate) pawn_tension: Tapered,
}

impl Experiments {
    pub(crate) fn of(p: &Parameters) -> Self {
        let on = |switch: bool, points: i32| if switch { points } else { 0 };
        Self {
            castling: on(p.hand_castling, p.hand_castling_points),
            squares_after_castling: p.hand_castled_squares,
            bishop_capture: on(p.hand_bishop_capture, p.hand_bishop_capture_points),
            poisoned_pawn: on(p.hand_poisoned_pawn, p.hand_poisoned_pawn_points),
            trade_share: on(p.hand_trades, p.hand_trades_share),
            trade_lead: on(p.hand_trades, p.hand_trades_lead),
            passed_path: Tapered::new(
                on(p.hand_passed_path, p.hand_passed_path_middlegame),
                on(p.hand_passed_path, p.hand_passed_path_endgame),
            ),
            pawn_tension: Tapered::new(
                on(p.hand_pawn_tension, p.hand_pawn_tension_middlegame),
                on(p.hand_pawn_tension, p.hand_pawn_tension_endgame),
            ),
        }
    }

    /// The weights with those of the experiments in place.
    pub(crate) fn applied_to(&self, base: &Weights) -> Weights {
        let mut weights = base.clone();
        let home = base.squares[Role::King][Square::E1];
        for file in File::ALL {
            let square = Square::new(file, Rank::First);
            let gain = base.squares[Role::King][square] - home;
            if self.castling != 0 {
                weights.squares[Role::King][square] -= gain;
            } else if self.squares_after_castling {
                weights.uncastled_king[file] -= gain;
            }
        }
        if self.bishop_capture != 0 {
            weights.bishop_pair = Tapered::ZERO;
        }
        // From nothing on the first rank to all of it on the seventh, faster and faster.
        for rank in Rank::ALL {
            let steps = rank.index().min(6) as i32;
            let part = |points: i32| points * steps * steps / 36;
            weights.passed_defended_path[rank] +=
                Tapered::new(part(self.passed_path.middlegame()), part(self.passed_path.endgame()));
        }
        weights.pawn_tension += self.pawn_tension;
        weights
    }
}
