//! Legal moves, generated once, as sets of squares.
//!
//! [`generate`] knows the rules; a [`Sink`] decides what happens to the moves: counting adds up how many squares each set has,
//! listing writes each move out, perft plays them. No move is made to see whether it was legal: pins and checks narrow the sets
//! beforehand.

use crate::position::{PieceSets, Position};
use crate::side::Side;
use crate::{Bitboard, Role, Square, Wing, attacks};

/// How a pawn got to where it is going.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PawnStep {
    Push,
    DoublePush,
    TakeWest,
    TakeEast,
}

impl PawnStep {
    /// Where a pawn of `S` came from.
    #[inline(always)]
    pub(crate) fn origin<S: Side>(self, to: Square) -> Square {
        let behind = S::behind(to);
        match self {
            Self::Push => behind,
            Self::DoublePush => S::behind(behind),
            Self::TakeWest => Square::masked(behind as u8 + 1),
            Self::TakeEast => Square::masked((behind as u8).wrapping_sub(1)),
        }
    }
}

/// Receives legal moves, many at a time.
pub(crate) trait Sink {
    /// False if it makes no difference which piece moves: then a queen may be given as a bishop and a rook.
    const KNOWS_ROLES: bool = true;

    /// A knight, bishop, rook, queen or king may go from `from` to each of `to`.
    fn piece(&mut self, role: Role, from: Square, to: Bitboard);
    /// Pawns may arrive on each of `to`.
    fn pawns(&mut self, step: PawnStep, to: Bitboard);
    /// Pawns may arrive on each of `to` and become any of four pieces.
    fn promotions(&mut self, step: PawnStep, to: Bitboard);
    /// A pawn may take en passant.
    fn en_passant(&mut self, from: Square, to: Square);
    /// The king may castle with that rook.
    fn castle(&mut self, king: Square, rook: Square);
}

/// Which moves are wanted, as sets of squares to arrive on.
#[derive(Clone, Copy)]
pub(crate) struct Filter {
    pub(crate) pieces: Bitboard,
    pub(crate) pushes: Bitboard,
    pub(crate) takes: Bitboard,
    pub(crate) en_passant: bool,
    pub(crate) castling: bool,
}

impl Filter {
    pub(crate) const ALL: Self = Self {
        pieces: Bitboard::ALL,
        pushes: Bitboard::ALL,
        takes: Bitboard::ALL,
        en_passant: true,
        castling: true,
    };
}

/// What attacks the king and what stands between.
#[derive(Clone, Copy)]
pub(crate) struct CheckInfo {
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// Diagonals from the king over one own piece to an enemy slider, the slider included.
    pub(crate) diagonal_pins: Bitboard,
    /// The same along files and ranks.
    pub(crate) orthogonal_pins: Bitboard,
}

impl CheckInfo {
    /// No check and no pin, whatever stands on the board.
    const NONE: Self =
        Self { checkers: Bitboard::EMPTY, diagonal_pins: Bitboard::EMPTY, orthogonal_pins: Bitboard::EMPTY };

    /// What attacks the king of `S`.
    #[inline(always)]
    pub(crate) fn to<S: Side>(position: &PieceSets) -> Self {
        let them = <S::Them as Side>::COLOR;
        let king = position.king(S::COLOR);
        let occupied = position.occupied();
        let mut info = Self {
            checkers: attacks::knight(king) & position.of(them, Role::Knight)
                | S::pawn(king) & position.of(them, Role::Pawn),
            diagonal_pins: Bitboard::EMPTY,
            orthogonal_pins: Bitboard::EMPTY,
        };
        for slider in attacks::diagonals(king) & position.diagonal(them) {
            info.look(king, slider, occupied, position.colors[S::COLOR], |info| &mut info.diagonal_pins);
        }
        for slider in attacks::orthogonals(king) & position.orthogonal(them) {
            info.look(king, slider, occupied, position.colors[S::COLOR], |info| &mut info.orthogonal_pins);
        }
        info
    }

    #[inline(always)]
    fn look(
        &mut self,
        king: Square,
        slider: Square,
        occupied: Bitboard,
        own: Bitboard,
        pins: impl Fn(&mut Self) -> &mut Bitboard,
    ) {
        let ray = attacks::between(king, slider);
        let blockers = ray & occupied;
        if blockers.is_empty() {
            self.checkers |= slider;
        } else if !blockers.many() && blockers.meets(own) {
            *pins(self) |= ray | slider;
        }
    }
}

/// Where pawns can go, but for checks to their king: whatever their pins allow.
pub(crate) struct PawnTargets {
    single: Bitboard,
    double: Bitboard,
    west: Bitboard,
    east: Bitboard,
}

