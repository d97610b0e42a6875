//! The start positions of Chess960, by number, and of double Chess960, where each side has its own.

use crate::{Bitboard, Board, ByColor, ByFile, Castling, Color, Piece, Rank, Role, Setup, Square};

/// How many back ranks there are.
const COUNT: u16 = 960;
/// The number of the standard back rank.
const STANDARD: u16 = 518;

impl Board {
    /// The start position.
    pub fn start() -> Self {
        start_with(ByColor([back_rank(STANDARD); 2]))
    }

    /// The Chess960 start position with that number, 0 to 959, as R. Scharnagl counts them; 518 is the usual one.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// assert_eq!(Board::chess960(518), Some(Board::start()));
    /// assert_eq!(Board::chess960(0).unwrap().to_string().split('/').next(), Some("bbqnnrkr"));
    /// assert_eq!(Board::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The start position where White's and Black's pieces stand as those two numbers say.
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        let known = white < COUNT && black < COUNT;
        known.then(|| start_with(ByColor([back_rank(white), back_rank(black)])))
    }

    /// The numbers of White's and Black's back rank, if this is a start position.
    ///
    /// ```
    /// use vernier_chess::{Board, ByColor};
    /// assert_eq!(Board::start().chess960_numbers(), Some(ByColor([518, 518])));
    /// ```
    pub fn chess960_numbers(&self) -> Option<ByColor<u16>> {
        let number = |color: Color| {
            let rank = color.rank(Rank::First);
            let fits = |number: &u16| {
                back_rank(*number)
                    .iter()
                    .all(|(file, role)| self.role_at(Square::new(file, rank)) == Some(*role))
            };
            (0..COUNT).find(fits)
        };
        let (white, black) = (number(Color::White)?, number(Color::Black)?);
        (Self::double_chess960(white, black)? == *self).then_some(ByColor([white, black]))
    }
}

/// Pawns in front of those back ranks, White to move, and both rooks of each side free to castle.
fn start_with(ranks: ByColor<ByFile<Role>>) -> Board {
    let mut setup = Setup::EMPTY;
    let mut rooks = Bitboard::EMPTY;
    for (color, roles) in ranks.iter() {
        for (file, role) in roles.iter() {
            let home = Square::new(file, color.rank(Rank::First));
            setup.pieces[home] = Some(Piece::new(color, *role));
            setup.pieces[Square::new(file, color.rank(Rank::Second))] = Some(Piece::new(color, Role::Pawn));
            if *role == Role::Rook {
                rooks |= home;
            }
        }
    }
    setup.castling = Castling::with_rooks(rooks);
    Board::assemble(&setup)
}

/// Scharnagl's numbering: one bishop on each color, the queen and the knights on what is left, and rook, king, rook
/// on the rest.
fn back_rank(number: u16) -> ByFile<Role> {
    /// The places of the two knights among five free squares.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = usize::from(number);
    let (first, second) = KNIGHTS[number / 96 % 10];
    let mut roles = ByFile([Role::Rook; 8]);
    let mut free = Rank::First.bitboard();
    for (role, among, place) in [
        (Role::Bishop, Bitboard::LIGHT, number % 4),
        (Role::Bishop, Bitboard::DARK, number / 4 % 4),
        (Role::Queen, Bitboard::ALL, number / 16 % 6),
        (Role::Knight, Bitboard::ALL, second),
        (Role::Knight, Bitboard::ALL, first),
        (Role::King, Bitboard::ALL, 1),
    ] {
        if let Some(square) = (free & among).into_iter().nth(place) {
            roles[square.file()] = role;
            free -= square;
        }
    }
    roles
}
