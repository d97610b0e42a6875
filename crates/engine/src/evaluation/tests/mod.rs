//! The laws of the evaluation, checked on the shared positions.

mod endgames;
mod laws;
mod signs;
mod spine;

use vernier_chess::Board;

/// Positions of every kind: openings, middlegames, tactics, endgames. Where the shared data is absent there are none.
fn positions() -> Vec<Board> {
    let files = [
        "books/openings_balanced_8moves.epd",
        "books/openings_uho_4060.epd",
        "books/positions_endgames.epd",
        "sts/sts_v3.epd",
        "syzygy/endgame_large.epd",
        "tactics/wac.epd",
        "tactics/ecm98_part1.epd",
        "tactics/mate_random_2.epd",
        "tactics/mates2000.epd",
    ];
    let all: Vec<Board> = files.iter().flat_map(|file| read(file)).map(|(board, _)| board).collect();
    assert!(all.is_empty() || all.len() == 12_975, "{}", all.len());
    all
}

/// The positions of a shared file with the rest of their lines; none, and a word about it, where there is no file.
fn read(file: &str) -> Vec<(Board, String)> {
    let path = format!("{}/../../../shared/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {path} is not there");
        return Vec::new();
    };
    text.lines()
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            (board(&format!("{} 0 1", fields[..4].join(" "))), fields[4..].join(" "))
        })
        .collect()
}

/// Composed problems may have more pieces than a game can give.
fn board(fen: &str) -> Board {
    Board::mend_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).board
}

/// The same position with the colors exchanged and the board turned over.
fn mirror(original: &Board) -> Board {
    let fen = original.to_string();
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let other = |letter: char| match letter {
        upper if upper.is_ascii_uppercase() => upper.to_ascii_lowercase(),
        lower => lower.to_ascii_uppercase(),
    };
    let exchange = |text: &str| text.chars().map(other).collect::<String>();
    let pieces = exchange(fields[0]).split('/').rev().collect::<Vec<_>>().join("/");
    let turn = if fields[1] == "w" { "b" } else { "w" };
    board(&format!("{pieces} {turn} {} - 0 1", exchange(fields[2])))
}
