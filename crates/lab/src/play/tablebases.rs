//! Ends games by tablebases.

use crate::store::fingerprint;
use crate::store::record::Finish;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use vernier_chess::{Board, GameResult, Outcome};
use vernier_engine::{TablebaseError, Tablebases, Wdl};

/// Knows how games with few pieces end, fifty-move rule included.
pub struct TablebaseJudge {
    tables: Tablebases,
    problems: Mutex<Vec<TablebaseError>>,
}

/// There are no tables; what was wrong, if anything was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoTablebases(String, Option<TablebaseError>);

impl fmt::Display for NoTablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no tablebases in {}", self.0)?;
        self.1.as_ref().map_or(Ok(()), |problem| write!(f, " ({problem})"))
    }
}

impl std::error::Error for NoTablebases {}

/// Plies without a capture or pawn move after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

impl TablebaseJudge {
    /// The tables in a folder, or in several separated as in the engine's option.
    pub fn open(path: &str) -> Result<Self, NoTablebases> {
        let (tables, problems) = Tablebases::open(path);
        if tables.count().0 == 0 {
            return Err(NoTablebases(path.to_owned(), problems.into_iter().next()));
        }
        Ok(Self { tables, problems: Mutex::new(problems) })
    }

    /// How a game with this position on the board ends; none if the tablebases do not say.
    pub fn judge(&self, board: &Board) -> Option<Finish> {
        self.result(board).map(|result| Outcome::Tablebase(result).into())
    }

    /// The result of this position; none if the tablebases do not say.
    pub fn result(&self, board: &Board) -> Option<GameResult> {
        let wdl = match board.halfmove_clock() {
            0 => self.note(self.tables.wdl(board))?,
            clock => {
                let distance = self.note(self.tables.dtz(board))?;
                // Tables round distances down; on the edge of the rule the game is played on.
                if distance.0.abs() + i32::from(clock) == FIFTY_MOVES {
                    return None;
                }
                distance.result(clock)
            }
        };
        Some(match wdl {
            Wdl::Win => GameResult::won_by(board.turn()),
            Wdl::Loss => GameResult::won_by(!board.turn()),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => GameResult::Draw,
        })
    }

    /// What was wrong with tables so far.
    pub fn problems(&self) -> Vec<String> {
        self.lock().iter().map(ToString::to_string).collect()
    }

    /// Which tables they are. The same text means the same answers, unless files are damaged.
    pub fn describe(&self) -> String {
        let (results, distances) = self.tables.count();
        let names = fingerprint::of(self.tables.names().join(" ").as_bytes());
        format!(
            "{results} results, {distances} distances, up to {} pieces, {names}",
            self.tables.max_pieces()
        )
    }

    fn note<T>(&self, answer: Result<Option<T>, TablebaseError>) -> Option<T> {
        answer.unwrap_or_else(|problem| {
            self.lock().push(problem);
            None
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<TablebaseError>> {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "needs ../shared/data"]
    fn the_fifty_move_rule_counts() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
        let judge = TablebaseJudge::open(path).unwrap();
        let judged = |fen: &str| judge.judge(&fen.parse().unwrap());
        let white = Some(Outcome::Tablebase(GameResult::WhiteWins).into());
        assert_eq!(judged("8/8/8/8/8/4k3/8/4K2Q w - - 0 1"), white);
        assert_eq!(judged("8/8/8/8/8/4k3/8/4K2Q b - - 3 1"), white);
        assert_eq!(judged("8/8/8/8/8/2k5/8/4K2R w - - 40 1"), white);
        assert_eq!(
            judged("8/8/8/8/8/2k5/8/4K2R w - - 97 1"),
            Some(Outcome::Tablebase(GameResult::Draw).into())
        );
        assert_eq!(
            judged("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"),
            Some(Outcome::Tablebase(GameResult::Draw).into())
        );
        assert_eq!(judged("8/8/8/8/8/4k3/8/4K2R w K - 0 1"), None, "castling is not in the tables");
        assert_eq!(judged("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None);
        assert_eq!(judge.problems(), Vec::<String>::new());
        assert!(TablebaseJudge::open("/no/such/folder").is_err());
    }
}
