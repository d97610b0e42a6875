//! Files of games: output reads back, bad games are skipped, and a stopped run resumes.

use std::fs;
use std::path::PathBuf;
use vernier_analysis::{Batch, BatchError, BatchNews, Mind, Question, Settings, Source};
use vernier_chess::pgn::{GameTree, Reader};
use vernier_engine::{Limits, Report, SearchKind};

const GAMES: &str = r#"[Event "one"]
[White "Ann"]
[Black "Ben"]
[Result "0-1"]

1. f3 {Odd.} e5 2. g4 (2. e4 $1 Nf6) Qh4# 0-1

[Event "bad"]

1. e4 e5 2. Ke3 *

[Event "two"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O b5 6. Nc3 *
"#;

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vernier-batch-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("games.pgn"), GAMES).expect("written");
        Self(path)
    }

    fn games(&self) -> PathBuf {
        self.0.join("games.pgn")
    }

    fn batch(&self) -> Batch {
        let settings = Settings { limits: Limits::nodes(2_000), ..Settings::default() };
        Batch {
            source: Source::File(self.games()),
            out: None,
            json: false,
            html: None,
            settings,
            search: SearchKind::default(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn mind() -> Mind {
    Mind::new(1, 8, None).expect("8 MB")
}

fn run(batch: &Batch) -> (String, Vec<String>) {
    let (mut mind, mut out, mut skipped) = (mind(), Vec::new(), Vec::new());
    let mut news = |news: BatchNews| {
        if let BatchNews::Skipped(reason) = news {
            skipped.push(reason);
        }
    };
    batch.run(&mut out, &mut |question| Some(mind.think(question)), &mut news).expect("the batch runs");
    (String::from_utf8(out).expect("text"), skipped)
}

#[test]
fn annotated_games_round_trip_and_bad_ones_are_skipped() {
    let folder = Folder::new("read");
    let (text, skipped) = run(&folder.batch());
    assert_eq!(skipped.len(), 1);
    assert!(skipped[0].contains("game 2") && skipped[0].contains("Ke3"), "{}", skipped[0]);
    let games: Vec<GameTree> = Reader::new(text.as_bytes()).map(|game| game.expect("good PGN")).collect();
    assert_eq!(games.len(), 2);
    for game in &games {
        let again = Reader::new(game.to_string().as_bytes()).next().expect("a game").expect("good PGN");
        assert!(*game == again, "{game}");
        assert!(game.mainline().all(|id| game[id].comments[0].contains("[%eval ") && game[id].comments[0].contains("[%wdl ")));
    }
    assert_eq!(
        games.iter().map(|game| game.mainline().count()).collect::<Vec<_>>(),
        [4, 11],
        "the main line stays"
    );
    let moves: Vec<_> = games[0].mainline().collect();
    assert_eq!(games[0][moves[0]].comments[1], "Odd.", "what others wrote stays");
    assert!(
        games[0][moves[2]].nags.iter().any(|nag| nag.0 == 4)
            && text.replace('\n', " ").contains("allows mate at once: 2...Qh4#.")
    );
    assert!(text.replace('\n', " ").contains("leaves the bishop on a4 hanging: 6...bxa4 wins it."), "{text}");
}

#[test]
fn json_is_one_report_a_line() {
    let folder = Folder::new("json");
    let (text, _) = run(&Batch { json: true, ..folder.batch() });
    let reports: Vec<vernier_analysis::GameReport> =
        text.lines().map(|line| serde_json::from_str(line).expect("a report")).collect();
    assert_eq!(reports.iter().map(|report| report.moves.len()).collect::<Vec<_>>(), [4, 11]);
    assert_eq!(reports[1].opening.as_ref().map(|(eco, _)| eco.as_str()), Some("C78"));
}

#[test]
fn a_stopped_run_resumes() {
    let folder = Folder::new("resume");
    let out = folder.0.join("out.pgn");
    let batch = Batch { out: Some(out.clone()), html: Some(folder.0.join("out.html")), ..folder.batch() };
    let mut mind = mind();
    // The thinker gives up in the middle of the third game.
    let mut asked = 0;
    let mut tired = |question: &Question| -> Option<Vec<Report>> {
        asked += 1;
        (asked < 10).then(|| mind.think(question))
    };
    let tally = batch.run(&mut Vec::new(), &mut tired, &mut |_| {}).expect("it runs");
    assert!(tally.stopped && tally.analysed == 1);
    // A game that was half written when the power failed is written again.
    let half = fs::read_to_string(&out).expect("the first game") + "[Event \"tw";
    fs::write(&out, half).expect("written");
    let mut continued = None;
    let mut news = |news: BatchNews| {
        if let BatchNews::Continued(games) = news {
            continued = Some(games);
        }
    };
    let tally =
        batch.run(&mut Vec::new(), &mut |question| Some(mind.think(question)), &mut news).expect("it runs");
    assert_eq!((continued, tally.analysed, tally.skipped), (Some(2), 2, 1));
    let text = fs::read_to_string(&out).expect("the games");
    assert_eq!(Reader::new(text.as_bytes()).filter_map(Result::ok).count(), 2);
    let page = fs::read_to_string(folder.0.join("out.html")).expect("the page");
    assert_eq!((page.matches("<section>").count(), page.matches("</html>").count()), (2, 1));
    assert_eq!(page.matches("id=\"wQ\"").count(), 1, "the pieces are drawn once for all boards");
    // Finished work is not overwritten.
    let refused = batch.run(&mut Vec::new(), &mut |question| Some(mind.think(question)), &mut |_| {});
    assert!(matches!(refused, Err(BatchError::Exists(_))));
}

#[test]
fn a_run_cut_off_in_its_first_game_resumes() {
    let folder = Folder::new("first");
    let out = folder.0.join("out.pgn");
    let batch = Batch { out: Some(out.clone()), ..folder.batch() };
    let tally = batch.run(&mut Vec::new(), &mut |_| None, &mut |_| {}).expect("it runs");
    assert!(tally.stopped && tally.read == 0);
    fs::write(&out, "[Event \"on").expect("written");
    let mut mind = mind();
    let other = Batch { search: SearchKind::Mcts, ..batch.clone() };
    let refused = other.run(&mut Vec::new(), &mut |_| None, &mut |_| {});
    assert!(matches!(refused, Err(BatchError::Exists(_))), "another search");
    let tally = batch.run(&mut Vec::new(), &mut |question| Some(mind.think(question)), &mut |_| {});
    assert_eq!(tally.expect("the run resumes").analysed, 2);
    let text = fs::read_to_string(&out).expect("the games");
    assert_eq!(Reader::new(text.as_bytes()).filter_map(Result::ok).count(), 2);
}

#[test]
fn a_folder_is_not_a_file_of_games() {
    let folder = Folder::new("folder");
    let batch = Batch { source: Source::File(folder.0.clone()), ..folder.batch() };
    let refused = batch.run(&mut Vec::new(), &mut |_| None, &mut |_| {});
    assert!(matches!(refused, Err(BatchError::File(path, _)) if path == folder.0));
}

#[test]
fn a_move_that_mates_needs_no_other_merit() {
    let folder = Folder::new("mate");
    let batch = folder.batch();
    // The queen takes a pawn, but that is not the point.
    fs::write(folder.games(), "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n").expect("written");
    let (text, _) = run(&batch);
    let text = text.replace('\n', " ");
    assert!(text.contains("3...Nf6 allows mate at once: 4.Qxf7#.} (3..."), "{text}");
}

#[test]
fn sentences_read_well() {
    let folder = Folder::new("words");
    let batch = folder.batch();
    let games = "[FEN \"8/P6k/8/8/8/8/7r/3K4 w - - 0 1\"]\n\n1. Ke1 *\n\n1. e4 e5 2. Qh5 Nc6 3. Nf3 *\n";
    fs::write(folder.games(), games).expect("written");
    let (text, _) = run(&batch);
    let text = text.replace('\n', " ");
    assert!(
        text.contains("1.Ke1 misses 1.a8=Q, which wins a queen for a pawn. (1.a8=Q)}"),
        "said once: {text}"
    );
    assert!(text.contains("2.Qh5 scores worse in "), "{text}");
}
