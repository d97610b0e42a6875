//! Everything the terms need about a position, computed once and then only read.
//!
//! [`Spine::of`] is the only place in evaluation where an attack is looked up. Terms see the finished spine, so the
//! order in which they run cannot matter. Nothing here is worth anything yet: a spine holds facts, not scores.

use vernier_chess::{Bitboard, Board, ByColor, ByRole, BySquare, Color, Key, Rank, Role, Square, attacks};

/// The facts of one position. Indexed by color it gives the facts of one side.
#[derive(Clone, Debug)]
pub struct Spine {
    /// Who is to move.
    pub turn: Color,
    /// All pieces.
    pub occupied: Bitboard,
    /// The key of the pawns, under which results that depend on pawns alone are cached.
    pub pawn_key: Key,
    sides: ByColor<Side>,
}

// Catches a field that no term reads. Most of the size are the attacks of single pieces, fifteen a side; docs/log/engine.md has
// what packing gained.
const _: () = assert!(size_of::<Spine>() == 696 && align_of::<Spine>() == 8);

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
    /// Where its pieces move freely: no own piece, no square an enemy pawn attacks.
    pub area: Bitboard,
    /// The squares around its king that enemies aim at, without the king's own; seen from the edge the ring moves one
    /// step inwards, so that it always has eight or nine squares before those that two own pawns guard are left out.
    pub ring: Bitboard,
    /// Every square in front of an own pawn, on its file.
    pub ahead: Bitboard,
    /// Every square that an own pawn attacks now or could attack after pushes.
    pub pawn_span: Bitboard,
    /// Pawns that no enemy pawn can stop or take any more, the foremost on each file.
    pub passed: Bitboard,
    /// The squares its pawns can push to, by one or two steps.
    pub pushes: Bitboard,
    /// How many of its knights, bishops, rooks and queens attack the ring of the enemy's king.
    pub ring_attackers: [u8; 4],
    /// How many attacks of theirs there are on squares of that ring.
    pub ring_hits: u8,
    /// What its knights, bishops, rooks and queens attack, one by one, and where they stand.
    maps: [Bitboard; Side::MOST_PIECES],
    squares: [Square; Side::MOST_PIECES],
    /// Where in these each of the four roles ends.
    ends: [u8; 4],
}

/// One knight, bishop, rook or queen and what it attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Where it stands.
    pub square: Square,
    /// What it attacks, as in [`Side::attacks`].
    pub attacks: Bitboard,
}

/// How far the search for attacks has come.
struct Found {
    /// The ring of the enemy's king.
    ring: Bitboard,
    /// Pieces found so far.
    end: usize,
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
    /// An empty spine.
    pub(super) const EMPTY: Self = Self {
        turn: Color::White,
        occupied: Bitboard::EMPTY,
        pawn_key: Key(0),
        sides: ByColor([Side::EMPTY; 2]),
    };

    /// Looks at a position.
    pub fn of(board: &Board) -> Self {
        let mut spine = Self::EMPTY;
        spine.look_at(board);
        spine
    }

    /// Replaces the facts by those of another position. An evaluator keeps one spine for all its positions: clearing and moving
    /// a new one takes a sixth of the instructions.
    pub(super) fn look_at(&mut self, board: &Board) {
        self.find(board, [true; 4]);
    }

    /// Looks at a position, but finds only what some of knights, bishops, rooks and queens attack. A part that serves a
    /// single term, to measure what it is worth to share the whole.
    #[doc(hidden)]
    pub fn look_at_part(&mut self, board: &Board, roles: [bool; 4]) {
        self.find(board, roles);
    }

    #[inline(always)]
    fn find(&mut self, board: &Board, roles: [bool; 4]) {
        let occupied = board.occupied();
        (self.turn, self.occupied, self.pawn_key) = (board.turn(), occupied, board.pawn_key());
        let [white, black] = &mut self.sides.0;
        white.start(board, Color::White);
        black.start(board, Color::Black);
        white.find_relations(Color::White, black, occupied);
        black.find_relations(Color::Black, white, occupied);
        white.find_attacks(occupied, black.ring, roles);
        black.find_attacks(occupied, white.ring, roles);
    }

