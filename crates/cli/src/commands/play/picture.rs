//! The board as a terminal shows it.

use super::table::Table;
use anstyle::{Ansi256Color, Color as Paint, Style};
use std::fmt::Write;
use vernier_chess::picture::Text;
use vernier_chess::{Board, Color, File, Rank, Role, Square};

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture {
    /// The terminal shows colors, and they are wanted.
    pub(super) color: bool,
    /// Letters instead of chess symbols.
    pub(super) plain: bool,
}

const LIGHT: u8 = 180;
const DARK: u8 = 137;
const LIGHT_LAST: u8 = 186;
const DARK_LAST: u8 = 143;
const CHECK: u8 = 167;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

impl Picture {
    /// The position, the last move and the clocks.
    pub(super) fn of(self, table: &Table) -> String {
        let board = table.board();
        let mut text = match self.color {
            true => self.colored(board, table.below(), table.last_squares()),
            false => Text::of(board).symbols(!self.plain).below(table.below()).to_string(),
        };
        if let Some(clocks) = table.clocks() {
            let _ = write!(text, "\n{clocks}");
        }
        text
    }

    fn colored(self, board: &Board, below: Color, last: [Option<Square>; 2]) -> String {
        let check = board.in_check().then(|| board.king(board.turn()));
        let mut text = String::new();
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match below {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        for rank in ranks {
            let _ = write!(text, "{rank} ");
            for file in files {
                let square = Square::new(file, rank);
                let light = (file as u8 + rank as u8) % 2 == 1;
                let ground = match (light, last.contains(&Some(square))) {
                    _ if check == Some(square) => CHECK,
                    (true, true) => LIGHT_LAST,
                    (true, false) => LIGHT,
                    (false, true) => DARK_LAST,
                    (false, false) => DARK,
                };
                let piece = board.piece_at(square);
                let ink =
                    if piece.is_some_and(|piece| piece.color() == Color::White) { WHITE } else { BLACK };
                let style = Style::new()
                    .bg_color(Some(Paint::Ansi256(Ansi256Color(ground))))
                    .fg_color(Some(Paint::Ansi256(Ansi256Color(ink))));
                let symbol = piece.map_or(' ', |piece| solid(piece.role()));
                let _ = write!(text, "{style} {symbol} {style:#}");
            }
            text.push('\n');
        }
        text.push(' ');
        for file in files {
            let _ = write!(text, "  {file}");
        }
        text
    }
}

/// The symbol that is filled in: the color shows whose piece it is.
const fn solid(role: Role) -> char {
    match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    }
}
