//! What engines do wrong ends their game with its reason, and never the match.

mod mock;

use mock::{engine, folder, lab, play, records};
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Output;
use vernier_chess::{Board, CastlingMode, Color};
use vernier_lab::play::fault::FaultKind;
use vernier_lab::store::record::GameRecord;

#[test]
fn mock_engine() {
    mock::perform();
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Both games of a match are lost by the bad engine, for that reason.
fn loses(role: &str, fault: FaultKind, reason: &str) {
    loses_with(role, &[], fault, reason);
}

/// The same with more words on the command line.
fn loses_with(role: &str, more: &[&str], fault: FaultKind, reason: &str) {
    let (output, games) = play(role, more);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(games.len(), 2, "{text}");
    for game in &games {
        let bad = if game.white == "Bad" { Color::White } else { Color::Black };
        assert_eq!(game.result.winner(), Some(!bad), "{}", game.reason);
        assert!(game.reason.contains(reason), "{} does not say {reason}", game.reason);
        if fault == FaultKind::IllegalMove {
            assert!(game.reason.ends_with(&format!("\" in {}", last_position(game))), "{}", game.reason);
        }
        assert_eq!(game.faults(bad).get(&fault), Some(&1), "{game:?}");
        assert!(game.faults(!bad).is_empty(), "{game:?}");
    }
    assert!(text.contains(&format!("faults of Bad: 2 x {fault}")), "{text}");
}

/// Where a game has ended.
fn last_position(game: &GameRecord) -> String {
    let start: Board = game.opening.parse().unwrap();
    let last = game.moves.iter().fold(start, |board, ply| board.play(board.parse_uci(&ply.mv).unwrap()));
    last.fen(CastlingMode::Standard)
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
    let log = folder(&format!("faults-start-{role}")).join("log");
    let (output, games) = play(role, &["--each", &format!("env.{}={}", mock::LOG, log.display())]);
    assert_eq!(output.status.code(), Some(3));
    assert!(games.is_empty());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("engine Bad cannot be started") && text.contains(reason), "{text}");
    // The other one is asked to leave.
    assert!(fs::read_to_string(log).unwrap().lines().any(|line| line == "quit"));
}

#[test]
fn an_engine_that_exits_at_once_stops_the_match() {
    cannot_start("exits", "exit status: 3; it said: cannot find my network");
}

