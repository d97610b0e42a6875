//! Searches in an XBoard session: their purposes, and what happens to their answers.

use super::super::{Context, Message, uci_printer::score_value};
use super::{CecpHandler, ending, refuse};
use crate::cecp::{MoveWord, Progress, Reply, Thinking, score};
use std::time::{Duration, Instant};
use vernier_chess::{Board, Game, Move};
use vernier_engine::{Answer, Event, Limits, Report, Request, SearchJob};

/// How long to search for a hint.
const HINT: Duration = Duration::from_millis(200);

/// A search that runs.
pub(super) struct Search {
    pub(super) job: SearchJob,
    number: u64,
    pub(super) purpose: Purpose,
    /// The position it searches.
    board: Board,
    started: Instant,
    last: Option<Report>,
    current: Option<(Move, usize)>,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To move.
    Move,
    /// Pondering.
    Ponder,
    /// Analysis.
    Analysis,
    /// A hint for the opponent.
    Hint,
}

impl CecpHandler {
    /// True if the engine is thinking about its move.
    pub(super) fn is_on_move(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    pub(super) fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Ponder)
    }

    /// Ends the running search and discards its answer. Pending pings are answered.
    pub(super) fn abort(&mut self, context: &mut Context) {
        if self.search.take().is_some() {
            context.engine.stop();
        }
        self.answer_pings(context);
    }

    fn answer_pings(&mut self, context: &Context) {
        self.pings.drain(..).for_each(|number| context.print(Reply::Pong(number)));
    }

    /// Does what the present position calls for: analyse, move, or nothing.
    pub(super) fn proceed(&mut self, context: &mut Context) {
        self.abort(context);
        let Some(game) = &self.game else { return refuse(context) };
        if self.analyzing {
            let legal = game.board().legal_moves();
            let searchmoves: Vec<Move> = legal.into_iter().filter(|mv| !self.excluded.contains(mv)).collect();
            if !searchmoves.is_empty() {
                self.start(context, Purpose::Analysis, Limits { searchmoves, ..Limits::infinite() });
            }
        } else if self.side == Some(game.turn()) {
            let limits = self.clocks.limits(game.turn());
            self.start(context, Purpose::Move, limits);
        }
    }

    pub(super) fn hint(&mut self, context: &mut Context) {
        let Some(game) = &self.game else { return refuse(context) };
        match self.expected.filter(|mv| game.board().is_legal(*mv)) {
            Some(mv) => context.print(Reply::Hint(MoveWord::of(game.board(), mv, context.castling_mode()))),
            None if self.search.is_none() => self.start(context, Purpose::Hint, Limits::movetime(HINT)),
            None => {}
        }
    }

    fn start(&mut self, context: &mut Context, purpose: Purpose, limits: Limits) {
        let Some(mut game) = self.game.clone() else { return };
        if let (Purpose::Ponder, Some(expected)) = (purpose, self.expected) {
            // Legal: the engine only expects legal moves.
            let _ = game.play(expected);
        }
        self.searches += 1;
        let (number, messages) = (self.searches, context.messages.clone());
        let (board, started) = (*game.board(), Instant::now());
        let sink = move |event| drop(messages.send(Message::Search(number, event)));
        let job = context.engine.start(Request::new(game).limits(limits), Box::new(sink));
        self.search = Some(Search { job, number, purpose, board, started, last: None, current: None });
    }

    pub(super) fn handle_search_event(&mut self, context: &mut Context, number: u64, event: Event) {
        let post = self.post;
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else { return };
        match event {
            Event::Iteration(report) => {
                if post && search.purpose != Purpose::Hint {
                    context.output.print_if_idle(Reply::Thinking(thinking(&search.board, &report)));
                }
                search.last = Some(report);
            }
            Event::CurrentMove { mv, number, .. } => search.current = Some((mv, number)),
            Event::Note(text) => context.print(Reply::Comment(text)),
            Event::Summary(_) => {}
            Event::Done(Answer { best, ponder, .. }) => {
                if let Some(search) = self.search.take() {
                    self.finish_search(context, &search, best, ponder);
                }
            }
        }
    }

    fn finish_search(
        &mut self,
        context: &mut Context,
        search: &Search,
        best: Option<Move>,
        ponder: Option<Move>,
    ) {
        let best = best.filter(|best| search.board.is_legal(*best));
        let word = best.map(|best| MoveWord::of(&search.board, best, context.castling_mode()));
        match (search.purpose, best, word) {
            (Purpose::Hint, _, Some(word)) => context.print(Reply::Hint(word)),
            (Purpose::Move, Some(best), Some(word)) => {
                context.print(Reply::Move(word));
                self.outlook = search.last.as_ref().map(|report| report.score);
                self.play(best);
                self.answer_pings(context);
                if !self.claim(context) {
                    self.think_ahead(context, ponder);
                }
            }
            (Purpose::Move, ..) => {
                self.claim(context);
                self.answer_pings(context);
            }
            _ => {}
        }
    }

    /// After its move the engine expects a reply, and may think about it on the opponent's time.
    fn think_ahead(&mut self, context: &mut Context, reply: Option<Move>) {
        self.expected = None;
        let Some(game) = &self.game else { return };
        let Some(reply) = reply.filter(|reply| game.board().is_legal(*reply)) else { return };
        self.expected = Some(reply);
        let mut next = game.clone();
        if self.ponder && next.play(reply).is_ok() && ending(&next).is_none() {
            let limits = Limits { ponder: true, ..self.clocks.limits(!game.turn()) };
            self.start(context, Purpose::Ponder, limits);
        }
    }

    pub(super) fn print_progress(&self, context: &Context) {
        let Some(search) = &self.search else { return };
        let moves = search.board.count_moves();
        let number = search.current.map_or(0, |(_, number)| number);
        context.print(Reply::Progress(Progress {
            time: centiseconds(search.started.elapsed()),
            nodes: search.last.as_ref().map_or(0, |report| report.nodes),
            depth: search.last.as_ref().map_or(0, |report| report.depth),
            moves_left: moves.saturating_sub(number),
            moves,
            current: search.current.map(|(mv, _)| search.board.san(mv).to_string()),
        }));
    }
}

fn centiseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis() / 10).unwrap_or(u64::MAX)
}

fn thinking(board: &Board, report: &Report) -> Thinking {
    Thinking {
        depth: report.depth,
        score: score(score_value(report.score)),
        time: centiseconds(report.elapsed),
        nodes: report.nodes,
        selective_depth: Some(report.selective_depth),
        nodes_per_second: Some(report.nodes_per_second()),
        tablebase_hits: Some(report.tablebase_hits),
        pv: moves_in_words(board, &report.pv),
    }
}

/// A line in algebraic notation.
pub(in super::super) fn moves_in_words(board: &Board, moves: &[Move]) -> String {
    let mut game = Game::from_board(*board);
    let mut words = Vec::with_capacity(moves.len());
    for mv in moves {
        let san = game.board().is_legal(*mv).then(|| game.board().san(*mv).to_string());
        match (san, game.play(*mv)) {
            (Some(san), Ok(())) => words.push(san),
            _ => break,
        }
    }
    words.join(" ")
}
