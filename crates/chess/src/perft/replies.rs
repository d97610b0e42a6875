//! The last two plies, counted together.
//!
//! Most moves change little of what the opponent can reply: no pin, no check, no square around the king, and only some
//! of the sliders and pawns. So the replies are counted once, as if the opponent were to move, and for each move only
//! the parts that it can have changed are counted anew. A move that touches anything delicate is played, and its
//! replies are counted from nothing.

use super::walk::count;
use crate::board::Count;
use crate::generate::{CheckInfo, PawnStep, PawnTargets, Sink, castling, castling_path};
use crate::position::Position;
use crate::side::Side;
use crate::{Bitboard, ByRole, Role, Square, attacks};
use core::marker::PhantomData;

/// The replies to the moves of `S`. As a sink it receives those moves.
pub(super) struct Replies<'a, S> {
    position: &'a Position,
    pins: CheckInfo,
    /// Where a piece that comes, goes or is taken may change checks, pins or what the king can do.
    delicate: Bitboard,
    /// From where a piece of each role reaches squares that matter to the king.
    near: ByRole<Bitboard>,
    /// The sliders that are not pinned, and what they attack.
    slides: Bitboard,
    /// The pawns, and everything they could step on.
    steps: Bitboard,
    /// Replies that stay: the king's and those of pinned pieces.
    constant: u64,
    by_knights: u64,
    by_sliders: u64,
    by_pawns: u64,
    pub(super) leaves: u64,
    side: PhantomData<S>,
}

