//! The positions of a book that is being grown, and what is known of them.
//!
//! Positions are analysed one by one; each analysis names the best moves with their scores. Scores are backed up from the last
//! positions to the first, so a move that turns out bad later loses its place. The rest is divided among the moves by score,
//! and the shares say how likely a position is to come up: the likeliest are analysed next. Scores err, so moves that are not
//! quite good enough are also examined, less often, and may come back.

use std::collections::HashMap;
use vernier_chess::polyglot::BookBuilder;
use vernier_chess::{Board, Key, Move};

/// Which moves are good enough for the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taste {
    /// How much a move may lose beside the best one at the start, in hundredths of a pawn; a third of that at the end.
    pub margin: i32,
    /// The limit on how far from even a line may lead.
    pub bound: i32,
    /// Half-moves from the start to the last position of the book.
    pub max_ply: u16,
}

/// A move and its search score, for its player, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    pub mv: Move,
    pub score: i32,
}

/// A position to be analysed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    pub board: Board,
    /// How likely it is to come up, or to be considered.
    pub interest: f64,
    /// Half-moves from the start.
    pub ply: u16,
}

/// All analysed positions, by their Polyglot keys, so that transpositions meet.
pub struct Graph {
    taste: Taste,
    places: HashMap<Key, usize>,
    nodes: Vec<Node>,
    waiting: Vec<Candidate>,
}

/// An analysed position.
struct Node {
    board: Board,
    ply: u16,
    /// True if games by the book come here.
    reached: bool,
    interest: f64,
    /// The score of its own search.
    searched: i32,
    /// That, and what lies behind its best move, in the mean: each errs, and the mean errs less.
    value: i32,
    branches: Vec<Branch>,
}

/// A move of an analysed position.
struct Branch {
    line: Line,
    next: Board,
    /// The score after what was found behind the move.
    value: i32,
    /// How often it is to be played; nothing if it is not good enough.
    share: f64,
    /// How often to examine it.
    interest: f64,
}

/// How often a move that is almost good enough is examined.
const DOUBT: f64 = 0.1;
/// Weights of a position's moves add up to about this.
const WHOLE: f64 = 1000.0;

impl Graph {
    /// An empty graph: only the first position waits.
    pub fn new(start: Board, taste: Taste) -> Self {
        let waiting = vec![Candidate { board: start, interest: 1.0, ply: 0 }];
        Self { taste, places: HashMap::new(), nodes: Vec::new(), waiting }
    }

    /// Positions analysed so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What is to be analysed next, the likeliest first.
    pub fn waiting(&self) -> &[Candidate] {
        &self.waiting
    }

