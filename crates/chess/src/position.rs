//! What move generation needs to know, and nothing more: ten words that are cheap to copy.

use crate::side::{Black, Side, White};
use crate::{Bitboard, ByColor, ByRole, Color, Key, Rank, Role, Square, Wing, attacks};

/// Where the pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceSets {
    pub(crate) colors: ByColor<Bitboard>,
    pub(crate) roles: ByRole<Bitboard>,
}

/// Where the pieces stand, who may castle and what can be taken en passant. Whose turn it is, is a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) sets: PieceSets,
    /// The rooks that may castle.
    pub(crate) castling: Bitboard,
    /// The square behind a pawn that has just made a double push, if an enemy pawn stands ready to take it,
    /// pinned or not.
    pub(crate) en_passant: Option<Square>,
}

impl PieceSets {
    #[inline(always)]
    pub(crate) const fn occupied(&self) -> Bitboard {
        let [white, black] = self.colors.0;
        Bitboard(white.0 | black.0)
    }

    #[inline(always)]
    pub(crate) const fn of(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.colors.get(color).0 & self.roles.get(role).0)
    }

    /// The king's square. A board without kings never gets past validation.
    #[inline(always)]
    pub(crate) const fn king(&self, color: Color) -> Square {
        Square::masked(self.of(color, Role::King).0.trailing_zeros() as u8)
    }

    /// The rook that `K`, `Q`, `k` or `q` means in a FEN; see [`Setup::outermost_rook`](crate::Setup::outermost_rook).
    pub(crate) fn outermost_rook(&self, color: Color, wing: Wing) -> Square {
        let home = color.rank(Rank::First);
        let king = (self.of(color, Role::King) & home).first();
        let rooks = self.of(color, Role::Rook) & home;
        let rook = king.and_then(|king| match wing {
            Wing::King => rooks.last().filter(|rook| *rook > king),
            Wing::Queen => rooks.first().filter(|rook| *rook < king),
        });
        rook.unwrap_or(Square::new(wing.edge_file(), home))
    }

    /// The part of the key that those castling rooks make up, with the kings where they stand.
    pub(crate) fn castling_key(&self, rooks: Bitboard) -> Key {
        let key = |color: Color| {
            Key::castling_rooks(color, self.king(color), rooks & color.rank(Rank::First).bitboard())
        };
        key(Color::White) ^ key(Color::Black)
    }

    /// True if a color has more pieces of a role than it began with, so that a pawn must have been promoted. Bishops count by
    /// the color of their squares.
    #[inline(always)]
    pub(crate) fn has_promoted(&self, color: Color) -> bool {
        let rest = |set: Bitboard| Bitboard(set.0 & set.0.wrapping_sub(1));
        let bishops = self.of(color, Role::Bishop);
        let second = rest(self.of(color, Role::Queen))
            | rest(bishops & Bitboard::LIGHT)
            | rest(bishops & Bitboard::DARK);
        let third = rest(rest(self.of(color, Role::Rook))) | rest(rest(self.of(color, Role::Knight)));
        (second | third).any()
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(crate) fn diagonal(&self, color: Color) -> Bitboard {
        self.colors[color] & (self.roles[Role::Bishop] | self.roles[Role::Queen])
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(crate) fn orthogonal(&self, color: Color) -> Bitboard {
        self.colors[color] & (self.roles[Role::Rook] | self.roles[Role::Queen])
    }

    /// Everything of both colors that attacks a square, sliders looking through what `occupied` leaves out.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let roles = &self.roles;
        attacks::pawn(Color::Black, square) & self.of(Color::White, Role::Pawn)
            | attacks::pawn(Color::White, square) & self.of(Color::Black, Role::Pawn)
            | attacks::knight(square) & roles[Role::Knight]
            | attacks::king(square) & roles[Role::King]
            | attacks::bishop(square, occupied) & (roles[Role::Bishop] | roles[Role::Queen])
            | attacks::rook(square, occupied) & (roles[Role::Rook] | roles[Role::Queen])
    }

    /// The enemy pieces that attack the king of a color, the other king included. Few sliders stand on its lines, and asking
    /// each is cheaper than looking attacks up.
    #[inline]
    pub(crate) fn checkers(&self, color: Color) -> Bitboard {
        let (king, them, occupied) = (self.king(color), !color, self.occupied());
        let (view, roles) = (attacks::view(king), &self.roles);
        let leapers = view.pawn[color] & roles[Role::Pawn]
            | view.knight & roles[Role::Knight]
            | view.king & roles[Role::King];
        let sliders = view.diagonals & self.diagonal(them) | view.orthogonals & self.orthogonal(them);
        let sees = |slider: &Square| !attacks::between(king, *slider).meets(occupied);
        leapers & self.colors[them] | sliders.into_iter().filter(sees).collect::<Bitboard>()
    }

    /// True if knights, bishops, rooks or queens of that color attack the square.
    #[inline(always)]
    pub(crate) fn hit_by_piece(&self, color: Color, square: Square, occupied: Bitboard) -> bool {
        let knights = attacks::knight(square) & self.of(color, Role::Knight);
        let diagonal = attacks::bishop(square, occupied) & self.diagonal(color);
        let orthogonal = attacks::rook(square, occupied) & self.orthogonal(color);
        (knights | diagonal | orthogonal).any()
    }

    /// True if taking en passant from `from` leaves the own king safe.
    pub(crate) fn may_take_en_passant<S: Side>(&self, from: Square, to: Square) -> bool {
        let them = <S::Them as Side>::COLOR;
        let taken = S::behind(to).bitboard();
        let occupied = (self.occupied() ^ from ^ taken) | to;
        let pawns = S::pawn(self.king(S::COLOR)) & self.of(them, Role::Pawn) & !taken;
        !self.hit_by_piece(them, self.king(S::COLOR), occupied) && pawns.is_empty()
    }

    /// [`PieceSets::may_take_en_passant`] where the color is not known to the compiler.
    pub(crate) fn may_take_en_passant_as(&self, color: Color, from: Square, to: Square) -> bool {
        match color {
            Color::White => self.may_take_en_passant::<White>(from, to),
            Color::Black => self.may_take_en_passant::<Black>(from, to),
        }
    }

    /// True if any pawn of a color can take en passant on that square.
    pub(crate) fn can_take_en_passant(&self, color: Color, to: Square) -> bool {
        let takers = attacks::pawn(!color, to) & self.of(color, Role::Pawn);
        takers.into_iter().any(|from| self.may_take_en_passant_as(color, from, to))
    }

    /// The square to take on en passant after a double push to `to` by `S`: only if an enemy pawn is beside it.
    #[inline(always)]
    pub(crate) fn en_passant_after_push<S: Side>(&self, to: Square) -> Option<Square> {
        let behind = S::behind(to);
        let takers = S::pawn(behind) & self.of(<S::Them as Side>::COLOR, Role::Pawn);
        takers.any().then_some(behind)
    }
}

