//! From a game to its report: every position is searched once, the last first, so that what was found later is known
//! earlier; then every move is judged.

use crate::chances::{Chances, expected_points};
use crate::line::{Line, passed};
use crate::mark::{Mark, accuracy};
use crate::openings;
use crate::reason::{self, Case, Kind, Reason, TableChange};
use crate::report::{Evaluation, GameReport, LineReport, MoveReport, Phase, PlayerReport, ReasonReport, uci};
use std::sync::Arc;
use vernier_chess::pgn::GameTree;
use vernier_chess::{Board, Game, Key, Move};
use vernier_engine::{Limits, Report, Score, Tablebases};

/// A position to think about.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub board: Board,
    /// The keys of the positions before it, oldest first.
    pub history: Vec<Key>,
    /// When to stop.
    pub limits: Limits,
    /// How many best lines are wanted.
    pub lines: usize,
}

/// Answers a question with its lines, best first; `None` if the work is to stop.
pub type Thinker<'a> = dyn FnMut(&Question) -> Option<Vec<Report>> + 'a;

/// How a game is analysed.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limits of each search.
    pub limits: Limits,
    /// Lines for each position. Two are needed to see that a move is the only one.
    pub lines: usize,
    /// Tablebases to ask.
    pub tablebases: Option<Arc<Tablebases>>,
}

impl Default for Settings {
    /// 300,000 positions and two lines for each move.
    fn default() -> Self {
        Self { limits: Limits::nodes(300_000), lines: 2, tablebases: None }
    }
}

/// How far the work has come.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Positions searched so far.
    Position {
        /// Searched.
        done: usize,
        /// All.
        all: usize,
    },
    /// A move is judged.
    Move(Box<MoveReport>),
}

/// Points of expected score between replies that refute a move about equally well.
const NEARLY_AS_GOOD: f64 = 3.0;

/// What is known of a position.
struct JudgedPosition {
    board: Board,
    lines: Vec<Line>,
    /// For the side to move.
    score: Score,
}

impl JudgedPosition {
    fn chances(&self) -> Chances {
        Chances::of(self.score, &self.board)
    }

    /// The points that the side to move may expect.
    fn expected(&self) -> f64 {
        expected_points(self.score, &self.board)
    }
}

/// Analyses the main line of a game. Returns `None` if the search gave up.
pub fn annotate(
    tree: &GameTree,
    settings: &Settings,
    think: &mut Thinker,
    progress: &mut dyn FnMut(Progress),
) -> Option<GameReport> {
    let game = tree.game();
    let mut analysis = Analysis { settings, think, games: positions(&game), moves: game.moves().to_vec() };
    let known = analysis.positions(progress)?;
    let mut moves = Vec::new();
    let mut in_book = true;
    for ply in 0..analysis.moves.len() {
        in_book &= openings::knows(&known[ply + 1].board);
        let mut report = analysis.judge(ply, &known)?;
        report.book = in_book;
        progress(Progress::Move(Box::new(report.clone())));
        moves.push(report);
    }
    let start = &known[0];
    let for_white = |chances: Chances, white: bool| if white { chances } else { chances.flipped() };
    Some(GameReport {
        tags: tree.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        start: start.board.to_string(),
        result: tree.result.map_or_else(|| "*".to_owned(), |result| result.to_string()),
        opening: openings::of_game(&game).map(|opening| (opening.eco.to_owned(), opening.name.clone())),
        evaluation: Evaluation::for_white(start.score, start.board.turn()),
        chances: for_white(start.chances(), start.board.turn() == vernier_chess::Color::White),
        players: ['w', 'b'].map(|color| PlayerReport::of(&moves, color)),
        moves,
    })
}

/// The game as it stood before every move, and at its end.
fn positions(game: &Game) -> Vec<Game> {
    let mut on = Game::from_board(*game.start());
    let mut games = vec![on.clone()];
    for mv in game.moves() {
        // Its moves are legal: they were played.
        if on.play(*mv).is_err() {
            break;
        }
        games.push(on.clone());
    }
    games
}

