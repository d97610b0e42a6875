//! Games as PGN, with what the engines thought of each move.

use crate::store::record::{GameRecord, Ply};
use std::fmt::Write as _;
use vernier_chess::{Board, CastlingMode, Color};
use vernier_engine::Verdict;

/// A game as PGN, ready to be appended to a file.
pub fn write(record: &GameRecord, mode: CastlingMode, event: &str) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", event);
    tag("Site", "?");
    tag("Date", &date(record.began));
    tag("Round", &format!("{}.{}", record.id / 2 + 1, record.id % 2 + 1));
    tag("White", &record.white);
    tag("Black", &record.black);
    tag("Result", &record.result.to_string());
    tag("PlyCount", &record.moves.len().to_string());
    tag("Termination", &record.termination);
    if mode == CastlingMode::Chess960 {
        tag("Variant", "Chess960");
    }
    let board: Board = record.opening.parse().unwrap_or_else(|_| Board::start());
    if mode == CastlingMode::Chess960 || board != Board::start() {
        tag("SetUp", "1");
        tag("FEN", &record.opening);
    }
    text.push('\n');
    let mut words = movetext(board, &record.moves);
    words.push(format!("{{{}}}", record.reason.replace(['{', '}'], "")));
    words.push(record.result.to_string());
    wrap(&mut text, &words);
    text.push('\n');
    text
}

fn movetext(mut board: Board, moves: &[Ply]) -> Vec<String> {
    let mut words = Vec::with_capacity(3 * moves.len());
    for (index, ply) in moves.iter().enumerate() {
        match board.turn() {
            Color::White => words.push(format!("{}.", board.fullmove_number())),
            Color::Black if index == 0 => words.push(format!("{}...", board.fullmove_number())),
            Color::Black => (),
        }
        let Ok(mv) = board.parse_uci(&ply.mv) else { break };
        words.push(board.san(mv).to_string());
        words.push(comment(ply));
        let _ = board.make(mv);
    }
    words
}

/// `{+0.35/12 0.045s}`, as most programs that read such games expect it: score, depth, time.
fn comment(ply: &Ply) -> String {
    let seconds = ply.elapsed.as_secs_f64();
    match ply.verdict {
        Some(Verdict::Mate(moves)) if moves < 0 => format!("{{-M{}/{} {seconds:.3}s}}", -moves, ply.depth),
        Some(Verdict::Mate(moves)) => format!("{{+M{moves}/{} {seconds:.3}s}}", ply.depth),
        Some(Verdict::Centipawns(value)) => {
            format!("{{{:+.2}/{} {seconds:.3}s}}", f64::from(value) / 100.0, ply.depth)
        }
        Some(verdict @ Verdict::Tablebase { .. }) => format!("{{{verdict}/{} {seconds:.3}s}}", ply.depth),
        None if ply.is_from_book() => "{book}".to_owned(),
        None => format!("{{{seconds:.3}s}}"),
    }
}

fn wrap(text: &mut String, words: &[String]) {
    let mut column = 0;
    for piece in words.iter().flat_map(|word| word.split(' ')) {
        if column > 0 && column + 1 + piece.len() > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(piece);
        column += piece.len();
    }
    text.push('\n');
}

/// The day of a moment, as PGN writes it.
pub fn date(seconds: u64) -> String {
    // The civil calendar by counting days from 1 March of the year 0, when leap days come last.
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year_of_era + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use vernier_chess::GameResult;

    #[test]
    fn days_are_right() {
        for (seconds, day) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_798_675_199, "2026.12.30"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(seconds), day);
        }
    }

    #[test]
    fn a_game_reads_like_one() {
        let ply = |mv: &str, verdict| Ply {
            mv: mv.into(),
            verdict,
            depth: 7,
            elapsed: Duration::from_millis(45),
            latency: None,
            nodes: 1,
        };
        let record = GameRecord {
            id: 3,
            white: "A \"x\"".into(),
            black: "B".into(),
            result: GameResult::BlackWins,
            reason: "Black mates".into(),
            termination: "normal".into(),
            opening: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            white_faults: Default::default(),
            black_faults: Default::default(),
            began: 0,
            took: 0,
            moves: vec![
                Ply::from_book("f2f3".into()),
                ply("e7e5", Some(Verdict::Centipawns(57))),
                ply("g2g4", Some(Verdict::Mate(-1))),
                ply("d8h4", Some(Verdict::Mate(1))),
            ],
        };
        let text = write(&record, CastlingMode::Standard, "test");
        assert!(text.contains("[White \"A \\\"x\\\"\"]") && text.contains("[Round \"2.2\"]"), "{text}");
        let movetext = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(
            movetext.trim(),
            "1. f3 {book} e5 {+0.57/7 0.045s} 2. g4 {-M1/7 0.045s} Qh4# {+M1/7 0.045s} {Black mates} 0-1"
        );
    }
}
