//! The laws of the tree search.

mod common;

use common::{board, listener};
use std::fs;
use vernier_chess::{Board, Game};
use vernier_engine::{
    Answer, Engine, Limits, Parameters, PolicySource, Request, Score, SearchKind, TreeOptions, TreeView,
    Verdict,
};

fn engine(mebibytes: usize, threads: usize) -> Engine {
    let mut engine = Engine::new();
    engine.set_threads(threads);
    engine.set_hash(mebibytes).expect("little memory is enough");
    engine.set_search(SearchKind::Mcts).expect("little memory is enough");
    engine
}

fn search(engine: &mut Engine, board: Board, limits: Limits) -> Answer {
    let answer = engine.search(Request::new(board).limits(limits), |report| {
        report.pv.iter().fold(board, |board, mv| {
            assert!(board.is_legal(*mv), "{mv} in {board}");
            board.play(*mv)
        });
    });
    assert_eq!(answer.best.is_some(), board.has_legal_moves(), "{board}");
    assert!(answer.best.is_none_or(|mv| board.is_legal(mv)), "{board}");
    answer
}

fn best(fen: &str, nodes: u64) -> (String, Verdict) {
    let answer = search(&mut engine(8, 1), board(fen), Limits::nodes(nodes));
    let score = answer.score().expect("a score");
    (answer.best.map(|mv| mv.to_string()).unwrap_or_default(), score.verdict())
}

/// Looks at every node of a view.
fn check(view: &TreeView, seen: &mut usize) {
    *seen += 1;
    assert!((0.0..=1.0).contains(&view.value), "{view:?}");
    assert!((0.0..=1.0).contains(&view.policy), "{view:?}");
    let below: u64 = view.children.iter().map(|child| u64::from(child.visits)).sum();
    assert!(below <= u64::from(view.visits), "{} visits, {below} below in {}", view.visits, view.board);
    for child in &view.children {
        assert!(child.mv.is_some_and(|mv| view.board.is_legal(mv)));
        check(child, seen);
    }
}

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10";

#[test]
fn visits_agree_and_values_stay_in_range() {
    let mut engine = engine(64, 1);
    let answer = search(&mut engine, board(MIDDLEGAME), Limits::nodes(5_000));
    assert_eq!(answer.nodes, 5_000);
    let view = engine.tree(usize::MAX).expect("a tree");
    let mut seen = 0;
    check(&view, &mut seen);
    assert!(seen > 2_000, "{seen} nodes");
    assert_eq!(view.visits, 5_000);
    let below: u32 = view.children.iter().map(|child| child.visits).sum();
    assert_eq!(below, 5_000, "every simulation goes through a move of the root");
    let moves = engine.root_moves();
    assert_eq!(moves.len(), view.board.legal_moves().len());
    assert_eq!(moves.iter().map(|mv| mv.visits).sum::<u32>(), 5_000);
    assert!((moves.iter().map(|mv| mv.policy).sum::<f64>() - 1.0).abs() < 0.01);
    assert_eq!(Some(moves[0].mv), answer.best);
    let fewer = engine.tree(20).expect("a tree");
    let mut shown = 0;
    check(&fewer, &mut shown);
    assert!((2..60).contains(&shown), "{shown} nodes");
}

#[test]
fn one_thread_always_grows_the_same_tree() {
    let grow = || {
        let mut engine = engine(4, 1);
        search(&mut engine, board(MIDDLEGAME), Limits::nodes(4_000));
        engine.tree(usize::MAX)
    };
    assert_eq!(grow(), grow());
}

#[test]
fn memory_is_bounded_over_many_flips() {
    // A mebibyte holds two halves of some fifteen thousand nodes, which a few thousand simulations fill.
    let mut engine = engine(1, 1);
    let answer = search(&mut engine, board(MIDDLEGAME), Limits::nodes(60_000));
    assert_eq!(answer.nodes, 60_000);
    let view = engine.tree(usize::MAX).expect("a tree");
    let mut seen = 0;
    check(&view, &mut seen);
    assert!(seen < 40_000, "{seen} nodes in a mebibyte");
    assert_eq!(view.visits, 60_000);
    assert!(answer.lines[0].hashfull <= 1000);
}

#[test]
fn mates_are_proven_with_the_right_distance() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2),
        ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", "d5f6", 2),
        ("1k1r4/1b1p2pp/PQ2p3/nN6/P3P3/8/6PP/2q2BK1 w - - 0 1", "b6a7", 3),
    ];
    for (fen, mv, distance) in cases {
        assert_eq!(best(fen, 40_000), (mv.to_owned(), Verdict::Mate(distance)), "{fen}");
    }
    // The side to move is lost: it is mated whatever it does.
    assert_eq!(best("7k/R7/6K1/8/8/8/8/8 b - - 0 1", 20_000).1, Verdict::Mate(-1));
}

#[test]
fn finished_games_have_a_score_and_no_move_in_the_tree() {
    for (fen, score) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Score::mated_in(0)),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let answer = search(&mut engine(1, 1), board(fen), Limits::nodes(100));
        assert_eq!((answer.best, answer.score()), (None, Some(score)), "{fen}");
    }
}

