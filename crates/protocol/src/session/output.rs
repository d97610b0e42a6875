//! Output lines, written by their own thread.
//!
//! Lines are queued. A reader that has stopped reading can therefore block neither the search nor the commands that end it.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// While this many lines wait to be written, reports of the search are dropped.
const BUSY: usize = 4_096;
/// When this many lines wait, no reader is left.
const HOPELESS: usize = 1 << 20;

/// The queue of lines. Copies share one queue.
#[derive(Clone)]
pub(crate) struct Output {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// How many lines say that something was rejected.
    rejections: AtomicU64,
    /// Where lines are written at once, if there is no thread.
    direct: Option<Mutex<Box<dyn Write + Send>>>,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<String>,
    /// The writer holds lines that it has taken out but not written yet.
    writing: bool,
    /// Nothing more can be written: the reader is gone.
    closed: bool,
    /// No more output follows.
    finished: bool,
}

impl Output {
    /// Starts the writer. `on_close` is called once if the reader goes away.
    pub(crate) fn start(
        writer: impl Write + Send + 'static,
        on_close: impl FnOnce() + Send + 'static,
    ) -> std::io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let output = Self { shared: Arc::clone(&shared) };
        std::thread::Builder::new().name("output".to_owned()).stack_size(super::SMALL_STACK).spawn(
            move || {
                if shared.write(writer).is_err() {
                    let mut queue = shared.lock();
                    (queue.closed, queue.writing) = (true, false);
                    queue.lines.clear();
                    shared.changed.notify_all();
                    drop(queue);
                    on_close();
                }
            },
        )?;
        Ok(output)
    }

    /// Writes each line at once, on the caller's thread.
    pub(crate) fn direct(writer: impl Write + Send + 'static) -> Self {
        let direct = Some(Mutex::new(Box::new(writer) as Box<dyn Write + Send>));
        Self { shared: Arc::new(Shared { direct, ..Shared::default() }) }
    }

    /// Queues a line that must arrive.
    pub(crate) fn print(&self, line: impl Display) {
        self.push(line, HOPELESS);
    }

    /// Queues a line that says that something was rejected.
    pub(crate) fn reject(&self, line: impl Display) {
        self.shared.rejections.fetch_add(1, Ordering::Relaxed);
        self.print(line);
    }

    /// How many lines said that something was rejected.
    pub(crate) fn rejections(&self) -> u64 {
        self.shared.rejections.load(Ordering::Relaxed)
    }

    /// Queues a line that may be dropped if the reader is slow.
    pub(crate) fn print_if_idle(&self, line: impl Display) {
        self.push(line, BUSY);
    }

    fn push(&self, line: impl Display, room: usize) {
        if let Some(writer) = &self.shared.direct {
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            // A reader that has gone away gets nothing; only the caller can end the session.
            let _ = writer.write_all(format!("{line}\n").as_bytes());
            return;
        }
        let mut queue = self.shared.lock();
        if !queue.closed && queue.lines.len() < room {
            queue.lines.push_back(line.to_string());
            self.shared.changed.notify_all();
        }
    }

    /// Waits until all output is written, but no longer than that.
    pub(crate) fn finish(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let mut queue = self.shared.lock();
        queue.finished = true;
        self.shared.changed.notify_all();
        while !queue.closed && (queue.writing || !queue.lines.is_empty()) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.shared.changed.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes lines until there are no more, flushing whenever none is waiting.
    fn write(&self, mut writer: impl Write) -> std::io::Result<()> {
        let mut queue = self.lock();
        loop {
            queue.writing = false;
            if queue.lines.is_empty() {
                self.changed.notify_all();
            }
            while queue.lines.is_empty() {
                if queue.finished {
                    return Ok(());
                }
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            let lines = std::mem::take(&mut queue.lines);
            queue.writing = true;
            drop(queue);
            let mut text = String::new();
            for line in lines {
                text.push_str(&line);
                text.push('\n');
            }
            writer.write_all(text.as_bytes())?;
            writer.flush()?;
            queue = self.lock();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    /// Takes nothing until it is given leave once, and breaks if it never will be.
    struct Slow {
        gate: Option<Receiver<()>>,
        written: Arc<Mutex<String>>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if let Some(gate) = self.gate.take() {
                gate.recv().map_err(|_| std::io::ErrorKind::BrokenPipe)?;
            }
            self.written.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_slow_reader_loses_info_lines_but_no_answers() {
        let (leave, gate) = channel();
        let written = Arc::<Mutex<String>>::default();
        let slow = Slow { gate: Some(gate), written: Arc::clone(&written) };
        let output = Output::start(slow, || ()).unwrap();
        for _ in 0..10 * BUSY {
            output.print_if_idle("info");
        }
        output.print("bestmove");
        output.finish(Duration::from_millis(20));
        assert!(written.lock().unwrap().is_empty());
        leave.send(()).unwrap();
        output.finish(Duration::from_secs(60));
        let text = written.lock().unwrap();
        assert!((BUSY..=2 * BUSY + 1).contains(&text.lines().count()));
        assert_eq!(text.lines().last(), Some("bestmove"));
    }

    #[test]
    fn a_closed_output_is_reported_once() {
        let (leave, gate) = channel::<()>();
        drop(leave);
        let (notice, noticed) = channel();
        let slow = Slow { gate: Some(gate), written: Arc::default() };
        let output = Output::start(slow, move || notice.send(()).unwrap()).unwrap();
        output.print("readyok");
        assert_eq!(noticed.recv(), Ok(()));
        output.print("more");
        output.finish(Duration::from_secs(60));
        assert!(noticed.recv().is_err());
    }
}
