//! Memory that goes back to the system when it is no longer needed.

/// Larger blocks have pages of their own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES: i32 = 128 << 10;

/// Returns large blocks to the system as soon as they are freed. By default the GNU allocator learns from each freed table to
/// keep blocks of its size, up to 32 MB, in every thread's arena: after many changes of `Hash` and `Threads` an engine of 40 MB
/// holds 300. Must be called before other threads start.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn return_large_blocks() {
    const M_MMAP_THRESHOLD: i32 = -3;
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    // SAFETY: the function of the C library that this build links, with its own types; no other thread runs yet.
    let _ = unsafe { mallopt(M_MMAP_THRESHOLD, OWN_PAGES) };
}

/// Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}
