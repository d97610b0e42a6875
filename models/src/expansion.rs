//! Children are seen when all of them are there: where a leaf is expanded, and where children move to the other half.

use super::arena::Arena;
use super::node::{Node, NodeId, Stage};
use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;
use vernier_chess::{Board, Move};

/// Nodes in a half.
const NODES: usize = 6;
const CHILDREN: usize = 2;

/// Every order with at most this many threads interrupted between two steps of their own.
fn every_order(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

fn moves() -> Vec<Move> {
    Board::start().legal_moves().iter().copied().take(CHILDREN).collect()
}

fn planted() -> (Arc<Arena>, NodeId) {
    let arena = Arena::new(2 * NODES * size_of::<Node>());
    let root = arena.allocate(1).expect("room");
    arena.get(root).reset(None, 1.0);
    (Arc::new(arena), root)
}

/// As `expand` does.
fn expand(arena: &Arena, node: &Node, moves: &[Move]) {
    if node.claim(Stage::Leaf) {
        let first = arena.allocate(CHILDREN).expect("room");
        for (child, mv) in arena.slice(first, CHILDREN).iter().zip(moves) {
            child.reset(Some(*mv), 0.5);
        }
        node.set_children(first, CHILDREN);
        node.release(Stage::Expanded);
    }
}

fn found(children: &[Node]) -> Vec<Option<Move>> {
    children.iter().map(Node::mv).collect()
}

/// What a thread sees of the children, having done this, while another expands.
fn whoever_looks_sees_all_or_nothing(before: fn(&Arena, NodeId, &[Move])) {
    let moves = moves();
    every_order(move || {
        let (arena, root) = planted();
        let other = {
            let (arena, moves) = (Arc::clone(&arena), moves.clone());
            thread::spawn(move || expand(&arena, arena.get(root), &moves))
        };
        before(&arena, root, &moves);
        if let Some((first, count)) = arena.get(root).children() {
            let wanted: Vec<Option<Move>> = moves.iter().copied().map(Some).collect();
            assert_eq!(found(arena.slice(first, count)), wanted);
        }
        other.join().expect("no panic");
    });
}

#[test]
fn an_expanded_leaf_has_all_of_its_children() {
    whoever_looks_sees_all_or_nothing(|arena, root, moves| expand(arena, arena.get(root), moves));
}

#[test]
fn a_reader_sees_no_half_of_an_expansion() {
    whoever_looks_sees_all_or_nothing(|_, _, _| ());
}

#[test]
fn children_that_move_to_the_other_half_are_seen_whole() {
    let moves = moves();
    every_order(move || {
        let (arena, root) = planted();
        expand(&arena, arena.get(root), &moves);
        let root = arena.flip(root);
        let look = move |arena: &Arena, moves: &[Move]| {
            let wanted: Vec<Option<Move>> = moves.iter().copied().map(Some).collect();
            let (_, children) = arena.children(arena.get(root)).expect("room");
            assert_eq!(found(children), wanted);
        };
        let other = {
            let (arena, moves) = (Arc::clone(&arena), moves.clone());
            thread::spawn(move || look(&arena, &moves))
        };
        look(&arena, &moves);
        other.join().expect("no panic");
    });
}
