//! The program as the system sees it: signals, limits on memory, full pipes, and idleness.
#![cfg(unix)]

mod talk;

use rustix::process::{Pid, Signal, kill_process};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use talk::{Talk, await_end, program};

/// Starts the program with a limit on its address space.
fn limited(kilobytes: u64) -> Talk {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -v {kilobytes}; exec {}", env!("CARGO_BIN_EXE_vernier"));
    shell.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Talk::with(&mut shell)
}

fn terminate(child: &Child) {
    kill_process(Pid::from_child(child), Signal::TERM).expect("the process is there");
}

#[test]
fn a_table_refused_by_the_system_leaves_the_old_one() {
    let mut talk = limited(1 << 20);
    talk.say("uci\nsetoption name Hash value 2048\nisready");
    let lines = talk.collect("readyok");
    let refusals =
        lines.iter().filter(|line| line.contains("Hash keeps its value: no room for a table of 2048 MB"));
    assert_eq!(refusals.count(), 1, "{lines:?}");
    talk.go("go depth 5");
    talk.say("quit");
    assert!(talk.end().success());
}

#[test]
fn the_search_runs_with_fewer_threads_than_asked() {
    // Each thread asks for 16 MB of stack: there is room for some dozens, not for a thousand.
    let mut talk = limited(1 << 20);
    talk.say("uci\nsetoption name Threads value 100000\nisready");
    let lines = talk.collect("readyok");
    let refusal = lines.iter().find(|line| line.contains("the system gives only ")).expect("a refusal");
    let given =
        refusal.split("gives only ").nth(1).and_then(|text| text.split(' ').next()?.parse::<u32>().ok());
    assert!(given.is_some_and(|given| (1..100).contains(&given)), "{refusal}");
    talk.go("go depth 5");
    talk.say("setoption name Threads value 1");
    talk.go("go depth 5");
    talk.say("quit");
    assert!(talk.end().success());
}

/// The program, run by a user whose threads can be limited. The limit does not apply to root, who becomes another user, for
/// whom the program is copied to a public folder.
#[cfg(target_os = "linux")]
struct LimitedUser {
    copy: PathBuf,
    id: u32,
}

#[cfg(target_os = "linux")]
impl LimitedUser {
    fn new(name: &str) -> Self {
        let copy = std::env::temp_dir().join(format!("vernier-{name}-{}", std::process::id()));
        std::fs::copy(env!("CARGO_BIN_EXE_vernier"), &copy).expect("a copy");
        // Each test has a user of its own: the limit counts all threads of a user.
        let id = 54_321 + (std::process::id() * 2 + name.len() as u32 % 2) % 10_000;
        Self { copy, id }
    }

    /// A command of this user.
    fn command(&self, words: &str) -> Command {
        let become_user = format!("setpriv --reuid={} --clear-groups", self.id);
        let script = format!("if [ $(id -u) = 0 ]; then exec {become_user} {words}; else exec {words}; fi");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

#[cfg(target_os = "linux")]
impl Drop for LimitedUser {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.copy);
    }
}

/// The limit is lowered while the engine runs: work for several threads is then done by those there are.
#[cfg(target_os = "linux")]
#[test]
fn a_running_engine_survives_a_lowered_thread_limit() {
    let user = LimitedUser::new("live");
    let mut talk = Talk::with(&mut user.command(&format!("{} uci", user.copy.display())));
    talk.say("uci\nsetoption name Threads value 4\nsetoption name Hash value 64\nisready");
    talk.collect("readyok");
    let lower = format!("prlimit --pid={} --nproc=1", talk.child.id());
    let lowered = user.command(&lower).status().expect("sh runs");
    assert!(lowered.success());
    for command in [
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name EvalFile value <empty>",
        "setoption name SyzygyPath value /nowhere",
        "setoption name Use NNUE value false",
        "setoption name Use NNUE value true",
        "setoption name Hash value 32",
    ] {
        talk.say(command);
        talk.is_ready();
        talk.go("go depth 4");
    }
    talk.say("setoption name Threads value 8\nisready");
    let lines = talk.collect("readyok");
    assert!(lines.iter().any(|line| line.contains("the system gives only ")), "{lines:?}");
    talk.go("go depth 4");
    talk.say("quit");
    assert!(talk.end().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_refused_input_or_output_thread_is_reported() {
    let user = LimitedUser::new("start");
    let started = |limit: u32| {
        let words = format!("prlimit --nproc={limit} {} uci", user.copy.display());
        user.command(&words).stdin(Stdio::null()).output()
    };
    let outputs: Vec<_> = (1..=5).map(|limit| started(limit).expect("sh runs")).collect();
    let mut failures = 0;
    for output in outputs.iter().filter(|output| !output.status.success()) {
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{errors}");
        assert!(errors.contains("the system refuses a thread that "), "{errors}");
        failures += 1;
    }
    let last = outputs.last().expect("five");
    assert!(last.status.success() || failures == 5, "five threads are enough: {last:?}");
    assert!(failures > 0, "one thread is not enough: {outputs:?}");
}

/// SIGINT and SIGHUP are left alone as well, but may have been turned off by whoever runs the tests.
#[test]
fn a_signal_ends_the_program_even_during_a_search() {
    let mut talk = Talk::start(&[]);
    talk.say("uci\ngo infinite");
    talk.collect("info depth");
    terminate(&talk.child);
    assert!(!await_end(&mut talk.child).success());
}

#[test]
fn a_slow_reader_does_not_block_the_engine_or_lose_answers() {
    let mut talk = Talk::start(&[]);
    // Far more than a pipe holds, and no reader.
    talk.say("uci");
    for _ in 0..400 {
        talk.say("d\nposition startpos\ngo depth 2\nuci");
    }
    talk.say("go infinite\nstop\nisready");
    let answers = talk.collect("readyok").iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, 401);
    // Nor does it hold up the end.
    for _ in 0..400 {
        talk.say("d\nuci");
    }
    talk.say("go infinite\nquit");
    assert!(await_end(&mut talk.child).success());
    let mut rest = String::new();
    talk.output.read_to_string(&mut rest).expect("text");
}

/// Time that the program has kept a processor busy, in ticks of a hundredth of a second.
#[cfg(target_os = "linux")]
fn ticks(child: &Child) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
    let fields: Vec<&str> = text.rsplit(") ").next().expect("fields").split(' ').collect();
    fields[11].parse::<u64>().expect("ticks") + fields[12].parse::<u64>().expect("ticks")
}

