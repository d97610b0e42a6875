//! `--page`: a running match in the browser.

use super::arguments::CommandError;
use std::path::Path;
use vernier_web::{Server, ServerOptions};

/// Serves the results folder of a match on its own thread until the program ends. The page's engine has one thread, which is
/// idle unless a page analyses.
pub fn serve(folder: &Path) -> Result<(), CommandError> {
    let options =
        ServerOptions { threads: 1, hash: 16, results: Some(folder.to_owned()), ..ServerOptions::default() };
    let server = Server::bind(options).map_err(|error| CommandError::Input(error.to_string()))?;
    eprintln!("The match is at {}#watch", server.url());
    std::thread::spawn(move || server.run());
    Ok(())
}
