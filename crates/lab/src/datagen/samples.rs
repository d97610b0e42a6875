//! What policy networks learn from: the inputs of a position and a share of the target for each legal move.
//! `crates/nnue/POLICY.md` describes the bytes.

use vernier_chess::{Board, Move};
use vernier_nnue::feature::View;
use vernier_nnue::policy::input;
use vernier_nnue::policy::output::Rows;
use vernier_records::{Filter, Game, crc32};

/// What all shares of a position add up to, about.
const WHOLE: u32 = 4095;

/// Samples that will be written as one block.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    input_counts: Vec<u8>,
    move_counts: Vec<u8>,
    inputs: Vec<u8>,
    moves: Vec<u8>,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.input_counts.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.input_counts.is_empty()
    }

    /// Adds the positions of a game that the filter keeps. The target is what a tree search visited, or the move played.
    pub fn add_game(&mut self, game: &Game, filter: &Filter) {
        game.replay(|moment| {
            if !filter.keeps(&moment) {
                return;
            }
            match moment.visit_shares() {
                Some(shares) => self.add(moment.board, |mv| {
                    shares.iter().find(|(other, _)| *other == mv).map_or(0.0, |(_, share)| *share)
                }),
                None => self.add(moment.board, |mv| if mv == moment.mv { 1.0 } else { 0.0 }),
            }
        });
    }

    /// Adds a position with the share of each of its legal moves, between zero and one.
    pub fn add(&mut self, board: &Board, share: impl Fn(Move) -> f64) {
        let before = self.inputs.len();
        for input in input::active(board) {
            self.inputs.extend((input as u16).to_le_bytes());
        }
        self.input_counts.push(((self.inputs.len() - before) / 2) as u8);
        let view = View::of(board, board.turn());
        let moves = board.legal_moves();
        for mv in moves.iter().copied() {
            let Rows { place, character } = Rows::of(board, view, mv);
            let share = (share(mv).clamp(0.0, 1.0) * f64::from(WHOLE)).round() as u32;
            self.moves.extend((place as u32 | (character as u32) << 12 | share << 20).to_le_bytes());
        }
        self.move_counts.push(moves.len() as u8);
    }

    /// The block as bytes; nothing for no samples.
    pub fn to_bytes(&self) -> Vec<u8> {
        if self.is_empty() {
            return Vec::new();
        }
        let content = [&self.input_counts[..], &self.move_counts, &self.inputs, &self.moves].concat();
        let numbers =
            [self.len() as u32, self.inputs.len() as u32 / 2, self.moves.len() as u32 / 4, crc32(&content)];
        let mut bytes = b"VPOL".to_vec();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(content);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
    }

    #[test]
    fn a_block_holds_inputs_and_shares() {
        let mut samples = Samples::default();
        assert!(samples.to_bytes().is_empty());
        let board = Board::start();
        let best = board.parse_uci("e2e4").expect("legal");
        samples.add(&board, |mv| if mv == best { 0.75 } else { 0.0 });
        let bytes = samples.to_bytes();
        assert_eq!([4, 8, 12].map(|at| number(&bytes, at)), [1, 32, 20]);
        assert_eq!(number(&bytes, 16), crc32(&bytes[20..]));
        assert_eq!(bytes[20..22], [32, 20]);
        let moves: Vec<u32> = (0..20).map(|index| number(&bytes, 22 + 64 + 4 * index)).collect();
        let shares: Vec<u32> = moves.iter().map(|mv| mv >> 20).filter(|share| *share > 0).collect();
        assert_eq!(shares, [3071]);
        assert_eq!(bytes.len(), 22 + 64 + 80);
    }
}
