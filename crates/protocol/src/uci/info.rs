//! `info`: what an engine reports during a search.

use crate::MoveText;
use crate::text::{count, integer, small_count, split_word, words};
use std::fmt;
use vernier_engine::Chances;

/// What an engine reports during a search. Reading never fails: invalid parts are skipped.
///
/// ```
/// use vernier_protocol::uci::{Info, ScoreValue};
/// let info = Info::read("depth 12 score cp 35 lowerbound nodes 4711 pv e2e4 e7e5");
/// assert_eq!(info.score.map(|score| score.value), Some(ScoreValue::Centipawns(35)));
/// assert_eq!(info.pv.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// The longest line looked at.
    pub selective_depth: Option<u32>,
    /// Which of several best lines this is, counted from one.
    pub multi_pv: Option<u32>,
    /// The worth of the line to the side to move.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions visited per second.
    pub nodes_per_second: Option<u64>,
    /// How full the table is, in thousandths.
    pub hash_full: Option<u32>,
    /// Tablebase hits.
    pub tablebase_hits: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// Processor use in thousandths.
    pub cpu_load: Option<u32>,
    /// The root move being searched.
    pub current_move: Option<MoveText>,
    /// Its place in the list.
    pub current_move_number: Option<u32>,
    /// A move and the line that refutes it.
    pub refutation: Vec<MoveText>,
    /// The line a processor looks at, with its number.
    pub current_line: Option<(Option<u32>, Vec<MoveText>)>,
    /// The best line.
    pub pv: Vec<MoveText>,
    /// Free text, to the end of the line.
    pub string: Option<String>,
}

/// A score with what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The number.
    pub value: ScoreValue,
    /// Set if the true score may lie beyond.
    pub bound: Option<Bound>,
    /// Chances of a win, a draw and a loss.
    pub wdl: Option<Chances>,
}

/// The number of a score, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in that many moves; negative if it is the side to move that is mated.
    Mate(i32),
}

/// On which side of the number the true score lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is this or higher.
    Lower,
    /// The true score is this or lower.
    Upper,
}

