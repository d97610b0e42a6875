//! Setting a position piece by piece, as interfaces did before FEN.

use vernier_chess::{Board, Color, File, Piece, Rank, Role, Setup, Square};

/// A position being set.
pub(super) struct Editor {
    setup: Setup,
    color: Color,
}

/// What became of a line.
#[derive(PartialEq, Debug)]
pub(super) enum Edit {
    /// It changed the position.
    Taken,
    /// The position is complete.
    Complete(Box<Setup>),
    /// It is not a line of an editor.
    Other,
}

impl Editor {
    /// Begins with the pieces of a board.
    pub(super) fn of(board: Option<&Board>) -> Self {
        Self { setup: board.map_or(Setup::EMPTY, Board::setup), color: Color::White }
    }

    /// Takes a line.
    pub(super) fn handle_line(&mut self, line: &str) -> Edit {
        match line.trim_ascii() {
            "." => return Edit::Complete(Box::new(self.complete())),
            "#" => self.setup = Setup { turn: self.setup.turn, ..Setup::EMPTY },
            "c" => self.color = !self.color,
            text => return self.place(text).map_or(Edit::Other, |()| Edit::Taken),
        }
        Edit::Taken
    }

    /// A piece letter and a square, or `x` and a square to empty it.
    fn place(&mut self, text: &str) -> Option<()> {
        let (letter, square) = text.split_at_checked(1)?;
        let square: Square = square.parse().ok()?;
        self.setup.pieces[square] = match letter {
            "x" | "X" => None,
            letter => Some(Piece::new(self.color, Role::from_char(letter.chars().next()?)?)),
        };
        Some(())
    }

    /// Kings and rooks on their first squares may castle; `edit` has no castling rights.
    fn complete(&self) -> Setup {
        let mut text = self.setup.clone();
        text.en_passant = None;
        (text.halfmove_clock, text.fullmove_number) = (0, 1);
        let stands = |color: Color, role, file| {
            text.pieces[Square::new(file, color.rank(Rank::First))] == Some(Piece::new(color, role))
        };
        let mut rights = String::new();
        for (color, letters) in [(Color::White, ['K', 'Q']), (Color::Black, ['k', 'q'])] {
            for (letter, file) in letters.into_iter().zip([File::H, File::A]) {
                if stands(color, Role::King, File::E) && stands(color, Role::Rook, file) {
                    rights.push(letter);
                }
            }
        }
        let fen = text.fen(vernier_chess::CastlingMode::Standard);
        let mut fields: Vec<&str> = fen.split(' ').collect();
        if let Some(castling) = fields.get_mut(2) {
            *castling = if rights.is_empty() { "-" } else { &rights };
        }
        fields.join(" ").parse().unwrap_or(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_set_piece_by_piece() {
        let mut editor = Editor::of(Some(&Board::start()));
        for line in ["#", "Ke1", "Rh1", "Pe4", "Pd4", "xd4", "c", "Ke8", "Ra8", "Qa1"] {
            assert_eq!(editor.handle_line(line), Edit::Taken, "{line}");
        }
        for line in ["zz", "", "Pe9", "quit", "ping 3"] {
            assert_eq!(editor.handle_line(line), Edit::Other, "{line}");
        }
        let Edit::Complete(setup) = editor.handle_line(".") else { panic!("the position is complete") };
        assert_eq!(setup.to_string(), "r3k3/8/8/8/4P3/8/8/q3K2R w Kq - 0 1");
    }
}
