//! One game between two players.
//!
//! The referee trusts no engine: it checks every move, keeps the clocks and ends the game. Whatever a player does wrong ends
//! this game with its reason, and nothing else.

use crate::openings::opening::Opening;
use crate::play::adjudication::{Adjudication, Watch};
use crate::play::fault::FaultKind;
use crate::play::latency::LatencyWatch;
use crate::play::search_limit::SearchLimit;
use crate::play::tablebases::TablebaseJudge;
use crate::store::record::{Faults, Finish, Ply};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use vernier_chess::{Board, ByColor, CastlingMode, Color, Game, Outcome, Role};
use vernier_engine::{Clock, Verdict};
use vernier_protocol::client::{Answer, Player, PlayerError, Reply, Turn};

/// The rules of every game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How castling is written.
    pub mode: CastlingMode,
    /// Which games are cut short.
    pub adjudication: Adjudication,
    /// How far past its time an answer may come.
    pub margin: Duration,
    /// How long an engine without a clock may be silent.
    pub patience: Duration,
}

/// A game that came to its end.
pub struct Played {
    /// Why it ended.
    pub finish: Finish,
    /// The moves.
    pub moves: Vec<Ply>,
    /// What went wrong on either side.
    pub faults: ByColor<Faults>,
}

/// Plays games by the same rules.
pub struct Referee<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Set when the match is over: the game is abandoned.
    pub stop: &'a AtomicBool,
    /// How late the machine runs.
    pub latency: &'a LatencyWatch,
    /// Tablebases that end games.
    pub tables: Option<&'a TablebaseJudge>,
    /// Gets every move and the board it leads to.
    pub on_move: &'a dyn Fn(&Board, &Ply),
}

impl Referee<'_> {
    /// Plays a game to its end; none if the match was over before.
    pub fn play(
        &self,
        mut players: ByColor<&mut dyn Player>,
        limits: ByColor<SearchLimit>,
        opening: &Opening,
    ) -> Option<Played> {
        let mut table = Table::new(self.rules, limits, opening);
        for color in Color::ALL {
            if let Err(fault) = players[color].new_game() {
                return Some(table.finish(Finish::forfeit(color, fault)));
            }
        }
        loop {
            if let Some(ending) = ending_by_rule(&table.game) {
                return Some(table.finish(ending));
            }
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mover = table.game.turn();
            let turn = table.turn(self.rules, mover);
            let (allotted, beginning) = (table.allotted(), Instant::now());
            let outcome = players[mover].think(&turn);
            let lateness = self.latency.latest_since(beginning);
            let ending = match outcome {
                Ok(reply) => table.take(reply, allotted, self.rules.margin, lateness),
                Err(fault) => Some(Finish::forfeit(mover, fault)),
            };
            if let Some(ply) = table.moves.last() {
                (self.on_move)(table.game.board(), ply);
            }
            let ending = ending.or_else(|| self.tables?.judge(table.game.board()));
            if let Some(ending) = ending {
                return Some(table.finish(ending));
            }
            players[mover].ponder(&table.turn(self.rules, mover));
        }
    }
}

/// The end of a game by the rules. Draws that a player could claim are given: engines count on them.
fn ending_by_rule(game: &Game) -> Option<Finish> {
    game.outcome().or_else(|| game.draw_claim()).map(Finish::from)
}

/// The board with its clocks and the scoresheet.
struct Table {
    game: Game,
    mode: CastlingMode,
    limits: ByColor<SearchLimit>,
    clocks: ByColor<Option<Clock>>,
    watch: Watch,
    moves: Vec<Ply>,
    faults: ByColor<Faults>,
    /// Who has announced a mate.
    announced: ByColor<bool>,
}

impl Table {
    fn new(rules: &Rules, limits: ByColor<SearchLimit>, opening: &Opening) -> Self {
        let mut table = Self {
            game: Game::from_board(opening.start),
            mode: rules.mode,
            limits,
            clocks: ByColor::from_fn(|color| limits[color].clock.map(Clock::new)),
            watch: Watch::new(rules.adjudication),
            moves: Vec::new(),
            faults: ByColor::default(),
            announced: ByColor::default(),
        };
        for mv in &opening.moves {
            let text = table.game.board().uci(*mv, table.mode).to_string();
            if table.game.play(*mv).is_ok() {
                table.moves.push(Ply::from_book(text));
            }
        }
        table
    }

    /// The time after which an answer comes too late; none if nothing is measured.
    fn allotted(&self) -> Option<Duration> {
        let mover = self.game.turn();
        let clock = self.clocks[mover].map(|clock| clock.remaining);
        let fixed = self.limits[mover].move_time.map(Duration::from_millis);
        match (clock, fixed) {
            (Some(clock), Some(fixed)) => Some(clock.min(fixed)),
            (clock, fixed) => clock.or(fixed),
        }
    }

