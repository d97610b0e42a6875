//! Playing below full strength: smaller searches, errors of judgement, and oversights.
//!
//! A weaker player looks at fewer positions, evaluates them less exactly, and now and then sees only what a move takes
//! and not the reply. So the search is limited in nodes, each of its best lines gets a random error, and a few moves
//! are judged by their looks. Blunders then come as people make them: small errors often, large ones rarely.

use crate::{Limits, Report, Request, Rng, Score};
use std::ops::RangeInclusive;
use vernier_chess::{Board, EXCHANGE_VALUES, Move, Role};

/// How strong to play: at a rating, or with everything the engine has.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Strength(f64);

/// How a player of some rating thinks.
#[derive(Clone, Copy, Debug)]
struct Habits {
    rating: f64,
    /// Positions searched for a line.
    nodes: f64,
    /// The usual error of judgement, in centipawns.
    error: f64,
    /// The chance that a move is judged by its looks.
    oversight: f64,
}

/// The players that were measured; docs/levels.md says how. Ratings between them mix their habits.
const SCALE: [Habits; 12] = [
    habits(800, 15.0, 150.0, 0.09),
    habits(1000, 18.0, 140.0, 0.037),
    habits(1200, 27.0, 132.0, 0.016),
    habits(1400, 160.0, 100.0, 0.0105),
    habits(1600, 260.0, 87.0, 0.009),
    habits(1800, 720.0, 70.0, 0.005),
    habits(2000, 2_200.0, 17.0, 0.0007),
    habits(2200, 8_000.0, 0.0, 0.0),
    habits(2400, 21_000.0, 0.0, 0.0),
    habits(2600, 56_000.0, 0.0, 0.0),
    habits(2800, 150_000.0, 0.0, 0.0),
    habits(3000, 400_000.0, 0.0, 0.0),
];

const fn habits(rating: u32, nodes: f64, error: f64, oversight: f64) -> Habits {
    Habits { rating: rating as f64, nodes, error, oversight }
}

/// The lines among which a player that errs chooses.
const LINES: usize = 4;

/// How many times the positions of one line so many lines need.
const LINES_COST: f64 = 2.0;

/// From this rating on a mate in one is never missed.
const MATES_SEEN: f64 = 1600.0;

/// Below, the chance to miss one grows by one in this many points.
const MATES_MISSED: f64 = 2400.0;

impl Strength {
    /// Full strength.
    pub const FULL: Self = Self(f64::INFINITY);
    /// The ratings that can be set.
    pub const RATINGS: RangeInclusive<u32> = SCALE[0].rating as u32..=SCALE[SCALE.len() - 1].rating as u32;
    /// The level of full strength. Those below divide the ratings into equal steps.
    pub const FULL_LEVEL: u32 = 20;

    /// The strength of a level from 0 to 20, in any steps; levels outside become the nearest.
    ///
    /// ```
    /// use vernier_engine::Strength;
    /// assert_eq!(Strength::level(20.0), Strength::FULL);
    /// assert_eq!(Strength::level(0.0), Strength::rating(800));
    /// assert!(Strength::level(3.0) < Strength::rating(2000));
    /// ```
    pub fn level(level: f64) -> Self {
        let (lowest, highest) = (f64::from(*Self::RATINGS.start()), f64::from(*Self::RATINGS.end()));
        let share = level.max(0.0) / f64::from(Self::FULL_LEVEL);
        if share < 1.0 { Self(lowest + share * (highest - lowest)) } else { Self::FULL }
    }

    /// The strength of a rating; ratings outside the range become the nearest. The highest is below full strength.
    pub fn rating(rating: u32) -> Self {
        Self(f64::from(rating.clamp(*Self::RATINGS.start(), *Self::RATINGS.end())))
    }

    /// True if nothing is held back.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    /// How such a player thinks, who must not be at full strength.
    fn habits(self) -> Habits {
        let upper = SCALE.partition_point(|known| known.rating < self.0).clamp(1, SCALE.len() - 1);
        let (below, above) = (SCALE[upper - 1], SCALE[upper]);
        let share = ((self.0 - below.rating) / (above.rating - below.rating)).min(1.0);
        let mix = |low: f64, high: f64| low + share * (high - low);
        Habits {
            rating: self.0,
            // A step of rating multiplies the nodes.
            nodes: mix(below.nodes.ln(), above.nodes.ln()).exp(),
            error: mix(below.error, above.error),
            oversight: mix(below.oversight, above.oversight),
        }
    }

    /// The limits within which such a player thinks. Analysis without end is not cut short.
    pub(crate) fn limit(self, limits: Limits) -> Limits {
        if self.is_full() || limits.is_endless() {
            return limits;
        }
        let nodes = self.habits().budget();
        Limits { nodes: Some(limits.nodes.map_or(nodes, |wanted| wanted.min(nodes))), ..limits }
    }