impl PawnTargets {
    #[inline(always)]
    pub(crate) fn of<S: Side>(
        pawns: Bitboard,
        occupied: Bitboard,
        enemy: Bitboard,
        pins: &CheckInfo,
    ) -> Self {
        let CheckInfo { diagonal_pins, orthogonal_pins, .. } = *pins;
        let pushers = pawns - diagonal_pins;
        let single = (S::forward(pushers - orthogonal_pins)
            | S::forward(pushers & orthogonal_pins) & orthogonal_pins)
            & !occupied;
        let takers = pawns - orthogonal_pins;
        let (loose, pinned) = (takers - diagonal_pins, takers & diagonal_pins);
        Self {
            single,
            double: S::forward(single & S::THIRD) & !occupied,
            west: (S::take_west(loose) | S::take_west(pinned) & diagonal_pins) & enemy,
            east: (S::take_east(loose) | S::take_east(pinned) & diagonal_pins) & enemy,
        }
    }

    #[inline(always)]
    fn emit<S: Side>(&self, sink: &mut impl Sink) {
        let Self { single, double, west, east } = *self;
        sink.pawns(PawnStep::Push, single - S::EIGHTH);
        sink.pawns(PawnStep::DoublePush, double);
        sink.pawns(PawnStep::TakeWest, west - S::EIGHTH);
        sink.pawns(PawnStep::TakeEast, east - S::EIGHTH);
        if (single | west | east).meets(S::EIGHTH) {
            sink.promotions(PawnStep::Push, single & S::EIGHTH);
            sink.promotions(PawnStep::TakeWest, west & S::EIGHTH);
            sink.promotions(PawnStep::TakeEast, east & S::EIGHTH);
        }
    }

    /// How many moves that makes; promotions count four times.
    #[inline(always)]
    pub(crate) fn count<S: Side>(&self) -> u64 {
        let Self { single, double, west, east } = *self;
        let moves = single.len() + double.len() + west.len() + east.len();
        let promotions = if (single | west | east).meets(S::EIGHTH) {
            (single & S::EIGHTH).len() + (west & S::EIGHTH).len() + (east & S::EIGHTH).len()
        } else {
            0
        };
        (moves + 3 * promotions) as u64
    }
}

/// Gives the sink every legal move of `S` that the filter lets through.
#[inline(always)]
pub(crate) fn generate<S: Side, K: Sink>(position: &Position, filter: Filter, sink: &mut K) {
    let (us, them) = (S::COLOR, <S::Them as Side>::COLOR);
    let (own, enemy, occupied) = (position.colors[us], position.colors[them], position.occupied());
    let king = position.king(us);
    let pins = CheckInfo::to::<S>(&position.sets);
    let CheckInfo { checkers, diagonal_pins, orthogonal_pins } = pins;

    let free = king_moves::<S>(position, filter, sink);
    // In double check only the king moves.
    if checkers.many() {
        return;
    }
    let block = match checkers.first() {
        None => {
            if filter.castling && position.castling.meets(S::FIRST) {
                castling::<S>(position, free, orthogonal_pins, sink);
            }
            Bitboard::ALL
        }
        Some(checker) => attacks::between(king, checker) | checker,
    };

    let target = filter.pieces & block & !own;
    let pinned = diagonal_pins | orthogonal_pins;
    let loose = own & !pinned;
    let roles = &position.roles;
    for from in roles[Role::Knight] & loose {
        sink.piece(Role::Knight, from, attacks::knight(from) & target);
    }
    let queens = if K::KNOWS_ROLES { Bitboard::EMPTY } else { roles[Role::Queen] };
    for from in (roles[Role::Bishop] | queens) & loose {
        sink.piece(Role::Bishop, from, attacks::bishop(from, occupied) & target);
    }
    for from in (roles[Role::Rook] | queens) & loose {
        sink.piece(Role::Rook, from, attacks::rook(from, occupied) & target);
    }
    if K::KNOWS_ROLES {
        for from in roles[Role::Queen] & loose {
            sink.piece(Role::Queen, from, attacks::queen(from, occupied) & target);
        }
    }
    // A pinned slider stays on its line. Lines of different pins never cross on a square it can reach.
    if pinned.meets(own) {
        for from in roles[Role::Bishop] & own & diagonal_pins {
            sink.piece(Role::Bishop, from, attacks::bishop(from, occupied) & target & diagonal_pins);
        }
        for from in roles[Role::Rook] & own & orthogonal_pins {
            sink.piece(Role::Rook, from, attacks::rook(from, occupied) & target & orthogonal_pins);
        }
        for from in roles[Role::Queen] & own & diagonal_pins {
            sink.piece(Role::Queen, from, attacks::bishop(from, occupied) & target & diagonal_pins);
        }
        for from in roles[Role::Queen] & own & orthogonal_pins {
            sink.piece(Role::Queen, from, attacks::rook(from, occupied) & target & orthogonal_pins);
        }
    }

    let pawns = roles[Role::Pawn] & own;
    let PawnTargets { single, double, west, east } = PawnTargets::of::<S>(pawns, occupied, enemy, &pins);
    let (pushes, takes) = (block & filter.pushes, block & filter.takes);
    PawnTargets { single: single & pushes, double: double & pushes, west: west & takes, east: east & takes }
        .emit::<S>(sink);
    if let Some(to) = position.en_passant
        && filter.en_passant
    {
        for from in S::Them::pawn(to) & pawns {
            if position.may_take_en_passant::<S>(from, to) {
                sink.en_passant(from, to);
            }
        }
    }
}