    /// Adds analyses of positions.
    pub fn learn(&mut self, found: impl IntoIterator<Item = (Candidate, Vec<Line>)>) {
        for (candidate, lines) in found {
            let Candidate { board, interest, ply } = candidate;
            let searched = lines.iter().map(|line| line.score).max().unwrap_or(0);
            let branches = lines.into_iter().map(|line| Branch::new(&board, line)).collect();
            self.places.insert(board.polyglot_key(), self.nodes.len());
            self.nodes.push(Node {
                board,
                ply,
                reached: false,
                interest,
                searched,
                value: searched,
                branches,
            });
        }
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|index| self.nodes[*index].ply);
        order.iter().rev().for_each(|index| self.back_up(*index));
        self.spread(&order);
    }

    /// The node behind a move. A position that also came up earlier is not followed, so that no line runs in a circle.
    fn behind(&self, ply: u16, next: &Board) -> Option<usize> {
        let place = self.places.get(&next.polyglot_key()).copied();
        place.filter(|place| self.nodes[*place].ply == ply + 1)
    }

    /// Evaluates a position by what lies behind its moves, and divides its share among them.
    fn back_up(&mut self, index: usize) {
        let ply = self.nodes[index].ply;
        let mut branches = std::mem::take(&mut self.nodes[index].branches);
        for branch in &mut branches {
            let behind = self.behind(ply, &branch.next);
            branch.value = behind.map_or(branch.line.score, |place| -self.nodes[place].value);
        }
        let best = branches.iter().map(|branch| branch.value).max().unwrap_or(0);
        let (margin, bound) = (self.taste.margin_at(ply), self.taste.bound);
        for branch in &mut branches {
            let loss = best - branch.value;
            let within = |times: i32| loss <= times * margin && branch.value.abs() <= times * bound;
            // The best move has a whole share, one that loses the whole margin next to none.
            let worth = |times: i32| 1.0 - f64::from(loss) / f64::from(times * margin + 1);
            branch.share = if within(1) { worth(1).powi(2) } else { 0.0 };
            branch.interest = if within(2) { DOUBT * worth(2) } else { 0.0 };
        }
        let total: f64 = branches.iter().map(|branch| branch.share).sum();
        for branch in branches.iter_mut().filter(|branch| branch.share > 0.0) {
            branch.share /= total;
            branch.interest = branch.interest.max(branch.share);
        }
        let node = &mut self.nodes[index];
        (node.value, node.branches) = ((node.searched + best) / 2, branches);
    }

    /// Works out what games come to and how interesting each position is, and lists those not analysed yet.
    fn spread(&mut self, order: &[usize]) {
        let mut waiting: HashMap<Key, Candidate> = HashMap::new();
        for node in &mut self.nodes {
            let is_start = node.ply == 0;
            (node.reached, node.interest) = (is_start, if is_start { 1.0 } else { 0.0 });
        }
        for index in order {
            let node = &self.nodes[*index];
            let (ply, reached, interest) = (node.ply, node.reached, node.interest);
            let branches = std::mem::take(&mut self.nodes[*index].branches);
            for branch in branches.iter().filter(|branch| branch.interest > 0.0) {
                let (next, interest) = (branch.next, interest * branch.interest);
                if let Some(place) = self.behind(ply, &next) {
                    self.nodes[place].reached |= reached && branch.share > 0.0;
                    self.nodes[place].interest += interest;
                } else if ply < self.taste.max_ply && !self.places.contains_key(&next.polyglot_key()) {
                    let fresh = Candidate { board: next, interest: 0.0, ply: ply + 1 };
                    waiting.entry(next.polyglot_key()).or_insert(fresh).interest += interest;
                }
            }
            self.nodes[*index].branches = branches;
        }
        self.waiting = waiting.into_values().collect();
        self.waiting.sort_by(|one, other| {
            other
                .interest
                .total_cmp(&one.interest)
                .then(one.board.polyglot_key().cmp(&other.board.polyglot_key()))
        });
    }

    /// The book so far. Every move in it leads to a position that was analysed itself.
    pub fn book(&self) -> BookBuilder {
        let mut builder = BookBuilder::new();
        for node in self.nodes.iter().filter(|node| node.reached) {
            for branch in node.branches.iter().filter(|branch| branch.share > 0.0) {
                if self.behind(node.ply, &branch.next).is_some() {
                    builder.add(&node.board, branch.line.mv, (branch.share * WHOLE).round().max(1.0) as u64);
                }
            }
        }
        builder
    }
}

impl Branch {
    fn new(board: &Board, line: Line) -> Self {
        Self { line, next: board.play(line.mv), value: line.score, share: 0.0, interest: 0.0 }
    }
}

