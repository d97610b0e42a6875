//! Who meets whom, when, and from which opening.

use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Each engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// All games of a match, in order. Games come in pairs from one opening with colors reversed; in one round every
/// pairing gets one pair, and all of them the same opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u32,
}

/// One game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from zero.
    pub id: u32,
    /// The seat that has White.
    pub white: usize,
    /// The seat that has Black.
    pub black: usize,
    /// The round, from zero; it chooses the opening.
    pub round: u32,
}

impl Schedule {
    /// This many rounds between this many engines.
    pub fn new(format: Format, seats: usize, rounds: u32) -> Self {
        let all = (0..seats).flat_map(|first| (first + 1..seats).map(move |second| (first, second)));
        let pairings = all.filter(|(first, _)| format == Format::RoundRobin || *first == 0).collect();
        Self { pairings, rounds }
    }

    /// How many games there are.
    pub fn games(&self) -> u32 {
        2 * self.rounds * self.pairings.len() as u32
    }

    /// The game with that number.
    pub fn fixture(&self, id: u32) -> Option<Fixture> {
        if id >= self.games() {
            return None;
        }
        let (pair, second_leg) = (id / 2, id % 2 == 1);
        let meetings = self.pairings.len() as u32;
        let (first, second) = self.pairings[(pair % meetings) as usize];
        let (white, black) = if second_leg { (second, first) } else { (first, second) };
        Some(Fixture { id, white, black, round: pair / meetings })
    }

    /// The pairings, in the order of a round.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_pairs_everyone_with_both_colors() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3);
        assert_eq!(schedule.games(), 36);
        let mut met = std::collections::HashMap::new();
        for id in 0..36 {
            let game = schedule.fixture(id).unwrap();
            assert_eq!(game.id, id);
            *met.entry((game.white, game.black)).or_insert(0) += 1;
            let other_leg = schedule.fixture(id ^ 1).unwrap();
            assert_eq!(
                (other_leg.white, other_leg.black, other_leg.round),
                (game.black, game.white, game.round)
            );
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|games| *games == 3));
        assert_eq!(schedule.fixture(36), None);
    }

    #[test]
    fn the_first_engine_plays_the_gauntlet() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 1);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(schedule.games(), 6);
    }
}
