//! A UCI engine as a player.

use super::info_log::{InfoLog, check_line};
use super::position::PositionLine;
use super::process::{CanWait, Process, Received};
use super::{Answer, Player, PlayerError, Program, Reply, Turn, Warning, printable};
use crate::MoveText;
use crate::uci::{self, Command, Go, OptionLine, SetOption};
use std::time::{Duration, Instant};
use vernier_chess::{Board, ByColor, CastlingMode, Color, Game, Move};

/// How long it may take to answer `stop`.
const STOPPING: Duration = Duration::from_secs(2);
/// The most bytes of option lines that are read; the rest is ignored.
const MAX_OPTIONS: usize = 256 << 10;
/// The most warnings about one search.
const MAX_WARNINGS: usize = 100;

/// A running UCI engine.
pub struct UciPlayer {
    process: Process,
    /// How long it may take to start, and to get ready for a game.
    startup: Duration,
    ponders: bool,
    position: PositionLine,
    /// The reply it expects to its last move.
    expected: Option<MoveText>,
    /// Its search while the opponent thinks.
    pondering: Option<Pondering>,
}

/// A search on the opponent's time.
struct Pondering {
    /// The move that the opponent is expected to play.
    expected: Move,
    question: Question,
}

/// A question to an engine and its output since.
struct Question {
    /// When its clock started: before the question was written, because the answer may come at once.
    asked: Instant,
    /// The engine has reached this question: output from now on belongs to it.
    in_sync: bool,
    info: InfoLog,
    warnings: Vec<Warning>,
}

impl Question {
    /// A question that is about to be asked.
    fn new() -> Self {
        Self { asked: Instant::now(), in_sync: false, info: InfoLog::default(), warnings: Vec::new() }
    }
}

impl UciPlayer {
    /// Starts the program and sets its options. It must send `uciok` within `startup`, and be ready for each game in the
    /// same time.
    pub fn start(program: &Program, mode: CastlingMode, startup: Duration) -> Result<Self, PlayerError> {
        let (mut player, options) = Self::connect(program, mode, startup)?;
        let declared = |name: &str| options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let mut wanted = program.options.clone();
        if mode == CastlingMode::Chess960 {
            wanted.push(("UCI_Chess960".into(), "true".into()));
        }
        if program.ponders && declared("Ponder").is_some() {
            wanted.push(("Ponder".into(), "true".into()));
        }
        for (name, value) in wanted {
            let Some(option) = declared(&name) else {
                return Err(PlayerError::Lacks(format!("it has no option {name}")));
            };
            if let Some(wanted) = option.refuses(&value) {
                return Err(PlayerError::Lacks(format!("its option {name} takes {wanted}, not '{value}'")));
            }
            player.send(&Command::SetOption(SetOption { name, value: Some(value) }));
        }
        player.synchronize()?;
        Ok(player)
    }

    /// The options that a program announces. It is started and ended for this.
    pub fn options(program: &Program, startup: Duration) -> Result<Vec<OptionLine>, PlayerError> {
        Self::connect(program, CastlingMode::Standard, startup).map(|(_, options)| options)
    }

    /// Starts a program and reads its name and options.
    fn connect(
        program: &Program,
        mode: CastlingMode,
        startup: Duration,
    ) -> Result<(Self, Vec<OptionLine>), PlayerError> {
        let process = Process::start(program.command())?;
        let position = PositionLine::new(mode);
        let mut player =
            Self { process, startup, ponders: program.ponders, position, expected: None, pondering: None };
        let options = player.handshake(startup)?;
        Ok((player, options))
    }

    fn send(&mut self, command: &Command) {
        self.process.send(&command.to_string());
    }

    /// Its options.
    fn handshake(&mut self, limit: Duration) -> Result<Vec<OptionLine>, PlayerError> {
        self.send(&Command::Uci);
        let deadline = Instant::now() + limit;
        let (mut options, mut room) = (Vec::new(), MAX_OPTIONS);
        loop {
            match self.receive(deadline, InfoLog::is_info)? {
                Some((_, line)) => match line.parse() {
                    Ok(uci::Reply::UciOk) => return Ok(options),
                    Ok(uci::Reply::Option(option)) if line.len() <= room => {
                        room -= line.len();
                        options.push(option);
                    }
                    _ => (),
                },
                None => return Err(PlayerError::Protocol("no uciok".into())),
            }
        }
    }

    /// Waits until all earlier commands are done.
    fn synchronize(&mut self) -> Result<(), PlayerError> {
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.startup;
        while let Some((_, line)) = self.receive(deadline, InfoLog::is_info)? {
            if line == "readyok" {
                return Ok(());
            }
        }
        Err(PlayerError::Silence)
    }

    /// The next line; none if there is none in time.
    fn receive(
        &mut self,
        deadline: Instant,
        can_wait: CanWait,
    ) -> Result<Option<(Instant, String)>, PlayerError> {
        match self.process.receive(deadline, can_wait) {
            Received::Line(when, line) => Ok(Some((when, line))),
            Received::Timeout => Ok(None),
            Received::End => Err(PlayerError::Crash(self.process.exit_description())),
        }
    }

    /// Asks for a move, with `isready` in the same write: that costs no time, and output before `readyok` belongs to an earlier
    /// question.
    fn ask(&mut self, game: &Game, go: Go) -> Question {
        let position = self.position.follow(game);
        let words = format!("{}\n{position}\n{}", Command::IsReady, Command::Go(go));
        let question = Question::new();
        self.process.send(&words);
        question
    }

