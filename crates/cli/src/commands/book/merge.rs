//! `vernier book merge`: one book from several. The weights of a move are added.

use super::{BookFile, load};
use crate::failure::{Failure, Outcome};
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use vernier_chess::polyglot::{Entry, MoveCode};
use vernier_engine::OpeningBook;
use vernier_protocol::counted;

/// Merge several books into one, adding the weights of each move
#[derive(Args)]
pub struct Merge {
    /// The books
    #[arg(required = true, value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Where to write the merged book
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
}

impl Merge {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let books: Vec<Arc<OpeningBook>> =
            self.books.iter().map(|name| load(name)).collect::<Result<_, _>>()?;
        let mut file = BookFile::create(&self.out)?;
        // All books are in order, so one walk through all of them side by side is enough.
        let mut rests: Vec<_> = books.iter().map(|book| book.book().entries().peekable()).collect();
        while let Some(key) = rests.iter_mut().filter_map(|rest| rest.peek().map(|entry| entry.key)).min() {
            let mut moves: BTreeMap<MoveCode, (u64, u32)> = BTreeMap::new();
            for rest in &mut rests {
                while let Some(entry) = rest.next_if(|entry| entry.key == key) {
                    let (weight, learn) = moves.entry(entry.code).or_default();
                    *weight += u64::from(entry.weight);
                    *learn = (*learn).max(entry.learn);
                }
            }
            let weights = Entry::fit_weights(moves.values().map(|(weight, _)| *weight));
            let merged = moves.iter().zip(weights);
            file.write(
                merged
                    .map(|((code, (_, learn)), weight)| Entry { key, code: *code, weight, learn: *learn })
                    .collect(),
            )?;
        }
        writeln!(out, "{} entries from {}", file.finish()?, counted(books.len() as u64, "book"))?;
        Ok(Outcome::Done)
    }
}
