//! `vernier play` as a person's script drives it.

mod talk;

use std::process::Output;
use talk::{lines, run};

/// A game without thought to speak of.
fn play(words: &[&str], script: &str) -> Output {
    run(&[&["play", "--movetime", "20"], words].concat(), script)
}

fn text_of(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    lines(output).join("\n")
}

#[test]
fn a_mate_ends_the_game_and_is_in_the_pgn() {
    let output = play(&["6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"], "Ra8\nKg1\npgn\nquit\n");
    let text = text_of(&output);
    assert!(text.contains("1-0: White wins by checkmate"), "{text}");
    assert!(text.contains("[Result \"1-0\"]") && text.contains("1. Ra8# 1-0"), "{text}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("the game is over"), "{errors}");
}

#[test]
fn the_engine_answers_with_a_legal_move_in_algebraic_notation() {
    let text = text_of(&play(&["--level", "1200"], "e4\nfen\n"));
    let reply = text.lines().find_map(|line| line.strip_prefix("1... ")).expect("a reply");
    let board = vernier_chess::Board::start();
    let board = board.play(board.parse_san("e4").expect("a move"));
    let after = board.play(board.parse_san(reply).expect("a legal reply"));
    assert!(text.contains(&after.to_string()), "{text}");
}

#[test]
fn the_engine_begins_if_the_player_is_black() {
    let text = text_of(&play(&["--side", "black"], "board\n"));
    assert!(text.contains("You play Black"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("1. ")), "{text}");
    assert!(
        text.contains("1 R N B K Q B N R") || text.contains("  h g f e d c b a"),
        "Black sits below: {text}"
    );
}

#[test]
fn hints_name_the_piece_and_then_the_move() {
    let text = text_of(&play(&["6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"], "hint\nhint\n"));
    assert!(text.contains("Look at the rook on a1") && text.contains("Try Ra8#"), "{text}");
}

#[test]
fn moves_are_undone_and_colors_swap_in_a_new_game() {
    let text = text_of(&play(&[], "back\ne4\nback\nfen\nnew\nfen\n"));
    assert!(text.contains(&vernier_chess::Board::start().to_string()), "{text}");
    let after_new = text.split("> new").last().unwrap_or_default();
    assert!(after_new.contains("b KQkq"), "the engine has begun: {text}");
}

#[test]
fn resigning_and_offering_a_draw_are_answered() {
    let text = text_of(&play(&[], "draw\nresign\nresign\n"));
    assert!(
        text.contains("The offer is declined.") && text.contains("0-1: Black wins by resignation"),
        "{text}"
    );
}

#[test]
fn an_invalid_move_changes_nothing() {
    let script = "Ke4\ne5\nlevel 9000\nlevel full\nfoo bar\n\n\u{1f600}\nmoves\nfen\nhelp\n";
    let output = play(&["--level", "1500"], script);
    let text = text_of(&output);
    let errors = String::from_utf8_lossy(&output.stderr);
    for wrong in ["Ke4", "e5", "'9000' is not a level", "'foo bar' is not a command", "\u{1f600}"] {
        assert!(errors.contains(wrong), "{wrong}: {errors}");
    }
    assert!(text.contains(&vernier_chess::Board::start().to_string()), "{text}");
    assert!(
        text.contains("Nf3") && text.contains("take back") && text.contains("at full strength"),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'), "no colors in a pipe");
}

#[test]
fn words_are_read_as_people_write_them() {
    let script = "Level 1400\nLEVEL Full\nlevel\nsave\n1.e4!\n2. Nf3\nFEN\nQuit\nHelp\n";
    let output = play(&["--level", "full"], script);
    let (text, errors) = (text_of(&output), String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("Vernier at 1400") && text.contains("at full strength from now on"), "{text}");
    assert!(errors.contains("level needs a rating: 800 to 3000, or full"), "{errors}");
    assert!(errors.contains("'save' is neither a command nor a move; type help"), "{errors}");
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(text.contains("3. FEN"), "both moves were played: {text}");
    assert!(!text.contains("take back"), "the game has been left: {text}");
}

#[test]
fn the_level_can_be_changed_between_games() {
    let script = "e4\nresign\nlevel 1200\npgn\nnew\npgn\n";
    let text = text_of(&play(&["--level", "1600"], script));
    assert!(text.contains("You play against Vernier at 1200 in the next game."), "{text}");
    let games: Vec<&str> = text.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 2, "{text}");
    assert!(games[0].contains("[Black \"Vernier (1600)\"]"), "what is over stays: {text}");
    assert!(games[1].contains("[White \"Vernier (1200)\"]"), "{text}");
}

#[test]
fn a_game_has_the_day_on_which_it_began() {
    let text = text_of(&play(&[], "e4\npgn\n"));
    let date = text.lines().find_map(|line| line.strip_prefix("[Date \"20")).expect("a day");
    assert!(date.len() == 10 && !date.contains('?'), "{date}");
}

#[test]
fn a_file_that_cannot_be_written_is_reported_before_the_game() {
    let folder = std::env::temp_dir();
    let output = play(&["--pgn", folder.to_str().expect("a plain name")], "e4\nquit\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}

#[test]
fn a_game_outlives_the_program() {
    let path = std::env::temp_dir().join(format!("vernier-play-killed-{}.pgn", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut talk =
        talk::Talk::start(&["play", "--movetime", "20", "--pgn", path.to_str().expect("a plain name")]);
    talk.say("d4\nresign\nnew\nfen\ne5");
    talk.collect("1... e5");
    talk.collect("2. ");
    talk.child.kill().expect("it runs");
    talk.child.wait().expect("it ends");
    let text = std::fs::read_to_string(&path).expect("the games");
    std::fs::remove_file(&path).expect("removed");
    assert!(text.contains("1. d4") && text.contains("0-1") && text.matches("[Event ").count() == 2, "{text}");
}

#[test]
fn games_are_added_to_a_file() {
    let path = std::env::temp_dir().join(format!("vernier-play-{}.pgn", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let name = path.to_str().expect("a plain name");
    for script in ["e4\nresign\nnew\n", "d4\n"] {
        text_of(&play(&["--pgn", name, "--level", "1200"], script));
    }
    let text = std::fs::read_to_string(&path).expect("the games");
    let games: Vec<_> = vernier_chess::pgn::Reader::new(text.as_bytes()).collect();
    assert!(games.iter().all(Result::is_ok), "{text}");
    assert_eq!(games.len(), 3, "a game with the colors changed begins by itself: {text}");
    let _ = std::fs::remove_file(&path);
}

#[test]
fn clocks_run_and_chess960_starts_by_number() {
    let text = text_of(&run(&["play", "--clock", "1+1", "--chess960", "0"], "fen\nmoves\n"));
    assert!(text.contains("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR"), "{text}");
    // The increment of the first move is there from the start, as on a chess clock.
    assert!(text.contains("White 1:01, Black 1:01"), "{text}");
    for words in [["--clock", "nonsense"], ["--level", "50"], ["--chess960", "960"]] {
        assert_eq!(run(&[&["play"][..], &words].concat(), "").status.code(), Some(2), "{words:?}");
    }
}
