//! `vernier latency`: how fast this program starts and stops, measured from outside as a GUI sees it.

use crate::arguments::{JsonArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command as Program, Stdio};
use std::time::{Duration, Instant};
use vernier_protocol::uci::{self, Go, Reply, SetOption};

/// How often each time is measured.
const ROUNDS: u32 = 20;
/// How long a search runs before it is stopped.
const THINK: Duration = Duration::from_millis(50);

/// Measure how soon the program starts, answers a stop, and is ready for a new game
#[derive(Args)]
pub struct Latency {
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,

    /// Megabytes of transposition table
    #[arg(long, value_name = "MB", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,

    #[command(flatten)]
    json: JsonArguments,
}

/// Median and worst of what was measured, in milliseconds.
#[derive(Serialize)]
struct Times {
    median: f64,
    worst: f64,
}

#[derive(Serialize)]
struct Document {
    rounds: u32,
    threads: u32,
    hash: u32,
    start_to_introduction: Times,
    stop_to_answer: Times,
    new_game_to_ready: Times,
}

impl Latency {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let cannot = |error: io::Error| Failure::Run(format!("the program under test failed: {error}"));
        let document = self.measure().map_err(cannot)?;
        if self.json.json {
            write_json(out, &document)?;
            return Ok(Outcome::Done);
        }
        for (what, Times { median, worst }) in [
            ("start to introduction", &document.start_to_introduction),
            ("stop to answer", &document.stop_to_answer),
            ("new game to readiness", &document.new_game_to_ready),
        ] {
            writeln!(out, "{what:<22} median {median:7.2} ms   worst {worst:7.2} ms")?;
        }
        Ok(Outcome::Done)
    }

    fn measure(&self) -> io::Result<Document> {
        let options = [("Threads", self.threads), ("Hash", self.hash)]
            .map(|(name, value)| SetOption { name: name.to_owned(), value: Some(value.to_string()) });
        let (mut starts, mut stops, mut games) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            let mut peer = Peer::start()?;
            peer.ask(&uci::Command::Uci, |reply| *reply == Reply::UciOk)?;
            starts.push(begun.elapsed());
            for option in &options {
                peer.send(&uci::Command::SetOption(option.clone()))?;
            }
            peer.ask(&uci::Command::IsReady, |reply| *reply == Reply::ReadyOk)?;
            peer.send(&uci::Command::Go(Go { infinite: true, ..Go::default() }))?;
            std::thread::sleep(THINK);
            let begun = Instant::now();
            peer.ask(&uci::Command::Stop, |reply| matches!(reply, Reply::BestMove { .. }))?;
            stops.push(begun.elapsed());
            let begun = Instant::now();
            peer.send(&uci::Command::NewGame)?;
            peer.ask(&uci::Command::IsReady, |reply| *reply == Reply::ReadyOk)?;
            games.push(begun.elapsed());
            peer.end()?;
        }
        Ok(Document {
            rounds: ROUNDS,
            threads: self.threads,
            hash: self.hash,
            start_to_introduction: Times::of(starts),
            stop_to_answer: Times::of(stops),
            new_game_to_ready: Times::of(games),
        })
    }
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort();
        let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        Self { median: millis(times.get(times.len() / 2)), worst: millis(times.last()) }
    }
}

/// A second process of this program.
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

    fn send(&mut self, command: &uci::Command) -> io::Result<()> {
        writeln!(self.input, "{command}")
    }

    /// Sends a command and waits for the answer.
    fn ask(&mut self, command: &uci::Command, is_answer: impl Fn(&Reply) -> bool) -> io::Result<()> {
        self.send(command)?;
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
        self.send(&uci::Command::Quit)?;
        self.child.wait().map(drop)
    }
}
