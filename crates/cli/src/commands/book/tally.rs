//! Counts how often moves were played, in bounded memory.
//!
//! Counts are collected in memory. When that is full they are sorted and, if many are left, written to a file; at the
//! end the files are read side by side. A million games need no more memory than a thousand.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use vernier_chess::Key;
use vernier_chess::polyglot::MoveCode;

/// The results of one move in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    pub key: Key,
    pub code: MoveCode,
    pub games: u32,
    /// Half points its player made.
    pub points: u32,
}

/// Counts of moves, sorted and merged at the end.
pub struct Tally {
    counts: Vec<Count>,
    room: usize,
    /// Sorted counts on disk.
    runs: Vec<PathBuf>,
    place: PathBuf,
}

impl Count {
    const SIZE: usize = 18;

    fn place(&self) -> (Key, MoveCode) {
        (self.key, self.code)
    }

    fn join(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        self.points = self.points.saturating_add(other.points);
    }

    fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.key.0.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.code.0.to_le_bytes());
        bytes[10..14].copy_from_slice(&self.games.to_le_bytes());
        bytes[14..].copy_from_slice(&self.points.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte))
        };
        Self {
            key: Key(number(0, 8)),
            code: MoveCode(number(8, 10) as u16),
            games: number(10, 14) as u32,
            points: number(14, 18) as u32,
        }
    }
}

impl Tally {
    /// A tally in at most that many bytes of memory. What does not fit goes to files whose names begin with that path.
    pub fn new(bytes: usize, place: &Path) -> Self {
        let room = (bytes / size_of::<Count>()).max(16);
        Self { counts: Vec::new(), room, runs: Vec::new(), place: place.to_path_buf() }
    }

    /// Counts a move.
    pub fn add(&mut self, count: Count) -> io::Result<()> {
        if self.counts.len() >= self.room {
            self.compact();
            // Sorting again and again for little gain would take longer than writing to disk.
            if self.counts.len() > self.room / 2 {
                self.spill()?;
            }
        }
        self.counts.push(count);
        Ok(())
    }

    /// Sorts the counts and merges those of the same move.
    fn compact(&mut self) {
        self.counts.sort_unstable_by_key(Count::place);
        self.counts.dedup_by(|later, first| {
            let same = later.place() == first.place();
            if same {
                first.join(later);
            }
            same
        });
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut path = self.place.clone().into_os_string();
        path.push(format!(".run{}", self.runs.len()));
        let path = PathBuf::from(path);
        let mut file = BufWriter::new(File::create(&path)?);
        self.runs.push(path);
        for count in self.counts.drain(..) {
            file.write_all(&count.to_bytes())?;
        }
        file.flush()
    }

    /// Gives all counts in order, position by position.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut give: impl FnMut(&[Count]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.compact();
        let mut runs: Vec<Run> = self.runs.iter().map(|path| Run::open(path)).collect::<Result<_, _>>()?;
        runs.push(Run::of_memory(std::mem::take(&mut self.counts))?);
        let mut position: Vec<Count> = Vec::new();
        while let Some(next) = runs.iter_mut().filter(|run| run.head.is_some()).min_by_key(|run| run.place())
        {
            let Some(count) = next.take()? else { break };
            match position.last_mut() {
                Some(last) if last.place() == count.place() => last.join(&count),
                Some(last) if last.key == count.key => position.push(count),
                _ => {
                    give(&position)?;
                    position.clear();
                    position.push(count);
                }
            }
        }
        give(&position)
    }
}

impl Drop for Tally {
    fn drop(&mut self) {
        for run in &self.runs {
            let _ = fs::remove_file(run);
        }
    }
}

/// Sorted counts, in memory or on disk, and the first that is not taken yet.
struct Run {
    head: Option<Count>,
    rest: Rest,
}

enum Rest {
    Memory(std::vec::IntoIter<Count>),
    Disk(BufReader<File>),
}

impl Run {
    fn open(path: &Path) -> io::Result<Self> {
        Self::begin(Rest::Disk(BufReader::with_capacity(1 << 16, File::open(path)?)))
    }

    fn of_memory(counts: Vec<Count>) -> io::Result<Self> {
        Self::begin(Rest::Memory(counts.into_iter()))
    }

    fn begin(rest: Rest) -> io::Result<Self> {
        let mut run = Self { head: None, rest };
        run.take()?;
        Ok(run)
    }

    fn place(&self) -> Option<(Key, MoveCode)> {
        self.head.as_ref().map(Count::place)
    }

    /// Takes the first count and reads the next.
    fn take(&mut self) -> io::Result<Option<Count>> {
        let next = match &mut self.rest {
            Rest::Memory(counts) => counts.next(),
            Rest::Disk(file) => {
                let mut bytes = [0; Count::SIZE];
                match file.read_exact(&mut bytes) {
                    Ok(()) => Some(Count::from_bytes(&bytes)),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
                    Err(error) => return Err(error),
                }
            }
        };
        Ok(std::mem::replace(&mut self.head, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of many moves, with that much memory.
    fn counts(bytes: usize) -> (Vec<Count>, usize) {
        let place = std::env::temp_dir().join(format!("vernier-{}-tally-{bytes}", std::process::id()));
        let mut tally = Tally::new(bytes, &place);
        let mut state = 7u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (key, code) = (Key(state >> 33 & 1023 | 1 << 63), MoveCode((state >> 50 & 3) as u16));
            tally.add(Count { key, code, games: 1, points: (state >> 60 & 1) as u32 }).unwrap();
        }
        let runs = tally.runs.clone();
        let mut all = Vec::new();
        tally
            .finish(|position: &[Count]| {
                assert!(position.windows(2).all(|pair| pair[0].key == pair[1].key));
                all.extend_from_slice(position);
                Ok::<(), io::Error>(())
            })
            .unwrap();
        assert!(runs.iter().all(|run| !run.exists()), "nothing is left behind");
        (all, runs.len())
    }

    #[test]
    fn little_memory_gives_the_same_counts() {
        let (plenty, no_runs) = counts(1 << 20);
        let (little, runs) = counts(1 << 12);
        assert_eq!(no_runs, 0);
        assert!(runs > 10, "{runs}");
        assert_eq!(plenty, little);
        assert!(plenty.is_sorted_by_key(Count::place) && plenty.len() > 4000);
        assert_eq!(plenty.iter().map(|count| count.games).sum::<u32>(), 20_000);
    }
}
