//! What an XBoard session does, as transcripts.

mod common;

use common::{Talk, count};
use vernier_chess::{Board, Game};
use vernier_protocol::cecp::{MoveWord, Reply};

/// The move of a `move` line.
fn word(line: &str) -> MoveWord {
    match line.parse() {
        Ok(Reply::Move(word)) => word,
        other => panic!("{line}: {other:?}"),
    }
}

/// Everything said up to the pong.
fn settle(talk: &mut Talk, number: u32) -> Vec<String> {
    talk.say(&format!("ping {number}"));
    talk.collect(&format!("pong {number}"))
}

#[test]
fn the_features_interfaces_need_are_announced() {
    let mut talk = Talk::start();
    talk.say("xboard\nprotover 2");
    let lines = talk.collect("feature done=1");
    let text = lines.join(" ");
    assert_eq!(lines[0], "feature done=0");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "time=1",
        "draw=1",
        "sigint=0",
        "sigterm=0",
        "reuse=1",
        "analyze=1",
        "colors=0",
        "san=0",
        "name=1",
        "nps=1",
        "memory=1",
        "smp=1",
        "exclude=1",
        "playother=1",
        "variants=\"normal,fischerandom\"",
        "myname=\"Vernier ",
        "option=\"MoveOverhead -spin 20 0 10000\"",
    ] {
        assert!(text.contains(feature), "{feature} is missing in {text}");
    }
    assert!(!text.contains("UCI_") && !text.contains("option=\"Hash"));
    talk.quit();
}

#[test]
fn a_whole_game_over_xboard() {
    let mut talk = Talk::xboard();
    talk.say(
        "accepted ping\nrejected debug\nlevel 40 1 0\neasy\ncomputer\nname A Human\nrating 2000 1500\nsd 2",
    );
    let mut game = Game::new();
    let replies = ["e2e4", "d2d4", "g1f3", "f1e2", "b1c3", "a2a3", "h2h3", "c1d2"];
    let mut played = 0;
    for text in replies {
        let Some(mv) = text.parse::<MoveWord>().unwrap().on(game.board()) else { continue };
        game.play(mv).unwrap();
        talk.say(&format!("time 6000\notim 5900\nusermove {text}"));
        let lines = talk.collect("move ");
        assert!(lines.iter().any(|line| matches!(line.parse(), Ok(Reply::Thinking(_)))), "{lines:?}");
        let reply = word(lines.last().unwrap()).on(game.board()).expect("a legal move");
        game.play(reply).unwrap();
        played += 1;
    }
    assert!(played >= 4, "{played}");
    talk.say("result 1/2-1/2 {Draw agreed}");
    settle(&mut talk, 1);
    let lines = talk.quit();
    assert_eq!(count(&lines, "move "), played);
}

/// A game between two sessions, relayed with the words and in the order of XBoard 4.9.1, as its debug file shows them.
#[test]
fn two_engines_play_each_other_over_xboard() {
    let mut players = [Talk::start(), Talk::start()];
    for player in &mut players {
        player.say("xboard\nprotover 2");
        for line in player.collect("feature done=1") {
            let Ok(Reply::Features(features)) = line.parse() else { panic!("{line}") };
            features.iter().for_each(|feature| player.say(&format!("accepted {}", feature.name)));
        }
        player.say(
            "memory 68\negtpath syzygy /EGT/Syzygy\ncores 1\nnew\nrandom\nlevel 0 0:04 0\npost\nhard\nping 1",
        );
        player.say("force\nping 2");
        player.expect("pong 2");
        player.say("computer\nname Vernier 0.1.0");
    }
    players[0].say("time 400\notim 400\ngo");
    let mut game = Game::new();
    for ply in 0..40 {
        let (line, mover) = (players[ply % 2].expect("move "), ply % 2);
        let reply = word(&line);
        game.play(reply.on(game.board()).expect("a legal move")).unwrap();
        players[1 - mover].say(&format!("time {}\notim 40\nusermove {reply}", 60 - ply));
        if ply == 0 {
            // The second engine was in force mode until now.
            players[1].say("go");
        }
        // A draw that can be claimed is claimed instead of a move.
        if game.outcome().or(game.draw_claim()).is_some() {
            break;
        }
    }
    for mut player in players {
        player.say("result 1/2-1/2 {Draw by adjudication}\nforce\nping 3\nnew\nrandom\nlevel 0 0:04 0\npost\nhard\nping 4");
        player.expect("pong 4");
        let lines = player.quit();
        assert!((10..=21).contains(&count(&lines, "move ")), "{}", count(&lines, "move "));
        assert_eq!((count(&lines, "Illegal"), count(&lines, "Error"), count(&lines, "telluser")), (0, 0, 0));
    }
}

