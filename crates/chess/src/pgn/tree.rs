//! A game with its variations, comments and annotations.

use super::{Nag, Tags, result_text};
use crate::{Board, CastlingMode, Game, GameResult, IllegalMove, Move};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::ops::{Index, IndexMut};

/// A game as in PGN: tags, moves with variations, comments and a result.
///
/// The moves live in one list and point at each other by [`NodeId`]; where a function takes `Option<NodeId>`, none
/// means the start of the game. `Display` writes the game as PGN, ending in a newline; a blank line separates games.
/// It reads back as the same game, if comments are one line each with no blanks at their ends.
///
/// ```
/// use vernier_chess::pgn::GameTree;
/// use vernier_chess::Board;
/// let mut tree = GameTree::new(Board::start());
/// let open = tree.add(None, Board::start().parse_san("e4")?)?;
/// tree.add(None, Board::start().parse_san("d4")?)?;
/// tree.add(Some(open), tree.board(Some(open)).parse_san("e5")?)?;
/// tree[open].comments.push("Best by test".into());
/// assert_eq!(tree.to_string(), "1. e4 {Best by test} (1. d4) 1... e5 *\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    /// Names and values.
    pub tags: Tags,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// How it ended; none if unfinished or unknown.
    pub result: Option<GameResult>,
    start: Board,
    first: Vec<NodeId>,
    nodes: Vec<Node>,
}

/// Names a move of a [`GameTree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A move of a [`GameTree`], and what is said about it.
#[derive(Clone, Debug)]
pub struct Node {
    /// Comments before the move; only where it begins a variation.
    pub leads: Vec<String>,
    /// Annotations.
    pub nags: Vec<Nag>,
    /// Comments after the move.
    pub comments: Vec<String>,
    mv: Option<Move>,
    parent: Option<NodeId>,
    next: Vec<NodeId>,
}

/// A step of [`GameTree::walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// A move.
    Move(NodeId),
    /// A variation begins: other moves instead of the last.
    Open,
    /// The variation ends.
    Close,
}

impl Node {
    /// The move; none is a null move, by which a side passes.
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The move before it; none for a first move.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The moves that follow: first the line itself, then the variations.
    pub fn next(&self) -> &[NodeId] {
        &self.next
    }

    fn tells_the_same(&self, other: &Self) -> bool {
        self.mv == other.mv
            && self.leads == other.leads
            && self.nags == other.nags
            && self.comments == other.comments
    }
}

impl GameTree {
    /// A game without moves and without tags but those that name an unusual start.
    pub fn new(start: Board) -> Self {
        let mut tree = Self {
            tags: Tags::default(),
            comments: Vec::new(),
            result: None,
            start,
            first: Vec::new(),
            nodes: Vec::new(),
        };
        let unusual = start.castling_mode() == CastlingMode::Chess960;
        let variant = unusual.then_some(("Variant", "Chess960"));
        let fen = start.to_string();
        let setup = [("SetUp", "1"), ("FEN", fen.as_str())];
        for (name, value) in variant.into_iter().chain(setup.into_iter().filter(|_| start != Board::start()))
        {
            // All of these names are good.
            let _ = tree.tags.set(name, value);
        }
        tree
    }

    /// Where it starts.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    pub(super) fn set_start(&mut self, start: Board) {
        self.start = start;
    }

    /// The moves that follow a move: first the line itself, then the variations.
    pub fn next(&self, at: Option<NodeId>) -> &[NodeId] {
        at.map_or(&self.first, |at| &self[at].next)
    }

    /// Adds a move after another: as the next move of the line, or as another variation.
    pub fn add(&mut self, at: Option<NodeId>, mv: Move) -> Result<NodeId, IllegalMove> {
        if !self.board(at).is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        Ok(self.push(at, Some(mv)))
    }

    /// Adds a move that is known to be legal.
    pub(super) fn push(&mut self, parent: Option<NodeId>, mv: Option<Move>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let said = (Vec::new(), Vec::new(), Vec::new());
        self.nodes.push(Node { leads: said.0, nags: said.1, comments: said.2, mv, parent, next: Vec::new() });
        match parent {
            Some(parent) => self[parent].next.push(id),
            None => self.first.push(id),
        }
        id
    }

    /// The board after a move; every move up to it is played again.
    pub fn board(&self, at: Option<NodeId>) -> Board {
        let mut line: Vec<NodeId> = core::iter::successors(at, |id| self[*id].parent).collect();
        line.reverse();
        let mut board = self.start;
        for id in line {
            let _ = match self[id].mv {
                Some(mv) => board.make(mv),
                None => board.make_null(),
            };
        }
        board
    }

    /// The main line.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.first.first().copied(), |id| self[*id].next.first().copied())
    }

    /// The main line as a game, up to the first null move.
    pub fn game(&self) -> Game {
        let mut game = Game::from_board(self.start);
        for mv in self.mainline().map_while(|id| self[id].mv) {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    /// How many moves there are, those of variations included.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there are no moves.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every move in the order of the text: a move, then what might have been played instead, then the next move.
    pub fn walk(&self) -> impl Iterator<Item = Visit> {
        enum Task {
            Tell(Visit),
            Follow(NodeId),
        }
        let after = |line: &[NodeId], tasks: &mut Vec<Task>| {
            if let Some((main, variations)) = line.split_first() {
                tasks.push(Task::Follow(*main));
                for variation in variations.iter().rev() {
                    tasks.push(Task::Tell(Visit::Close));
                    tasks.push(Task::Follow(*variation));
                    tasks.push(Task::Tell(Visit::Move(*variation)));
                    tasks.push(Task::Tell(Visit::Open));
                }
                tasks.push(Task::Tell(Visit::Move(*main)));
            }
        };
        let mut tasks = Vec::new();
        after(&self.first, &mut tasks);
        core::iter::from_fn(move || {
            loop {
                match tasks.pop()? {
                    Task::Tell(visit) => return Some(visit),
                    Task::Follow(id) => after(&self[id].next, &mut tasks),
                }
            }
        })
    }
}

/// The main line, with the seven tags of an archived game and the result as far as the rules give one.
impl From<&Game> for GameTree {
    fn from(game: &Game) -> Self {
        let mut tree = Self::new(*game.start());
        let start_tags = core::mem::replace(&mut tree.tags, Tags::roster());
        tree.result = game.outcome().map(crate::Outcome::result);
        for (name, value) in start_tags.iter().chain([("Result", result_text(tree.result))]) {
            // All of these names are good.
            let _ = tree.tags.set(name, value);
        }
        let mut at = None;
        for mv in game.moves() {
            at = Some(tree.push(at, Some(*mv)));
        }
        tree
    }
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new(Board::start())
    }
}

/// Trees are equal if they hold the same in the same order, however they were built.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let same = |(mine, theirs): (Visit, Visit)| match (mine, theirs) {
            (Visit::Move(mine), Visit::Move(theirs)) => self[mine].tells_the_same(&other[theirs]),
            (mine, theirs) => mine == theirs,
        };
        self.tags == other.tags
            && self.comments == other.comments
            && self.result == other.result
            && self.start.setup() == other.start.setup()
            && self.len() == other.len()
            && self.walk().zip(other.walk()).all(same)
    }
}

impl Eq for GameTree {}

impl Index<NodeId> for GameTree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl IndexMut<NodeId> for GameTree {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}
