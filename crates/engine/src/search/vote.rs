//! Which thread's answer is played.

use crate::Score;
use crate::results::Outcome;

/// The outcome to play. Threads vote for their moves; a vote counts more the deeper the search and the better the
/// score. A proven win is played in any case, the quickest first.
pub(crate) fn choose<'a>(own: Option<&'a Outcome>, others: &'a [Outcome]) -> Option<&'a Outcome> {
    let all = || own.into_iter().chain(others).filter(|outcome| outcome.depth > 0);
    let worst = all().map(|outcome| outcome.score).min()?;
    let votes = |outcome: &Outcome| -> i64 {
        let same = all().filter(|other| other.pv.first() == outcome.pv.first());
        same.map(|other| weight(other, worst)).sum()
    };
    // The first of equals is taken, so that without a difference the first thread decides.
    all().reduce(|best, other| {
        let proven = best.score.is_win() || other.score.is_win();
        let better = if proven {
            other.score > best.score
        } else {
            (votes(other), weight(other, worst)) > (votes(best), weight(best, worst))
        };
        if better { other } else { best }
    })
}

fn weight(outcome: &Outcome, worst: Score) -> i64 {
    i64::from(outcome.score.0 - worst.0 + 20) * i64::from(outcome.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::{Board, Move};

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
    fn the_first_thread_breaks_ties() {
        assert_eq!(chosen(&[outcome("e2e4", Score(10), 8), outcome("d2d4", Score(10), 8)]), "e2e4");
        assert_eq!(choose(None, &[]), None);
    }
}
