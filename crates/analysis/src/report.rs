//! What is known about a game once every position has been searched. These types are the JSON that programs read.

use crate::Mark;
use crate::chances::Chances;
use crate::line::Line;
use crate::reason::{Kind, Reason};
use crate::words;
use serde::{Deserialize, Serialize};
use vernier_chess::{Board, Color, Move, Role};
use vernier_engine::{Score, Verdict};

/// A score as JSON has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Evaluation {
    /// Mate in this many moves; negative if the other side mates. Zero: the side in question is mated.
    Mate(i32),
    /// A tablebase win in this many plies; negative for a loss.
    Tablebase(i32),
    /// Hundredths of a pawn.
    Centipawns(i32),
}

/// A game explained.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct GameReport {
    /// The tags of the game.
    pub tags: Vec<(String, String)>,
    /// Where it starts.
    pub start: String,
    /// Its result.
    pub result: String,
    /// The code and name of the opening.
    pub opening: Option<(String, String)>,
    /// The evaluation of the start position, from White's view.
    pub evaluation: Evaluation,
    /// Its chances, from White's view.
    pub chances: Chances,
    /// Every move.
    pub moves: Vec<MoveReport>,
    /// White, then Black.
    pub players: [PlayerReport; 2],
}

/// A move explained.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct MoveReport {
    /// Its place in the game, from zero.
    pub ply: usize,
    /// White or Black: `w` or `b`.
    pub color: char,
    /// The number of the move.
    pub number: u32,
    /// In algebraic notation.
    pub san: String,
    /// In UCI notation.
    pub uci: String,
    /// The position after it.
    pub fen: String,
    /// The evaluation after it, from White's view.
    pub evaluation: Evaluation,
    /// The chances after it, from White's view.
    pub chances: Chances,
    /// Expected points it loses, of a hundred, on the scale of the marks, which is not that of the chances.
    pub loss: f64,
    /// Centipawns it loses, as far as both scores are.
    pub centipawn_loss: Option<i32>,
    /// Its accuracy, from 0 to 100.
    pub accuracy: f64,
    /// Its mark.
    pub mark: Option<Mark>,
    /// The part of the game.
    pub phase: Phase,
    /// True while the game is in the book of openings.
    pub book: bool,
    /// The best line instead of it; none if it was the best.
    pub best: Option<LineReport>,
    /// Why it has its mark.
    pub reasons: Vec<ReasonReport>,
}

/// A line of moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct LineReport {
    /// Its evaluation, from White's view.
    pub evaluation: Evaluation,
    /// How deep it was searched.
    pub depth: u32,
    /// The moves in UCI notation.
    pub uci: Vec<String>,
    /// The moves in algebraic notation.
    pub san: Vec<String>,
    /// The moves with numbers.
    pub text: String,
}

/// A reason and its proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct ReasonReport {
    /// What kind it is.
    pub kind: Kind,
    /// The sentence.
    pub text: String,
    /// The proof.
    pub proof: ProofReport,
}

/// Moves that prove a reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct ProofReport {
    /// Where they begin.
    pub fen: String,
    /// In UCI notation.
    pub uci: Vec<String>,
    /// In algebraic notation.
    pub san: Vec<String>,
    /// With numbers.
    pub text: String,
    /// Squares to look at.
    pub squares: Vec<String>,
}

/// A part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Up to move ten, with nearly all pieces on the board.
    Opening,
    /// Between the two.
    Middlegame,
    /// A third of the pieces or fewer.
    Endgame,
}

/// One player's game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PlayerReport {
    /// Moves played.
    pub moves: usize,
    /// The mean accuracy.
    pub accuracy: f64,
    /// The mean loss in expected points.
    pub loss: f64,
    /// The mean loss in centipawns.
    pub centipawn_loss: f64,
    /// Moves of each mark.
    pub inaccuracies: usize,
    /// Moves of each mark.
    pub mistakes: usize,
    /// Moves of each mark.
    pub blunders: usize,
    /// Mates missed in moves that win all the same.
    pub missed_mates: usize,
    /// Opening, middlegame and endgame, where there were moves.
    pub phases: [Option<PhaseReport>; 3],
}

/// One player's moves in a part of the game.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PhaseReport {
    /// The mean accuracy.
    pub accuracy: f64,
    /// The mean loss in expected points.
    pub loss: f64,
}

impl Phase {
    /// The part of the game a position belongs to.
    pub(crate) fn of(board: &Board) -> Self {
        let count = |role| board.role(role).len();
        let pieces =
            count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
        match pieces {
            0..=8 => Self::Endgame,
            20.. if board.fullmove_number() <= 10 => Self::Opening,
            _ => Self::Middlegame,
        }
    }
}