struct Analysis<'a, 'b> {
    settings: &'a Settings,
    think: &'a mut Thinker<'b>,
    games: Vec<Game>,
    moves: Vec<Move>,
}

/// The keys before the present position.
fn history(game: &Game) -> Vec<Key> {
    let keys = game.keys();
    keys[..keys.len() - 1].to_vec()
}

impl Analysis<'_, '_> {
    fn positions(&mut self, progress: &mut dyn FnMut(Progress)) -> Option<Vec<JudgedPosition>> {
        let all = self.games.len();
        let mut known = Vec::with_capacity(all);
        for index in (0..all).rev() {
            let board = *self.games[index].board();
            known.push(if board.has_legal_moves() {
                let question = Question {
                    board,
                    history: history(&self.games[index]),
                    limits: self.settings.limits.clone(),
                    lines: self.settings.lines.max(1),
                };
                let lines = self.lines(&question)?;
                JudgedPosition { board, score: lines.first().map_or(Score(0), |line| line.score), lines }
            } else {
                let score = if board.in_check() { Score::mated_in(0) } else { Score(0) };
                JudgedPosition { board, lines: Vec::new(), score }
            });
            progress(Progress::Position { done: all - index, all });
        }
        known.reverse();
        Some(known)
    }

    fn lines(&mut self, question: &Question) -> Option<Vec<Line>> {
        let reports = (self.think)(question)?;
        let line = |report: Report| Line {
            start: question.board,
            moves: report.pv,
            score: report.score,
            depth: report.depth,
        };
        Some(reports.into_iter().map(line).collect())
    }

