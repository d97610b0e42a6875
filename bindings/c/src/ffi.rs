//! Between C's pointers and Rust's values. All that relies on a caller's promise is here.

#![allow(unsafe_code)]

use crate::status::{failure, remember, vernier_status};
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// A value, or a status with the reason in words.
pub type Outcome<T = ()> = Result<T, (vernier_status, String)>;

/// Runs a call: no panic gets out or prints, and the reason of a failure is kept.
pub fn guard(call: impl FnOnce() -> Outcome) -> vernier_status {
    static SILENCE: Once = Once::new();
    SILENCE.call_once(|| std::panic::set_hook(Box::new(|_| ())));
    let outcome = catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|_| failure(vernier_status::Internal, "a defect of the library: the call panicked"));
    match outcome {
        Ok(()) => vernier_status::Ok,
        Err((status, reason)) => {
            remember(reason);
            status
        }
    }
}

/// A caller's text.
///
/// # Safety
/// `text` is null or points to bytes that end with a zero.
pub unsafe fn read_text<'a>(text: *const c_char) -> Outcome<&'a str> {
    if text.is_null() {
        return failure(vernier_status::NullPointer, "the text is a null pointer");
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let bytes = unsafe { CStr::from_ptr(text) };
    bytes.to_str().or_else(|error| failure(vernier_status::InvalidUtf8, error))
}

/// Puts a text into a caller's buffer, with a zero byte behind it.
///
/// # Safety
/// `buffer` holds `capacity` bytes, or is null with a capacity of zero; `needed` is null or points to a size.
pub unsafe fn write_text(text: &str, buffer: *mut c_char, capacity: usize, needed: *mut usize) -> Outcome {
    let length = text.len() + 1;
    if !needed.is_null() {
        // SAFETY: it is not null, and the caller promises the rest.
        unsafe { needed.write(length) };
    }
    if capacity < length {
        return failure(vernier_status::BufferTooSmall, format!("the buffer needs {length} bytes"));
    }
    if buffer.is_null() {
        return failure(vernier_status::NullPointer, "the buffer is a null pointer");
    }
    // SAFETY: the buffer holds `capacity` bytes, which is at least `length`; Rust's text does not lie inside it.
    unsafe { buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len()) };
    // SAFETY: the last of the `length` bytes.
    let end = unsafe { buffer.add(text.len()) };
    // SAFETY: as above.
    unsafe { end.write(0) };
    Ok(())
}

/// Puts a value where the caller wants it.
///
/// # Safety
/// `place` is null or points to a `T`.
pub unsafe fn write_value<T>(value: T, place: *mut T) -> Outcome {
    if place.is_null() {
        return failure(vernier_status::NullPointer, "the place for the answer is a null pointer");
    }
    // SAFETY: it is not null, and the caller promises the rest.
    unsafe { place.write(value) };
    Ok(())
}
