//! A position of a suite and its goal.

use crate::stats::Elo;
use std::fmt;
use std::path::{Path, PathBuf};
use vernier_chess::{Board, Epd, Move};
use vernier_engine::Verdict;
use vernier_engine::plain_file::{self, FileError};

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name.
    pub id: String,
    /// The name without its number: what it belongs to.
    pub theme: String,
    /// The position.
    pub board: Board,
    /// What counts as solved.
    pub goal: Goal,
}

/// The goal of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Find one of these moves and play none of those (`bm`, `am`).
    Moves {
        /// Solutions; empty if any move will do that is not a mistake.
        best: Vec<Move>,
        /// Mistakes.
        avoid: Vec<Move>,
    },
    /// Moves with points, the best first (`c8` and `c9`).
    Graded(Vec<(Move, u32)>),
    /// Announce mate in this many moves, or being mated if negative (`dm`).
    Mate(i32),
    /// Evaluate the position as this, in centipawns for the side to move (`ce`).
    Evaluation(i32),
}

/// The points for an exact evaluation, and the points that count as solved: within a tenth of the expected score.
const JUDGED: u32 = 100;
const JUDGED_WELL: u32 = 90;

impl Goal {
    /// What a move and a verdict on the position are worth.
    pub fn points(&self, mv: Option<Move>, verdict: Option<Verdict>) -> u32 {
        match self {
            Self::Moves { best, avoid } => {
                let good = |mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv);
                u32::from(mv.is_some_and(good))
            }
            Self::Graded(list) => {
                let listed = mv.and_then(|mv| list.iter().find(|(known, _)| *known == mv));
                listed.map_or(0, |(_, points)| *points)
            }
            Self::Mate(moves) => match verdict {
                Some(Verdict::Mate(found)) => {
                    u32::from(found.signum() == moves.signum() && found.abs() <= moves.abs())
                }
                _ => 0,
            },
            Self::Evaluation(wanted) => verdict.map_or(0, |verdict| {
                let off = (expected(verdict) - expected(Verdict::Centipawns(*wanted))).abs();
                (f64::from(JUDGED) * (1.0 - off)).round() as u32
            }),
        }
    }

    /// True if this many points solve it.
    pub fn is_solved_by(&self, points: u32) -> bool {
        match self {
            Self::Evaluation(_) => points >= JUDGED_WELL,
            _ => points == self.most(),
        }
    }

    /// The most points there are.
    pub fn most(&self) -> u32 {
        match self {
            Self::Graded(list) => list.iter().map(|(_, points)| *points).max().unwrap_or(0),
            Self::Evaluation(_) => JUDGED,
            _ => 1,
        }
    }
}

/// The score that a verdict promises, from 0 to 1: pawns count less the more there are.
fn expected(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Centipawns(points) => Elo(f64::from(points)).expected_score(),
        Verdict::Mate(distance) => f64::from(u8::from(distance > 0)),
        Verdict::Tablebase { won, .. } => f64::from(u8::from(won)),
    }
}

/// Why a suite cannot be used.
#[derive(Debug)]
pub enum SuiteError {
    /// The file cannot be read, is not a plain file, or is too big.
    File(FileError),
    /// A line that makes no sense.
    Line(PathBuf, usize, String),
    /// No position in it.
    Empty(PathBuf),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Line(path, line, error) => write!(f, "{}, line {line}: {error}", path.display()),
            Self::Empty(path) => write!(f, "there is no position in {}", path.display()),
        }
    }
}

impl std::error::Error for SuiteError {}

/// No suite is larger.
const LARGEST_FILE: u64 = 1 << 28;

/// The positions of a file, one a line.
pub fn load(path: &Path) -> Result<Vec<Task>, SuiteError> {
    let bytes = plain_file::read(path, LARGEST_FILE).map_err(SuiteError::File)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut tasks = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let task = read(line.trim(), index + 1);
        tasks.push(task.map_err(|error| SuiteError::Line(path.to_owned(), index + 1, error))?);
    }
    if tasks.is_empty() {
        return Err(SuiteError::Empty(path.to_owned()));
    }
    Ok(tasks)
}

fn read(line: &str, number: usize) -> Result<Task, String> {
    let epd: Epd = line.parse().map_err(|error: vernier_chess::EpdError| error.to_string())?;
    let board = epd.board().map_err(|error| error.to_string())?;
    let id = epd.id().map_or_else(|| format!("line {number}"), str::to_owned);
    let theme = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let theme = theme.trim_end_matches([' ', '.', '-', '_', '#']).to_owned();
    Ok(Task { theme, goal: goal(&epd, &board)?, id, board })
}

