//! `vernier latency`: how fast this program starts and stops, measured from outside as a GUI sees it.

use super::Command;
use crate::arguments::{Arguments, Switch, number};
use crate::failure::{Failure, Outcome};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command as Program, Stdio};
use std::time::{Duration, Instant};
use vernier_protocol::uci::{self, Go, Reply, SetOption};

pub const COMMAND: Command = Command {
    name: "latency",
    about: "Measure how soon the program introduces itself, answers a stop, and is ready for a new game.",
    forms: &["[--threads N] [--hash MB]"],
    switches: &[
        Switch { name: "--threads", value: Some("N"), help: "threads that search (1)" },
        Switch { name: "--hash", value: Some("MB"), help: "megabytes of table (16)" },
    ],
    run,
};

/// How often each is measured.
const ROUNDS: u32 = 20;
/// How long a search runs before it is stopped.
const THINK: Duration = Duration::from_millis(50);

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut options = Vec::new();
    for (switch, name) in [("--threads", "Threads"), ("--hash", "Hash")] {
        if let Some(value) = arguments.value(switch) {
            let value: u32 =
                number(name, value, 1..=1 << 20).map_err(|reason| Failure::Usage(reason, "latency"))?;
            options.push(SetOption { name: name.to_owned(), value: Some(value.to_string()) });
        }
    }
    let (mut starts, mut stops, mut games) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let mut peer = Peer::start()?;
        peer.ask(&uci::Command::Uci, |reply| *reply == Reply::UciOk)?;
        starts.push(begun.elapsed());
        for option in &options {
            peer.say(&uci::Command::SetOption(option.clone()))?;
        }
        peer.ask(&uci::Command::IsReady, |reply| *reply == Reply::ReadyOk)?;
        peer.say(&uci::Command::Go(Go { infinite: true, ..Go::default() }))?;
        std::thread::sleep(THINK);
        let begun = Instant::now();
        peer.ask(&uci::Command::Stop, |reply| matches!(reply, Reply::BestMove { .. }))?;
        stops.push(begun.elapsed());
        let begun = Instant::now();
        peer.say(&uci::Command::NewGame)?;
        peer.ask(&uci::Command::IsReady, |reply| *reply == Reply::ReadyOk)?;
        games.push(begun.elapsed());
        peer.end()?;
    }
    for (what, mut times) in
        [("start to introduction", starts), ("stop to answer", stops), ("new game to readiness", games)]
    {
        times.sort();
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        writeln!(out, "{what:<22} median {:7.2} ms   worst {:7.2} ms", millis(median), millis(worst))?;
    }
    Ok(Outcome::Done)
}

/// This program, once more.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start() -> io::Result<Self> {
        let mut program = Program::new(std::env::current_exe()?);
        let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = input.zip(output).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { child, input, output: BufReader::new(output) })
    }

    fn say(&mut self, command: &uci::Command) -> io::Result<()> {
        writeln!(self.input, "{command}")
    }

    /// Says something and waits for the answer.
    fn ask(&mut self, command: &uci::Command, is_answer: impl Fn(&Reply) -> bool) -> io::Result<()> {
        self.say(command)?;
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if line.parse().is_ok_and(|reply| is_answer(&reply)) {
                return Ok(());
            }
            line.clear();
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    fn end(mut self) -> io::Result<()> {
        self.say(&uci::Command::Quit)?;
        self.child.wait().map(drop)
    }
}