impl Evaluation {
    /// A score of the side to move, from White's view.
    pub fn for_white(score: Score, turn: Color) -> Self {
        let sign = if turn == Color::White { 1 } else { -1 };
        match score.verdict() {
            Verdict::Mate(moves) => Self::Mate(sign * moves),
            Verdict::Tablebase { won: true, plies } => Self::Tablebase(sign * plies.max(1)),
            Verdict::Tablebase { won: false, plies } => Self::Tablebase(-sign * plies.max(1)),
            Verdict::Centipawns(value) => Self::Centipawns(sign * value),
        }
    }

    /// As people read it: `+0.34`, `#3`, `#-2`.
    pub fn text(self) -> String {
        match self {
            Self::Mate(moves) => format!("#{moves}"),
            Self::Tablebase(plies) if plies < 0 => "lost".to_owned(),
            Self::Tablebase(_) => "won".to_owned(),
            Self::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        }
    }
}

/// Moves in both notations.
pub(crate) fn notations(start: &Board, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut board = *start;
    let spelled = moves.iter().map(|mv| {
        let both = (uci(&board, *mv), board.san(*mv).to_string());
        board = board.play(*mv);
        both
    });
    spelled.unzip()
}

/// A move in UCI notation, in the form that fits the position.
pub(crate) fn uci(board: &Board, mv: Move) -> String {
    board.uci(mv, board.castling_mode())
}

impl LineReport {
    /// A line as JSON has it.
    pub fn new(line: &Line) -> Self {
        let (uci, san) = notations(&line.start, &line.moves);
        let evaluation = Evaluation::for_white(line.score, line.start.turn());
        Self { evaluation, depth: line.depth, uci, san, text: line.text() }
    }
}

impl PhaseReport {
    /// Accuracy and average loss as tables have them: `87.1 (3.2)`.
    pub(crate) fn text(phase: Option<Self>) -> String {
        phase.map_or_else(|| "-".to_owned(), |phase| format!("{:.1} ({:.1})", phase.accuracy, phase.loss))
    }
}

impl ReasonReport {
    /// A reason as JSON has it.
    pub(crate) fn new(reason: &Reason) -> Self {
        let proof = &reason.proof;
        let (uci, san) = notations(&proof.start, &proof.moves);
        let squares = proof.squares.iter().map(ToString::to_string).collect();
        let (fen, text) = (proof.start.to_string(), words::line(&proof.start, &proof.moves));
        Self {
            kind: reason.kind,
            text: reason.text.clone(),
            proof: ProofReport { fen, uci, san, text, squares },
        }
    }
}

impl PlayerReport {
    /// One player's share of the moves.
    pub(crate) fn of(moves: &[MoveReport], color: char) -> Self {
        let own: Vec<&MoveReport> = moves.iter().filter(|mv| mv.color == color).collect();
        let mean =
            |values: &[f64]| (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
        let of =
            |value: &dyn Fn(&MoveReport) -> f64| mean(&own.iter().map(|mv| value(mv)).collect::<Vec<_>>());
        let marked = |mark: Mark| own.iter().filter(|mv| mv.mark == Some(mark)).count();
        let lost: Vec<f64> = own.iter().filter_map(|mv| mv.centipawn_loss).map(f64::from).collect();
        let phases = [Phase::Opening, Phase::Middlegame, Phase::Endgame].map(|phase| {
            let (accuracies, losses): (Vec<f64>, Vec<f64>) =
                own.iter().filter(|mv| mv.phase == phase).map(|mv| (mv.accuracy, mv.loss)).unzip();
            Some(PhaseReport { accuracy: mean(&accuracies)?, loss: mean(&losses)? })
        });
        Self {
            moves: own.len(),
            accuracy: of(&|mv| mv.accuracy).unwrap_or(0.0),
            loss: of(&|mv| mv.loss).unwrap_or(0.0),
            centipawn_loss: mean(&lost).unwrap_or(0.0),
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
            missed_mates: marked(Mark::MissedMate),
            phases,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_keep_their_distance_when_they_are_turned() {
        let cases = [
            (Score::mate_in(1), Color::White, 1),
            (Score::mate_in(1), Color::Black, -1),
            (Score::mated_in(2), Color::White, -1),
            (Score::mated_in(2), Color::Black, 1),
        ];
        for (score, turn, moves) in cases {
            assert_eq!(Evaluation::for_white(score, turn), Evaluation::Mate(moves), "{score:?} {turn:?}");
        }
    }
}