impl Info {
    /// A remark.
    pub fn string(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows `info`.
    pub fn read(text: &str) -> Self {
        let mut info = Self::default();
        let mut rest = text;
        loop {
            let (word, after) = split_word(rest);
            if word.is_empty() {
                return info;
            }
            let (value, beyond) = split_word(after);
            rest = beyond;
            match word {
                "depth" => info.depth = small_count(value),
                "seldepth" => info.selective_depth = small_count(value),
                "multipv" => info.multi_pv = small_count(value),
                "nodes" => info.nodes = count(value),
                "nps" => info.nodes_per_second = count(value),
                "hashfull" => info.hash_full = small_count(value),
                "tbhits" => info.tablebase_hits = count(value),
                "time" => info.time = count(value),
                "cpuload" => info.cpu_load = small_count(value),
                "currmove" => info.current_move = value.parse().ok(),
                "currmovenumber" => info.current_move_number = small_count(value),
                "score" => (info.score, rest) = read_score(after),
                "pv" => (info.pv, rest) = read_moves(after),
                "refutation" => (info.refutation, rest) = read_moves(after),
                "currline" => {
                    let number = small_count(value);
                    let (moves, left) = read_moves(if number.is_some() { beyond } else { after });
                    info.current_line = Some((number, moves));
                    rest = left;
                }
                "string" => {
                    info.string = Some(after.to_owned());
                    return info;
                }
                _ => rest = after,
            }
        }
    }
}

/// Reads a score and what is left of the line.
fn read_score(text: &str) -> (Option<Score>, &str) {
    let (kind, after) = split_word(text);
    let (value, mut rest) = split_word(after);
    let Some(value) = integer(value) else { return (None, after) };
    // The other side sees the negative, which the least number of 32 bits does not have.
    let value = value.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32;
    let value = match kind {
        "cp" => ScoreValue::Centipawns(value),
        "mate" => ScoreValue::Mate(value),
        _ => return (None, after),
    };
    let mut score = Score { value, bound: None, wdl: None };
    loop {
        let (word, after) = split_word(rest);
        match word {
            "lowerbound" => score.bound = Some(Bound::Lower),
            "upperbound" => score.bound = Some(Bound::Upper),
            "wdl" => {
                let mut numbers = words(after).map_while(small_count);
                if let (Some(win), Some(draw), Some(loss)) = (numbers.next(), numbers.next(), numbers.next())
                {
                    score.wdl = Some(Chances { win, draw, loss });
                }
                rest = words(after).take(3).fold(after, |rest, _| split_word(rest).1);
                continue;
            }
            _ => return (Some(score), rest),
        }
        rest = after;
    }
}

/// Reads moves up to the first word that is not a move.
fn read_moves(mut text: &str) -> (Vec<MoveText>, &str) {
    let mut moves = Vec::new();
    loop {
        let (word, after) = split_word(text);
        match word.parse() {
            Ok(mv) => moves.push(mv),
            Err(_) => return (moves, text),
        }
        text = after;
    }
}

/// What follows `info`, each part with a blank before it.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn put(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        fn line(f: &mut fmt::Formatter<'_>, name: &str, moves: &[MoveText]) -> fmt::Result {
            if moves.is_empty() {
                return Ok(());
            }
            write!(f, " {name}")?;
            moves.iter().try_for_each(|mv| write!(f, " {mv}"))
        }
        put(f, "depth", self.depth)?;
        put(f, "seldepth", self.selective_depth)?;
        put(f, "multipv", self.multi_pv)?;
        put(f, "score", self.score)?;
        put(f, "nodes", self.nodes)?;
        put(f, "nps", self.nodes_per_second)?;
        put(f, "hashfull", self.hash_full)?;
        put(f, "tbhits", self.tablebase_hits)?;
        put(f, "time", self.time)?;
        put(f, "cpuload", self.cpu_load)?;
        put(f, "currmove", self.current_move)?;
        put(f, "currmovenumber", self.current_move_number)?;
        line(f, "refutation", &self.refutation)?;
        if let Some((number, moves)) = &self.current_line {
            f.write_str(" currline")?;
            number.map_or(Ok(()), |number| write!(f, " {number}"))?;
            moves.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        line(f, "pv", &self.pv)?;
        put(f, "string", self.string.as_deref())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Centipawns(value) => write!(f, "cp {value}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        match self.bound {
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        self.wdl.map_or(Ok(()), |wdl| write!(f, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        let lines = [
            " depth 12 seldepth 18 multipv 1 score cp -35 nodes 123 nps 456 hashfull 7 tbhits 8 time 9 pv e2e4 e7e5",
            " depth 3 score mate -2 upperbound wdl 0 1 999 pv a7a8q",
            " score cp 20 lowerbound",
            " depth 5 currmove e2e4 currmovenumber 1",
            " cpuload 900 refutation d1h5 g6h5",
            " currline 1 e2e4 e7e5",
            " string pv e2e4 is  fine",
        ];
        for line in lines {
            assert_eq!(Info::read(line).to_string(), line);
        }
    }

    #[test]
    fn scores_beyond_all_numbers_have_a_negative() {
        let value = |text: &str| Info::read(text).score.map(|score| score.value);
        assert_eq!(value("score cp -99999999999999999999"), Some(ScoreValue::Centipawns(-i32::MAX)));
        assert_eq!(value("score mate -2147483648"), Some(ScoreValue::Mate(-i32::MAX)));
    }

    #[test]
    fn field_order_and_junk_do_not_matter() {
        let info = Info::read("time 5 score wdl 1 2 3 foo bar pv e2e4 xyz depth 4 nodes abc nps -3");
        assert_eq!(info.time, Some(5));
        assert_eq!(info.score, None);
        assert_eq!(info.pv.len(), 1);
        assert_eq!((info.depth, info.nodes, info.nodes_per_second), (Some(4), None, Some(0)));
        let info = Info::read("score cp 10 wdl 300 500 200 upperbound depth 3");
        assert_eq!(info.score.unwrap().wdl, Some(Chances { win: 300, draw: 500, loss: 200 }));
        assert_eq!(info.score.unwrap().bound, Some(Bound::Upper));
        assert_eq!(info.depth, Some(3));
    }
}
