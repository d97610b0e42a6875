//! Searches of every kind, mixed and interrupted at random moments. Every line and every answer is checked.

use super::sessions::{judge, leave, start};
use crate::child::{Talk, TalkError};
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::path::Path;
use std::time::Duration;
use vernier_chess::{Board, CastlingMode, Game, Move};
use vernier_engine::{OptionKind, OptionSpec, Rng};
use vernier_protocol::MoveText;
use vernier_protocol::uci::{Info, Reply};

/// Searches in a session.
const SEARCHES: usize = 40;
/// The longest pause before a search is interrupted, in microseconds.
const PAUSE: usize = 12_000;

/// Positions at the edge: mates, draws, tablebase endings, the fifty-move rule, many moves, none.
const POSITIONS: [&str; 18] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1",
    "8/P7/8/k7/8/8/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
    "8/8/4kn2/8/8/3BK3/8/5N2 w - - 40 90",
    "8/8/8/8/8/5k2/8/4K2R w K - 98 80",
    "q3k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "8/8/p1p1p1p1/P1P1P1P1/8/8/4K2k/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/3b4/4K1N1 w - - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
];

/// Options and values; those that matter most stand there more than once.
const OPTIONS: [(&str, &[&str]); 22] = [
    ("Search", &["MCTS", "MCTS", "AlphaBeta"]),
    ("Search", &["MCTS"]),
    ("Threads", &["1", "2", "3", "4", "8"]),
    ("Threads", &["4"]),
    ("MultiPV", &["1", "2", "3", "5", "256"]),
    ("MultiPV", &["4"]),
    ("Hash", &["1", "1", "2", "16"]),
    ("UCI_ShowPolicy", &["true", "false"]),
    ("Syzygy50MoveRule", &["true", "false"]),
    ("SyzygyProbeLimit", &["0", "3", "4", "7"]),
    ("SyzygyProbeDepth", &["1", "5", "100"]),
    ("UCI_Chess960", &["true", "false"]),
    ("UCI_AnalyseMode", &["true", "false"]),
    ("OwnBook", &["true", "false"]),
    ("Skill Level", &["0", "10", "20", "20"]),
    ("UCI_LimitStrength", &["true", "false", "false"]),
    ("UCI_Elo", &["1500", "2500"]),
    ("Use NNUE", &["true", "true", "false"]),
    ("nodestime", &["0", "0", "10"]),
    ("Move Overhead", &["0", "20", "10000"]),
    ("Slow Mover", &["10", "100", "1000"]),
    ("Clear Hash", &[]),
];

pub fn round(
    setting: &Setting,
    number: u64,
    _: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let errors = setting.folder("searches").join("stderr");
    let mut talk = start(setting, &errors)?;
    let before = tally.deaths + tally.hangs + tally.wrong;
    let mut traffic = Traffic::new(&mut talk, setting.tablebases(), rng, tally);
    let outcome = traffic.session();
    let sent = traffic.sent.join("\n");
    judge("searches", outcome, &errors, tally);
    leave(talk, "quit", "searches", tally);
    if tally.deaths + tally.hangs + tally.wrong > before {
        tally.find(format!("searches: sent {}", setting.keep(&format!("searches-{number}"), &sent)));
    }
    Ok(())
}

/// A `go` and what may be answered.
struct Question {
    board: Board,
    /// The moves asked for; all if there are none.
    searchmoves: Vec<Move>,
}

impl Question {
    fn allows(&self, mv: Move) -> bool {
        self.searchmoves.is_empty() || self.searchmoves.contains(&mv)
    }
}

/// What a session has said, and what it waits for.
struct Traffic<'a> {
    talk: &'a mut Talk,
    tablebases: &'a Path,
    rng: &'a mut Rng,
    tally: &'a mut Tally,
    game: Game,
    questions: Vec<Question>,
    /// Answers to `isready` that are still to come.
    ready: usize,
    sent: Vec<String>,
}

impl<'a> Traffic<'a> {
    fn new(talk: &'a mut Talk, tablebases: &'a Path, rng: &'a mut Rng, tally: &'a mut Tally) -> Self {
        let (questions, sent) = (Vec::new(), Vec::new());
        Self { talk, tablebases, rng, tally, game: Game::new(), questions, ready: 0, sent }
    }

