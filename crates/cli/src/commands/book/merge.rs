//! `vernier book merge`: one book from several. The weights of a move are added.

use super::{BookFile, load, out_path};
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::collections::BTreeMap;
use std::io::Write;
use vernier_chess::polyglot::{Entry, MoveCode};
use vernier_engine::OpeningBook;

pub fn run(names: &[String], arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let books: Vec<OpeningBook> = names.iter().map(|name| load(name)).collect::<Result<_, _>>()?;
    let mut file = BookFile::create(&out_path(arguments)?)?;
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
    writeln!(out, "{} entries from {} books", file.finish()?, books.len())?;
    Ok(Outcome::Done)
}