    /// From where an enemy of each role would give check to the color's king. Pawns and kings never count. Asked only
    /// where there is an attack to speak of.
    #[inline]
    pub fn check_squares(&self, color: Color) -> ByRole<Bitboard> {
        let king = self[color].king;
        let (diagonal, orthogonal) =
            (attacks::bishop(king, self.occupied), attacks::rook(king, self.occupied));
        let mut squares = ByRole([Bitboard::EMPTY; 6]);
        squares[Role::Knight] = attacks::knight(king);
        squares[Role::Bishop] = diagonal;
        squares[Role::Rook] = orthogonal;
        squares[Role::Queen] = diagonal | orthogonal;
        squares
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
    const MOST_PIECES: usize = 15;

    /// Nothing is known yet.
    const EMPTY: Self = Self {
        all: Bitboard::EMPTY,
        pieces: ByRole([Bitboard::EMPTY; 6]),
        king: Square::A1,
        castling: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
        attacks: ByRole([Bitboard::EMPTY; 6]),
        attacked: Bitboard::EMPTY,
        attacked_twice: Bitboard::EMPTY,
        area: Bitboard::EMPTY,
        ring: Bitboard::EMPTY,
        ahead: Bitboard::EMPTY,
        pawn_span: Bitboard::EMPTY,
        passed: Bitboard::EMPTY,
        pushes: Bitboard::EMPTY,
        ring_attackers: [0; 4],
        ring_hits: 0,
        maps: [Bitboard::EMPTY; Self::MOST_PIECES],
        squares: [Square::A1; Self::MOST_PIECES],
        ends: [0; 4],
    };

    /// What a color's own pieces give.
    #[inline(always)]
    fn start(&mut self, board: &Board, us: Color) {
        let all = board.color(us);
        let (pawns, king) = (board.pieces(us, Role::Pawn), board.king(us));
        let (west, east) = (forward(us, pawns).west(), forward(us, pawns).east());
        let (by_pawns, by_king) = (west | east, attacks::king(king));
        self.all = all;
        self.pieces = ByRole(Role::ALL.map(|role| board.role(role) & all));
        self.king = king;
        self.castling = board.castling().rooks() & all;
        self.attacks[Role::Pawn] = by_pawns;
        self.attacks[Role::King] = by_king;
        self.attacked = by_pawns | by_king;
        self.attacked_twice = west & east | by_pawns & by_king;
        self.ring = RINGS[king] & !(west & east);
        self.ahead = ahead(us, pawns);
        self.pawn_span = by_pawns | beside(self.ahead);
        self.passed = pawns & !ahead(!us, pawns);
    }

    /// What the pawns and pieces of both sides give together. Reads of the enemy only what [`Side::start`] found.
    #[inline(always)]
    fn find_relations(&mut self, us: Color, them: &Self, occupied: Bitboard) {
        self.area = !(self.all | them.attacks[Role::Pawn]);
        self.passed &= !(them.ahead | them.pawn_span);
        let once = forward(us, self.pieces[Role::Pawn]) & !occupied;
        let third = us.rank(Rank::Third).bitboard();
        self.pushes = once | forward(us, once & third) & !occupied;
        self.find_pins(them, occupied);
    }

    #[inline(always)]
    fn find_pins(&mut self, them: &Self, occupied: Bitboard) {
        self.pinned = Bitboard::EMPTY;
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

    /// What the pieces attack, of the roles that are wanted.
    #[inline(always)]
    fn find_attacks(&mut self, occupied: Bitboard, ring: Bitboard, roles: [bool; 4]) {
        let behind_queens = occupied ^ self.pieces[Role::Queen];
        let behind_majors = behind_queens ^ self.pieces[Role::Rook];
        let wanted = |role: Role| if roles[role.index() - 1] { self.pieces[role] } else { Bitboard::EMPTY };
        let [knights, bishops, rooks, queens] =
            [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(wanted);
        (self.ring_attackers, self.ring_hits) = ([0; 4], 0);
        let mut found = Found { ring, end: 0 };
        self.find_reaches(Role::Knight, knights, &mut found, attacks::knight);
        self.find_reaches(Role::Bishop, bishops, &mut found, |square| attacks::bishop(square, behind_queens));
        self.find_reaches(Role::Rook, rooks, &mut found, |square| attacks::rook(square, behind_majors));
        self.find_reaches(Role::Queen, queens, &mut found, |square| attacks::queen(square, occupied));
    }

    /// Adds the pieces of a role.
    #[inline(always)]
    fn find_reaches(
        &mut self,
        role: Role,
        pieces: Bitboard,
        found: &mut Found,
        look_up: impl Fn(Square) -> Bitboard,
    ) {
        let start = found.end;
        let mut all = Bitboard::EMPTY;
        for square in pieces {
            let mut attacks = look_up(square);
            if self.pinned.has(square) {
                attacks &= attacks::line(self.king, square);
            }
            all |= attacks;
            self.attacked_twice |= self.attacked & attacks;
            self.attacked |= attacks;
            // No legal position has more pieces than fit; were there one, the last would only lose mobility.
            if found.end < Self::MOST_PIECES {
                (self.maps[found.end], self.squares[found.end]) = (attacks, square);
                found.end += 1;
            }
        }
        let place = role.index() - 1;
        self.attacks[role] = all;
        self.ends[place] = found.end as u8;
        if all.meets(found.ring) {
            for attacks in &self.maps[start..found.end] {
                let hits = *attacks & found.ring;
                self.ring_attackers[place] += u8::from(hits.any());
                self.ring_hits += hits.len() as u8;
            }
        }
    }

    /// The knights, bishops, rooks or queens, one by one.
    #[inline(always)]
    pub fn reaches(&self, role: Role) -> impl Iterator<Item = Reach> {
        let range = match role {
            Role::Pawn | Role::King => 0..0,
            Role::Knight => 0..self.ends[0].into(),
            _ => self.ends[role.index() - 2].into()..self.ends[role.index() - 1].into(),
        };
        let (squares, maps) = (self.squares.get(range.clone()), self.maps.get(range));
        let pairs = squares.unwrap_or(&[]).iter().zip(maps.unwrap_or(&[]));
        pairs.map(|(square, attacks)| Reach { square: *square, attacks: *attacks })
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

/// Each king's neighborhood, moved one step inwards from the edge, without the king's own square.
const RINGS: BySquare<Bitboard> = {
    // The nine squares around b2, which all rings are but for where they lie.
    const AROUND_B2: u64 = 0x0007_0707;
    let mut rings = [Bitboard::EMPTY; 64];
    let mut king = 0;
    while king < 64 {
        let (file, rank) = (inwards(king % 8), inwards(king / 8));
        rings[king] = Bitboard(AROUND_B2 << (8 * (rank - 1) + file - 1) & !(1 << king));
        king += 1;
    }
    BySquare(rings)
};

/// The nearest file or rank that is not at the edge.
const fn inwards(index: usize) -> usize {
    match index {
        0 => 1,
        7 => 6,
        inner => inner,
    }
}
