//! How self-play games are played.

use vernier_engine::{Limits, SearchKind};
use vernier_records::Header;

/// Everything that determines how games go, except the evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// The seed of all random numbers.
    pub seed: u64,
    /// Positions after which a search begins no further iteration.
    pub soft_nodes: u64,
    /// Positions after which a search ends in any case.
    pub hard_nodes: u64,
    /// Mebibytes of transposition table.
    pub hash: usize,
    /// Random moves at the start; every other game has one more, so that both colors leave the opening.
    pub random_plies: u32,
    /// The percentage of games that are double Chess960.
    pub chess960_percent: u32,
    /// The percentage of games that begin from random positions of 5 to 12 pieces, without random moves.
    pub endgame_percent: u32,
    /// Openings that the first search finds further from even are not played.
    pub balance: i32,
    /// A game is decided when the score is at least this ...
    pub win_score: i32,
    /// ... for that many plies.
    pub win_plies: u32,
    /// A game is drawn when the score is at most this ...
    pub draw_score: i32,
    /// ... for that many plies ...
    pub draw_plies: u32,
    /// ... not before this ply.
    pub draw_from: u32,
    /// Games end drawn at that length.
    pub max_plies: u32,
    /// How the tree search plays; none if alpha-beta does.
    pub tree: Option<TreeRules>,
}

/// How the tree search varies its games, so that there is more to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeRules {
    /// Percentage of noise in the policy of each root.
    pub noise_percent: u32,
    /// Moves are drawn by their visits to the power of one over this, in hundredths; zero: the most visited is played.
    pub temperature_percent: u32,
    /// For this many plies after the random moves.
    pub temperature_plies: u32,
}

impl Default for TreeRules {
    fn default() -> Self {
        Self { noise_percent: 25, temperature_percent: 80, temperature_plies: 20 }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            seed: 1,
            soft_nodes: 500,
            hard_nodes: 4_000,
            hash: 2,
            random_plies: 8,
            chess960_percent: 0,
            endgame_percent: 0,
            balance: 600,
            win_score: 2_000,
            win_plies: 4,
            draw_score: 5,
            draw_plies: 12,
            draw_from: 80,
            max_plies: 400,
            tree: None,
        }
    }
}

impl Rules {
    /// What ends a search.
    pub fn limits(&self) -> Limits {
        Limits { soft_nodes: Some(self.soft_nodes), nodes: Some(self.hard_nodes), ..Limits::default() }
    }

    /// The rules and the evaluation as the header of a file of games.
    pub fn header(&self, evaluation: &str, program: &str) -> Header {
        let header = Header::new()
            .with("engine", concat!("vernier ", env!("CARGO_PKG_VERSION")))
            .with("program", program)
            .with("evaluation", evaluation)
            .with("seed", self.seed)
            .with("soft_nodes", self.soft_nodes)
            .with("hard_nodes", self.hard_nodes)
            .with("hash_mb", self.hash)
            .with("random_plies", self.random_plies)
            .with("chess960_percent", self.chess960_percent)
            .with("endgame_percent", self.endgame_percent)
            .with("balance", self.balance)
            .with("win", format_args!("{} for {} plies", self.win_score, self.win_plies))
            .with(
                "draw",
                format_args!("{} for {} plies from ply {}", self.draw_score, self.draw_plies, self.draw_from),
            )
            .with("max_plies", self.max_plies);
        // Headers of alpha-beta games stay as they were before there was another search.
        let Some(tree) = self.tree else { return header };
        header.with("search", SearchKind::Mcts.name()).with("noise_percent", tree.noise_percent).with(
            "temperature",
            format_args!("{} % for {} plies", tree.temperature_percent, tree.temperature_plies),
        )
    }
}
