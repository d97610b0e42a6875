//! Mates proved from the transposition table, without a search.
//!
//! A search may have found that there is a mate, but not its moves, when it is stopped. They are still in the table: for
//! each position of the winner a move, or at least one that leads to a position known to be lost. All replies are tried,
//! so what is found here is a mate even if the table is wrong.

use crate::Score;
use crate::tt::TranspositionTable;
use std::collections::HashMap;
use vernier_chess::{Board, Key, Move};

/// The most positions looked at, which takes a millisecond or two. Ordinary proofs need a few dozen.
const PATIENCE: u32 = 5_000;
/// This many plies before the mate all moves are tried: quiescence does not store the last moves.
const CLOSE: usize = 3;

/// Proves mates.
pub(super) struct Prover<'a> {
    tt: &'a TranspositionTable,
    left: u32,
    /// What was found for positions of the winner, by plies to go.
    known: HashMap<(Key, usize), Option<Vec<Move>>>,
}

impl<'a> Prover<'a> {
    pub(super) fn new(tt: &'a TranspositionTable) -> Self {
        Self { tt, left: PATIENCE, known: HashMap::new() }
    }

    /// The rest of a line that ends in mate after at most that many plies. The side that makes the last move mates.
    pub(super) fn line(&mut self, board: &Board, plies: usize) -> Option<Vec<Move>> {
        if plies.is_multiple_of(2) { self.defence(board, plies) } else { self.attack(board, plies) }
    }

    /// How the side to move mates.
    fn attack(&mut self, board: &Board, plies: usize) -> Option<Vec<Move>> {
        let place = (board.key(), plies);
        if let Some(line) = self.known.get(&place) {
            return line.clone();
        }
        self.left = self.left.checked_sub(1)?;
        let line = self.candidates(board, plies).into_iter().find_map(|mv| {
            let rest = self.defence(&board.play(mv), plies - 1)?;
            Some([&[mv], &rest[..]].concat())
        });
        self.known.insert(place, line.clone());
        line
    }

    /// The moves that may mate in time, the table's own first.
    fn candidates(&self, board: &Board, plies: usize) -> Vec<Move> {
        let advised = self.tt.probe(board.key(), 0).0.and_then(|entry| entry.mv);
        let loses = |mv: Move| {
            let (entry, _) = self.tt.probe(board.play(mv).key(), 0);
            entry.is_some_and(|entry| entry.score <= Score::mated_in(plies - 1))
        };
        let may_mate = |mv: &Move| match plies {
            1 => board.gives_check(*mv),
            _ => plies <= CLOSE || Some(*mv) == advised || loses(*mv),
        };
        let mut moves: Vec<Move> = board.legal_moves().into_iter().filter(may_mate).collect();
        moves.sort_by_key(|mv| Some(*mv) != advised);
        moves
    }

    /// How the side to move is mated if it holds out as long as it can.
    fn defence(&mut self, board: &Board, plies: usize) -> Option<Vec<Move>> {
        self.left = self.left.checked_sub(1)?;
        let moves = board.legal_moves();
        if moves.is_empty() {
            return board.in_check().then(Vec::new);
        }
        let mut longest = Vec::new();
        for mv in moves {
            let rest = self.attack(&board.play(mv), plies.checked_sub(1)?)?;
            if rest.len() >= longest.len() {
                longest = [&[mv], &rest[..]].concat();
            }
        }
        Some(longest)
    }
}
