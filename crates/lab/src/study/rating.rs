//! A rating on the scale of an opponent whose strength can be set.
//!
//! Every game is played against a level of known rating. The rating is the one that makes the results likeliest under
//! the logistic model; where no game is lost (or none is won) there is no such number, and the next level is found by
//! halving. Nothing here knows about engines or files.

use crate::stats::Elo;
use crate::store::record::GameRecord;
use serde::Serialize;
use std::collections::BTreeMap;
use std::f64::consts::LN_10;
use vernier_chess::Color;

/// 95 % of a normal distribution lie within this many standard deviations.
const TWO_SIDED_95: f64 = 1.959_964;
/// Below this many pairs their own spread says too little about the noise.
const FEW_PAIRS: usize = 10;

/// What one color of a pair of games gave against which level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pair {
    level: i32,
    games: u32,
    half_points: usize,
}

/// The games of a rating, by pairs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Games {
    pairs: BTreeMap<u32, Pair>,
}

/// A rating and how far off it may be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The rating.
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// The games against one level.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Level {
    /// Its rating.
    pub level: i32,
    /// How many games.
    pub games: u32,
    /// Points won in them.
    pub points: f64,
}

/// The levels there are, and how finely they are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The lowest.
    pub lowest: i32,
    /// The highest.
    pub highest: i32,
    /// Levels are multiples of this.
    pub step: i32,
}

impl Rating {
    /// The score expected against a level.
    pub fn expected(&self, level: i32) -> f64 {
        Elo(self.value - f64::from(level)).expected_score()
    }
}

/// The name of an opponent's level, from which it can be read again.
pub fn opponent(level: i32) -> String {
    format!("level {level}")
}

/// The level that a name stands for.
pub fn level_of(name: &str) -> Option<i32> {
    name.strip_prefix("level ")?.parse().ok()
}

impl Games {
    /// Counts a game against a level; any other game is ignored.
    pub fn add(&mut self, record: &GameRecord) {
        let sides = [Color::White, Color::Black].map(|color| (color, level_of(record.player(color))));
        let [(_, white), (_, black)] = sides;
        let (ours, level) = match (white, black) {
            (Some(level), None) => (Color::Black, level),
            (None, Some(level)) => (Color::White, level),
            _ => return,
        };
        let pair = self.pairs.entry(record.id / 2).or_insert(Pair { level, games: 0, half_points: 0 });
        // Both games of a pair meet the same level; one that does not would spoil the estimate of the noise.
        if pair.level == level {
            pair.games += 1;
            pair.half_points += usize::from(record.result.half_points(ours));
        }
    }

    /// How many games there are.
    pub fn count(&self) -> u32 {
        self.pairs.values().map(|pair| pair.games).sum()
    }

    /// How many pairs were begun: the next has this number.
    pub fn begun(&self) -> u32 {
        self.pairs.last_key_value().map_or(0, |(number, _)| number + 1)
    }

    /// The level of a pair that was begun and not finished.
    pub fn unfinished(&self) -> Option<i32> {
        let all = (0..self.begun()).map(|number| self.pairs.get(&number));
        let mut open = all.filter(|pair| pair.is_none_or(|pair| pair.games < 2));
        // A pair of which nothing is known was begun together with those after it.
        open.next().map(|pair| pair.or_else(|| self.pairs.values().next_back()))?.map(|pair| pair.level)
    }

    /// The games by level, weakest first.
    pub fn levels(&self) -> impl Iterator<Item = Level> {
        let mut levels: BTreeMap<i32, Level> = BTreeMap::new();
        for pair in self.pairs.values() {
            let level =
                levels.entry(pair.level).or_insert(Level { level: pair.level, games: 0, points: 0.0 });
            level.games += pair.games;
            level.points += pair.half_points as f64 / 2.0;
        }
        levels.into_values()
    }

    /// The likeliest rating; none while everything was won or everything lost.
    pub fn estimate(&self) -> Option<Rating> {
        let levels: Vec<Level> = self.levels().collect();
        let surplus = |value: f64| -> f64 {
            let expected = |level: &Level| Elo(value - f64::from(level.level)).expected_score();
            levels.iter().map(|level| level.points - f64::from(level.games) * expected(level)).sum()
        };
        let points: f64 = levels.iter().map(|level| level.points).sum();
        if points <= 0.0 || points >= f64::from(self.count()) {
            return None;
        }
        // The surplus falls with the rating, from all points above zero to below it.
        let (mut low, mut high) = (-10_000.0, 20_000.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if surplus(middle) > 0.0 { low = middle } else { high = middle }
        }
        Some(Rating { value: low, error: TWO_SIDED_95 * self.standard_error(low) })
    }

    /// From the curvature of the likelihood and, once there are enough pairs, how far they really scatter: draws and
    /// shared openings make that less than the model says.
    fn standard_error(&self, value: f64) -> f64 {
        let unit = LN_10 / 400.0;
        let (mut information, mut scatter) = (0.0, 0.0);
        for pair in self.pairs.values() {
            let expected = Elo(value - f64::from(pair.level)).expected_score();
            let games = f64::from(pair.games);
            information += games * expected * (1.0 - expected);
            scatter += (pair.half_points as f64 / 2.0 - games * expected).powi(2);
        }
        let noise = if self.pairs.len() < FEW_PAIRS { information } else { scatter };
        noise.sqrt() / (information * unit)
    }

