//! What the games of a match add up to.

use crate::stats::{Elo, Estimate, Games, Pairs, Tally};
use crate::store::record::{Faults, GameRecord};
use std::collections::HashMap;
use std::fmt;
use std::time::Duration;
use vernier_chess::Color;

/// The score between the engines of a match, game by game.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    games: u32,
    duels: HashMap<(usize, usize), Duel>,
    seats: Vec<Seat>,
}

/// Two engines against each other, seen by the first.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// Single games.
    pub games: Games,
    /// Those in which the first engine had White.
    pub as_white: Games,
    /// Pairs of games, when both are finished.
    pub pairs: Pairs,
    /// Games whose other half is still to come: pair and half points.
    waiting: HashMap<u32, usize>,
}

/// What one engine did.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// All its games.
    pub games: Games,
    /// Moves it made itself.
    pub moves: u64,
    /// The nodes it reported.
    pub nodes: u64,
    /// The sum of the depths it reached.
    pub depths: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// Moves for which it reported its own time, and the sum of the difference.
    pub latency: (u64, Duration),
    /// The largest difference between the time it reported and the time it took.
    pub worst_latency: Duration,
    /// What it did wrong.
    pub faults: Faults,
}

impl Standings {
    /// Before the first game.
    pub fn new(names: Vec<String>) -> Self {
        let seats = vec![Seat::default(); names.len()];
        Self { names, games: 0, duels: HashMap::new(), seats }
    }

    /// How many games are finished.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Counts a game. One between engines that are not in this match is ignored.
    pub fn add(&mut self, record: &GameRecord) {
        let seat = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(white), Some(black)) = (seat(&record.white), seat(&record.black)) else { return };
        self.games += 1;
        let points = usize::from(record.result.half_points(Color::White));
        for (color, seat, points) in [(Color::White, white, points), (Color::Black, black, 2 - points)] {
            self.seats[seat].add(record, color, points);
        }
        let (first, second) = (white.min(black), white.max(black));
        let duel = self.duels.entry((first, second)).or_default();
        let has_white = first == white;
        duel.add(record.id / 2, if has_white { points } else { 2 - points }, has_white);
    }

    /// The engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Every pairing with its score, in order.
    pub fn duels(&self) -> Vec<((usize, usize), &Duel)> {
        let mut duels: Vec<_> = self.duels.iter().map(|(seats, duel)| (*seats, duel)).collect();
        duels.sort_by_key(|(seats, _)| *seats);
        duels
    }

    /// True if there are only two engines.
    pub const fn is_duel(&self) -> bool {
        self.names.len() == 2
    }

    /// The score between two engines, seen by the one with the lower number.
    pub fn duel(&self, first: usize, second: usize) -> Option<&Duel> {
        self.duels.get(&(first.min(second), first.max(second)))
    }

    /// What one engine did.
    pub fn seat(&self, seat: usize) -> &Seat {
        &self.seats[seat]
    }
}

impl Duel {
    fn add(&mut self, pair: u32, half_points: usize, has_white: bool) {
        self.games.add(half_points);
        if has_white {
            self.as_white.add(half_points);
        }
        match self.waiting.remove(&pair) {
            Some(other) => self.pairs.add(other + half_points),
            None => drop(self.waiting.insert(pair, half_points)),
        }
    }

    /// The games in which the first engine had Black.
    pub fn as_black(&self) -> Games {
        Tally(std::array::from_fn(|index| self.games.0[index] - self.as_white.0[index]))
    }

    /// The difference in strength.
    pub fn estimate(&self) -> Estimate {
        Estimate::of_match(&self.pairs, &self.games)
    }
}

impl Seat {
    fn add(&mut self, record: &GameRecord, color: Color, half_points: usize) {
        self.games.add(half_points);
        let starts = record.opening.split_whitespace().nth(1) != Some("b");
        let skipped = usize::from(starts != (color == Color::White));
        for ply in record.moves.iter().skip(skipped).step_by(2).filter(|ply| !ply.is_from_book()) {
            self.moves += 1;
            self.nodes += ply.nodes;
            self.depths += u64::from(ply.depth);
            self.elapsed += ply.elapsed;
            if let Some(latency) = ply.latency {
                self.latency = (self.latency.0 + 1, self.latency.1 + latency);
                self.worst_latency = self.worst_latency.max(latency);
            }
        }
        for (fault, count) in record.faults(color) {
            *self.faults.entry(*fault).or_default() += count;
        }
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_table(f)?;
        self.write_duels(f)?;
        self.write_machines(f)?;
        self.write_faults(f)
    }
}

impl Standings {
    fn width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6)
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| self.seats[*b].games.mean().total_cmp(&self.seats[*a].games.mean()));
        writeln!(
            f,
            "{:<width$} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7}",
            "engine", "games", "won", "drawn", "lost", "score", "draws", "Elo"
        )?;
        for seat in order {
            let games = &self.seats[seat].games;
            let [lost, drawn, won] = games.0;
            let elo = Elo::from_score(games.mean()).0;
            writeln!(
                f,
                "{:<width$} {:>6} {won:>6} {drawn:>6} {lost:>6} {:>6.1}% {:>6.1}% {elo:>+7.1}",
                self.names[seat],
                games.total(),
                100.0 * games.mean(),
                100.0 * games.draw_rate(),
            )?;
        }
        Ok(())
    }

    fn write_duels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((first, second), duel) in self.duels() {
            let [lost, drawn, won] = duel.games.0;
            writeln!(
                f,
                "{} against {}: +{won} ={drawn} -{lost}, {}",
                self.names[first],
                self.names[second],
                duel.estimate()
            )?;
            writeln!(f, "  pairs by points 0, ½, 1, 1½, 2: {}", duel.pairs)?;
        }
        Ok(())
    }

    fn write_machines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width();
        writeln!(
            f,
            "{:<width$} {:>9} {:>7} {:>12} {:>12} {:>11} {:>13}",
            "engine", "moves", "depth", "s/move", "nodes/move", "nodes/s", "latency ms"
        )?;
        for (name, seat) in self.names.iter().zip(&self.seats) {
            let per_move = |value: f64| value / seat.moves.max(1) as f64;
            let seconds = seat.elapsed.as_secs_f64();
            let latency = match seat.latency {
                (0, _) => "-".to_owned(),
                (moves, sum) => {
                    let mean = sum.as_secs_f64() * 1000.0 / moves as f64;
                    format!("{mean:.1} max {:.0}", seat.worst_latency.as_secs_f64() * 1000.0)
                }
            };
            writeln!(
                f,
                "{name:<width$} {:>9} {:>7.1} {:>12.4} {:>12.0} {:>11.0} {latency:>13}",
                seat.moves,
                per_move(seat.depths as f64),
                per_move(seconds),
                per_move(seat.nodes as f64),
                seat.nodes as f64 / seconds.max(1e-9),
            )?;
        }
        Ok(())
    }

    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, seat) in self.names.iter().zip(&self.seats) {
            if !seat.faults.is_empty() {
                let list: Vec<String> =
                    seat.faults.iter().map(|(fault, count)| format!("{count} x {fault}")).collect();
                writeln!(f, "faults of {name}: {}", list.join(", "))?;
            }
        }
        Ok(())
    }
}
