//! A move as the protocols write it.

use std::fmt;
use std::str::FromStr;
use vernier_chess::{Board, CastlingMode, Move, Role, Square, UciMoveError};

/// A move as the protocols write it: from, to and promotion. It needs a board to become a [`Move`].
///
/// ```
/// use vernier_protocol::MoveText;
/// let text: MoveText = "E7E8Q".parse()?;
/// assert_eq!(text.to_string(), "e7e8q");
/// assert!("e7e9".parse::<MoveText>().is_err());
/// # Ok::<(), vernier_protocol::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    /// Where it starts.
    pub from: Square,
    /// Where it ends; for castling the king's goal or the rook's square, as the mode has it.
    pub to: Square,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
}

impl MoveText {
    /// How a legal move is written on this board.
    pub fn of(board: &Board, mv: Move, mode: CastlingMode) -> Self {
        let plain = Self { from: mv.from(), to: mv.to(), promotion: mv.promotion() };
        // Only castling has more than one form.
        if mv.is_castle() { board.uci(mv, mode).parse().unwrap_or(plain) } else { plain }
    }

    /// A line of moves from this board. It ends before a move that is not legal.
    pub fn line(board: &Board, moves: impl IntoIterator<Item = Move>, mode: CastlingMode) -> Vec<Self> {
        let mut board = *board;
        let mut line = Vec::new();
        for mv in moves {
            if !board.is_legal(mv) {
                break;
            }
            line.push(Self::of(&board, mv, mode));
            board = board.play(mv);
        }
        line
    }

    /// The legal move it names. Castling may be written as the king's move or as king takes rook.
    pub fn on(self, board: &Board) -> Result<Move, UciMoveError> {
        board.parse_uci(&self.to_string())
    }
}

/// A text that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTextError;

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is two squares and, for a promotion, one of q r b n")
    }
}

impl std::error::Error for MoveTextError {}

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let lower = text.to_ascii_lowercase();
        let promotion = match lower.as_bytes() {
            [_, _, _, _] => None,
            [_, _, _, _, role] => {
                let role = Role::from_char(char::from(*role)).filter(|role| Role::PROMOTIONS.contains(role));
                Some(role.ok_or(MoveTextError)?)
            }
            _ => return Err(MoveTextError),
        };
        let square = |part: Option<&str>| part.and_then(|part| part.parse().ok()).ok_or(MoveTextError);
        Ok(Self { from: square(lower.get(0..2))?, to: square(lower.get(2..4))?, promotion })
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.to_char()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse().expect("a legal position")
    }

    #[test]
    fn every_legal_move_round_trips_in_both_modes() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
            "2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 2",
        ];
        let mut checked = 0;
        for fen in fens {
            let board = board(fen);
            for mv in board.legal_moves() {
                for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                    let text = MoveText::of(&board, mv, mode);
                    assert_eq!(text.to_string().parse(), Ok(text));
                    assert_eq!(text.on(&board), Ok(mv), "{text} on {fen} ({mode:?})");
                    checked += 1;
                }
            }
        }
        assert!(checked > 200, "{checked}");
    }

    #[test]
    fn castling_follows_the_castling_mode() {
        let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for (text, standard, chess960) in [("e1g1", "e1g1", "e1h1"), ("e1a1", "e1c1", "e1a1")] {
            let mv = text.parse::<MoveText>().unwrap().on(&board).unwrap();
            assert!(mv.is_castle());
            assert_eq!(MoveText::of(&board, mv, CastlingMode::Standard).to_string(), standard);
            assert_eq!(MoveText::of(&board, mv, CastlingMode::Chess960).to_string(), chess960);
        }
    }

    #[test]
    fn junk_is_rejected() {
        for junk in
            ["", "e2", "e2e", "e2e44", "0000", "e7e8k", "e7e8p", "i2i4", "e2e9", "é2e4", "e2e4qq", "(none)"]
        {
            assert_eq!(junk.parse::<MoveText>(), Err(MoveTextError), "{junk}");
        }
        for illegal in ["e2e5", "e2e4q", "e7e5", "e4e5"] {
            assert!(illegal.parse::<MoveText>().unwrap().on(&Board::start()).is_err(), "{illegal}");
        }
    }
}