impl<'a, S: Side> Replies<'a, S> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position) -> Self {
        let pins = CheckInfo::to::<S::Them>(&position.sets);
        let mut replies = Self {
            position,
            pins,
            delicate: Bitboard::EMPTY,
            near: ByRole::default(),
            slides: Bitboard::EMPTY,
            steps: Bitboard::EMPTY,
            constant: 0,
            by_knights: 0,
            by_sliders: 0,
            by_pawns: 0,
            leaves: 0,
            side: PhantomData,
        };
        replies.look_around_king();
        let (occupied, theirs) = (position.occupied(), replies.theirs());
        (replies.by_sliders, replies.slides) = replies.sliders(occupied, theirs);
        replies.slides |= theirs
            & (position.roles[Role::Bishop] | position.roles[Role::Rook] | position.roles[Role::Queen]);
        replies.by_knights = replies.knights(theirs);
        let pawns = theirs & position.roles[Role::Pawn];
        replies.by_pawns = replies.pawns_of(pawns, occupied, position.colors[S::COLOR]);
        let ahead = S::Them::forward(pawns);
        replies.steps =
            pawns | ahead | S::Them::forward(ahead & <S::Them as Side>::THIRD) | S::Them::pawn_attacks(pawns);
        replies.constant += replies.pinned_sliders(occupied, theirs);
        replies
    }

    #[inline(always)]
    fn theirs(&self) -> Bitboard {
        self.position.colors[<S::Them as Side>::COLOR]
    }

    /// Counts what the king can do and notes where a move of `S` could change that.
    #[inline(always)]
    fn look_around_king(&mut self) {
        let position = self.position;
        let (us, them) = (S::COLOR, <S::Them as Side>::COLOR);
        let king = position.king(them);
        let occupied = position.occupied();
        let through = occupied ^ king;
        let (diagonal, orthogonal) = (position.diagonal(us), position.orthogonal(us));
        let knights = position.of(us, Role::Knight);
        self.delicate = attacks::king(king) | king;

        let around = attacks::king(king) - position.colors[them];
        let mut watched = around;
        let rooks = position.castling & <S::Them as Side>::FIRST;
        for rook in rooks {
            let path = castling_path::<S::Them>(king, rook);
            let blockers = path.all() & (through - rook);
            // Of two blockers only one can leave, and a taken one is replaced by its taker.
            if blockers.is_empty() || !blockers.many() && !blockers.meets(position.colors[them]) {
                watched |= path.king;
                self.delicate |= path.all() | rook;
            }
        }

        let mut near_knight = attacks::knight(king);
        let (mut near_bishop, mut near_rook) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let guarded = S::pawn_attacks(position.of(us, Role::Pawn)) | attacks::king(position.king(us));
        let mut free = around - guarded;
        for square in watched {
            let (leap, bishop, rook) =
                (attacks::knight(square), attacks::bishop(square, through), attacks::rook(square, through));
            near_knight |= leap;
            near_bishop |= bishop;
            near_rook |= rook;
            if (leap & knights | bishop & diagonal | rook & orthogonal).any() {
                free &= !square.bitboard();
            }
            for slider in attacks::diagonals(square) & diagonal | attacks::orthogonals(square) & orthogonal {
                let between = attacks::between(square, slider);
                if !(between & through).many() {
                    self.delicate |= between;
                }
            }
        }
        for slider in attacks::diagonals(king) & diagonal | attacks::orthogonals(king) & orthogonal {
            let between = attacks::between(king, slider);
            let blockers = between & occupied;
            if !Bitboard(blockers.0 & blockers.0.wrapping_sub(1)).many() {
                self.delicate |= between | slider;
            }
        }
        // What would check the king, or pin a piece to it.
        near_bishop |= attacks::bishop(king, occupied - attacks::bishop(king, occupied));
        near_rook |= attacks::rook(king, occupied - attacks::rook(king, occupied));
        let watched = watched | king;
        let wide = watched | watched.west() | watched.east();
        self.near[Role::Pawn] = S::Them::pawn_attacks(watched);
        self.near[Role::Knight] = near_knight;
        self.near[Role::Bishop] = near_bishop;
        self.near[Role::Rook] = near_rook;
        self.near[Role::Queen] = near_bishop | near_rook;
        self.near[Role::King] = wide | wide.north() | wide.south();

        let mut castles = Count(0);
        if rooks.any() {
            castling::<S::Them>(position, free, self.pins.orthogonal_pins, &mut castles);
        }
        self.constant = free.len() as u64 + castles.0;
    }

    /// What knights that are not pinned can do.
    #[inline(always)]
    fn knights(&self, theirs: Bitboard) -> u64 {
        let loose = theirs - self.pins.diagonal_pins - self.pins.orthogonal_pins;
        let knights = loose & self.position.roles[Role::Knight];
        knights.into_iter().map(|from| (attacks::knight(from) - theirs).len() as u64).sum()
    }

    /// What sliders that are not pinned can do, and all they attack.
    #[inline(always)]
    fn sliders(&self, occupied: Bitboard, theirs: Bitboard) -> (u64, Bitboard) {
        let roles = &self.position.roles;
        let loose = theirs - self.pins.diagonal_pins - self.pins.orthogonal_pins;
        let (mut count, mut attacked) = (0, Bitboard::EMPTY);
        for from in loose & (roles[Role::Bishop] | roles[Role::Queen]) {
            let set = attacks::bishop(from, occupied);
            attacked |= set;
            count += (set - theirs).len() as u64;
        }
        for from in loose & (roles[Role::Rook] | roles[Role::Queen]) {
            let set = attacks::rook(from, occupied);
            attacked |= set;
            count += (set - theirs).len() as u64;
        }
        (count, attacked)
    }

    /// What sliders can do on the lines on which they are pinned.
    #[inline(always)]
    fn pinned_sliders(&self, occupied: Bitboard, theirs: Bitboard) -> u64 {
        let roles = &self.position.roles;
        let CheckInfo { diagonal_pins, orthogonal_pins, .. } = self.pins;
        let bishops = theirs & diagonal_pins & (roles[Role::Bishop] | roles[Role::Queen]);
        let rooks = theirs & orthogonal_pins & (roles[Role::Rook] | roles[Role::Queen]);
        let along = |set: Bitboard, line: Bitboard| (set & line & !theirs).len() as u64;
        let diagonal = bishops.into_iter().map(|from| along(attacks::bishop(from, occupied), diagonal_pins));
        let orthogonal = rooks.into_iter().map(|from| along(attacks::rook(from, occupied), orthogonal_pins));
        diagonal.sum::<u64>() + orthogonal.sum::<u64>()
    }

    #[inline(always)]
    fn pawns_of(&self, pawns: Bitboard, occupied: Bitboard, ours: Bitboard) -> u64 {
        PawnTargets::of::<S::Them>(pawns, occupied, ours, &self.pins).count::<S::Them>()
    }

    /// Plays a move and counts its replies from nothing.
    #[inline(always)]
    fn play(&mut self, next: Position) {
        self.leaves += count::<S::Them>(&next);
    }

    /// Counts the replies to a move that touches nothing delicate.
    #[inline(always)]
    fn after(&self, from: Square, to: Square) -> u64 {
        let touched = from.bitboard() | to;
        let occupied = (self.position.occupied() ^ from) | to;
        let theirs = self.theirs() - to;
        let mut replies = self.constant;
        replies +=
            if touched.meets(self.slides) { self.sliders(occupied, theirs).0 } else { self.by_sliders };
        replies += if self.theirs().has(to) { self.knights(theirs) } else { self.by_knights };
        replies += if touched.meets(self.steps) {
            let pawns = theirs & self.position.roles[Role::Pawn];
            self.pawns_of(pawns, occupied, occupied - theirs)
        } else {
            self.by_pawns
        };
        replies
    }

    /// Replies to a move that changes none of them.
    #[inline(always)]
    fn unchanged(&self) -> u64 {
        self.constant + self.by_knights + self.by_sliders + self.by_pawns
    }

    /// Where a quiet move changes some replies.
    #[inline(always)]
    fn felt(&self) -> Bitboard {
        self.slides | self.steps | self.theirs()
    }
}

impl<S: Side> Sink for Replies<'_, S> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) {
        let delicate = self.delicate | self.near[role];
        let played = if delicate.has(from) { to } else { to & delicate };
        for to in played {
            self.play(self.position.after_piece::<S>(role, from, to));
        }
        let rest = to - played;
        let felt = self.felt();
        let felt = if felt.has(from) { rest } else { rest & felt };
        for to in felt {
            self.leaves += self.after(from, to);
        }
        self.leaves += (rest - felt).len() as u64 * self.unchanged();
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, to: Bitboard) {
        let delicate = self.delicate | self.near[Role::Pawn];
        for to in to {
            let from = step.origin::<S>(to);
            if step == PawnStep::DoublePush {
                let next = self.position.after_double_push::<S>(from, to);
                if next.en_passant.is_some() || delicate.meets(from.bitboard() | to) {
                    self.play(next);
                    continue;
                }
            } else if delicate.meets(from.bitboard() | to) {
                self.play(self.position.after_pawn::<S>(Role::Pawn, from, to));
                continue;
            }
            self.leaves += self.after(from, to);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) {
        for to in to {
            let from = step.origin::<S>(to);
            for role in Role::PROMOTIONS {
                self.play(self.position.after_pawn::<S>(role, from, to));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.play(self.position.after_en_passant::<S>(from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.play(self.position.after_castle::<S>(king, rook));
    }
}