impl core::ops::Deref for Position {
    type Target = PieceSets;

    #[inline(always)]
    fn deref(&self) -> &PieceSets {
        &self.sets
    }
}

impl Position {
    /// With the mover's color on its new square and without whatever was taken there. The roles of the mover do not follow.
    #[inline(always)]
    fn after_taking<S: Side>(&self, from: Bitboard, to: Bitboard) -> Self {
        let mut next = *self;
        next.sets.colors[S::COLOR] ^= from | to;
        next.sets.colors[<S::Them as Side>::COLOR] &= !to;
        for other in Role::ALL {
            next.sets.roles[other] &= !to;
        }
        next
    }

    /// After a knight, bishop, rook, queen or king has moved.
    #[inline(always)]
    pub(crate) fn after_piece<S: Side>(&self, role: Role, from: Square, to: Square) -> Self {
        let (from, to) = (from.bitboard(), to.bitboard());
        let mut next = self.after_taking::<S>(from, to);
        next.sets.roles[role] ^= from | to;
        next.castling &= !(from | to);
        if role == Role::King {
            next.castling &= !S::FIRST;
        }
        next.en_passant = None;
        next
    }

    /// After a pawn has pushed or taken, perhaps becoming something else.
    #[inline(always)]
    pub(crate) fn after_pawn<S: Side>(&self, becomes: Role, from: Square, to: Square) -> Self {
        let (from, to) = (from.bitboard(), to.bitboard());
        let mut next = self.after_taking::<S>(from, to);
        next.sets.roles[Role::Pawn] ^= from;
        next.sets.roles[becomes] |= to;
        next.castling &= !to;
        next.en_passant = None;
        next
    }

    /// After a pawn has made a double push.
    #[inline(always)]
    pub(crate) fn after_double_push<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        let both = from.bitboard() | to;
        next.sets.colors[S::COLOR] ^= both;
        next.sets.roles[Role::Pawn] ^= both;
        next.en_passant = next.en_passant_after_push::<S>(to);
        next
    }

    /// After a pawn has taken en passant.
    #[inline(always)]
    pub(crate) fn after_en_passant<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        let (both, taken) = (from.bitboard() | to, S::behind(to).bitboard());
        next.sets.colors[S::COLOR] ^= both;
        next.sets.colors[<S::Them as Side>::COLOR] ^= taken;
        next.sets.roles[Role::Pawn] ^= both | taken;
        next.en_passant = None;
        next
    }

    /// After castling.
    #[inline(always)]
    pub(crate) fn after_castle<S: Side>(&self, king: Square, rook: Square) -> Self {
        let mut next = *self;
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) =
            (wing.king_target(S::COLOR).bitboard(), wing.rook_target(S::COLOR).bitboard());
        next.sets.colors[S::COLOR] = (next.sets.colors[S::COLOR] - king - rook) | king_to | rook_to;
        next.sets.roles[Role::King] = (next.sets.roles[Role::King] - king) | king_to;
        next.sets.roles[Role::Rook] = (next.sets.roles[Role::Rook] - rook) | rook_to;
        next.castling &= !S::FIRST;
        next.en_passant = None;
        next
    }
}
