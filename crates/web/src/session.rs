//! One open page: requests come in, answers go out.

use crate::facts::Facts;
use crate::message::{Answer, Request};
use crate::outbox::Outbox;
use crate::pool::{Pool, Update};
use crate::report::Work;
use crate::store::Store;
use crate::thinking::{self, Search};
use crate::{Refusal, position, watch};
use axum::extract::ws::{Message, WebSocket};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use vernier_analysis::Question;
use vernier_chess::Board;
use vernier_engine::evaluation::Weights;
use vernier_engine::{Limits, NnueEval, Report, Tablebases};

/// A page that takes longer to read is disconnected.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often lines are sent.
const TICK: Duration = Duration::from_millis(100);
/// How often the result of a long search is stored.
const KEEP: Duration = Duration::from_secs(5);

/// What all sessions share.
pub(crate) struct Shared {
    pub(crate) pool: Pool,
    pub(crate) store: Option<Store>,
    pub(crate) tablebases: Option<Arc<Tablebases>>,
    pub(crate) weights: Weights,
    pub(crate) results: Option<PathBuf>,
    pub(crate) threads: usize,
}

impl Shared {
    /// The checksum of the network in use.
    fn network() -> u32 {
        NnueEval::embedded().map_or(0, |network| network.header().checksum)
    }
}

/// The kinds of work. A session does one of each at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Task {
    Analysis,
    Threat,
    Play,
    Report,
    Watch,
}

impl Task {
    /// The kind of search that a request asks for; a move to play unless it says otherwise.
    const fn of(request: &Request) -> Self {
        match request {
            Request::Analyse { .. } => Self::Analysis,
            Request::Threat { .. } => Self::Threat,
            _ => Self::Play,
        }
    }
}

struct Session {
    user: u64,
    shared: Arc<Shared>,
    outbox: Arc<Outbox>,
    work: HashMap<Task, (u32, CancellationToken)>,
    facts: Facts,
    /// Held by a search while it runs. The next of its kind waits until it has stopped, and so gets the same engine, with its
    /// table and its threads.
    turns: HashMap<Task, Arc<Mutex<()>>>,
    /// Ends everything when the page is closed.
    life: CancellationToken,
}

/// Serves a page until it is closed, then stops its work.
pub(crate) async fn serve(mut socket: WebSocket, user: u64, shared: Arc<Shared>) {
    let outbox = Arc::new(Outbox::default());
    let life = CancellationToken::new();
    let _guard = life.clone().drop_guard();
    shared.pool.warm();
    let facts = Facts::new(shared.weights.clone(), shared.tablebases.clone());
    outbox.send(facts.hello(shared.results.is_some(), shared.threads));
    let mut session = Session {
        user,
        shared,
        outbox: Arc::clone(&outbox),
        work: HashMap::new(),
        turns: HashMap::new(),
        facts,
        life,
    };
    let mut next_lines = Instant::now();
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => session.handle_text(&text),
                Some(Ok(Message::Binary(_))) => session.error(None, "messages are text".to_owned(), None),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            answers = outbox.take(next_lines) => {
                let Some(answers) = answers else { return };
                if answers.iter().any(|answer| matches!(answer, Answer::Line { .. })) {
                    next_lines = Instant::now() + TICK;
                }
                for answer in answers {
                    let Ok(text) = serde_json::to_string(&answer) else { continue };
                    let sent = tokio::time::timeout(PATIENCE, socket.send(Message::Text(text.into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return;
                    }
                }
            }
        }
    }
}

impl Session {
    fn handle_text(&mut self, text: &str) {
        match Request::read(text) {
            Ok(request) => {
                let id = request.id();
                if let Err((message, field)) = self.answer(request) {
                    self.error(Some(id), message, Some(field.to_owned()));
                }
            }
            Err(refusal) => self.outbox.send(*refusal),
        }
    }

    fn error(&self, id: Option<u32>, message: String, field: Option<String>) {
        self.outbox.send(Answer::Error { id, message, field });
    }

    fn answer(&mut self, request: Request) -> Result<(), Refusal> {
        let store = self.shared.store.as_ref();
        let stored = |board: &Board| store.and_then(|store| store.get(board, Shared::network()));
        let send = |answer| self.outbox.send(answer);
        let Some(request) = self.facts.answer(request, stored, send)? else { return Ok(()) };
        if let Some(search) = Search::wanted(&request)? {
            self.start(Task::of(&request), request.id(), search);
            return Ok(());
        }
        match request {
            Request::Stop { id } => self.stop(id),
            Request::Report { id, pgn, limits } => {
                let work = Work::new(id, &pgn, limits, self.shared.tablebases.clone())?;
                self.report(id, work);
            }
            Request::Watch { id } => self.watch(id)?,
            // Searches and facts are answered above.
            _ => {}
        }
        Ok(())
    }

