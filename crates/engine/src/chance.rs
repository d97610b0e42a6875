//! Random numbers, for those who choose between moves.

/// A sequence of random numbers that its seed decides (splitmix64: one word of state, any seed will do).
///
/// ```
/// use vernier_engine::Chance;
/// let (mut one, mut other) = (Chance::new(7), Chance::new(7));
/// assert_eq!(one.unit(), other.unit());
/// assert!((0.0..1.0).contains(&one.unit()));
/// ```
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number: at least zero, less than one.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The upper 53 bits are a fraction that a float holds exactly.
        (mixed >> 11) as f64 / (1u64 << 53) as f64
    }
}
