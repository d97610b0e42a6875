//! Handles: numbers that stand for values. No number is given twice, so an old one can never reach a new value.

use crate::ffi::Outcome;
use crate::status::{failure, vernier_status};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The values of one kind, by handle.
pub struct Register<T>(Mutex<Option<Values<T>>>);

struct Values<T> {
    next: u64,
    by_handle: HashMap<u64, Arc<T>>,
}

impl<T> Register<T> {
    /// An empty register.
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    fn values(&self) -> MutexGuard<'_, Option<Values<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a value in. `kind` marks the handle, so that one of another kind is refused.
    pub fn insert(&self, kind: u64, value: T) -> u64 {
        let mut values = self.values();
        let values = values.get_or_insert_with(|| Values { next: kind << 56 | 1, by_handle: HashMap::new() });
        let handle = values.next;
        values.next += 1;
        values.by_handle.insert(handle, Arc::new(value));
        handle
    }

    /// The value of a handle.
    pub fn get(&self, handle: u64) -> Outcome<Arc<T>> {
        let found = self.values().as_ref().and_then(|values| values.by_handle.get(&handle).cloned());
        found.map_or_else(invalid, Ok)
    }

    /// Gives a value back; its handle is never valid again.
    pub fn remove(&self, handle: u64) -> Outcome<Arc<T>> {
        let found = self.values().as_mut().and_then(|values| values.by_handle.remove(&handle));
        found.map_or_else(invalid, Ok)
    }
}

fn invalid<T>() -> Outcome<T> {
    failure(vernier_status::InvalidHandle, "the handle was freed or never existed")
}
