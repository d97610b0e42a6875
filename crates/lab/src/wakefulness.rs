//! How late the machine runs.
//!
//! On an overloaded machine the runner itself may be woken too late, and an engine must not lose a game for that. A
//! thread that does nothing but sleep and look at the clock finds out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const NAP: Duration = Duration::from_millis(10);
/// Naps that end later than this are worth keeping.
const WORTH_KEEPING: Duration = Duration::from_millis(5);
/// How many are kept.
const KEPT: usize = 4096;

/// Measures by how much short sleeps overrun.
#[derive(Default)]
pub struct Wakefulness {
    naps: Arc<Mutex<Naps>>,
    done: Arc<AtomicBool>,
}

#[derive(Default)]
struct Naps {
    /// When late ones ended, and how late.
    late: VecDeque<(Instant, Duration)>,
    /// When the one that is being taken should end.
    due: Option<Instant>,
}

impl Wakefulness {
    /// Starts to measure, until dropped.
    pub fn watch() -> Self {
        let watch = Self::default();
        let (naps, done) = (Arc::clone(&watch.naps), Arc::clone(&watch.done));
        std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                let due = Instant::now() + NAP;
                lock(&naps).due = Some(due);
                std::thread::sleep(NAP);
                lock(&naps).wake(due, Instant::now());
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
    /// A nap that was due then has ended now.
    fn wake(&mut self, due: Instant, now: Instant) {
        let overrun = now.saturating_duration_since(due);
        if overrun >= WORTH_KEEPING {
            if self.late.len() == KEPT {
                self.late.pop_front();
            }
            self.late.push_back((now, overrun));
        }
    }

    /// The longest overrun since a moment. The sleeper may well be the last to wake up: the nap it is still in counts.
    fn latest(&self, moment: Instant, now: Instant) -> Duration {
        let over =
            self.late.iter().rev().take_while(|(when, _)| *when >= moment).map(|(_, overrun)| *overrun);
        let asleep = self.due.map(|due| now.saturating_duration_since(due));
        over.chain(asleep.filter(|overrun| *overrun >= WORTH_KEEPING)).max().unwrap_or_default()
    }
}

fn lock(naps: &Mutex<Naps>) -> MutexGuard<'_, Naps> {
    naps.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Wakefulness {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_naps_count_also_while_they_last() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut naps = Naps::default();
        naps.wake(at(10), at(12));
        assert_eq!(naps.latest(start, at(12)), Duration::ZERO, "nothing worth keeping");
        naps.wake(at(20), at(220));
        naps.due = Some(at(230));
        naps.wake(at(230), at(260));
        naps.due = Some(at(270));
        assert_eq!(naps.latest(at(200), at(271)), Duration::from_millis(200));
        assert_eq!(
            naps.latest(at(221), at(271)),
            Duration::from_millis(30),
            "what was before does not count"
        );
        assert_eq!(naps.latest(at(221), at(770)), Duration::from_millis(500), "still asleep");
        for millis in 0..2 * KEPT as u64 {
            naps.wake(at(1000 + millis), at(1009 + millis));
        }
        assert_eq!(naps.late.len(), KEPT);
    }
}
