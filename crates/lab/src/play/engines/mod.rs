//! Engines that can play: other programs, and our own without a separate process.

mod in_process;

use crate::play::engine_spec::{EngineSpec, Protocol};
use crate::play::speeds::{self, SpeedError};
use crate::play::tournament::{Starter, TournamentError};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use vernier_chess::CastlingMode;
use vernier_protocol::client::{Player, PlayerError, UciPlayer, XboardPlayer};

/// The engines of a match.
pub struct Engines<'a> {
    specs: &'a [EngineSpec],
    mode: CastlingMode,
    startup: Duration,
    /// Engines that were started to see whether they start, and are used for the first games.
    ready: Mutex<HashMap<usize, Box<dyn Player>>>,
}

impl<'a> Engines<'a> {
    /// Engines that play in that mode and must start within `startup`.
    pub fn new(specs: &'a [EngineSpec], mode: CastlingMode, startup: Duration) -> Self {
        Self { specs, mode, startup, ready: Mutex::default() }
    }

    /// Starts each of them once, so that a match with an engine that does not start never begins.
    pub fn try_all(&self) -> Result<(), TournamentError> {
        for (seat, spec) in self.specs.iter().enumerate() {
            if self.lock().contains_key(&seat) {
                continue;
            }
            let player = start(spec, self.mode, self.startup)
                .map_err(|fault| TournamentError::Start(spec.name.clone(), fault))?;
            self.lock().insert(seat, player);
        }
        Ok(())
    }

    /// The name of an engine that can only begin from the start position, if one of those that have started is such.
    pub fn without_positions(&self) -> Option<String> {
        let ready = self.lock();
        let mut seats: Vec<&usize> =
            ready.iter().filter(|(_, player)| !player.sets_positions()).map(|(seat, _)| seat).collect();
        seats.sort_unstable();
        seats.first().map(|seat| self.specs[**seat].name.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<usize, Box<dyn Player>>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nodes per second of each engine, of those that [`Engines::try_all`] has started.
    pub fn speeds(&self) -> Result<Vec<u64>, SpeedError> {
        let mut ready = self.lock();
        let mut players: Vec<(usize, &mut Box<dyn Player>)> =
            ready.iter_mut().map(|(seat, player)| (*seat, player)).collect();
        players.sort_by_key(|(seat, _)| *seat);
        let named = |(seat, player): (usize, _)| -> (&str, &mut dyn Player) {
            let player: &mut Box<dyn Player> = player;
            (&self.specs[seat].name, player.as_mut())
        };
        speeds::measure(&mut players.into_iter().map(named).collect::<Vec<_>>())
    }
}

impl Starter for Engines<'_> {
    fn start(&self, seat: usize) -> Result<Box<dyn Player>, PlayerError> {
        let ready = self.lock().remove(&seat);
        match ready {
            Some(player) => Ok(player),
            None => start(&self.specs[seat], self.mode, self.startup),
        }
    }
}

/// Our own engine, with these options: `Hash`, `Threads`, and the names of search parameters.
pub fn in_process(options: &[(String, String)], ponders: bool) -> Result<Box<dyn Player>, PlayerError> {
    Ok(Box::new(in_process::InProcess::start(options, ponders)?))
}

fn start(spec: &EngineSpec, mode: CastlingMode, startup: Duration) -> Result<Box<dyn Player>, PlayerError> {
    match spec.protocol {
        _ if spec.is_self() => in_process(&spec.options, spec.ponder),
        Protocol::Uci => Ok(Box::new(UciPlayer::start(&spec.launch(), mode, startup)?)),
        Protocol::Xboard => Ok(Box::new(XboardPlayer::start(&spec.launch(), mode, startup)?)),
    }
}
