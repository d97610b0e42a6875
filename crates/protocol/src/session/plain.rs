//! A session in plain words, for a person at a terminal.

use super::context::Context;
use super::limits::limits;
use super::plain_printer::PlainPrinter;
use super::terminal::Terminal;
use super::{Flow, Language, Message, ProtocolHandler, Urgency, tools};
use crate::text::{small_count, split_word};
use crate::uci::{Go, Position, PositionError, Start};
use vernier_chess::{Board, Game, Move, SanError};
use vernier_engine::{Answer, Event, OptionError, Request};

/// How long a `go` without limits thinks, in milliseconds.
const USUAL_THINK: u64 = 3_000;

/// Handles the words that a person types.
pub(super) struct PlainHandler {
    game: Game,
    /// Where it is printed, if a person reads it.
    terminal: Option<Terminal>,
    /// How many searches there were.
    searches: u64,
    /// The search that runs and will end by itself.
    awaited: Option<u64>,
    /// The search whose move is to be played.
    playing: Option<u64>,
}

const HELP: &str = "\
board              show the board (also: d)
fen                show the position as text
new                a new game from the start
position FEN       set a position
moves              list the legal moves
e4, Nf3, e2e4 ...  play a move, or several
undo, redo         take a move back, or play it again
go [depth N | movetime MS | nodes N | infinite]
                   let the engine think and say what it would play
play               let the engine think and play its move
stop               end its thinking, a count or a bench
wait               take no further command before the search has ended
eval               explain the evaluation of the position
perft N            count the leaves of the tree of legal moves
bench              search a fixed set of positions and count nodes
set NAME VALUE     set an option; set alone lists them
uci, xboard        speak a protocol from here on
help, quit";

impl PlainHandler {
    pub(super) fn new(terminal: Option<Terminal>) -> Self {
        Self { game: Game::new(), terminal, searches: 0, awaited: None, playing: None }
    }

    /// Searches the position and prints the best move.
    fn go(&mut self, context: &mut Context, mut go: Go) {
        if go.is_endless() && !go.infinite {
            go.move_time = Some(USUAL_THINK);
        }
        let limits = limits(&go, self.game.board());
        self.searches += 1;
        let number = self.searches;
        self.awaited = (!limits.is_endless()).then_some(number);
        let printer = PlainPrinter {
            output: context.output.clone(),
            board: *self.game.board(),
            terminal: self.terminal,
        };
        let messages = context.messages.clone();
        context.engine.start(
            Request::new(&self.game).limits(limits),
            Box::new(move |event| {
                printer.print(&event);
                if matches!(event, Event::Done(_)) {
                    let _ = messages.send(Message::Search(number, event));
                }
            }),
        );
    }

    /// Plays the named moves, all of them or none.
    fn play(&mut self, words: &str) -> Result<(), String> {
        let mut game = self.game.clone();
        for word in crate::text::move_words(words) {
            let mv = read_move(game.board(), word)?;
            game.play(mv).map_err(|error| error.to_string())?;
        }
        self.game = game;
        Ok(())
    }

    /// Sets a position: a FEN, or whatever UCI allows after `position`.
    fn set_position(&mut self, context: &Context, text: &str) -> Result<(), String> {
        let position = match text.parse::<Position>() {
            Ok(position) => position,
            Err(PositionError::NoStart) if text.is_empty() => {
                Position { start: Start::Standard, moves: Vec::new() }
            }
            Err(PositionError::NoStart) => Position { start: Start::Fen(text.to_owned()), moves: Vec::new() },
            Err(error) => return Err(error.to_string()),
        };
        self.game = super::uci::read(&position, context).map_err(|refusal| refusal.to_string())?;
        Ok(())
    }

    fn options(context: &mut Context, words: &str) -> Result<(), String> {
        if words.is_empty() {
            context.options().for_each(|line| context.print(line));
            return Ok(());
        }
        // The name may hold blanks, and so may the value: the longest name that is known wins.
        let words: Vec<&str> = crate::text::words(words).collect();
        let mut outcome = Err(String::new());
        for split in (1..=words.len()).rev() {
            let (name, value) = (words[..split].join(" "), words[split..].join(" "));
            match context.set(&name, Some(value.as_str())) {
                Err(OptionError::Unknown(name)) => outcome = Err(format!("there is no option '{name}'")),
                other => {
                    for remark in context.take_notes() {
                        context.print(remark);
                    }
                    return other.map_err(|error| error.to_string());
                }
            }
        }
        outcome
    }

    /// What to print after a change of the board.
    fn show(&self, context: &Context) {
        if self.terminal.is_some() {
            context.print(vernier_chess::picture::Text::of(self.game.board()));
        }
        if let Some(outcome) = self.game.outcome() {
            context.print(format_args!("the game is over: {outcome}"));
        }
    }