    /// A search for one line, with half the effort: to see a threat, or what an accepted sacrifice comes to.
    fn glance(&mut self, board: Board, history: Vec<Key>, only: Vec<Move>) -> Option<Option<Line>> {
        let mut limits = self.settings.limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.div_ceil(2));
        limits.movetime = limits.movetime.map(|time| time / 2);
        limits.depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
        limits.searchmoves = only;
        let question = Question { board, history, limits, lines: 1 };
        Some(self.lines(&question)?.into_iter().next())
    }

    /// Judges a move.
    fn judge(&mut self, ply: usize, known: &[JudgedPosition]) -> Option<MoveReport> {
        let (before, after, mv) = (&known[ply], &known[ply + 1], self.moves[ply]);
        let white = before.board.turn() == vernier_chess::Color::White;
        let best = before.lines.first().cloned();
        let is_best = best.as_ref().is_none_or(|line| line.moves.first() == Some(&mv));
        let expected = before.expected();
        let kept = 100.0 - after.expected();
        let loss = if is_best { 0.0 } else { (expected - kept).max(0.0) };
        let (mut mark, mut reasons) = (Mark::of_loss(loss), Vec::new());
        if let (Some(_), Some(best)) = (mark, &best) {
            reasons = self.reasons(ply, best, after)?;
        } else if let Some(reason) = self.missed_mate(ply, best.as_ref().filter(|_| !is_best), after)? {
            (mark, reasons) = (Some(Mark::MissedMate), vec![reason]);
        } else if let Some(proof) = self.brilliancy(ply, before, kept, loss)? {
            (mark, reasons) = (Some(Mark::Brilliant), vec![proof]);
        } else if is_best && self.is_only(ply, before, expected) {
            mark = Some(Mark::Only);
        }
        let plain = |score: Score| !score.is_decisive();
        let centipawns = (best.is_some() && plain(before.score) && plain(after.score))
            .then(|| if is_best { 0 } else { (before.score.0 + after.score.0).max(0) });
        let chances = if white { after.chances().flipped() } else { after.chances() };
        Some(MoveReport {
            ply,
            color: if white { 'w' } else { 'b' },
            number: before.board.fullmove_number(),
            san: before.board.san(mv).to_string(),
            uci: uci(&before.board, mv),
            fen: after.board.to_string(),
            evaluation: Evaluation::for_white(after.score, after.board.turn()),
            chances,
            loss,
            centipawn_loss: centipawns,
            accuracy: accuracy(loss),
            mark,
            phase: Phase::of(&before.board),
            book: false,
            best: best.filter(|_| !is_best).map(|line| LineReport::new(&line)),
            reasons: reasons.iter().map(ReasonReport::new).collect(),
        })
    }

    fn reasons(&mut self, ply: usize, best: &Line, after: &JudgedPosition) -> Option<Vec<Reason>> {
        let (game, mv) = (self.games[ply].clone(), self.moves[ply]);
        let threat = match passed(game.board()).filter(Board::has_legal_moves) {
            Some(board) => self.glance(board, Vec::new(), Vec::new())?,
            None => None,
        };
        let tables =
            self.settings.tablebases.as_ref().and_then(|tables| TableChange::look(tables, &game, mv));
        let none = Line { start: after.board, moves: Vec::new(), score: after.score, depth: 0 };
        let reasons_by = |reply: &Line| {
            let case =
                Case::new(game.clone(), mv, best.clone(), reply.clone(), threat.clone(), tables.clone());
            reason::find(&case)
        };
        let found = reasons_by(after.lines.first().unwrap_or(&none));
        // A reply that is about as good may show better what is wrong.
        let other = after.lines.get(1).filter(|line| after.expected() - line.expected() <= NEARLY_AS_GOOD);
        let plain = other.filter(|_| !reason::say_how(&found)).map(reasons_by);
        Some(plain.filter(|reasons| reason::say_how(reasons)).unwrap_or(found))
    }

    /// The move still wins, but there was a mate.
    fn missed_mate(
        &mut self,
        ply: usize,
        best: Option<&Line>,
        after: &JudgedPosition,
    ) -> Option<Option<Reason>> {
        let Some(best) = best.filter(|best| best.score.is_mate() && best.score.0 > 0) else {
            return Some(None);
        };
        let reasons = self.reasons(ply, best, after)?;
        Some(reasons.into_iter().find(|reason| reason.kind == Kind::MissesMate))
    }

    /// The move offers material, and accepting does not help. Only while the game is open: brilliancies do not matter in won or
    /// lost games.
    fn brilliancy(
        &mut self,
        ply: usize,
        before: &JudgedPosition,
        kept: f64,
        loss: f64,
    ) -> Option<Option<Reason>> {
        let mv = self.moves[ply];
        let expected = before.expected();
        let [_, second, ..] = &before.lines[..] else { return Some(None) };
        let beside = second.expected();
        if kept < 50.0 || loss > 2.0 || beside > 90.0 {
            return Some(None);
        }
        let other = before.lines.iter().find(|line| line.moves.first() != Some(&mv)).unwrap_or(second);
        let Some(accepting) = reason::offer(&before.board, mv) else { return Some(None) };
        let mut game = self.games[ply].clone();
        if game.play(mv).is_err() {
            return Some(None);
        }
        let Some(accepted) = self.glance(*game.board(), history(&game), vec![accepting])? else {
            return Some(None);
        };
        let worth = 100.0 - accepted.expected();
        if worth < 50.0 || worth < expected - 5.0 {
            return Some(None);
        }
        Some(reason::sacrifice(&before.board, mv, &accepted, other))
    }

    /// Every other move loses ten points or more. A recapture does not earn a mark.
    fn is_only(&self, ply: usize, before: &JudgedPosition, expected: f64) -> bool {
        let Some(second) = before.lines.get(1) else { return false };
        let recaptures =
            ply > 0 && self.moves[ply - 1].is_capture() && self.moves[ply].to() == self.moves[ply - 1].to();
        let open = (10.0..=95.0).contains(&expected);
        open && !recaptures && expected - second.expected() >= 10.0
    }
}