    /// The answer to a question, if it comes before the deadline.
    fn listen(
        &mut self,
        question: &mut Question,
        deadline: Instant,
    ) -> Result<Option<(Instant, String)>, PlayerError> {
        while let Some((when, line)) = self.receive(deadline, |line| !is_answer(line))? {
            // In a flood, `readyok` may have been dropped.
            question.in_sync |= is_answer(&line) && self.process.is_flooded();
            if !question.in_sync {
                question.in_sync = line == "readyok";
                if is_answer(&line) && question.warnings.len() < MAX_WARNINGS {
                    question.warnings.push(Warning::DoubleMove);
                }
            } else if is_answer(&line) {
                return Ok(Some((when, line)));
            } else if InfoLog::is_info(&line) {
                question.info.add(line);
            }
        }
        Ok(None)
    }

    /// Ends a search and discards its answer.
    fn stop(&mut self, question: &mut Question) -> Result<(), PlayerError> {
        self.send(&Command::Stop);
        let answer = self.listen(question, Instant::now() + STOPPING)?;
        answer.map(drop).ok_or(PlayerError::Silence)
    }

    /// The opponent has moved, as expected or not. Returns the search that is already running, if any.
    fn end_pondering(
        &mut self,
        game: &Game,
        warnings: &mut Vec<Warning>,
    ) -> Result<Option<Question>, PlayerError> {
        let Some(Pondering { expected, mut question }) = self.pondering.take() else { return Ok(None) };
        if self.listen(&mut question, Instant::now())?.is_some() {
            warnings.append(&mut question.warnings);
            warnings.push(Warning::EarlyMove);
            return Ok(None);
        }
        if game.moves().last() == Some(&expected) {
            question.asked = Instant::now();
            self.send(&Command::PonderHit);
            return Ok(Some(question));
        }
        self.stop(&mut question)?;
        warnings.append(&mut question.warnings);
        Ok(None)
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        if let Some(mut pondering) = self.pondering.take() {
            self.stop(&mut pondering.question)?;
        }
        self.expected = None;
        self.send(&Command::NewGame);
        self.synchronize()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, PlayerError> {
        let mut warnings = Vec::new();
        let pondered = self.end_pondering(turn.game, &mut warnings)?;
        let hit = pondered.is_some();
        let mut question = pondered.unwrap_or_else(|| self.ask(turn.game, limits(turn, turn.game.turn())));
        let asked = question.asked;
        let mut answer = self.listen(&mut question, asked + turn.deadline)?;
        if answer.is_none() {
            self.send(&Command::Stop);
            answer = self.listen(&mut question, Instant::now() + STOPPING)?;
        }
        let (when, line) = answer.ok_or(PlayerError::Silence)?;
        warnings.append(&mut question.warnings);
        let (mut thought, line_of_play) = question.info.summarize();
        if hit {
            thought.reported = None;
        }
        let answer = read_answer(turn.game.board(), &line);
        self.expected = None;
        let mut warning = check_line(turn.game, &line_of_play, thought.verdict);
        if let (Answer::Move(mv), Some(reply)) = (&answer, expected_reply(&line)) {
            self.expected = Some(reply);
            if reply.on(&turn.game.board().play(*mv)).is_err() {
                warning = Some(Warning::IllegalLine);
            }
        }
        warnings.extend(warning);
        if self.process.dropped_lines() > 0 {
            warnings.push(Warning::Flood);
        }
        Ok(Reply { answer, elapsed: when.saturating_duration_since(asked), thought, warnings })
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let Some(expected) = self.expected.take().filter(|_| self.ponders) else { return };
        let Ok(expected) = expected.on(turn.game.board()) else { return };
        let mut game = turn.game.clone();
        if game.play(expected).is_ok() && game.outcome().is_none() && game.draw_claim().is_none() {
            let go = Go { ponder: true, ..limits(turn, game.turn()) };
            self.pondering = Some(Pondering { expected, question: self.ask(&game, go) });
        }
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        if self.pondering.is_some() {
            self.send(&Command::Stop);
        }
        self.send(&Command::Quit);
    }
}

/// True for answers, also for those that name no move.
fn is_answer(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

/// The move that an answer names, if it is legal and written as the standard asks.
fn read_answer(board: &Board, line: &str) -> Answer {
    let word = line.split_ascii_whitespace().nth(1).unwrap_or_default();
    let text = word.parse::<MoveText>().ok().filter(|text| text.to_string() == word);
    match text.and_then(|text| text.on(board).ok()) {
        Some(mv) => Answer::Move(mv),
        None => Answer::Illegal(printable(line).chars().take(200).collect()),
    }
}

/// The reply that an answer expects.
fn expected_reply(line: &str) -> Option<MoveText> {
    match line.parse() {
        Ok(uci::Reply::BestMove { ponder, .. }) => ponder,
        _ => None,
    }
}

/// The question as a UCI command, for the player of that color.
fn limits(turn: &Turn<'_>, us: Color) -> Go {
    let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    Go {
        time: ByColor(turn.clocks.0.map(|clock| clock.map(|clock| millis(clock.remaining)))),
        increment: ByColor(turn.clocks.0.map(|clock| clock.map(|clock| millis(clock.increment)))),
        moves_to_go: turn.clocks[us].and_then(|clock| clock.moves_to_go),
        depth: turn.depth,
        nodes: turn.nodes,
        move_time: turn.move_time.map(|time| time.as_millis() as u64),
        ..Go::default()
    }
}
