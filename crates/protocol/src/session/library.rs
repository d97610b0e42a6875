//! The moves of the opening book.

use super::context::Context;
use vernier_chess::Board;

/// The book moves of a position, a line for each.
pub(super) fn book_lines(context: &Context, board: &Board) -> Vec<String> {
    let Some(book) = context.engine.options().book.in_use() else {
        return vec!["no opening book is in use".to_owned()];
    };
    let moves = book.book().moves(board).moves;
    if moves.is_empty() {
        return vec!["the book does not know this position".to_owned()];
    }
    let total: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    let line = |found: &vernier_chess::polyglot::Weighted| {
        let share = 100.0 * f64::from(found.weight) / total.max(1) as f64;
        format!("{:<7} {share:5.1}%", board.san(found.mv).to_string())
    };
    moves.iter().map(line).collect()
}
