//! The mark that a move earns.

use serde::{Deserialize, Serialize};
use vernier_chess::pgn::Nag;

/// The mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// A sacrifice that is sound, proved by a search of the line that accepts it.
    Brilliant,
    /// Every other move loses at least ten points.
    Only,
    /// Still wins, but there was a mate.
    MissedMate,
    /// Loses at least five points.
    Inaccuracy,
    /// Loses at least ten points.
    Mistake,
    /// Loses at least twenty points.
    Blunder,
}

/// Points a mark costs at least, worst first.
const LOSSES: [(f64, Mark); 3] = [(20.0, Mark::Blunder), (10.0, Mark::Mistake), (5.0, Mark::Inaccuracy)];

impl Mark {
    /// The mark of a move that loses this many of a hundred expected points.
    ///
    /// ```
    /// use vernier_analysis::Mark;
    /// assert_eq!(Mark::of_loss(4.9), None);
    /// assert_eq!(Mark::of_loss(10.0), Some(Mark::Mistake));
    /// ```
    pub fn of_loss(loss: f64) -> Option<Self> {
        LOSSES.into_iter().find(|(least, _)| loss >= *least).map(|(_, mark)| mark)
    }

    /// True for marks that mean a better move existed.
    pub const fn is_error(self) -> bool {
        matches!(self, Self::MissedMate | Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }

    /// The annotation PGN has for it.
    pub const fn nag(self) -> Nag {
        Nag(match self {
            Self::Brilliant => 3,
            Self::Only => 7,
            Self::MissedMate | Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        })
    }

    /// The sign people write after the move.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Only => "□",
            Self::MissedMate | Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::Only => "only move",
            Self::MissedMate => "missed mate",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The accuracy of a move that loses this many points, from 0 to 100, by the formula lichess published, so that figures are
/// comparable.
pub fn accuracy(loss: f64) -> f64 {
    (103.17 * (-0.0435 * loss.max(0.0)).exp() - 3.17).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_thresholds() {
        let marks = [0.0, 4.99, 5.0, 9.99, 10.0, 19.99, 20.0, 100.0].map(Mark::of_loss);
        let [i, m, b] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(Some);
        assert_eq!(marks, [None, None, i, i, m, m, b, b]);
    }

    #[test]
    fn accuracy_falls_from_a_hundred() {
        assert!((accuracy(0.0) - 100.0).abs() < 1e-9 && accuracy(-3.0) == accuracy(0.0));
        assert!((accuracy(10.0) - 63.6).abs() < 0.1 && accuracy(100.0) == 0.0);
    }
}
