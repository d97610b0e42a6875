//! Provisional FEN reading, to be replaced.
use crate::{Board, Castling, Color, File, Piece, Rank, Setup, Square};
use core::fmt;
use core::str::FromStr;

impl FromStr for Board {
    type Err = String;
    fn from_str(fen: &str) -> Result<Self, String> {
        let f: Vec<&str> = fen.split_whitespace().collect();
        if f.len() < 4 {
            return Err("fields".into());
        }
        let mut s = Setup::EMPTY;
        let (mut file, mut rank) = (0i8, 7i8);
        for c in f[0].chars() {
            if c == '/' {
                file = 0;
                rank -= 1;
                continue;
            }
            if let Some(d) = c.to_digit(10) {
                file += d as i8;
                continue;
            }
            let sq = Square::from_index((rank * 8 + file) as usize).ok_or("square")?;
            s.pieces[sq] = Some(Piece::from_char(c).ok_or("piece")?);
            file += 1;
        }
        s.turn = f[1].chars().next().and_then(Color::from_char).ok_or("turn")?;
        for c in f[2].chars().filter(|c| *c != '-') {
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = color.rank(Rank::First);
            let rook = Some(Piece::new(color, crate::Role::Rook));
            let king = File::ALL
                .into_iter()
                .find(|f| s.pieces[Square::new(*f, rank)] == Some(Piece::new(color, crate::Role::King)))
                .ok_or("king")?;
            let file = match c.to_ascii_lowercase() {
                'k' => {
                    File::ALL.into_iter().rev().find(|f| *f > king && s.pieces[Square::new(*f, rank)] == rook)
                }
                'q' => File::ALL.into_iter().find(|f| *f < king && s.pieces[Square::new(*f, rank)] == rook),
                c => File::from_char(c),
            }
            .ok_or("rook")?;
            s.castling = Castling(s.castling.rooks() | Square::new(file, rank));
        }
        s.en_passant = f[3].parse().ok();
        s.halfmove_clock = f.get(4).and_then(|t| t.parse().ok()).unwrap_or(0);
        s.fullmove_number = f.get(5).and_then(|t| t.parse().ok()).unwrap_or(1);
        Ok(Self::assemble(&s))
    }
}
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.turn(), self.occupied())
    }
}
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