#[test]
fn stalemate_repetition_and_fifty_moves_are_draws() {
    // Two moves stalemate; the search finds none of them.
    let (mv, verdict) = best("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 3_000);
    assert!(matches!(verdict, Verdict::Mate(_)), "{mv} {verdict}");
    // Black is a rook up and about to mate, but White has perpetual check.
    let (_, verdict) = best("6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1", 8_000);
    assert!(matches!(verdict, Verdict::Centipawns(-60..=60)), "{verdict}");
    // One move before the fifty-move rule nothing but a capture or a pawn move wins.
    let (_, verdict) = best("8/8/8/4k3/8/8/1R6/1K6 w - - 99 90", 3_000);
    assert_eq!(verdict, Verdict::Centipawns(0));
}

#[test]
fn positions_of_the_game_count_for_repetitions() {
    let mut game = Game::from_board(board("7k/8/8/8/8/8/qr6/3Q2K1 w - - 0 1"));
    for mv in ["d1d8", "h8h7", "d8d3", "h7h8", "d3d8", "h8h7", "d8d3", "h7h8"] {
        let mv = game.board().parse_uci(mv).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    let answer = engine(4, 1).search(Request::new(&game).limits(Limits::nodes(2_000)), |_| ());
    // The third repetition is a draw at once, and everything else is lost.
    assert_eq!(answer.best.map(|mv| mv.to_string()).as_deref(), Some("d3d8"));
}

#[test]
fn one_legal_move_and_218() {
    assert_eq!(best("k7/8/8/8/8/8/1r6/K7 w - - 0 1", 500).0, "a1b2");
    let most = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let mut engine = engine(8, 1);
    search(&mut engine, board(most), Limits::nodes(1_000));
    assert_eq!(engine.root_moves().len(), 218);
}

#[test]
fn chess960_positions_are_searched() {
    for number in [0, 100, 518, 959] {
        let start = Board::chess960(number).expect("below 960");
        search(&mut engine(4, 1), start, Limits::nodes(1_000));
    }
    let castles = board("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1");
    let mut engine = engine(4, 1);
    search(&mut engine, castles, Limits::nodes(500));
    assert!(engine.root_moves().iter().filter(|root| root.mv.is_castle()).count() == 2);
}

#[test]
fn a_search_can_be_stopped_at_any_moment() {
    let mut engine = engine(1, 2);
    for pause in 0..40u64 {
        let (sink, inbox) = listener();
        let job = engine.start(Request::new(board(MIDDLEGAME)), sink);
        std::thread::sleep(std::time::Duration::from_micros(pause * pause * 7));
        job.stop();
        let answer = job.wait();
        assert!(answer.best.is_some_and(|mv| board(MIDDLEGAME).is_legal(mv)));
        drop(inbox);
    }
}

#[test]
fn many_threads_share_a_tree() {
    const THREADS: usize = 16;
    let mut engine = engine(2, THREADS);
    let answer = search(&mut engine, board(MIDDLEGAME), Limits::nodes(60_000));
    assert!(answer.nodes >= 60_000);
    let mut seen = 0;
    check(&engine.tree(usize::MAX).expect("a tree"), &mut seen);
    // Every simulation of every thread visits the root once.
    let visits = u64::from(engine.tree(1).expect("a tree").visits);
    assert_eq!(engine.statistics().expect("the search has ended").nodes, visits);
    // The first thread counts up to its end and does not wait long for the others: each finishes the simulation that it is
    // in when the search ends, and that one alone may come after the answer.
    let after_the_answer =
        visits.checked_sub(answer.nodes).expect("every counted simulation has visited the root");
    assert!(after_the_answer < THREADS as u64, "{visits} visits, {} nodes", answer.nodes);
}

#[test]
#[ignore = "takes minutes"]
fn many_threads_share_a_tree_for_minutes() {
    let mut engine = engine(4, 16);
    for minute in 0..2 {
        let limits = Limits::movetime(std::time::Duration::from_secs(60));
        let answer = search(&mut engine, board(MIDDLEGAME), limits);
        let mut seen = 0;
        check(&engine.tree(usize::MAX).expect("a tree"), &mut seen);
        assert!(answer.nodes > 10_000, "minute {minute}");
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut engine = engine(16, 1);
    let start = board(MIDDLEGAME);
    let answer = search(&mut engine, start, Limits::nodes(5_000));
    let (mv, reply) = (answer.best.expect("a move"), answer.ponder.expect("a reply"));
    let next = start.play(mv).play(reply);
    search(&mut engine, next, Limits::nodes(10));
    let visits = engine.tree(1).expect("a tree").visits;
    assert!(visits > 50, "{visits} visits, of which 10 are new");
    let mut parameters = Parameters::DEFAULT;
    parameters.set("tree_reuse", 0).expect("a switch");
    engine.set_parameters(parameters);
    search(&mut engine, start, Limits::nodes(5_000));
    search(&mut engine, next, Limits::nodes(10));
    assert_eq!(engine.tree(1).expect("a tree").visits, 10);
}

#[test]
fn only_the_searchmoves_are_searched() {
    let start = board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let asked = start.parse_uci("d1d7").expect("legal");
    let limits = Limits { searchmoves: vec![asked], nodes: Some(300), ..Limits::default() };
    let mut engine = engine(4, 1);
    assert_eq!(search(&mut engine, start, limits).best, Some(asked));
    assert!(engine.root_moves().iter().all(|root| root.mv == asked || root.visits == 0));
}

#[test]
fn several_lines_are_sorted_by_visits() {
    let mut engine = engine(8, 1);
    engine.set_multi_pv(4);
    let answer = search(&mut engine, board(MIDDLEGAME), Limits::nodes(3_000));
    let moves: Vec<_> = answer.lines.iter().filter_map(|line| line.pv.first().copied()).collect();
    let visited: Vec<_> = engine.root_moves().iter().take(4).map(|root| root.mv).collect();
    assert_eq!(moves, visited);
}

#[test]
fn no_move_stands_in_two_lines_while_threads_count() {
    let mut engine = engine(8, 4);
    engine.set_multi_pv(5);
    let mut lines = Vec::new();
    engine.search(Request::new(board(MIDDLEGAME)).limits(Limits::nodes(30_000)), |report| {
        lines.push((report.line, report.pv.first().map(|mv| mv.bits())));
    });
    assert!(!lines.is_empty());
    for batch in lines.chunk_by(|one, next| one.0 < next.0) {
        let mut moves: Vec<_> = batch.iter().map(|(_, mv)| *mv).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), batch.len(), "{batch:?}");
    }
}

#[test]
fn every_switch_can_be_turned_off() {
    let switches = Parameters::TABLE
        .iter()
        .filter(|parameter| parameter.name.starts_with("tree_") && parameter.name == parameter.technique);
    let mut tried = 0;
    for switch in switches {
        let mut parameters = Parameters::DEFAULT;
        parameters.set(switch.name, 0).expect("a switch");
        let mut engine = engine(2, 1);
        engine.set_parameters(parameters);
        search(&mut engine, board(MIDDLEGAME), Limits::nodes(400));
        let mut seen = 0;
        check(&engine.tree(usize::MAX).expect("a tree"), &mut seen);
        tried += 1;
    }
    assert_eq!(tried, 13);
    let mut plain = engine(2, 1);
    plain.set_parameters(Parameters::PLAIN);
    search(&mut plain, board(MIDDLEGAME), Limits::nodes(400));
}

#[test]
fn a_search_goes_on_without_a_policy_network() {
    let mut engine = engine(4, 1);
    engine.set_tree(TreeOptions { policy: PolicySource::Guess, show_policy: true, ..TreeOptions::default() });
    let answer = search(&mut engine, board("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1"), Limits::nodes(500));
    assert_eq!(answer.best.map(|mv| mv.to_string()).as_deref(), Some("e3d5"));
    assert!(answer.notes.iter().any(|note| note.contains("N:") && note.contains("P:")), "{:?}", answer.notes);
}

#[test]
fn a_damaged_policy_file_is_rejected() {
    let path = std::env::temp_dir().join(format!("vernier-policy-{}", std::process::id()));
    fs::write(&path, b"VERNIERP and no more").expect("written");
    let error = TreeOptions::load_policy(&path).expect_err("half a file").to_string();
    assert!(error.contains("bytes"), "{error}");
    fs::remove_file(&path).expect("removed");
    assert!(TreeOptions::load_policy(&path).is_err());
    assert!(PolicySource::Embedded.network().is_some());
}

#[test]
fn alpha_beta_can_be_restored() {
    let mut engine = engine(2, 1);
    search(&mut engine, board(MIDDLEGAME), Limits::nodes(500));
    engine.set_search(SearchKind::AlphaBeta).expect("little memory is enough");
    let answer = search(&mut engine, board(MIDDLEGAME), Limits::depth(4));
    assert!(answer.best.is_some());
    assert!(engine.tree(10).is_none() && engine.root_moves().is_empty());
}

#[test]
#[ignore = "needs ../shared/data"]
fn mates_of_the_shared_sets_are_proven() {
    for (name, least) in [("mate_in_1", 64), ("mate_in_2", 145), ("mate_in_3", 85)] {
        let path = format!("{}/../../../shared/data/tactics/{name}.epd", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut found = 0;
        for line in text.lines() {
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            let moves: i32 = line
                .split("dm ")
                .nth(1)
                .and_then(|rest| rest.split(';').next())
                .map_or(0, |text| text.trim().parse().expect("a number"));
            let (_, verdict) = best(&format!("{} 0 1", fields.join(" ")), 60_000);
            if let Verdict::Mate(distance) = verdict {
                assert!(distance >= moves, "{line}: no mate is shorter than {moves}");
                found += usize::from(distance == moves);
            }
        }
        assert!(found >= least, "{name}: {found} of {}", text.lines().count());
    }
}
