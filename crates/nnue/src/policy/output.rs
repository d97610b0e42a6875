//! Which rows of the output layer make up a move's logit.
//!
//! The first row says where the move goes and whether its exchange loses: one of 1,792 pairs of squares a queen's or a
//! knight's move apart, or one of 88 promotions, twice. The second says what the move is: who moves, what it takes,
//! whether the exchange loses, whether it gives check. Castling is the king's move to its rook, as everywhere.

use crate::feature::View;
use vernier_chess::{Board, Move, Role};

/// Pairs of squares a queen's or a knight's move apart.
const PAIRS: usize = 1792;
/// Promotions: eight pushes and fourteen captures, to four roles.
const PROMOTIONS: usize = 88;
/// Places to go.
pub const DESTINATIONS: usize = PAIRS + PROMOTIONS;
/// Rows that say where a move goes: every destination with a sound and with a losing exchange.
pub const PLACES: usize = 2 * DESTINATIONS;
/// Rows that say what a move is: six roles, six victims (or none), losing or not, check or not.
pub const CHARACTERS: usize = 6 * 6 * 2 * 2;
/// All rows.
pub const ROWS: usize = PLACES + CHARACTERS;

/// The number of each pair of squares; those that no piece connects are not used.
static PAIR: [[u16; 64]; 64] = pairs();

const fn pairs() -> [[u16; 64]; 64] {
    let mut table = [[u16::MAX; 64]; 64];
    let (mut from, mut next) = (0usize, 0);
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let files = (from % 8).abs_diff(to % 8);
            let ranks = (from / 8).abs_diff(to / 8);
            let line = files == 0 || ranks == 0 || files == ranks;
            if from != to && (line || files * ranks == 2) {
                table[from][to] = next;
                next += 1;
            }
            to += 1;
        }
        from += 1;
    }
    assert!(next as usize == PAIRS);
    table
}

/// The two rows of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    /// Where it goes, below [`PLACES`].
    pub place: usize,
    /// What it is, below [`CHARACTERS`]. Its row comes after all places.
    pub character: usize,
}

impl Rows {
    /// The rows of a legal move; `view` is that of the side to move.
    #[inline]
    pub fn of(board: &Board, view: View, mv: Move) -> Self {
        let losing = usize::from(!board.see_at_least(mv, 0));
        let mover = board.role_at(mv.from()).unwrap_or(Role::Pawn);
        let victim = match mv.is_capture() {
            false => 0,
            // En passant takes a pawn that does not stand where the move goes.
            true => 1 + board.role_at(mv.to()).unwrap_or(Role::Pawn) as usize,
        };
        let check = usize::from(board.gives_check(mv));
        Self {
            place: 2 * destination(view, mv) + losing,
            character: ((mover as usize * 6 + victim) * 2 + losing) * 2 + check,
        }
    }
}

/// The number of a move's destination, below [`DESTINATIONS`].
#[inline]
pub fn destination(view: View, mv: Move) -> usize {
    let (from, to) = (view.square(mv.from()) as usize, view.square(mv.to()) as usize);
    match mv.promotion() {
        None => usize::from(PAIR[from][to]),
        // From the a-file there are two ways, from the others three: 3 * file + step counts them without gaps.
        Some(role) => PAIRS + 4 * (2 * (from % 8) + to % 8) + role as usize - Role::Knight as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn legal_moves_never_share_a_row() {
        let fens = [
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
        ];
        for fen in fens {
            let board: Board = fen.parse().expect("legal");
            let view = View::of(&board, board.turn());
            let moves = board.legal_moves();
            let rows: Vec<Rows> = moves.iter().map(|mv| Rows::of(&board, view, *mv)).collect();
            assert!(rows.iter().all(|rows| rows.place < PLACES && rows.character < CHARACTERS), "{fen}");
            let places: HashSet<usize> = rows.iter().map(|rows| rows.place).collect();
            assert_eq!(places.len(), moves.len(), "{fen}");
        }
    }

    #[test]
    fn promotions_are_counted_without_gaps() {
        // Black promotes by pushing and taking on every file, seen from its own side and mirrored both ways.
        let mut seen = HashSet::new();
        for fen in [
            "1N1N1N1N/P1P1P1P1/8/8/8/8/8/K6k w - - 0 1",
            "N1N1N1N1/1P1P1P1P/8/8/8/8/8/K6k w - - 0 1",
            "1n1n1n1n/P1P1P1P1/8/8/8/8/8/K6k w - - 0 1",
            "n1n1n1n1/1P1P1P1P/8/8/8/8/8/K6k w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("legal");
            let view = View::of(&board, board.turn());
            let promotions =
                board.legal_moves().iter().copied().filter(|mv| mv.is_promotion()).collect::<Vec<_>>();
            seen.extend(promotions.into_iter().map(|mv| destination(view, mv)));
        }
        let mut seen: Vec<usize> = seen.into_iter().collect();
        seen.sort_unstable();
        assert_eq!(seen, (PAIRS..DESTINATIONS).collect::<Vec<_>>());
    }
}
