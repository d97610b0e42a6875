//! How deep to search.

/// Plies left to search. At none or fewer, quiescence takes over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Depth(pub(super) i32);

impl Depth {
    /// True at the horizon.
    #[inline(always)]
    pub(super) const fn is_spent(self) -> bool {
        self.0 <= 0
    }

    /// Less by this many plies.
    #[inline(always)]
    pub(super) const fn down(self, plies: i32) -> Self {
        Self(self.0 - plies)
    }

    /// More by this many plies.
    #[inline(always)]
    pub(super) const fn up(self, plies: i32) -> Self {
        Self(self.0 + plies)
    }
}
