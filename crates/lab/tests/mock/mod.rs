//! An engine that misbehaves on request.
//!
//! The test program plays its own engine: started again with a role in its environment, it speaks UCI instead of
//! testing anything. So no extra program has to be built or shipped.

#![allow(dead_code, reason = "not every test needs all of it")]

#[cfg(unix)]
pub use rustix::process::Signal;
#[cfg(unix)]
use rustix::process::{Pid, kill_process, test_kill_process};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use vernier_chess::Board;
use vernier_lab::store::record::GameRecord;

const ROLE: &str = "VERNIER_MOCK_ROLE";
/// Names a file to which the engine writes what it reads.
pub const LOG: &str = "VERNIER_MOCK_LOG";

/// Called by a test named `mock_engine`: plays the engine if a role is given, and does nothing otherwise.
pub fn perform() {
    if let Ok(role) = std::env::var(ROLE) {
        let board = Board::start();
        Mock { role, games: 0, moves: 0, board, last: None, before: None, pondering: false, playing: false }
            .run();
        std::process::exit(0);
    }
}

/// The words that describe an engine with that role to `vernier-lab`.
pub fn engine(name: &str, role: &str) -> Vec<String> {
    let program = std::env::current_exe().unwrap();
    vec![
        "--engine".into(),
        format!("name={name}"),
        format!("cmd={}", program.display()),
        "args=--exact mock_engine --nocapture --test-threads=1".into(),
        format!("env.{ROLE}={role}"),
        format!("proto={}", if role.starts_with("xboard") { "xboard" } else { "uci" }),
    ]
}

/// A folder for one test, empty.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// `vernier-lab` with these words.
pub fn lab(words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vernier-lab"));
    command.args(words);
    command
}

/// Plays a good engine against one with a role.
pub fn play(role: &str, more: &[&str]) -> (Output, Vec<GameRecord>) {
    let folder = folder(&format!("faults-{role}"));
    let mut words = vec!["match".to_owned()];
    words.extend(engine("Good", "good"));
    words.extend(engine("Bad", role));
    words.extend(
        ["--each", "tc=2+0.2", "--rounds", "1", "--max-moves", "15", "--startup", "2"].map(str::to_owned),
    );
    words.extend(more.iter().map(|word| (*word).to_owned()));
    words.extend(["--out".into(), folder.display().to_string()]);
    let output = lab(&words).output().unwrap();
    (output, records(&folder))
}

