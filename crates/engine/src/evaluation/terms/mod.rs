//! The terms of the evaluation, one file each.
//!
//! A term is a pure function of the spine, the weights and one color; it counts weights into the trace and returns
//! their sum. It sees nothing else: no board, no attack tables, no other term. To add one, write its file and add
//! one line to the list below.

use super::trace::Trace;
use super::{Spine, Tapered, Weights};
use core::fmt;
use vernier_chess::Color;

/// Declares the terms: `Name = module, "what people read"`. Those in the first list depend on the pawns alone.
macro_rules! terms {
    (
        pawns only { $($PawnName:ident = $pawn_module:ident, $pawn_label:literal;)* }
        everything { $($Name:ident = $module:ident, $label:literal;)* }
    ) => {
        $(mod $pawn_module;)*
        $(mod $module;)*

        /// A term of the evaluation.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Term {
            $(#[doc = concat!("The ", $pawn_label, " term.")] $PawnName,)*
            $(#[doc = concat!("The ", $label, " term.")] $Name,)*
        }

        impl Term {
            /// Every term, in the order of the list.
            pub const ALL: &[Self] = &[$(Self::$PawnName,)* $(Self::$Name,)*];

            /// What people read.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$PawnName => $pawn_label,)*
                    $(Self::$Name => $label,)*
                }
            }

            /// The worth of this term alone, from White's view.
            pub fn evaluate(self, spine: &Spine, weights: &Weights, trace: &mut impl Trace) -> Tapered {
                match self {
                    $(Self::$PawnName => both(self, spine, weights, trace, $pawn_module::evaluate),)*
                    $(Self::$Name => both(self, spine, weights, trace, $module::evaluate),)*
                }
            }
        }

        /// The sum of the terms that depend on the pawns alone, from White's view.
        #[inline]
        pub(super) fn of_pawns(spine: &Spine, weights: &Weights, trace: &mut impl Trace) -> Tapered {
            Tapered::ZERO $(+ Term::$PawnName.evaluate(spine, weights, trace))*
        }

        /// The sum of the other terms, from White's view.
        #[inline]
        pub(super) fn of_everything(spine: &Spine, weights: &Weights, trace: &mut impl Trace) -> Tapered {
            Tapered::ZERO $(+ Term::$Name.evaluate(spine, weights, trace))*
        }
    };
}

terms! {
    pawns only {
        PawnSquares = pawn_squares, "pawn squares";
        PawnStructure = pawn_structure, "pawn structure";
    }
    everything {
        Material = material, "material";
        Imbalance = imbalance, "imbalance";
        Squares = squares, "piece squares";
        Passed = passed, "passed pawns";
        Mobility = mobility, "mobility";
        Shelter = shelter, "king shelter";
        Danger = danger, "king danger";
        Threats = threats, "threats";
        Outposts = outposts, "outposts";
        Bishops = bishops, "bishops";
        Rooks = rooks, "rooks";
        Space = space, "space";
        Tempo = tempo, "tempo";
        Mating = mating, "mating";
    }
}

/// A term for White less the same for Black. Terms are inlined, so that each is compiled once for each color.
#[inline(always)]
fn both<T: Trace>(
    term: Term,
    spine: &Spine,
    weights: &Weights,
    trace: &mut T,
    evaluate: impl Fn(&Spine, Color, &Weights, &mut T) -> Tapered,
) -> Tapered {
    trace.begin(term, Color::White);
    let white = evaluate(spine, Color::White, weights, trace);
    trace.end(white);
    trace.begin(term, Color::Black);
    let black = evaluate(spine, Color::Black, weights, trace);
    trace.end(black);
    white - black
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.label())
    }
}
