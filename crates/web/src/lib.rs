//! The local page: `vernier serve`. The only crate that speaks HTTP.
//!
//! [`Server`] listens on loopback and hands out the page, which is inside the program. Everything else goes over a WebSocket:
//! a session reads [`Request`](message::Request)s and writes [`Answer`](message::Answer)s. Searches run on engines that all sessions
//! share; what they find is kept in a store on disk.
//!
//! Without the feature `server` there remain the page itself ([`static_page`]) and [`SoloSession`], which answers the same requests
//! on one thread: a browser runs it as WebAssembly.

mod explore;
mod facts;
mod games;
#[cfg(feature = "server")]
mod guard;
pub mod message;
#[cfg(feature = "server")]
mod outbox;
mod page;
#[cfg(feature = "server")]
mod pool;
mod position;
mod report;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod session;
mod solo;
#[cfg(feature = "server")]
mod store;
mod thinking;
#[cfg(feature = "server")]
mod watch;

pub use page::static_page;
#[cfg(feature = "server")]
pub use server::{Server, ServerError, ServerOptions};
pub use solo::SoloSession;
#[cfg(feature = "server")]
pub use store::Store;

/// Why a request is refused, and which of its fields is wrong.
type Refusal = (String, &'static str);
