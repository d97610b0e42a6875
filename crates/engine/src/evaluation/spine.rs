//! Everything the terms want to know about a position, found once and then only read.
//!
//! [`Spine::of`] is the only place in evaluation where an attack is looked up. Terms see the finished spine, so the
//! order in which they run cannot matter. Nothing here is worth anything yet: a spine holds facts, not scores.

use vernier_chess::{Bitboard, Board, ByColor, ByRole, Color, File, Key, Rank, Role, Square, attacks};

/// The facts of one position. Indexed by color it gives the facts of one side.
#[derive(Clone, Debug)]
pub struct Spine {
    /// Who is to move.
    pub turn: Color,
    /// All pieces.
    pub occupied: Bitboard,
    /// The fingerprint of the pawns, under which what depends on them alone can be remembered.
    pub pawn_key: Key,
    sides: ByColor<Side>,
}

/// The facts of one color.
#[derive(Clone, Debug)]
pub struct Side {
    /// All its pieces.
    pub all: Bitboard,
    /// Its pieces by role.
    pub pieces: ByRole<Bitboard>,
    /// Where its king stands.
    pub king: Square,
    /// Its rooks that may still castle.
    pub castling: Bitboard,
    /// Its pieces that shield its king from an enemy slider.
    pub pinned: Bitboard,
    /// What its pieces attack, by role. A pinned piece attacks along the pin only; bishops look through own queens,
    /// rooks through own queens and rooks.
    pub attacks: ByRole<Bitboard>,
    /// What any of its pieces attacks.
    pub attacked: Bitboard,
    /// What two or more of its pieces attack, of the same role or not.
    pub attacked_twice: Bitboard,
    /// What two of its pawns attack.
    pub pawns_attack_twice: Bitboard,
    /// Where its pieces move freely: no own piece, no square an enemy pawn attacks.
    pub area: Bitboard,
    /// The squares around its king that enemies aim at, without the king's own; seen from the edge the ring moves one
    /// step inwards, so that it always has eight or nine squares before those that two own pawns guard are left out.
    pub ring: Bitboard,
    /// From where an enemy of each role would give check. Pawns and kings never count.
    pub check_squares: ByRole<Bitboard>,
    /// Every square in front of an own pawn, on its file.
    pub ahead: Bitboard,
    /// Every square that an own pawn attacks now or could attack after pushes.
    pub pawn_span: Bitboard,
    /// Pawns that no enemy pawn can stop or take any more, the foremost on each file.
    pub passed: Bitboard,
    /// The squares its pawns can push to, by one or two steps.
    pub pushes: Bitboard,
    reaches: [Reach; Side::MOST_OFFICERS],
    /// Where in `reaches` each role ends; pawns and kings have none.
    ends: ByRole<u8>,
}

/// One knight, bishop, rook or queen and what it attacks.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Where it stands.
    pub square: Square,
    /// What it attacks, as in [`Side::attacks`].
    pub attacks: Bitboard,
}

impl Reach {
    const NONE: Self = Self { square: Square::A1, attacks: Bitboard::EMPTY };
}

/// The set moved one step towards the far side, as the color sees it.
#[inline(always)]
pub fn forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// Every square ahead of the set on its files, as the color sees it.
#[inline(always)]
pub fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set.fill_north(),
        Color::Black => set.fill_south(),
    }
}

/// The squares to the left and the right of the set.
#[inline(always)]
pub fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// What pawns of that color attack.
#[inline(always)]
pub fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    beside(forward(color, pawns))
}

impl Spine {
    /// Looks at a position.
    pub fn of(board: &Board) -> Self {
        let occupied = board.occupied();
        let mut spine = Self {
            turn: board.turn(),
            occupied,
            pawn_key: board.pawn_key(),
            sides: ByColor([Side::start(board, Color::White), Side::start(board, Color::Black)]),
        };
        let [white, black] = &mut spine.sides.0;
        white.find_relations(Color::White, black, occupied);
        black.find_relations(Color::Black, white, occupied);
        white.find_attacks(occupied);
        black.find_attacks(occupied);
        spine
    }

    /// The pieces of a role, of both colors.
    #[inline(always)]
    pub fn both(&self, role: Role) -> Bitboard {
        self[Color::White].pieces[role] | self[Color::Black].pieces[role]
    }
}

impl core::ops::Index<Color> for Spine {
    type Output = Side;

    #[inline(always)]
    fn index(&self, color: Color) -> &Side {
        &self.sides[color]
    }
}

impl Side {
    /// Sixteen pieces, one of them the king.
    const MOST_OFFICERS: usize = 15;

