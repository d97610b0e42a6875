//! Ctrl-C: the first ends the work cleanly, the second at once.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit status of a command that the user interrupted.
pub const STATUS: u8 = 130;

/// A flag that Ctrl-C sets, from now on.
pub fn flag() -> &'static AtomicBool {
    // An existing handler does the same.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(STATUS));
        }
    });
    &INTERRUPTED
}
