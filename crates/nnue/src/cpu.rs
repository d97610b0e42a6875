//! The processor: what this build takes for granted, and what it chooses when it runs.
//!
//! The compiler may use an instruction set that it was allowed to use anywhere, and a processor without it stops the
//! program without a message. A program therefore calls [`check`] before anything else.

use crate::Kernel;
use core::fmt;

/// The processor lacks instructions that this build uses everywhere: a bit for each entry of `REQUIREMENTS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsupportedCpu(u32);

/// An instruction set: its name, whether this build uses it everywhere, and the bit of CPUID that announces it.
struct Requirement {
    name: &'static str,
    required: bool,
    word: usize,
    bit: u32,
}

/// The words of CPUID that the table below speaks of.
#[cfg(target_arch = "x86_64")]
const LEAF_1_ECX: usize = 0;
#[cfg(target_arch = "x86_64")]
const LEAF_7_EBX: usize = 1;
#[cfg(target_arch = "x86_64")]
const LEAF_7_ECX: usize = 2;
#[cfg(target_arch = "x86_64")]
const EXTENDED_ECX: usize = 3;

#[cfg(target_arch = "x86_64")]
macro_rules! requirements {
    ($($feature:literal $word:ident $bit:literal,)*) => {
        &[$(Requirement { name: $feature, required: cfg!(target_feature = $feature), word: $word, bit: $bit },)*]
    };
}

/// `is_x86_feature_detected!` would not do: it trusts the flags of the compiler.
#[cfg(target_arch = "x86_64")]
static REQUIREMENTS: &[Requirement] = requirements![
    "sse3" LEAF_1_ECX 0,
    "ssse3" LEAF_1_ECX 9,
    "fma" LEAF_1_ECX 12,
    "cmpxchg16b" LEAF_1_ECX 13,
    "sse4.1" LEAF_1_ECX 19,
    "sse4.2" LEAF_1_ECX 20,
    "movbe" LEAF_1_ECX 22,
    "popcnt" LEAF_1_ECX 23,
    "avx" LEAF_1_ECX 28,
    "f16c" LEAF_1_ECX 29,
    "bmi1" LEAF_7_EBX 3,
    "avx2" LEAF_7_EBX 5,
    "bmi2" LEAF_7_EBX 8,
    "avx512f" LEAF_7_EBX 16,
    "avx512dq" LEAF_7_EBX 17,
    "avx512cd" LEAF_7_EBX 28,
    "avx512bw" LEAF_7_EBX 30,
    "avx512vl" LEAF_7_EBX 31,
    "avx512vbmi" LEAF_7_ECX 1,
    "avx512vnni" LEAF_7_ECX 11,
    "avx512bitalg" LEAF_7_ECX 12,
    "avx512vpopcntdq" LEAF_7_ECX 14,
    "lzcnt" EXTENDED_ECX 5,
];

#[cfg(not(target_arch = "x86_64"))]
static REQUIREMENTS: &[Requirement] = &[];

/// What the processor announces, in the order of the constants above.
#[cfg(target_arch = "x86_64")]
fn announced() -> [u32; 4] {
    use core::arch::x86_64::{__cpuid, __cpuid_count};
    let mut words = [__cpuid(1).ecx, 0, 0, 0];
    if __cpuid(0).eax >= 7 {
        let leaf = __cpuid_count(7, 0);
        (words[LEAF_7_EBX], words[LEAF_7_ECX]) = (leaf.ebx, leaf.ecx);
    }
    if __cpuid(0x8000_0000).eax > 0x8000_0000 {
        words[EXTENDED_ECX] = __cpuid(0x8000_0001).ecx;
    }
    words
}

#[cfg(not(target_arch = "x86_64"))]
fn announced() -> [u32; 4] {
    [0; 4]
}

/// Whether the processor has every instruction set that this build uses without asking.
///
/// A program calls this first, from a function that does nothing else, so that no other code has run.
///
/// ```
/// if let Err(unsupported) = vernier_nnue::cpu::check() {
///     eprintln!("{unsupported}");
///     std::process::exit(1);
/// }
/// ```
#[inline(never)]
pub fn check() -> Result<(), UnsupportedCpu> {
    missing(announced()).map_or(Ok(()), Err)
}

fn missing(announced: [u32; 4]) -> Option<UnsupportedCpu> {
    let mut missing = 0;
    for (index, requirement) in REQUIREMENTS.iter().enumerate() {
        let absent = announced[requirement.word] >> requirement.bit & 1 == 0;
        missing |= u32::from(requirement.required && absent) << index;
    }
    (missing != 0).then_some(UnsupportedCpu(missing))
}

/// What was chosen at build time and at run time, in one line: the level the build needs, how networks are computed and
/// how sliding attacks are found.
///
/// ```
/// use vernier_nnue::{Kernel, cpu};
/// assert!(cpu::summary(Kernel::best()).contains("network"));
/// ```
pub fn summary(kernel: Kernel) -> String {
    let sliders = if cfg!(target_feature = "bmi2") { "PEXT" } else { "magic multiplication" };
    format!("{} build, {kernel} network, sliding attacks by {sliders}", level())
}

/// The level of the processors that this build runs on.
const fn level() -> &'static str {
    if cfg!(not(target_arch = "x86_64")) {
        std::env::consts::ARCH
    } else if cfg!(target_feature = "avx512vl") {
        "x86-64-v4"
    } else if cfg!(target_feature = "avx2") {
        "x86-64-v3"
    } else if cfg!(target_feature = "sse4.2") {
        "x86-64-v2"
    } else {
        "x86-64"
    }
}

impl fmt::Display for UnsupportedCpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this processor lacks instructions that this build uses:")?;
        for (index, requirement) in REQUIREMENTS.iter().enumerate() {
            if self.0 >> index & 1 == 1 {
                f.write_str(" ")?;
                f.write_str(requirement.name)?;
            }
        }
        f.write_str("; build it from source on this machine, or with RUSTFLAGS=\"-C target-cpu=x86-64\"")
    }
}

impl core::error::Error for UnsupportedCpu {}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn this_processor_runs_this_build() {
        assert_eq!(check(), Ok(()));
        assert_eq!(missing([!0; 4]), None);
    }

    #[test]
    fn every_missing_instruction_set_is_named() {
        let required: Vec<&str> =
            REQUIREMENTS.iter().filter(|entry| entry.required).map(|entry| entry.name).collect();
        match missing([0; 4]) {
            Some(lacking) => required.iter().for_each(|name| assert!(lacking.to_string().contains(name))),
            None => assert!(required.is_empty(), "{required:?}"),
        }
    }
}
