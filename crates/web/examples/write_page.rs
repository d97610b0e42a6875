//! Writes the page of a site without a server: `cargo run -p vernier-web --example write_page -- FOLDER`.
//! `scripts/static-page` does that and adds the engine.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: write_page FOLDER");
        return ExitCode::from(2);
    };
    let write = || {
        std::fs::create_dir_all(&folder)?;
        vernier_web::static_page().try_for_each(|(name, text)| std::fs::write(folder.join(name), &*text))
    };
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}
