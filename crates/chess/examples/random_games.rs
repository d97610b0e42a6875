//! Writes games of random moves as PGN: food for programs that must cope with many games.
//!
//! `cargo run --release -p vernier-chess --example random_games -- 1000000 > games.pgn`

use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use vernier_chess::Game;

/// Half-moves of a game.
const LENGTH: usize = 40;

/// xorshift64*; any generator will do, this one is short.
fn random(state: &mut u64, below: usize) -> usize {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    ((state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as usize * below) >> 32
}

fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(10), |count| count.parse())?;
    let mut state = 1;
    let mut out = BufWriter::new(stdout().lock());
    for _ in 0..count {
        let result = ["1-0", "0-1", "1/2-1/2"][random(&mut state, 3)];
        writeln!(out, "[Result \"{result}\"]\n")?;
        let mut game = Game::new();
        for ply in 0..LENGTH {
            let moves = game.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random(&mut state, moves.len())];
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
