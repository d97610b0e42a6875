//! How much memory is available.

use std::fs;
use std::hint::black_box;

/// Bytes available without swapping: what the system reports, or less if a control group limits it.
/// `None` if the system does not report it.
pub(crate) fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_available(&text));
    let group = group_headroom("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current").or_else(|| {
        let folder = "/sys/fs/cgroup/memory";
        group_headroom(&format!("{folder}/memory.limit_in_bytes"), &format!("{folder}/memory.usage_in_bytes"))
    });
    system.into_iter().chain(group).min()
}

/// Memory to leave free for searches: each thread allocates some as it runs, and aborts without it.
pub(crate) const RESERVE: usize = 16 << 20;

/// True if the system grants that many bytes in one piece. They are freed at once: running out of memory later ends the
/// program, so it is better to ask first.
pub(crate) fn can_be_had(bytes: usize) -> bool {
    let mut trial: Vec<u8> = Vec::new();
    // Keeps the compiler from removing the allocation.
    trial.try_reserve_exact(bytes).is_ok() && black_box(&trial).capacity() >= bytes
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The limit of a control group; `max` means none.
fn group_headroom(limit: &str, usage: &str) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    Some(read(limit)?.saturating_sub(read(usage)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_available_memory_is_read() {
        let text = "MemTotal: 100 kB\nMemFree: 3 kB\nMemAvailable:   16384 kB\n";
        assert_eq!(meminfo_available(text), Some(16 << 20));
        assert_eq!(meminfo_available("MemTotal: 100 kB\n"), None);
    }

    #[test]
    fn the_limit_of_a_control_group_counts() {
        let folder = std::env::temp_dir().join(format!("vernier-group-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        for (limit, usage, left) in [
            ("1000\n", "400\n", Some(600)),
            ("max\n", "400\n", None),
            ("1000\n", "1400\n", Some(0)),
            ("1000\n", "?", None),
        ] {
            fs::write(path("max"), limit).expect("written");
            fs::write(path("current"), usage).expect("written");
            assert_eq!(group_headroom(&path("max"), &path("current")), left, "{limit} {usage}");
        }
        assert_eq!(group_headroom(&path("nothing"), &path("current")), None);
        fs::remove_dir_all(folder).expect("removed");
    }
}