#[test]
fn every_command_of_the_protocol_is_understood() {
    let mut talk = Talk::xboard();
    let commands = "accepted san|rejected san|new|variant normal|random|black|white|force|\
        level 40 5 0|level 0 2:30 0.1|level 0 0:00 12|st 1|sd 3|nps 0|time 100|otim 100|usermove e2e4|e7e5|?|\
        draw|result * {none}|setboard 8/8/8/8/4k3/8/8/4K2R w K - 0 1|edit|.|hint|bk|undo|remove|hard|easy|post|nopost|\
        analyze|.|exclude e1e2|include e1e2|exclude all|include all|exit|name A B|rating 1 2|ics -|computer|\
        pause|resume|memory 4|cores 1|egtpath syzygy /nowhere|egtpath nalimov /nowhere|\
        option MultiPV=1|option Clear Hash|option UseNNUE=1|option BookFile=|playother|force";
    let mut asked = 0;
    for command in commands.split('|') {
        talk.say(command.trim_start());
        asked += 1;
    }
    let lines = settle(&mut talk, 9);
    assert_eq!((count(&lines, "Error"), count(&lines, "Illegal")), (0, 0), "{lines:?}");
    assert_eq!(asked, 55);
    talk.quit();
}

#[test]
fn pings_are_answered_after_the_move() {
    let mut talk = Talk::xboard();
    talk.say("st 0.1\nusermove e2e4\nping 3\nping 4");
    let lines = talk.collect("pong 4");
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    assert!(place("move ") < place("pong 3") && place("pong 3") < place("pong 4"), "{lines:?}");
    talk.say("force");
    settle(&mut talk, 5);
    talk.quit();
}

#[test]
fn move_now_is_obeyed_at_once() {
    let mut talk = Talk::xboard();
    talk.say("level 0 100 0\nusermove e2e4\n?");
    talk.expect("move ");
    talk.say("?");
    assert_eq!(count(&settle(&mut talk, 1), "move "), 0);
    talk.quit();
}

#[test]
fn force_mode_only_checks_moves() {
    let mut talk = Talk::xboard();
    talk.say(
        "force\nusermove e2e4\ne7e5\nusermove e1e3\nusermove xyz\nusermove g1f3\nundo\nremove\nusermove d2d4",
    );
    let lines = settle(&mut talk, 1);
    let complaints: Vec<&String> = lines.iter().filter(|line| line.starts_with("Illegal")).collect();
    assert_eq!(complaints, ["Illegal move: e1e3", "Illegal move: xyz"]);
    assert_eq!(count(&lines, "move "), 0);
    talk.say("sd 2\ngo");
    let board = Board::start().play(Board::start().parse_uci("d2d4").unwrap());
    assert!(word(&talk.expect("move ")).on(&board).is_some());
    talk.quit();
}

#[test]
fn playother_waits_for_the_other_side() {
    let mut talk = Talk::xboard();
    talk.say("sd 2\nforce\nplayother");
    assert_eq!(count(&settle(&mut talk, 1), "move "), 0);
    talk.say("usermove e2e4");
    talk.expect("move ");
    talk.quit();
}

#[test]
fn white_and_black_commands_set_the_side() {
    let mut talk = Talk::xboard();
    talk.say("sd 2\nforce\nblack\ngo");
    // Black is to move in the start position, and the engine moves for it.
    let board: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".parse().unwrap();
    assert!(word(&talk.expect("move ")).on(&board).is_some());
    talk.quit();
}

