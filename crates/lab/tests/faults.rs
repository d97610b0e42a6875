//! What engines do wrong ends their game with its reason, and never the match.

mod mock;

use mock::play;
use std::process::Output;
use vernier_chess::Color;
use vernier_lab::fault::FaultKind;
use vernier_lab::record::GameRecord;

#[test]
fn mock_engine() {
    mock::perform();
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Both games of a match are lost by the bad engine, for that reason.
fn loses(role: &str, fault: FaultKind, reason: &str) {
    let (output, games) = play(role, &[]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(games.len(), 2, "{text}");
    for game in &games {
        let bad = if game.white == "Bad" { Color::White } else { Color::Black };
        assert_eq!(game.result.winner(), Some(!bad), "{}", game.reason);
        assert!(game.reason.contains(reason), "{} does not say {reason}", game.reason);
        assert_eq!(game.faults(bad).get(&fault), Some(&1), "{game:?}");
        assert!(game.faults(!bad).is_empty(), "{game:?}");
    }
    assert!(text.contains(&format!("faults of Bad: 2 x {fault}")), "{text}");
}

/// The match is played, the bad engine loses nothing, and the fault is counted.
fn is_only_noted(role: &str, fault: FaultKind) -> Vec<GameRecord> {
    let (output, games) = play(role, &[]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.termination != "rules infraction"), "{text}");
    assert!(text.contains(&fault.to_string()), "{text}");
    games
}

/// The match does not begin, and says whose fault it is.
fn cannot_start(role: &str, reason: &str) {
    let (output, games) = play(role, &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(games.is_empty());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("engine Bad cannot be started") && text.contains(reason), "{text}");
}

#[test]
fn an_engine_that_exits_at_once_stops_the_match() {
    cannot_start("exits", "exit status: 3; it said: cannot find my network");
}

#[test]
fn an_engine_that_does_not_introduce_itself_stops_the_match() {
    cannot_start("speechless", "no uciok");
}

#[test]
fn a_missing_program_stops_the_match() {
    let mut words: Vec<String> = ["match", "--each", "depth=1"].map(str::to_owned).into();
    words.extend(mock::engine("Good", "good"));
    words.extend(["--engine", "cmd=/no/such/engine", "name=Gone", "--out"].map(str::to_owned));
    words.push(mock::folder("faults-missing").display().to_string());
    let output = mock::lab(&words).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        text(&output).contains("engine Gone cannot be started: crashed: No such file"),
        "{}",
        text(&output)
    );
}

#[test]
fn crashes_lose_the_game_and_the_engine_is_started_again() {
    loses("crashes", FaultKind::Crash, "exit status: 3; it said: assertion failed in the search");
    loses("aborts", FaultKind::Crash, "signal");
    loses("crashes-on-new-game", FaultKind::Crash, "exit status: 7");
}

#[test]
fn a_crash_on_leaving_hurts_nobody() {
    let (output, games) = play("crashes-on-quit", &[]);
    assert_eq!((output.status.code(), games.len()), (Some(0), 2));
    assert!(!text(&output).contains("faults of"), "{}", text(&output));
}

#[test]
fn silence_is_not_waited_for_for_ever() {
    loses("hangs", FaultKind::Silence, "does not answer");
}

#[test]
fn talking_without_answering_is_silence() {
    loses("drips", FaultKind::Silence, "does not answer");
}

#[test]
fn an_answer_that_comes_too_late_loses_on_time() {
    loses("late", FaultKind::TimeLoss, "loses on time");
}

#[test]
fn illegal_answers_lose_and_are_quoted() {
    loses("illegal", FaultKind::IllegalMove, "\"bestmove e1e8\"");
    loses("empty", FaultKind::IllegalMove, "\"bestmove\"");
    loses("none", FaultKind::IllegalMove, "\"bestmove (none)\"");
    loses("upper-case", FaultKind::IllegalMove, "\"bestmove ");
}

