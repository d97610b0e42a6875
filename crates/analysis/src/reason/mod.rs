//! Why a move is bad: facts, each with the line that proves it.
//!
//! Every detector looks at a [`Case`] and says nothing unless its fact holds. [`find`] tries them in a fixed order and gives
//! the first that holds and at most one more; [`all`] gives every one. No sentence comes without its proof.

mod case;
mod endgame;
mod mate;
mod material;
mod position;
mod sacrifice;
mod tactics;

pub use case::Case;
pub use endgame::TableChange;
pub(crate) use sacrifice::{offer, sacrifice};

use serde::{Deserialize, Serialize};
use vernier_chess::{Board, Move, Square};

/// The kinds of reasons, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The opponent mates.
    AllowsMate,
    /// A mate was missed.
    MissesMate,
    /// The tablebases know a better result.
    Tablebase,
    /// A piece can be taken for little or nothing.
    Hangs,
    /// A piece is lost because its only defender left or is taken.
    RemovesDefender,
    /// The opponent carries out what was threatened before.
    IgnoresThreat,
    /// One piece attacks two.
    Fork,
    /// A piece must move and another behind it falls.
    Skewer,
    /// A piece cannot move because of what stands behind it, and is lost.
    Pin,
    /// A piece steps aside and another attacks.
    DiscoveredAttack,
    /// A piece has no square left.
    TrapsPiece,
    /// The reply wins material in another way.
    LosesMaterial,
    /// The best move would have won material.
    MissesCapture,
    /// A pawn becomes a queen.
    PassedPawn,
    /// A won game ends in a draw.
    GivesDraw,
    /// The hand-written evaluation names what got worse, and the network agrees.
    Position,
    /// None of these.
    Judgement,
    /// A sacrifice that is sound.
    Sacrifice,
}

/// A fact about a move, in words, with its proof.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What kind of fact it is.
    pub kind: Kind,
    /// The sentence.
    pub text: String,
    /// The line that proves it.
    pub proof: Proof,
}

/// Moves that prove a fact, and the squares to look at.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Where the line begins: before the move, or after it.
    pub start: Board,
    /// The line.
    pub moves: Vec<Move>,
    /// Squares to mark.
    pub squares: Vec<Square>,
}

impl Proof {
    fn begins_with_mate(&self) -> bool {
        self.moves.first().is_some_and(|mv| self.start.play(*mv).is_checkmate())
    }
}

type Detector = fn(&Case) -> Option<Reason>;

/// All detectors, in the order of [`Kind`].
const DETECTORS: [Detector; 16] = [
    mate::allows,
    mate::misses,
    endgame::tablebase,
    material::hangs,
    material::removes_defender,
    material::ignores_threat,
    tactics::fork,
    tactics::skewer,
    tactics::pin,
    tactics::discovered_attack,
    tactics::traps_piece,
    material::loses,
    material::misses_capture,
    endgame::passed_pawn,
    endgame::gives_draw,
    position::terms,
];

/// Every reason that holds, or [`Kind::Judgement`] if none does.
pub fn all(case: &Case) -> Vec<Reason> {
    let found: Vec<Reason> = DETECTORS.iter().filter_map(|detect| detect(case)).collect();
    if found.is_empty() { vec![position::judgement(case)] } else { found }
}

/// The first reason that holds, and at most one more. "Loses material" is only said where nothing says how, and what the position lost
/// only where no material is.
pub fn find(case: &Case) -> Vec<Reason> {
    let mut found = all(case);
    if found.len() > 1 {
        // A move that mates needs no other merit.
        let says_mate = found[0].kind <= Kind::MissesMate;
        found.retain(|reason| {
            reason.kind <= Kind::MissesMate || !(says_mate && reason.proof.begins_with_mate())
        });
        let precise = found.iter().any(|reason| (Kind::Hangs..Kind::LosesMaterial).contains(&reason.kind));
        let material = found.iter().any(|reason| reason.kind < Kind::Position);
        found.retain(|reason| {
            !(precise && reason.kind == Kind::LosesMaterial || material && reason.kind == Kind::Position)
        });
    }
    found.truncate(2);
    found
}

/// True if one of the reasons says how a mate, a result or material is lost.
pub(crate) fn say_how(reasons: &[Reason]) -> bool {
    reasons.iter().any(|reason| reason.kind < Kind::LosesMaterial)
}
