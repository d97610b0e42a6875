//! Games as trees: read from text, written and compared, and made at random.

use vernier_chess::pgn::{Error, GameTree, Nag, Reader, Tags, Visitor};
use vernier_chess::{Board, GameResult, Move, Rng};

pub fn read_all(bytes: &[u8]) -> Vec<Result<GameTree, Error>> {
    Reader::new(bytes).collect()
}

pub fn good(bytes: &[u8]) -> Vec<GameTree> {
    read_all(bytes).into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

pub fn one(text: &str) -> GameTree {
    let mut games = good(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

pub fn sans(tree: &GameTree) -> String {
    let written: Vec<String> = tree
        .mainline()
        .map(|id| {
            let board = tree.board(tree[id].parent());
            tree[id].mv().map_or("--".to_string(), |mv| board.san(mv).to_string())
        })
        .collect();
    written.join(" ")
}

/// Writes a game, reads it back and compares.
pub fn check_written(game: &GameTree) {
    let text = game.to_string();
    let again = one(&text);
    assert!(again == *game, "{text}\n{again}");
    for line in text.lines().filter(|line| !line.contains(';') && !line.starts_with('[')) {
        let unbreakable = line.split(' ').any(|word| word.len() > 40);
        assert!(line.chars().count() < 80 || unbreakable, "{line}");
    }
}

/// A game with random moves, variations, annotations and comments.
pub fn random_tree(random: &mut Rng) -> GameTree {
    const TEXTS: [&str; 7] =
        ["fine", "a  b", "} closed", "[Event \"no\"]", "% per cent", "\"quoted\\\" (x) ; $5", "äöü — ♞"];
    let mut tree = GameTree::new(Board::start());
    tree.tags = Tags::roster();
    tree.tags.set("White", TEXTS[random.below(TEXTS.len())]).unwrap();
    let mut ends = vec![None];
    for _ in 0..random.below(120) {
        let at = ends[random.below(ends.len())];
        let board = tree.board(at);
        let moves = board.legal_moves();
        if moves.is_empty() {
            continue;
        }
        let varies = !tree.next(at).is_empty();
        let id = tree.add(at, moves[random.below(moves.len())]).unwrap();
        let mut text =
            || (0..1 + random.below(30)).map(|_| TEXTS[random.below(7)]).collect::<Vec<_>>().join(" ");
        match tree.len() % 5 {
            0 => tree[id].comments.push(text()),
            1 if varies => tree[id].leads.push(text()),
            2 => tree[id].nags.push(Nag(7)),
            _ => {}
        }
        ends.push(Some(id));
    }
    tree.result = Some([GameResult::Draw, GameResult::WhiteWins][random.below(2)]);
    tree
}

/// Counts the moves of main lines.
#[derive(Default)]
pub struct MainLine(pub usize);

impl Visitor for MainLine {
    fn played(&mut self, before: &Board, mv: Option<Move>) {
        assert!(mv.is_none_or(|mv| before.is_legal(mv)));
        self.0 += 1;
    }
}