    /// What a color's own pieces tell.
    #[inline(always)]
    fn start(board: &Board, us: Color) -> Self {
        let all = board.color(us);
        let pieces = ByRole(Role::ALL.map(|role| board.role(role) & all));
        let (pawns, king) = (pieces[Role::Pawn], board.king(us));
        let (west, east) = (forward(us, pawns).west(), forward(us, pawns).east());
        let mut found = ByRole([Bitboard::EMPTY; 6]);
        found[Role::Pawn] = west | east;
        found[Role::King] = attacks::king(king);
        let ahead_of_pawns = ahead(us, pawns);
        Self {
            all,
            pieces,
            king,
            castling: board.castling().rooks() & all,
            pinned: Bitboard::EMPTY,
            attacked: west | east | found[Role::King],
            attacked_twice: west & east | (west | east) & found[Role::King],
            pawns_attack_twice: west & east,
            attacks: found,
            area: Bitboard::EMPTY,
            ring: ring(king) & !(west & east),
            check_squares: ByRole([Bitboard::EMPTY; 6]),
            ahead: ahead_of_pawns,
            pawn_span: west | east | beside(ahead_of_pawns),
            passed: pawns & !ahead(!us, pawns),
            pushes: Bitboard::EMPTY,
            reaches: [Reach::NONE; Self::MOST_OFFICERS],
            ends: ByRole([0; 6]),
        }
    }

    /// What the pawns and pieces of both sides tell together. Reads of the enemy only what [`Side::start`] found.
    #[inline(always)]
    fn find_relations(&mut self, us: Color, them: &Self, occupied: Bitboard) {
        self.area = !(self.all | them.attacks[Role::Pawn]);
        self.passed &= !(them.ahead | them.pawn_span);
        let once = forward(us, self.pieces[Role::Pawn]) & !occupied;
        let third = us.rank(Rank::Third).bitboard();
        self.pushes = once | forward(us, once & third) & !occupied;
        let (diagonal, orthogonal) =
            (attacks::bishop(self.king, occupied), attacks::rook(self.king, occupied));
        self.check_squares[Role::Knight] = attacks::knight(self.king);
        self.check_squares[Role::Bishop] = diagonal;
        self.check_squares[Role::Rook] = orthogonal;
        self.check_squares[Role::Queen] = diagonal | orthogonal;
        self.find_pins(them, occupied);
    }

    #[inline(always)]
    fn find_pins(&mut self, them: &Self, occupied: Bitboard) {
        let queens = them.pieces[Role::Queen];
        let snipers = attacks::diagonals(self.king) & (them.pieces[Role::Bishop] | queens)
            | attacks::orthogonals(self.king) & (them.pieces[Role::Rook] | queens);
        for sniper in snipers {
            let between = attacks::between(self.king, sniper) & occupied;
            if between.any() && !between.many() {
                self.pinned |= between & self.all;
            }
        }
    }

    /// What the pieces attack.
    #[inline(always)]
    fn find_attacks(&mut self, occupied: Bitboard) {
        let behind_queens = occupied ^ self.pieces[Role::Queen];
        let behind_majors = behind_queens ^ self.pieces[Role::Rook];
        self.find_reaches(Role::Knight, attacks::knight);
        self.find_reaches(Role::Bishop, |square| attacks::bishop(square, behind_queens));
        self.find_reaches(Role::Rook, |square| attacks::rook(square, behind_majors));
        self.find_reaches(Role::Queen, |square| attacks::queen(square, occupied));
    }

    #[inline(always)]
    fn find_reaches(&mut self, role: Role, look_up: impl Fn(Square) -> Bitboard) {
        let before = Role::ALL[role.index() - 1];
        let mut end = self.ends[before];
        for square in self.pieces[role] {
            let mut attacks = look_up(square);
            if self.pinned.has(square) {
                attacks &= attacks::line(self.king, square);
            }
            self.attacks[role] |= attacks;
            self.attacked_twice |= self.attacked & attacks;
            self.attacked |= attacks;
            // No legal position has more pieces than fit; were there one, the last would only lose mobility.
            if let Some(reach) = self.reaches.get_mut(end as usize) {
                *reach = Reach { square, attacks };
                end += 1;
            }
        }
        self.ends[role] = end;
    }

    /// The knights, bishops, rooks or queens, one by one.
    #[inline(always)]
    pub fn reaches(&self, role: Role) -> &[Reach] {
        match role {
            Role::Pawn | Role::King => &[],
            _ => {
                let (start, end) = (self.ends[Role::ALL[role.index() - 1]], self.ends[role]);
                self.reaches.get(start as usize..end as usize).unwrap_or(&[])
            }
        }
    }

    /// All pieces but pawns and king.
    #[inline(always)]
    pub fn non_pawn_material(&self) -> Bitboard {
        self.all ^ self.pieces[Role::Pawn] ^ self.pieces[Role::King]
    }

    /// Knights and bishops.
    #[inline(always)]
    pub fn minors(&self) -> Bitboard {
        self.pieces[Role::Knight] | self.pieces[Role::Bishop]
    }

    /// Rooks and queens.
    #[inline(always)]
    pub fn majors(&self) -> Bitboard {
        self.pieces[Role::Rook] | self.pieces[Role::Queen]
    }

    /// True if nothing is left but the king.
    #[inline(always)]
    pub fn is_bare(&self) -> bool {
        self.all == self.pieces[Role::King]
    }
}

/// The king's neighborhood, moved one step inwards from the edge.
fn ring(king: Square) -> Bitboard {
    let file = match king.file() {
        File::A => File::B,
        File::H => File::G,
        file => file,
    };
    let rank = match king.rank() {
        Rank::First => Rank::Second,
        Rank::Eighth => Rank::Seventh,
        rank => rank,
    };
    let center = Square::new(file, rank);
    attacks::king(center).with(center).without(king)
}
