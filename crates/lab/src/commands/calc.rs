//! `sprt calc`: what counts say, without any games.

use super::arguments::{Arguments, CommandError, Grammar};
use super::contest::read_test;
use super::progress::say;
use vernier_lab::stats::{Estimate, Sprt, Tally};

pub const HELP: &str = "\
vernier-lab sprt calc LOSSES DRAWS WINS [--elo0 0] [--elo1 5] [--model normalized|logistic] [--alpha P] [--beta P]
vernier-lab sprt calc P0 P1 P2 P3 P4 ...   pairs of games by points: 0, ½, 1, 1½, 2

Exit status: 0 accepted, 1 rejected, 2 undecided.
";

/// Runs `vernier-lab sprt calc`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &[], lists: &[] })?;
    let sprt = read_test(&mut arguments)?;
    let words = arguments.finish()?;
    let mut counts = Vec::new();
    for word in words.iter().flat_map(|word| word.split(',')).map(str::trim).filter(|word| !word.is_empty()) {
        // Sums of five of these stay far from the end of the numbers.
        let count = word.parse().ok().filter(|count: &u64| *count < 1 << 48);
        counts.push(count.ok_or_else(|| CommandError(format!("\"{word}\" is not a count")))?);
    }
    match counts[..] {
        [losses, draws, wins] => Ok(tell(&sprt, &Tally([losses, draws, wins]))),
        [p0, p1, p2, p3, p4] => Ok(tell(&sprt, &Tally([p0, p1, p2, p3, p4]))),
        _ => Err(CommandError(format!("give three counts of games or five of pairs\n\n{HELP}"))),
    }
}

fn tell<const N: usize>(sprt: &Sprt, tally: &Tally<N>) -> u8 {
    let estimate = Estimate::of(tally);
    let (games, score, test) = (tally.games(), estimate.score, sprt.sentence(tally));
    say(&format!("games  {games}\nscore  {score:.4}\n{estimate}\n{test}\n"));
    sprt.verdict(tally).exit_status()
}
