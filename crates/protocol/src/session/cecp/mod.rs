//! A session in the protocol of XBoard and WinBoard, version 2.
//!
//! Here the engine keeps the game: it is told whose side it plays, hears the opponent's moves and makes its own.

mod clock;
mod edit;
mod think;

use super::host::Host;
use super::{Flow, Speaker, library};
use crate::cecp::{Command, CommandError, Feature, GameResult, MoveSet, MoveWord, Reply, option_feature};
use clock::Clocks;
use edit::Editor;
pub(super) use think::moves_in_words;
use think::{Purpose, Search};
use vernier_chess::{Board, Color, Game, Move, Outcome, Strictness};
use vernier_engine::{Event, Score};

/// Someone who understands CECP.
pub(super) struct Cecp {
    /// The game; none after a position that could not be understood.
    game: Option<Game>,
    /// The side the engine plays; none in force mode and in analysis.
    side: Option<Color>,
    clocks: Clocks,
    analyzing: bool,
    /// Show what is thought.
    post: bool,
    /// Think on the opponent's time.
    ponder: bool,
    /// The search that runs, and how many there were.
    search: Option<Search>,
    searches: u64,
    /// Pings to be answered after the move.
    pings: Vec<i64>,
    /// Moves left out of the analysis.
    excluded: Vec<Move>,
    /// The reply expected to the last move.
    expected: Option<Move>,
    /// What the engine thought of its position when it moved last.
    outlook: Option<Score>,
    /// A position being set piece by piece.
    editor: Option<Editor>,
}

const NO_POSITION: &str = "no valid position";

impl Cecp {
    pub(super) fn new() -> Self {
        Self {
            game: Some(Game::new()),
            side: Some(Color::Black),
            clocks: Clocks::default(),
            analyzing: false,
            post: false,
            ponder: false,
            search: None,
            searches: 0,
            pings: Vec::new(),
            excluded: Vec::new(),
            expected: None,
            outlook: None,
            editor: None,
        }
    }

    fn obey(&mut self, host: &mut Host, command: Command) -> Flow {
        match command {
            Command::Quit => return Flow::Quit,
            Command::Version(_) => introduce(host),
            Command::New => self.new_game(host),
            Command::Variant(name) => self.set_variant(host, &name),
            Command::Force => {
                self.abort(host);
                self.side = None;
            }
            Command::Result(_) => {
                self.abort(host);
                self.side = None;
            }
            Command::Go => self.play_side(host, |turn| turn),
            Command::PlayOther => self.play_side(host, |turn| !turn),
            Command::White => self.set_turn(host, Color::White),
            Command::Black => self.set_turn(host, Color::Black),
            Command::UserMove(word) => self.take_move(host, word),
            Command::MoveNow => {
                if self.is_on_move() {
                    host.engine.handle().stop();
                }
            }
            Command::Ping(number) if self.is_on_move() => self.pings.push(number),
            Command::Ping(number) => host.say(Reply::Pong(number)),
            Command::Draw => self.consider_draw(host),
            Command::SetBoard(fen) => self.set_board(host, Board::from_fen(&fen, Strictness::Lenient)),
            Command::Edit => self.editor = Some(Editor::of(self.game.as_ref().map(Game::board))),
            Command::Hint => self.hint(host),
            Command::Book => self.tell_book(host),
            Command::Undo => self.take_back(host, 1),
            Command::Remove => self.take_back(host, 2),
            Command::Hard => self.ponder = true,
            Command::Easy => {
                self.ponder = false;
                if self.is_pondering() {
                    self.abort(host);
                }
            }
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Analyze => {
                (self.analyzing, self.side) = (true, None);
                self.go_on(host);
            }
            Command::Exit => {
                self.analyzing = false;
                self.excluded.clear();
                self.abort(host);
            }
            Command::Status => self.tell_progress(host),
            Command::Exclude(moves) => self.exclude(host, moves, true),
            Command::Include(moves) => self.exclude(host, moves, false),
            Command::Memory(megabytes) => self.set(host, "Hash", Some(&megabytes.to_string())),
            Command::Cores(threads) => self.set(host, "Threads", Some(&threads.to_string())),
            Command::Option { name, value } => self.set(host, &name, value.as_deref()),
            Command::EgtPath(kind, path) if kind == "syzygy" => self.set(host, "SyzygyPath", Some(&path)),
            Command::Level(level) => self.clocks.set_level(level),
            Command::MoveTime(time) => self.clocks.move_time = Some(time),
            Command::Depth(depth) => self.clocks.depth = Some(depth),
            Command::NodesPerSecond(rate) => {
                self.clocks.nodes_per_second = Some(rate).filter(|rate| *rate > 0)
            }
            Command::Time(time) => self.clocks.own = Some(time),
            Command::OpponentTime(time) => self.clocks.opponent = Some(time),
            Command::XBoard
            | Command::Accepted(_)
            | Command::Rejected(_)
            | Command::Random
            | Command::Name(_)
            | Command::Rating(_)
            | Command::Ics(_)
            | Command::Computer
            | Command::Pause
            | Command::Resume
            | Command::EgtPath(..) => {}
        }
        Flow::GoOn
    }

