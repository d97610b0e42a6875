//! A program that speaks UCI, as a player.

use super::process::{Process, Said};
use super::{Answer, Fault, Player, Program, Remark, Reply, Thought, Turn, printable};
use crate::MoveText;
use crate::uci::{self, Command, Go, Info, OptionLine, Position, ScoreValue, SetOption, Start};
use std::time::{Duration, Instant};
use vernier_chess::{Board, ByColor, CastlingMode, Game};
use vernier_engine::Verdict;

/// How long it may take to get ready: big tables have to be cleared.
const PREPARATION: Duration = Duration::from_secs(60);
/// How long it may take to answer `stop`.
const STOPPING: Duration = Duration::from_secs(2);

/// A running UCI engine.
pub struct UciPlayer {
    process: Process,
    mode: CastlingMode,
}

impl UciPlayer {
    /// Starts the program, which must say who it is within `startup`, and sets its options.
    pub fn start(program: &Program, mode: CastlingMode, startup: Duration) -> Result<Self, Fault> {
        let process = Process::start(program.command(), |line| first_word(line) == "info")?;
        let mut player = Self { process, mode };
        let options = player.introduce(startup)?;
        let mut wanted = program.options.clone();
        if mode == CastlingMode::Chess960 {
            wanted.push(("UCI_Chess960".into(), "true".into()));
        }
        for (name, value) in wanted {
            if !options.iter().any(|option| option.name.eq_ignore_ascii_case(&name)) {
                return Err(Fault::Protocol(format!("it has no option {name}")));
            }
            player.say(&Command::SetOption(SetOption { name, value: Some(value) }));
        }
        player.get_ready(&mut Vec::new())?;
        Ok(player)
    }

    fn say(&mut self, command: &Command) {
        self.process.say(&command.to_string());
    }

    /// What it can be told.
    fn introduce(&mut self, limit: Duration) -> Result<Vec<OptionLine>, Fault> {
        self.say(&Command::Uci);
        let deadline = Instant::now() + limit;
        let mut options = Vec::new();
        loop {
            match self.hear(deadline)? {
                Some((_, line)) => match line.parse() {
                    Ok(uci::Reply::UciOk) => return Ok(options),
                    Ok(uci::Reply::Option(option)) => options.push(option),
                    _ => (),
                },
                None => return Err(Fault::Protocol("no uciok".into())),
            }
        }
    }

    /// Waits until everything said before is done. An answer that nobody asked for is noted.
    fn get_ready(&mut self, remarks: &mut Vec<Remark>) -> Result<(), Fault> {
        self.say(&Command::IsReady);
        let deadline = Instant::now() + PREPARATION;
        loop {
            match self.hear(deadline)? {
                Some((_, line)) if line == "readyok" => return Ok(()),
                Some((_, line)) if is_answer(&line) => remarks.push(Remark::DoubleMove),
                Some(_) => (),
                None => return Err(Fault::Silence),
            }
        }
    }

    /// The next line; none if there is none in time.
    fn hear(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Fault> {
        match self.process.hear(deadline) {
            Said::Line(when, line) => Ok(Some((when, line))),
            Said::Nothing => Ok(None),
            Said::End => Err(Fault::Crash(self.process.obituary())),
        }
    }

    fn position(&self, game: &Game) -> Position {
        let start = match game.start() {
            board if *board == Board::start() && self.mode == CastlingMode::Standard => Start::Standard,
            board => Start::Fen(board.fen(self.mode)),
        };
        Position { start, moves: MoveText::line(game.start(), game.moves().iter().copied(), self.mode) }
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.say(&Command::NewGame);
        self.get_ready(&mut Vec::new())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut remarks = Vec::new();
        self.get_ready(&mut remarks)?;
        let question =
            format!("{}\n{}", Command::Position(self.position(turn.game)), Command::Go(limits(turn)));
        self.process.say(&question);
        let asked = Instant::now();
        let mut deadline = asked + turn.deadline;
        let (mut thought, mut line_of_play, mut stopping) = (Thought::default(), Vec::new(), false);
        let (when, answer) = loop {
            match self.hear(deadline)? {
                Some((when, line)) if is_answer(&line) => break (when, line),
                Some((_, line)) => {
                    if let Ok(uci::Reply::Info(info)) = line.parse() {
                        think_along(&mut thought, &mut line_of_play, *info);
                    }
                }
                None if stopping => return Err(Fault::Silence),
                None => {
                    self.say(&Command::Stop);
                    deadline = Instant::now() + STOPPING;
                    stopping = true;
                }
            }
        };
        if !is_legal_line(turn.game, &line_of_play) {
            remarks.push(Remark::IllegalLine);
        }
        if self.process.thrown_away() > 0 {
            remarks.push(Remark::Flood);
        }
        Ok(Reply { answer: judge(turn.game.board(), &answer), elapsed: when - asked, thought, remarks })
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        self.say(&Command::Quit);
    }
}

fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or_default()
}

/// True for answers, also for those that name no move.
fn is_answer(line: &str) -> bool {
    first_word(line) == "bestmove"
}

/// The move that an answer names, if it is legal and written as the standard asks.
fn judge(board: &Board, line: &str) -> Answer {
    let word = line.split_whitespace().nth(1).unwrap_or_default();
    let text = word.parse::<MoveText>().ok().filter(|text| text.to_string() == word);
    match text.and_then(|text| text.on(board).ok()) {
        Some(mv) => Answer::Move(mv),
        None => Answer::Illegal(printable(line).chars().take(200).collect()),
    }
}

fn think_along(thought: &mut Thought, line_of_play: &mut Vec<MoveText>, info: Info) {
    if info.multi_pv.is_some_and(|line| line > 1) {
        return;
    }
    if let Some(score) = info.score.filter(|score| score.bound.is_none()) {
        thought.verdict = Some(match score.value {
            ScoreValue::Centipawns(value) => Verdict::Centipawns(value),
            ScoreValue::Mate(moves) => Verdict::Mate(moves),
        });
        thought.depth = info.depth.unwrap_or(thought.depth);
    }
    thought.nodes = info.nodes.unwrap_or(thought.nodes);
    thought.reported = info.time.map(Duration::from_millis).or(thought.reported);
    if !info.pv.is_empty() {
        *line_of_play = info.pv;
    }
}

/// True if the moves can be played one after another and none comes after the end of the game.
fn is_legal_line(game: &Game, line: &[MoveText]) -> bool {
    if line.is_empty() {
        return true;
    }
    let mut game = game.clone();
    line.iter().enumerate().all(|(index, text)| {
        let over = index > 0 && (game.outcome().is_some() || game.draw_claim().is_some());
        !over && text.on(game.board()).is_ok_and(|mv| game.play(mv).is_ok())
    })
}

/// The question in words of UCI.
fn limits(turn: &Turn<'_>) -> Go {
    let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    Go {
        time: ByColor(turn.clocks.0.map(|clock| clock.map(|clock| millis(clock.left)))),
        increment: ByColor(turn.clocks.0.map(|clock| clock.map(|clock| millis(clock.level.increment)))),
        moves_to_go: turn.clocks[turn.game.turn()].and_then(|clock| clock.moves_to_go),
        depth: turn.depth,
        nodes: turn.nodes,
        move_time: turn.move_time.map(|time| time.as_millis() as u64),
        ..Go::default()
    }
}
