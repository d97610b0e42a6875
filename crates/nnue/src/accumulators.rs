//! The first layer's sums along a line of moves, brought up to date only where they are asked for.

use crate::block::Block;
use crate::feature::View;
use crate::network::Network;
use std::sync::Arc;
use vernier_chess::{Bitboard, Board, ByColor, ByPiece, Color, Piece, Role, Square};

/// Sums for each position of a line, for both views.
///
/// A move only notes what it changed. When a score is asked for, the sums of the last position that has them are rolled
/// forward; where a king has crossed the middle of the board or come to another bucket, its owner's view is built anew from a
/// cache of the last position seen with that view.
///
/// ```
/// use std::sync::Arc;
/// use vernier_chess::{Board, Piece, Square};
/// use vernier_nnue::{Accumulators, Network};
/// let network = Arc::new(Network::random(32, 1, 7)?);
/// let mut board = Board::start();
/// let mut sums = Accumulators::new(network.clone(), &board);
/// let knight = Piece::WhiteKnight;
/// let mv = board.parse_uci("g1f3")?;
/// let undo = board.make(mv);
/// sums.push([(knight, Square::G1)].into_iter(), [(knight, Square::F3)].into_iter());
/// assert_eq!(sums.evaluate(&board), network.evaluate(&board));
/// board.unmake(mv, undo);
/// sums.pop();
/// assert_eq!(sums.evaluate(&board), network.evaluate(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Accumulators {
    network: Arc<Network>,
    line: Vec<Step>,
    /// Steps of the line that are in use; the others keep their memory.
    depth: usize,
    /// Two for each king bucket: files as they are, and mirrored.
    caches: ByColor<Vec<Cache>>,
}

/// One position of the line.
struct Step {
    removed: Changed,
    placed: Changed,
    sums: ByColor<Vec<Block>>,
    is_known: ByColor<bool>,
    /// How each player sees this position.
    views: ByColor<View>,
}

/// Up to two pieces with their squares.
type Changed = [Option<(Piece, Square)>; 2];

/// The last position whose sums were built with a view.
#[derive(Clone)]
struct Cache {
    pieces: ByPiece<Bitboard>,
    sums: Vec<Block>,
}

impl Accumulators {
    /// For boards judged by that network, starting from one.
    pub fn new(network: Arc<Network>, board: &Board) -> Self {
        let cache = Cache { pieces: ByPiece::default(), sums: network.biases().to_vec() };
        let caches = ByColor::from_fn(|_| vec![cache.clone(); 2 * network.header().kings.count()]);
        let mut accumulators = Self { network, line: Vec::new(), depth: 0, caches };
        accumulators.reset(board);
        accumulators
    }

    /// Starts a new line.
    pub fn reset(&mut self, board: &Board) {
        self.depth = 0;
        let views = ByColor::from_fn(|color| self.network.view(color, board.king(color)));
        self.step([None; 2], [None; 2], views);
    }

    /// A move has removed and placed those pieces, two each at most; what moves is removed and placed.
    pub fn push(
        &mut self,
        removed: impl Iterator<Item = (Piece, Square)>,
        placed: impl Iterator<Item = (Piece, Square)>,
    ) {
        let (removed, placed) = (gather(removed), gather(placed));
        let mut views = self.line[self.depth - 1].views;
        for (piece, square) in placed.iter().flatten() {
            if piece.role() == Role::King {
                views[piece.color()] = self.network.view(piece.color(), *square);
            }
        }
        self.step(removed, placed, views);
    }

    /// The last move has been taken back.
    pub fn pop(&mut self) {
        debug_assert!(self.depth > 1, "nothing to take back");
        self.depth = self.depth.saturating_sub(1).max(1);
    }

    /// The score of the board at the end of the line, from the side to move's view.
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        for color in Color::ALL {
            self.bring_up_to_date(board, color);
        }
        let [mover, opponent] = Network::players(board);
        let sums = &self.line[self.depth - 1].sums;
        self.network.forward(board, &sums[mover], &sums[opponent])
    }

    fn step(&mut self, removed: Changed, placed: Changed, views: ByColor<View>) {
        if self.depth == self.line.len() {
            let sums = ByColor::from_fn(|_| vec![Block::ZERO; self.network.width()]);
            self.line.push(Step { removed, placed, sums, is_known: ByColor([false; 2]), views });
        } else {
            let step = &mut self.line[self.depth];
            (step.removed, step.placed, step.views) = (removed, placed, views);
            step.is_known = ByColor([false; 2]);
        }
        self.depth += 1;
    }

    fn bring_up_to_date(&mut self, board: &Board, color: Color) {
        let last = self.depth - 1;
        let view = self.line[last].views[color];
        let same = |step: &&Step| step.views[color] == view;
        let unknown = |step: &&Step| !step.is_known[color];
        let missing = self.line[..=last].iter().rev().take_while(same).take_while(unknown).count();
        // Every step back to the start, or to where the view was another, is missing: nothing to roll forward from.
        let start = self.depth - missing;
        if start == 0 || self.line[start - 1].views[color] != view {
            self.rebuild(board, color, view);
            return;
        }
        for index in start..=last {
            self.roll_forward(index, color, view);
        }
    }

    /// The sums of a step from those of the step before.
    fn roll_forward(&mut self, index: usize, color: Color, view: View) {
        let (before, after) = self.line.split_at_mut(index);
        let (Some(before), Some(step)) = (before.last(), after.first_mut()) else { return };
        let (mut removed, mut placed) = (Rows::<2>::new(), Rows::<2>::new());
        for (rows, changed) in [(&mut removed, step.removed), (&mut placed, step.placed)] {
            for (piece, square) in changed.into_iter().flatten() {
                rows.push(self.network.row(view.feature(piece, square)));
            }
        }
        let out = &mut step.sums[color];
        self.network.kernel().update(&before.sums[color], removed.as_slice(), placed.as_slice(), out);
        step.is_known[color] = true;
    }

    /// The sums of the last step from the cache of its view, which usually differs by a few pieces.
    fn rebuild(&mut self, board: &Board, color: Color, view: View) {
        let cache = &mut self.caches[color][2 * view.bucket() + usize::from(view.is_mirrored())];
        let (mut removed, mut placed) = (Rows::<32>::new(), Rows::<32>::new());
        for piece in Piece::ALL {
            let now = board.pieces(piece.color(), piece.role());
            let then = core::mem::replace(&mut cache.pieces[piece], now);
            for (rows, squares) in [(&mut removed, then - now), (&mut placed, now - then)] {
                for square in squares {
                    rows.push(self.network.row(view.feature(piece, square)));
                }
            }
        }
        let step = &mut self.line[self.depth - 1];
        let out = &mut step.sums[color];
        self.network.kernel().update(&cache.sums, removed.as_slice(), placed.as_slice(), out);
        cache.sums.copy_from_slice(out);
        step.is_known[color] = true;
    }
}

/// At most `N` rows of the first layer, on the stack.
struct Rows<'a, const N: usize> {
    rows: [&'a [Block]; N],
    len: usize,
}

impl<'a, const N: usize> Rows<'a, N> {
    const fn new() -> Self {
        Self { rows: [&[]; N], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, row: &'a [Block]) {
        self.rows[self.len] = row;
        self.len += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[&'a [Block]] {
        &self.rows[..self.len]
    }
}

/// The first two of a few changes; a move makes no more.
fn gather(mut changes: impl Iterator<Item = (Piece, Square)>) -> Changed {
    [changes.next(), changes.next()]
}
