//! The server: a socket, access rules, and sessions.

use crate::guard::Guard;
use crate::page;
use crate::pool::Pool;
use crate::session::{self, Shared};
use crate::store::Store;
use axum::Router;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use tokio::net::TcpListener;
use vernier_engine::Tablebases;
use vernier_engine::evaluation::Weights;

/// The longest message from the page: a file of games.
const LONGEST_MESSAGE: usize = 8 << 20;
/// The most pages open at a time.
const MOST_SESSIONS: usize = 256;
/// The usual port.
const PORT: u16 = 7878;

/// How to serve.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// The port; by default 7878, or a free one if that is taken.
    pub port: Option<u16>,
    /// The address to listen on; loopback by default. Any other needs a token, which is generated if none is given.
    pub listen: Option<IpAddr>,
    /// A token that the address of the page must carry.
    pub token: Option<String>,
    /// Threads that all pages share.
    pub threads: usize,
    /// Megabytes of transposition tables that all pages share.
    pub hash: usize,
    /// The file in which results are kept.
    pub store: Option<PathBuf>,
    /// Folders with tablebases.
    pub tablebases: Option<String>,
    /// Weights of the hand-written terms that the page shows.
    pub weights: Weights,
    /// A folder of results to watch.
    pub results: Option<PathBuf>,
}

/// Why a server cannot start.
#[derive(Debug)]
pub enum ServerError {
    /// The address is taken or not ours.
    Listen(SocketAddr, io::Error),
    /// The system gives no threads.
    Runtime(io::Error),
    /// The system gives no random numbers for a token.
    Token,
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Self::Runtime(error) => write!(f, "cannot start: {error}"),
            Self::Token => f.write_str("cannot make a token: the system gives no random numbers"),
        }
    }
}

impl core::error::Error for ServerError {}

/// A server that listens.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    token: Option<String>,
    app: Router,
    /// Warnings from the start, for the user to read.
    pub notes: Vec<String>,
}

struct Gate {
    guard: Guard,
    shared: Arc<Shared>,
    users: AtomicU64,
    open: AtomicUsize,
}

impl Server {
    /// Starts to listen.
    pub fn bind(options: ServerOptions) -> Result<Self, ServerError> {
        let runtime = tokio::runtime::Runtime::new().map_err(ServerError::Runtime)?;
        let ip = options.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let listen = |port: u16| {
            let address = SocketAddr::new(ip, port);
            runtime.block_on(TcpListener::bind(address)).map_err(|error| ServerError::Listen(address, error))
        };
        let listener = match options.port {
            Some(port) => listen(port)?,
            None => listen(PORT).or_else(|_| listen(0))?,
        };
        let address =
            listener.local_addr().map_err(|error| ServerError::Listen(SocketAddr::new(ip, 0), error))?;
        let token = match options.token {
            None if !ip.is_loopback() => Some(fresh_token()?),
            token => token,
        };
        let mut notes = Vec::new();
        let tables = options.tablebases.as_deref().map(|path| {
            let (tables, errors) = Tablebases::open(path);
            notes.extend(errors.iter().map(ToString::to_string));
            Arc::new(tables)
        });
        let store = options.store.and_then(|path| {
            let opened = Store::open(&path);
            if let Err(error) = &opened {
                // Some of these errors are sentences.
                let error = error.to_string();
                let error = error.trim_end_matches('.');
                notes.push(format!("{}: {error}; results are not kept", path.display()));
            }
            opened.ok()
        });
        if let Some(folder) = options.results.as_deref().filter(|folder| !folder.is_dir()) {
            notes.push(format!(
                "{}: there is no such folder; matches appear once there is one",
                folder.display()
            ));
        }
        let pool = Pool::new(options.threads, options.hash, tables.as_ref());
        let shared = Arc::new(Shared {
            pool,
            store,
            tablebases: tables,
            weights: options.weights,
            results: options.results,
            threads: options.threads.max(1),
        });
        let guard = Guard::new(address, token.clone());
        let gate = Arc::new(Gate { guard, shared, users: AtomicU64::new(1), open: AtomicUsize::new(0) });
        let app = Router::new().route("/ws", get(open)).fallback(file).with_state(gate);
        Ok(Self { runtime, listener, address, token, app, notes })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser.
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        let token = self.token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
        format!("http://{}/{token}", SocketAddr::new(ip, self.address.port()))
    }

    /// Serves until the program is asked to end.
    pub fn run(self) -> io::Result<()> {
        let Self { runtime, listener, app, .. } = self;
        runtime.block_on(async {
            let serving = axum::serve(listener, app);
            tokio::select! {
                served = serving => served,
                signal = tokio::signal::ctrl_c() => signal,
            }
        })?;
        // Searches end with their sessions.
        runtime.shutdown_timeout(std::time::Duration::from_secs(2));
        Ok(())
    }
}

/// Sixteen random bytes as text.
fn fresh_token() -> Result<String, ServerError> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|_| ServerError::Token)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A part of the page. The page itself needs the token; its parts hold no secret.
async fn file(State(gate): State<Arc<Gate>>, request: Request) -> Response {
    let path = request.uri().path();
    let is_page = path == "/" || path == "/index.html";
    let allowed = gate.guard.host(request.headers()).and_then(|()| match is_page {
        true => gate.guard.token(request.uri()),
        false => Ok(()),
    });
    match allowed {
        Err(refused) => refused.into_response(),
        Ok(()) if !matches!(request.method().as_str(), "GET" | "HEAD") => {
            StatusCode::METHOD_NOT_ALLOWED.into_response()
        }
        Ok(()) => {
            let nonce = is_page.then(fresh_token).and_then(Result::ok);
            page::part(path, nonce.as_deref()).map_or_else(
                || (StatusCode::NOT_FOUND, "no such page\n").into_response(),
                |(kind, text)| with_headers(kind, policy(nonce.as_deref()), text.into_owned()),
            )
        }
    }
}

/// Nothing is loaded from other sites, only our own files run, and no site may frame the page. The nonce allows the stylesheet
/// inside the page.
fn policy(nonce: Option<&str>) -> String {
    let inside = nonce.map_or(String::new(), |nonce| format!(" 'nonce-{nonce}'"));
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'{inside}; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

fn with_headers(kind: &'static str, policy: String, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    // No opener policy: for one a browser starts another process, which takes longer than the rest of the page, and all that a site
    // which opened ours could do without it is to lead it elsewhere.
    let own = [("cross-origin-resource-policy", "same-origin")];
    (headers, [(header::CONTENT_SECURITY_POLICY, policy)], own, text).into_response()
}

/// Counts a session out when it ends, even if it panics.
struct Seat(Arc<Gate>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Relaxed);
    }
}

/// A session.
async fn open(State(gate): State<Arc<Gate>>, upgrade: WebSocketUpgrade, request: Request) -> Response {
    let headers = request.headers();
    let allowed = gate
        .guard
        .host(headers)
        .and_then(|()| gate.guard.origin(headers))
        .and_then(|()| gate.guard.token(request.uri()));
    if let Err(refused) = allowed {
        return refused.into_response();
    }
    let taken = gate.open.fetch_add(1, Relaxed);
    let seat = Seat(Arc::clone(&gate));
    if taken >= MOST_SESSIONS {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    }
    let user = gate.users.fetch_add(1, Relaxed);
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(move |socket| async move {
        session::serve(socket, user, Arc::clone(&seat.0.shared)).await;
        drop(seat);
    })
}
