//! The result of a match for a script to read.

use crate::play::standings::Standings;
use crate::stats::Sprt;
use serde::Serialize;
use std::collections::BTreeMap;

/// A match in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSummary {
    /// Games finished.
    pub games: u32,
    /// Every engine.
    pub engines: Vec<EngineSummary>,
    /// Every pairing.
    pub pairings: Vec<PairingSummary>,
}

/// One engine's games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineSummary {
    /// Its name.
    pub name: String,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// What it did wrong, and how often.
    pub faults: BTreeMap<String, u32>,
}

/// Two engines against each other, seen by the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingSummary {
    /// The first engine.
    pub first: String,
    /// The second engine.
    pub second: String,
    /// Games won, drawn and lost by the first engine.
    pub games: [u64; 3],
    /// The same with White.
    pub as_white: [u64; 3],
    /// The same with Black.
    pub as_black: [u64; 3],
    /// Pairs by points of the first engine: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// The mean score of a game.
    pub score: f64,
    /// The difference in Elo, and half its 95 % interval.
    pub elo: f64,
    /// Half the interval.
    pub elo_error: f64,
    /// The same in normalized Elo.
    pub nelo: f64,
    /// Half the interval.
    pub nelo_error: f64,
    /// The log-likelihood ratio, where there is a test.
    pub llr: Option<f64>,
    /// The verdict of the test.
    pub verdict: Option<String>,
}

impl MatchSummary {
    /// The numbers of a table.
    pub fn of(standings: &Standings, sprt: Option<&Sprt>) -> Self {
        let engine = |(seat, name): (usize, &String)| {
            let seat = standings.seat(seat);
            let [lost, drawn, won] = seat.games.0;
            let faults = seat.faults.iter().map(|(fault, count)| (fault.to_string(), *count)).collect();
            EngineSummary { name: name.clone(), won, drawn, lost, faults }
        };
        let names = standings.names();
        let pairing = |((first, second), duel): ((usize, usize), &crate::play::standings::Duel)| {
            let estimate = duel.estimate();
            let turned = |[lost, drawn, won]: [u64; 3]| [won, drawn, lost];
            PairingSummary {
                first: names[first].clone(),
                second: names[second].clone(),
                games: turned(duel.games.0),
                as_white: turned(duel.as_white.0),
                as_black: turned(duel.as_black().0),
                pairs: duel.pairs.0,
                score: estimate.score,
                elo: estimate.elo.0,
                elo_error: estimate.elo_error,
                nelo: estimate.normalized.0,
                nelo_error: estimate.normalized_error,
                llr: sprt.map(|sprt| sprt.log_likelihood_ratio(&duel.pairs)),
                verdict: sprt.map(|sprt| sprt.verdict(&duel.pairs).to_string()),
            }
        };
        Self {
            games: standings.games(),
            engines: names.iter().enumerate().map(engine).collect(),
            pairings: standings.duels().into_iter().map(pairing).collect(),
        }
    }
}