    fn execute(&mut self, context: &mut Context, word: &str, rest: &str) -> Result<Flow, String> {
        match word {
            "help" | "?" => context.print(HELP),
            "quit" | "exit" | "bye" => return Ok(Flow::Quit),
            // The rest are UCI commands.
            "uci" | "isready" | "ucinewgame" | "setoption" | "debug" | "ponderhit" => {
                return Ok(Flow::Switch(Language::Uci));
            }
            "xboard" => return Ok(Flow::Switch(Language::Cecp)),
            "stop" => context.engine.stop(),
            "go" => match read_limits(rest)? {
                Go { perft: Some(depth), .. } => {
                    return Ok(tools::perft(*self.game.board(), depth, context.castling_mode()));
                }
                go => self.go(context, go),
            },
            "play" => {
                self.go(context, read_limits(rest)?);
                self.playing = Some(self.searches);
            }
            "board" | "d" => tools::board(context, self.game.board()),
            "fen" => context.print(self.game.board().fen(context.castling_mode())),
            "eval" => tools::explain(context, self.game.board()),
            "wait" => return Ok(Flow::Wait),
            "moves" => context.print(list_moves(self.game.board())),
            "bench" => return Ok(tools::bench(context, &[rest.to_owned()])),
            "genfens" => {
                let wanted = rest.parse().map_err(|error: crate::uci::CommandError| error.to_string())?;
                return Ok(tools::generate_fens(context, wanted));
            }
            "perft" => {
                let depth = small_count(rest).ok_or("perft needs a depth, such as perft 5")?;
                return Ok(tools::perft(*self.game.board(), depth, context.castling_mode()));
            }
            "set" => Self::options(context, rest)?,
            _ => {
                self.change(context, word, rest)?;
                context.engine.stop();
                self.playing = None;
                self.show(context);
            }
        }
        Ok(Flow::Continue)
    }

    /// Commands that change the game.
    fn change(&mut self, context: &Context, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "new" => self.game = Game::new(),
            "position" | "setboard" => self.set_position(context, rest)?,
            "undo" => drop(self.game.undo().ok_or("there is no move to take back")?),
            "redo" => drop(self.game.redo().ok_or("there is no move to play again")?),
            _ => self.play(&format!("{word} {rest}"))?,
        }
        Ok(())
    }
}

impl ProtocolHandler for PlainHandler {
    fn greet(&mut self, context: &mut Context) {
        if self.terminal.is_some() {
            context.print(format_args!("{}. Type help for the words it knows, quit to leave.", crate::NAME));
        }
    }

    fn handle_line(&mut self, context: &mut Context, line: &str) -> Flow {
        let (word, rest) = split_word(line);
        if word.is_empty() {
            return Flow::Continue;
        }
        self.execute(context, word, rest).unwrap_or_else(|reason| {
            context.reject(reason);
            Flow::Continue
        })
    }

    fn handle_event(&mut self, context: &mut Context, search: u64, event: Event) {
        self.awaited = self.awaited.filter(|awaited| *awaited != search);
        if let (true, Event::Done(Answer { best: Some(best), .. })) = (self.playing == Some(search), event) {
            self.playing = None;
            if self.game.play(best).is_ok() {
                self.show(context);
            }
        }
    }

    fn is_thinking(&self) -> bool {
        self.awaited.is_some()
    }

    fn urgency(&self, line: &str) -> Urgency {
        if line.trim_ascii() == "stop" { Urgency::Stop } else { Urgency::None }
    }

    fn report_error(&self, context: &Context, reason: &str) {
        context.reject(reason);
    }
}

/// The limits of a search, as a person types them.
fn read_limits(words: &str) -> Result<Go, String> {
    words
        .parse()
        .map_err(|error| format!("{error}; a search can have depth N, movetime MS, nodes N or infinite"))
}

/// A move in any common notation.
fn read_move(board: &Board, word: &str) -> Result<Move, String> {
    if let Ok(text) = word.parse::<crate::MoveText>() {
        return text.on(board).map_err(|error| error.to_string());
    }
    board.parse_san(word).map_err(|error| match error {
        SanError::Malformed => format!("'{word}' is neither a command nor a move"),
        error => format!("{word}: {error}"),
    })
}

fn list_moves(board: &Board) -> String {
    let moves: Vec<String> = board.legal_moves().iter().map(|mv| board.san(*mv).to_string()).collect();
    if moves.is_empty() { end_without_moves(board) } else { moves.join(" ") }
}

/// What to say where there is no legal move.
pub(super) fn end_without_moves(board: &Board) -> String {
    let outcome = Game::from_board(*board).outcome();
    outcome
        .map_or_else(|| "there is no legal move".to_owned(), |outcome| format!("the game is over: {outcome}"))
}
