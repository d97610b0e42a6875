//! A session in the Universal Chess Interface.
//!
//! Every `go` gets exactly one `bestmove`; a command is taken whole or refused whole; and nothing that is said ends
//! the session but `quit`.

use super::host::Host;
use super::limits::limits;
use super::narrator::Narrator;
use super::{Flow, Message, Speaker, desk};
use crate::uci::{Command, CommandError, Go, Position, Reply, SetOption, Start};
use crate::{MoveText, SettingError};
use vernier_chess::{Board, CastlingMode, FenError, File, Game, Strictness, UciMoveError};
use vernier_engine::{Event, evaluation};

/// Someone who understands UCI.
pub(super) struct Uci {
    /// The game the GUI has shown; none after one that could not be understood.
    game: Option<Game>,
    /// Say more.
    debug: bool,
    /// How many searches there were.
    searches: u64,
    /// The search that runs and will end by itself.
    awaited: Option<u64>,
}

impl Default for Uci {
    fn default() -> Self {
        Self { game: Some(Game::new()), debug: false, searches: 0, awaited: None }
    }
}

impl Speaker for Uci {
    fn greet(&mut self, host: &mut Host) {
        host.look_at(&Game::new());
    }

    fn hear(&mut self, host: &mut Host, line: &str) -> Flow {
        match line.parse() {
            Ok(command) => self.obey(host, command),
            Err(CommandError::Empty) => Flow::GoOn,
            Err(error @ CommandError::Unknown(_)) => {
                if self.debug {
                    host.say(Reply::remark(error.to_string()));
                }
                Flow::GoOn
            }
            Err(error @ CommandError::Position(_)) => {
                host.engine.stop();
                self.game = None;
                host.say_error(error);
                Flow::GoOn
            }
            Err(error @ CommandError::Incomplete(_)) => {
                host.say_error(error);
                Flow::GoOn
            }
        }
    }

    fn notice(&mut self, _: &mut Host, search: u64, _: Event) {
        // Only the end of a search is reported here; what it found has been told already.
        self.awaited = self.awaited.filter(|awaited| *awaited != search);
    }

    fn is_thinking(&self) -> bool {
        self.awaited.is_some()
    }

    fn complain(&self, host: &Host, reason: &str) {
        host.say_error(reason);
    }
}

impl Uci {
    fn obey(&mut self, host: &mut Host, command: Command) -> Flow {
        match command {
            Command::Uci => introduce(host),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => host.say(Reply::ReadyOk),
            Command::SetOption(option) => self.set(host, &option),
            Command::Register(_) => {}
            Command::NewGame => host.engine.new_game(),
            Command::Position(position) => self.look_at(host, &position),
            Command::Go(go) => return self.go(host, &go),
            Command::Stop => host.engine.stop(),
            Command::PonderHit => host.engine.ponder_hit(),
            Command::Quit => return Flow::Quit,
            Command::Display => self.show(host, |host, game| desk::board(host, game.board())),
            Command::Eval => self.show(host, |host, game| host.say(evaluation::explain(game.board()))),
            Command::Flip => self.flip(host),
            Command::Help => host.say(HELP),
            Command::Bench(words) => return desk::bench(&words),
            Command::Perft(depth) => return self.perft(host, depth),
            Command::GenFens(wanted) => return desk::generate_fens(wanted),
            Command::Wait => return self.wait(host),
        }
        Flow::GoOn
    }

    fn set(&self, host: &mut Host, option: &SetOption) {
        match host.set(&option.name, option.value.as_deref()) {
            Ok(()) => {}
            // GUIs set options without asking whether they exist.
            Err(error @ SettingError::Unknown(_)) => {
                if self.debug {
                    host.say(Reply::remark(error.to_string()));
                }
            }
            Err(error) => host.say_error(error),
        }
        for remark in host.take_remarks() {
            host.say(Reply::remark(remark));
        }
    }

    fn look_at(&mut self, host: &mut Host, position: &Position) {
        host.engine.stop();
        match read(position, host) {
            Ok(game) => {
                host.look_at(&game);
                self.game = Some(game);
            }
            Err(error) => {
                self.game = None;
                host.say_error(error);
            }
        }
    }

    fn go(&mut self, host: &mut Host, go: &Go) -> Flow {
        host.engine.stop();
        let Some(game) = &self.game else {
            host.say_error(NO_POSITION);
            host.say(Reply::BestMove { best: None, ponder: None });
            return Flow::GoOn;
        };
        if let Some(depth) = go.perft {
            return self.perft(host, depth);
        }
        let limits = limits(go, game.board());
        if go.search_moves.is_some() && limits.searchmoves.is_empty() {
            host.say(Reply::remark("no legal move in searchmoves, so all moves are searched"));
        }
        self.searches += 1;
        let number = self.searches;
        self.awaited = (!limits.is_endless() && !limits.ponder).then_some(number);
        let (narrator, messages) = (Narrator::new(host, game.board(), self.debug), host.messages.clone());
        host.engine.go(
            limits,
            Box::new(move |event| {
                let done = matches!(event, Event::Done { .. });
                narrator.tell(event.clone());
                if done {
                    let _ = messages.send(Message::Search(number, event));
                }
            }),
        );
        Flow::GoOn
    }

    fn perft(&self, host: &Host, depth: u32) -> Flow {
        match &self.game {
            Some(game) => desk::perft(*game.board(), depth, host.castling_mode()),
            None => {
                host.say_error(NO_POSITION);
                Flow::GoOn
            }
        }
    }

    /// Hears nothing more until the search has ended; a search that only `stop` ends is not waited for.
    fn wait(&self, host: &Host) -> Flow {
        if self.awaited.is_none() {
            return Flow::GoOn;
        }
        let handle = host.engine.handle();
        Flow::Work(Box::new(move |_| handle.wait()))
    }

    fn show(&self, host: &Host, show: impl Fn(&Host, &Game)) {
        match &self.game {
            Some(game) => show(host, game),
            None => host.say_error(NO_POSITION),
        }
    }

    fn flip(&mut self, host: &mut Host) {
        let Some(game) = &self.game else { return host.say_error(NO_POSITION) };
        let flipped = Game::from_board(desk::mirrored(game.board()).unwrap_or(*game.board()));
        host.look_at(&flipped);
        self.game = Some(flipped);
    }
}

const NO_POSITION: &str = "no valid position";

fn introduce(host: &Host) {
    host.say(Reply::Name(crate::NAME.to_owned()));
    host.say(Reply::Author(crate::AUTHOR.to_owned()));
    for line in host.settings().lines() {
        host.say(Reply::Option(line.clone()));
    }
    host.say(Reply::UciOk);
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

/// The game that a `position` tells of. What had to be mended is remarked upon.
pub(super) fn read(position: &Position, host: &Host) -> Result<Game, Refusal> {
    let board = match &position.start {
        Start::Standard => Board::start(),
        Start::Fen(fen) => {
            let admission = Board::from_fen(fen, Strictness::Lenient).map_err(Refusal::Fen)?;
            for fault in &admission.forgiven {
                host.say(Reply::remark(format!("position mended: {fault}")));
            }
            if host.castling_mode() == CastlingMode::Standard && !castles_as_usual(&admission.board) {
                host.say(Reply::remark(
                    "Chess960 position although UCI_Chess960 is false: castling is king takes rook",
                ));
            }
            admission.board
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

/// True if whoever may castle does so from the squares of standard chess.
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
