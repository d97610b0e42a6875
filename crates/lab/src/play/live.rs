//! What a running match reports: the boards of its games and the course of its test, in a file beside its games that the page
//! reads. Nothing depends on it; a full disk costs the picture, not the match.

use crate::play::standings::Standings;
use crate::stats::{Bounds, Sprt};
use crate::store::record::{Ply, write_verdict};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io};
use vernier_chess::{Board, Color};
use vernier_web::message::{Course, Live, LiveGame, LiveSide};

/// How often the file is written.
const EVERY: Duration = Duration::from_secs(1);
/// Points of the curve that are written.
const POINTS: usize = 200;

/// The games in play and the test, as the workers change them.
pub struct LiveMatch {
    path: PathBuf,
    sprt: Option<Sprt>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    games: BTreeMap<u32, LiveGame>,
    curve: Vec<(u32, f64)>,
    changed: bool,
    written: Option<Instant>,
}

impl LiveMatch {
    /// The match in a folder.
    pub fn new(folder: &Path, sprt: Option<Sprt>) -> Self {
        Self { path: folder.join(Live::FILE), sprt, state: Mutex::default() }
    }

    /// A game begins.
    pub fn begin(&self, number: u32, [white, black]: [&str; 2], board: &Board) {
        let side = |name: &str| LiveSide { name: name.to_owned(), ..LiveSide::default() };
        let game =
            LiveGame { number, white: side(white), black: side(black), fen: board.to_string(), last: None };
        let mut state = self.lock();
        state.games.insert(number, game);
        state.changed = true;
    }

    /// A move was played, and led to this board.
    pub fn moved(&self, number: u32, board: &Board, ply: &Ply) {
        let mut state = self.lock();
        let Some(game) = state.games.get_mut(&number) else { return };
        game.fen = board.to_string();
        game.last = Some(ply.mv.clone());
        let side = if board.turn() == Color::Black { &mut game.white } else { &mut game.black };
        side.score = ply.verdict.as_ref().map(write_verdict);
        side.depth = ply.depth;
        side.nps =
            (u128::from(ply.nodes) * 1_000_000).checked_div(ply.elapsed.as_micros()).unwrap_or(0) as u64;
        state.changed = true;
    }

    /// A game has ended or was given up.
    pub fn end(&self, number: u32) {
        let mut state = self.lock();
        state.games.remove(&number);
        state.changed = true;
    }

    /// A game counts: the test moves.
    pub fn count(&self, standings: &Standings) {
        let (Some(sprt), Some(duel)) = (&self.sprt, standings.duel(0, 1)) else { return };
        let point = (standings.games(), sprt.log_likelihood_ratio(&duel.pairs));
        let mut state = self.lock();
        state.curve.push(point);
        state.changed = true;
    }

    /// Writes the file if something has changed and the last time is long enough ago.
    pub fn write(&self) {
        let mut state = self.lock();
        if state.changed && state.written.is_none_or(|written| written.elapsed() >= EVERY) {
            (state.changed, state.written) = (false, Some(Instant::now()));
            let live = self.shown(&state);
            drop(state);
            let _ = self.put(&live);
        }
    }

    /// Not synced: a crash loses a second of pictures.
    fn put(&self, live: &Live) -> io::Result<()> {
        let draft = self.path.with_extension("new");
        fs::write(&draft, serde_json::to_vec(live)?)?;
        fs::rename(&draft, &self.path)
    }

    fn shown(&self, state: &State) -> Live {
        let course = |sprt: &Sprt| {
            let Bounds { elo0, elo1, model } = sprt.bounds();
            let step = state.curve.len().div_ceil(POINTS).max(1);
            // Counted from the end, so that the last point is there.
            let mut curve: Vec<_> = state.curve.iter().rev().step_by(step).copied().collect();
            curve.reverse();
            Course {
                name: format!("SPRT [{elo0}, {elo1}] {model:?}"),
                lower: sprt.lower(),
                upper: sprt.upper(),
                curve,
            }
        };
        Live { games: state.games.values().cloned().collect(), test: self.sprt.as_ref().map(course) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// At the end no game is in play; the curve stays. A match that never began leaves an existing file alone.
impl Drop for LiveMatch {
    fn drop(&mut self) {
        let mut state = self.lock();
        if state.written.is_some() {
            state.games.clear();
            let live = self.shown(&state);
            drop(state);
            let _ = self.put(&live);
        }
    }
}
