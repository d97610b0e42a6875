//! An XBoard engine as a player.
//!
//! Before each of its moves the engine is put into force mode and gets the moves it has not seen, so it never depends
//! on its own idea of whose turn it is. Only one that ponders is left to itself between its moves.

use super::process::{Process, Received};
use super::{Answer, Player, PlayerError, Program, Reply, Thought, Turn, Warning, printable};
use crate::cecp::{self, Command, Feature, FeatureValue, Level, MoveWord, Thinking};
use crate::uci::{OptionKind, OptionLine};
use std::time::{Duration, Instant};
use vernier_chess::{Board, CastlingMode, Color, Game, GameResult};
use vernier_engine::Verdict;

/// Old engines do not announce features; after this time an engine counts as one of those. The protocol asks for two seconds,
/// but a busy machine may be slower.
const FEATURES: Duration = Duration::from_secs(5);
/// After this much silence an engine that has not finished its features gets a line.
const NUDGE: Duration = Duration::from_millis(250);
/// How long it may take to obey `?`.
const STOPPING: Duration = Duration::from_secs(2);
/// The score that marks a mate.
const MATE: i32 = 100_000;

/// A running XBoard engine.
pub struct XboardPlayer {
    process: Process,
    /// How long it may take to start, and to get ready for a game.
    startup: Duration,
    mode: CastlingMode,
    features: Vec<Feature>,
    pings: i64,
    /// How many moves of the game the engine has seen; none before the first.
    seen: Option<usize>,
    ponders: bool,
    /// It has moved and now waits for the opponent's move, thinking.
    waiting: bool,
}

impl XboardPlayer {
    /// Starts the program and sets its options. It must be done with its features within `startup`, and be ready for each
    /// game in the same time.
    pub fn start(program: &Program, mode: CastlingMode, startup: Duration) -> Result<Self, PlayerError> {
        let process = Process::start(program.command())?;
        let mut player = Self {
            process,
            startup,
            mode,
            features: Vec::new(),
            pings: 0,
            seen: None,
            ponders: program.ponders,
            waiting: false,
        };
        player.handshake(startup)?;
        let variants = player.text_feature("variants").unwrap_or_default();
        if mode == CastlingMode::Chess960 && !variants.split(',').any(|name| name == "fischerandom") {
            return Err(PlayerError::Lacks("it does not play Chess960".into()));
        }
        for (name, value) in &program.options {
            let command = player.option(name, value)?;
            player.send(&command);
        }
        Ok(player)
    }

    fn send(&mut self, command: &Command) {
        self.process.send(&command.to_string());
    }

    /// Waits until the engine has sent its features. Until then it gets a line now and then: GNU Chess flushes its output only
    /// when it gets input.
    fn handshake(&mut self, startup: Duration) -> Result<(), PlayerError> {
        self.send(&Command::XBoard);
        self.send(&Command::Version(2));
        let begin = Instant::now();
        while self.number_feature("done") != Some(1) {
            let limit = if self.number_feature("done") == Some(0) { startup } else { FEATURES.min(startup) };
            if begin.elapsed() >= limit {
                break;
            }
            if self.receive(Instant::now() + NUDGE)?.is_none() {
                self.send(&Command::Ping(0));
            }
        }
        Ok(())
    }

    /// How an option is set: some have commands of their own.
    fn option(&self, name: &str, value: &str) -> Result<Command, PlayerError> {
        let number =
            || value.parse().map_err(|_| PlayerError::Lacks(format!("{name}={value} is not a number")));
        let mut declared = self.features.iter().filter_map(cecp::declared_option);
        match name {
            "Hash" if self.number_feature("memory") == Some(1) => Ok(Command::Memory(number()?)),
            "Threads" if self.number_feature("smp") == Some(1) => Ok(Command::Cores(number()?)),
            _ => match declared.find(|option| option.name == name) {
                Some(option) => {
                    Ok(Command::Option { name: name.to_owned(), value: Some(taken(&option, value)?) })
                }
                None => Err(PlayerError::Lacks(format!("it has no option {name}"))),
            },
        }
    }