#[test]
fn an_engine_without_uciok_stops_the_match() {
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
#[cfg(unix)]
fn a_file_that_is_not_a_program_stops_the_match() {
    for (mode, reason) in [(0o644, "Permission denied"), (0o755, "Exec format error")] {
        let folder = folder("faults-no-program");
        let file = folder.join("engine");
        fs::write(&file, "\x7fELF, or so it says").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let mut words = ["match", "--each", "depth=1"].map(str::to_owned).to_vec();
        words.extend(engine("Good", "good"));
        words.extend(["--engine".to_owned(), format!("cmd={}", file.display()), "name=Bad".to_owned()]);
        words.extend(["--out".to_owned(), folder.join("results").display().to_string()]);
        let output = lab(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        let expected = format!("engine Bad cannot be started: crashed: {reason}");
        assert!(text(&output).contains(&expected), "{}", text(&output));
    }
}

#[test]
fn an_engine_that_cannot_be_restarted_stops_the_match() {
    let log = folder("faults-once").join("started");
    let (output, games) = play("starts-once", &["--each", &format!("env.{}={}", mock::LOG, log.display())]);
    assert_eq!(output.status.code(), Some(3));
    let text = text(&output);
    assert!(text.contains("engine Bad cannot be started: crashed: exit status: 9; it said: not a"), "{text}");
    assert_eq!(games.len(), 1, "the game that was played is kept");
    assert!(games[0].reason.contains("crashed: exit status: 3"), "{}", games[0].reason);
}

#[test]
fn crashes_lose_the_game_and_the_engine_is_restarted() {
    loses("crashes", FaultKind::Crash, "exit status: 3; it said: assertion failed in the search");
    loses("aborts", FaultKind::Crash, "signal: 6");
    loses("faults", FaultKind::Crash, "signal: 11");
    loses("crashes-on-new-game", FaultKind::Crash, "exit status: 7");
}

#[test]
fn a_crash_between_games_costs_no_game() {
    let (output, mut games) = play("crashes-on-second-game", &["--rounds", "2"]);
    assert_eq!((output.status.code(), games.len()), (Some(0), 4), "{}", text(&output));
    games.sort_by_key(|game| game.id);
    for (index, game) in games.iter().enumerate() {
        let crashed = game.reason.ends_with("crashed: exit status: 7");
        assert_eq!(crashed, index % 2 == 1, "game {index}: {}", game.reason);
        assert_eq!(game.termination == "abandoned", crashed);
    }
    assert!(text(&output).contains("faults of Bad: 2 x crash"), "{}", text(&output));
}

#[test]
fn a_crash_on_quit_costs_nothing() {
    let (output, games) = play("crashes-on-quit", &[]);
    assert_eq!((output.status.code(), games.len()), (Some(0), 2));
    assert!(!text(&output).contains("faults of"), "{}", text(&output));
}

#[test]
fn a_silent_engine_loses() {
    loses("hangs", FaultKind::Silence, "does not answer");
}

#[test]
fn an_engine_that_ignores_stop_loses() {
    loses("thinks-on", FaultKind::Silence, "does not answer");
    loses_with("ponders-on", &["--each", "ponder=on"], FaultKind::Silence, "does not answer");
}

#[test]
fn info_lines_do_not_extend_the_deadline() {
    loses("drips", FaultKind::Silence, "does not answer");
}

#[test]
fn a_late_answer_loses_on_time() {
    loses("late", FaultKind::TimeLoss, "loses on time");
}

#[test]
fn illegal_moves_lose_and_are_quoted() {
    loses("illegal", FaultKind::IllegalMove, "\"bestmove e1e8\"");
    loses("empty", FaultKind::IllegalMove, "\"bestmove\"");
    loses("none", FaultKind::IllegalMove, "\"bestmove (none)\"");
    loses("upper-case", FaultKind::IllegalMove, "\"bestmove ");
}

#[test]
fn a_promotion_without_a_piece_is_illegal() {
    let path = folder("faults-promotion").join("one.epd");
    fs::write(&path, "8/P6k/8/8/8/8/p6K/8 w - - 0 1\n").unwrap();
    let more = ["--openings", path.to_str().unwrap()];
    let (_, games) = play("promotes-to-nothing", &more);
    let colors: Vec<bool> = games.iter().map(|game| game.reason.contains("\"bestmove a7a8\"")).collect();
    assert!(colors.contains(&true) && colors.contains(&false), "once with each color");
    loses_with("promotes-to-nothing", &more, FaultKind::IllegalMove, "\"bestmove a");
}

#[test]
fn a_move_of_the_previous_game_is_illegal() {
    let (output, mut games) = play("remembers", &["--rounds", "2"]);
    assert_eq!((output.status.code(), games.len()), (Some(0), 4), "{}", text(&output));
    games.sort_by_key(|game| game.id);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].reason, "draw by the move limit");
        // Its last move in the first game: it had Black there.
        let last = pair[0].moves.iter().skip(1).step_by(2).next_back().unwrap();
        let expected = format!("White illegal move \"bestmove {}\" in {}", last.mv, last_position(&pair[1]));
        assert_eq!(pair[1].reason, expected);
    }
}

#[test]
#[cfg(unix)]
fn engine_output_cannot_break_the_terminal_or_the_pgn() {
    // An engine without a name is named after its file; this name is as odd as possible.
    let folder = folder("faults-colorful");
    let program = folder.join("a\"b\n\x1b[31mc");
    symlink(std::env::current_exe().unwrap(), &program).unwrap();
    let mut words = vec!["match".to_owned()];
    words.extend(engine("Good", "good"));
    let bad = engine("", "colorful").into_iter().filter(|word| !word.starts_with("name="));
    words.extend(bad.map(
        |word| {
            if word.starts_with("cmd=") { format!("cmd={}", program.display()) } else { word }
        },
    ));
    words.extend(["--each", "depth=1", "--rounds", "1", "--out"].map(str::to_owned));
    words.push(folder.display().to_string());
    let output = lab(&words).output().unwrap();
    let (text, games) = (text(&output), records(&folder));
    assert_eq!((output.status.code(), games.len()), (Some(0), 2), "{text}");
    let pgn = fs::read_to_string(folder.join("games.pgn")).unwrap();
    for page in [&text, &pgn] {
        assert!(page.chars().all(|letter| letter == '\n' || !letter.is_control()), "{page:?}");
        assert!(page.contains("a'b[31mc") && !page.contains("quoted"), "{page}");
    }
    assert!(games[0].reason.contains("\"bestmove [31me1e8 '}; {2J\" in "), "{}", games[0].reason);
    let mut reader = vernier_chess::pgn::Reader::new(pgn.as_bytes());
    for game in &games {
        let read = reader.next().unwrap().unwrap();
        assert_eq!(read.tags.get("White"), Some(game.white.as_str()));
        assert_eq!(read.tags.get("Black"), Some(game.black.as_str()));
    }
    assert!(reader.next().is_none());
}

