//! What `vernier-lab` can be asked to do.

mod ablate;
mod arguments;
mod calc;
mod contest;
mod datagen;
mod growth;
mod openings;
mod progress;
mod rating;
mod records;
mod report;
mod spsa;
mod suite;
mod tune;

use arguments::CommandError;

const HELP: &str = "\
vernier-lab: is this change better?

  vernier-lab match ...       games between engines
  vernier-lab sprt ...        games until it is known which engine is better
  vernier-lab sprt calc ...   the same from counts
  vernier-lab suite FILE      positions with known answers
  vernier-lab ablate FILE     what each technique of the search is worth, in games
  vernier-lab ebf             how the tree grows with depth, technique by technique
  vernier-lab rating ...      how strong an engine is on the scale of Stockfish's limited levels
  vernier-lab report [PATH]   all of that as one page with drawings
  vernier-lab tune GAMES      weights of the evaluation from games
  vernier-lab openings ...    positions to start games from
  vernier-lab spsa ...        parameters of the search, by games
  vernier-lab datagen ...     games against itself, to learn from
  vernier-lab records ...     look at, check and change files of such games
  vernier-lab COMMAND --help
";

/// The exit status when something could not be done.
pub const FAILED: u8 = 3;

/// Does what the words ask for and gives the exit status.
pub fn run(words: &[String]) -> u8 {
    match dispatch(words) {
        Ok(status) => status,
        Err(CommandError(text)) => {
            eprintln!("vernier-lab: {}", text.trim_end());
            FAILED
        }
    }
}

fn dispatch(words: &[String]) -> Result<u8, CommandError> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let asks_help = words.iter().any(|word| matches!(*word, "--help" | "-h"));
    let help = match words[..] {
        ["sprt", "calc", ..] => calc::HELP,
        ["match" | "sprt", ..] => contest::HELP,
        ["suite", ..] => suite::HELP,
        ["ablate", ..] => ablate::HELP,
        ["ebf", ..] => growth::HELP,
        ["rating", ..] => rating::HELP,
        ["report", ..] => report::HELP,
        ["tune", ..] => tune::HELP,
        ["spsa", ..] => spsa::HELP,
        ["datagen", ..] => datagen::HELP,
        ["openings", ..] => openings::HELP,
        ["records", ..] => records::HELP,
        _ => HELP,
    };
    if asks_help || words.is_empty() {
        progress::say(help);
        return Ok(0);
    }
    match &words[..] {
        ["sprt", "calc", rest @ ..] => calc::run(&owned(rest)),
        ["sprt", rest @ ..] => contest::run(&owned(rest), true),
        ["match", rest @ ..] => contest::run(&owned(rest), false),
        ["suite", rest @ ..] => suite::run(&owned(rest)),
        ["ablate", rest @ ..] => ablate::run(&owned(rest)),
        ["ebf", rest @ ..] => growth::run(&owned(rest)),
        ["rating", rest @ ..] => rating::run(&owned(rest)),
        ["report", rest @ ..] => report::run(&owned(rest)),
        ["tune", rest @ ..] => tune::run(&owned(rest)),
        ["openings", rest @ ..] => openings::run(&owned(rest)),
        ["spsa", rest @ ..] => spsa::run(&owned(rest)),
        ["datagen", rest @ ..] => datagen::run(&owned(rest)),
        ["records", rest @ ..] => records::run(&owned(rest)),
        [other, ..] => Err(CommandError(format!("there is no command \"{other}\"\n\n{HELP}"))),
        [] => Ok(0),
    }
}
