//! How much time to spend on a move: a pure function of the limits, and a judgement after every iteration.

use crate::{Clock, Limits, Parameters, Score};
use std::time::Duration;
use vernier_chess::{Board, Color, Move};

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// When to begin no further iteration, if nothing unusual has happened; none for a fixed time.
    pub(crate) soft: Option<Duration>,
    /// When to stop in any case.
    pub(crate) hard: Duration,
}

/// Settings that affect time management.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pacing {
    /// Time that may get lost between this answer and the clock.
    pub(crate) overhead: Duration,
    /// Time that usually gets lost with each answer, those to come included.
    pub(crate) drip: Duration,
    /// Percent of the usual time to spend.
    pub(crate) percent: u32,
}

impl Default for Pacing {
    fn default() -> Self {
        Self { overhead: Duration::ZERO, drip: Duration::ZERO, percent: 100 }
    }
}

/// The number of future moves for which time is reserved against lag.
const MOVES_TO_COME: u32 = 30;

/// What to spend when only the opponent's clock is known.
const BLIND: Duration = Duration::from_secs(1);

impl Plan {
    /// The plan for the side to move; none if time is not a limit.
    pub(crate) fn new(p: &Parameters, limits: &Limits, turn: Color, pacing: Pacing) -> Option<Self> {
        let overhead = pacing.overhead;
        let movetime = limits.movetime.map(|time| Self { soft: None, hard: time - overhead.min(time / 2) });
        let clock = match (limits.clocks[turn], limits.clocks[!turn]) {
            (Some(clock), _) => Some(Self::for_clock(p, clock, pacing)),
            (None, Some(_)) => Some(Self { soft: None, hard: BLIND }),
            (None, None) => None,
        };
        match (movetime, clock) {
            (Some(a), Some(b)) => Some(Self { soft: b.soft, hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }

    /// True if no further iteration should begin, with the time for the move stretched by a factor.
    pub(crate) fn is_spent(&self, elapsed: Duration, factor: f64) -> bool {
        self.soft.is_some_and(|soft| elapsed >= soft.mul_f64(factor))
    }

    /// The plan for a clock.
    pub(crate) fn for_clock(p: &Parameters, clock: Clock, pacing: Pacing) -> Self {
        let to_come = clock.moves_to_go.unwrap_or(MOVES_TO_COME).min(MOVES_TO_COME);
        let left = clock.remaining.saturating_sub(pacing.overhead + pacing.drip * to_come);
        let paced = |share: Duration| share * pacing.percent / 100;
        let (soft, hard) = match clock.moves_to_go.filter(|moves| *moves > 0) {
            None => {
                let share = paced(left / p.time_moves as u32 + clock.increment * 3 / 4);
                (share, (share * p.time_most as u32 / 100).min(left * 3 / 5))
            }
            Some(moves) => {
                // Some time is kept back for the later moves of the period, less the fewer there are.
                let moves = moves.min(40);
                let share = paced(left / (moves + 1) + clock.increment * 3 / 4);
                (share, (share * 4).min(left * 4 / (4 + moves.min(5))))
            }
        };
        Self { soft: Some(soft.min(hard)), hard }
    }
}

/// How sure the search is of its move, judged after every iteration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Confidence {
    best: Option<Move>,
    /// Iterations for which the best move has stayed the same.
    stable: u32,
    /// The score, and a running mean of the scores before it.
    score: f64,
    mean: Option<f64>,
    /// How much of all positions visited lay below the best move.
    share: f64,
}

impl Confidence {
    /// Takes note of an iteration.
    pub(crate) fn update(&mut self, best: Move, score: Score, below_best: u64, nodes: u64) {
        self.stable = if self.best == Some(best) { self.stable + 1 } else { 0 };
        self.best = Some(best);
        self.mean = Some(self.mean.map_or(f64::from(score.0), |mean| (2.0 * mean + self.score) / 3.0));
        self.score = f64::from(score.0);
        self.share = below_best as f64 / nodes.max(1) as f64;
    }

    /// By how much to stretch the time for the move: more if the best move keeps changing, its score falls, or most of
    /// the work went into other moves.
    pub(crate) fn factor(&self, p: &Parameters) -> f64 {
        if !p.stable_time {
            return 1.0;
        }
        let hundredths = |number: i32| f64::from(number) / 100.0;
        let unstable =
            hundredths(p.time_unstable) - hundredths(p.time_stability) * f64::from(self.stable.min(8));
        let fallen = (self.mean.unwrap_or_default() - self.score) / f64::from(p.time_fall);
        let falling = 1.0 + fallen.clamp(-0.15, 0.5);
        let divided = (hundredths(p.time_divided) - hundredths(p.time_effort) * self.share).clamp(0.5, 1.6);
        (unstable * falling * divided).clamp(0.3, 3.0)
    }
}

/// The time that gets lost between our answer and the opponent's clock, learned from the difference between what our
/// clock should show and what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Lag {
    /// The worst seen in this game.
    worst: Duration,
    /// What is usual: a running mean.
    mean: Duration,
    /// What our clock should show at our next move, had nothing been lost, and which ply of the game that is.
    due: Option<(Duration, u32)>,
    /// By how much an answer came after its last moment, at worst: a busy machine wakes threads late.
    lateness: Duration,
}

/// A greater difference is not lag but something else: a new game, a pause, an adjusted clock.
const MAX_LAG: Duration = Duration::from_millis(500);

impl Lag {
    /// Looks at our clock and learns what got lost since we answered, if this is our next move of the same game.
    pub(crate) fn observe(&mut self, clock: Option<Clock>, board: &Board) {
        if let (Some(clock), Some((due, ply))) = (clock, self.due.take()) {
            let lost = due.saturating_sub(clock.remaining);
            if lost <= MAX_LAG && ply == game_ply(board) {
                self.worst = self.worst.max(lost);
                self.mean = (self.mean * 7 + lost) / 8;
            }
        }
    }

