//! The system's allocator, told to hold no more memory than is used.

/// Larger blocks have pages of their own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES: i32 = 128 << 10;

/// Tells the GNU allocator to return large blocks to the system as soon as they are freed, and to serve all threads from one
/// arena. Must be called before other threads start.
///
/// By default it learns from each freed table to keep blocks of its size, up to 32 MB, in every thread's arena: after many
/// changes of `Hash` and `Threads` an engine of 40 MB holds 300. And each arena takes 64 MB of address space at a moment of its
/// own, twice as much for an instant, so that where little is given any other request may fail meanwhile. Searches allocate
/// next to nothing and gain nothing from arenas of their own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn hold_little() {
    const M_MMAP_THRESHOLD: i32 = -3;
    const M_ARENA_MAX: i32 = -8;
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    for (parameter, value) in [(M_MMAP_THRESHOLD, OWN_PAGES), (M_ARENA_MAX, 1)] {
        // SAFETY: the function of the C library that this build links, with its own types; no other thread runs yet.
        let _ = unsafe { mallopt(parameter, value) };
    }
}

/// Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn hold_little() {}
