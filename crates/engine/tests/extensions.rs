//! Extensions are bounded: however often a move deserves a deeper search, a search to a depth ends.

mod common;

use common::{Subject, board, search};
use vernier_engine::{Engine, Limits, Parameters};

/// Every late move is reduced here, and every one that then beats alpha counts as a surprise and gains a ply. Without a
/// bound the child of such a move has its parent's depth, and so has its grandchild.
#[test]
fn surprises_do_not_make_a_line_endless() {
    let parameters = Parameters {
        quiescence: true,
        scout_windows: true,
        late_move_reduction: true,
        reduction_base: 3 * 1024,
        research_deeper: -10_000,
        ..Parameters::PLAIN
    };
    // Both end within 150,000 nodes; without the bound neither ends within a million.
    for fen in [
        "rnbqkbnr/1p1pp1p1/p1p2p2/7p/8/NP4P1/PBPPPP1P/R2QKBNR w KQkq - 0 5",
        "rnbqkbnr/1pppp1pp/5p2/p7/Q7/4P3/PPPP1PPP/RNB1KBNR b KQkq - 1 3",
    ] {
        let mut engine = Engine::new();
        engine.set_option("Use NNUE", "false").expect("an option");
        engine.set_parameters(parameters.clone());
        let mut subject = Subject::new(engine);
        subject.position = vernier_engine::Request::new(board(fen));
        let run = search(&mut subject, Limits { nodes: Some(500_000), ..Limits::depth(4) });
        assert_eq!(run.last().depth, 4, "{fen}: {} nodes", run.last().nodes);
    }
}
