//! Games that a page uploads.

use crate::message::{GameHead, Tree, TreeNode};
use crate::position::uci;
use std::collections::HashMap;
use vernier_chess::pgn::{GameTree, NodeId, Reader, Visit};

/// At most this many games are read at a time.
pub(crate) const MOST_GAMES: usize = 5_000;

/// Reads games; those that cannot be read are named in the list.
pub(crate) fn read(text: &str) -> (Vec<GameHead>, Vec<Option<GameTree>>) {
    let games = Reader::new(text.as_bytes()).take(MOST_GAMES);
    games
        .map(|game| match game {
            Ok(tree) => (head(&tree), Some(tree)),
            Err(error) => {
                let nobody = String::new;
                let error = Some(error.to_string());
                (
                    GameHead {
                        white: nobody(),
                        black: nobody(),
                        result: nobody(),
                        event: nobody(),
                        moves: 0,
                        error,
                    },
                    None,
                )
            }
        })
        .unzip()
}

fn head(tree: &GameTree) -> GameHead {
    let tag = |name: &str| {
        tree.tags.get(name).filter(|value| !value.starts_with('?')).unwrap_or_default().to_owned()
    };
    let event = [tag("Event"), tag("Date")]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(", ");
    GameHead {
        white: tag("White"),
        black: tag("Black"),
        result: result(tree),
        event,
        moves: tree.mainline().count(),
        error: None,
    }
}

/// The result as PGN.
pub(crate) fn result(tree: &GameTree) -> String {
    tree.result.map_or_else(|| "*".to_owned(), |result| result.to_string())
}

/// A game as the page holds it.
pub(crate) fn tree(tree: &GameTree) -> Tree {
    let mut places: HashMap<NodeId, usize> = HashMap::new();
    let mut nodes: Vec<TreeNode> = Vec::new();
    for visit in tree.walk() {
        let Visit::Move(id) = visit else { continue };
        let (node, parent) = (&tree[id], tree[id].parent());
        let before = tree.board(parent);
        let (word, san) = match node.mv() {
            Some(mv) => (uci(&before, mv), before.san(mv).to_string()),
            None => ("0000".to_owned(), "--".to_owned()),
        };
        places.insert(id, nodes.len());
        nodes.push(TreeNode {
            parent: parent.and_then(|parent| places.get(&parent).copied()),
            uci: word,
            san,
            fen: tree.board(Some(id)).to_string(),
            nags: node.nags.iter().map(|nag| nag.0).collect(),
            comments: node.leads.iter().chain(&node.comments).cloned().collect(),
        });
    }
    Tree {
        tags: tree.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        fen: tree.start().to_string(),
        comments: tree.comments.clone(),
        result: result(tree),
        nodes,
    }
}
