//! How late the machine runs.
//!
//! On an overloaded machine the runner itself may be woken too late, and an engine must not lose a game for that. A
//! thread that does nothing but sleep and look at the clock finds out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const NAP: Duration = Duration::from_millis(10);
/// Naps that end later than this are worth keeping.
const WORTH_KEEPING: Duration = Duration::from_millis(5);
/// How many are kept.
const KEPT: usize = 4096;

/// Measures by how much short sleeps overrun.
#[derive(Default)]
pub struct Wakefulness {
    late: Arc<Mutex<VecDeque<(Instant, Duration)>>>,
    done: Arc<AtomicBool>,
}

impl Wakefulness {
    /// Starts to measure, until dropped.
    pub fn watch() -> Self {
        let watch = Self::default();
        let (late, done) = (Arc::clone(&watch.late), Arc::clone(&watch.done));
        std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                let before = Instant::now();
                std::thread::sleep(NAP);
                let now = Instant::now();
                let overrun = (now - before).saturating_sub(NAP);
                if overrun >= WORTH_KEEPING
                    && let Ok(mut late) = late.lock()
                {
                    if late.len() == KEPT {
                        late.pop_front();
                    }
                    late.push_back((now, overrun));
                }
            }
        });
        watch
    }

    /// The longest overrun since then.
    pub fn latest_since(&self, moment: Instant) -> Duration {
        let late = self.late.lock().map(|late| {
            late.iter().rev().take_while(|(when, _)| *when >= moment).map(|(_, overrun)| *overrun).max()
        });
        late.ok().flatten().unwrap_or_default()
    }
}

impl Drop for Wakefulness {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}
