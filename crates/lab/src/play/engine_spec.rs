//! Engines as a user describes them.

use crate::play::search_limit::{SearchLimit, SearchLimitError};
use crate::store::fingerprint;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use vernier_protocol::client::{Program, printable};

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol of XBoard and WinBoard.
    Xboard,
}

/// An engine to be started.
///
/// ```
/// use vernier_lab::play::engine_spec::EngineSpec;
/// let words = ["cmd=toga2", "name=Toga", "option.Hash=16", "tc=2+0.02"];
/// let engine = EngineSpec::read(words)?;
/// assert_eq!(engine.name, "Toga");
/// assert_eq!(engine.options, [("Hash".to_owned(), "16".to_owned())]);
/// # Ok::<(), vernier_lab::play::engine_spec::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called in tables; two engines of a match have different names.
    pub name: String,
    /// The program.
    pub command: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// Where it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Added to its environment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<(String, String)>,
    /// Options set before the first game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Its protocol.
    #[serde(default)]
    pub protocol: Protocol,
    /// Whether it ponders.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// How long it may think. Journals keep it under the name they have always used.
    #[serde(default, rename = "pace")]
    pub limit: SearchLimit,
}

/// Why a description is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// A word that is not `key=value`.
    NoPair(String),
    /// An unknown key.
    UnknownKey(String),
    /// An unknown protocol.
    UnknownProtocol(String),
    /// No `cmd=`.
    NoCommand,
    /// `ponder=` with something else than on or off.
    Ponder(String),
    /// Quotes that do not end.
    Quotes(String),
    /// Something wrong with time, depth or nodes.
    SearchLimit(SearchLimitError),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPair(word) => write!(f, "\"{word}\" is not of the form key=value"),
            Self::UnknownKey(key) => write!(
                f,
                "unknown key \"{key}\"; known are name, cmd, args, dir, proto, env.NAME, option.NAME, ponder, tc, movetime, depth, nodes"
            ),
            Self::UnknownProtocol(word) => write!(f, "unknown protocol \"{word}\"; known are uci and xboard"),
            Self::Ponder(word) => write!(f, "ponder={word} is neither on nor off"),
            Self::NoCommand => write!(f, "an engine needs cmd=PROGRAM"),
            Self::Quotes(text) => write!(f, "a quote is not closed in {text}"),
            Self::SearchLimit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpecError {}

impl From<SearchLimitError> for SpecError {
    fn from(error: SearchLimitError) -> Self {
        Self::SearchLimit(error)
    }
}

impl EngineSpec {
    /// An engine described by `key=value` words.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        spec.apply(words)?;
        if spec.command.is_empty() {
            return Err(SpecError::NoCommand);
        }
        Ok(spec)
    }

    /// Adds more words; earlier values stay where these have none.
    pub fn apply<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) -> Result<(), SpecError> {
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NoPair(word.to_owned()))?;
            self.set(key, value)?;
        }
        if self.name.is_empty() {
            let program = PathBuf::from(&self.command);
            self.name =
                program.file_name().map(|name| printable(&name.to_string_lossy())).unwrap_or_default();
        }
        Ok(())
    }

    /// A short text that changes with the program and with the files that its options name, a network among them; `None` if
    /// the program cannot be read.
    pub fn fingerprint(&self) -> Option<String> {
        let program = fingerprint::of_file(&self.program()?).ok()?;
        let folder = self.directory.clone().unwrap_or_default();
        let files =
            self.options.iter().filter_map(|(_, value)| fingerprint::of_file(&folder.join(value)).ok());
        let all: Vec<String> = [program].into_iter().chain(files).collect();
        // Without such files it is that of the program, as it always was, so that older matches go on.
        Some(if let [program] = &all[..] {
            program.clone()
        } else {
            fingerprint::of(all.join(" ").as_bytes())
        })
    }

    /// True for the engine inside this program.
    pub fn is_self(&self) -> bool {
        self.command == "self"
    }

    /// The program to start.
    pub fn launch(&self) -> Program {
        Program {
            command: self.command.clone(),
            arguments: self.arguments.clone(),
            directory: self.directory.clone(),
            environment: self.environment.clone(),
            options: self.options.clone(),
            ponders: self.ponder,
        }
    }

    /// The file of the program, looked up as the system would.
    fn program(&self) -> Option<PathBuf> {
        if self.is_self() {
            return std::env::current_exe().ok();
        }
        let command = PathBuf::from(&self.command);
        if command.components().count() > 1 {
            return Some(command);
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(&command)).find(|file| file.is_file())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match key {
            "name" => self.name = printable(value),
            "cmd" => self.command = value.to_owned(),
            "args" | "arg" => self.arguments.extend(split_arguments(value)?),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "ponder" => {
                self.ponder = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(SpecError::Ponder(value.to_owned())),
                }
            }
            "proto" => {
                self.protocol = match value {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" | "winboard" => Protocol::Xboard,
                    _ => return Err(SpecError::UnknownProtocol(value.to_owned())),
                }
            }
            _ => {
                if let Some(name) = key.strip_prefix("option.") {
                    replace(&mut self.options, name, value);
                } else if let Some(name) = key.strip_prefix("env.") {
                    replace(&mut self.environment, name, value);
                } else if !self.limit.set(key, value)? {
                    return Err(SpecError::UnknownKey(key.to_owned()));
                }
            }
        }
        Ok(())
    }
}