/// The games in a folder.
pub fn records(folder: &Path) -> Vec<GameRecord> {
    let text = std::fs::read_to_string(folder.join("games.jsonl")).unwrap_or_default();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

struct Mock {
    role: String,
    games: u32,
    moves: u32,
    board: Board,
    /// Its last move.
    last: Option<String>,
    /// Its last move of the game before.
    before: Option<String>,
    pondering: bool,
    /// In XBoard's terms: it answers moves with moves.
    playing: bool,
}

impl Mock {
    fn run(&mut self) {
        if self.role == "exits" {
            eprintln!("cannot find my network");
            std::process::exit(3);
        }
        if self.role == "starts-once" {
            let noted = std::env::var(LOG).ok().and_then(|path| std::fs::read_to_string(path).ok());
            if noted.is_some_and(|text| text.lines().any(|line| line == "started")) {
                eprintln!("not a second time");
                std::process::exit(9);
            }
            note("started");
        }
        if self.role == "never-ends" {
            let mut child = Command::new("sleep").arg("600").spawn().unwrap();
            note(&format!("{} {}", std::process::id(), child.id()));
            std::thread::spawn(move || child.wait());
        }
        for line in std::io::stdin().lock().lines() {
            let line = line.unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            if self.role != "never-ends" {
                note(&line);
            }
            match words.first().copied() {
                _ if self.role.starts_with("xboard") => self.xboard(&words),
                Some("uci") if self.role == "speechless" => (),
                Some("uci") if self.role == "floods" => {
                    say("option name Flood type string default <empty>\n".repeat(100_000).trim_end());
                    say("uciok");
                }
                Some("uci") if self.role == "leveled" => say(
                    "id name Mock\noption name UCI_LimitStrength type check default false\noption name UCI_Elo type spin default 1000 min 1000 max 2000\nuciok",
                ),
                Some("uci") if self.role.starts_with("ponders") => {
                    say("id name Ponderer\noption name Ponder type check default false\nuciok");
                }
                Some("uci") => say("id name \x1b[31mMock\x1b[0m \"quoted\"\nid author nobody\nuciok"),
                Some("isready") => say("readyok"),
                Some("ucinewgame") => self.new_game(),
                Some("position") => self.set(&words),
                Some("go") if words.contains(&"ponder") => {
                    self.pondering = true;
                    if self.role == "ponders-early" {
                        self.answer();
                    }
                }
                Some("ponderhit") => self.answer(),
                Some("stop") if self.role == "ponders-on" => (),
                Some("stop") if std::mem::take(&mut self.pondering) => self.answer(),
                Some("go") if self.role.starts_with("speed-") => self.go_measured(&words),
                Some("go") => self.go(),
                Some("stop") if self.role == "late" => {
                    // Later than any machine.
                    std::thread::sleep(std::time::Duration::from_secs(1));
                    self.answer();
                }
                Some("quit") if !self.ignores_the_end() => {
                    note(&memory_of_the_runner());
                    std::process::exit(i32::from(self.role == "crashes-on-quit"));
                }
                _ => (),
            }
        }
        if self.ignores_the_end() {
            std::thread::sleep(std::time::Duration::from_secs(600));
        }
    }

    fn ignores_the_end(&self) -> bool {
        matches!(&*self.role, "hangs" | "drips" | "never-ends")
    }

    fn xboard(&mut self, words: &[&str]) {
        match *words {
            // As GNU Chess does: silent until it gets more input.
            ["protover", _] if self.role == "xboard-old" => (),
            ["protover", _] | ["ping", "0"] => {
                let positions = u8::from(self.role != "xboard-fixed");
                say(&format!(
                    "feature done=0\nfeature ping=1 setboard={positions} usermove=1 myname=\"Mock\" option=\"Level -spin 1 1 9\"",
                ));
                say("feature done=1");
            }
            ["ping", number] => say(&format!("pong {number}")),
            ["new"] => self.board = Board::start(),
            ["force"] => self.playing = false,
            ["setboard", ref fen @ ..] => self.board = fen.join(" ").parse().unwrap(),
            ["usermove", mv] => {
                self.board = self.board.play(self.board.parse_uci(mv).unwrap());
                if self.playing {
                    self.xboard_move();
                }
            }
            ["go"] => {
                self.playing = true;
                self.xboard_move();
            }
            ["quit"] => std::process::exit(0),
            _ => (),
        }
    }

    fn xboard_move(&mut self) {
        self.moves += 1;
        let mv = match &*self.role {
            "xboard-resigns" if self.moves == 3 => return say("resign"),
            "xboard-claims" if self.moves == 3 => return say("1/2-1/2 {I am tired}"),
            "xboard-refuses" if self.moves == 3 => return say("Illegal move: e2e4"),
            "xboard-illegal" if self.moves == 3 => "e1e8".to_owned(),
            _ => self.choose(),
        };
        match &*self.role {
            "xboard-old" => say(&format!("1 +25 0 30 {mv}\n{}. ... {mv}\nMy move is : {mv}", self.moves)),
            _ => say(&format!("1 25 0 30\t{mv}\nmove {mv}")),
        }
        if let Ok(mv) = self.board.parse_uci(&mv) {
            self.board = self.board.play(mv);
        }
    }

    fn new_game(&mut self) {
        self.games += 1;
        self.moves = 0;
        self.before = self.last.take();
        match &*self.role {
            "crashes-on-new-game" => std::process::exit(7),
            "crashes-on-second-game" if self.games == 2 => std::process::exit(7),
            _ => (),
        }
    }

    fn set(&mut self, words: &[&str]) {
        let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        self.board = match words[1] {
            "fen" => words[2..moves].join(" ").parse().unwrap(),
            _ => Board::start(),
        };
        for word in words.iter().skip(moves + 1) {
            self.board = self.board.play(self.board.parse_uci(word).unwrap());
        }
    }

    /// The same move in the same position, whatever happened before.
    fn choose(&self) -> String {
        choose(&self.board)
    }

    fn answer(&mut self) {
        self.pondering = false;
        let mv = self.choose();
        let after = self.board.play(self.board.parse_uci(&mv).unwrap());
        let ponder = match &*self.role {
            "ponders" | "ponders-early" | "ponders-on" if after.has_legal_moves() => {
                format!(" ponder {}", self.guess(&after))
            }
            "ponders-nonsense" => " ponder a1a1".to_owned(),
            _ => String::new(),
        };
        say(&format!("info depth 1 score cp 10 nodes 20 time 0 pv {mv}\nbestmove {mv}{ponder}"));
        self.last = Some(mv);
    }

    /// A move to the last rank with everything but the piece that the pawn becomes.
    fn bare_promotion(&self) -> Option<String> {
        let moves = self.board.legal_moves();
        let texts =
            moves.iter().map(|mv| self.board.uci(*mv, vernier_chess::CastlingMode::Standard).to_string());
        texts.filter(|text| text.len() == 5).map(|text| text[..4].to_owned()).next()
    }

    /// What a good engine will answer, and now and then something else.
    fn guess(&self, board: &Board) -> String {
        let moves = board.legal_moves();
        match board.key().0 % 3 {
            0 => board.uci(moves[0], vernier_chess::CastlingMode::Standard).to_string(),
            _ => choose(board),
        }
    }

    /// Claims to be as fast as its role says, and looks at as many nodes as asked.
    fn go_measured(&mut self, words: &[&str]) {
        let speed: u64 = self.role["speed-".len()..].parse().unwrap();
        let limit = words.iter().position(|word| *word == "nodes").map(|at| words[at + 1].parse().unwrap());
        let (nodes, mv) = (limit.unwrap_or(speed / 10), self.choose());
        say(&format!("info depth 1 score cp 10 nodes {nodes} time 100 pv {mv}\nbestmove {mv}"));
    }

    fn go(&mut self) {
        self.moves += 1;
        if self.role == "promotes-to-nothing" {
            return say(&format!("bestmove {}", self.bare_promotion().unwrap()));
        }
        if self.moves < 3 {
            return self.answer();
        }
        let mv = self.choose();
        match &*self.role {
            "crashes" => {
                eprintln!("assertion failed in the search");
                std::process::exit(3);
            }
            "starts-once" => std::process::exit(3),
            "aborts" => std::process::abort(),
            // The runtime lets a first such signal pass that no address belongs to.
            #[cfg(unix)]
            "faults" => loop {
                signal(Signal::SEGV, std::process::id());
            },
            "hangs" | "late" | "thinks-on" => (),
            #[cfg(unix)]
            "stops-the-runner" if self.moves == 3 => {
                let runner = parent_id();
                signal(Signal::STOP, runner);
                std::thread::sleep(std::time::Duration::from_millis(1300));
                self.answer();
                signal(Signal::CONT, runner);
            }
            "remembers" if self.before.is_some() => {
                say(&format!("bestmove {}", self.before.as_ref().unwrap()))
            }
            "colorful" => say("bestmove \x1b[31me1e8\x07 \"}; {\u{9b}2J"),
            "drips" => std::thread::spawn(|| {
                loop {
                    say("info depth 1 score cp 10");
                    std::thread::sleep(std::time::Duration::from_millis(20));
                }
            })
            .thread()
            .unpark(),
            "thinks" => {
                std::thread::sleep(std::time::Duration::from_millis(50));
                self.answer();
            }
            "illegal" => say("bestmove e1e8"),
            "empty" => say("bestmove"),
            "none" => say("bestmove (none)"),
            "upper-case" => say(&format!("bestmove {}", mv.to_uppercase())),
            "stutters" => say(&format!("bestmove {mv}\nbestmove {mv}")),
            "dreams" => say(&format!("info depth 2 score cp 1 pv {mv} a1a1\nbestmove {mv}")),
            "boasts-nearby" => say(&format!("info depth 2 score mate 1 pv {mv}\nbestmove {mv}")),
            "boasts" => say(&format!("info depth 2 score mate 3 pv {mv}\nbestmove {mv}")),
            "floods" if self.moves < 6 => {
                let line = format!("info string {}\n", "flood ".repeat(20));
                say(&line.repeat(100_000));
                eprintln!("{}", "error ".repeat(200_000));
                say(&format!("info string {}", "x".repeat(10 << 20)));
                self.answer();
            }
            _ => self.answer(),
        }
    }
}

fn choose(board: &Board) -> String {
    let moves = board.legal_moves();
    let pick = board.key().0 as usize % moves.len();
    board.uci(moves[pick], vernier_chess::CastlingMode::Standard).to_string()
}

/// Who started this program.
#[cfg(unix)]
fn parent_id() -> u32 {
    std::os::unix::process::parent_id()
}

/// Linux's line about the most memory that whoever started this program has ever had.
#[cfg(unix)]
fn memory_of_the_runner() -> String {
    let path = format!("/proc/{}/status", parent_id());
    let status = std::fs::read_to_string(path).unwrap_or_default();
    status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default().to_owned()
}

#[cfg(not(unix))]
fn memory_of_the_runner() -> String {
    String::new()
}

/// Sends a signal to a process.
#[cfg(unix)]
pub fn signal(signal: Signal, process: u32) {
    let process = Pid::from_raw(process as i32).expect("a process");
    kill_process(process, signal).expect("the signal is sent");
}

/// True while a process exists, except for zombies.
#[cfg(unix)]
fn lives(process: &str) -> bool {
    let number = process.parse().ok().and_then(Pid::from_raw).expect("a process");
    // Where the system has no such file, a process that is dead and not waited for counts as alive.
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = state.rsplit_once(')').map_or("", |(_, rest)| rest.trim_start());
    test_kill_process(number).is_ok() && !state.starts_with('Z')
}

/// The processes that engines in the role `never-ends` have noted in a file: two for each.
pub fn processes(file: &Path) -> Vec<String> {
    let processes: Vec<String> =
        std::fs::read_to_string(file).unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    assert_eq!(processes.len(), 4, "two engines, and what each has started");
    processes
}

#[cfg(unix)]
/// Waits for the end of these processes. They are killed as soon as the runner has noticed; a machine that is busy takes
/// its time.
pub fn await_end(processes: &[String]) {
    for _ in 0..1500 {
        if !processes.iter().any(|process| lives(process)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("still there: {processes:?}");
}

fn note(line: &str) {
    let Ok(path) = std::env::var(LOG) else { return };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
    writeln!(file, "{line}").unwrap();
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}
