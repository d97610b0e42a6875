//! How late the machine runs.
//!
//! On an overloaded machine the runner itself may be woken too late, and an engine must not lose a game for that. A thread that
//! only sleeps and reads the clock measures it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const NAP: Duration = Duration::from_millis(10);
/// Naps that end later than this are recorded.
const WORTH_KEEPING: Duration = Duration::from_millis(5);
/// How many are recorded.
const KEPT: usize = 4096;

/// Measures by how much short sleeps overrun.
pub struct LatencyWatch {
    naps: Arc<Mutex<Naps>>,
    done: Arc<AtomicBool>,
}

struct Naps {
    /// When late ones ended, and how late.
    late: VecDeque<(Instant, Duration)>,
    /// When the one that is being taken should end.
    due: Instant,
}

impl LatencyWatch {
    /// Starts to measure, until dropped.
    pub fn watch() -> Self {
        // The first nap begins here: a late start counts as late too.
        let naps = Arc::new(Mutex::new(Naps::begin(Instant::now())));
        let watch = Self { naps: Arc::clone(&naps), done: Arc::default() };
        let done = Arc::clone(&watch.done);
        std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                let due = lock(&naps).due;
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                lock(&naps).wake(Instant::now());
            }
        });
        watch
    }

    /// The longest overrun since then.
    pub fn latest_since(&self, moment: Instant) -> Duration {
        lock(&self.naps).latest(moment, Instant::now())
    }
}

impl Naps {
    fn begin(now: Instant) -> Self {
        Self { late: VecDeque::new(), due: now + NAP }
    }

    /// A nap has ended now, and the next begins.
    fn wake(&mut self, now: Instant) {
        let overrun = now.saturating_duration_since(self.due);
        if overrun >= WORTH_KEEPING {
            if self.late.len() == KEPT {
                self.late.pop_front();
            }
            self.late.push_back((now, overrun));
        }
        self.due = now + NAP;
    }

    /// The longest overrun since a moment. The sleeper may be the last to wake up, so its current nap counts.
    fn latest(&self, moment: Instant, now: Instant) -> Duration {
        let over =
            self.late.iter().rev().take_while(|(when, _)| *when >= moment).map(|(_, overrun)| *overrun);
        let asleep = now.saturating_duration_since(self.due);
        let longest = over.max().unwrap_or_default();
        if asleep >= WORTH_KEEPING { longest.max(asleep) } else { longest }
    }
}

fn lock(naps: &Mutex<Naps>) -> MutexGuard<'_, Naps> {
    naps.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for LatencyWatch {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_wakeup_counts_while_it_lasts() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut naps = Naps::begin(start);
        assert_eq!(naps.latest(start, at(310)), Duration::from_millis(300), "not even begun");
        naps.wake(at(12));
        assert_eq!(naps.latest(start, at(12)), Duration::ZERO, "nothing worth keeping");
        naps.wake(at(222));
        naps.wake(at(262));
        assert_eq!(naps.latest(at(200), at(270)), Duration::from_millis(200));
        assert_eq!(
            naps.latest(at(223), at(270)),
            Duration::from_millis(30),
            "what was before does not count"
        );
        assert_eq!(naps.latest(at(223), at(772)), Duration::from_millis(500), "still asleep");
        for nap in 1..=2 * KEPT as u64 {
            naps.wake(at(262 + 20 * nap));
        }
        assert_eq!(naps.late.len(), KEPT);
    }
}