fn replace(list: &mut Vec<(String, String)>, name: &str, value: &str) {
    list.retain(|(known, _)| known != name);
    list.push((name.to_owned(), value.to_owned()));
}

/// Words separated by spaces, with quotes around those that hold some.
fn split_arguments(text: &str) -> Result<Vec<String>, SpecError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, Some(open)) if letter == open => quote = None,
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(SpecError::Quotes(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_tells_files_of_one_name_apart() {
        let folder = std::env::temp_dir().join(format!("vernier-fingerprint-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = std::env::current_exe().unwrap();
        let words = [format!("cmd={}", program.display()), format!("dir={}", folder.display())];
        let mut engine = EngineSpec::read(words.iter().map(String::as_str)).unwrap();
        let plain = engine.fingerprint();
        assert_eq!(plain, fingerprint::of_file(&program).ok());
        engine.apply(["option.Hash=16", "option.EvalFile=own.nnue"]).unwrap();
        assert_eq!(engine.fingerprint(), plain, "there is no such file");
        let with_file = |bytes: &[u8]| {
            std::fs::write(folder.join("own.nnue"), bytes).unwrap();
            engine.fingerprint()
        };
        let (first, second) = (with_file(b"one"), with_file(b"two"));
        assert!(first.is_some() && first != plain && first != second);
        assert_eq!(with_file(b"one"), first);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn descriptions_are_read() {
        let mut engine = EngineSpec::default();
        engine.apply(["tc=1+0.1", "option.Hash=8", "option.Move Overhead=20"]).unwrap();
        engine
            .apply([
                "cmd=/usr/games/gnuchess",
                "args=-x 'two words'",
                "proto=xboard",
                "option.Hash=16",
                "ponder=on",
                "env.A=b=c",
            ])
            .unwrap();
        assert_eq!(engine.name, "gnuchess");
        assert_eq!(engine.arguments, ["-x", "two words"]);
        assert_eq!(engine.protocol, Protocol::Xboard);
        assert_eq!(engine.options[1], ("Hash".to_owned(), "16".to_owned()));
        assert_eq!(engine.environment[0], ("A".to_owned(), "b=c".to_owned()));
        assert!(engine.ponder && engine.launch().ponders);
        let stored = serde_json::to_string(&engine).unwrap();
        assert_eq!(serde_json::from_str::<EngineSpec>(&stored).unwrap(), engine);
    }

    #[test]
    fn invalid_descriptions_are_rejected_with_the_reason() {
        assert_eq!(EngineSpec::read(["name=x"]), Err(SpecError::NoCommand));
        assert_eq!(EngineSpec::read(["cmd"]), Err(SpecError::NoPair("cmd".into())));
        assert_eq!(EngineSpec::read(["cmd=a", "hash=1"]), Err(SpecError::UnknownKey("hash".into())));
        assert_eq!(EngineSpec::read(["cmd=a", "proto=usi"]), Err(SpecError::UnknownProtocol("usi".into())));
        assert_eq!(EngineSpec::read(["cmd=a", "ponder=1"]), Err(SpecError::Ponder("1".into())));
        assert!(matches!(EngineSpec::read(["cmd=a", "args='x"]), Err(SpecError::Quotes(_))));
        assert!(matches!(EngineSpec::read(["cmd=a", "tc=x"]), Err(SpecError::SearchLimit(_))));
    }
}
