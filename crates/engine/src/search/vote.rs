//! Which thread's answer is played.

use crate::Score;
use crate::results::Outcome;
use vernier_chess::Move;

/// The outcome to play. Threads vote for their moves; a vote counts more the deeper the search and the better the
/// score. A proven win is played in any case, the quickest first. Threads that lag behind have no vote: they have not
/// seen what refutes their move, least of all a loss that the deepest search has proven.
pub(crate) fn choose<'a>(own: Option<&'a Outcome>, others: &'a [Outcome]) -> Option<&'a Outcome> {
    let all = || own.into_iter().chain(others).filter(|outcome| outcome.depth > 0);
    if let Some(won) = all().filter(|outcome| outcome.score.is_win()).reduce(higher) {
        return Some(won);
    }
    let deepest = all().reduce(deeper)?;
    if deepest.score.is_loss() {
        return Some(deepest);
    }
    let voters = || all().filter(|outcome| outcome.depth + 1 >= deepest.depth);
    let worst = voters().map(|outcome| outcome.score).min()?;
    let backers = |mv: Option<Move>| voters().filter(move |other| other.pv.first().copied() == mv);
    let votes = |outcome: &Outcome| -> i64 {
        backers(outcome.pv.first().copied()).map(|other| weight(other, worst)).sum()
    };
    // The first of equals is taken, so that without a difference the first thread decides.
    let elected = voters().reduce(|best, other| if votes(other) > votes(best) { other } else { best })?;
    backers(elected.pv.first().copied()).reduce(deeper)
}

/// The higher score, or the first of equals.
fn higher<'a>(best: &'a Outcome, other: &'a Outcome) -> &'a Outcome {
    if other.score > best.score { other } else { best }
}

/// The deeper search, or the first of equals.
fn deeper<'a>(best: &'a Outcome, other: &'a Outcome) -> &'a Outcome {
    if other.depth > best.depth { other } else { best }
}

fn weight(outcome: &Outcome, worst: Score) -> i64 {
    i64::from(outcome.score.0 - worst.0 + 20) * i64::from(outcome.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::Board;

    fn outcome(mv: &str, score: Score, depth: u32) -> Outcome {
        let mv: Move = Board::start().parse_uci(mv).expect("a legal move");
        Outcome { depth, selective_depth: depth, score, pv: vec![mv] }
    }

    fn chosen(outcomes: &[Outcome]) -> String {
        choose(outcomes.first(), &outcomes[1..]).map_or_else(String::new, |outcome| outcome.pv[0].to_string())
    }

    #[test]
    fn two_threads_that_agree_outvote_one() {
        let outcomes =
            [outcome("e2e4", Score(30), 12), outcome("d2d4", Score(28), 12), outcome("d2d4", Score(25), 12)];
        assert_eq!(chosen(&outcomes), "d2d4");
    }

    #[test]
    fn the_shortest_mate_wins_the_vote() {
        let outcomes = [
            outcome("e2e4", Score::mate_in(9), 12),
            outcome("d2d4", Score(900), 30),
            outcome("c2c4", Score::mate_in(5), 9),
        ];
        assert_eq!(chosen(&outcomes), "c2c4");
    }

    #[test]
    fn a_thread_that_lags_behind_has_no_vote() {
        let outcomes = [outcome("e2e4", Score(30), 20), outcome("d2d4", Score(90), 12)];
        assert_eq!(chosen(&outcomes), "e2e4");
    }

    #[test]
    fn a_proven_loss_is_not_hidden_by_a_thread_that_has_not_seen_it() {
        let outcomes = [outcome("e2e4", Score::mated_in(2), 20), outcome("d2d4", Score(1400), 19)];
        assert_eq!(choose(outcomes.first(), &outcomes[1..]), outcomes.first());
    }

    #[test]
    fn of_threads_that_agree_the_deepest_reports() {
        let outcomes = [outcome("e2e4", Score(30), 12), outcome("e2e4", Score(80), 11)];
        assert_eq!(choose(outcomes.first(), &outcomes[1..]), outcomes.first());
    }

    #[test]
    fn the_first_thread_breaks_ties() {
        assert_eq!(chosen(&[outcome("e2e4", Score(10), 8), outcome("d2d4", Score(10), 8)]), "e2e4");
        assert_eq!(choose(None, &[]), None);
    }
}
