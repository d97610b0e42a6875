//! Engines on the command line: `--engine` and `--each` take all `key=value` words up to the next option.

use super::arguments::CommandError;
use clap::{Arg, ArgAction, ArgMatches, Command};
use vernier_lab::play::engine_spec::EngineSpec;

const KEYS: &str = "cmd=PROGRAM (or cmd=self: this very engine) name= args= dir= env.NAME= option.NAME= \
                    proto=uci|xboard tc=2+0.02 movetime=SECONDS depth= nodes= ponder=on|off";

/// The engines of a match.
#[derive(Clone, Debug)]
pub struct EngineArguments {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl clap::Args for EngineArguments {
    fn augment_args(command: Command) -> Command {
        command.arg(words("engine", &format!("An engine: {KEYS}"))).arg(each())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for EngineArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let engines = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self {
            engines: engines.map(|words| words.cloned().collect()).collect(),
            each: flat(matches, "each"),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl EngineArguments {
    /// The engines, with what holds for each of them.
    pub fn specs(&self) -> Result<Vec<EngineSpec>, CommandError> {
        let spec = |words: &Vec<String>| {
            read(self.each.iter().chain(words), &format!("--engine {}", words.join(" ")))
        };
        self.engines.iter().map(spec).collect()
    }
}

/// An engine, its opponent, and what holds for both.
#[derive(Clone, Debug)]
pub struct OpponentArguments {
    engine: Vec<String>,
    opponent: Vec<String>,
    each: Vec<String>,
}

impl clap::Args for OpponentArguments {
    fn augment_args(command: Command) -> Command {
        let engine = words("engine", &format!("The engine to rate: {KEYS}"));
        let opponent = words("opponent", "The opponent, with the same keys [default: cmd=stockfish]");
        command.arg(engine).arg(opponent).arg(each())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for OpponentArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self {
            engine: flat(matches, "engine"),
            opponent: flat(matches, "opponent"),
            each: flat(matches, "each"),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl OpponentArguments {
    /// The engine and its opponent.
    pub fn specs(&self) -> Result<(EngineSpec, EngineSpec), CommandError> {
        let usual = ["cmd=stockfish".to_owned()];
        let engine = read(self.each.iter().chain(&self.engine), "--engine")?;
        let opponent = read(usual.iter().chain(&self.each).chain(&self.opponent), "--opponent")?;
        for (name, spec) in [("engine", &engine), ("opponent", &opponent)] {
            if spec.limit.is_empty() {
                let text = format!("--{name} has no limit: give tc=, movetime=, depth= or nodes=");
                return Err(CommandError::Input(text));
            }
        }
        Ok((engine, opponent))
    }
}

fn read<'a>(words: impl Iterator<Item = &'a String>, place: &str) -> Result<EngineSpec, CommandError> {
    EngineSpec::read(words.map(String::as_str))
        .map_err(|error| CommandError::Input(format!("{place}: {error}")))
}

fn words(name: &'static str, help: &str) -> Arg {
    let argument = Arg::new(name).long(name).num_args(1..).action(ArgAction::Append);
    argument.value_name("KEY=VALUE").help(help.to_owned())
}

fn each() -> Arg {
    words("each", "The same keys, for all engines")
}

fn flat(matches: &ArgMatches, name: &str) -> Vec<String> {
    matches.get_many::<String>(name).into_iter().flatten().cloned().collect()
}
