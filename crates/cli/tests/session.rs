//! The real program in conversation: the steps that tournament managers check, the ends of streams, and scripts.

mod talk;

use std::io::Write;
use std::process::Output;
use talk::{Talk, await_end, lines, program, run};

/// The forty steps of the checker that comes with the most used tournament manager.
#[test]
fn the_forty_steps_of_compliance() {
    let mut talk = Talk::start(&[]);
    talk.say("uci");
    let introduction = talk.collect("uciok");
    talk.is_ready();
    assert!(introduction.iter().any(|line| line.starts_with("id name ")));
    assert!(introduction.iter().any(|line| line.starts_with("id author ")));
    for line in introduction.iter().filter(|line| line.contains(" type spin ")) {
        assert!(line.contains(" min ") && line.contains(" max "), "{line}");
    }
    talk.say("ucinewgame");
    talk.is_ready();
    talk.say("position startpos");
    talk.is_ready();
    talk.say("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    talk.is_ready();
    talk.go("go wtime 100");
    talk.say("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    talk.go("go btime 100");
    talk.go("go wtime 100 winc 100 btime 100 binc 100");
    talk.go("go btime 100 binc 100 wtime 100 winc 100");
    talk.say("ucinewgame");
    talk.is_ready();
    talk.say("position startpos");
    talk.go("go wtime 100 btime 100");
    talk.say("position startpos moves e2e4 e7e5");
    talk.go("go wtime 100 btime 100");
    talk.say("quit");
    assert!(talk.end().success());
}

#[test]
fn end_of_input_ends_the_program() {
    for script in
        ["", "uci\n", "uci\ngo infinite\n", "uci\nisready", "xboard\nprotover 2\nanalyze\n", "help\n"]
    {
        let output = run(&[], script);
        assert!(output.status.success(), "{script:?}");
        assert!(output.stderr.is_empty(), "{script:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_closed_output_ends_the_program() {
    for script in ["uci\n", "uci\ngo infinite\n", "bench\n"] {
        let mut child = program().spawn().unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        input.write_all(script.as_bytes()).unwrap();
        // The input stays open: only the loss of the output can end it.
        let status = await_end(&mut child);
        assert!(status.success(), "{script:?}: {status}");
        drop(input);
    }
}

#[test]
fn the_first_line_chooses_the_protocol() {
    for (words, script, expected) in [
        (&[][..], "uci\nquit\n", "uciok"),
        (&["uci"], "isready\nquit\n", "readyok"),
        (&["uci"], "\u{feff}uci\nquit\n", "uciok"),
        (&[], "\u{feff}uci\nquit\n", "uciok"),
        (&[], "isready\nquit\n", "readyok"),
        (&[], "xboard\nprotover 2\nquit\n", "feature done=1"),
        (&["xboard"], "protover 2\nquit\n", "feature done=1"),
        (
            &[],
            "new\ne4 e5 Nf3\nfen\nquit\n",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        ),
        (
            &[],
            "1.e4 e5 2.Nf3 *\nfen\nquit\n",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        ),
        (
            &[],
            "position 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nRa8\nquit\n",
            "the game is over: White wins by checkmate",
        ),
        (&[], "position 6k1/5ppp/8/8/8/8/8/R3K3\nquit\n", "FEN field 2 (side to move), column 24: missing"),
        (&[], "\n\nmoves\nuci\nquit\n", "uciok"),
        (&[], "board\nisready\nquit\n", "readyok"),
        (
            &[],
            "new\nposition startpos moves e2e4\nmoves\nquit\n",
            "Na6 Nc6 Nf6 Nh6 a6 b6 c6 d6 e6 f6 g6 h6 a5 b5 c5 d5 e5 f5 g5 h5",
        ),
    ] {
        let output = run(words, script);
        assert!(output.status.success());
        assert!(lines(&output).iter().any(|line| line == expected), "{script:?}: {:?}", lines(&output));
    }
}

#[test]
fn games_are_analysed_from_standard_input() {
    let words = ["analyse", "-", "--nodes", "500", "--quiet"];
    let output = run(&words, "1. e4 e5 *\n");
    assert!(output.status.success() && lines(&output).join("\n").contains("1. e4 {[%eval"), "{output:?}");
    let out = std::env::temp_dir().join(format!("vernier-stdin-{}.pgn", std::process::id()));
    let to_file = [&words[..], &["--out", out.to_str().unwrap()]].concat();
    let first = run(&to_file, "1. e4 e5 *\n");
    let again = run(&to_file, "1. d4 d5 *\n");
    let text = std::fs::read_to_string(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    assert!(first.status.success() && text.contains("1. e4"), "{text}");
    assert_eq!(again.status.code(), Some(2), "games that can be read only once are not continued");
}

#[test]
fn a_game_in_plain_commands() {
    let script = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nmoves\nRa9\nO-O\nundo\ngo depth 3\n";
    let path = std::env::temp_dir().join(format!("vernier-plain-{}.txt", std::process::id()));
    std::fs::write(&path, format!("board\n{script}play depth 3\nfen\nset Hash 8\nset Nothing 1\neval\n"))
        .unwrap();
    let output = run(&["run", path.to_str().unwrap()], "");
    std::fs::remove_file(&path).unwrap();
    let text = lines(&output).join("\n");
    assert_eq!(output.status.code(), Some(1), "four commands were rejected");
    assert!(text.contains("'Ra9' is neither a command nor a move"), "{text}");
    assert!(text.contains("O-O: no legal move fits"), "{text}");
    assert!(text.contains("there is no move to take back"), "{text}");
    assert!(text.contains("best move: Ra8#"), "{text}");
    assert!(text.contains("R5k1/5ppp/8/8/8/8/8/4K3 b"), "{text}");
    assert!(text.contains("there is no option 'Nothing'"), "{text}");
}

#[test]
fn limits_that_are_none_start_no_search_in_plain_commands() {
    let output = run(&["eval foo"], "");
    assert_eq!(output.status.code(), Some(0), "words after eval say nothing");
    for (line, expected) in [
        ("go foo", "'foo' is not a limit; a search can have depth N, movetime MS, nodes N or infinite"),
        ("play depth", "depth needs a number; a search can have depth N, movetime MS, nodes N or infinite"),
    ] {
        let output = run(&["board now", line], "");
        assert_eq!(lines(&output).last().map(String::as_str), Some(expected));
        assert_eq!(output.status.code(), Some(1));
    }
    let output = run(&["board now", "go perft 3"], "");
    assert!(lines(&output).iter().any(|line| line == "Nodes searched: 8902"), "{:?}", lines(&output));
}

#[test]
fn a_finished_game_is_named_by_its_end_in_plain_commands() {
    for (position, end) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "the game is over: White wins by checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "the game is over: draw by stalemate"),
    ] {
        let output = run(&[], &format!("position {position}\nmoves\nplay\nwait\ngo\nwait\n"));
        assert_eq!(lines(&output), [end; 4]);
    }
}

#[test]
fn piped_commands_run_in_order() {
    let path = std::env::temp_dir().join(format!("vernier-run-{}.txt", std::process::id()));
    let script = "uci\nposition startpos\ngo depth 5\nisready\ngo nodes 5000\nposition startpos moves e2e4\ngo movetime 30\n";
    std::fs::write(&path, script).unwrap();
    let output = run(&["run", path.to_str().unwrap()], "");
    std::fs::remove_file(&path).unwrap();
    assert!(output.status.success());
    let lines = lines(&output);
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    assert!(place("bestmove") < place("readyok"));
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")));
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 3);
    let output = run(&["run", "no such file"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let (first, second) = (run(&["bench", "3"], ""), run(&["bench", "3", "--stats"], ""));
    assert!(lines(&second).iter().any(|line| line.contains(" % by the first move")));
    let nodes = |output: &Output| {
        let lines = lines(output);
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{words:?}") };
        assert!(speed.parse::<u64>().is_ok());
        nodes.parse::<u64>().unwrap()
    };
    assert_eq!(nodes(&first), nodes(&second));
    assert!(nodes(&first) > 1_000);
}

#[test]
fn genfens_prints_start_positions() {
    let output = run(&["genfens 5 seed 42 book None", "quit"], "");
    assert!(output.status.success());
    let lines = lines(&output);
    assert_eq!(lines.len(), 5);
    for line in &lines {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
    }
    assert_eq!(lines, talk::lines(&run(&["genfens 5 seed 42 book None", "quit"], "")));
}

/// `scripts/agreement` with the same engine twice: the longer search of one agrees with itself, and with that of the other.
#[test]
#[ignore = "needs Python's chess"]
fn agreement_compares_two_engines() {
    let path = std::env::temp_dir().join(format!("vernier-agreement-{}.fen", std::process::id()));
    std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n").unwrap();
    let engine = env!("CARGO_BIN_EXE_vernier");
    let words = [path.to_str().unwrap(), engine, "50,2000", engine, "2000"];
    let output = talk::python("../../../scripts/agreement", &words);
    std::fs::remove_file(&path).unwrap();
    let rows: Vec<&str> = output.lines().filter(|line| line.contains(engine)).collect();
    assert!(output.starts_with("2 positions\n") && rows.len() == 3, "{output}");
    assert!(rows[0].contains("| 50 |"), "{output}");
    assert!(rows[1..].iter().all(|row| row.ends_with("| 100.0% | 100.0% | 0.00000 |")), "{output}");
}

/// A real client drives the program through both protocols.
#[test]
#[ignore = "needs Python's chess"]
fn python_chess_plays_and_analyses() {
    let output = talk::python("python_chess.py", &[env!("CARGO_BIN_EXE_vernier")]);
    assert!(output.contains("all 17 checks passed"), "{output}");
}
