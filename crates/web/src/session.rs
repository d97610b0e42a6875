//! One open page: requests come in, answers go out.

use crate::message::{Answer, Position, Request};
use crate::outbox::Outbox;
use crate::pool::{Pool, Search, Update};
use crate::report::{self, Work};
use crate::store::Store;
use crate::{explore, games, position, thinking, watch};
use axum::extract::ws::{Message, WebSocket};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use vernier_chess::pgn::GameTree;
use vernier_chess::{Board, Game};
use vernier_engine::evaluation::Weights;
use vernier_engine::{Limits, NnueEval, Strength, Tablebases};

/// A page that takes longer to read is disconnected.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often lines are sent.
const TICK: Duration = Duration::from_millis(100);
/// How often the result of a long search is stored.
const KEEP: Duration = Duration::from_secs(5);
/// Lines a search may have.
const MOST_LINES: u8 = 8;

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

    fn hello(&self) -> Answer {
        Answer::Hello {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            network: NnueEval::embedded().map(|network| format!("{:08x}", network.header().checksum)),
            tablebase_pieces: self.tablebases.as_ref().map_or(0, |tables| tables.max_pieces()),
            levels: (*Strength::RATINGS.start(), *Strength::RATINGS.end()),
            watch: self.results.is_some(),
            threads: self.threads,
        }
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

struct Session {
    user: u64,
    shared: Arc<Shared>,
    outbox: Arc<Outbox>,
    work: HashMap<Task, (u32, CancellationToken)>,
    games: Vec<Option<GameTree>>,
    /// Ends everything when the page is closed.
    life: CancellationToken,
}

/// Serves a page until it is closed, then stops its work.
pub(crate) async fn serve(mut socket: WebSocket, user: u64, shared: Arc<Shared>) {
    let outbox = Arc::new(Outbox::default());
    let life = CancellationToken::new();
    let _guard = life.clone().drop_guard();
    shared.pool.warm();
    outbox.send(shared.hello());
    let mut session =
        Session { user, shared, outbox: Arc::clone(&outbox), work: HashMap::new(), games: Vec::new(), life };
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
        match serde_json::from_str::<Request>(text) {
            Ok(request) => {
                let id = request.id();
                if let Err((message, field)) = self.answer(request) {
                    self.error(Some(id), message, Some(field.to_owned()));
                }
            }
            Err(error) => {
                let id = serde_json::from_str::<serde_json::Value>(text).ok();
                let id = id.and_then(|value| value.get("id")?.as_u64()).and_then(|id| u32::try_from(id).ok());
                self.error(id, format!("not a request: {error}"), None);
            }
        }
    }

    fn error(&self, id: Option<u32>, message: String, field: Option<String>) {
        self.outbox.send(Answer::Error { id, message, field });
    }

    fn answer(&mut self, request: Request) -> Result<(), (String, &'static str)> {
        match request {
            Request::Position { id, position } => {
                let game = position::game(&position)?;
                let stored =
                    self.shared.store.as_ref().and_then(|store| store.get(game.board(), Shared::network()));
                self.outbox.send(position::answer(id, &game, stored));
            }
            Request::Evaluate { id, position } => {
                self.outbox.send(explore::evaluation(id, &position::game(&position)?, &self.shared.weights));
            }
            Request::Explore { id, position } => {
                let game = position::game(&position)?;
                self.outbox.send(explore::explorer(id, &game, self.shared.tablebases.as_deref()));
            }
            Request::Analyse { id, position, limits, lines } => {
                let game = position::game(&position)?;
                let lines = lines.clamp(1, MOST_LINES);
                let search = self.search(&game, thinking::limits(limits), usize::from(lines));
                self.start(Task::Analysis, id, search, Some(lines));
            }
            Request::Threat { id, position } => self.threat(id, &position)?,
            Request::Play { id, position, level, clocks } => {
                let game = position::game(&position)?;
                let strength = level.map_or(Strength::FULL, Strength::rating);
                let search =
                    Search { strength, book: true, ..self.search(&game, thinking::playing(clocks), 1) };
                self.start(Task::Play, id, search, None);
            }
            Request::Stop { id } => self.stop(id),
            Request::Open { id, pgn } => {
                let (heads, trees) = games::read(&pgn);
                self.games = trees;
                self.outbox.send(Answer::Games { id, games: heads });
                if let Some(index) = self.games.iter().position(Option::is_some) {
                    self.game(id, index)?;
                }
            }
            Request::Game { id, index } => self.game(id, index)?,
            Request::Report { id, pgn, limits } => self.report(id, &pgn, limits)?,
            Request::Chess960 { id, number } => {
                let board = Board::chess960(number)
                    .ok_or_else(|| ("positions go from 0 to 959".to_owned(), "number"))?;
                self.outbox.send(Answer::Start { id, fen: board.to_string() });
            }
            Request::Watch { id } => self.watch(id)?,
        }
        Ok(())
    }

    fn search(&self, game: &Game, limits: Limits, lines: usize) -> Search {
        Search {
            user: self.user,
            board: *game.board(),
            history: position::history(game),
            limits,
            lines,
            strength: Strength::FULL,
            book: false,
        }
    }

    fn game(&self, id: u32, index: usize) -> Result<(), (String, &'static str)> {
        let tree = self.games.get(index).and_then(Option::as_ref);
        let tree = tree.ok_or_else(|| ("there is no such game".to_owned(), "index"))?;
        self.outbox.send(Answer::Game { id, index, tree: games::tree(tree) });
        Ok(())
    }

    /// A null move: the opponent moves twice.
    fn threat(&mut self, id: u32, position: &Position) -> Result<(), (String, &'static str)> {
        let game = position::game(position)?;
        let mut board = *game.board();
        if board.in_check() {
            return Err(("the side in check cannot pass".to_owned(), "position"));
        }
        let _ = board.make_null();
        let search = self.search(&Game::from_board(board), Limits::movetime(Duration::from_millis(800)), 1);
        self.start(Task::Threat, id, search, None);
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

    /// Starts a search. If its result is to be stored, `keep` is the number of lines requested.
    fn start(&mut self, kind: Task, id: u32, search: Search, keep: Option<u8>) {
        let cancel = self.begin(kind, id);
        let (shared, outbox) = (Arc::clone(&self.shared), Arc::clone(&self.outbox));
        tokio::spawn(async move {
            let board = search.board;
            let mut lines = Vec::new();
            let mut kept = Instant::now();
            let keeper = Arc::clone(&shared);
            let found = shared
                .pool
                .run(search, &cancel, |update| match update {
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
            shared.keep(&board, keep, &lines);
            let evaluation = lines.first().map(|line| line.evaluation);
            if let Some(found) = found {
                let best = found.best.map(|mv| position::uci(&board, mv));
                outbox.send(Answer::Done { id, best, evaluation });
            }
        });
    }

    fn report(
        &mut self,
        id: u32,
        pgn: &str,
        limits: crate::message::SearchLimits,
    ) -> Result<(), (String, &'static str)> {
        let (heads, mut trees) = games::read(pgn);
        let first = trees.first_mut().and_then(Option::take);
        let reason =
            || heads.first().and_then(|head| head.error.clone()).unwrap_or_else(|| "no game".to_owned());
        let tree = first.ok_or_else(|| (reason(), "pgn"))?;
        if tree.mainline().count() == 0 {
            return Err(("the game has no moves".to_owned(), "pgn"));
        }
        let cancel = self.begin(Task::Report, id);
        let work = Work { id, user: self.user, tree, limits, tablebases: self.shared.tablebases.clone() };
        let (shared, outbox) = (Arc::clone(&self.shared), Arc::clone(&self.outbox));
        tokio::task::spawn_blocking(move || report::run(work, &shared.pool, &outbox, &cancel));
        Ok(())
    }

    fn watch(&mut self, id: u32) -> Result<(), (String, &'static str)> {
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
