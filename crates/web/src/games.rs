//! Games that a page uploads.

use crate::message::{GameHead, Tree, TreeNode};
use crate::position::uci;
use std::collections::HashMap;
use vernier_chess::Board;
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
    let (mut nodes, mut boards): (Vec<TreeNode>, Vec<Board>) = (Vec::new(), Vec::new());
    for visit in tree.walk() {
        let Visit::Move(id) = visit else { continue };
        let node = &tree[id];
        let parent = node.parent().and_then(|parent| places.get(&parent).copied());
        // Played once: a long game would take for ever if each position were reached from the start.
        let before = parent.map_or(*tree.start(), |parent| boards[parent]);
        let mut after = before;
        let (word, san) = match node.mv() {
            Some(mv) => (uci(&before, mv), before.san(mv).to_string()),
            None => ("0000".to_owned(), "--".to_owned()),
        };
        let _ = match node.mv() {
            Some(mv) => after.make(mv),
            None => after.make_null(),
        };
        places.insert(id, nodes.len());
        boards.push(after);
        nodes.push(TreeNode {
            parent,
            uci: word,
            san,
            fen: after.to_string(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_and_variations_are_read_in_linear_time() {
        let text =
            "1. e4 (1. d4 d5 (1... -- 2. c4)) e5 ".to_owned() + &"Nf3 Nf6 Ng1 Ng8 ".repeat(15_000) + "*";
        let (heads, trees) = read(&text);
        assert_eq!(heads.len(), 1);
        let game = trees[0].as_ref().expect("a game");
        let read = tree(game);
        assert_eq!(read.nodes.len(), 60_006);
        let last = game.mainline().last();
        assert_eq!(read.nodes.last().map(|node| &node.fen), Some(&game.board(last).to_string()));
        let side = read.nodes.iter().find(|node| node.uci == "c2c4").expect("a move of a variation");
        assert!(side.fen.starts_with("rnbqkbnr/pppppppp/8/8/2PP4/8/"), "{}", side.fen);
    }
}
