//! The features that answer `protover`.

use super::super::context::Context;
use crate::cecp::{Feature, Reply, option_feature};

/// Prints the features and the options.
pub(super) fn introduce(context: &Context) {
    let numbers = [
        ("ping", 1),
        ("setboard", 1),
        ("usermove", 1),
        ("time", 1),
        ("draw", 1),
        ("sigint", 0),
        ("sigterm", 0),
        ("reuse", 1),
        ("analyze", 1),
        ("colors", 0),
        ("san", 0),
        ("name", 1),
        ("nps", 1),
        ("memory", 1),
        ("smp", 1),
        ("exclude", 1),
        ("pause", 0),
        ("debug", 1),
        ("playother", 1),
    ];
    context.print(Reply::Features(vec![Feature::number("done", 0)]));
    context.print(Reply::Features(numbers.map(|(name, value)| Feature::number(name, value)).to_vec()));
    context.print(Reply::Features(vec![
        Feature::text("egt", "syzygy"),
        Feature::text("variants", "normal,fischerandom"),
        Feature::text("myname", crate::NAME),
    ]));
    // Hash and Threads have commands of their own here, and options of UCI no meaning.
    let hidden =
        |name: &str| name.starts_with("UCI_") || ["Hash", "Threads", "Ponder", "Minimal"].contains(&name);
    for line in context.options().filter(|line| !hidden(&line.name)) {
        context.print(Reply::Features(vec![option_feature(&line)]));
    }
    context.print(Reply::Features(vec![Feature::number("done", 1)]));
}