    /// The last value of a feature.
    fn feature(&self, name: &str) -> Option<&FeatureValue> {
        self.features.iter().rev().find(|feature| feature.name == name).map(|feature| &feature.value)
    }

    fn number_feature(&self, name: &str) -> Option<i64> {
        match self.feature(name)? {
            FeatureValue::Number(number) => Some(*number),
            FeatureValue::Text(_) => None,
        }
    }

    fn text_feature(&self, name: &str) -> Option<String> {
        match self.feature(name)? {
            FeatureValue::Text(text) => Some(text.clone()),
            FeatureValue::Number(_) => None,
        }
    }

    /// The next line; `None` if there is none in time. Features are recorded whenever they come.
    fn receive(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, PlayerError> {
        let (when, line) = match self.process.receive(deadline, is_info) {
            Received::Line(when, line) => (when, line),
            Received::Timeout => return Ok(None),
            Received::End => return Err(PlayerError::Crash(self.process.exit_description())),
        };
        if let Ok(cecp::Reply::Features(features)) = line.parse() {
            for feature in features {
                self.send(&Command::Accepted(feature.name.clone()));
                self.features.push(feature);
            }
        }
        Ok(Some((when, line)))
    }

    /// Waits until all earlier commands are done, if the engine supports `ping`.
    fn synchronize(&mut self) -> Result<(), PlayerError> {
        if self.number_feature("ping") != Some(1) {
            return Ok(());
        }
        self.pings += 1;
        self.send(&Command::Ping(self.pings));
        let deadline = Instant::now() + self.startup;
        while let Some((_, line)) = self.receive(deadline)? {
            match line.parse() {
                Ok(cecp::Reply::Pong(number)) if number == self.pings => return Ok(()),
                Ok(cecp::Reply::IllegalMove(text, _)) => {
                    return Err(PlayerError::Protocol(format!("it refuses the legal move {text}")));
                }
                _ => (),
            }
        }
        Err(PlayerError::Silence)
    }

    /// Sets up the board and the clock at the beginning of a game.
    fn set_up(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.send(&Command::New);
        if self.mode == CastlingMode::Chess960 {
            self.send(&Command::Variant("fischerandom".into()));
        }
        self.send(&Command::Force);
        if let Some(nodes) = turn.nodes {
            // The nodes count as a second, and the engine gets a second.
            if self.number_feature("nps") != Some(1) {
                return Err(PlayerError::Lacks("it cannot be limited by nodes".into()));
            }
            self.send(&Command::MoveTime(Duration::from_secs(1)));
            self.send(&Command::NodesPerSecond(nodes));
        }
        if let Some(control) = turn.control {
            self.send(&Command::Level(Level(control)));
        }
        if let Some(time) = turn.move_time {
            self.send(&Command::MoveTime(time));
        }
        if let Some(depth) = turn.depth {
            self.send(&Command::Depth(depth));
        }
        self.send(&Command::Post);
        self.send(if self.ponders { &Command::Hard } else { &Command::Easy });
        let start = turn.game.start();
        if self.mode == CastlingMode::Chess960 || *start != Board::start() {
            if self.number_feature("setboard") != Some(1) {
                return Err(PlayerError::Lacks(
                    "it cannot begin from a given position; use openings from PGN".into(),
                ));
            }
            self.send(&Command::SetBoard(start.fen(self.mode)));
        }
        self.seen = Some(0);
        Ok(())
    }

    /// Sends the engine the moves it has not seen.
    fn catch_up(&mut self, game: &Game) {
        self.send(&Command::Force);
        let mut board = *game.start();
        let seen = self.seen.unwrap_or(0);
        for (index, mv) in game.moves().iter().enumerate() {
            if index >= seen {
                self.tell_move(MoveWord::of(&board, *mv, self.mode));
            }
            board = board.play(*mv);
        }
        self.seen = Some(game.moves().len());
    }

    fn tell_move(&mut self, word: MoveWord) {
        match self.number_feature("usermove") {
            Some(1) => self.send(&Command::UserMove(word)),
            _ => self.process.send(&word.to_string()),
        }
    }

    fn tell_clocks(&mut self, turn: &Turn<'_>) {
        let us = turn.game.turn();
        let hundredths = |time: Duration| i64::try_from(time.as_millis() / 10).unwrap_or(i64::MAX);
        if let Some(clock) = turn.clocks[us] {
            self.send(&Command::Time(hundredths(clock.remaining)));
        }
        if let Some(clock) = turn.clocks[!us] {
            self.send(&Command::OpponentTime(hundredths(clock.remaining)));
        }
    }

    /// Starts the engine's next move, and returns when: before the last command was written, because the answer may come at
    /// once.
    fn ask(&mut self, turn: &Turn<'_>) -> Result<Instant, PlayerError> {
        if self.seen.is_none() {
            self.set_up(turn)?;
        }
        let expecting = turn.game.moves().len().checked_sub(1);
        if std::mem::take(&mut self.waiting) && self.seen == expecting {
            let mut before = turn.game.clone();
            if let Some(mv) = before.undo() {
                self.synchronize()?;
                self.tell_clocks(turn);
                let asked = Instant::now();
                self.tell_move(MoveWord::of(before.board(), mv, self.mode));
                self.seen = Some(turn.game.moves().len());
                return Ok(asked);
            }
        }
        self.catch_up(turn.game);
        self.synchronize()?;
        self.tell_clocks(turn);
        let asked = Instant::now();
        self.send(&Command::Go);
        Ok(asked)
    }

    /// The answer of the engine and when it came, if it comes before the deadline.
    fn listen(
        &mut self,
        board: &Board,
        thought: &mut Thought,
        deadline: Instant,
    ) -> Result<Option<(Instant, Answer)>, PlayerError> {
        while let Some((when, line)) = self.receive(deadline)? {
            match line.parse() {
                Ok(cecp::Reply::Thinking(line)) => update_thought(thought, &line),
                Ok(cecp::Reply::IllegalMove(text, _)) => {
                    return Err(PlayerError::Protocol(format!("it refuses the legal move {text}")));
                }
                reply => {
                    if let Some(answer) = read_answer(board, &line, reply.ok())? {
                        return Ok(Some((when, answer)));
                    }
                }
            }
        }
        Ok(None)
    }
}

impl Player for XboardPlayer {
    fn sets_positions(&self) -> bool {
        self.number_feature("setboard") == Some(1)
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.seen = None;
        if std::mem::take(&mut self.waiting) {
            self.send(&Command::Force);
        }
        self.synchronize()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, PlayerError> {
        let hit = self.waiting;
        let asked = self.ask(turn)?;
        let mut thought = Thought::default();
        let mut answer = self.listen(turn.game.board(), &mut thought, asked + turn.deadline)?;
        if answer.is_none() {
            self.send(&Command::MoveNow);
            answer = self.listen(turn.game.board(), &mut thought, Instant::now() + STOPPING)?;
        }
        let (when, answer) = answer.ok_or(PlayerError::Silence)?;
        self.seen = self.seen.map(|seen| seen + 1);
        if hit {
            thought.reported = None;
        }
        let flooded = self.process.dropped_lines() > 0;
        let warnings = if flooded { vec![Warning::Flood] } else { Vec::new() };
        Ok(Reply { answer, elapsed: when.saturating_duration_since(asked), thought, warnings })
    }

    /// An engine that may ponder begins by itself after its move.
    fn ponder(&mut self, _: &Turn<'_>) {
        self.waiting = self.ponders;
    }
}

impl Drop for XboardPlayer {
    fn drop(&mut self) {
        self.send(&Command::Quit);
    }
}

/// The value as this protocol writes it, if the option takes it.
fn taken(option: &OptionLine, value: &str) -> Result<String, PlayerError> {
    // What UCI calls true and false is 1 and 0 here.
    let is_check = matches!(option.kind, OptionKind::Check { .. });
    let value = match value {
        "1" if is_check => "true",
        "0" if is_check => "false",
        _ => value,
    };
    if let Some(wanted) = option.refuses(value) {
        return Err(PlayerError::Lacks(format!("its option {} takes {wanted}, not '{value}'", option.name)));
    }
    Ok(if is_check { u8::from(value.eq_ignore_ascii_case("true")).to_string() } else { value.to_owned() })
}

/// True for thinking lines. Results and the moves of old engines begin with a number too.
fn is_info(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    first.starts_with(|letter: char| letter.is_ascii_digit())
        && first.parse::<GameResult>().is_err()
        && cecp::announced_move(line).is_none()
}

/// The answer that a line is, if it is one. A result that is not on the board may be claimed by the loser only.
fn read_answer(board: &Board, line: &str, reply: Option<cecp::Reply>) -> Result<Option<Answer>, PlayerError> {
    let shown = || printable(line).chars().take(200).collect::<String>();
    let result = match reply {
        Some(cecp::Reply::Move(word)) => {
            return Ok(Some(word.on(board).map_or_else(|| Answer::Illegal(shown()), Answer::Move)));
        }
        Some(cecp::Reply::Resign) => return Ok(Some(Answer::Resigns)),
        Some(cecp::Reply::Result(result, _)) => result,
        Some(_) => return Ok(None),
        None => {
            return Ok(
                other_notation(board, line).map(|found| found.unwrap_or_else(|| Answer::Illegal(shown())))
            );
        }
    };
    match (result, board.turn()) {
        (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => {
            Ok(Some(Answer::Resigns))
        }
        _ => Err(PlayerError::FalseClaim(shown())),
    }
}

/// Some engines write moves in algebraic notation. `None`: the line is not a move; otherwise it is one, legal or not.
fn other_notation(board: &Board, line: &str) -> Option<Option<Answer>> {
    cecp::announced_move(line).map(|text| board.parse_san(text).ok().map(Answer::Move))
}

fn update_thought(thought: &mut Thought, line: &Thinking) {
    let size = line.score.abs();
    thought.verdict = Some(match size >= MATE {
        true => Verdict::Mate(line.score.signum() * (size - MATE)),
        false => Verdict::Centipawns(line.score),
    });
    thought.depth = line.depth;
    thought.nodes = line.nodes;
    thought.reported = Some(Duration::from_millis(line.time.saturating_mul(10)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_scores_beyond_all_numbers_are_read() {
        let mut thought = Thought::default();
        let line = "9 -2147483647 99999999999999999999 7\te2e4".parse().expect("a line of thought");
        update_thought(&mut thought, &line);
        assert_eq!(thought.reported, Some(Duration::from_millis(u64::MAX)));
        assert_eq!(thought.verdict, Some(Verdict::Mate(MATE - i32::MAX)));
    }

    #[test]
    fn values_of_options_are_written_as_xboard_has_them() {
        let option = |text: &str| cecp::declared_option(&Feature::text("option", text)).expect("declared");
        let taken = |text, value| taken(&option(text), value).ok();
        for (value, wanted) in [("1", "1"), ("0", "0"), ("true", "1"), ("False", "0")] {
            assert_eq!(taken("Book -check 1", value).as_deref(), Some(wanted));
        }
        assert_eq!(taken("Book -check 1", "2"), None);
        assert_eq!(taken("Level -spin 1 1 9", "9").as_deref(), Some("9"));
        assert_eq!(taken("Level -spin 1 1 9", "10"), None);
    }
}
