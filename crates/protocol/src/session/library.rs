//! The options for opening books and endgame tables, and what the book says.

use super::context::Context;
use crate::{Setting, Settings};
use std::sync::Arc;
use vernier_chess::Board;
use vernier_engine::{BookOptions, FiftyMoveRule, OpeningBook, SyzygyOptions, Tablebases};

/// So many things wrong with tables are told one by one.
const MAX_PROBLEMS: usize = 16;

/// The options of the opening book.
pub(super) fn book_options(table: &mut Settings<Context>) {
    table.add(Setting::check("OwnBook", false, |context: &mut Context, value| {
        change_book(context, |book| book.own_book = value);
        Ok(())
    }));
    table.add(Setting::text("BookFile", "", |context: &mut Context, path| {
        let file = match path {
            "" => None,
            path => Some(Arc::new(OpeningBook::load(path).map_err(|error| error.to_string())?)),
        };
        if let Some(file) = &file {
            context.note(format!("the book has {} entries", file.book().len()));
            if file.book().cut_bytes() > 0 {
                context.note(format!("the last {} bytes of the book are no entry", file.book().cut_bytes()));
            }
        }
        change_book(context, |book| book.file = file);
        Ok(())
    }));
    table.add(Setting::spin("BookDepth", 255, 0..=1000, |context: &mut Context, moves| {
        change_book(context, |book| book.depth = u32::try_from(moves).unwrap_or(0));
        Ok(())
    }));
    table.add(Setting::spin("BookVariety", 100, 0..=100, |context: &mut Context, per_cent| {
        change_book(context, |book| book.variety = u32::try_from(per_cent).unwrap_or(0));
        Ok(())
    }));
    // Nobody can foresee the moves unless a seed is given.
    table.add(Setting::spin("BookSeed", 0, 0..=i64::from(i32::MAX), |context: &mut Context, seed| {
        if seed > 0 {
            context.engine.set_book_seed(seed.unsigned_abs());
        }
        Ok(())
    }));
}

/// The options of endgame tables.
pub(super) fn syzygy_options(table: &mut Settings<Context>) {
    table.add(Setting::text("SyzygyPath", "", |context: &mut Context, path| {
        open_tables(context, path);
        Ok(())
    }));
    table.add(Setting::spin("SyzygyProbeDepth", 1, 1..=100, |context: &mut Context, depth| {
        change_syzygy(context, |syzygy| syzygy.probe_depth = i32::try_from(depth).unwrap_or(1));
        Ok(())
    }));
    table.add(Setting::check("Syzygy50MoveRule", true, |context: &mut Context, counts| {
        let rule = if counts { FiftyMoveRule::Counts } else { FiftyMoveRule::Ignored };
        change_syzygy(context, |syzygy| syzygy.fifty_move_rule = rule);
        Ok(())
    }));
    table.add(Setting::spin("SyzygyProbeLimit", 7, 0..=7, |context: &mut Context, pieces| {
        change_syzygy(context, |syzygy| syzygy.probe_limit = usize::try_from(pieces).unwrap_or(0));
        Ok(())
    }));
}

/// What the book says about a position, a line for each move.
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

pub(super) fn change_book(context: &mut Context, change: impl FnOnce(&mut BookOptions)) {
    let mut book = context.engine.options().book.clone();
    change(&mut book);
    context.engine.set_book(book);
}

fn change_syzygy(context: &mut Context, change: impl FnOnce(&mut SyzygyOptions)) {
    let mut syzygy = context.engine.options().syzygy.clone();
    change(&mut syzygy);
    context.engine.set_syzygy(syzygy);
}

/// Tables that cannot be used are named; the others are used.
fn open_tables(context: &mut Context, path: &str) {
    if path.is_empty() {
        return change_syzygy(context, |syzygy| syzygy.tables = None);
    }
    let (tables, problems) = Tablebases::open(path);
    for problem in problems.iter().take(MAX_PROBLEMS) {
        context.note(problem.to_string());
    }
    if problems.len() > MAX_PROBLEMS {
        context.note(format!("and {} problems more with tables", problems.len() - MAX_PROBLEMS));
    }
    let ((results, distances), pieces) = (tables.count(), tables.max_pieces());
    context.note(format!(
        "found {results} tables of results and {distances} of distances, up to {pieces} pieces"
    ));
    let missing = tables.missing();
    if !missing.is_empty() {
        let rest = match missing.len().saturating_sub(MAX_PROBLEMS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let named = missing[..missing.len().min(MAX_PROBLEMS)].join(" ");
        context.note(format!("not there, though they belong to the others: {named}{rest}"));
    }
    change_syzygy(context, |syzygy| syzygy.tables = Some(Arc::new(tables)));
}
