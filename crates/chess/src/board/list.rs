//! Legal moves as lists, by class, and one by one.

use super::Board;
use crate::generate::{Filter, PawnStep, Sink, generate};
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Move, MoveKind, MoveList, Rank, Role, Square};
use core::marker::PhantomData;

/// Which moves are wanted. `Noisy` and `Quiets` share `All` between them.
///
/// ```
/// use vernier_chess::{Board, MoveClass};
/// let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let count = |class| board.moves(class).len();
/// assert_eq!(count(MoveClass::Noisy) + count(MoveClass::Quiets), count(MoveClass::All));
/// assert_eq!(count(MoveClass::Evasions), 0);
/// # Ok::<(), vernier_chess::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveClass {
    /// Every legal move.
    All,
    /// Everything that takes, promotions and en passant included.
    Captures,
    /// Everything that promotes, taking or not.
    Promotions,
    /// Captures and promotions: what a quiescence search looks at.
    Noisy,
    /// Everything else, castling included.
    Quiets,
    /// Every legal move if in check, none otherwise.
    Evasions,
}

/// Writes moves out one by one.
pub(super) struct Each<S, V> {
    enemy: Bitboard,
    visit: V,
    side: PhantomData<S>,
}

impl<S: Side, V: FnMut(Move)> Each<S, V> {
    #[inline(always)]
    pub(super) fn of(board: &Board, visit: V) -> Self {
        Self { enemy: board.color(<S::Them as Side>::COLOR), visit, side: PhantomData }
    }
}

impl<S: Side, V: FnMut(Move)> Sink for Each<S, V> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        for to in to & self.enemy {
            (self.visit)(Move::new(from, to, MoveKind::Capture));
        }
        for to in to - self.enemy {
            (self.visit)(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, to: Bitboard) {
        let kind = match step {
            PawnStep::Push => MoveKind::Quiet,
            PawnStep::DoublePush => MoveKind::DoublePush,
            PawnStep::TakeWest | PawnStep::TakeEast => MoveKind::Capture,
        };
        for to in to {
            (self.visit)(Move::new(step.origin::<S>(to), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) {
        use MoveKind::*;
        let kinds = match step {
            PawnStep::Push | PawnStep::DoublePush => {
                [PromoteQueen, PromoteRook, PromoteBishop, PromoteKnight]
            }
            _ => [TakePromoteQueen, TakePromoteRook, TakePromoteBishop, TakePromoteKnight],
        };
        for to in to {
            for kind in kinds {
                (self.visit)(Move::new(step.origin::<S>(to), to, kind));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        (self.visit)(Move::new(from, to, MoveKind::EnPassant));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        (self.visit)(Move::new(king, rook, MoveKind::Castle));
    }
}

/// Adds up moves without writing any out.
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    const KNOWS_ROLES: bool = false;

    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) {
        self.0 += to.len() as u64;
    }

    #[inline(always)]
    fn pawns(&mut self, _: PawnStep, to: Bitboard) {
        self.0 += to.len() as u64;
    }

    #[inline(always)]
    fn promotions(&mut self, _: PawnStep, to: Bitboard) {
        self.0 += 4 * to.len() as u64;
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
}

impl Board {
    /// All legal moves.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// assert_eq!(Board::start().legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.moves(MoveClass::All)
    }

    /// The legal moves of a class.
    #[inline]
    pub fn moves(&self, class: MoveClass) -> MoveList {
        let mut list = MoveList::new();
        self.generate(class, &mut list);
        list
    }

    /// Adds the legal moves of a class to a list.
    #[inline]
    pub fn generate(&self, class: MoveClass, list: &mut MoveList) {
        self.for_each_move(class, |mv| list.push(mv));
    }

    /// Hands each legal move of a class to a visitor.
    ///
    /// ```
    /// use vernier_chess::{Board, MoveClass};
    /// let mut pushes = 0;
    /// Board::start().for_each_move(MoveClass::Quiets, |mv| pushes += u32::from(mv.from() < mv.to()));
    /// assert_eq!(pushes, 20);
    /// ```
    #[inline]
    pub fn for_each_move(&self, class: MoveClass, visit: impl FnMut(Move)) {
        if class == MoveClass::Evasions && !self.in_check() {
            return;
        }
        match self.turn() {
            Color::White => self.visit_moves::<White>(class, visit),
            Color::Black => self.visit_moves::<Black>(class, visit),
        }
    }

    #[inline(always)]
    fn visit_moves<S: Side>(&self, class: MoveClass, visit: impl FnMut(Move)) {
        generate::<S, _>(&self.position(), self.filter(class), &mut Each::<S, _>::of(self, visit));
    }

    /// How many legal moves there are; none is written out.
    pub fn count_moves(&self) -> usize {
        let mut count = Count(0);
        match self.turn() {
            Color::White => generate::<White, _>(&self.position(), Filter::ALL, &mut count),
            Color::Black => generate::<Black, _>(&self.position(), Filter::ALL, &mut count),
        }
        count.0 as usize
    }

    /// True if there is a legal move: neither mate nor stalemate.
    pub fn has_legal_moves(&self) -> bool {
        self.count_moves() > 0
    }

    /// True if the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_moves()
    }

    /// True if the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_moves()
    }

    #[inline(always)]
    fn filter(&self, class: MoveClass) -> Filter {
        let enemy = self.color(!self.turn());
        let last = self.turn().rank(Rank::Eighth).bitboard();
        let none = Bitboard::EMPTY;
        match class {
            MoveClass::All | MoveClass::Evasions => Filter::ALL,
            MoveClass::Captures => {
                Filter { pieces: enemy, pushes: none, takes: enemy, en_passant: true, castling: false }
            }
            MoveClass::Promotions => {
                Filter { pieces: none, pushes: last, takes: last, en_passant: false, castling: false }
            }
            MoveClass::Noisy => {
                Filter { pieces: enemy, pushes: last, takes: enemy, en_passant: true, castling: false }
            }
            MoveClass::Quiets => Filter {
                pieces: !self.occupied(),
                pushes: !last,
                takes: none,
                en_passant: false,
                castling: true,
            },
        }
    }
}
