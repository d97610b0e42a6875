//! What a match costs: processor time of the engines and of the runner itself.

use std::fmt;
use std::time::Duration;

/// Processor time used so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// By this process.
    pub runner: Duration,
    /// By the programs it has started that have ended.
    pub engines: Duration,
}

/// How long one tick of the kernel's accounts is.
const TICK: Duration = Duration::from_millis(10);

impl Cost {
    /// What has been used since this program began, where the system says.
    pub fn so_far() -> Option<Self> {
        Self::read(&std::fs::read_to_string("/proc/self/stat").ok()?)
    }

    /// Reads Linux's line about a process: after its name, which may hold anything, the 12th to 15th words.
    fn read(line: &str) -> Option<Self> {
        let mut ticks =
            line.rsplit_once(')')?.1.split_ascii_whitespace().skip(11).map_while(|word| word.parse().ok());
        let mut next = || ticks.next().map(|ticks: u32| TICK * ticks);
        let [user, system, engines_user, engines_system] = [next()?, next()?, next()?, next()?];
        Some(Self { runner: user + system, engines: engines_user + engines_system })
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (runner, engines) = (self.runner.as_secs_f64(), self.engines.as_secs_f64());
        let share = 100.0 * runner / (runner + engines).max(1e-9);
        write!(f, "processor time: engines {engines:.1} s, runner {runner:.1} s ({share:.1} %)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_parsed_from_proc_stat() {
        let line = "7 (a) b) R 1 2 3 4 5 6 7 8 9 10 30 20 900 50 20 0 9";
        let cost = Cost::read(line).unwrap();
        assert_eq!((cost.runner, cost.engines), (Duration::from_millis(500), Duration::from_millis(9500)));
        assert_eq!(cost.to_string(), "processor time: engines 9.5 s, runner 0.5 s (5.0 %)");
        assert_eq!(Cost::read("nonsense"), None);
    }
}
