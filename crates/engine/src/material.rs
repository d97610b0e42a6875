//! The evaluator for debugging: material and a pull towards the centre, so little that one can work it out by hand.

use crate::{Changes, Evaluator, Score};
use vernier_chess::{Board, ByRole, Color, Rank, Role, Square};

/// Counts material, and adds a little for central squares and advanced pawns.
#[derive(Clone, Copy, Default, Debug)]
pub struct Material;

const VALUES: ByRole<i32> = ByRole([100, 320, 330, 500, 950, 0]);

impl Material {
    fn of(board: &Board, color: Color) -> i32 {
        Role::ALL
            .into_iter()
            .flat_map(|role| board.pieces(color, role).into_iter().map(move |square| (role, square)))
            .map(|(role, square)| VALUES[role] + Self::bonus(role, color.square(square)))
            .sum()
    }

    /// What a square adds, seen from White's side.
    fn bonus(role: Role, square: Square) -> i32 {
        let centre = |index: usize| 3 - (2 * index as i32 - 7).abs() / 2;
        let central = centre(square.file().index()) + centre(square.rank().index());
        match role {
            Role::Pawn => 4 * square.rank().index() as i32 + centre(square.file().index()),
            Role::Knight => 6 * central,
            Role::Bishop => 3 * central,
            Role::Rook => 10 * i32::from(square.rank() == Rank::Seventh),
            Role::Queen => central,
            Role::King => -4 * central,
        }
    }
}

impl Evaluator for Material {
    fn reset(&mut self, _: &Board) {}

    fn push(&mut self, _: &Changes) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, board: &Board) -> Score {
        Score(Self::of(board, board.turn()) - Self::of(board, !board.turn()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_symmetric() {
        let board: Board = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".parse().expect("a legal position");
        assert_eq!(Material.evaluate(&board), Score(950));
        let board: Board = "q3k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a legal position");
        assert_eq!(Material.evaluate(&board), Score(-950));
        assert_eq!(Material.evaluate(&Board::start()), Score::DRAW);
    }
}
