//! Our own engine as a player, without a separate process.

use std::sync::{Arc, OnceLock};
use std::time::Instant;
use vernier_chess::{Game, Move};
use vernier_engine::{Engine, Event, Limits, OptionKind, OptionSpec, Report, Request, SearchJob};
use vernier_protocol::client::{Answer, Player, PlayerError, Reply, Thought, Turn};

/// Vernier itself.
pub struct InProcess {
    engine: Engine,
    ponders: bool,
    /// The reply it expects to its last move.
    expected: Option<Move>,
    /// The move it thinks about on the opponent's time, and the search that does.
    pondering: Option<(Move, Thinking)>,
}

/// A search, and when it answered. The threads of a search end a moment after its answer, which does not count.
struct Thinking {
    job: SearchJob,
    answered: Arc<OnceLock<Instant>>,
}

impl InProcess {
    /// A player with these options of the engine's table.
    pub fn start(options: &[(String, String)], ponders: bool) -> Result<Self, PlayerError> {
        let mut engine = Engine::new();
        for (name, value) in options {
            // In a session a number out of range becomes the nearest; a match would measure something else.
            if let Some(OptionKind::Spin { range, .. }) = OptionSpec::find(name).map(|spec| spec.kind)
                && value.parse().is_ok_and(|number: i64| !range.contains(&number))
            {
                let (least, most) = (range.start(), range.end());
                return Err(PlayerError::Lacks(format!(
                    "its option {name} takes a number from {least} to {most}, not '{value}'"
                )));
            }
            let refused = |error| PlayerError::Lacks(format!("{name}={value}: {error}"));
            engine.set_option(name, value).map_err(refused)?;
        }
        Ok(Self { engine, ponders, expected: None, pondering: None })
    }

    fn search(&mut self, game: &Game, limits: Limits) -> Thinking {
        let answered = Arc::new(OnceLock::new());
        let answer = Arc::clone(&answered);
        let sink = move |event| {
            if matches!(event, Event::Done(_)) {
                let _ = answer.set(Instant::now());
            }
        };
        let job = self.engine.start(Request::new(game).limits(limits), Box::new(sink));
        Thinking { job, answered }
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
        let thinking = match hit {
            Some((_, thinking)) => {
                thinking.job.ponder_hit();
                thinking
            }
            None => self.search(turn.game, limits(turn)),
        };
        let found = thinking.job.wait();
        let answered = thinking.answered.get().copied().unwrap_or_else(Instant::now);
        self.expected = found.ponder;
        Ok(Reply {
            answer: found.best.map_or_else(|| Answer::Illegal("(none)".into()), Answer::Move),
            elapsed: answered.saturating_duration_since(asked),
            thought: found.lines.first().map_or_else(Thought::default, |line| thought(line, pondered)),
            warnings: Vec::new(),
        })
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let Some(expected) = self.expected.take().filter(|_| self.ponders) else { return };
        let mut game = turn.game.clone();
        if game.play(expected).is_ok() && game.outcome().is_none() && game.draw_claim().is_none() {
            let limits = Limits { ponder: true, ..limits(turn) };
            self.pondering = Some((expected, self.search(&game, limits)));
        }
    }
}

/// The last line of a search. Time that began on the opponent's clock is not reported.
fn thought(line: &Report, pondered: bool) -> Thought {
    Thought {
        verdict: Some(line.score.verdict()),
        depth: line.depth,
        nodes: line.nodes,
        reported: Some(line.elapsed).filter(|_| !pondered),
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