impl Taste {
    fn margin_at(&self, ply: u16) -> i32 {
        let (ply, plies) = (i32::from(ply), i32::from(self.max_ply).max(1));
        self.margin - self.margin * 2 * ply / (3 * plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::polyglot::Book;

    const TASTE: Taste = Taste { margin: 30, bound: 50, max_ply: 6 };

    /// Moves with scores, in SAN.
    fn lines(board: &Board, moves: &[(&str, i32)]) -> Vec<Line> {
        moves
            .iter()
            .map(|(san, score)| Line { mv: board.parse_san(san).expect(san), score: *score })
            .collect()
    }

    fn learn(graph: &mut Graph, moves: &[&str], found: &[(&str, i32)]) {
        let board = moves
            .iter()
            .fold(Board::start(), |board, san| board.play(board.parse_san(san).expect("a legal move")));
        let waiting = graph.waiting().iter().find(|candidate| candidate.board.key() == board.key());
        let candidate = *waiting.expect("the position waits");
        graph.learn([(candidate, lines(&board, found))]);
    }

    /// The moves of the book after some moves, with their weights.
    fn shown(graph: &Graph, moves: &[&str]) -> Vec<(String, u16)> {
        let board = moves
            .iter()
            .fold(Board::start(), |board, san| board.play(board.parse_san(san).expect("a legal move")));
        let book = Book::new(graph.book().finish()).expect("a book");
        let found = book.moves(&board).moves;
        found.iter().map(|found| (board.san(found.mv).to_string(), found.weight)).collect()
    }

    #[test]
    fn better_moves_are_analysed_first_and_weigh_more() {
        let mut graph = Graph::new(Board::start(), TASTE);
        learn(&mut graph, &[], &[("e4", 20), ("d4", 15), ("f3", -60)]);
        let first = |place: usize| graph.waiting()[place].board;
        let after = |san: &str| Board::start().play(Board::start().parse_san(san).expect(san)).key();
        assert_eq!(graph.waiting().len(), 2, "f3 loses far too much");
        assert_eq!((first(0).key(), first(1).key()), (after("e4"), after("d4")));
        assert!(graph.book().is_empty(), "what was not analysed is not played");
        learn(&mut graph, &["e4"], &[("e5", -20)]);
        learn(&mut graph, &["d4"], &[("d5", -15)]);
        let book = shown(&graph, &[]);
        assert_eq!(book.iter().map(|found| found.0.as_str()).collect::<Vec<_>>(), ["e4", "d4"]);
        assert!(book[0].1 > book[1].1 && (999..=1001).contains(&(book[0].1 + book[1].1)), "{book:?}");
    }

    #[test]
    fn a_refuted_line_loses_its_weight() {
        let mut graph = Graph::new(Board::start(), TASTE);
        learn(&mut graph, &[], &[("e4", 20), ("d4", 15)]);
        learn(&mut graph, &["e4"], &[("e5", -20)]);
        learn(&mut graph, &["d4"], &[("d5", -15)]);
        // A deeper look finds that e5 is good for Black.
        learn(&mut graph, &["e4", "e5"], &[("Nf3", -80)]);
        assert_eq!(shown(&graph, &[]), [("d4".to_owned(), 1000)]);
        // It was not too much, so it is looked into again, and comes back.
        learn(&mut graph, &["e4", "e5", "Nf3"], &[("Nc6", -10)]);
        assert_eq!(shown(&graph, &[]).len(), 2);
    }

    #[test]
    fn unbalanced_lines_are_dropped() {
        let mut graph = Graph::new(Board::start(), TASTE);
        learn(&mut graph, &[], &[("e4", 20), ("d4", 20)]);
        learn(&mut graph, &["e4"], &[("e5", -40)]);
        learn(&mut graph, &["d4"], &[("d5", -55)]);
        assert_eq!(shown(&graph, &[]).len(), 1, "d4 is too good to be even");
        learn(&mut graph, &["d4", "d5"], &[("c4", 101)]);
        let after_e4 = |candidate: &Candidate| candidate.board.to_string().contains("4P3");
        assert!(graph.waiting().iter().all(after_e4), "far too good: what follows is not analysed");
    }

    #[test]
    fn transpositions_share_a_node_and_cycles_end() {
        let mut graph = Graph::new(Board::start(), TASTE);
        learn(&mut graph, &[], &[("Nf3", 10), ("d4", 10)]);
        learn(&mut graph, &["Nf3"], &[("Nf6", -10)]);
        learn(&mut graph, &["d4"], &[("Nf6", -10)]);
        learn(&mut graph, &["Nf3", "Nf6"], &[("d4", 10), ("Ng1", 10)]);
        learn(&mut graph, &["d4", "Nf6"], &[("Nf3", 10)]);
        let both: Vec<f64> = graph.waiting().iter().map(|candidate| candidate.interest).collect();
        assert_eq!(both, [0.75, 0.25], "one position from two sides, and a knight at home");
        learn(&mut graph, &["Nf3", "Nf6", "Ng1"], &[("Ng8", -10)]);
        assert_eq!(graph.waiting().len(), 1, "the start is known");
        assert_eq!(graph.len(), 6);
        assert_eq!(shown(&graph, &["Nf3", "Nf6", "Ng1"]), []);
    }
}
