//! Thinking output in CECP.

use crate::text::{count, integer, small_count, split_word, words};
use std::fmt;
use std::str::FromStr;

/// A thinking line. The score of a mate in N moves is 100000 + N.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// Plies searched.
    pub depth: u32,
    /// Hundredths of a pawn.
    pub score: i32,
    /// Hundredths of a second.
    pub time: u64,
    /// Positions visited.
    pub nodes: u64,
    /// The longest line looked at.
    pub selective_depth: Option<u32>,
    /// Positions visited per second.
    pub nodes_per_second: Option<u64>,
    /// Tablebase hits.
    pub tablebase_hits: Option<u64>,
    /// The moves, in the engine's own notation.
    pub pv: String,
}

/// The score of a mate in no moves.
const MATE: i32 = 100_000;

/// A score as CECP writes it: mates in N moves are 100000 + N, being mated is the negative of that.
pub fn score(value: crate::uci::ScoreValue) -> i32 {
    match value {
        crate::uci::ScoreValue::Centipawns(value) => value,
        crate::uci::ScoreValue::Mate(moves) if moves > 0 => MATE + moves,
        crate::uci::ScoreValue::Mate(moves) => moves - MATE,
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.depth, self.score, self.time, self.nodes)?;
        if let (Some(depth), Some(rate), Some(hits)) =
            (self.selective_depth, self.nodes_per_second, self.tablebase_hits)
        {
            write!(f, " {depth} {rate} {hits}")?;
        }
        write!(f, "\t{}", self.pv)
    }
}

impl FromStr for Thinking {
    type Err = crate::ReplyError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        const ERROR: crate::ReplyError = crate::ReplyError("not a thinking line");
        // Old engines mark the depth with a sign, as in `9.` or `9+`.
        let (numbers, pv) = line.split_once('\t').unwrap_or((line, ""));
        let mut numbers = words(numbers);
        let mut next = || numbers.next().ok_or(ERROR);
        let depth = small_count(next()?.trim_end_matches(['.', '+', '-', '&'])).ok_or(ERROR)?;
        // The other side sees the negative, which the least number of 32 bits does not have.
        let has_negative = |score: &i32| *score != i32::MIN;
        let score = integer(next()?).and_then(|score| i32::try_from(score).ok());
        let score = score.filter(has_negative).ok_or(ERROR)?;
        let time = count(next()?).ok_or(ERROR)?;
        let nodes = count(next()?).ok_or(ERROR)?;
        let rest: Vec<&str> = numbers.collect();
        let (selective_depth, nodes_per_second, tablebase_hits) = match rest[..] {
            [depth, rate, hits] => (small_count(depth), count(rate), count(hits)),
            _ => (None, None, None),
        };
        // Without a tab the moves follow the four numbers.
        let pv =
            if pv.is_empty() && !line.contains('\t') { rest.join(" ") } else { pv.trim_ascii().to_owned() };
        Ok(Self { depth, score, time, nodes, selective_depth, nodes_per_second, tablebase_hits, pv })
    }
}

/// How far an analysis is: the answer to `.`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Hundredths of a second.
    pub time: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Plies searched.
    pub depth: u32,
    /// Moves not yet searched at this depth.
    pub moves_left: usize,
    /// All moves.
    pub moves: usize,
    /// The move being searched.
    pub current: Option<String>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stat01: {} {} {} {} {}", self.time, self.nodes, self.depth, self.moves_left, self.moves)?;
        self.current.as_ref().map_or(Ok(()), |current| write!(f, " {current}"))
    }
}

impl FromStr for Progress {
    type Err = crate::ReplyError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        const ERROR: crate::ReplyError = crate::ReplyError("not a progress line");
        let (word, rest) = split_word(line);
        let mut words = words(rest);
        let mut number = || words.next().and_then(count).ok_or(ERROR);
        if word != "stat01:" {
            return Err(ERROR);
        }
        Ok(Self {
            time: number()?,
            nodes: number()?,
            depth: u32::try_from(number()?).unwrap_or(u32::MAX),
            moves_left: usize::try_from(number()?).unwrap_or(usize::MAX),
            moves: usize::try_from(number()?).unwrap_or(usize::MAX),
            current: words.next().map(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::ScoreValue;

    #[test]
    fn thinking_lines_round_trip() {
        for line in ["9 35 120 4711 12 39258 0\te4 e5 Nf3", "1 -100002 0 20\te4"] {
            assert_eq!(line.parse::<Thinking>().map(|thinking| thinking.to_string()), Ok(line.to_owned()));
        }
        let old: Thinking = "  9. -3 120 4711 e2e4 e7e5".parse().unwrap();
        assert_eq!((old.depth, old.score, old.pv.as_str()), (9, -3, "e2e4 e7e5"));
        assert!("move e2e4".parse::<Thinking>().is_err());
        assert!("9 -2147483648 120 4711".parse::<Thinking>().is_err());
        let line = "stat01: 120 4711 9 13 20 e2e4";
        assert_eq!(line.parse::<Progress>().map(|progress| progress.to_string()), Ok(line.to_owned()));
    }

    #[test]
    fn mate_scores_lie_beyond_all_others() {
        assert_eq!(score(ScoreValue::Mate(3)), 100_003);
        assert_eq!(score(ScoreValue::Mate(-3)), -100_003);
        assert_eq!(score(ScoreValue::Mate(0)), -100_000);
        assert_eq!(score(ScoreValue::Centipawns(-7)), -7);
    }
}
