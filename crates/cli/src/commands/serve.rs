//! `vernier serve`: the local page.

use crate::arguments::WeightsArguments;
use crate::failure::{Failure, Outcome};
use crate::style;
use clap::Args;
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use vernier_web::{Server, ServerOptions};

/// Serve a page to play, analyse and have games explained
///
/// The page is on this machine alone, and nothing leaves it. Everything it needs is inside the program.
#[derive(Args)]
pub struct Serve {
    /// The port [default: 7878, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Listen on another address, for other machines; the page's address then carries a token
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// The token to use with --listen, of 16 letters or more; a random one if it is left out
    #[arg(long, value_name = "WORD", requires = "listen")]
    token: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Threads that all pages share [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Megabytes of transposition tables that all pages share
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Folders with Syzygy tablebases
    #[arg(long, value_name = "PATH")]
    tablebases: Option<String>,
    #[command(flatten)]
    weights: WeightsArguments,
    /// A folder of match results to watch
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
    /// The file in which analysis is kept [default: in the user's data folder]
    #[arg(long, value_name = "FILE", conflicts_with = "no_store")]
    store: Option<PathBuf>,
    /// Keep no analysis on disk
    #[arg(long)]
    no_store: bool,
}

impl Serve {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        if let Some(token) = &self.token
            && (token.len() < 16 || !token.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        {
            return Err(Failure::Input("a token has 16 letters and digits or more".to_owned()));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let server = Server::bind(ServerOptions {
            port: self.port,
            listen: self.listen,
            token: self.token,
            threads: self.threads.map_or(cores, usize::from),
            hash: self.hash as usize,
            store: if self.no_store { None } else { self.store.or_else(default_store) },
            tablebases: self.tablebases,
            weights: self.weights.weights()?,
            results: self.results,
        })
        .map_err(|error| Failure::Run(error.to_string()))?;
        server.notes.iter().for_each(style::note);
        let url = server.url();
        writeln!(out, "Vernier is at {url}\nEnd with Ctrl-C.")?;
        out.flush()?;
        if self.open
            && let Err(error) = open_browser(&url)
        {
            style::note(format!("cannot open a browser: {error}"));
        }
        server.run().map_err(|error| Failure::Run(error.to_string()))?;
        Ok(Outcome::Done)
    }
}

/// Where the system keeps a user's data.
fn default_store() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("vernier").join("analysis.redb"))
}

fn open_browser(url: &str) -> std::io::Result<()> {
    let (program, first): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let silent = std::process::Stdio::null;
    std::process::Command::new(program)
        .args(first)
        .arg(url)
        .stdin(silent())
        .stdout(silent())
        .stderr(silent())
        .spawn()
        .map(drop)
}
