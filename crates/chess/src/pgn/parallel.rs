//! Reads one text with several threads.

use super::{Error, Limits, Reader, Visitor};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Parts of the text for each thread, so that none waits long for the others.
const PARTS_PER_THREAD: usize = 8;
/// Parts are no shorter, so that starting one costs next to nothing.
const SHORTEST_PART: usize = 1 << 16;
/// How a game begins where a text may be cut.
const CUT: &[u8] = b"\n[Event \"";

/// What [`read_parallel`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parallel<V> {
    /// The visitors in the order of the text, each of which has visited some of the games.
    pub visitors: Vec<V>,
    /// How many games there are, damaged ones included.
    pub games: u64,
    /// What is wrong with those that are damaged, in order, numbered and placed as one reader would.
    pub errors: Vec<Error>,
}

/// Reads a text with several threads. It is cut between games, and each part has a visitor of its own; together they see
/// what one visitor of a [`Reader`] sees.
///
/// ```
/// use std::num::NonZero;
/// use vernier_chess::pgn::{Visitor, read_parallel};
/// use vernier_chess::{Board, Move};
///
/// #[derive(Default)]
/// struct Moves(usize);
/// impl Visitor for Moves {
///     fn played(&mut self, _: &Board, _: Option<Move>) {
///         self.0 += 1;
///     }
/// }
///
/// let text = "[Event \"First\"]\n\n1. e4 e5 *\n\n[Event \"Second\"]\n\n1. d4 *\n";
/// let read = read_parallel(text.as_bytes(), NonZero::<usize>::MIN, Moves::default);
/// assert_eq!((read.games, read.errors.len()), (2, 0));
/// assert_eq!(read.visitors.iter().map(|moves| moves.0).sum::<usize>(), 3);
/// ```
pub fn read_parallel<V: Visitor + Send>(
    text: &[u8],
    threads: NonZero<usize>,
    visitor: impl Fn() -> V + Sync,
) -> Parallel<V> {
    let parts = cut(text, threads.get());
    let read: Vec<Mutex<Option<PartRead<V>>>> = parts.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((part, slot)) = take(&parts, &read, next.fetch_add(1, Ordering::Relaxed)) {
            let found = PartRead::of(part, visitor());
            if let Ok(mut slot) = slot.lock() {
                *slot = Some(found);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.get().min(parts.len()) {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    join(&parts, read.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()))
}

fn take<'a, 'b, T>(parts: &[&'a [u8]], read: &'b [T], index: usize) -> Option<(&'a [u8], &'b T)> {
    parts.get(index).copied().zip(read.get(index))
}

/// What was read of one part.
struct PartRead<V> {
    visitor: V,
    games: u64,
    lines: u64,
    errors: Vec<Error>,
}

impl<V: Visitor> PartRead<V> {
    fn of(part: &[u8], mut visitor: V) -> Self {
        let mut reader = Reader::with_limits(part, Limits::default());
        let mut errors = Vec::new();
        while let Some(game) = reader.read(&mut visitor) {
            errors.extend(game.err());
        }
        Self { visitor, games: reader.games(), lines: reader.lines(), errors }
    }
}

/// Puts the parts together and gives every error the place it has in the whole.
fn join<V>(parts: &[&[u8]], read: impl Iterator<Item = PartRead<V>>) -> Parallel<V> {
    let mut whole = Parallel { visitors: Vec::new(), games: 0, errors: Vec::new() };
    let (mut offset, mut lines) = (0, 0);
    for (part, found) in parts.iter().zip(read) {
        let games = whole.games;
        whole.errors.extend(found.errors.into_iter().map(|mut error| {
            error.game += games;
            error.location.line += lines;
            error.location.offset += offset;
            error
        }));
        whole.visitors.push(found.visitor);
        whole.games += found.games;
        lines += found.lines;
        offset += part.len() as u64;
    }
    whole
}

/// Cuts a text between games.
fn cut(text: &[u8], threads: usize) -> Vec<&[u8]> {
    let length = (text.len() / threads.saturating_mul(PARTS_PER_THREAD).max(1)).max(SHORTEST_PART);
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > length {
        let Some(end) = next_game(rest, length) else { break };
        let (part, behind) = rest.split_at(end);
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    parts
}

/// Where the first game begins at or behind `from`. Only an `[Event]` tag that follows no other tag is taken for a
/// beginning: some programs write other tags first.
fn next_game(text: &[u8], from: usize) -> Option<usize> {
    let mut from = from;
    loop {
        let at = from + text[from..].windows(CUT.len()).position(|window| window == CUT)?;
        let mut lines = text[..at].rsplit(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let before =
            lines.find(|line| !line.is_empty() && !line.starts_with(b"%") && !line.starts_with(b";"));
        if before.is_some_and(|line| !line.starts_with(b"[")) {
            return Some(at + 1);
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_only_between_games() {
        let game =
            "[Site \"x\"]\n[Event \"y\"]\n\n1. e4 {[Event \"z\"]} e5 *\n\n[Event \"a\"]\n\n1. d4 *\n\n";
        assert_eq!(next_game(game.as_bytes(), 0), game.find("[Event \"a\"]"));
        assert_eq!(next_game(game.as_bytes(), game.len() - 20), None);
        let text = game.repeat(4_000);
        let parts = cut(text.as_bytes(), 2);
        assert!(parts.len() > 3 && parts.iter().skip(1).all(|part| part.starts_with(b"[Event \"a\"]")));
        assert_eq!(parts.concat(), text.as_bytes());
    }
}
