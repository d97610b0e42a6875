//! Short mates, found by trying everything.
//!
//! A policy hides the sacrifices that mate, and a proof by simulations may take a longer way than it must. From time to
//! time all moves are tried a few plies deep, for a small part of the work; what is found is a shortest mate.

use std::collections::HashMap;
use vernier_chess::{Board, Key, Move};

/// Tries all moves, within a number of positions.
pub(super) struct MateSearch {
    left: u64,
    /// Positions of the winner with this many plies to go: the move that mates, if any.
    known: HashMap<(Key, u16), Option<Move>>,
}

impl MateSearch {
    /// A search of this many positions at most.
    pub(super) fn new(positions: u64) -> Self {
        Self { left: positions, known: HashMap::new() }
    }

    /// The shortest mate of the side to move in fewer than this many plies, as a line with the longest defence.
    pub(super) fn shortest(&mut self, board: &Board, below: u16) -> Option<Vec<Move>> {
        for plies in (1..below).step_by(2) {
            if let Some(mv) = self.attack(board, plies)? {
                return Some(self.line(board, mv, plies));
            }
        }
        None
    }

    /// The move that mates within this many plies; none if there is no such move, nothing if positions have run out.
    fn attack(&mut self, board: &Board, plies: u16) -> Option<Option<Move>> {
        let place = (board.key(), plies);
        if let Some(known) = self.known.get(&place) {
            return Some(*known);
        }
        let mut moves: Vec<Move> = board.legal_moves().iter().copied().collect();
        if plies == 1 {
            moves.retain(|mv| board.gives_check(*mv));
        } else {
            moves.sort_by_key(|mv| !board.gives_check(*mv));
        }
        let mut found = None;
        for mv in moves {
            if self.loses(&board.play(mv), plies - 1)? {
                found = Some(mv);
                break;
            }
        }
        self.known.insert(place, found);
        Some(found)
    }

    /// True if the side to move is mated within this many plies whatever it does.
    fn loses(&mut self, board: &Board, plies: u16) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let replies = board.legal_moves();
        if replies.is_empty() {
            return Some(board.in_check());
        }
        if plies == 0 || board.halfmove_clock() + plies >= 100 || board.has_insufficient_material() {
            return Some(false);
        }
        // What takes something refutes most often.
        let (noisy, quiet): (Vec<Move>, Vec<Move>) = replies.iter().copied().partition(|mv| !mv.is_quiet());
        for reply in noisy.into_iter().chain(quiet) {
            if self.attack(&board.play(reply), plies - 1)?.is_none() {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The whole line of a mate: the winner's moves, and the replies that put it off longest.
    fn line(&mut self, board: &Board, mv: Move, plies: u16) -> Vec<Move> {
        let (mut line, mut board, mut plies) = (vec![mv], board.play(mv), plies);
        while plies >= 3 {
            let holds = |search: &mut Self, reply: &Move| {
                let after = board.play(*reply);
                plies < 5 || search.attack(&after, plies - 4).is_none_or(|found| found.is_none())
            };
            let replies = board.legal_moves();
            let Some(reply) =
                replies.iter().copied().find(|reply| holds(self, reply)).or(replies.first().copied())
            else {
                break;
            };
            let after = board.play(reply);
            let Some(next) =
                (1..=plies - 2).step_by(2).find_map(|plies| self.attack(&after, plies).flatten())
            else {
                break;
            };
            line.extend([reply, next]);
            board = after.play(next);
            plies -= 2;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortest(fen: &str, positions: u64) -> Option<Vec<String>> {
        let board: Board = fen.parse().expect("legal");
        let line = MateSearch::new(positions).shortest(&board, 8)?;
        let end = line.iter().fold(board, |board, mv| board.play(*mv));
        assert!(end.is_checkmate(), "{fen}");
        Some(line.iter().map(Move::to_string).collect())
    }

    #[test]
    fn sacrifices_that_mate_are_found() {
        let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        let line = shortest(fen, 100_000).expect("a mate in two");
        assert_eq!((line.len(), line[0].as_str()), (3, "a1a6"));
        assert_eq!(shortest("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 100), Some(vec!["d1d8".to_owned()]));
    }

    #[test]
    fn the_mate_search_respects_its_budget_and_finds_no_false_mate() {
        assert_eq!(shortest("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 5), None);
        assert_eq!(shortest("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 20_000), None);
        // The fifty-move rule comes first.
        assert_eq!(shortest("kbK5/pp6/1P6/8/8/8/8/R7 w - - 98 80", 100_000), None);
    }
}