    /// Starts a piece of work. Earlier work of the same kind is cancelled and sends nothing more.
    fn begin(&mut self, kind: Task, id: u32) -> CancellationToken {
        let cancel = self.life.child_token();
        if let Some((old, token)) = self.work.insert(kind, (id, cancel.clone())) {
            token.cancel();
            self.outbox.forget(old);
        }
        cancel
    }

    fn stop(&mut self, id: u32) {
        self.work.retain(|_, (other, token)| {
            let stays = *other != id;
            if !stays {
                token.cancel();
            }
            stays
        });
    }

    /// Starts a search. The result of an analysis is stored.
    fn start(&mut self, kind: Task, id: u32, search: Search) {
        let keep = (kind == Task::Analysis).then_some(search.lines as u8);
        let user = self.user;
        let cancel = self.begin(kind, id);
        let (shared, outbox) = (Arc::clone(&self.shared), Arc::clone(&self.outbox));
        let turn = Arc::clone(self.turns.entry(kind).or_default());
        tokio::spawn(async move {
            let turn = turn.lock().await;
            let board = search.board;
            let mut lines = Vec::new();
            let mut kept = Instant::now();
            let keeper = Arc::clone(&shared);
            let found = shared
                .pool
                .run(user, search, &cancel, |update| match update {
                    Update::Waiting => outbox.send(Answer::Waiting { id }),
                    Update::Report(_) if cancel.is_cancelled() => {}
                    Update::Report(report) => {
                        let line = thinking::line(&board, &report);
                        match lines
                            .iter()
                            .position(|other: &crate::message::SearchLine| other.line == line.line)
                        {
                            Some(place) => lines[place] = line.clone(),
                            None => lines.push(line.clone()),
                        }
                        outbox.send(Answer::Line { id, line });
                        if kept.elapsed() > KEEP {
                            kept = Instant::now();
                            keeper.keep(&board, keep, &lines);
                        }
                    }
                })
                .await;
            drop(turn);
            shared.keep(&board, keep, &lines);
            let evaluation = lines.first().map(|line| line.evaluation);
            if let Some(found) = found {
                let best = found.best.map(|mv| position::uci(&board, mv));
                outbox.send(Answer::Done { id, best, evaluation });
            }
        });
    }

    fn report(&mut self, id: u32, work: Work) {
        let cancel = self.begin(Task::Report, id);
        let (user, shared, outbox) = (self.user, Arc::clone(&self.shared), Arc::clone(&self.outbox));
        tokio::task::spawn_blocking(move || {
            let mut think = |question: &Question| think(question, user, &shared.pool, &cancel);
            work.run(&mut think, |answer| outbox.send(answer));
        });
    }

    fn watch(&mut self, id: u32) -> Result<(), Refusal> {
        let folder = self.shared.results.clone();
        let folder = folder.ok_or_else(|| ("start the server with --results FOLDER".to_owned(), "type"))?;
        let cancel = self.begin(Task::Watch, id);
        tokio::spawn(watch::follow(id, folder, Arc::clone(&self.outbox), cancel));
        Ok(())
    }
}

impl Shared {
    /// Stores a result, if there is a store and the result is worth it.
    fn keep(&self, board: &Board, wanted: Option<u8>, lines: &[crate::message::SearchLine]) {
        let (Some(store), Some(wanted)) = (&self.store, wanted) else { return };
        if lines.iter().any(|line| line.depth >= 4 && !line.uci.is_empty()) {
            tokio::task::block_in_place(|| store.put(board, Self::network(), wanted, lines));
        }
    }
}

/// Answers a question of a report; the search waits its turn like any other.
fn think(question: &Question, user: u64, pool: &Pool, cancel: &CancellationToken) -> Option<Vec<Report>> {
    let limits = Limits { infinite: false, ..question.limits.clone() };
    let search = Search::new(question.board, question.history.clone(), limits, question.lines);
    let found = Handle::current().block_on(pool.run(user, search, cancel, |_| {}))?;
    Some(found.lines)
}