#[test]
fn setboard_sets_legal_boards_and_rejects_others() {
    let mut talk = Talk::xboard();
    talk.say("force\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\nsd 4\ngo");
    assert_eq!(talk.expect("move "), "move a1a8");
    assert_eq!(talk.expect("1-0"), "1-0 {White mates}".replace("White mates", &mate_text()));
    for bad in ["setboard junk", "setboard 8/8/8/8/8/8/8/8 w - - 0 1", "setboard"] {
        talk.say(&format!("force\n{bad}\nusermove e2e4\ngo"));
        let lines = settle(&mut talk, 9);
        assert_eq!(count(&lines, "tellusererror Illegal position"), 1, "{bad}: {lines:?}");
        assert_eq!(count(&lines, "Illegal move (no valid position): e2e4"), 1, "{bad}");
        assert_eq!(count(&lines, "tellusererror no valid position"), 1, "{bad}");
        assert_eq!(count(&lines, "move "), 0, "{bad}");
    }
    talk.say("force\nedit\n#\nKe1\nQd1\nc\nKe8\n.\ngo");
    let board: Board = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
    assert!(word(&talk.expect("move ")).on(&board).is_some());
    talk.quit();
}

/// What the library calls a mate.
fn mate_text() -> String {
    vernier_chess::Outcome::Checkmate { winner: vernier_chess::Color::White }.to_string()
}

#[test]
fn results_are_claimed_only_when_certain() {
    let mut talk = Talk::xboard();
    talk.say("force\nsetboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo");
    talk.expect("1/2-1/2 {");
    talk.say("new\nforce\nsetboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\nplayother\nusermove f1f7");
    talk.expect("1/2-1/2 {");
    assert_eq!(count(&talk.quit(), "move "), 0);
}

#[test]
fn draws_by_repetition_and_by_fifty_moves_are_claimed() {
    let mut talk = Talk::xboard();
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"].map(|mv| format!("usermove {mv}\n"));
    talk.say(&format!("force\n{}playother\nusermove f6g8", moves.concat()));
    assert_eq!(talk.expect("1/2-1/2"), "1/2-1/2 {draw by threefold repetition}");
    // After the opponent's move, and after its own.
    talk.say("new\nforce\nsetboard 7k/8/8/8/8/8/4R3/4K3 w - - 99 90\nplayother\nusermove e1d1");
    assert_eq!(talk.expect("1/2-1/2"), "1/2-1/2 {draw by the 50-move rule}");
    talk.say("new\nforce\nsetboard 7k/8/8/8/8/8/4R3/4K3 w - - 99 90\nsd 2\ngo");
    assert_eq!(talk.collect("1/2-1/2").iter().filter(|line| line.starts_with("move ")).count(), 1);
    assert_eq!(count(&talk.quit(), "move "), 1, "a claim replaces the move");
}