    /// How many lines the search must give.
    pub(crate) fn lines(self, wanted: usize) -> usize {
        if self.is_full() || !self.habits().errs() { wanted } else { wanted.max(LINES) }
    }

    /// The chance that a mate in one is missed.
    fn misses_mates(self) -> f64 {
        (MATES_SEEN - self.0).max(0.0) / MATES_MISSED
    }

    /// What such a player takes for the best move, with the score it believes in, out of the lines of its search and of
    /// what it sees without searching. Not for full strength.
    pub(crate) fn pick(self, request: &Request, lines: &[Report], seed: u64) -> Option<Report> {
        let (mut rng, board, habits) = (Rng::new(seed), &request.board, self.habits());
        let (first, last) = (lines.first()?, lines.last()?);
        let looks = |mv: Move, score: Score| Report { line: 1, score, pv: vec![mv], ..first.clone() };
        let wanted = &request.limits.searchmoves;
        let allowed =
            || board.legal_moves().into_iter().filter(|mv| wanted.is_empty() || wanted.contains(mv));
        let mates = |mv: Move| board.play(mv).is_checkmate();
        let sees_mates = rng.unit() >= self.misses_mates();
        if sees_mates && let Some(mv) = allowed().find(|mv| mates(*mv)) {
            return Some(looks(mv, Score::mate_in(1)));
        }
        if !habits.errs() {
            return Some(first.clone());
        }
        let mut candidates: Vec<Report> = lines.to_vec();
        // By its looks a move keeps what the least of the lines keeps, and wins what it takes.
        for mv in allowed() {
            if rng.unit() < habits.oversight {
                candidates.push(looks(mv, (last.score + gain(board, mv)).clamp_evaluation()));
            }
        }
        candidates.retain(|report| report.pv.first().is_some_and(|mv| sees_mates || !mates(*mv)));
        let judged = candidates
            .into_iter()
            .map(|report| (f64::from(report.score.0) + habits.misjudge(&report, &mut rng), report));
        judged.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, report)| report)
    }
}

impl Habits {
    /// True if such a player may prefer a lesser line.
    fn errs(self) -> bool {
        self.error > 0.0
    }

    /// Positions searched for a move.
    fn budget(self) -> u64 {
        (self.nodes * if self.errs() { LINES_COST } else { 1.0 }).round() as u64
    }

    /// A random error in the judgement of a line. Proven scores are exact.
    fn misjudge(self, report: &Report, rng: &mut Rng) -> f64 {
        // The sum of a few uniform numbers is close enough to a bell curve; its deviation is 1 / 1.7.
        let sum: f64 = (0..4).map(|_| rng.unit()).sum();
        if report.score.is_mate() { 0.0 } else { (sum - 2.0) * 1.7 * self.error }
    }
}

