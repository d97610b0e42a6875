//! Requests that need no search: positions, games, evaluation terms, books and tablebases.

use crate::message::{Answer, Request, Stored};
use crate::{Refusal, explore, games, position};
use std::sync::Arc;
use vernier_chess::Board;
use vernier_chess::pgn::GameTree;
use vernier_engine::evaluation::Weights;
use vernier_engine::{NnueEval, Strength, Tablebases};

/// What a page can look up, and the games that it has opened.
pub(crate) struct Facts {
    pub(crate) weights: Weights,
    pub(crate) tablebases: Option<Arc<Tablebases>>,
    games: Vec<Option<GameTree>>,
}

impl Facts {
    pub(crate) fn new(weights: Weights, tablebases: Option<Arc<Tablebases>>) -> Self {
        Self { weights, tablebases, games: Vec::new() }
    }

    /// The greeting of a page.
    pub(crate) fn hello(&self, watch: bool, threads: usize) -> Answer {
        Answer::Hello {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            network: NnueEval::embedded().map(|network| format!("{:08x}", network.header().checksum)),
            tablebase_pieces: self.tablebases.as_ref().map_or(0, |tables| tables.max_pieces()),
            levels: (*Strength::RATINGS.start(), *Strength::RATINGS.end()),
            watch,
            threads,
        }
    }

    /// Answers a request, or gives it back if it is not a matter of facts. `stored` knows earlier results.
    pub(crate) fn answer(
        &mut self,
        request: Request,
        stored: impl Fn(&Board) -> Option<Stored>,
        send: impl Fn(Answer),
    ) -> Result<Option<Request>, Refusal> {
        match request {
            Request::Position { id, position } => {
                let game = position::game(&position)?;
                send(position::answer(id, &game, stored(game.board())));
            }
            Request::Evaluate { id, position } => {
                send(explore::evaluation(id, &position::game(&position)?, &self.weights));
            }
            Request::Explore { id, position } => {
                let game = position::game(&position)?;
                send(explore::explorer(id, &game, self.tablebases.as_deref()));
            }
            Request::Open { id, pgn } => {
                let (heads, trees) = games::read(&pgn);
                self.games = trees;
                send(Answer::Games { id, games: heads });
                if let Some(index) = self.games.iter().position(Option::is_some) {
                    send(self.game(id, index)?);
                }
            }
            Request::Game { id, index } => send(self.game(id, index)?),
            Request::Chess960 { id, number } => {
                let board = Board::chess960(number)
                    .ok_or_else(|| ("positions go from 0 to 959".to_owned(), "number"))?;
                send(Answer::Start { id, fen: board.to_string() });
            }
            other => return Ok(Some(other)),
        }
        Ok(None)
    }

    fn game(&self, id: u32, index: usize) -> Result<Answer, Refusal> {
        let tree = self.games.get(index).and_then(Option::as_ref);
        let tree = tree.ok_or_else(|| ("there is no such game".to_owned(), "index"))?;
        Ok(Answer::Game { id, index, tree: games::tree(tree) })
    }
}
