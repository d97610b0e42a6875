//! Vernier for browsers and node: lines of UCI in, lines out, on one thread. With the feature `page` the lines are the requests and
//! answers of the page of `vernier serve`, as JSON.
//!
//! The module is a WASI reactor. `js/` brings it the clock, random numbers and a place to write; nothing else of WASI is used.
//! A search fills the call that started it. To stop it, JavaScript calls [`vernier_stop`] from inside the clock, which the
//! search reads all the time.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::io::stdout;
use std::sync::OnceLock;
use vernier_engine::{Engine, Stopper};
#[cfg(not(feature = "page"))]
use vernier_protocol::InlineSession as Session;
#[cfg(feature = "page")]
use vernier_web::SoloSession as Session;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

static STOPPER: OnceLock<Stopper> = OnceLock::new();

/// Makes the engine. To be called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn vernier_start() {
    let engine = Engine::new();
    let _ = STOPPER.set(engine.stopper());
    SESSION.set(Some(Session::new(engine, stdout())));
}

/// Room for a text of that length, to be handed to [`vernier_line`].
#[unsafe(no_mangle)]
pub extern "C" fn vernier_room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Does what a line says; 0 when the session is over, 1 otherwise. Bytes that are not UTF-8 are replaced.
///
/// # Safety
/// `text` came from [`vernier_room`] with that length; it is given back by this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_line(text: *mut u8, length: usize) -> u32 {
    // SAFETY: the caller promises it.
    let bytes = unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(text, length)) };
    let line = String::from_utf8_lossy(&bytes).into_owned();
    SESSION.with_borrow_mut(|session| {
        let goes_on = session.as_mut().is_some_and(|session| session.handle_line(&line));
        if !goes_on {
            *session = None;
        }
        u32::from(goes_on)
    })
}

/// Ends a search that runs; its answer follows at once.
#[unsafe(no_mangle)]
pub extern "C" fn vernier_stop() {
    if let Some(stopper) = STOPPER.get() {
        stopper.stop();
    }
}
