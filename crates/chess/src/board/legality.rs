//! Questions about a single move.

use super::Board;
use crate::generate::CheckInfo;
use crate::side::{Black, White};
use crate::{Bitboard, Color, Move, MoveKind, Piece, Rank, Role, Square, Wing, attacks};

const KING: usize = Role::King as usize;

/// Which moves of a position are legal, with checks and pins found once; [`Board::legality`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct Legality<'a> {
    board: &'a Board,
    king: Square,
    /// Where any piece but the king must land: everywhere, or where a check is answered.
    targets: Bitboard,
    /// The lines from the king over one own piece to an enemy slider.
    pins: Bitboard,
}

impl Legality<'_> {
    /// True if the move is legal, whatever it is.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal_if(mv, |role| {
            if role == KING {
                return self.board.is_king_safe_after(mv, true);
            }
            let (from, to) = (mv.from(), mv.to());
            self.targets.has(to) & (!self.pins.has(from) | attacks::line(self.king, from).has(to))
        })
    }
}

impl Board {
    /// True if the move is legal here, whatever it is: a move from a hash table, a book or a network may be any
    /// sixteen bits.
    ///
    /// ```
    /// use vernier_chess::{Board, Move, MoveKind, Square};
    /// let board = Board::start();
    /// assert!(board.is_legal(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)));
    /// assert!(!board.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Quiet)));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_if(mv, |role| self.is_king_safe_after(mv, role == KING))
    }

    /// Finds once what is needed to check many moves of this position. For more than a few moves this is faster than
    /// [`Board::is_legal`].
    ///
    /// ```
    /// use vernier_chess::{Board, Move};
    /// let board = Board::start();
    /// let legality = board.legality();
    /// let every = (0..=u16::MAX).filter_map(Move::from_bits);
    /// assert_eq!(every.filter(|mv| legality.is_legal(*mv)).count(), 20);
    /// ```
    pub fn legality(&self) -> Legality<'_> {
        let info = match self.turn() {
            Color::White => CheckInfo::to::<White>(&self.sets),
            Color::Black => CheckInfo::to::<Black>(&self.sets),
        };
        let king = self.king(self.turn());
        let targets = match info.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if info.checkers.many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checker,
        };
        Legality { board: self, king, targets, pins: info.diagonal_pins | info.orthogonal_pins }
    }

    /// True if a move is legal. `is_king_safe` gets the number of the mover's role and decides for ordinary moves; castling
    /// and en passant are checked separately.
    #[inline(always)]
    fn is_legal_if(&self, mv: Move, is_king_safe: impl FnOnce(usize) -> bool) -> bool {
        let (us, from, to) = (self.turn(), mv.from(), mv.to());
        if !self.color(us).has(from) {
            return false;
        }
        if mv.is_special() {
            return self.is_special_legal(mv);
        }
        // Whatever could take the king has given check, and then it is not its turn.
        let landing = if mv.is_capture() { self.color(!us) } else { !self.occupied() };
        let role = self.role_index_at(from);
        landing.has(to) && self.is_way(mv, role) && is_king_safe(role)
    }

    /// The number of the role of what stands on a square; beyond all roles if nothing does.
    #[inline(always)]
    fn role_index_at(&self, square: Square) -> usize {
        self.squares[square].map_or(Role::COUNT, Piece::role_index)
    }

    /// True if castling or en passant is legal.
    #[inline(never)]
    fn is_special_legal(&self, mv: Move) -> bool {
        let (us, from, to) = (self.turn(), mv.from(), mv.to());
        if mv.is_castle() {
            return self.may_castle(from, to);
        }
        self.pieces(us, Role::Pawn).has(from)
            && self.en_passant() == Some(to)
            && attacks::pawn(us, from).has(to)
            && self.may_take_en_passant(from, to)
    }

    /// True if a piece of the role with that number may go this way, neither castling nor en passant, as far as its king
    /// is safe. It does not land on an own piece, and takes where there is something to take.
    #[inline(always)]
    pub(crate) fn is_way(&self, mv: Move, role: usize) -> bool {
        if role == Role::Pawn as usize {
            return self.pawn_reaches(mv);
        }
        mv.is_plain() & attacks::reaches(role, mv.from(), mv.to(), self.occupied())
    }

    /// True if the king is not attacked after a move that is legal in every other respect; castling aside.
    #[inline(always)]
    pub(crate) fn leaves_king_safe(&self, mv: Move, is_king: bool) -> bool {
        if mv.is_en_passant() {
            return self.may_take_en_passant(mv.from(), mv.to());
        }
        self.is_king_safe_after(mv, is_king)
    }

    /// [`Board::leaves_king_safe`] for a move that is not en passant.
    #[inline(always)]
    fn is_king_safe_after(&self, mv: Move, is_king: bool) -> bool {
        let us = self.turn();
        let king = if is_king { mv.to() } else { self.king(us) };
        let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| self.role(role));
        let enemies = self.color(!us) - mv.to();
        let view = attacks::view(king);
        let leapers = view.pawn[us] & pawns | view.knight & knights | view.king & kings;
        if leapers.meets(enemies) {
            return false;
        }
        // Few sliders stand on the king's lines; asking each is cheaper than looking the king's own view up.
        let sliders = view.diagonals & (bishops | queens) | view.orthogonals & (rooks | queens);
        let sliders = sliders & enemies;
        if sliders.is_empty() {
            return true;
        }
        let occupied = (self.occupied() ^ mv.from()) | mv.to();
        !sliders.into_iter().any(|slider| !attacks::between(king, slider).meets(occupied))
    }

    /// True if the geometry and the kind of a pawn move fit.
    #[inline(always)]
    fn pawn_reaches(&self, mv: Move) -> bool {
        let (us, from, to) = (self.turn(), mv.from(), mv.to());
        if mv.is_promotion() != (to.rank() == us.rank(Rank::Eighth)) {
            return false;
        }
        if mv.is_capture() {
            return attacks::pawn(us, from).has(to);
        }
        let ahead = |set: Bitboard| match us {
            Color::White => set.north() - self.occupied(),
            Color::Black => set.south() - self.occupied(),
        };
        let single = ahead(from.bitboard());
        if mv.is_double_push() { ahead(single & us.rank(Rank::Third)).has(to) } else { single.has(to) }
    }

    fn may_castle(&self, king: Square, rook: Square) -> bool {
        let us = self.turn();
        if self.king(us) != king || !(self.castling().rooks() & self.color(us)).has(rook) || self.in_check() {
            return false;
        }
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) = (wing.king_target(us), wing.rook_target(us));
        let king_path = attacks::between(king, king_to) | king_to;
        let path = king_path | attacks::between(rook, rook_to) | rook_to;
        let others = self.occupied() ^ king ^ rook;
        let landed = others | king_to | rook_to;
        !path.meets(others)
            && !(king_path - king)
                .into_iter()
                .any(|square| self.is_attacked(square, !us, self.occupied() ^ king))
            && !self.is_attacked(king_to, !us, landed)
    }

    /// True if a legal move checks the opponent.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board: Board = "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1".parse()?;
    /// assert!(board.gives_check(board.parse_uci("a1a8")?));
    /// assert!(!board.gives_check(board.parse_uci("a1a7")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.turn();
        let king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.role_at(from) else { return false };
        let mut occupied = (self.occupied() ^ from) | to;
        match mv.kind() {
            MoveKind::Castle => {
                let wing = Wing::of(from, to);
                let rook_to = wing.rook_target(us);
                occupied = (self.occupied() ^ from ^ to) | wing.king_target(us) | rook_to;
                return attacks::rook(rook_to, occupied).has(king)
                    || self.sliders_hit(king, us, to.bitboard(), occupied);
            }
            MoveKind::EnPassant => occupied ^= Square::new(to.file(), from.rank()),
            _ => {}
        }
        let arrives_as = mv.promotion().unwrap_or(mover);
        attacks::of(arrives_as, us, to, occupied).has(king)
            || self.sliders_hit(king, us, from.bitboard(), occupied)
    }

    /// True if a slider of `by` other than those in `gone` sees the square.
    #[inline]
    fn sliders_hit(&self, square: Square, by: Color, gone: Bitboard, occupied: Bitboard) -> bool {
        (attacks::bishop(square, occupied) & (self.sets.diagonal(by) - gone)).any()
            || (attacks::rook(square, occupied) & (self.sets.orthogonal(by) - gone)).any()
    }
}
