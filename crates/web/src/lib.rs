//! The local page: `vernier serve`. The only crate that speaks HTTP.
//!
//! [`Server`] listens on loopback and hands out the page, which is inside the program. Everything else goes over a WebSocket:
//! a session reads [`Request`](message::Request)s and writes [`Answer`](message::Answer)s. Searches run on engines that all sessions
//! share; what they find is kept in a store on disk.

mod explore;
mod games;
mod guard;
pub mod message;
mod outbox;
mod page;
mod pool;
mod position;
mod report;
mod server;
mod session;
mod store;
mod thinking;
mod watch;

pub use server::{Server, ServerError, ServerOptions};
pub use store::Store;
