//! `records`: look at, check and change files of self-play games.

mod expand;
mod info;
mod output;
mod rescore;
mod rewrite;
mod sample;
mod verify;

use super::arguments::{Arguments, CommandError, Grammar};
use std::path::{Path, PathBuf};
use vernier_records::{Filter, Game, Header, Reader};

pub const HELP: &str = "\
vernier-lab records info FILE...                  how the games were made, how many, how they ended
vernier-lab records verify FILE...                every block, game and move; exit status 1 if anything is wrong
vernier-lab records merge FILE... --out OUT       one file of many; damaged blocks stay behind
vernier-lab records split FILE --parts N --out NAME      NAME-1.vgr ... NAME-N.vgr, game by game in turn
vernier-lab records filter FILE... --out OUT [--min-plies N] [--max-plies N] [--result decisive|drawn] [--unique]
vernier-lab records shuffle FILE... --out OUT [--seed N]   all games in random order (they must fit into memory)
vernier-lab records rescore FILE... --out OUT --tablebases DIR   games end where Syzygy tables first know the result
vernier-lab records sample FILE... [--count N]    a position each of N games, early and late (50)
vernier-lab records expand FILE... --out NAME [options]    NAME.train.bin and NAME.valid.bin for the trainer

expand:
  --valid PERCENT   games kept apart to judge by (2)
  --min-ply N --max-ply N    which positions of a game (16 to 400)
  --max-score CP    no scores beyond (10000)        --min-pieces N   no fewer pieces (4)
  --checks          positions in check too          --tactics     positions with captures to make too
  --policy          NAME.train.policy and NAME.valid.policy instead: every position, with its legal moves
  --threads N       (all cores)
";

/// Runs `vernier-lab records`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let Some((verb, words)) = words.split_first() else {
        return Err(CommandError(format!("what about the records?\n\n{HELP}")));
    };
    let grammar = Grammar { flags: &["unique", "checks", "tactics", "policy"], lists: &[] };
    let arguments = Arguments::parse(words, &grammar)?;
    match verb.as_str() {
        "info" => info::run(&files(arguments)?),
        "verify" => verify::run(&files(arguments)?),
        "merge" => rewrite::merge(arguments),
        "split" => rewrite::split(arguments),
        "filter" => rewrite::filter(arguments),
        "shuffle" => rewrite::shuffle(arguments),
        "rescore" => rescore::run(arguments),
        "sample" => sample::run(arguments),
        "expand" => expand::run(arguments),
        other => Err(CommandError(format!("\"{other}\" is nothing that can be done with records\n\n{HELP}"))),
    }
}

/// The files named; there must be one.
fn files(arguments: Arguments) -> Result<Vec<PathBuf>, CommandError> {
    let files: Vec<PathBuf> = arguments.finish()?.into_iter().map(PathBuf::from).collect();
    if files.is_empty() { Err(CommandError("which file?".into())) } else { Ok(files) }
}

/// Where to write; nothing that exists is written over.
fn target(arguments: &mut Arguments) -> Result<PathBuf, CommandError> {
    arguments.text("out").map(PathBuf::from).ok_or_else(|| CommandError("where to? Give --out".into()))
}

fn read_filter(arguments: &mut Arguments) -> Result<Filter, CommandError> {
    let usual = Filter::default();
    Ok(Filter {
        min_ply: arguments.value("min-ply")?.unwrap_or(usual.min_ply),
        max_ply: arguments.value("max-ply")?.unwrap_or(usual.max_ply),
        max_score: arguments.value("max-score")?.unwrap_or(usual.max_score),
        min_pieces: arguments.value("min-pieces")?.unwrap_or(usual.min_pieces),
        checks: arguments.flag("checks"),
        tactics: arguments.flag("tactics"),
    })
}

/// Hands on every game of a file that can be read, complains of the rest, and gives the header and the number of
/// damaged places.
fn read_games(
    path: &Path,
    mut give: impl FnMut(Game) -> Result<(), CommandError>,
) -> Result<(Header, u64), CommandError> {
    let reader = Reader::open(path)?;
    let (header, mut damaged) = (reader.header().clone(), 0);
    let mut complain = |text: String| {
        eprintln!("{}: {text}", path.display());
        damaged += 1;
    };
    for block in reader {
        let block = match block {
            Ok(block) => block,
            Err(error) => {
                complain(error.to_string());
                continue;
            }
        };
        let place = format!("block {} at byte {}", block.index, block.offset);
        match block.games() {
            Err(fault) => complain(format!("{place}: {fault}")),
            Ok(games) => {
                for game in games {
                    match game {
                        Ok(game) => give(game)?,
                        Err(fault) => complain(format!("{place}: {fault}")),
                    }
                }
            }
        }
    }
    Ok((header, damaged))
}
