//! Random games to pack.
#![allow(dead_code, reason = "not every test needs every helper")]

use std::path::PathBuf;
use vernier_chess::{Board, Color, Outcome, Rng};
use vernier_records::{Block, Game, Header};

/// A game of random moves with scores that wander, now and then far.
pub fn random_game(random: &mut Rng, number: u64) -> Game {
    let start = match random.below(3) {
        0 => Board::start(),
        1 => Board::double_chess960(random.below(960) as u16, random.below(960) as u16).expect("below 960"),
        _ => "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17".parse().expect("a FEN"),
    };
    let mut play = vernier_chess::Game::from_board(start);
    let longest = 1 + random.below(300);
    let randomly = random.below(10);
    let (mut scores, mut score) = (Vec::new(), 0_i16);
    while play.moves().len() < longest && play.outcome().is_none() {
        let moves = play.board().legal_moves();
        play.play(moves[random.below(moves.len())]).expect("legal");
        if play.moves().len() > randomly {
            score = match random.below(20) {
                0 => random.below(64_001) as i16,
                _ => score.saturating_add(random.below(101) as i16 - 50),
            };
            score = score.clamp(-32_000, 32_000);
            scores.push(score);
        }
    }
    let outcome = play.outcome().unwrap_or(Outcome::MoveLimit);
    Game { number, start, moves: play.moves().to_vec(), scores, outcome, visits: Vec::new() }
}

pub fn random_games(seed: u64, count: u64) -> Vec<Game> {
    let mut random = Rng::new(seed);
    let games = (0..).map(|number| random_game(&mut random, number * 3));
    games.filter(|game| !game.scores.is_empty()).take(count as usize).collect()
}

pub fn block(games: &[Game]) -> Block {
    let mut block = Block::new();
    games.iter().for_each(|game| block.push(game));
    block
}

pub fn header() -> Header {
    Header::new().with("engine", "none").with("seed", 1)
}

/// A whole file in memory.
pub fn file(blocks: &[Block]) -> Vec<u8> {
    let mut bytes = header().bytes();
    blocks.iter().for_each(|block| bytes.extend(block.bytes()));
    bytes
}

/// A path in a folder of its own that is empty.
pub fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("vernier-records-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join("games.vgr")
}

/// Whose turn it is with the colors as the side to move has them.
pub fn turned(square: u8, by: Color) -> u8 {
    if by == Color::White { square } else { square ^ 56 }
}
