//! Static exchange evaluation: what a move wins or loses on the square it goes to, if both sides keep taking
//! there for as long as it pays.
//!
//! Search asks the threshold test about most of its moves. That test needs no heap, stops as soon as the answer
//! is known, and looks for attackers only if a recapture could change it.
//!
//! The conventions: the piece of least worth takes first; whoever is to take may stop; sliders behind a taker
//! join in; a king takes only what is no longer defended; a pawn that takes on the last rank becomes a queen;
//! pins are not looked at, for finding them would cost more than all the rest. Taking with the least piece first
//! is best, except in two rare cases: that piece may uncover an enemy slider, and a promoting pawn may do better
//! to wait.

use crate::{Bitboard, Board, ByRole, Color, Move, MoveKind, Role, Square, attacks};

/// The usual worth of the pieces in centipawns. A king is never exchanged, so its entry is not used.
pub const EXCHANGE_VALUES: ByRole<i32> = ByRole([100, 300, 300, 500, 900, 0]);

/// Both sides together have no more pieces than this.
const MOST_CAPTURES: usize = 32;

/// The captures on one square, from the least piece up.
struct Exchange<'a> {
    board: &'a Board,
    values: &'a ByRole<i32>,
    square: Square,
    /// What has not left its square to take.
    occupied: Bitboard,
    /// What can take now, of both colors.
    attackers: Bitboard,
    /// Who may take next.
    side: Color,
    /// What there is to take: the worth of the piece that stands on the square.
    prize: i32,
    /// What a pawn wins by taking here beyond its prize.
    promotion: i32,
}

impl<'a> Exchange<'a> {
    /// The exchange after the first move, together with what that move has won at once.
    #[inline(always)]
    fn after(board: &'a Board, mv: Move, values: &'a ByRole<i32>) -> (i32, Self) {
        let (from, square) = (mv.from(), mv.to());
        let worth = |square| board.role_at(square).map_or(0, |role| values[role]);
        let mut occupied = board.occupied() - from;
        let mut won = if mv.is_capture() { worth(square) } else { 0 };
        let mut prize = worth(from);
        if mv.kind() == MoveKind::EnPassant {
            occupied -= Square::new(square.file(), from.rank());
            won = values[Role::Pawn];
        } else if let Some(role) = mv.promotion() {
            prize = values[role];
            won += prize - values[Role::Pawn];
        }
        let promotion =
            if Bitboard::BACK_RANKS.has(square) { values[Role::Queen] - values[Role::Pawn] } else { 0 };
        let attackers = Bitboard::EMPTY;
        (won, Self { board, values, square, occupied, attackers, side: !board.turn(), prize, promotion })
    }

    /// Looks for everything that can take. Not done before it is known to matter.
    #[inline(always)]
    fn look(&mut self) {
        self.attackers = self.board.attackers(self.square, self.occupied) & self.occupied;
    }

    /// The most that the next capture can win.
    #[inline(always)]
    const fn at_stake(&self) -> i32 {
        self.prize + self.promotion
    }

    /// The least piece that the side whose turn it is can take with.
    #[inline(always)]
    fn taker(&self) -> Option<(Role, Square)> {
        let own = self.attackers & self.board.color(self.side);
        if own.is_empty() {
            return None;
        }
        let least = |role| Some((role, (own & self.board.role(role)).first()?));
        let (role, from) = Role::ALL.into_iter().find_map(least)?;
        if role == Role::King {
            let rest = self.occupied - from;
            let defenders = self.board.attackers(self.square, rest) & rest & self.board.color(!self.side);
            return defenders.is_empty().then_some((role, from));
        }
        Some((role, from))
    }

    /// What taking with that role wins at once.
    #[inline(always)]
    fn win(&self, role: Role) -> i32 {
        if role == Role::Pawn { self.at_stake() } else { self.prize }
    }

    /// Puts the taker on the square; its own worth is the next prize.
    #[inline(always)]
    fn take(&mut self, role: Role) {
        self.prize = self.values[role] + if role == Role::Pawn { self.promotion } else { 0 };
        self.side = !self.side;
    }

    /// Lets in what stood behind the taker: only sliders, and only along the way it came.
    #[inline(always)]
    fn uncover(&mut self, role: Role, from: Square) {
        let board = self.board;
        self.occupied ^= from;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let sliders = board.role(Role::Bishop) | board.role(Role::Queen);
            self.attackers |= attacks::bishop(self.square, self.occupied) & sliders;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let sliders = board.role(Role::Rook) | board.role(Role::Queen);
            self.attackers |= attacks::rook(self.square, self.occupied) & sliders;
        }
        self.attackers &= self.occupied;
    }
}

impl Board {
    /// What a legal move wins (or loses, below zero) by exchanges on the square it goes to, in centipawns:
    /// pawn 100, knight and bishop 300, rook 500, queen 900. Quiet moves, promotions and en passant count too;
    /// castling is worth nothing.
    ///
    /// Pins are not looked at, so the value can differ from what legal captures alone would give.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board: Board = "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1".parse()?;
    /// assert_eq!(board.see(board.parse_uci("d1d5")?), 100 - 900);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn see(&self, mv: Move) -> i32 {
        self.see_with(mv, &EXCHANGE_VALUES)
    }

    /// As [`Board::see`], with other values for the pieces.
    pub fn see_with(&self, mv: Move, values: &ByRole<i32>) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let (won, mut exchange) = Exchange::after(self, mv, values);
        exchange.look();
        let mut wins = [0; MOST_CAPTURES];
        let mut captures = 0;
        while let Some((role, from)) = exchange.taker() {
            wins[captures] = exchange.win(role);
            captures += 1;
            exchange.take(role);
            exchange.uncover(role, from);
        }
        // From the last capture back: each is made only if it leaves more than not taking.
        let answer = wins[..captures].iter().rev().fold(0, |later, win| (win - later).max(0));
        won - answer
    }

    /// True if the exchange value of a legal move is `threshold` or more: `see(mv) >= threshold`, but faster.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board: Board = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let take = board.parse_uci("d1d5")?;
    /// assert!(board.see_at_least(take, -400));
    /// assert!(!board.see_at_least(take, -399));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        self.see_at_least_with(mv, threshold, &EXCHANGE_VALUES)
    }

    /// As [`Board::see_at_least`], with other values for the pieces.
    #[inline]
    pub fn see_at_least_with(&self, mv: Move, threshold: i32, values: &ByRole<i32>) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let us = self.turn();
        let (won, mut exchange) = Exchange::after(self, mv, values);
        // What the side to take must win at the least to turn the answer its way. If it cannot, it has lost.
        let mut needed = won.saturating_sub(threshold).saturating_add(1);
        if needed <= 0 {
            return false;
        }
        if exchange.at_stake() < needed {
            return true;
        }
        exchange.look();
        while let Some((role, from)) = exchange.taker() {
            let won = exchange.win(role);
            if won < needed {
                break;
            }
            needed = won - needed + 1;
            exchange.take(role);
            if exchange.at_stake() < needed {
                break;
            }
            exchange.uncover(role, from);
        }
        exchange.side != us
    }
}