#[test]
fn analysis_follows_the_board_until_exit() {
    let mut talk = Talk::xboard();
    talk.say("analyze");
    talk.expect("2 ");
    talk.say(".");
    assert!(matches!(talk.expect("stat01:").parse(), Ok(Reply::Progress(_))));
    settle(&mut talk, 1);
    talk.say("usermove e2e4");
    talk.expect("1 ");
    talk.say("undo\nexclude e2e4\nexclude all\ninclude a2a3");
    // The search starts again with the one move that is left, and keeps to it.
    while !talk.expect("1 ").contains("\ta3") {}
    assert!(talk.collect("4 ").iter().all(|line| line.contains("\ta3")));
    talk.say("include all\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    talk.expect("3 100001 ");
    talk.say("exit");
    let lines = settle(&mut talk, 3);
    assert_eq!(count(&lines, "move "), 0);
    talk.say("force\nusermove a1a8");
    assert_eq!(count(&settle(&mut talk, 4), "Illegal"), 0);
    talk.quit();
}

#[test]
fn pondering_continues_on_a_hit_and_stops_on_a_miss() {
    let mut talk = Talk::xboard();
    talk.say("level 0 1 0\nhard\nst 0.05\nusermove e2e4");
    talk.expect("move ");
    talk.say("hint");
    let hint = talk.expect("Hint: ");
    talk.say(&format!("usermove {}", hint.trim_start_matches("Hint: ")));
    talk.expect("move ");
    // Some legal move other than the one expected: found by trying both.
    talk.say("usermove a2a3\nusermove h2h3");
    talk.expect("move ");
    talk.say("easy");
    settle(&mut talk, 1);
    talk.quit();
}

#[test]
fn castling_in_chess960_is_written_in_letters() {
    let mut talk = Talk::xboard();
    talk.say("new\nvariant fischerandom\nforce\nsetboard 4k3/8/8/8/8/8/8/5KR1 w G - 0 1\nusermove O-O\nundo");
    assert_eq!(count(&settle(&mut talk, 1), "Illegal"), 0);
    talk.say("new\nvariant fischerandom\nforce\nsetboard 4k3/8/8/8/8/8/PPPPPPPP/5KR1 w G - 0 1");
    talk.say("analyze\nexclude all\ninclude O-O");
    let thought = talk.expect("3 ");
    assert!(thought.contains("\tO-O"), "{thought}");
    talk.say("exit\nvariant crazyhouse");
    assert_eq!(talk.expect("Error"), "Error (unknown variant): crazyhouse");
    talk.quit();
}

#[test]
fn nps_turns_time_limits_into_node_limits() {
    let mut talk = Talk::xboard();
    for limits in ["nps 1\nst 500", "st 1\nnps 500"] {
        talk.say(&format!("new\nforce\n{limits}\ngo"));
        talk.expect("move ");
    }
    talk.quit();
}

#[test]
fn options_memory_and_cores() {
    let mut talk = Talk::xboard();
    talk.say("memory 8\ncores 2\negtpath gaviota /nowhere\noption Move Overhead=50\noption Clear Hash\noption MultiPV=2");
    assert_eq!(settle(&mut talk, 1), ["pong 1"]);
    talk.say("option Nonsense=1\nmemory 99999999\ncores x\noption Move Overhead=abc");
    assert_eq!(count(&settle(&mut talk, 2), "Error ("), 4);
    talk.quit();
}

#[test]
fn unknown_commands_are_reported() {
    let mut talk = Talk::xboard();
    talk.say("frobnicate\nlevel x\nbk\npause\nresume\nics -\nprotover 2\n\nping 1");
    let lines = talk.collect("pong 1");
    assert_eq!(count(&lines, "Error (unknown command): frobnicate"), 1);
    assert_eq!(count(&lines, "Error (bad argument): level x"), 1);
    assert_eq!(count(&lines, "\tno opening book"), 1);
    talk.quit();
}

#[test]
fn commands_out_of_place_are_harmless() {
    let mut talk = Talk::xboard();
    talk.say("level 0 100 0\nusermove e2e4\nusermove d2d4");
    talk.expect("Illegal move (not your turn): d2d4");
    talk.say("force\nundo\nundo\nundo\nremove\nexit\n.\neasy\nhard\n?\ndraw\nhint\nresult *\nnew\nping 7");
    talk.expect("pong 7");
    talk.say("usermove e2e4\nnew\nping 8");
    talk.expect("pong 8");
    talk.say("analyze\nquit");
    let lines = talk.end();
    assert_eq!(count(&lines, "move "), 0);
}

#[test]
fn draw_offers_are_accepted_when_not_better() {
    let mut talk = Talk::xboard();
    // A queen down, the engine is happy with a draw; a queen up it is not.
    talk.say("sd 3\nforce\nsetboard 3qk3/8/8/8/8/8/P7/4K3 w - - 0 1\ngo");
    talk.expect("move ");
    talk.say("draw");
    assert_eq!(count(&settle(&mut talk, 1), "offer draw"), 1);
    talk.say("new\nsd 3\nforce\nsetboard 4k3/7p/8/8/8/8/P7/3QK3 w - - 0 1\ngo");
    talk.expect("move ");
    talk.say("draw");
    assert_eq!(count(&settle(&mut talk, 2), "offer draw"), 0);
    talk.quit();
}

#[test]
fn edit_mode_answers_ping_and_quit() {
    let mut talk = Talk::xboard();
    talk.say("force\nedit\n#\nKe1\nping 7\nnonsense\nRh1\nc\nKe8\n.\nping 8");
    talk.expect("pong 7");
    assert!(
        talk.collect("pong 8").iter().all(|line| !line.starts_with("Error")),
        "lines of an editor are not errors"
    );
    talk.say("usermove e1g1\nping 9");
    assert!(talk.collect("pong 9").iter().all(|line| !line.starts_with("Illegal")), "the position is set");
    talk.say("edit\n#\nquit\n.\nping 10");
    assert_eq!(count(&talk.end(), "pong 10"), 0, "quit ends the session");
    // A new game ends the editing.
    let mut talk = Talk::xboard();
    talk.say("force\nedit\n#\nnew\nforce\nusermove e2e4\nping 1");
    assert!(talk.collect("pong 1").iter().all(|line| !line.starts_with("Illegal")));
    talk.quit();
}
