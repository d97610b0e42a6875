//! How much memory may still be taken, as far as the system tells.

use std::fs;

/// Bytes that can be had without swapping: what the system has available, or less if a control group says so.
/// Nothing if the system does not tell.
pub(crate) fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_available(&text));
    let group = group_headroom("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current").or_else(|| {
        let folder = "/sys/fs/cgroup/memory";
        group_headroom(&format!("{folder}/memory.limit_in_bytes"), &format!("{folder}/memory.usage_in_bytes"))
    });
    system.into_iter().chain(group).min()
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// What a control group leaves; a limit of `max` is none.
fn group_headroom(limit: &str, usage: &str) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    Some(read(limit)?.saturating_sub(read(usage)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_available_line_is_read() {
        let text = "MemTotal: 100 kB\nMemFree: 3 kB\nMemAvailable:   16384 kB\n";
        assert_eq!(meminfo_available(text), Some(16 << 20));
        assert_eq!(meminfo_available("MemTotal: 100 kB\n"), None);
    }
}
