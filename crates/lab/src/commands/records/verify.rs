//! `records verify`: is everything as it should be?

use super::{CommandError, Sources, print, read_games};
use clap::Args;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use vernier_records::Game;

/// Check every block, game and move
///
/// Blocks are checked by their checksums, moves by the rules, scores by their range, results by the last position. Games
/// that are there twice are counted, over all files. Exit status 1 if anything is wrong.
#[derive(Args)]
pub struct Verify {
    #[command(flatten)]
    sources: Sources,
}

impl Verify {
    pub fn run(self) -> Result<u8, CommandError> {
        let files = &self.sources.files;
        let (mut wrong, mut seen) = (0, HashSet::new());
        for path in files {
            let (mut games, mut faulty, mut repeated) = (0_u64, 0_u64, 0_u64);
            let (_, damaged) = read_games(path, |game| {
                games += 1;
                if let Err(error) = game.check() {
                    eprintln!("{}: game {}: {error}", path.display(), game.number);
                    faulty += 1;
                }
                repeated += u64::from(!seen.insert(fingerprint(&game)));
                Ok(())
            })?;
            print(&format!(
                "{}: {games} games, {damaged} damaged places, {faulty} games with faults, {repeated} repeated\n",
                path.display()
            ));
            wrong += damaged + faulty;
        }
        Ok(u8::from(wrong > 0))
    }
}

/// The same for the same moves from the same start.
pub(super) fn fingerprint(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.hash(&mut hasher);
    game.moves.hash(&mut hasher);
    hasher.finish()
}