    fn new_game(&mut self, host: &mut Host) {
        self.abort(host);
        host.engine.new_game();
        host.preferences.chess960 = false;
        let clocks = std::mem::take(&mut self.clocks).restarted();
        *self = Self { clocks, post: self.post, ponder: self.ponder, searches: self.searches, ..Self::new() };
    }

    fn set_variant(&mut self, host: &mut Host, name: &str) {
        match name {
            "normal" => host.preferences.chess960 = false,
            "fischerandom" => host.preferences.chess960 = true,
            other => host.say(Reply::Error("unknown variant".to_owned(), other.to_owned())),
        }
    }

    fn play_side(&mut self, host: &mut Host, side: impl Fn(Color) -> Color) {
        let Some(game) = &self.game else { return refuse(host) };
        self.side = Some(side(game.turn()));
        self.analyzing = false;
        self.go_on(host);
    }

    /// Old interfaces set who is to move; the engine plays the other side.
    fn set_turn(&mut self, host: &mut Host, turn: Color) {
        self.abort(host);
        let Some(game) = &self.game else { return refuse(host) };
        if game.turn() != turn {
            let mut setup = game.board().setup();
            (setup.turn, setup.en_passant) = (turn, None);
            match setup.admit(Strictness::Lenient) {
                Ok(admission) => self.game = Some(Game::from_board(admission.board)),
                Err(error) => return host.say(Reply::TellUserError(format!("Illegal position: {error}"))),
            }
        }
        self.side = Some(!turn);
    }

    fn take_move(&mut self, host: &mut Host, word: MoveWord) {
        let refuse = |reason: &str| host.say(Reply::IllegalMove(word.to_string(), reason.to_owned()));
        let Some(game) = &self.game else { return refuse(NO_POSITION) };
        if self.is_on_move() {
            return refuse("not your turn");
        }
        let Some(mv) = word.on(game.board()) else { return refuse("") };
        if self.is_pondering() && self.expected == Some(mv) {
            self.play(mv);
            self.expected = None;
            if let Some(search) = &mut self.search {
                search.purpose = Purpose::Move;
            }
            return host.engine.ponder_hit();
        }
        self.abort(host);
        self.play(mv);
        self.excluded.clear();
        if !self.claim(host) {
            self.go_on(host);
        }
    }

    /// Plays a legal move on the board.
    fn play(&mut self, mv: Move) {
        if let Some(game) = &mut self.game
            && game.play(mv).is_ok()
        {
            self.clocks.moved(!game.turn());
        }
    }

    /// Says the result if the game is over. True if it is.
    fn claim(&self, host: &Host) -> bool {
        let ending = self.game.as_ref().filter(|_| self.side.is_some()).and_then(ending);
        let Some((result, reason)) = ending else { return false };
        host.say(Reply::Result(result, reason));
        true
    }

    fn consider_draw(&self, host: &Host) {
        let late = self.game.as_ref().is_some_and(|game| game.board().fullmove_number() >= 40);
        let accepts = |outlook: Score| outlook.0 < 0 || (late && outlook.0 <= 10);
        if self.side.is_some() && self.outlook.is_some_and(accepts) {
            host.say(Reply::OfferDraw);
        }
    }

    fn set_board(&mut self, host: &mut Host, read: Result<vernier_chess::Admission, impl std::fmt::Display>) {
        self.abort(host);
        self.excluded.clear();
        match read {
            Ok(admission) => {
                for fault in &admission.forgiven {
                    host.say(Reply::Comment(format!("position mended: {fault}")));
                }
                self.game = Some(Game::from_board(admission.board));
            }
            Err(error) => {
                self.game = None;
                host.say(Reply::TellUserError(format!("Illegal position: {error}")));
            }
        }
        if self.analyzing {
            self.go_on(host);
        }
    }

    fn take_back(&mut self, host: &mut Host, moves: u32) {
        self.abort(host);
        for _ in 0..moves {
            if let Some(game) = &mut self.game
                && game.undo().is_some()
            {
                self.clocks.took_back(game.turn());
            }
        }
        self.excluded.clear();
        if self.analyzing {
            self.go_on(host);
        }
    }

