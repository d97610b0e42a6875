//! A session in the protocol of XBoard and WinBoard, version 2.
//!
//! In this protocol the engine keeps the game: it knows which side it plays, receives the opponent's moves and makes its own.

mod clock;
mod edit;
mod features;
mod think;

use super::context::Context;
use super::{Flow, ProtocolHandler, library};
use crate::cecp::{Command, CommandError, Level, MoveSet, MoveWord, Reply};
use clock::Clocks;
use edit::{Edit, Editor};
use features::introduce;
pub(super) use think::moves_in_words;
use think::{Purpose, Search};
use vernier_chess::{Board, Color, Game, GameResult, Move};
use vernier_engine::{Event, Score};

/// Handles the lines of an XBoard session.
pub(super) struct CecpHandler {
    /// The game; `None` after a position that could not be read.
    game: Option<Game>,
    /// The side the engine plays; none in force mode and in analysis.
    side: Option<Color>,
    clocks: Clocks,
    analyzing: bool,
    /// Show thinking.
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
    /// The engine's score when it last moved.
    outlook: Option<Score>,
    /// A position being set piece by piece.
    editor: Option<Editor>,
}

const NO_POSITION: &str = "no valid position";

impl CecpHandler {
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

    fn execute(&mut self, context: &mut Context, command: Command) -> Flow {
        match command {
            Command::Quit => return Flow::Quit,
            Command::Version(_) => introduce(context),
            Command::New => self.new_game(context),
            Command::Variant(name) => self.set_variant(context, &name),
            Command::Force => {
                self.abort(context);
                self.side = None;
            }
            Command::Result(_) => {
                self.abort(context);
                self.side = None;
            }
            Command::Go => self.play_side(context, |turn| turn),
            Command::PlayOther => self.play_side(context, |turn| !turn),
            Command::White => self.set_turn(context, Color::White),
            Command::Black => self.set_turn(context, Color::Black),
            Command::UserMove(word) => self.take_move(context, word),
            Command::MoveNow => {
                if let Some(search) = self.search.as_ref().filter(|_| self.is_on_move()) {
                    search.job.stop();
                }
            }
            Command::Ping(number) if self.is_on_move() => self.pings.push(number),
            Command::Ping(number) => context.print(Reply::Pong(number)),
            Command::Draw => self.consider_draw(context),
            Command::SetBoard(fen) => self.set_board(context, Board::mend_fen(&fen)),
            Command::Edit => self.editor = Some(Editor::of(self.game.as_ref().map(Game::board))),
            Command::Hint => self.hint(context),
            Command::Book => self.print_book(context),
            Command::Undo => self.take_back(context, 1),
            Command::Remove => self.take_back(context, 2),
            Command::Hard => self.ponder = true,
            Command::Easy => {
                self.ponder = false;
                if self.is_pondering() {
                    self.abort(context);
                }
            }
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Analyze => {
                (self.analyzing, self.side) = (true, None);
                self.proceed(context);
            }
            Command::Exit => {
                self.analyzing = false;
                self.excluded.clear();
                self.abort(context);
            }
            Command::Status => self.print_progress(context),
            Command::Exclude(moves) => self.exclude(context, moves, true),
            Command::Include(moves) => self.exclude(context, moves, false),
            Command::Memory(megabytes) => self.set(context, "Hash", Some(&megabytes.to_string())),
            Command::Cores(threads) => self.set(context, "Threads", Some(&threads.to_string())),
            Command::Option { name, value } => self.set(context, &name, value.as_deref()),
            Command::EgtPath(kind, path) if kind == "syzygy" => self.set(context, "SyzygyPath", Some(&path)),
            Command::Level(Level(control)) => self.clocks.set_control(control),
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
        Flow::Continue
    }

    fn new_game(&mut self, context: &mut Context) {
        self.abort(context);
        context.engine.new_game();
        for note in context.take_notes() {
            context.print(Reply::Comment(note));
        }
        context.preferences.chess960 = false;
        let clocks = std::mem::take(&mut self.clocks).restarted();
        *self = Self { clocks, post: self.post, ponder: self.ponder, searches: self.searches, ..Self::new() };
    }

    fn set_variant(&mut self, context: &mut Context, name: &str) {
        match name {
            "normal" => context.preferences.chess960 = false,
            "fischerandom" => context.preferences.chess960 = true,
            other => context.reject(Reply::Error("unknown variant".to_owned(), other.to_owned())),
        }
    }

    fn play_side(&mut self, context: &mut Context, side: impl Fn(Color) -> Color) {
        let Some(game) = &self.game else { return refuse(context) };
        self.side = Some(side(game.turn()));
        self.analyzing = false;
        self.proceed(context);
    }

    /// Old interfaces set who is to move; the engine plays the other side.
    fn set_turn(&mut self, context: &mut Context, turn: Color) {
        self.abort(context);
        let Some(game) = &self.game else { return refuse(context) };
        if game.turn() != turn {
            let mut setup = game.board().setup();
            (setup.turn, setup.en_passant) = (turn, None);
            match setup.mend() {
                Ok(mended) => self.game = Some(Game::from_board(mended.board)),
                Err(error) => {
                    return context.reject(Reply::TellUserError(format!("Illegal position: {error}")));
                }
            }
        }
        self.side = Some(!turn);
    }

    fn take_move(&mut self, context: &mut Context, word: MoveWord) {
        let refuse = |reason: &str| context.reject(Reply::IllegalMove(word.to_string(), reason.to_owned()));
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
                search.job.ponder_hit();
            }
            return;
        }
        self.abort(context);
        self.play(mv);
        self.excluded.clear();
        if !self.claim(context) {
            self.proceed(context);
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

    /// Prints the result if the game is over. True if it is.
    fn claim(&self, context: &Context) -> bool {
        let ending = self.game.as_ref().filter(|_| self.side.is_some()).and_then(ending);
        let Some((result, reason)) = ending else { return false };
        context.print(Reply::Result(result, reason));
        true
    }

    fn consider_draw(&self, context: &Context) {
        let late = self.game.as_ref().is_some_and(|game| game.board().fullmove_number() >= 40);
        let accepts = |outlook: Score| outlook.0 < 0 || (late && outlook.0 <= 10);
        if self.side.is_some() && self.outlook.is_some_and(accepts) {
            context.print(Reply::OfferDraw);
        }
    }

    fn set_board(
        &mut self,
        context: &mut Context,
        read: Result<vernier_chess::Mended, impl std::fmt::Display>,
    ) {
        self.abort(context);
        self.excluded.clear();
        match read {
            Ok(mended) => {
                for fault in &mended.repairs {
                    context.print(Reply::Comment(format!("position mended: {fault}")));
                }
                self.game = Some(Game::from_board(mended.board));
            }
            Err(error) => {
                self.game = None;
                context.reject(Reply::TellUserError(format!("Illegal position: {error}")));
            }
        }
        if self.analyzing {
            self.proceed(context);
        }
    }

    fn take_back(&mut self, context: &mut Context, moves: u32) {
        self.abort(context);
        for _ in 0..moves {
            if let Some(game) = &mut self.game
                && game.undo().is_some()
            {
                self.clocks.took_back(game.turn());
            }
        }
        self.excluded.clear();
        if self.analyzing {
            self.proceed(context);
        }
    }

    fn exclude(&mut self, context: &mut Context, moves: MoveSet, out: bool) {
        let Some(game) = &self.game else { return refuse(context) };
        match moves {
            MoveSet::All if out => self.excluded = game.board().legal_moves().to_vec(),
            MoveSet::All => self.excluded.clear(),
            MoveSet::One(word) => match word.on(game.board()) {
                Some(mv) => {
                    self.excluded.retain(|excluded| *excluded != mv);
                    self.excluded.extend(out.then_some(mv));
                }
                None => return context.reject(Reply::IllegalMove(word.to_string(), String::new())),
            },
        }
        if self.analyzing {
            self.proceed(context);
        }
    }

    /// The book moves: indented lines, and an empty one at the end.
    fn print_book(&self, context: &Context) {
        let Some(game) = &self.game else { return refuse(context) };
        let lines = library::book_lines(context, game.board());
        context.print(lines.iter().map(|line| format!("\t{line}\n")).collect::<String>());
    }

    /// Sets an option. A search for the engine's move finishes with the old value.
    fn set(&mut self, context: &mut Context, name: &str, value: Option<&str>) {
        if let Err(error) = context.set(name, value) {
            context.reject(Reply::Error(error.to_string(), name.chars().take(60).collect()));
        }
        for remark in context.take_notes() {
            context.print(Reply::Comment(remark));
        }
        if self.analyzing {
            self.proceed(context);
        }
    }
}

/// How a game has ended and why, in the terms of this protocol: a third repetition or fifty moves without progress end it like
/// mate does, without a claim.
fn ending(game: &Game) -> Option<(GameResult, String)> {
    let outcome = game.outcome().or_else(|| game.draw_claim())?;
    Some((outcome.result(), outcome.to_string()))
}

fn refuse(context: &Context) {
    context.reject(Reply::TellUserError(NO_POSITION.to_owned()));
}

impl ProtocolHandler for CecpHandler {
    fn greet(&mut self, _: &mut Context) {}

