//! Tools beside play: pictures, perft, explanations. All protocols share them.

use super::context::Context;
use super::output::Output;
use super::work::StopSignal;
use super::{Flow, perft};
use crate::uci::{GenFens, Reply};
use std::time::Instant;
use vernier_chess::{Board, CastlingMode, picture};
use vernier_engine::{Engine, Limits, bench};

/// Shows the board.
pub(super) fn board(context: &Context, board: &Board) {
    context.print(picture::Text::of(board));
    context.print(format_args!("FEN {}", board.fen(context.castling_mode())));
    context.print(format_args!("Key {}", board.key()));
    let checkers: Vec<String> = board.checkers().into_iter().map(|square| square.to_string()).collect();
    context.print(format_args!("Checkers {}", checkers.join(" ")));
}

/// Explains the evaluation, with the network that evaluates, if any.
pub(super) fn explain(context: &Context, board: &Board) {
    context.print(context.engine.explain(board));
}

/// Counts leaves, move by move.
pub(super) fn perft(board: Board, depth: u32, mode: CastlingMode) -> Flow {
    Flow::Work(Box::new(move |output: &Output, stop: &StopSignal| {
        if depth > perft::MAX_DEPTH {
            output.reject(Reply::info_string(format!(
                "error: perft counts at most {} plies",
                perft::MAX_DEPTH
            )));
            return;
        }
        let started = Instant::now();
        let total = perft::divide(&board, depth, stop, |mv, leaves| {
            output.print(format_args!("{}: {leaves}", board.uci(mv, mode)));
        });
        let seconds = started.elapsed().as_secs_f64();
        output.print("");
        match total {
            Some(total) => output.print(format_args!("Nodes searched: {total}")),
            None => output.print(Reply::info_string("perft stopped")),
        }
        output.print(format_args!("Time: {seconds:.3} s"));
    }))
}

/// Searches the bench positions with the session's evaluation and otherwise default options. The words are `[depth]`.
pub(super) fn bench(context: &Context, words: &[String]) -> Flow {
    let depth = words.iter().find_map(|word| crate::text::small_count(word));
    let mut engine = Engine::with_evaluation_of(&context.engine);
    Flow::Work(Box::new(move |output: &Output, stop: &StopSignal| {
        stop.attach(engine.stopper());
        let result = bench::run_while(
            &mut engine,
            &Limits::depth(depth.unwrap_or(bench::DEPTH)),
            || !stop.is_raised(),
            |line| {
                output.print(line);
            },
        );
        match result {
            Some(result) => output.print(result),
            None => output.print(Reply::info_string("bench stopped")),
        }
    }))
}

/// Makes starting positions as the OpenBench client wants them, balanced by the session's evaluation.
pub(super) fn generate_fens(context: &Context, wanted: GenFens) -> Flow {
    let engine = Engine::with_evaluation_of(&context.engine);
    Flow::Work(Box::new(move |output: &Output, stop: &StopSignal| {
        let give = |fen: &Board| output.print(Reply::info_string(format!("genfens {fen}")));
        if let Err(error) = crate::genfens::generate(&wanted, &engine, || !stop.is_raised(), give) {
            output.reject(Reply::info_string(format!("error: {error}")));
        }
    }))
}
