//! Engines that can play: other programs, and our own without a process between.

mod in_process;

use crate::play::engine_spec::{EngineSpec, Protocol};
use crate::play::speeds::{self, SpeedError};
use crate::play::tournament::{Starter, TournamentError};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use vernier_chess::CastlingMode;
use vernier_protocol::client::{Player, PlayerError, UciPlayer, XboardPlayer};

/// The engines of a match.
pub struct Engines<'a> {
    specs: &'a [EngineSpec],
    mode: CastlingMode,
    startup: Duration,
    /// Engines that were started to see whether they start, and are used by whoever asks first.
    ready: Mutex<HashMap<usize, Box<dyn Player>>>,
}

impl<'a> Engines<'a> {
    /// Engines that are to play in that mode, and say who they are within `startup`.
    pub fn new(specs: &'a [EngineSpec], mode: CastlingMode, startup: Duration) -> Self {
        Self { specs, mode, startup, ready: Mutex::default() }
    }

    /// Starts each of them once, so that a match with an engine that does not start never begins.
    pub fn try_all(&self) -> Result<(), TournamentError> {
        for (seat, spec) in self.specs.iter().enumerate() {
            let player = start(spec, self.mode, self.startup)
                .map_err(|fault| TournamentError::Start(spec.name.clone(), fault))?;
            self.ready.lock().unwrap_or_else(PoisonError::into_inner).insert(seat, player);
        }
        Ok(())
    }

    /// Nodes a second of each engine, of those that [`Engines::try_all`] has started.
    pub fn speeds(&self) -> Result<Vec<u64>, SpeedError> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
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
        let ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner).remove(&seat);
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
