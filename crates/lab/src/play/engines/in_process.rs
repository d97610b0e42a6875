//! Our own engine as a player, without a process between.

use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;
use vernier_chess::{Game, Move};
use vernier_engine::{Bound, Engine, Event, Limits};
use vernier_protocol::client::{Answer, Player, PlayerError, Reply, Thought, Turn};

/// Vernier itself.
pub struct InProcess {
    engine: Engine,
    ponders: bool,
    /// The reply it expects to its last move.
    expected: Option<Move>,
    /// The move it thinks about on the opponent's time, and what comes of it.
    pondering: Option<(Move, Inbox)>,
}

type Inbox = Receiver<(Instant, Event)>;

impl InProcess {
    /// A player with these options of the engine's table.
    pub fn start(options: &[(String, String)], ponders: bool) -> Result<Self, PlayerError> {
        let mut engine = Engine::new();
        for (name, value) in options {
            let refused = |error| PlayerError::Protocol(format!("{name}={value}: {error}"));
            engine.set_option(name, value).map_err(refused)?;
        }
        Ok(Self { engine, ponders, expected: None, pondering: None })
    }

    fn go(&mut self, game: &Game, limits: Limits) -> Inbox {
        self.engine.set_game(game);
        let (events, inbox) = channel();
        self.engine.go(limits, Box::new(move |event| drop(events.send((Instant::now(), event)))));
        inbox
    }
}

impl Player for InProcess {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.pondering = None;
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, PlayerError> {
        let asked = Instant::now();
        let last = turn.game.moves().last();
        let hit = self.pondering.take().filter(|(expected, _)| last == Some(expected));
        let pondered = hit.is_some();
        let inbox = match hit {
            Some((_, inbox)) => {
                self.engine.ponder_hit();
                inbox
            }
            None => self.go(turn.game, limits(turn)),
        };
        let mut thought = Thought::default();
        for (when, event) in inbox {
            match event {
                Event::Iteration(report) if report.line == 1 => {
                    if report.bound == Bound::Exact {
                        thought.verdict = Some(report.score.verdict());
                        thought.depth = report.depth;
                    }
                    thought.nodes = report.nodes;
                    thought.reported = Some(report.elapsed).filter(|_| !pondered);
                }
                Event::Done(vernier_engine::Answer { best, ponder, .. }) => {
                    self.expected = ponder;
                    let answer = best.map_or_else(|| Answer::Illegal("(none)".into()), Answer::Move);
                    let elapsed = when.saturating_duration_since(asked);
                    return Ok(Reply { answer, elapsed, thought, warnings: Vec::new() });
                }
                _ => (),
            }
        }
        Err(PlayerError::Crash("the search ended without an answer".into()))
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let Some(expected) = self.expected.take().filter(|_| self.ponders) else { return };
        let mut game = turn.game.clone();
        if game.play(expected).is_ok() && game.outcome().is_none() && game.draw_claim().is_none() {
            let limits = Limits { ponder: true, ..limits(turn) };
            self.pondering = Some((expected, self.go(&game, limits)));
        }
    }
}

/// The question in the engine's terms.
fn limits(turn: &Turn<'_>) -> Limits {
    Limits {
        depth: turn.depth,
        nodes: turn.nodes,
        movetime: turn.move_time,
        clocks: turn.clocks,
        ..Limits::default()
    }
}
