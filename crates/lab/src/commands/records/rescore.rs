//! `records rescore`: the results of games by tablebases.

use super::output::{OutputFile, common_header};
use super::{CommandError, Sources, print, read_games};
use clap::Args;
use std::path::PathBuf;
use vernier_chess::GameResult;
use vernier_lab::datagen::Rescore;
use vernier_lab::play::tablebases::TablebaseJudge;
use vernier_records::{Game, Header};

/// What happened to the games.
#[derive(Default)]
struct Tally {
    games: u64,
    /// Games that end by tablebases now.
    cut: u64,
    dropped: u64,
    /// Moves removed from games that remain.
    moves: u64,
    /// Games by the result they had and the one they have, of those cut.
    results: [[u64; 3]; 3],
}

/// End games where Syzygy tablebases first know the result
#[derive(Args)]
pub struct RescoreGames {
    #[command(flatten)]
    sources: Sources,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The folder of the tablebases
    #[arg(long, value_name = "DIR")]
    tablebases: String,
}

impl RescoreGames {
    /// Adds the games of some files to a new one, each ended where the tablebases know its result.
    pub fn run(self) -> Result<u8, CommandError> {
        let files = &self.sources.files;
        let tables = TablebaseJudge::open(&self.tablebases)?;
        let mut output = OutputFile::create(&self.out, &header(&common_header(files)?, &tables))?;
        let (mut tally, mut damaged) = (Tally::default(), 0);
        for path in files {
            let (_, places) = read_games(path, |game| {
                let rescore = Rescore::of(&game, &tables);
                tally.count(&game, rescore);
                rescore.apply(game).map_or(Ok(()), |game| output.add(&game))
            })?;
            damaged += places;
        }
        output.finish()?;
        print(&tally.to_string());
        let problems = tables.problems();
        problems.iter().for_each(|problem| eprintln!("{problem}"));
        Ok(u8::from(damaged > 0 || !problems.is_empty()))
    }
}

/// The header of the old files, with the tablebases by which the games have been rescored.
fn header(old: &Header, tables: &TablebaseJudge) -> Header {
    const NAME: &str = "rescored";
    let by = old.get(NAME).into_iter().map(str::to_owned).chain([tables.describe()]);
    let by = by.collect::<Vec<_>>().join("; ");
    let rest = old.entries().filter(|(name, _)| *name != NAME);
    rest.fold(Header::new(), |header, (name, value)| header.with(name, value)).with(NAME, by)
}

impl Tally {
    /// Counts a game as it was, and what it became.
    fn count(&mut self, game: &Game, rescore: Rescore) {
        self.games += 1;
        match rescore {
            Rescore::Keep => {}
            Rescore::Drop => self.dropped += 1,
            Rescore::Cut(plies, winner) => {
                self.cut += 1;
                self.moves += (game.moves.len() - plies) as u64;
                self.results[game.result() as usize][winner as usize] += 1;
            }
        }
    }

    /// Games that had one of these results and have that one.
    fn changed(&self, from: &[GameResult], to: &[GameResult]) -> u64 {
        let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to)));
        pairs.filter(|(from, to)| from != to).map(|(from, to)| self.results[from as usize][to as usize]).sum()
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const WON: [GameResult; 2] = [GameResult::BlackWins, GameResult::WhiteWins];
        const ALL: [GameResult; 3] = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];
        let share =
            |count: u64| format!("{count} ({:.2} %)", 100.0 * count as f64 / self.games.max(1) as f64);
        writeln!(f, "looked up  {} games", self.games)?;
        writeln!(f, "cut        {}, by {} moves", share(self.cut), self.moves)?;
        writeln!(f, "dropped    {}", share(self.dropped))?;
        writeln!(f, "changed    {}", share(self.changed(&ALL, &ALL)))?;
        writeln!(f, "  drawn that were won    {}", self.changed(&[GameResult::Draw], &WON))?;
        writeln!(f, "  won that were drawn    {}", self.changed(&WON, &[GameResult::Draw]))?;
        writeln!(f, "  won by the other side  {}", self.changed(&WON, &WON))
    }
}
