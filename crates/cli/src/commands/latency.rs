//! `vernier latency`: how fast this program starts and stops, measured from outside as a GUI sees it.

use super::Command;
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command as Program, Stdio};
use std::time::{Duration, Instant};
use vernier_protocol::uci::{self, Go, Reply};

pub const COMMAND: Command = Command {
    name: "latency",
    about: "Measure the time from start to introduction, and from stop to answer.",
    forms: &[""],
    switches: &[],
    run,
};

/// How often each is measured.
const ROUNDS: u32 = 20;
/// How long a search runs before it is stopped.
const THINK: Duration = Duration::from_millis(50);

fn run(_: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut starts = Vec::new();
    let mut stops = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let mut peer = Peer::start()?;
        peer.ask(&uci::Command::Uci, |reply| *reply == Reply::UciOk)?;
        starts.push(begun.elapsed());
        peer.say(&uci::Command::Go(Go { infinite: true, ..Go::default() }))?;
        std::thread::sleep(THINK);
        let begun = Instant::now();
        peer.ask(&uci::Command::Stop, |reply| matches!(reply, Reply::BestMove { .. }))?;
        stops.push(begun.elapsed());
        peer.end()?;
    }
    for (what, mut times) in [("start to introduction", starts), ("stop to answer", stops)] {
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
