//! The engine: lines in, lines out, as in a session of UCI or XBoard.

#![allow(unsafe_code)]

use crate::ffi::{self, Outcome};
use crate::register::Register;
use crate::status::{failure, vernier_status};
use std::collections::VecDeque;
use std::ffi::{CString, c_char, c_void};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, ThreadId};
use vernier_protocol::Session;

/// A handle to an engine; zero is never one.
#[allow(non_camel_case_types)]
pub type vernier_engine = u64;

/// Gets a line of the engine, without its end. It is called from a thread of the engine, one line at a time; the line is valid until it
/// returns. It may send lines, but not free its engine.
#[allow(non_camel_case_types)]
pub type vernier_line_callback = Option<unsafe extern "C" fn(line: *const c_char, user_data: *mut c_void)>;

const KIND: u64 = 1;
static ENGINES: Register<Engine> = Register::new();

struct Engine {
    /// Lines to the session; none when it is over.
    input: Mutex<Option<Sender<Vec<u8>>>>,
    listener: Listener,
    session: Mutex<Option<JoinHandle<()>>>,
}

/// Whoever gets the lines. Copies share one.
#[derive(Clone)]
struct Listener(Arc<Shared>);

struct Shared {
    callback: Mutex<Option<Callback>>,
    /// The thread that is inside the callback now.
    speaking: Mutex<Option<ThreadId>>,
}

#[derive(Clone, Copy)]
struct Callback(unsafe extern "C" fn(*const c_char, *mut c_void), *mut c_void);

// SAFETY: whoever made the engine promised that the callback can be called with its data from another thread.
unsafe impl Send for Callback {}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Listener {
    fn say(&self, line: &str) {
        // A line never holds a zero byte; one that does is cut there.
        let line = CString::new(line.split('\0').next().unwrap_or_default()).unwrap_or_default();
        let callback = lock(&self.0.callback);
        if let Some(Callback(function, data)) = *callback {
            *lock(&self.0.speaking) = Some(thread::current().id());
            // SAFETY: the maker of the engine promised that it can be called so until the engine is freed, which waits for this lock.
            unsafe { function(line.as_ptr(), data) };
            *lock(&self.0.speaking) = None;
        }
    }

    fn is_speaking_here(&self) -> bool {
        *lock(&self.0.speaking) == Some(thread::current().id())
    }
}

/// Whole lines go to the listener; the rest waits for its end.
struct LineWriter(Listener, Vec<u8>);

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            match byte {
                b'\n' => self.0.say(&String::from_utf8_lossy(&std::mem::take(&mut self.1))),
                byte => self.1.push(*byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was sent, as a stream of bytes.
struct Input(Receiver<Vec<u8>>, VecDeque<u8>);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1.extend(bytes),
                Err(_) => return Ok(0),
            }
        }
        self.1.read(buffer)
    }
}

impl Engine {
    fn start(callback: Callback) -> Outcome<Self> {
        vernier_nnue::cpu::check().or_else(|error| failure(vernier_status::System, error))?;
        let (sender, receiver) = channel();
        let listener =
            Listener(Arc::new(Shared { callback: Mutex::new(Some(callback)), speaking: Mutex::new(None) }));
        let writer = LineWriter(listener.clone(), Vec::new());
        let session = thread::Builder::new().name("vernier".to_owned()).spawn(move || {
            let session = Session::new(::vernier_engine::Engine::new());
            // Without threads for its streams there is no session; the sender notices that the session is closed.
            let _ = session.run(Input(receiver, VecDeque::new()), writer);
        });
        let session = session.or_else(|error| failure(vernier_status::System, error))?;
        Ok(Self { input: Mutex::new(Some(sender)), listener, session: Mutex::new(Some(session)) })
    }

    fn send(&self, line: &str) -> Outcome {
        let mut bytes = line.as_bytes().to_vec();
        bytes.push(b'\n');
        let sent = lock(&self.input).as_ref().is_some_and(|input| input.send(bytes).is_ok());
        let running = lock(&self.session).as_ref().is_some_and(|session| !session.is_finished());
        if sent && running { Ok(()) } else { failure(vernier_status::Closed, "the session is over") }
    }

    /// Ends the session and waits for it.
    fn close(&self) {
        if let Some(input) = lock(&self.input).take() {
            let _ = input.send(b"quit\n".to_vec());
        }
        let session = lock(&self.session).take();
        if let Some(session) = session {
            let _ = session.join();
        }
        lock(&self.listener.0.callback).take();
    }
}

/// Makes an engine. Lines that it is sent are those of UCI or XBoard; the first one decides.
///
/// # Safety
/// `callback` can be called with `user_data` from another thread until the engine is freed; `engine` points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_engine_new(
    callback: vernier_line_callback,
    user_data: *mut c_void,
    engine: *mut vernier_engine,
) -> vernier_status {
    ffi::guard(|| {
        let Some(function) = callback else {
            return failure(vernier_status::NullPointer, "the callback is a null pointer");
        };
        if engine.is_null() {
            return failure(vernier_status::NullPointer, "the place for the handle is a null pointer");
        }
        let handle = ENGINES.insert(KIND, Engine::start(Callback(function, user_data))?);
        // SAFETY: it is not null, and the caller promises the rest.
        unsafe { ffi::write_value(handle, engine) }
    })
}

/// Sends lines; returns at once. Answers come through the callback.
///
/// # Safety
/// `line` is null or points to bytes that end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_engine_send(engine: vernier_engine, line: *const c_char) -> vernier_status {
    ffi::guard(|| {
        let engine = ENGINES.get(engine)?;
        // SAFETY: the caller promises it.
        engine.send(unsafe { ffi::read_text(line) }?)
    })
}

/// Ends an engine: stops its search, waits for its threads and frees it. After that the callback is never called again.
#[unsafe(no_mangle)]
pub extern "C" fn vernier_engine_free(engine: vernier_engine) -> vernier_status {
    ffi::guard(|| {
        if ENGINES.get(engine)?.listener.is_speaking_here() {
            return failure(vernier_status::InCallback, "an engine cannot be freed from its own callback");
        }
        ENGINES.remove(engine)?.close();
        Ok(())
    })
}
