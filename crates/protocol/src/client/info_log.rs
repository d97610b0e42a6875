//! The info lines of a UCI engine during a search.

use super::{Thought, Warning};
use crate::MoveText;
use crate::text::split_word;
use crate::uci::{Info, ScoreValue};
use std::time::Duration;
use vernier_chess::{Game, Outcome};
use vernier_engine::Verdict;

/// The most lines kept, fewer if they are long; then they are read and dropped.
const KEPT: usize = 256;
/// The most bytes kept.
const KEPT_BYTES: usize = 256 << 10;

/// The info of one search. Engines report much, and only the last of it counts: lines are stored as they come and read from the
/// end, until everything is known.
#[derive(Default)]
pub struct InfoLog {
    lines: Vec<String>,
    /// In all lines together.
    bytes: usize,
    before: InfoSummary,
}

/// What is known so far.
#[derive(Default)]
struct InfoSummary {
    verdict: Option<(Verdict, u32)>,
    nodes: Option<u64>,
    reported: Option<u64>,
    line_of_play: Option<Vec<MoveText>>,
}

impl InfoLog {
    /// True for lines of info.
    pub fn is_info(line: &str) -> bool {
        split_word(line).0 == "info"
    }

    /// Adds a line of info.
    pub fn add(&mut self, line: String) {
        if self.lines.len() == KEPT || self.bytes > KEPT_BYTES {
            self.before = self.summary();
            self.lines.clear();
            self.bytes = 0;
        }
        self.bytes += line.len();
        self.lines.push(line);
    }

    /// The summary, and the line of play.
    pub fn summarize(mut self) -> (Thought, Vec<MoveText>) {
        let known = self.summary();
        let (verdict, depth) = known.verdict.unzip();
        let thought = Thought {
            verdict,
            depth: depth.unwrap_or_default(),
            nodes: known.nodes.unwrap_or_default(),
            reported: known.reported.map(Duration::from_millis),
        };
        (thought, known.line_of_play.unwrap_or_default())
    }

    fn summary(&mut self) -> InfoSummary {
        let mut known = InfoSummary::default();
        for line in self.lines.iter().rev() {
            known.complete(Info::read(split_word(line).1));
            if known.is_complete() {
                return known;
            }
        }
        let before = std::mem::take(&mut self.before);
        InfoSummary {
            verdict: known.verdict.or(before.verdict),
            nodes: known.nodes.or(before.nodes),
            reported: known.reported.or(before.reported),
            line_of_play: known.line_of_play.or(before.line_of_play),
        }
    }
}

impl InfoSummary {
    /// Adds what an earlier line has and no later one has.
    fn complete(&mut self, info: Info) {
        if info.multi_pv.is_some_and(|line| line > 1) {
            return;
        }
        let exact = info.score.filter(|score| score.bound.is_none());
        // A line belongs to its score: a line with a bound was not searched to its end.
        let is_line = !info.pv.is_empty() && info.score.is_none_or(|score| score.bound.is_none());
        self.verdict = self.verdict.or_else(|| {
            let verdict = match exact?.value {
                ScoreValue::Centipawns(value) => Verdict::Centipawns(value),
                ScoreValue::Mate(moves) => Verdict::Mate(moves),
            };
            Some((verdict, info.depth.unwrap_or_default()))
        });
        self.nodes = self.nodes.or(info.nodes);
        self.reported = self.reported.or(info.time);
        if self.line_of_play.is_none() && is_line {
            self.line_of_play = Some(info.pv);
        }
    }

    const fn is_complete(&self) -> bool {
        self.verdict.is_some()
            && self.nodes.is_some()
            && self.reported.is_some()
            && self.line_of_play.is_some()
    }
}

/// What is wrong with a line of play: an illegal move, a move after the end of the game, or a mate score without a mate at the
/// end.
pub fn check_line(game: &Game, line: &[MoveText], verdict: Option<Verdict>) -> Option<Warning> {
    if line.is_empty() {
        return None;
    }
    let mut game = game.clone();
    let legal = line.iter().enumerate().all(|(index, text)| {
        let over = index > 0 && (game.outcome().is_some() || game.draw_claim().is_some());
        !over && text.on(game.board()).is_ok_and(|mv| game.play(mv).is_ok())
    });
    let mates = || matches!(game.outcome(), Some(Outcome::Checkmate { .. }));
    match verdict {
        _ if !legal => Some(Warning::IllegalLine),
        Some(Verdict::Mate(_)) if !mates() => Some(Warning::MateWithoutLine),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary_of<'a>(lines: impl IntoIterator<Item = &'a str>) -> (Thought, Vec<MoveText>) {
        let mut info = InfoLog::default();
        lines.into_iter().for_each(|line| info.add(line.to_owned()));
        info.summarize()
    }

    #[test]
    fn the_last_report_counts() {
        let (thought, line) = summary_of([
            "info depth 8 score cp 20 nodes 100 time 5 pv e2e4",
            "info depth 9 score cp 30 lowerbound nodes 200 time 7 pv d2d4 d7d5",
            "info depth 9 multipv 2 score cp -50 nodes 300 time 9 pv a2a3",
            "info depth 9 currmove e2e4 currmovenumber 1",
            "info nodes 400",
        ]);
        assert_eq!(thought.verdict, Some(Verdict::Centipawns(20)), "a bound is not a score");
        assert_eq!((thought.depth, thought.nodes), (8, 400));
        assert_eq!(thought.reported, Some(Duration::from_millis(7)));
        assert_eq!(line, ["e2e4".parse().unwrap()]);
        assert_eq!(summary_of([]), (Thought::default(), Vec::new()));
    }

    #[test]
    fn many_info_lines_are_summarised() {
        let chatter = std::iter::repeat_n("info currmove e2e4", 3 * KEPT);
        let (thought, line) =
            summary_of(std::iter::once("info depth 3 score mate -2 nodes 7 pv e2e4").chain(chatter));
        assert_eq!((thought.verdict, thought.depth, thought.nodes), (Some(Verdict::Mate(-2)), 3, 7));
        assert_eq!(line.len(), 1);
    }

    #[test]
    fn long_info_lines_are_summarised_sooner() {
        let mut info = InfoLog::default();
        info.add("info depth 3 score cp 5 nodes 7 pv e2e4".into());
        for _ in 0..100 {
            info.add(format!("info string {}", "x".repeat(60 << 10)));
        }
        let held: usize = info.lines.iter().map(String::len).sum();
        assert!(held <= KEPT_BYTES + (64 << 10), "{held}");
        assert_eq!(info.summarize().0.nodes, 7);
    }

    #[test]
    fn lines_end_with_the_game_and_mates_with_mate() {
        let check = |line: &str, verdict| {
            let moves: Vec<MoveText> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            check_line(&Game::new(), &moves, verdict)
        };
        let mated = Some(Verdict::Mate(-2));
        for line in ["e2e4 e7e5 g1f3", "f2f3 e7e5 g2g4 d8h4"] {
            assert_eq!(check(line, Some(Verdict::Centipawns(3))), None);
        }
        for line in ["e2e4 e2e4", "f2f3 e7e5 g2g4 d8h4 a2a3"] {
            assert_eq!(check(line, mated), Some(Warning::IllegalLine));
        }
        assert_eq!(check("f2f3 e7e5 g2g4 d8h4", mated), None);
        assert_eq!(check("f2f3 e7e5 g2g4", mated), Some(Warning::MateWithoutLine));
        assert_eq!(check_line(&Game::new(), &[], mated), None, "no line, no promise");
    }
}