    fn handle_line(&mut self, context: &mut Context, line: &str) -> Flow {
        match self.editor.as_mut().map(|editor| editor.handle_line(line)) {
            None => {}
            Some(Edit::Taken) => return Flow::Continue,
            Some(Edit::Complete(setup)) => {
                self.editor = None;
                self.set_board(context, setup.mend());
                return Flow::Continue;
            }
            // Other commands are still handled; a new position ends the editing, and lines that are not commands are ignored.
            Some(Edit::Other) => match line.parse() {
                Ok(Command::New | Command::SetBoard(_)) => self.editor = None,
                Ok(Command::UserMove(_)) | Err(_) => return Flow::Continue,
                Ok(_) => {}
            },
        }
        match line.parse() {
            Ok(command) => return self.execute(context, command),
            Err(CommandError::Empty) => {}
            Err(CommandError::Unknown(line)) => {
                context.reject(Reply::Error("unknown command".to_owned(), line))
            }
            Err(CommandError::BadArgument(line)) => {
                context.reject(Reply::Error("bad argument".to_owned(), line))
            }
            Err(CommandError::NotAMove(text)) => context.reject(Reply::IllegalMove(text, String::new())),
        }
        Flow::Continue
    }

    fn handle_event(&mut self, context: &mut Context, search: u64, event: Event) {
        self.handle_search_event(context, search, event);
    }

    fn is_thinking(&self) -> bool {
        self.is_on_move()
    }

    fn report_error(&self, context: &Context, reason: &str) {
        context.reject(Reply::Error(reason.to_owned(), "...".to_owned()));
    }
}
