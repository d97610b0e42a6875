//! A session in the protocol of XBoard and WinBoard.

use super::host::Host;
use super::{Flow, Speaker};

/// Someone who understands CECP.
pub(super) struct Cecp;

impl Cecp {
    pub(super) fn new() -> Self {
        Self
    }
}

impl Speaker for Cecp {
    fn greet(&mut self, _: &mut Host) {}

    fn hear(&mut self, _: &mut Host, _: &str) -> Flow {
        Flow::GoOn
    }

    fn is_thinking(&self, _: &Host) -> bool {
        false
    }
}
