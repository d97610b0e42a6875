//! Writes games of random moves as PGN: to test programs that must cope with many games.
//!
//! `cargo run --release -p vernier-chess --example random_games -- 1000000 > games.pgn`

use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use vernier_chess::{Game, Rng};

/// Half-moves of a game.
const LENGTH: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(10), |count| count.parse())?;
    let mut rng = Rng::new(1);
    let mut out = BufWriter::new(stdout().lock());
    for _ in 0..count {
        let result = rng.pick(&["1-0", "0-1", "1/2-1/2"]);
        writeln!(out, "[Result \"{result}\"]\n")?;
        let mut game = Game::new();
        for ply in 0..LENGTH {
            let moves = game.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = rng.pick(&moves);
            if ply % 2 == 0 {
                write!(out, "{}. ", ply / 2 + 1)?;
            }
            write!(out, "{} ", game.board().san(mv))?;
            game.play(mv)?;
        }
        writeln!(out, "{result}\n")?;
    }
    out.flush()?;
    Ok(())
}
