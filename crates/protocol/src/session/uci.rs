//! A session in the Universal Chess Interface.
//!
//! Every `go` gets exactly one `bestmove`; a command is accepted or rejected as a whole; and only `quit`
//! ends the session.

use super::context::Context;
use super::limits::limits;
use super::uci_printer::UciPrinter;
use super::{Flow, Message, ProtocolHandler, Urgency, tools};
use crate::MoveText;
use crate::uci::{Command, CommandError, Go, Position, Reply, SetOption, Start};
use vernier_chess::{Board, CastlingMode, FenError, File, Game, UciMoveError};
use vernier_engine::{Event, OptionError, Request, SearchJob};

/// Handles the lines of a UCI session.
pub(super) struct UciHandler {
    /// The game; `None` after a position that could not be read.
    game: Option<Game>,
    /// Debug mode.
    debug: bool,
    /// How many searches there were.
    searches: u64,
    /// The search that runs and will end by itself.
    awaited: Option<u64>,
    /// The search that was started last.
    job: Option<SearchJob>,
}

impl Default for UciHandler {
    fn default() -> Self {
        Self { game: Some(Game::new()), debug: false, searches: 0, awaited: None, job: None }
    }
}

impl ProtocolHandler for UciHandler {
    fn greet(&mut self, _: &mut Context) {}

    fn handle_line(&mut self, context: &mut Context, line: &str) -> Flow {
        match line.parse() {
            Ok(command) => self.execute(context, command),
            Err(CommandError::Empty) => Flow::Continue,
            Err(error @ CommandError::Unknown(_)) => {
                if self.debug {
                    context.print(Reply::info_string(error.to_string()));
                }
                Flow::Continue
            }
            Err(error @ CommandError::Position(_)) => {
                context.engine.stop();
                self.game = None;
                context.print_error(error);
                Flow::Continue
            }
            Err(error @ CommandError::Incomplete(_)) => {
                context.print_error(error);
                Flow::Continue
            }
        }
    }

    fn handle_event(&mut self, _: &mut Context, search: u64, _: Event) {
        // Only the end of a search is reported here; what it found is already printed.
        self.awaited = self.awaited.filter(|awaited| *awaited != search);
    }

    fn is_thinking(&self) -> bool {
        self.awaited.is_some()
    }

    fn urgency(&self, line: &str) -> Urgency {
        match line.parse() {
            Ok(Command::Stop) => Urgency::Stop,
            Ok(Command::IsReady) => Urgency::IsReady,
            _ => Urgency::None,
        }
    }

    fn report_error(&self, context: &Context, reason: &str) {
        context.print_error(reason);
    }
}

