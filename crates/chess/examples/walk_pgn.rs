//! Walks through the games of a PGN file: players, result, main line and final position. Damaged games are
//! reported and the rest is read.
//!
//! `cargo run -p vernier-chess --example walk_pgn -- games.pgn`

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use vernier_chess::pgn::{GameTree, Reader};

const SAMPLE: &str = r#"
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {a weak move already} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5) 5. Qxf3 dxe5
6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6
15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"#;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1) {
        Some(file) => show(BufReader::new(File::open(file)?)),
        None => show(SAMPLE.as_bytes()),
    }
    Ok(())
}

fn show(source: impl BufRead) {
    for game in Reader::new(source) {
        match game {
            Ok(game) => show_game(&game),
            Err(error) => eprintln!("{error}"),
        }
    }
}

fn show_game(game: &GameTree) {
    let tag = |name| game.tags.get(name).unwrap_or("?");
    let main_line = game.mainline().count();
    println!("{} - {}: {}", tag("White"), tag("Black"), vernier_chess::pgn::result_text(game.result));
    println!("  {main_line} moves in the main line, {} in variations", game.len() - main_line);
    let mut board = *game.start();
    let mut line = Vec::new();
    for mv in game.game().moves() {
        line.push(board.san(*mv).to_string());
        board = board.play(*mv);
    }
    println!("  {}\n  {board}", line.join(" "));
}