/// The material that a move wins at once.
fn gain(board: &Board, mv: Move) -> i32 {
    let taken = match board.role_at(mv.to()) {
        _ if !mv.is_capture() => 0,
        taken => EXCHANGE_VALUES[taken.unwrap_or(Role::Pawn)],
    };
    taken + mv.promotion().map_or(0, |role| EXCHANGE_VALUES[role] - EXCHANGE_VALUES[Role::Pawn])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, bench};
    use std::collections::HashMap;
    use std::sync::LazyLock;

    /// The lines that a player of some strength sees in a position.
    fn seen(engine: &mut Engine, strength: Strength, board: Board) -> (Request, Vec<Report>) {
        let request = Request::new(board).limits(strength.limit(Limits::depth(100)));
        engine.new_game();
        engine.set_multi_pv(strength.lines(1));
        let lines = engine.search(request.clone(), |_| ()).lines;
        (request, lines)
    }

    /// Positions of random games where the side to move can mate at once.
    fn mates_in_one(count: usize) -> Vec<Board> {
        let mut rng = Rng::new(1800);
        let walks = std::iter::repeat_with(|| {
            let plies = 10 + rng.below(70);
            rng.walk(&Board::start(), plies).map(|(_, board)| board)
        });
        let mates = |board: &Board| board.legal_moves().into_iter().any(|mv| board.play(mv).is_checkmate());
        walks.flatten().filter(mates).take(count).collect()
    }

    /// Real positions with what a search to depth 10 gives for each move, at most five pawns.
    static JUDGED: LazyLock<Vec<(Board, HashMap<Move, i32>)>> = LazyLock::new(|| {
        let mut engine = Engine::new();
        engine.set_multi_pv(256);
        let judge = |fen: &&str| {
            let board: Board = fen.parse().expect("a position");
            engine.new_game();
            let lines = engine.search(Request::new(board).limits(Limits::depth(10)), |_| ()).lines;
            (board, lines.iter().map(|line| (line.pv[0], line.score.0.clamp(-500, 500))).collect())
        };
        bench::POSITIONS.iter().step_by(2).map(judge).collect()
    });

    /// What the moves of a player lose in the judged positions, in centipawns.
    fn losses(rating: u32) -> Vec<i32> {
        let (mut engine, strength) = (Engine::new(), Strength::rating(rating));
        let mut losses = Vec::new();
        for (board, scores) in &*JUDGED {
            let (request, lines) = seen(&mut engine, strength, *board);
            let best = scores.values().max().expect("a move");
            losses.extend((0..40).map(|seed| {
                let picked = strength.pick(&request, &lines, seed * 7_919).expect("a move");
                best - scores[&picked.pv[0]]
            }));
        }
        losses
    }

    #[test]
    fn from_1800_on_a_mate_in_one_is_always_played() {
        let mut engine = Engine::new();
        for board in mates_in_one(40) {
            for rating in [1800, 1900, 2000, 2200] {
                let strength = Strength::rating(rating);
                let (request, lines) = seen(&mut engine, strength, board);
                let mates = |seed| {
                    board.play(strength.pick(&request, &lines, seed).expect("a move").pv[0]).is_checkmate()
                };
                assert!((0..100).all(mates), "{rating}: {board}");
            }
        }
    }

    #[test]
    fn beginners_miss_some_mates_in_one_and_see_most() {
        let (mut engine, strength) = (Engine::new(), Strength::rating(1000));
        let (mut seen_mates, mut all) = (0, 0);
        for board in mates_in_one(10) {
            let (request, lines) = seen(&mut engine, strength, board);
            for seed in 0..100 {
                all += 1;
                let picked = strength.pick(&request, &lines, seed).expect("a move");
                seen_mates += u32::from(board.play(picked.pv[0]).is_checkmate());
            }
        }
        assert!((all / 2..all * 9 / 10).contains(&seen_mates), "{seen_mates} of {all}");
    }

    #[test]
    fn players_of_1000_blunder_and_those_of_2000_hardly_do() {
        let blunders = |rating| losses(rating).into_iter().filter(|loss| *loss >= 200).count();
        let (weak, strong, all) = (blunders(1000), blunders(2000), 40 * JUDGED.len());
        assert!(weak * 20 > all && weak * 3 < all, "{weak} of {all}");
        assert!(strong * 10 < weak, "{strong} and {weak} of {all}");
    }

    #[test]
    fn the_higher_the_rating_the_less_is_lost() {
        // Players above see more than the judge.
        let mean = |rating| losses(rating).iter().sum::<i32>() as f64 / (40 * JUDGED.len()) as f64;
        let means: Vec<f64> = [800, 1200, 1600, 2000].into_iter().map(mean).collect();
        assert!(means.windows(2).all(|pair| pair[0] > 1.1 * pair[1]), "{means:?}");
    }

    #[test]
    fn habits_change_evenly_along_the_scale() {
        let habits: Vec<Habits> =
            (800..=3000).step_by(10).map(|rating| Strength::rating(rating).habits()).collect();
        for pair in habits.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            assert!(low.nodes <= high.nodes && high.nodes < 1.2 * low.nodes, "{pair:?}");
            assert!(low.error >= high.error && low.oversight >= high.oversight, "{pair:?}");
            assert!(low.nodes < high.nodes || low.error > high.error, "{pair:?}");
        }
    }

    #[test]
    fn levels_are_equal_steps_of_rating() {
        assert_eq!(Strength::RATINGS, 800..=3000);
        assert_eq!(Strength::level(10.0), Strength::rating(1900));
        assert_eq!(
            (Strength::level(-1.0), Strength::rating(0)),
            (Strength::level(0.0), Strength::rating(800))
        );
        assert!(Strength::level(19.9) < Strength::rating(9999) && !Strength::rating(9999).is_full());
        assert!(Strength::level(20.0).is_full());
    }

    #[test]
    fn only_the_moves_that_were_asked_for_are_played() {
        let (mut engine, strength) = (Engine::new(), Strength::rating(800));
        let board = Board::start();
        let wanted = board.legal_moves()[..2].to_vec();
        let limits = Limits { searchmoves: wanted.clone(), ..Limits::depth(1) };
        let request = Request::new(board).limits(limits);
        engine.set_multi_pv(LINES);
        let lines = engine.search(request.clone(), |_| ()).lines;
        assert!(
            (0..500)
                .all(|seed| wanted.contains(&strength.pick(&request, &lines, seed).expect("a move").pv[0]))
        );
    }

    #[test]
    fn levels_limit_play_but_not_analysis() {
        let beginner = Strength::level(0.0);
        assert_eq!(beginner.limit(Limits::depth(30)).nodes, Some(SCALE[0].budget()));
        assert_eq!(beginner.limit(Limits::nodes(7)).nodes, Some(7));
        assert_eq!(beginner.limit(Limits::infinite()).nodes, None);
        assert_eq!(Strength::FULL.limit(Limits::depth(3)).nodes, None);
    }
}
