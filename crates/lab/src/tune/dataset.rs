//! Positions as formulas of the weights, packed tight: ten million of them have to fit into memory.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use vernier_chess::{Board, ByColor, Color, GameResult};
use vernier_engine::evaluation::{Coefficient, Coefficients, Phase, Scale, Weights, coefficients};
use vernier_records::{Filter, Game, Header, Reader};

/// What a position should evaluate to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// How the game ended, for White: 0, ½ or 1.
    pub result: f32,
    /// Its search score, for White, in hundredths of a pawn.
    pub score: f32,
}

/// Positions with their targets.
#[derive(Default)]
pub struct Dataset {
    coefficients: Vec<Coefficient>,
    positions: Vec<Position>,
}

/// Where the coefficients of a position lie, and what else is known of it.
#[derive(Clone, Copy)]
struct Position {
    start: u64,
    linear: u16,
    danger: [u16; 2],
    phase: u8,
    scale: u8,
    target: Target,
}

impl Dataset {
    /// Adds a position.
    pub fn push(&mut self, board: &Board, target: Target) {
        self.push_formula(&coefficients(board, &Weights::DEFAULT), target);
    }

    fn push_formula(&mut self, formula: &Coefficients, target: Target) {
        let danger = Color::ALL.map(|color| &formula.danger[color]);
        self.positions.push(Position {
            start: self.coefficients.len() as u64,
            linear: formula.linear.len() as u16,
            danger: danger.map(|list| list.len() as u16),
            phase: formula.phase.0 as u8,
            scale: formula.scale.0 as u8,
            target,
        });
        self.coefficients.extend(&formula.linear);
        danger.into_iter().for_each(|list| self.coefficients.extend(list));
    }

    /// Takes over the positions of another set.
    fn append(&mut self, other: Self) {
        let shift = self.coefficients.len() as u64;
        self.coefficients.extend(other.coefficients);
        let moved = other.positions.into_iter();
        self.positions.extend(moved.map(|position| Position { start: position.start + shift, ..position }));
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A position as a formula of the weights, with its target.
    pub fn get(&self, index: usize) -> (Coefficients<&[Coefficient]>, Target) {
        let position = &self.positions[index];
        let rest = &self.coefficients[position.start as usize..];
        let (linear, rest) = rest.split_at(usize::from(position.linear));
        let (white, rest) = rest.split_at(usize::from(position.danger[0]));
        let black = &rest[..usize::from(position.danger[1])];
        let formula = Coefficients {
            linear,
            danger: ByColor([white, black]),
            phase: Phase(i32::from(position.phase)),
            scale: Scale(i32::from(position.scale)),
        };
        (formula, position.target)
    }
}

/// A position for training or for validation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lot {
    /// For training.
    Train,
    /// For validation.
    Valid,
}

/// The two parts of the positions. Whole games are held out: positions of one game are too similar.
#[derive(Default)]
pub struct Split {
    /// For training.
    pub train: Dataset,
    /// For validation.
    pub valid: Dataset,
    /// Places in the files that could not be read.
    pub damaged: u64,
}

/// A file that cannot be opened.
#[derive(Debug)]
pub struct LoadError(vernier_records::OpenError);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for LoadError {}

/// Reads the positions of files of games, with this many threads. `lot` says what becomes of a game.
pub fn load(
    files: &[PathBuf],
    filter: &Filter,
    threads: usize,
    lot: impl Fn(&Header, &Game) -> Lot + Sync,
) -> Result<Split, LoadError> {
    let mut whole = Split::default();
    for path in files {
        let part = load_file(path, filter, threads, &lot)?;
        whole.train.append(part.train);
        whole.valid.append(part.valid);
        whole.damaged += part.damaged;
    }
    Ok(whole)
}

fn load_file(
    path: &Path,
    filter: &Filter,
    threads: usize,
    lot: &(impl Fn(&Header, &Game) -> Lot + Sync),
) -> Result<Split, LoadError> {
    let reader = Reader::open(path).map_err(LoadError)?;
    let header = reader.header().clone();
    // Blocks are read in order and put back in order, so that the same files give the same set.
    let reader = Mutex::new(reader.enumerate());
    let work = || {
        let mut parts = Vec::new();
        while let Some((index, block)) = reader.lock().ok().and_then(|mut reader| reader.next()) {
            let mut part = Split::default();
            match block.as_ref().map(|block| block.games()) {
                Ok(Ok(games)) => {
                    for game in games {
                        match game {
                            Ok(game) => part.take(&game, filter, lot(&header, &game)),
                            Err(_) => part.damaged += 1,
                        }
                    }
                }
                _ => part.damaged += 1,
            }
            parts.push((index, part));
        }
        parts
    };
    let mut parts: Vec<(usize, Split)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    parts.sort_by_key(|(index, _)| *index);
    let mut whole = Split::default();
    for (_, part) in parts {
        whole.train.append(part.train);
        whole.valid.append(part.valid);
        whole.damaged += part.damaged;
    }
    Ok(whole)
}

impl Split {
    fn take(&mut self, game: &Game, filter: &Filter, lot: Lot) {
        let set = match lot {
            Lot::Train => &mut self.train,
            Lot::Valid => &mut self.valid,
        };
        let result = match game.result() {
            GameResult::WhiteWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
        };
        game.replay(|moment| {
            if let Some(score) = moment.score.filter(|_| filter.keeps(&moment)) {
                set.push(moment.board, Target { result, score: f32::from(score) });
            }
        });
    }
}