    /// How to pace ourselves, given the overhead that the user expects.
    pub(crate) fn pacing(&self, overhead: Duration, percent: u32) -> Pacing {
        Pacing { overhead: overhead.max(self.worst) + self.lateness, drip: self.mean, percent }
    }

    /// Records that we answered after that time, where the answer was due by `last_moment`.
    pub(crate) fn answered(
        &mut self,
        clock: Option<Clock>,
        after: Duration,
        last_moment: Option<Duration>,
        board: &Board,
    ) {
        if let Some(late) = last_moment.and_then(|moment| after.checked_sub(moment)) {
            self.lateness = self.lateness.max(late.min(MAX_LAG));
        }
        let due = |clock: Clock| clock.remaining.saturating_sub(after) + clock.increment;
        self.due = clock.map(|clock| (due(clock), game_ply(board) + 2));
    }
}

/// The number of half-moves before this position, as its move number has it.
fn game_ply(board: &Board) -> u32 {
    2 * board.fullmove_number() + board.turn().index() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::ByColor;

    const OVERHEAD: Duration = Duration::from_millis(20);
    const PACING: Pacing = Pacing { overhead: OVERHEAD, drip: Duration::ZERO, percent: 100 };

    fn millis_of(time: Duration) -> u128 {
        time.as_millis()
    }

    /// The plan for White, with the usual numbers.
    fn under(limits: &Limits) -> Option<Plan> {
        Plan::new(&Parameters::DEFAULT, limits, Color::White, PACING)
    }

    fn by_clock(clock: Clock, pacing: Pacing) -> Plan {
        Plan::for_clock(&Parameters::DEFAULT, clock, pacing)
    }

    fn plan(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> Plan {
        let clock = Clock { moves_to_go, ..Clock::from_millis(remaining, increment) };
        let limits = Limits { clocks: ByColor([Some(clock), None]), ..Limits::default() };
        under(&limits).expect("a clock is a limit")
    }

    #[test]
    fn budgets_by_table() {
        // remaining, increment, moves to go; soft and hard
        let table = [
            ((60_000, 0, None), (2499, 9996)),
            ((60_000, 600, None), (2949, 11_796)),
            ((2_000, 20, None), (97, 390)),
            ((1_000, 10, None), (48, 193)),
            ((100, 0, None), (3, 13)),
            ((30, 5_000, None), (6, 6)),
            ((20, 0, None), (0, 0)),
            ((10, 0, None), (0, 0)),
            ((0, 0, None), (0, 0)),
            ((-5, 0, None), (0, 0)),
            ((60_000, 0, Some(40)), (1462, 5851)),
            ((60_000, 0, Some(1)), (29_990, 47_984)),
            ((5_000, 0, Some(2)), (1660, 3320)),
            ((60_000, 0, Some(0)), (2499, 9996)),
        ];
        for ((remaining, increment, moves_to_go), expected) in table {
            let plan = plan(remaining, increment, moves_to_go);
            let soft = plan.soft.expect("a clock has a soft budget");
            assert_eq!(
                (millis_of(soft), millis_of(plan.hard)),
                expected,
                "{remaining}+{increment} in {moves_to_go:?}"
            );
        }
    }

    #[test]
    fn no_plan_spends_more_than_the_clock_has() {
        for remaining in [0, 1, 5, 10, 21, 50, 333, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(10), Some(300)] {
                    let plan = plan(remaining, increment, moves_to_go);
                    let safe = Duration::from_millis(remaining as u64).saturating_sub(OVERHEAD);
                    assert!(
                        plan.hard <= safe && plan.soft <= Some(plan.hard),
                        "{remaining} {increment} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_slow_mover_takes_more_but_never_too_much() {
        let clock = Clock::from_millis(60_000, 0);
        let plan = |percent| by_clock(clock, Pacing { percent, ..PACING });
        let soft = |percent| plan(percent).soft.expect("a soft budget");
        assert!(soft(50) * 19 / 10 < soft(100) && soft(100) * 19 / 10 < soft(200));
        assert!(plan(1000).hard <= Duration::from_millis(36_000));
    }

    #[test]
    fn no_period_and_no_long_game_runs_out_of_time() {
        // The worst case: every move takes all that it may, and the overhead comes on top.
        for (moves, base, increment) in
            [(Some(40), 400, 0), (Some(40), 5_000, 0), (None, 1_000, 0), (None, 1_000, 10)]
        {
            let mut clock = base;
            for ply in 0..234_u32 {
                let left = moves.map(|moves| moves - ply % moves);
                let hard = plan(clock, increment, left).hard.as_millis() as i64;
                clock -= hard + if hard > 0 { 5 } else { 0 };
                assert!(clock > 0, "{moves:?} {base}: out of time at move {ply}");
                clock += increment;
                if left == Some(1) {
                    clock += base;
                }
            }
        }
    }

    #[test]
    fn movetime_and_missing_clocks_give_fixed_plans() {
        let second = Duration::from_secs(1);
        let fixed = under(&Limits::movetime(second)).expect("a plan");
        assert_eq!((fixed.soft, millis_of(fixed.hard)), (None, 980));
        let instant = under(&Limits::movetime(Duration::ZERO)).expect("a plan");
        assert_eq!(instant.hard, Duration::ZERO);
        let clocks = ByColor([None, Some(Clock::from_millis(50, 0))]);
        let blind = under(&Limits { clocks, ..Limits::default() }).expect("a plan");
        assert_eq!((blind.soft, blind.hard), (None, BLIND));
        assert_eq!(under(&Limits::depth(9)), None);
    }

    #[test]
    fn a_stable_best_move_takes_less_time() {
        let mv = |text| Board::start().parse_uci(text).expect("a legal move");
        let mut sure = Confidence::default();
        let mut unsure = Confidence::default();
        for iteration in 0..10 {
            sure.update(mv("e2e4"), Score(30), 90, 100);
            unsure.update(
                mv(if iteration % 2 == 0 { "e2e4" } else { "d2d4" }),
                Score(30 - 10 * iteration),
                30,
                100,
            );
        }
        assert!(sure.factor(&Parameters::DEFAULT) < 0.6, "{}", sure.factor(&Parameters::DEFAULT));
        assert!(unsure.factor(&Parameters::DEFAULT) > 2.0, "{}", unsure.factor(&Parameters::DEFAULT));
    }

    /// A position of that move of a game.
    fn at(number: u32) -> Board {
        format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 {number}").parse().expect("a position")
    }

    #[test]
    fn lost_time_is_measured() {
        let clock = |millis| Some(Clock::from_millis(millis, 1_000));
        let mut lag = Lag::default();
        let mut overhead = |millis, answered: u64, number| {
            lag.observe(clock(millis), &at(number));
            lag.answered(clock(millis), Duration::from_secs(answered), None, &at(number));
            millis_of(lag.pacing(Duration::ZERO, 100).overhead)
        };
        assert_eq!(overhead(60_000, 2, 1), 0);
        assert_eq!(overhead(58_930, 1, 2), 70);
        // Something else than lag: a new period, or a clock that was set.
        assert_eq!(overhead(20_000, 1, 3), 70);
        assert_eq!(overhead(90_000, 1, 4), 70);
        // The position does not follow the last one: what the clock shows means nothing.
        assert_eq!(overhead(89_800, 1, 40), 70);
        assert_eq!(overhead(89_670, 1, 41), 130);
        assert_eq!(lag.pacing(OVERHEAD * 9, 100).overhead, OVERHEAD * 9);
    }

    #[test]
    fn late_answers_shorten_the_next_plan() {
        let clock = Some(Clock::from_millis(1_000, 0));
        let millis = Duration::from_millis;
        let mut lag = Lag::default();
        lag.answered(clock, millis(90), Some(millis(100)), &Board::start());
        assert_eq!(lag.pacing(OVERHEAD, 100).overhead, OVERHEAD);
        lag.answered(clock, millis(130), Some(millis(100)), &Board::start());
        lag.answered(clock, millis(110), Some(millis(100)), &Board::start());
        assert_eq!(lag.pacing(OVERHEAD, 100).overhead, OVERHEAD + millis(30));
        lag.answered(clock, Duration::from_secs(60), Some(millis(100)), &Board::start());
        assert_eq!(lag.pacing(OVERHEAD, 100).overhead, OVERHEAD + MAX_LAG);
    }

    #[test]
    fn lag_is_reserved() {
        // A second for the whole game, and 3 ms lost with every move.
        let lost = Duration::from_millis(3);
        let mut lag = Lag::default();
        let mut remaining = Duration::from_secs(1);
        for played in 0..80 {
            let clock = Clock { remaining, ..Clock::default() };
            lag.observe(Some(clock), &at(played + 1));
            let soft = by_clock(clock, lag.pacing(OVERHEAD, 100)).soft.expect("a soft budget");
            lag.answered(Some(clock), soft, None, &at(played + 1));
            remaining =
                remaining.checked_sub(soft + lost).unwrap_or_else(|| panic!("out of time at {played}"));
        }
    }
}
