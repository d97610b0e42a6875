//! `records sample`: positions from the games, for test sets such as the bench.

use super::{CommandError, read_games};
use crate::commands::arguments::Arguments;
use crate::commands::progress::say;
use std::path::Path;
use vernier_chess::{Board, CastlingMode};
use vernier_records::Game;

/// Prints one position each of so many games, spread over the file and from the first moves of a game to its last.
pub fn run(mut arguments: Arguments) -> Result<u8, CommandError> {
    let count: usize = arguments.value("count")?.unwrap_or(50);
    let files = super::files(arguments)?;
    let mut games = Vec::new();
    let mut damaged = 0;
    for file in &files {
        let (_, places) = read_games(Path::new(file), |game| {
            games.push(game);
            Ok(())
        })?;
        damaged += places;
    }
    let count = count.min(games.len());
    for index in 0..count {
        let game = &games[index * games.len() / count];
        if let Some(board) = position(game, index, count) {
            // Only where needed: castling that a standard FEN cannot tell.
            let standard = board.to_string();
            let exact = standard.parse::<Board>().is_ok_and(|read| read == board);
            say(&format!(
                "{}\n",
                if exact { standard } else { board.fen(CastlingMode::Chess960).to_string() }
            ));
        }
    }
    Ok(u8::from(damaged > 0))
}

/// The position of a game that is as far into it as `index` is into `count`.
fn position(game: &Game, index: usize, count: usize) -> Option<Board> {
    let mut boards = Vec::new();
    game.replay(|moment| boards.push(*moment.board));
    boards.get(boards.len() * index / count).copied()
}