    /// The most informative next level: the one nearest the estimate. While there is none, halfway to the end of the ladder
    /// that the results point to.
    pub fn next_level(&self, ladder: Ladder) -> i32 {
        let highest = self.levels().last().map(|level| level.level);
        let lowest = self.levels().next().map(|level| level.level);
        let lost = self.pairs.values().all(|pair| pair.half_points == 0);
        let aim = match (self.estimate(), lowest, highest) {
            (Some(rating), ..) => rating.value,
            (None, Some(lowest), _) if lost => f64::from(lowest + ladder.lowest) / 2.0,
            (None, _, Some(highest)) => f64::from(highest + ladder.highest) / 2.0,
            (None, ..) => f64::from(ladder.lowest + ladder.highest) / 2.0,
        };
        ladder.nearest(aim)
    }

    /// The outcome in words.
    pub fn summary(&self) -> String {
        let games = self.count();
        match self.estimate() {
            Some(Rating { value, error }) => format!("{value:.0} ± {error:.0} after {games} games"),
            None if games == 0 => "no games".to_owned(),
            None => {
                let lost = self.pairs.values().all(|pair| pair.half_points == 0);
                let levels: Vec<i32> = self.levels().map(|level| level.level).collect();
                match (lost, levels.first(), levels.last()) {
                    (true, Some(lowest), _) => format!("all {games} games lost: below {lowest}"),
                    (_, _, Some(highest)) => format!("all {games} games won: above {highest}"),
                    _ => "no games".to_owned(),
                }
            }
        }
    }
}

impl Ladder {
    fn nearest(self, aim: f64) -> i32 {
        let step = f64::from(self.step.max(1));
        ((aim / step).round() * step).clamp(f64::from(self.lowest), f64::from(self.highest)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::GameResult;
    use vernier_engine::Rng;

    const LADDER: Ladder = Ladder { lowest: 1350, highest: 2850, step: 25 };

    fn game(id: u32, level: i32, half_points: usize) -> GameRecord {
        let names = ["we".to_owned(), opponent(level)];
        let ours = if id.is_multiple_of(2) { Color::White } else { Color::Black };
        let [white, black] = if ours == Color::White { names } else { [names[1].clone(), names[0].clone()] };
        let result = match half_points {
            0 => GameResult::won_by(!ours),
            1 => GameResult::Draw,
            _ => GameResult::won_by(ours),
        };
        GameRecord {
            id,
            white,
            black,
            result,
            reason: String::new(),
            termination: String::new(),
            opening: String::new(),
            white_faults: Default::default(),
            black_faults: Default::default(),
            began: 0,
            took: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn the_estimate_follows_the_score() {
        let mut games = Games::default();
        // 15 of 20 points against one level: 191 more.
        for id in 0..20 {
            games.add(&game(id, 2000, if id % 4 == 3 { 0 } else { 2 }));
        }
        let rating = games.estimate().unwrap();
        assert!((rating.value - 2190.85).abs() < 0.1, "{rating:?}");
        assert!(rating.error > 50.0 && rating.error < 200.0);
        assert_eq!((games.count(), games.begun(), games.unfinished()), (20, 10, None));
        games.add(&game(21, 2000, 2));
        assert_eq!((games.begun(), games.unfinished()), (11, Some(2000)));
        // A game between other engines does not count.
        let mut stranger = game(30, 2000, 2);
        stranger.white = "a".into();
        stranger.black = "b".into();
        games.add(&stranger);
        assert_eq!(games.count(), 21);
    }

    #[test]
    fn without_an_estimate_the_ladder_is_halved() {
        let mut games = Games::default();
        assert_eq!(games.next_level(LADDER), 2100);
        assert_eq!(games.summary(), "no games");
        games.add(&game(0, 2100, 2));
        games.add(&game(1, 2100, 2));
        assert_eq!(games.next_level(LADDER), 2475);
        assert_eq!(games.summary(), "all 2 games won: above 2100");
        games.add(&game(2, 2475, 0));
        games.add(&game(3, 2475, 0));
        assert!((2275..=2300).contains(&games.next_level(LADDER)), "{}", games.next_level(LADDER));
        let mut lost = Games::default();
        lost.add(&game(0, 2100, 0));
        lost.add(&game(1, 2100, 0));
        assert_eq!(lost.next_level(LADDER), 1725);
        assert_eq!(lost.summary(), "all 2 games lost: below 2100");
    }

    /// Ratings that are played for end near the truth, and the intervals hold it as often as they say.
    #[test]
    fn simulated_ratings_are_found() {
        let mut random = Rng::new(3);
        let (mut held, runs) = (0, 200);
        for run in 0..runs {
            let truth = 1500.0 + 5.0 * f64::from(run);
            let mut games = Games::default();
            while games.count() < 300 {
                let (number, level) = (games.begun(), games.next_level(LADDER));
                for id in [2 * number, 2 * number + 1] {
                    let score = Elo(truth - f64::from(level)).expected_score();
                    // A fifth of the points comes from draws.
                    let draws = 0.4 * score.min(1.0 - score);
                    let drawn = random.unit();
                    let half_points = match drawn {
                        fraction if fraction < draws => 1,
                        fraction if fraction < draws + score - draws / 2.0 => 2,
                        _ => 0,
                    };
                    games.add(&game(id, level, half_points));
                }
            }
            let rating = games.estimate().unwrap();
            assert!((rating.value - truth).abs() < 150.0, "{truth}: {rating:?}");
            held += u32::from((rating.value - truth).abs() <= rating.error);
        }
        assert!((180..=199).contains(&held), "{held} of {runs} intervals hold the truth");
    }
}
