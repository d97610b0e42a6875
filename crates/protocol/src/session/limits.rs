//! From the words of `go` to the limits of a search.

use crate::uci::Go;
use std::time::Duration;
use vernier_chess::{Board, ByColor};
use vernier_engine::{Clock, Limits};

/// How long to think when time was meant to be limited, but the limit cannot be read.
const SHORT_THINK: Duration = Duration::from_secs(1);

/// The limits that a `go` stands for on this board. Moves to search that are not legal are left out.
pub(super) fn limits(go: &Go, board: &Board) -> Limits {
    // A fallen flag leaves one millisecond: the move is played at once.
    let clock = |color| {
        let (time, increment): (Option<i64>, Option<i64>) = (go.time[color], go.increment[color]);
        time.map(|time| Clock {
            moves_to_go: go.moves_to_go,
            ..Clock::from_millis(time.max(1), increment.unwrap_or(0))
        })
    };
    let mut limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        movetime: go.move_time.map(Duration::from_millis),
        clocks: ByColor::from_fn(clock),
        mate: go.mate,
        infinite: go.is_endless(),
        ponder: go.ponder,
        searchmoves: go.search_moves.iter().flatten().filter_map(|text| text.on(board).ok()).collect(),
    };
    let own = &limits.clocks[board.turn()];
    let bounded = [own.is_some(), go.depth.is_some(), go.nodes.is_some(), go.mate.is_some()].contains(&true);
    if !limits.infinite && !bounded && limits.movetime.is_none() {
        limits.movetime = Some(SHORT_THINK);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::Color;

    fn of(text: &str) -> Limits {
        limits(&Go::read(text), &Board::start())
    }

    #[test]
    fn malformed_time_limits_still_limit_the_search() {
        for text in ["btime 100", "wtime abc", "winc 5", "depth x", "movestogo 5 btime 3", "movetime"] {
            assert_eq!(of(text).movetime, Some(SHORT_THINK), "{text}");
            assert!(!of(text).is_endless());
        }
        for text in ["wtime 100", "wtime 0", "depth 3", "nodes 0", "mate 3", "infinite", ""] {
            assert_eq!(of(text).movetime, None, "{text}");
        }
        for text in ["", "infinite", "infinite depth 4", "ponder"] {
            assert!(of(text).infinite, "{text}");
        }
    }

    #[test]
    fn clocks_never_show_less_than_one_millisecond() {
        for text in ["wtime 0", "wtime -5", "wtime -99999999999999999999"] {
            let clock = of(text).clocks[Color::White].unwrap();
            assert_eq!(clock.remaining, Duration::from_millis(1), "{text}");
        }
    }

    #[test]
    fn illegal_moves_are_not_searched() {
        assert!(of("searchmoves e2e5").searchmoves.is_empty());
        assert_eq!(of("searchmoves e2e5 e2e4").searchmoves.len(), 1);
    }
}
