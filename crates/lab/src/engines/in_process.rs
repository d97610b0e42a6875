//! Our own engine as a player, without a process between.

use std::sync::mpsc::channel;
use std::time::Instant;
use vernier_chess::ByColor;
use vernier_engine::{Bound, Engine, Event, Limits, Parameters};
use vernier_protocol::client::{Answer, Fault, Player, Reply, Thought, Turn};

/// Vernier itself.
pub struct InProcess(Engine);

impl InProcess {
    /// A player with these options: `Hash`, `Threads`, and the names of search parameters.
    pub fn start(options: &[(String, String)]) -> Result<Self, Fault> {
        let mut engine = Engine::new();
        let mut parameters = Parameters::DEFAULT;
        for (name, value) in options {
            let senseless =
                |error: &dyn std::fmt::Display| Fault::Protocol(format!("{name}={value}: {error}"));
            let number: i32 = value.parse().map_err(|error| senseless(&error))?;
            match (name.as_str(), usize::try_from(number)) {
                ("Hash", Ok(size)) => engine.set_hash(size).map_err(|error| senseless(&error))?,
                ("Threads", Ok(threads)) => drop(engine.set_threads(threads)),
                _ => parameters.set(name, number).map_err(|error| senseless(&error))?,
            }
        }
        engine.set_parameters(parameters);
        Ok(Self(engine))
    }
}

impl Player for InProcess {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.0.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.0.set_game(turn.game);
        let (events, inbox) = channel();
        let asked = Instant::now();
        self.0.go(limits(turn), Box::new(move |event| drop(events.send((Instant::now(), event)))));
        let mut thought = Thought::default();
        for (when, event) in inbox {
            match event {
                Event::Iteration(report) if report.line == 1 => {
                    if report.bound == Bound::Exact {
                        thought.verdict = Some(report.score.verdict());
                        thought.depth = report.depth;
                    }
                    thought.nodes = report.nodes;
                    thought.reported = Some(report.elapsed);
                }
                Event::Done { best, .. } => {
                    let answer = best.map_or_else(|| Answer::Illegal("(none)".into()), Answer::Move);
                    return Ok(Reply { answer, elapsed: when - asked, thought, remarks: Vec::new() });
                }
                _ => (),
            }
        }
        Err(Fault::Crash("the search ended without an answer".into()))
    }
}

/// The question in the engine's terms.
fn limits(turn: &Turn<'_>) -> Limits {
    let shown = turn.clocks.0.map(|clock| {
        clock.map(|clock| vernier_engine::Clock { remaining: clock.left, increment: clock.level.increment })
    });
    Limits {
        depth: turn.depth,
        nodes: turn.nodes,
        movetime: turn.move_time,
        clocks: ByColor(shown),
        moves_to_go: turn.clocks[turn.game.turn()].and_then(|clock| clock.moves_to_go),
        ..Limits::default()
    }
}
