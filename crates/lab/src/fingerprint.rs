//! Short texts by which a program, a book or a set of openings is known again.

/// A text that is the same for the same bytes and hardly for others (FNV-1a: enough to see that something has changed).
///
/// ```
/// assert_eq!(vernier_lab::fingerprint::of(b"vernier"), vernier_lab::fingerprint::of(b"vernier"));
/// assert_ne!(vernier_lab::fingerprint::of(b"vernier"), vernier_lab::fingerprint::of(b"Vernier"));
/// ```
pub fn of(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