    /// What the player of a color is asked.
    fn turn(&self, rules: &Rules, color: Color) -> Turn<'_> {
        let limit = self.limits[color];
        Turn {
            game: &self.game,
            clocks: self.clocks,
            control: limit.clock,
            move_time: limit.move_time.map(Duration::from_millis),
            depth: limit.depth,
            nodes: limit.nodes,
            deadline: self.allotted().map_or(rules.patience, |allotted| allotted + rules.margin),
        }
    }

    /// Plays a move on the board, or says why the game is over.
    fn take(
        &mut self,
        reply: Reply,
        allotted: Option<Duration>,
        margin: Duration,
        lateness: Duration,
    ) -> Option<Finish> {
        let mover = self.game.turn();
        for warning in &reply.warnings {
            self.note(mover, (*warning).into());
        }
        let overrun = allotted.and_then(|allotted| reply.elapsed.checked_sub(allotted));
        if let Some(overrun) = overrun.filter(|overrun| *overrun > margin) {
            if overrun > margin + lateness {
                return Some(Finish::forfeit(mover, PlayerError::TimeLoss(overrun.as_millis() as u64)));
            }
            self.note(mover, FaultKind::LateMachine);
        }
        let mv = match reply.answer {
            Answer::Move(mv) => mv,
            Answer::Illegal(text) => return Some(self.illegal(text)),
            Answer::Resigns => return Some(Outcome::Resignation { winner: !mover }.into()),
        };
        let board = self.game.board();
        let text = board.uci(mv, self.mode).to_string();
        let irreversible = mv.is_capture() || board.role_at(mv.from()) == Some(Role::Pawn);
        let number = board.fullmove_number();
        if self.game.play(mv).is_err() {
            return Some(self.illegal(text));
        }
        if let (Some(clock), Some(control)) = (&mut self.clocks[mover], self.limits[mover].clock) {
            clock.press(reply.elapsed, control);
        }
        let verdict = reply.thought.verdict;
        self.announced[mover] |= matches!(verdict, Some(Verdict::Mate(1..)));
        self.moves.push(Ply {
            mv: text,
            verdict,
            depth: reply.thought.depth,
            elapsed: reply.elapsed,
            latency: reply.thought.reported.map(|reported| reply.elapsed.saturating_sub(reported)),
            nodes: reply.thought.nodes,
        });
        ending_by_rule(&self.game).or_else(|| self.watch.observe(mover, number, irreversible, verdict))
    }

    /// The player to move has sent this in place of a legal move.
    fn illegal(&self, text: String) -> Finish {
        let position = self.game.board().fen(self.mode);
        Finish::forfeit(self.game.turn(), PlayerError::IllegalMove { text, position })
    }

    fn note(&mut self, color: Color, fault: FaultKind) {
        *self.faults[color].entry(fault).or_default() += 1;
    }

    fn finish(mut self, finish: Finish) -> Played {
        let winner = finish.outcome.winner();
        if let (Some(error), Some(winner)) = (&finish.error, winner) {
            self.note(!winner, error.into());
        }
        for color in Color::ALL {
            if self.announced[color] && winner != Some(color) {
                self.note(color, FaultKind::LostMate);
            }
        }
        Played { finish, moves: self.moves, faults: self.faults }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::Board;
    use vernier_protocol::client::Thought;

    /// Plays e2e4 in 1,300 ms where 1,000 are allotted and 50 more allowed, on a machine that was late by this much.
    fn overstep(lateness: u64) -> (Option<Finish>, Table) {
        let limit = SearchLimit { move_time: Some(1000), ..SearchLimit::default() };
        let millis = Duration::from_millis;
        let rules = Rules {
            mode: CastlingMode::Standard,
            adjudication: Adjudication::default(),
            margin: millis(50),
            patience: millis(1),
        };
        let opening = Opening::from_board(Board::start());
        let mut table = Table::new(&rules, ByColor([limit; 2]), &opening);
        let mv = table.game.board().parse_uci("e2e4").unwrap();
        let reply = Reply {
            answer: Answer::Move(mv),
            elapsed: millis(1300),
            thought: Thought::default(),
            warnings: Vec::new(),
        };
        let ending = table.take(reply, table.allotted(), rules.margin, millis(lateness));
        (ending, table)
    }

    #[test]
    fn time_lost_by_the_machine_is_reported_and_costs_nothing() {
        let (ending, table) = overstep(250);
        assert_eq!(ending, None);
        assert_eq!(table.faults[Color::White], Faults::from([(FaultKind::LateMachine, 1)]));
        assert_eq!(table.game.moves().len(), 1, "the game continues");
        for lateness in [0, 249] {
            let (ending, _) = overstep(lateness);
            assert_eq!(ending, Some(Finish::forfeit(Color::White, PlayerError::TimeLoss(300))));
        }
    }
}
