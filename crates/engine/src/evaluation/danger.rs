//! How units of danger become a penalty: the one part of the evaluation that is not a plain sum of weights.
//!
//! The units themselves are a sum of weights, so a gradient follows them by the chain rule: [`penalty`] is
//! differentiable, and [`smooth`] says the same in real numbers together with its slope.

use super::Tapered;

/// Units are squared and divided by this in the middlegame.
const SQUARE: i32 = 1024;
/// Units are divided by this in the endgame, where an attack is seldom deadly.
const LINEAR: i32 = 32;
/// More units change nothing.
const MOST: i32 = 1500;

/// What this many units of danger cost: `-units² / 1024` in the middlegame, `-units / 32` in the endgame; nothing if
/// negative.
#[inline(always)]
pub(crate) fn penalty(units: Tapered) -> Tapered {
    let (middlegame, endgame) = (units.middlegame().clamp(0, MOST), units.endgame().clamp(0, MOST));
    Tapered::new(-(middlegame * middlegame / SQUARE), -(endgame / LINEAR))
}

/// The same in real numbers, [middlegame, endgame]: the penalty and how it changes with each unit.
pub(crate) fn smooth(units: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    let [middlegame, endgame] = units.map(|units| units.clamp(0.0, f64::from(MOST)));
    let slope = |units: f64, slope: f64| if units > 0.0 && units < f64::from(MOST) { slope } else { 0.0 };
    let (square, linear) = (f64::from(SQUARE), f64::from(LINEAR));
    (
        [-middlegame * middlegame / square, -endgame / linear],
        [slope(units[0], -2.0 * middlegame / square), slope(units[1], -1.0 / linear)],
    )
}
