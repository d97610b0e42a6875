//! A line of moves, and where the captures in it come to rest.

use crate::chances::expected_points;
use crate::words;
use vernier_chess::{Board, Color, EXCHANGE_VALUES, Move, MoveKind, Role, Square};
use vernier_engine::Score;

/// Moves from a position, with what a search thinks of them.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it begins.
    pub start: Board,
    /// The moves, legal one after the other.
    pub moves: Vec<Move>,
    /// Its worth to the side to move at the start.
    pub score: Score,
    /// How deep it was searched.
    pub depth: u32,
}

/// The quiet end of a line: no check, and no capture that wins material.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    /// The moves up to it, with captures added if the line itself ends too early.
    pub(crate) moves: Vec<Move>,
    /// The position.
    pub(crate) board: Board,
}

/// A capture in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capture {
    /// Its place in the line, from zero.
    pub(crate) ply: usize,
    pub(crate) mv: Move,
    /// What is taken.
    pub(crate) role: Role,
    /// Where it is taken.
    pub(crate) square: Square,
    /// Where the piece that is taken stood when the line began.
    pub(crate) origin: Square,
}

/// A line that has not come to rest by then is played out: its later moves prove little.
const LONGEST: usize = 8;
/// More captures are not added to a line.
const MOST_ADDED: usize = 12;

impl Line {
    /// The position after this many of its moves.
    pub fn board(&self, plies: usize) -> Board {
        self.moves.iter().take(plies).fold(self.start, |board, mv| board.play(*mv))
    }

    /// The moves in words, with numbers.
    pub fn text(&self) -> String {
        words::line(&self.start, &self.moves)
    }

    /// The points that the side to move at the start may expect.
    pub(crate) fn expected(&self) -> f64 {
        expected_points(self.score, &self.start)
    }

    /// Where the line comes to rest.
    pub(crate) fn rest(&self) -> Rest {
        let mut board = self.start;
        let moves = &self.moves[..self.moves.len().min(LONGEST)];
        for (ply, mv) in moves.iter().enumerate() {
            if ply > 0 && !is_forcing(*mv) && is_quiet(&board) {
                return Rest { moves: self.moves[..ply].to_vec(), board };
            }
            board = board.play(*mv);
        }
        let mut moves = moves.to_vec();
        for _ in 0..MOST_ADDED {
            let Some(mv) = best_capture(&board, 1) else { break };
            board = board.play(mv);
            moves.push(mv);
        }
        Rest { moves, board }
    }

    /// Every capture among the first moves.
    pub(crate) fn captures(&self, plies: usize) -> Vec<Capture> {
        let mut found = Vec::new();
        let mut board = self.start;
        for (ply, mv) in self.moves.iter().copied().enumerate().take(plies) {
            if let Some((role, square)) = taken(&board, mv) {
                let origin = self.origin(ply, square);
                found.push(Capture { ply, mv, role, square, origin });
            }
            board = board.play(mv);
        }
        found
    }

    /// Where the piece that stands on a square after some moves stood when the line began.
    fn origin(&self, plies: usize, square: Square) -> Square {
        self.moves[..plies].iter().rev().fold(square, |at, mv| if mv.to() == at { mv.from() } else { at })
    }
}

/// True for a capture or a promotion.
fn is_forcing(mv: Move) -> bool {
    mv.is_capture() || mv.is_promotion()
}

/// What a move takes, and where.
pub(crate) fn taken(board: &Board, mv: Move) -> Option<(Role, Square)> {
    if !mv.is_capture() {
        return None;
    }
    let square = match mv.kind() {
        MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    };
    board.role_at(square).map(|role| (role, square))
}

/// The worth of one side's pieces less the other's, in hundredths of a pawn.
pub(crate) fn material(board: &Board, color: Color) -> i32 {
    let count = |color, role| board.pieces(color, role).len() as i32;
    Role::ALL.into_iter().map(|role| EXCHANGE_VALUES[role] * (count(color, role) - count(!color, role))).sum()
}

/// The capture or promotion that wins most by exchange, if it wins so much.
pub(crate) fn best_capture(board: &Board, least: i32) -> Option<Move> {
    let forcing = board.legal_moves().into_iter().filter(|mv| is_forcing(*mv));
    forcing
        .map(|mv| (board.see(mv), mv))
        .filter(|(won, _)| *won >= least)
        .max_by_key(|(won, _)| *won)
        .map(|(_, mv)| mv)
}

/// The position after a pass; `None` in check.
pub(crate) fn passed(board: &Board) -> Option<Board> {
    let mut board = *board;
    (!board.in_check()).then(|| {
        let _ = board.make_null();
        board
    })
}

/// Nobody is in check, the side to move wins nothing, and the other side threatens to win no piece.
fn is_quiet(board: &Board) -> bool {
    let Some(other) = passed(board) else { return false };
    best_capture(board, 100).is_none() && best_capture(&other, 200).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(fen: &str, moves: &str) -> Line {
        let start: Board = fen.parse().expect("a position");
        let mut board = start;
        let mut found = Vec::new();
        for word in moves.split(' ') {
            let mv = board.parse_san(word).expect("a move");
            board = board.play(mv);
            found.push(mv);
        }
        Line { start, moves: found, score: Score(0), depth: 1 }
    }

    #[test]
    fn a_line_becomes_quiet_after_the_recapture() {
        let line = line(
            "r1bqkbnr/pppp2pp/2n2p2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1",
            "Bxc6 dxc6 O-O Bd6 d3",
        );
        let rest = line.rest();
        assert_eq!(rest.moves.len(), 2);
        assert_eq!(material(&rest.board, Color::White), material(&line.start, Color::White));
    }

    #[test]
    fn a_short_line_is_extended() {
        let line = line("4k3/8/2n5/1B6/8/8/8/4K2R w - - 0 1", "Bxc6+");
        assert_eq!(material(&line.rest().board, Color::White), 800);
        let traded = self::line("4k3/1p6/2n5/1B6/8/8/8/4K2R w - - 0 1", "Bxc6+");
        assert_eq!(traded.rest().moves.len(), 2, "the pawn takes back");
    }

    #[test]
    fn captures_record_where_the_victim_came_from() {
        let line = line("4k3/8/2n5/8/8/8/8/R3K3 b - - 0 1", "Na5 Rxa5");
        let captures = line.captures(2);
        assert_eq!(captures.len(), 1);
        assert_eq!(
            (captures[0].role, captures[0].square, captures[0].origin),
            (Role::Knight, Square::A5, Square::C6)
        );
    }
}