fn goal(epd: &Epd, board: &Board) -> Result<Goal, String> {
    if let Some(moves) = epd.integer("dm") {
        let moves = i32::try_from(moves).ok().filter(|moves| *moves != 0);
        return moves.map(Goal::Mate).ok_or_else(|| "dm is not a number of moves".to_owned());
    }
    if let (Some(points), Some(moves)) = (epd.text("c8"), epd.text("c9")) {
        return graded(board, points, moves);
    }
    let read = |text: &str| board.parse_san(text).map_err(|error| format!("{text}: {error}"));
    let best: Vec<Move> = epd.best_moves().map(read).collect::<Result<_, _>>()?;
    let avoid: Vec<Move> = epd.avoid_moves().map(read).collect::<Result<_, _>>()?;
    if !best.is_empty() || !avoid.is_empty() {
        return Ok(Goal::Moves { best, avoid });
    }
    match epd.integer("ce").map(i32::try_from) {
        Some(Ok(points)) => Ok(Goal::Evaluation(points)),
        Some(Err(_)) => Err("ce is not a number of centipawns".to_owned()),
        None => Err("the position has no goal: no bm, am, dm, ce or graded moves".to_owned()),
    }
}

fn graded(board: &Board, points: &str, moves: &str) -> Result<Goal, String> {
    let points: Vec<&str> = points.split_whitespace().collect();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    if points.len() != moves.len() {
        return Err(format!("{} points for {} moves", points.len(), moves.len()));
    }
    let pair = |(mv, points): (&&str, &&str)| {
        let mv = board.parse_uci(mv).map_err(|error| format!("{mv}: {error}"))?;
        Ok((mv, points.parse().map_err(|error| format!("{points}: {error}"))?))
    };
    moves.iter().zip(&points).map(pair).collect::<Result<Vec<_>, String>>().map(Goal::Graded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_scored() {
        let board = Board::start();
        let mv = |text: &str| board.parse_uci(text).unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let task = |operations: &str| read(&format!("{fen} {operations}"), 7);

        let both = task("bm e4 d4; am a3; id \"first one.012\";").unwrap();
        assert_eq!((both.id.as_str(), both.theme.as_str()), ("first one.012", "first one"));
        assert_eq!(both.goal.points(Some(mv("d2d4")), None), 1);
        assert_eq!(both.goal.points(Some(mv("a2a3")), None), 0);
        assert_eq!(both.goal.points(None, None), 0);
        let avoid = task("am a3;").unwrap();
        assert_eq!(avoid.id, "line 7");
        assert_eq!(avoid.goal.points(Some(mv("b2b3")), None), 1);

        let graded = task("bm e4; c8 \"10 4\"; c9 \"e2e4 d2d4\";").unwrap();
        assert_eq!(graded.goal.points(Some(mv("d2d4")), None), 4);
        assert_eq!(graded.goal.most(), 10);

        let mate = task("bm e4; dm -3;").unwrap();
        for (verdict, points) in [(Verdict::Mate(-3), 1), (Verdict::Mate(-4), 0), (Verdict::Mate(3), 0)] {
            assert_eq!(mate.goal.points(None, Some(verdict)), points);
        }
        let judged = task("ce 150;").unwrap().goal;
        for (verdict, points, solved) in [
            (Some(Verdict::Centipawns(150)), 100, true),
            (Some(Verdict::Centipawns(80)), 91, true),
            (Some(Verdict::Centipawns(0)), 80, false),
            (Some(Verdict::Mate(3)), 70, false),
            (Some(Verdict::Mate(-3)), 30, false),
            (None, 0, false),
        ] {
            assert_eq!(judged.points(None, verdict), points, "{verdict:?}");
            assert_eq!(judged.is_solved_by(points), solved, "{verdict:?}");
        }
        for wrong in ["", "bm Ke2;", "dm 0;", "ce 99999999999;", "c8 \"1\"; c9 \"e2e4 d2d4\";"] {
            assert!(task(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    #[ignore = "needs ../shared/data"]
    fn shared_suites_are_understood() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
        for (file, positions, most) in [
            ("tactics/wac.epd", 300, 300),
            ("tactics/arasan2024.epd", 200, 200),
            ("tactics/mates2000.epd", 2000, 2000),
            ("tactics/eet.epd", 100, 100),
            ("sts/sts_v3.epd", 1500, 15_000),
            ("sts/sts_v6.epd", 1188, 118_800),
        ] {
            let tasks = load(&folder.join(file)).unwrap();
            assert_eq!(tasks.len(), positions, "{file}");
            assert_eq!(tasks.iter().map(|task| task.goal.most()).sum::<u32>(), most, "{file}");
        }
    }
}
