//! Kinds of nodes, as types: the compiler makes one search of each.

/// What a node is to the tree.
pub(super) trait NodeKind {
    /// On the principal variation: nothing is left out on a guess.
    const PV: bool;
    /// Its exact score matters, and its line is kept.
    const EXACT: bool;
    /// The root itself: its moves are given, and each is reported on.
    const ROOT: bool;
    /// What its children are when searched with the full window.
    type Child: NodeKind;
}

/// The root of the search.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node that only has to prove itself above or below a score.
pub(super) struct Scout;
/// A node below the root of a plain alpha-beta search, which has no scouts: its window is as wide as it comes, and it may
/// be cut like a scout.
pub(super) struct Open;

impl NodeKind for Root {
    const PV: bool = true;
    const EXACT: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const EXACT: bool = true;
    const ROOT: bool = false;
    type Child = Self;
}

impl NodeKind for Scout {
    const PV: bool = false;
    const EXACT: bool = false;
    const ROOT: bool = false;
    type Child = Self;
}

impl NodeKind for Open {
    const PV: bool = false;
    const EXACT: bool = true;
    const ROOT: bool = false;
    type Child = Self;
}

/// What is expected of a node before it is searched. Below a node where some move should give a cutoff lie nodes where
/// every move should fail, and the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// Some move beats beta.
    Cut,
    /// No move beats alpha, or nothing is known.
    All,
}

impl Expect {
    pub(super) const fn flip(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}