impl UciHandler {
    fn execute(&mut self, context: &mut Context, command: Command) -> Flow {
        match command {
            Command::Uci => introduce(context),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                print_notes(context);
                context.print(Reply::ReadyOk);
            }
            Command::SetOption(option) => self.set(context, &option),
            Command::Register(_) => {}
            Command::NewGame => {
                context.engine.new_game();
                print_notes(context);
            }
            Command::Position(position) => self.set_position(context, &position),
            Command::Go(go) => return self.go(context, &go),
            Command::Stop => context.engine.stop(),
            Command::PonderHit => self.job.iter().for_each(SearchJob::ponder_hit),
            Command::Quit => return Flow::Quit,
            Command::Display => self.show(context, |context, game| tools::board(context, game.board())),
            Command::Eval => self.show(context, |context, game| tools::explain(context, game.board())),
            Command::Flip => self.flip(context),
            Command::Help => context.print(HELP),
            Command::Bench(words) => return tools::bench(context, &words),
            Command::Perft(depth) => return self.perft(context, depth),
            Command::GenFens(wanted) => return tools::generate_fens(context, wanted),
            Command::Wait => return Flow::Wait,
        }
        Flow::Continue
    }

    fn set(&mut self, context: &mut Context, option: &SetOption) {
        match context.set(&option.name, option.value.as_deref()) {
            Ok(()) => {}
            // GUIs set options without asking whether they exist.
            Err(error @ OptionError::Unknown(_)) => {
                if self.debug {
                    context.print(Reply::info_string(error.to_string()));
                }
            }
            Err(error) => context.print_error(error),
        }
        // A finished search would keep its transposition table alive.
        self.job.take_if(|job| !job.is_running());
        print_notes(context);
    }

    fn set_position(&mut self, context: &mut Context, position: &Position) {
        context.engine.stop();
        match read(position, context) {
            Ok(game) => self.game = Some(game),
            Err(error) => {
                self.game = None;
                context.print_error(error);
            }
        }
    }

    fn go(&mut self, context: &mut Context, go: &Go) -> Flow {
        context.engine.stop();
        let Some(game) = &self.game else {
            context.print_error(NO_POSITION);
            context.print(Reply::BestMove { best: None, ponder: None });
            return Flow::Continue;
        };
        if let Some(depth) = go.perft {
            return self.perft(context, depth);
        }
        let limits = limits(go, game.board());
        if go.search_moves.is_some() && limits.searchmoves.is_empty() {
            context.print(Reply::info_string("no legal move in searchmoves, so all moves are searched"));
        }
        self.searches += 1;
        let number = self.searches;
        self.awaited = (!limits.is_endless() && !limits.ponder).then_some(number);
        let (printer, messages) =
            (UciPrinter::new(context, game.board(), self.debug), context.messages.clone());
        let job = context.engine.start(
            Request::new(game).limits(limits),
            Box::new(move |event| {
                let done = matches!(event, Event::Done(_));
                printer.print(event.clone());
                if done {
                    let _ = messages.send(Message::Search(number, event));
                }
            }),
        );
        self.job = Some(job);
        Flow::Continue
    }

    fn perft(&self, context: &Context, depth: u32) -> Flow {
        match &self.game {
            Some(game) => tools::perft(*game.board(), depth, context.castling_mode()),
            None => {
                context.print_error(NO_POSITION);
                Flow::Continue
            }
        }
    }

    fn show(&self, context: &Context, show: impl Fn(&Context, &Game)) {
        match &self.game {
            Some(game) => show(context, game),
            None => context.print_error(NO_POSITION),
        }
    }

    fn flip(&mut self, context: &mut Context) {
        let Some(game) = &self.game else { return context.print_error(NO_POSITION) };
        let flipped = Game::from_board(game.board().mirrored());
        context.engine.stop();
        self.game = Some(flipped);
    }
}

/// Prints the engine's notes.
fn print_notes(context: &mut Context) {
    for note in context.take_notes() {
        context.print(Reply::info_string(note));
    }
}

const NO_POSITION: &str = "no valid position";

fn introduce(context: &Context) {
    context.print(Reply::Name(crate::NAME.to_owned()));
    context.print(Reply::Author(crate::AUTHOR.to_owned()));
    for line in context.options() {
        context.print(Reply::Option(line));
    }
    context.print(Reply::UciOk);
}

/// Why a `position` is refused.
pub(super) enum Refusal {
    Fen(FenError),
    Illegal { ply: usize, text: MoveText, reason: UciMoveError },
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Illegal { ply, text, reason } => write!(f, "move {ply} '{text}' is not legal: {reason}"),
        }
    }
}

/// The game of a `position` command. Prints what was repaired.
pub(super) fn read(position: &Position, context: &Context) -> Result<Game, Refusal> {
    let board = match &position.start {
        Start::Standard => Board::start(),
        Start::Fen(fen) => {
            let mended = Board::mend_fen(fen).map_err(Refusal::Fen)?;
            for fault in &mended.repairs {
                context.print(Reply::info_string(format!("position mended: {fault}")));
            }
            if context.castling_mode() == CastlingMode::Standard && !castles_as_usual(&mended.board) {
                context.print(Reply::info_string(
                    "Chess960 position although UCI_Chess960 is false: castling is king takes rook",
                ));
            }
            mended.board
        }
    };
    let mut game = Game::from_board(board);
    for (index, text) in position.moves.iter().enumerate() {
        let mv = text.on(game.board()).map_err(|reason| Refusal::Illegal {
            ply: index + 1,
            text: *text,
            reason,
        })?;
        // The move has just been found legal.
        let _ = game.play(mv);
    }
    Ok(game)
}

/// True if all castling is from the squares of standard chess.
fn castles_as_usual(board: &Board) -> bool {
    board.castling().rooks().into_iter().all(|rook| {
        let owner = board.piece_at(rook).map(vernier_chess::Piece::color);
        matches!(rook.file(), File::A | File::H)
            && owner.is_some_and(|owner| board.king(owner).file() == File::E)
    })
}

const HELP: &str = "\
Vernier speaks UCI here. Besides the commands of the standard:
  d             show the board
  eval          explain the evaluation of the position
  flip          mirror the position
  perft N       count the leaves of the tree of legal moves, also as go perft N
  bench         search a fixed set of positions and count nodes
  genfens N seed S book None
                make starting positions for self-play
  wait          take no further command before the search has ended
  help          this text
  quit          end";