#[test]
fn lesser_faults_are_counted() {
    is_only_noted("stutters", FaultKind::DoubleMove);
    is_only_noted("dreams", FaultKind::IllegalLine);
    is_only_noted("boasts", FaultKind::LostMate);
    is_only_noted("boasts-nearby", FaultKind::MateWithoutLine);
    is_only_noted("ponders-nonsense", FaultKind::IllegalLine);
}

#[test]
fn floods_are_survived() {
    let games = is_only_noted("floods", FaultKind::Flood);
    assert!(games.iter().all(|game| game.moves.len() > 10), "the games went on");
}

#[test]
fn two_good_engines_have_no_faults() {
    let (output, games) = play("good", &["--concurrency", "2"]);
    assert_eq!((output.status.code(), games.len()), (Some(0), 2));
    assert!(!text(&output).contains("faults of"), "{}", text(&output));
    assert!(games.iter().all(|game| game.moves.iter().skip(8).all(|ply| ply.depth == 1 && ply.nodes == 20)));
}

#[test]
fn usage_errors_are_explained() {
    for (words, explanation) in [
        (&["match"][..], "two engines"),
        (
            &["match", "--engine", "cmd=a", "--engine", "cmd=a", "--each", "depth=1"],
            "two engines are called a",
        ),
        (&["match", "--engine", "cmd=a", "--engine", "cmd=b"], "has no limit"),
        (&["match", "--enginne", "cmd=a"], "two engines"),
        (
            &["sprt", "--engine", "cmd=a", "--engine", "cmd=b", "--each", "depth=1", "--elo0", "9"],
            "must be less",
        ),
        (&["sprt", "calc", "1", "2"], "three counts"),
        (&["sprt", "calc", "1", "2", "x"], "not a count"),
        (&["dance"], "no command"),
        (&["suite", "/no/such.epd"], "cannot read"),
    ] {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let output = mock::lab(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{words:?}");
        assert!(text(&output).contains(explanation), "{words:?}: {}", text(&output));
    }
}

#[test]
fn the_calculator_has_exit_statuses() {
    for (words, status, line) in [
        (&["sprt", "calc", "192", "242", "1548", "817", "2201"][..], 0, "Elo +172.5"),
        (&["sprt", "calc", "2201", "817", "1548", "242", "192"], 1, "Elo -172.5"),
        (&["sprt", "calc", "10", "20", "10", "--model", "logistic"], 2, "undecided"),
    ] {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let output = mock::lab(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?}");
        assert!(text(&output).contains(line), "{}", text(&output));
    }
}

#[test]
fn xboard_engines_play_and_fail_too() {
    for role in ["xboard-good", "xboard-old"] {
        let (output, games) = play(role, &["--openings", &openings()]);
        assert_eq!((output.status.code(), games.len()), (Some(0), 2), "{}", text(&output));
        assert!(!text(&output).contains("faults of"), "{}", text(&output));
        assert!(games.iter().all(|game| game.moves.len() > 20 && game.moves[4].verdict.is_some()));
    }
    loses("xboard-illegal", FaultKind::IllegalMove, "\"move e1e8\"");
    loses("xboard-claims", FaultKind::FalseClaim, "1/2-1/2 {I am tired}");
    loses("xboard-refuses", FaultKind::Protocol, "refuses the legal move e2e4");
    let (output, games) = play("xboard-resigns", &[]);
    assert!(games.iter().any(|game| game.reason.ends_with("resigns")), "{}", text(&output));
}

/// A file with one position in which Black is to move.
fn openings() -> String {
    let path = mock::folder("faults-openings").join("one.epd");
    std::fs::write(&path, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n").unwrap();
    path.display().to_string()
}

#[test]
fn options_that_an_engine_does_not_have_stop_the_match() {
    for role in ["good", "xboard-good"] {
        let (output, games) = play(role, &["--each", "option.Hsah=16"]);
        assert_eq!((output.status.code(), games.len()), (Some(3), 0));
        assert!(text(&output).contains("it has no option Hsah"), "{}", text(&output));
    }
}