    fn session(&mut self) -> Result<(), TalkError> {
        self.talk.ask("uci", "uciok")?;
        for _ in 0..SEARCHES {
            for _ in 0..self.rng.below(4) {
                self.set_option();
            }
            self.set_position();
            self.go();
            for _ in 0..self.rng.below(4) {
                self.interrupt();
            }
            self.say("stop".to_owned());
            self.ask_ready();
            let lines = self.lines()?;
            self.tally.count("go", self.questions.len() as u64);
            self.check(&lines);
        }
        Ok(())
    }

    fn say(&mut self, line: String) {
        self.talk.say(&line);
        self.sent.push(line);
    }

    fn ask_ready(&mut self) {
        self.say("isready".to_owned());
        self.ready += 1;
    }

    /// Everything up to the last answer to `isready`.
    fn lines(&mut self) -> Result<Vec<String>, TalkError> {
        let mut lines = Vec::new();
        for _ in 0..std::mem::take(&mut self.ready) {
            lines.extend(self.talk.wait("readyok")?);
        }
        Ok(lines)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.rng.below(list.len())]) }
    }

    fn set_option(&mut self) {
        let line = match self.rng.below(12) {
            0 => {
                let path = self.tablebases.display().to_string();
                format!(
                    "SyzygyPath value {}",
                    if self.rng.below(3) == 0 { "<empty>".to_owned() } else { path }
                )
            }
            1 => self.parameter(),
            _ => {
                let (name, values) = OPTIONS[self.rng.below(OPTIONS.len())];
                self.pick(values).map_or_else(|| name.to_owned(), |value| format!("{name} value {value}"))
            }
        };
        self.say(format!("setoption name {line}"));
    }

    /// Any parameter of the search with any value that it takes.
    fn parameter(&mut self) -> String {
        let parameters: Vec<OptionSpec> = OptionSpec::parameters().collect();
        let OptionSpec { name, kind, .. } = &parameters[self.rng.below(parameters.len())];
        let value = match kind {
            OptionKind::Spin { range, .. } => {
                let width = (range.end() - range.start() + 1) as usize;
                range.start() + self.rng.below(width) as i64
            }
            _ => self.rng.below(2) as i64,
        };
        format!("{name} value {value}")
    }

    /// Sometimes another game, mostly a move or two more in this one.
    fn set_position(&mut self) {
        match self.rng.below(8) {
            0 | 1 => {
                let fen = POSITIONS[self.rng.below(POSITIONS.len())];
                self.game = Game::from_board(fen.parse().unwrap_or_else(|_| Board::start()));
            }
            2 => self.walk(Board::start()),
            3 => {
                let number = self.rng.below(960) as u16;
                self.walk(Board::chess960(number).unwrap_or_else(Board::start));
            }
            _ => {}
        }
        for _ in 0..self.rng.below(3) {
            let moves: Vec<Move> = self.game.board().legal_moves().iter().copied().collect();
            // None is left where the game has ended.
            self.pick(&moves).and_then(|mv| self.game.play(mv).ok());
        }
        self.show_position();
    }

    fn walk(&mut self, start: Board) {
        let plies = self.rng.below(120);
        self.game = Game::from_board(start);
        if let Some((moves, _)) = self.rng.walk(&start, plies) {
            moves.into_iter().all(|mv| self.game.play(mv).is_ok());
        }
    }

    fn show_position(&mut self) {
        let mut line = format!("position fen {}", self.game.start());
        let moves = self.game.moves().iter().copied();
        let moves = MoveText::line(self.game.start(), moves, CastlingMode::Chess960);
        if !moves.is_empty() {
            line += " moves";
        }
        moves.iter().for_each(|mv| line += &format!(" {mv}"));
        self.say(line);
    }

    fn go(&mut self) {
        let small = |rng: &mut Rng| rng.below(60);
        let limit = match self.rng.below(9) {
            0 => format!("depth {}", 1 + self.rng.below(8)),
            1 => format!("nodes {}", 1 + self.rng.below(5000)),
            2 => format!("movetime {}", small(self.rng)),
            3 => format!("mate {}", 1 + self.rng.below(4)),
            4 => format!("ponder wtime {} btime {}", small(self.rng), small(self.rng)),
            5 => format!("wtime {} btime {} winc 1 binc 1", small(self.rng), small(self.rng)),
            6 => format!("wtime {} btime {} movestogo {}", small(self.rng), small(self.rng), small(self.rng)),
            _ => "infinite".to_owned(),
        };
        let board = *self.game.board();
        let legal: Vec<Move> = board.legal_moves().iter().copied().collect();
        let wanted = if self.rng.below(4) == 0 { 1 + self.rng.below(4) } else { 0 };
        let searchmoves: Vec<Move> = (0..wanted).filter_map(|_| self.pick(&legal)).collect();
        let mut line = format!("go {limit}");
        if !searchmoves.is_empty() {
            line += " searchmoves";
        }
        for mv in &searchmoves {
            line += &format!(" {}", MoveText::of(&board, *mv, CastlingMode::Chess960));
        }
        self.say(line);
        self.questions.push(Question { board, searchmoves });
    }

    /// After a moment, something that ends the search, reaches it, or should not.
    fn interrupt(&mut self) {
        std::thread::sleep(Duration::from_micros(self.rng.below(PAUSE) as u64));
        match self.rng.below(10) {
            0 | 1 => self.say("stop".to_owned()),
            2 | 3 => self.say("ponderhit".to_owned()),
            4 => self.ask_ready(),
            5 => self.set_option(),
            6 => self.go(),
            7 => {
                self.set_position();
                self.go();
            }
            8 => {
                self.say("ucinewgame".to_owned());
                self.go();
            }
            _ => {
                let word = self.pick(&["eval", "d", "debug on", "setoption"]).unwrap_or_default();
                self.say(word.to_owned());
            }
        }
    }

    /// Every `go` has one answer, and every line is one that can be played.
    fn check(&mut self, lines: &[String]) {
        let questions = std::mem::take(&mut self.questions);
        let mut waiting = questions.iter();
        let mut question = waiting.next();
        let mut firsts: Vec<Move> = Vec::new();
        for line in lines {
            match (line.parse(), question) {
                (Ok(Reply::Info(info)), asked) => self.check_info(&info, line, asked, &mut firsts),
                (Ok(Reply::BestMove { best, ponder }), Some(asked)) => {
                    if let Some(wrong) = wrong_answer(asked, best, ponder, firsts.first().copied()) {
                        self.fault(&format!("{wrong}: {line} in {}", asked.board));
                    }
                    question = waiting.next();
                    firsts.clear();
                }
                (Ok(Reply::BestMove { .. }), None) => self.fault(&format!("nobody asked for {line}")),
                _ => {}
            }
        }
        if question.is_some() {
            self.fault(&format!("{} go without an answer", 1 + waiting.count()));
        }
    }

    /// `firsts` are the first moves of the lines that were reported together.
    fn check_info(&mut self, info: &Info, line: &str, asked: Option<&Question>, firsts: &mut Vec<Move>) {
        if line.contains("internal error") {
            self.fault(line);
        }
        let (Some(text), Some(asked)) = (info.pv.first(), asked) else { return };
        let mut board = asked.board;
        for mv in &info.pv {
            match mv.on(&board) {
                Ok(mv) => board = board.play(mv),
                Err(_) => return self.fault(&format!("{mv} is not legal: {line} in {}", asked.board)),
            }
        }
        let Ok(first) = text.on(&asked.board) else { return };
        if !asked.allows(first) {
            self.fault(&format!("not among searchmoves: {line}"));
        }
        let place = info.multi_pv.unwrap_or(1) as usize;
        firsts.truncate(place.saturating_sub(1));
        if firsts.contains(&first) {
            self.fault(&format!("a move in two lines: {line} in {}", asked.board));
        }
        firsts.push(first);
    }

    fn fault(&mut self, what: &str) {
        self.tally.fault(Fault::Wrong, format!("searches: {what}"));
    }
}

/// What is wrong with an answer, if anything. `reported` is the first move of the best line reported last.
fn wrong_answer(
    asked: &Question,
    best: Option<MoveText>,
    ponder: Option<MoveText>,
    reported: Option<Move>,
) -> Option<&'static str> {
    let Some(best) = best else {
        return asked.board.has_legal_moves().then_some("no move");
    };
    let Ok(mv) = best.on(&asked.board) else { return Some("not legal") };
    let after = asked.board.play(mv);
    if !asked.allows(mv) {
        Some("not among searchmoves")
    } else if reported.is_some_and(|reported| reported != mv) {
        Some("not the move of the last line")
    } else if ponder.is_some_and(|reply| reply.on(&after).is_err()) {
        Some("a reply that is not legal")
    } else {
        None
    }
}
