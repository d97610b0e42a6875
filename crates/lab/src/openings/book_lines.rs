//! Openings from a Polyglot book: its lines, one after another, none twice.

use crate::openings::opening::{Opening, Order};
use std::collections::HashSet;
use vernier_chess::{Board, Key, Move};
use vernier_engine::{OpeningBook, Rng};

/// Up to `count` lines of a book, each up to this many plies or where the book ends. In random order, moves are chosen by
/// weight; in sequence, the heaviest first. There are fewer lines if the book has no more; no two of them lead to the same
/// position.
pub fn lines(book: &OpeningBook, count: usize, plies: usize, order: Order) -> Vec<Opening> {
    let mut choice = match order {
        Order::Sequential => Choice::Heaviest,
        Order::Random(seed) => Choice::ByWeight(Rng::new(seed)),
    };
    let (mut root, mut seen, mut openings) = (Node::default(), HashSet::new(), Vec::new());
    while openings.len() < count {
        let mut line = Line { board: Board::start(), keys: Vec::new(), moves: Vec::new() };
        let end = root.walk(book, plies, &mut choice, &mut line);
        if !line.moves.is_empty() && seen.insert(line.board.key()) {
            openings.push(Opening { start: Board::start(), moves: line.moves });
        }
        if end == End::Exhausted {
            break;
        }
    }
    openings
}

/// A short text that changes when the book does.
pub fn fingerprint(book: &OpeningBook) -> String {
    let text: String = book.book().entries().map(|entry| format!("{entry:?}")).collect();
    crate::store::fingerprint::of(text.as_bytes())
}

/// Which of several moves comes next.
enum Choice {
    Heaviest,
    ByWeight(Rng),
}

impl Choice {
    fn among(&mut self, branches: &[Branch]) -> usize {
        match self {
            Self::Heaviest => 0,
            Self::ByWeight(random) => {
                let total: usize = branches.iter().map(|branch| branch.weight).sum();
                let mut point = random.below(total.max(1));
                branches
                    .iter()
                    .position(|branch| {
                        let found = point < branch.weight;
                        point = point.saturating_sub(branch.weight);
                        found
                    })
                    .unwrap_or(0)
            }
        }
    }
}

/// Where a walk is.
struct Line {
    board: Board,
    keys: Vec<Key>,
    moves: Vec<Move>,
}

/// Whether there are more lines below a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    More,
    Exhausted,
}

/// A position of the book with the moves that lead to unused lines; `None` before it was first reached.
#[derive(Default)]
struct Node(Option<Vec<Branch>>);

struct Branch {
    mv: Move,
    weight: usize,
    below: Node,
}

impl Node {
    /// Walks one line to its end, which is then closed.
    fn walk(&mut self, book: &OpeningBook, plies: usize, choice: &mut Choice, line: &mut Line) -> End {
        if plies == 0 {
            return End::Exhausted;
        }
        let branches = self.0.get_or_insert_with(|| {
            let mut moves = book.moves(&line.board, &line.keys);
            moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
            let branch = |found: &vernier_chess::polyglot::Weighted| Branch {
                mv: found.mv,
                weight: found.weight.into(),
                below: Self::default(),
            };
            moves.iter().map(branch).collect()
        });
        if branches.is_empty() {
            return End::Exhausted;
        }
        let chosen = choice.among(branches);
        let branch = &mut branches[chosen];
        line.keys.push(line.board.key());
        line.moves.push(branch.mv);
        line.board = line.board.play(branch.mv);
        if branch.below.walk(book, plies - 1, choice, line) == End::Exhausted {
            branches.remove(chosen);
        }
        if branches.is_empty() { End::Exhausted } else { End::More }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The book inside the program.
    fn book() -> std::sync::Arc<OpeningBook> {
        OpeningBook::embedded()
    }

    fn ends(openings: &[Opening]) -> HashSet<Key> {
        let end = |opening: &Opening| opening.moves.iter().fold(opening.start, |board, mv| board.play(*mv));
        openings.iter().map(|opening| end(opening).key()).collect()
    }

    #[test]
    fn no_line_repeats_until_the_book_is_exhausted() {
        let book = book();
        for plies in [1, 2, 4] {
            let all = lines(&book, usize::MAX, plies, Order::Sequential);
            assert!(!all.is_empty() && all.iter().all(|opening| (1..=plies).contains(&opening.moves.len())));
            assert_eq!(ends(&all).len(), all.len());
            let shuffled = lines(&book, usize::MAX, plies, Order::Random(3));
            assert_eq!(ends(&shuffled), ends(&all), "every line comes in either order");
            let few = lines(&book, 2.min(all.len()), plies, Order::Random(3));
            assert_eq!(few, shuffled[..few.len()], "more rounds continue where fewer ended");
        }
    }

    #[test]
    fn seeds_choose_and_weights_count() {
        let book = book();
        let first = |seed| lines(&book, 1, 8, Order::Random(seed)).remove(0).moves;
        assert_eq!(first(1), first(1));
        let moves = book.moves(&Board::start(), &[]);
        let total: u32 = moves.iter().map(|found| u32::from(found.weight)).sum();
        let heaviest = moves.iter().max_by_key(|found| found.weight).unwrap();
        let times = (0..1000).filter(|seed| first(*seed)[0] == heaviest.mv).count();
        let expected = 1000.0 * f64::from(heaviest.weight) / f64::from(total);
        assert!((times as f64 - expected).abs() < 80.0, "{times} of 1000, expected {expected}");
    }
}
