//! How a call went.

#![allow(unsafe_code)]

use crate::ffi::{self, Outcome};
use std::cell::RefCell;
use std::ffi::c_char;

/// How a call went. Everything but `VERNIER_STATUS_OK` changed nothing.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(non_camel_case_types)]
pub enum vernier_status {
    /// Done.
    Ok = 0,
    /// A pointer that must point somewhere is null.
    NullPointer = 1,
    /// A text is not UTF-8.
    InvalidUtf8 = 2,
    /// The handle was freed or never existed.
    InvalidHandle = 3,
    /// The buffer is too small; `needed` says how large it must be.
    BufferTooSmall = 4,
    /// The text is not a legal position.
    InvalidPosition = 5,
    /// The text is not a legal move of this position.
    IllegalMove = 6,
    /// An argument is out of range.
    OutOfRange = 7,
    /// The session is over.
    Closed = 8,
    /// Called from the engine's own callback, where it cannot be done.
    InCallback = 9,
    /// The system refused a thread or memory, or the processor cannot run this build.
    System = 10,
    /// A defect of the library; the handle should be freed.
    Internal = 11,
}

thread_local! {
    static LAST_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the reason for the caller's thread.
pub fn remember(reason: String) {
    LAST_ERROR.with(|last| *last.borrow_mut() = reason);
}

/// Why the last call of this thread that failed did so, in words; empty if none has failed.
///
/// # Safety
/// `buffer` holds `capacity` bytes, or is null with a capacity of zero; `needed` is null or points to a size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_last_error(
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> vernier_status {
    let text = LAST_ERROR.with(|last| last.borrow().clone());
    // SAFETY: the caller promises it.
    ffi::guard(|| unsafe { ffi::write_text(&text, buffer, capacity, needed) })
}

/// The version of the library.
///
/// # Safety
/// As for `vernier_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_version(
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> vernier_status {
    // SAFETY: the caller promises it.
    ffi::guard(|| unsafe { ffi::write_text(env!("CARGO_PKG_VERSION"), buffer, capacity, needed) })
}

/// A failure with its reason.
pub fn failure<T>(status: vernier_status, reason: impl ToString) -> Outcome<T> {
    Err((status, reason.to_string()))
}
