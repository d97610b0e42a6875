//! Positions beside those of the games, for a teacher to label.
//!
//! A search mostly evaluates positions that no game reaches: a poor move or two away from one that does. They need no search to
//! find, so there are as many of them as a teacher can label.

use vernier_chess::{Board, Move};
use vernier_engine::Rng;
use vernier_records::{Filter, Game, Packed};

/// Passes on up to `count` positions, one or two random moves away, for each position of a game that the filter keeps. The
/// filter's limits on pieces and checks apply to them too. Their score is zero until a teacher gives one.
pub fn expand(game: &Game, filter: &Filter, count: u32, mut give: impl FnMut(Packed)) {
    let mut rng = Rng::new(game.number);
    game.replay(|moment| {
        if !filter.keeps(&moment) {
            return;
        }
        for _ in 0..count {
            let plies = 1 + rng.below(2);
            let Some((_, board)) = rng.walk(moment.board, plies) else { continue };
            let enough = board.occupied().len() as u32 >= filter.min_pieces;
            if enough
                && (filter.checks || !board.in_check())
                && let Some(mv) = quiet_move(&board)
            {
                give(Packed::new(&board, mv, 0, game.result()));
            }
        }
    });
}

/// A legal move of a position in which no capture or promotion wins anything; nothing where one does.
fn quiet_move(board: &Board) -> Option<Move> {
    let moves = board.legal_moves();
    let loud = |mv: &&Move| !mv.is_quiet() && board.see_at_least(**mv, 1);
    if moves.iter().any(|mv| loud(&mv)) { None } else { moves.iter().copied().next() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_piece_is_not_quiet() {
        let quiet = |fen: &str| quiet_move(&fen.parse().expect("a position")).is_some();
        assert!(quiet("4k3/8/8/3p4/8/4N3/8/4K3 b - - 0 1"));
        assert!(!quiet("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"));
        assert!(!quiet("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
        assert!(!quiet("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "no legal move");
    }
}