#[cfg(target_os = "linux")]
#[test]
fn waiting_for_a_stop_costs_nothing() {
    let positions = ["fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];
    for position in positions {
        let mut talk = Talk::start(&[]);
        talk.say(&format!("uci\nposition {position}\ngo infinite"));
        talk.collect("info depth 0");
        talk.is_ready();
        let before = ticks(&talk.child);
        std::thread::sleep(Duration::from_millis(300));
        assert!(ticks(&talk.child) - before <= 2, "{position}");
        talk.say("stop");
        assert_eq!(talk.collect("bestmove").last().map(String::as_str), Some("bestmove (none)"));
        assert!(talk.end().success());
    }
}

#[test]
fn output_can_be_redirected_to_a_file() {
    let path = std::env::temp_dir().join(format!("vernier-log-{}.txt", std::process::id()));
    let mut talk = Talk::start(&["uci", "--log", path.to_str().expect("text")]);
    talk.say("uci");
    talk.collect("uciok");
    talk.go("go depth 2");
    talk.say("quit");
    assert!(talk.end().success());
    let text = std::fs::read_to_string(&path).expect("written");
    std::fs::remove_file(&path).expect("written");
    for line in ["> uci", "< uciok", "> go depth 2", "< bestmove ", "> quit"] {
        assert_eq!(
            text.lines().filter(|found| found.get(11..).is_some_and(|found| found.starts_with(line))).count(),
            1,
            "{line}: {text}"
        );
    }
    let output = program().args(["uci", "--log", "/no/such/folder/file"]).output().expect("it runs");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write /no/such/folder/file"));
}

/// A pipe with a name, removed when the test is over.
struct Fifo(PathBuf);

impl Fifo {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vernier-{}-{name}", std::process::id()));
        Self::make(&path);
        Self(path)
    }

    #[cfg(not(target_vendor = "apple"))]
    fn make(path: &Path) {
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0).expect("a fifo");
    }

    /// There is no such call there, but always such a program.
    #[cfg(target_vendor = "apple")]
    fn make(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }
}

impl Drop for Fifo {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Pipes wait for a writer, devices never end, and files in `/proc` may do either.
#[test]
fn options_accept_only_regular_files() {
    let fifo = Fifo::new("option");
    let mut talk = Talk::start(&[]);
    talk.say("uci");
    talk.collect("uciok");
    for path in [fifo.path(), "/dev/zero", "/dev/random", "/proc/kmsg", "/proc/self/fd/0", "/"] {
        for option in ["EvalFile", "BookFile"] {
            talk.say(&format!("setoption name {option} value {path}\nisready"));
            let lines = talk.collect("readyok");
            assert!(lines[0].starts_with("info string error: "), "{option} {path}: {lines:?}");
        }
    }
    talk.say(&format!("genfens 2 seed 1 book {}", fifo.path()));
    talk.collect("info string error: ");
    talk.is_ready();
    talk.go("go depth 3");
    talk.say("quit");
    assert!(talk.end().success());
}

#[test]
fn commands_accept_only_regular_files() {
    let fifo = Fifo::new("command");
    for path in [fifo.path(), "/dev/zero", "/"] {
        for words in [
            &["run", path][..],
            &["perft", "--suite", path],
            &["book", "show", path],
            &["book", "check", path],
            &["book", "build", "--pgn", path, "--out", "/dev/null/no"],
            &["net", "info", path],
            &["bench", "--network", path],
        ] {
            let output = program().args(words).stdin(Stdio::null()).output().expect("it runs");
            assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
            assert!(!output.stderr.is_empty(), "{words:?}");
        }
    }
}
