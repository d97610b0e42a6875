//! An evaluation explained: the value of each term for each color. For the `eval` command and the page.

use super::terms::Term;
use super::trace::Trace;
use super::{Phase, Scale, Tapered};
use core::fmt;
use vernier_chess::{ByColor, Color};

/// The table of an evaluation. Its [`Display`](fmt::Display) is the table people read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// The terms, in the order of the list.
    pub terms: Vec<Line>,
    /// The sum over all terms, from White's view.
    pub total: Tapered,
    /// How much of the middlegame is left.
    pub phase: Phase,
    /// How much of the endgame value counts.
    pub scale: Scale,
    /// The score in hundredths of a pawn, from White's view.
    pub score: i32,
}

/// The value of one term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The term.
    pub term: Term,
    /// Its worth to each color.
    pub worth: ByColor<Tapered>,
}

impl Line {
    /// White's worth less Black's.
    pub fn total(&self) -> Tapered {
        self.worth[Color::White] - self.worth[Color::Black]
    }
}

impl Default for Breakdown {
    fn default() -> Self {
        let terms = Term::ALL.iter().map(|term| Line { term: *term, worth: ByColor::default() }).collect();
        Self { terms, total: Tapered::ZERO, phase: Phase::OPENING, scale: Scale::FULL, score: 0 }
    }
}

/// A trace that fills the table.
pub(crate) struct Explainer {
    pub(crate) breakdown: Breakdown,
    current: (Term, Color),
}

impl Default for Explainer {
    fn default() -> Self {
        Self { breakdown: Breakdown::default(), current: (Term::ALL[0], Color::White) }
    }
}

impl Trace for Explainer {
    fn begin(&mut self, term: Term, color: Color) {
        self.current = (term, color);
    }

    fn end(&mut self, value: Tapered) {
        let (term, color) = self.current;
        self.breakdown.terms[term as usize].worth[color] = value;
    }

    fn blended(&mut self, sum: Tapered, phase: Phase, scale: Scale, score: i32) {
        self.breakdown =
            Breakdown { total: sum, phase, scale, score, ..core::mem::take(&mut self.breakdown) };
    }
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |value: Tapered| {
            let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
            format!("{:6.2} {:6.2}", pawns(value.middlegame()), pawns(value.endgame()))
        };
        let ruler = format!("{:-<15}+{:-<15}+{:-<15}+{:-<15}", "", "", "", "");
        writeln!(f, "{:<15}| {:^13} | {:^13} | {:^13}", "term", "White", "Black", "total")?;
        writeln!(
            f,
            "{:<15}| {:>6} {:>6} | {:>6} {:>6} | {:>6} {:>6}",
            "", "mg", "eg", "mg", "eg", "mg", "eg"
        )?;
        writeln!(f, "{ruler}")?;
        for line in &self.terms {
            let [white, black] = Color::ALL.map(|color| pair(line.worth[color]));
            writeln!(f, "{:<15}| {white} | {black} | {}", line.term, pair(line.total()))?;
        }
        writeln!(f, "{ruler}")?;
        writeln!(f, "{:<15}| {:>13} | {:>13} | {}", "sum", "", "", pair(self.total))?;
        writeln!(
            f,
            "phase {} of {}, endgame scale {} of {}",
            self.phase.0,
            Phase::OPENING.0,
            self.scale.0,
            Scale::FULL.0
        )?;
        write!(f, "evaluation {:+.2} (White's view)", f64::from(self.score) / 100.0)
    }
}
