//! Our boards as positions of the tablebase library, moved by our own rules. Those of the library would bring tables of
//! attacks into the program, of 0.7 million bytes.

use shakmaty::{ByColor, ByRole, Castles, CastlingMode, Chess, MoveList, Outcome, Position, RemainingChecks};
use shakmaty_syzygy::{Syzygy, TableType};
use std::num::NonZeroU32;
use vernier_chess::{Bitboard, Board, Color, Move, MoveKind, Role, Square};

/// A board without castling rights, which tablebases do not have.
#[derive(Clone)]
pub(super) struct Ending {
    board: Board,
    /// The same pieces.
    pieces: shakmaty::Board,
    castles: Castles,
}

impl Ending {
    /// Nothing if the library finds the pieces at odds with each other.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let castles = Castles::empty(CastlingMode::Standard);
        Some(Self { board: *board, pieces: pieces(board)?, castles })
    }

    /// One of our moves as the library writes it.
    fn written(&self, mv: Move) -> Option<shakmaty::Move> {
        let (from, to) = (square(mv.from()), square(mv.to()));
        if mv.is_en_passant() {
            return Some(shakmaty::Move::EnPassant { from, to });
        }
        let capture = self.board.role_at(mv.to()).map(role);
        let mover = role(self.board.role_at(mv.from())?);
        Some(shakmaty::Move::Normal { role: mover, from, capture, to, promotion: mv.promotion().map(role) })
    }
}

impl Position for Ending {
    fn board(&self) -> &shakmaty::Board {
        &self.pieces
    }

    fn promoted(&self) -> shakmaty::Bitboard {
        shakmaty::Bitboard::EMPTY
    }

    fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        None
    }

    fn turn(&self) -> shakmaty::Color {
        shakmaty::Color::from_white(self.board.turn() == Color::White)
    }

    fn castles(&self) -> &Castles {
        &self.castles
    }

    fn maybe_ep_square(&self) -> Option<shakmaty::Square> {
        self.board.en_passant().map(square)
    }

    fn remaining_checks(&self) -> Option<&ByColor<RemainingChecks>> {
        None
    }

    fn halfmoves(&self) -> u32 {
        u32::from(self.board.halfmove_clock())
    }

    fn fullmoves(&self) -> NonZeroU32 {
        NonZeroU32::MIN
    }

    fn legal_moves(&self) -> MoveList {
        self.board.legal_moves().iter().filter_map(|mv| self.written(*mv)).collect()
    }

    fn king_attackers(
        &self,
        square: shakmaty::Square,
        attacker: shakmaty::Color,
        occupied: shakmaty::Bitboard,
    ) -> shakmaty::Bitboard {
        let attackers = self.board.attackers(own_square(square), Bitboard(occupied.0));
        shakmaty::Bitboard(attackers.0) & self.pieces.by_color(attacker)
    }

    fn is_variant_end(&self) -> bool {
        false
    }

    fn has_insufficient_material(&self, color: shakmaty::Color) -> bool {
        self.board.has_insufficient_material_for(color.fold_wb(Color::White, Color::Black))
    }

    fn variant_outcome(&self) -> Outcome {
        Outcome::Unknown
    }

    fn play_unchecked(&mut self, mv: shakmaty::Move) {
        let next = read(mv).map(|mv| self.board.play_unchecked(mv));
        if let Some((next, pieces)) = next.and_then(|next| Some((next, pieces(&next)?))) {
            (self.board, self.pieces) = (next, pieces);
        }
    }
}

impl Syzygy for Ending {
    const TBW: TableType = Chess::TBW;
    const TBZ: TableType = Chess::TBZ;
    const ONE_KING: bool = Chess::ONE_KING;
    const CONNECTED_KINGS: bool = Chess::CONNECTED_KINGS;
    const CAPTURES_COMPULSORY: bool = Chess::CAPTURES_COMPULSORY;
    const MAX_PIECES: usize = Chess::MAX_PIECES;
}

/// A move of the library as ours; nothing for castling and for moves of other games.
fn read(mv: shakmaty::Move) -> Option<Move> {
    let (from, to) = (own_square(mv.from()?), own_square(mv.to()));
    let kind = match mv {
        shakmaty::Move::EnPassant { .. } => MoveKind::EnPassant,
        shakmaty::Move::Normal { promotion: Some(role), capture, .. } => {
            MoveKind::promotion(Role::ALL[role as usize - 1], capture.is_some())?
        }
        shakmaty::Move::Normal { capture: Some(_), .. } => MoveKind::Capture,
        shakmaty::Move::Normal { role: shakmaty::Role::Pawn, .. }
            if from.file() == to.file() && from.index().abs_diff(to.index()) == 16 =>
        {
            MoveKind::DoublePush
        }
        shakmaty::Move::Normal { .. } => MoveKind::Quiet,
        _ => return None,
    };
    Some(Move::new(from, to, kind))
}

fn pieces(board: &Board) -> Option<shakmaty::Board> {
    let role = |role| shakmaty::Bitboard(board.role(role).0);
    let color = |color| shakmaty::Bitboard(board.color(color).0);
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let colors = ByColor { white: color(Color::White), black: color(Color::Black) };
    shakmaty::Board::try_from_bitboards(roles, colors).ok()
}

fn role(role: Role) -> shakmaty::Role {
    shakmaty::Role::ALL[role as usize]
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square as u32)
}

fn own_square(square: shakmaty::Square) -> Square {
    Square::ALL[square as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::FromSetup;

    /// Compares each position of a tree with the library's own rules, which the program does without.
    fn compare(ending: &Ending, chess: &Chess, depth: u32) {
        let sorted = |mut moves: MoveList| {
            moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.promotion()));
            moves
        };
        let moves = sorted(chess.legal_moves());
        assert_eq!(sorted(ending.legal_moves()), moves, "{}", ending.board);
        assert_eq!((ending.board(), ending.turn()), (chess.board(), chess.turn()), "{}", ending.board);
        assert_eq!(ending.checkers(), chess.checkers(), "{}", ending.board);
        assert_eq!(ending.is_checkmate(), chess.is_checkmate(), "{}", ending.board);
        for mv in moves.into_iter().filter(|_| depth > 0) {
            let mut next = (ending.clone(), chess.clone());
            next.0.play_unchecked(mv);
            next.1.play_unchecked(mv);
            compare(&next.0, &next.1, depth - 1);
        }
    }

    #[test]
    fn endings_follow_the_rules_of_the_library() {
        // Promotions with and without captures, en passant both ways and pinned, checks, mates and stalemates.
        for fen in [
            "8/P6k/8/8/8/8/p6K/1N6 w - - 0 1",
            "8/8/8/K1pP3r/8/8/6k1/8 w - c6 0 2",
            "8/5k2/8/8/2pP4/8/8/3K4 b - d3 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
            "k7/8/1K6/8/8/8/1Q6/8 b - - 0 1",
        ] {
            let board: Board = fen.parse().expect(fen);
            let setup = fen.parse::<shakmaty::fen::Fen>().expect(fen).into_setup();
            let chess = Chess::from_setup(setup, CastlingMode::Standard).expect(fen);
            compare(&Ending::new(&board).expect(fen), &chess, 2);
        }
    }
}
