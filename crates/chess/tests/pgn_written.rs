//! Games that are written as PGN read back as they were.

mod common;

use common::games::{check_written, good, one, random_tree, read_all};
use common::{data, data_bytes};
use vernier_chess::pgn::GameTree;
use vernier_chess::{Board, Game, Rng};

#[test]
#[ignore = "needs ../shared/data"]
fn shared_files_read_back_as_written() {
    let expected = data("pgn/expected.tsv");
    let mut files: Vec<&str> = expected.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    files.dedup();
    let mut games = 0;
    for file in files {
        let bytes = data_bytes(&format!("pgn/{file}"));
        for game in read_all(&bytes).into_iter().flatten() {
            check_written(&game);
            games += 1;
        }
    }
    assert_eq!(games, 103);
}

#[test]
fn random_games_round_trip() {
    let mut random = Rng::new(21);
    let mut moves = 0;
    let mut file = String::new();
    let trees: Vec<GameTree> = (0..300).map(|_| random_tree(&mut random)).collect();
    for tree in &trees {
        check_written(tree);
        moves += tree.len();
        file += &format!("{tree}\n");
    }
    assert!(moves > 10_000, "{moves}");
    assert!(good(file.as_bytes()) == trees);
}

#[test]
fn games_become_trees_and_trees_games() {
    let mut game = Game::new();
    for text in ["f3", "e5", "g4", "Qh4"] {
        game.play(game.board().parse_san(text).unwrap()).unwrap();
    }
    let tree = GameTree::from(&game);
    assert!(tree.to_string().ends_with("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"));
    assert_eq!(tree.game(), game);
}

#[test]
fn games_from_unusual_starts_round_trip() {
    let mut random = Rng::new(41);
    let (mut castled, mut from_black) = (0, 0);
    for number in 0..200 {
        let start = Board::double_chess960(number * 4, 959 - number * 3).unwrap();
        let mut game = Game::from_board(start);
        for ply in 0..80 {
            let moves = game.board().legal_moves();
            let Some(any) = moves.get(random.below(moves.len().max(1))) else { break };
            let mv = moves.iter().find(|mv| mv.is_castle()).unwrap_or(any);
            castled += usize::from(mv.is_castle());
            game.play(*mv).unwrap();
            // Start again from here, so that clocks, numbers and the side to move vary.
            if ply == number % 50 {
                game = Game::from_board(*game.board());
            }
        }
        from_black += usize::from(game.start().turn() != Board::start().turn());
        let tree = GameTree::from(&game);
        check_written(&tree);
        assert_eq!(one(&tree.to_string()).game().moves(), game.moves());
    }
    assert!(castled > 100 && from_black > 50, "{castled} {from_black}");
    let tree = GameTree::new(Board::chess960(0).unwrap());
    assert_eq!(tree.tags.get("Variant"), Some("Chess960"));
    assert_eq!(GameTree::new(Board::start()).tags.len(), 0);
}

#[test]
fn no_text_panics() {
    let mut random = Rng::new(31);
    let words = [
        "1.",
        "e4",
        "e5",
        "Nf3",
        "(",
        ")",
        "{",
        "}",
        "[Event \"x\"]",
        "\n",
        "\n%",
        ";",
        "$3",
        "$999",
        "*",
        "1-0",
        "--",
        "[",
        "]",
        "\"",
        "\\",
        "!",
        "?!",
        "\0",
        "\r",
        "\u{feff}",
        "é",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
        "O-O",
        "Qxf7",
    ];
    for _ in 0..20_000 {
        let text: String =
            (0..random.below(30)).map(|_| words[random.below(words.len())].to_string() + " ").collect();
        for tree in read_all(text.as_bytes()).into_iter().flatten() {
            check_written(&tree);
        }
    }
}
