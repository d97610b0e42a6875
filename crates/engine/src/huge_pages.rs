//! Large pages for large tables.

/// Asks the system to back the pages of a table that has just been allocated by huge ones (2 MB instead of 4 KB) as they are used. A
/// probe of a large table then seldom has to look up where its page is. Only advice: where there are none, nothing changes.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[allow(unsafe_code)]
pub(crate) fn advise<T>(table: &[T]) {
    use core::ffi::{c_int, c_void};
    const MADV_HUGEPAGE: c_int = 14;
    const PAGE: usize = 4096;
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    let begin = table.as_ptr().cast::<u8>();
    let skipped = begin.align_offset(PAGE);
    let length = size_of_val(table).saturating_sub(skipped) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: the function of the C library that this build links, with its own types; the pages lie inside the table, and the
        // advice changes nothing that they hold.
        let _ = unsafe { madvise(begin.wrapping_add(skipped).cast_mut().cast(), length, MADV_HUGEPAGE) };
    }
}

/// Other systems decide by themselves.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn advise<T>(_table: &[T]) {}