/// Gives the sink every move of `S` by the way its pieces go, even if it leaves the king in check.
#[inline(always)]
pub(crate) fn generate_pseudo_legal<S: Side>(position: &Position, sink: &mut impl Sink) {
    let (us, them) = (S::COLOR, <S::Them as Side>::COLOR);
    let (own, enemy, occupied) = (position.colors[us], position.colors[them], position.occupied());
    let king = position.king(us);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for from in position.roles[role] & own {
            sink.piece(role, from, attacks::of(role, us, from, occupied) - own);
        }
    }
    for rook in position.castling & S::FIRST {
        if !castling_path::<S>(king, rook).all().meets(occupied ^ king ^ rook) {
            sink.castle(king, rook);
        }
    }
    let pawns = position.roles[Role::Pawn] & own;
    PawnTargets::of::<S>(pawns, occupied, enemy, &CheckInfo::NONE).emit::<S>(sink);
    if let Some(to) = position.en_passant {
        for from in S::Them::pawn(to) & pawns {
            sink.en_passant(from, to);
        }
    }
}

/// Gives the sink the king's steps and returns all squares around it that are safe to enter.
#[inline(always)]
fn king_moves<S: Side>(position: &Position, filter: Filter, sink: &mut impl Sink) -> Bitboard {
    let (us, them) = (S::COLOR, <S::Them as Side>::COLOR);
    let king = position.king(us);
    // The king does not block the slider it runs from.
    let occupied = position.occupied() ^ king;
    let guarded = S::Them::pawn_attacks(position.of(them, Role::Pawn)) | attacks::king(position.king(them));
    let mut safe = attacks::king(king) & !position.colors[us] & !guarded;
    for to in safe {
        if position.hit_by_piece(them, to, occupied) {
            safe ^= to;
        }
    }
    sink.piece(Role::King, king, safe & filter.pieces);
    safe
}

/// The squares that must be empty for castling, but for the two that castle.
pub(crate) struct CastlingPath {
    /// Where the king goes, without the square it leaves.
    pub(crate) king: Bitboard,
    rook: Bitboard,
}

impl CastlingPath {
    #[inline(always)]
    pub(crate) fn all(&self) -> Bitboard {
        self.king | self.rook
    }
}

/// The way of the king and of the rook of `S` when they castle.
#[inline(always)]
pub(crate) fn castling_path<S: Side>(king: Square, rook: Square) -> CastlingPath {
    let wing = Wing::of(king, rook);
    let (king_to, rook_to) = (wing.king_target(S::COLOR), wing.rook_target(S::COLOR));
    CastlingPath {
        king: (attacks::between(king, king_to) | king_to) - king,
        rook: attacks::between(rook, rook_to) | rook_to,
    }
}

/// Gives the sink castling moves; the king is not in check.
#[inline(always)]
pub(crate) fn castling<S: Side>(
    position: &Position,
    safe: Bitboard,
    orthogonal_pins: Bitboard,
    sink: &mut impl Sink,
) {
    let (us, them) = (S::COLOR, <S::Them as Side>::COLOR);
    let king = position.king(us);
    let occupied = position.occupied() ^ king;
    for rook in position.castling & S::FIRST {
        let path = castling_path::<S>(king, rook);
        if path.all().meets(occupied ^ rook) {
            continue;
        }
        // A rook that shields the king from its own rank must stay (only Chess960 has such).
        if orthogonal_pins.has(rook) {
            continue;
        }
        let guarded =
            S::Them::pawn_attacks(position.of(them, Role::Pawn)) | attacks::king(position.king(them));
        let near = attacks::king(king);
        // A rook beside its king is in the way of a step but not of castling, so its square is judged with the rest.
        let near = path.king & (near - rook);
        let unsafe_near = (near - safe).any();
        let rest = path.king - near;
        let unsafe_far =
            rest.meets(guarded) || rest.into_iter().any(|to| position.hit_by_piece(them, to, occupied));
        if !unsafe_near && !unsafe_far {
            sink.castle(king, rook);
        }
    }
}