#[test]
fn a_late_machine_costs_no_game() {
    let (output, games) = play("stops-the-runner", &["--each", "tc=1000", "movetime=1", "--max-moves", "4"]);
    let text = text(&output);
    assert_eq!((output.status.code(), games.len()), (Some(0), 2), "{text}");
    assert!(text.contains("faults of Bad: 2 x late machine"), "{text}");
    assert!(games.iter().all(|game| game.reason == "draw by the move limit"), "{text}");
}

#[test]
fn minor_faults_are_counted() {
    is_only_noted("stutters", FaultKind::DoubleMove);
    is_only_noted("dreams", FaultKind::IllegalLine);
    is_only_noted("boasts", FaultKind::LostMate);
    is_only_noted("boasts-nearby", FaultKind::MateWithoutLine);
    is_only_noted("ponders-nonsense", FaultKind::IllegalLine);
}

#[test]
fn floods_are_survived() {
    let log = folder("faults-memory").join("log");
    let log_to = format!("env.{}={}", mock::LOG, log.display());
    let (output, games) = play("floods", &["--each", "tc=100+1", &log_to, "--startup", "60"]);
    let text = text(&output);
    assert_eq!((output.status.code(), games.len()), (Some(0), 2), "{text}");
    assert!(text.contains("x flood of output"), "{text}");
    assert!(games.iter().all(|game| game.moves.len() > 10), "the games continued");
    // The engines have looked, before they left, how much memory the runner has ever had.
    let log = fs::read_to_string(log).unwrap();
    let most = log.lines().filter_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let most: Vec<u32> = most.map(|kilobytes| kilobytes.trim().parse().unwrap()).collect();
    assert_eq!(most.len(), 2, "{log}");
    assert!(most.iter().all(|kilobytes| *kilobytes < (64 + 2) << 10), "{most:?} kB");
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
        (&["match", "--enginne", "cmd=a"], "'--engine'"),
        (
            &["sprt", "--engine", "cmd=a", "--engine", "cmd=b", "--each", "depth=1", "--elo0", "9"],
            "must be less",
        ),
        (&["sprt", "calc", "1", "2"], "three counts"),
        (&["sprt", "calc", "1", "2", "x"], "not a count"),
        (&["dance"], "unrecognized subcommand"),
        (&["suite", "/no/such.epd"], "cannot read"),
    ] {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let output = mock::lab(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output).contains(explanation), "{words:?}: {}", text(&output));
    }
}

#[test]
fn the_calculator_has_exit_statuses() {
    for (words, status, line) in [
        (&["sprt", "calc", "192", "242", "1548", "817", "2201"][..], 0, "Elo +172.5"),
        (&["sprt", "calc", "2201", "817", "1548", "242", "192"], 1, "Elo -172.5"),
        (&["sprt", "calc", "10", "20", "10", "--model", "logistic"], 1, "undecided"),
    ] {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let output = mock::lab(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?}");
        assert!(text(&output).contains(line), "{}", text(&output));
    }
}

#[test]
fn xboard_engines_play_and_fail_like_uci_engines() {
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
    assert!(games.iter().any(|game| game.reason.ends_with("by resignation")), "{}", text(&output));
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

#[test]
fn values_that_an_option_does_not_take_stop_the_match() {
    for (role, value, wanted) in [
        ("leveled", "option.UCI_Elo=900", "its option UCI_Elo takes a number from 1000 to 2000, not '900'"),
        (
            "leveled",
            "option.UCI_LimitStrength=yes",
            "its option UCI_LimitStrength takes true or false, not 'yes'",
        ),
        ("xboard-good", "option.Level=10", "its option Level takes a number from 1 to 9, not '10'"),
    ] {
        let folder = folder("faults-values").join("results");
        let mut words = vec!["match".to_owned()];
        words.extend(mock::engine("One", role));
        words.extend(mock::engine("Two", role));
        words.extend(["--each", "tc=1", value, "--rounds", "1", "--out"].map(str::to_owned));
        words.push(folder.display().to_string());
        let output = mock::lab(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", text(&output));
        assert!(text(&output).contains(wanted) && !folder.exists(), "{}", text(&output));
    }
}

#[test]
fn an_engine_without_setboard_gets_moves_or_is_rejected() {
    let (output, games) = play("xboard-fixed", &[]);
    assert_eq!((output.status.code(), games.len()), (Some(0), 2), "{}", text(&output));
    let start = Board::start().fen(CastlingMode::Standard);
    assert!(games.iter().all(|game| game.opening == start && game.moves[7].is_from_book()), "{games:?}");
    assert!(!text(&output).contains("faults of"), "{}", text(&output));
    let folder = folder("faults-fixed-refused").join("results");
    let out = folder.display().to_string();
    let (output, _) = play("xboard-fixed", &["--openings", &openings(), "--out", &out]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("Bad cannot begin from a position"), "{}", text(&output));
    assert!(!folder.exists(), "before the first game");
}
