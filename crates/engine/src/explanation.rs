//! Why a position is worth what it is: the table of hand-written terms, and what the network sees in each piece.

use crate::evaluation::{self, Breakdown, Weights};
use core::fmt;
use vernier_chess::{Board, Color, File, Piece, Rank, Square};
use vernier_nnue::Network;

/// The static evaluation of a position, explained. All numbers are hundredths of a pawn from White's view.
///
/// ```
/// use vernier_chess::Board;
/// use vernier_engine::Explanation;
/// let explanation = Explanation::of(&Board::start(), None);
/// assert_eq!(explanation.score(), explanation.terms.score);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The hand-written terms.
    pub terms: Breakdown,
    /// The network, if one evaluates.
    pub network: Option<NetworkView>,
}

/// What a network sees in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkView {
    /// Which network it is.
    pub checksum: u32,
    /// The value of the position.
    pub score: i32,
    /// The pieces, from a8 to h1.
    pub pieces: Vec<PieceValue>,
}

/// What a piece adds to the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceValue {
    /// Where it stands.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// The value of the position less its value without the piece; none where that position would be illegal.
    pub value: Option<i32>,
}

impl Explanation {
    /// Explains a position. The network is the one that evaluates, if any.
    pub fn of(board: &Board, network: Option<&Network>) -> Self {
        Self::with_weights(board, network, &Weights::DEFAULT)
    }

    /// The same with other weights of the hand-written terms.
    pub fn with_weights(board: &Board, network: Option<&Network>, weights: &Weights) -> Self {
        let network = network.map(|network| NetworkView::of(board, network));
        Self { terms: evaluation::explain_with(board, weights), network }
    }

    /// What the engine starts from: the network's value, or that of the terms where no network evaluates.
    pub fn score(&self) -> i32 {
        self.network.as_ref().map_or(self.terms.score, |network| network.score)
    }
}

impl NetworkView {
    fn of(board: &Board, network: &Network) -> Self {
        let to_white = |board: &Board| {
            let value = network.evaluate(board);
            if board.turn() == Color::White { value } else { -value }
        };
        let score = to_white(board);
        let value = |square, piece| {
            let mut setup = board.setup();
            setup.pieces[square] = None;
            let without = setup.mend().ok().map(|mended| mended.board);
            PieceValue { square, piece, value: without.map(|board| score - to_white(&board)) }
        };
        let squares =
            Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)));
        let pieces = squares.filter_map(|square| Some(value(square, board.piece_at(square)?))).collect();
        Self { checksum: network.header().checksum, score, pieces }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.terms)?;
        match &self.network {
            Some(network) => write!(f, "\n{network}"),
            None => write!(f, "\nNo network is in use: the hand-written terms evaluate."),
        }
    }
}

impl fmt::Display for NetworkView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Network {:08x} evaluates: {:+.2} for White", self.checksum, pawns(self.score))?;
        writeln!(f, "What each piece adds:")?;
        for rank in Rank::ALL.into_iter().rev() {
            let mut line = String::new();
            for file in File::ALL {
                let square = Square::new(file, rank);
                let cell = match self.pieces.iter().find(|found| found.square == square) {
                    None => "    .    ".to_owned(),
                    Some(PieceValue { piece, value, .. }) => {
                        let value = value.map(|value| format!("{:+.2}", pawns(value)));
                        format!(" {piece} {:<6}", value.unwrap_or_default())
                    }
                };
                line.push_str(&cell);
            }
            write!(f, "\n{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::Role;

    #[test]
    fn kings_have_no_removal_value() {
        let Some(network) = crate::NnueEval::embedded() else {
            panic!("the tests need the embedded network")
        };
        let explanation = Explanation::of(&Board::start(), Some(&network));
        let view = explanation.network.as_ref().expect("a network");
        assert_eq!(view.pieces.len(), 32);
        assert!(view.pieces.iter().all(|found| found.value.is_none() == (found.piece.role() == Role::King)));
        assert_eq!(explanation.score(), view.score);
        let text = explanation.to_string();
        assert!(text.contains("Network") && text.contains("What each piece adds"), "{text}");
    }
}
