//! Games as PGN, with the engines' scores of each move.

use crate::store::record::{GameRecord, Ply};
use std::time::Duration;
use vernier_chess::pgn::{GameTree, Tags, date};
use vernier_chess::{Board, CastlingMode, Game};
use vernier_engine::Verdict;

/// A game as PGN, ready to be appended to a file.
pub fn write(record: &GameRecord, mode: CastlingMode, event: &str) -> String {
    let start: Board = record.opening.parse().unwrap_or_else(|_| Board::start());
    // A tree would play all moves again to know the board before each.
    let mut game = Game::from_board(start);
    for ply in &record.moves {
        let Ok(mv) = game.board().parse_uci(&ply.mv) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    let mut tree = GameTree::from(&game);
    tree.tags = tags(record, mode, &start, event);
    tree.result = Some(record.result);
    let line: Vec<_> = tree.mainline().collect();
    for (id, ply) in line.iter().zip(&record.moves) {
        tree[*id].comments.push(comment(ply));
    }
    let reason = record.reason.replace(['{', '}'], "");
    match line.last() {
        Some(id) => tree[*id].comments.push(reason),
        None => tree.comments.push(reason),
    }
    tree.to_string()
}

fn tags(record: &GameRecord, mode: CastlingMode, start: &Board, event: &str) -> Tags {
    let mut tags = Tags::roster();
    let mut set = |name: &str, value: &str| {
        // All of these tag names are valid.
        let _ = tags.set(name, value);
    };
    set("Event", event);
    set("Date", &date(Duration::from_secs(record.began)));
    set("Round", &format!("{}.{}", record.id / 2 + 1, record.id % 2 + 1));
    set("White", &record.white);
    set("Black", &record.black);
    set("Result", &record.result.to_string());
    set("PlyCount", &record.moves.len().to_string());
    set("Termination", &record.termination);
    if mode == CastlingMode::Chess960 {
        set("Variant", "Chess960");
    }
    if mode == CastlingMode::Chess960 || *start != Board::start() {
        set("SetUp", "1");
        set("FEN", &record.opening);
    }
    tags
}

/// `+0.35/12 0.045s`, as most programs that read such games expect it: score, depth, time.
fn comment(ply: &Ply) -> String {
    let seconds = ply.elapsed.as_secs_f64();
    match ply.verdict {
        Some(Verdict::Mate(moves)) if moves < 0 => {
            format!("-M{}/{} {seconds:.3}s", moves.unsigned_abs(), ply.depth)
        }
        Some(Verdict::Mate(moves)) => format!("+M{moves}/{} {seconds:.3}s", ply.depth),
        Some(Verdict::Centipawns(value)) => {
            format!("{:+.2}/{} {seconds:.3}s", f64::from(value) / 100.0, ply.depth)
        }
        Some(verdict @ Verdict::Tablebase { .. }) => format!("{verdict}/{} {seconds:.3}s", ply.depth),
        None if ply.is_from_book() => "book".to_owned(),
        None => format!("{seconds:.3}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use vernier_chess::GameResult;

    #[test]
    fn a_result_of_a_tablebase_is_named() {
        let verdict = Some(Verdict::Tablebase { won: true, plies: 12 });
        let ply =
            Ply { verdict, depth: 7, elapsed: Duration::from_millis(45), ..Ply::from_book("e2e4".into()) };
        assert_eq!(comment(&ply), "tablebase win in 12/7 0.045s");
    }

    fn record(moves: Vec<Ply>) -> GameRecord {
        GameRecord {
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
            moves,
        }
    }

    /// Playing all moves again for each would take minutes.
    #[test]
    fn a_very_long_game_is_written_at_once() {
        let rounds = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(15_000);
        let moves = rounds.into_iter().map(|mv| Ply::from_book(mv.into())).collect();
        let began = std::time::Instant::now();
        let text = write(&record(moves), CastlingMode::Standard, "test");
        assert_eq!(text.matches("{book}").count(), 60_000);
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }

    #[test]
    fn moves_after_an_illegal_one_are_left_out() {
        let moves = ["e2e4", "e7e5", "e4e5", "g1f3"].map(|mv| Ply::from_book(mv.into()));
        let text = write(&record(moves.to_vec()), CastlingMode::Standard, "test");
        assert!(text.trim_end().ends_with("1. e4 {book} 1... e5 {book} {Black mates} 0-1"), "{text}");
    }

    #[test]
    fn a_game_is_written_as_valid_pgn() {
        let ply = |mv: &str, verdict| Ply {
            mv: mv.into(),
            verdict,
            depth: 7,
            elapsed: Duration::from_millis(45),
            latency: None,
            nodes: 1,
        };
        let record = record(vec![
            Ply::from_book("f2f3".into()),
            ply("e7e5", Some(Verdict::Centipawns(57))),
            ply("g2g4", Some(Verdict::Mate(-1))),
            ply("d8h4", Some(Verdict::Mate(1))),
        ]);
        let text = write(&record, CastlingMode::Standard, "test");
        assert!(text.contains("[White \"A \\\"x\\\"\"]") && text.contains("[Round \"2.2\"]"), "{text}");
        let movetext = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(
            movetext.trim(),
            "1. f3 {book} 1... e5 {+0.57/7 0.045s} 2. g4 {-M1/7 0.045s} 2... Qh4# {+M1/7 0.045s} {Black mates} 0-1"
        );
    }
}
