//! `records sample`: positions from the games, for test sets such as the bench.

use super::{CommandError, Sources, print, read_games};
use clap::Args;
use vernier_chess::Board;
use vernier_records::Game;

/// Print one position from each of some games, early and late
#[derive(Args)]
pub struct Sample {
    #[command(flatten)]
    sources: Sources,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
}

impl Sample {
    /// The games are spread over the file, the positions from the first moves of a game to its last.
    pub fn run(self) -> Result<u8, CommandError> {
        let (mut games, mut damaged) = (Vec::new(), 0);
        for file in &self.sources.files {
            let (_, places) = read_games(file, |game| {
                games.push(game);
                Ok(())
            })?;
            damaged += places;
        }
        let count = self.count.min(games.len());
        for index in 0..count {
            let game = &games[index * games.len() / count];
            if let Some(board) = position(game, index, count) {
                print(&format!("{}\n", board.fen(board.castling_mode())));
            }
        }
        Ok(u8::from(damaged > 0))
    }
}

/// The position of a game that is as far into it as `index` is into `count`.
fn position(game: &Game, index: usize, count: usize) -> Option<Board> {
    let mut boards = Vec::new();
    game.replay(|moment| boards.push(*moment.board));
    boards.get(boards.len() * index / count).copied()
}
