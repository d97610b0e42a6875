//! Perft that can be stopped.

use super::work::StopSignal;
use vernier_chess::{Board, Move, MoveList, perft};

/// The deepest count that a session takes on.
pub(super) const MAX_DEPTH: u32 = 1_000;

/// Trees of this depth are counted in one go, between two looks at the signal.
const WHOLE: u32 = 3;

/// The leaves after each legal move, passed on as they are counted, and their sum; `None` if the count was stopped.
pub(super) fn divide(
    board: &Board,
    depth: u32,
    stop: &StopSignal,
    mut give: impl FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0u64;
    for mv in board.legal_moves() {
        let leaves = count(board.play(mv), depth - 1, stop)?;
        give(mv, leaves);
        total = total.saturating_add(leaves);
    }
    Some(total)
}

/// The leaves of a tree. The path to the present node lies on the heap, however deep it is.
fn count(root: Board, depth: u32, stop: &StopSignal) -> Option<u64> {
    let mut path: Vec<(Board, MoveList, usize)> = Vec::new();
    let mut total = 0u64;
    let mut next = Some(root);
    loop {
        if stop.is_raised() {
            return None;
        }
        if let Some(board) = next.take() {
            let left = depth - path.len() as u32;
            if left <= WHOLE {
                total = total.saturating_add(perft(&board, left));
            } else {
                path.push((board, board.legal_moves(), 0));
            }
        }
        let Some((board, moves, index)) = path.last_mut() else { return Some(total) };
        match moves.get(*index) {
            Some(mv) => {
                *index += 1;
                next = Some(board.play(*mv));
            }
            None => drop(path.pop()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_match_the_library() {
        let board: Board =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        for depth in 0..=4 {
            let mut sum = 0;
            let total = divide(&board, depth, &StopSignal::default(), |_, leaves| sum += leaves);
            assert_eq!(total, Some(perft(&board, depth)), "depth {depth}");
            assert!(depth == 0 || Some(sum) == total);
        }
        assert_eq!(divide(&Board::start(), 5, &StopSignal::default(), |_, _| ()), Some(4_865_609));
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let stop = StopSignal::default();
        let mut given = 0;
        let total = divide(&Board::start(), 5, &stop, |_, _| {
            given += 1;
            stop.raise();
        });
        assert_eq!((total, given), (None, 1));
    }
}