    fn exclude(&mut self, host: &mut Host, moves: MoveSet, out: bool) {
        let Some(game) = &self.game else { return refuse(host) };
        match moves {
            MoveSet::All if out => self.excluded = game.board().legal_moves().to_vec(),
            MoveSet::All => self.excluded.clear(),
            MoveSet::One(word) => match word.on(game.board()) {
                Some(mv) => {
                    self.excluded.retain(|excluded| *excluded != mv);
                    self.excluded.extend(out.then_some(mv));
                }
                None => return host.say(Reply::IllegalMove(word.to_string(), String::new())),
            },
        }
        if self.analyzing {
            self.go_on(host);
        }
    }

    /// What the book says: indented lines, and an empty one at the end.
    fn tell_book(&self, host: &Host) {
        let Some(game) = &self.game else { return refuse(host) };
        let lines = library::book_lines(host, game.board());
        host.say(lines.iter().map(|line| format!("\t{line}\n")).collect::<String>());
    }

    /// Sets an option. A search that thinks about its move is left to finish with what it has.
    fn set(&mut self, host: &mut Host, name: &str, value: Option<&str>) {
        if let Err(error) = host.set(name, value) {
            host.say(Reply::Error(error.to_string(), name.chars().take(60).collect()));
        }
        for remark in host.take_remarks() {
            host.say(Reply::Comment(remark));
        }
        if self.analyzing {
            self.go_on(host);
        }
    }
}

/// How a game has ended and why, in the terms of this protocol: a position that stands for the third time or fifty moves
/// without progress end it like mate does, and nobody has to ask.
fn ending(game: &Game) -> Option<(GameResult, String)> {
    let Some(outcome) = game.outcome() else {
        return game.draw_claim().map(|claim| (GameResult::Draw, format!("draw by {claim}")));
    };
    let result = match outcome {
        Outcome::Checkmate { winner: Color::White } => GameResult::WhiteWins,
        Outcome::Checkmate { winner: Color::Black } => GameResult::BlackWins,
        _ => GameResult::Draw,
    };
    Some((result, outcome.to_string()))
}

fn refuse(host: &Host) {
    host.say(Reply::TellUserError(NO_POSITION.to_owned()));
}

impl Speaker for Cecp {
    fn greet(&mut self, _: &mut Host) {}

    fn hear(&mut self, host: &mut Host, line: &str) -> Flow {
        if let Some(editor) = &mut self.editor {
            match editor.hear(line) {
                Some(setup) => {
                    self.editor = None;
                    self.set_board(host, setup.admit(Strictness::Lenient));
                }
                None => return Flow::GoOn,
            }
            return Flow::GoOn;
        }
        match line.parse() {
            Ok(command) => return self.obey(host, command),
            Err(CommandError::Empty) => {}
            Err(CommandError::Unknown(line)) => host.say(Reply::Error("unknown command".to_owned(), line)),
            Err(CommandError::BadArgument(line)) => host.say(Reply::Error("bad argument".to_owned(), line)),
            Err(CommandError::NotAMove(text)) => host.say(Reply::IllegalMove(text, String::new())),
        }
        Flow::GoOn
    }

    fn notice(&mut self, host: &mut Host, search: u64, event: Event) {
        self.hear_search(host, search, event);
    }

    fn is_thinking(&self) -> bool {
        self.is_on_move()
    }

    fn complain(&self, host: &Host, reason: &str) {
        host.say(Reply::Error(reason.to_owned(), "...".to_owned()));
    }
}

/// Says what the engine can do.
fn introduce(host: &Host) {
    let numbers = [
        ("ping", 1),
        ("setboard", 1),
        ("usermove", 1),
        ("time", 1),
        ("draw", 1),
        ("sigint", 0),
        ("sigterm", 0),
        ("reuse", 1),
        ("analyze", 1),
        ("colors", 0),
        ("san", 0),
        ("name", 1),
        ("nps", 1),
        ("memory", 1),
        ("smp", 1),
        ("exclude", 1),
        ("pause", 0),
        ("debug", 1),
        ("playother", 1),
    ];
    host.say(Reply::Features(vec![Feature::number("done", 0)]));
    host.say(Reply::Features(numbers.map(|(name, value)| Feature::number(name, value)).to_vec()));
    host.say(Reply::Features(vec![
        Feature::text("egt", "syzygy"),
        Feature::text("variants", "normal,fischerandom"),
        Feature::text("myname", crate::NAME),
    ]));
    // Hash and Threads have commands of their own here, and options of UCI no meaning.
    let hidden =
        |name: &str| name.starts_with("UCI_") || ["Hash", "Threads", "Ponder", "Minimal"].contains(&name);
    for line in host.settings().lines().filter(|line| !hidden(&line.name)) {
        host.say(Reply::Features(vec![option_feature(line)]));
    }
    host.say(Reply::Features(vec![Feature::number("done", 1)]));
}
