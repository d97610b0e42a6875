//! `cargo bench -p vernier-chess` builds and runs the comparison in `benches/peers`, a workspace of its own, with the
//! flags of this build. What it printed on our machine is in docs/log/speed.md.

use std::process::Command;

fn main() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let status =
        Command::new(cargo).args(["run", "--release", "--quiet", "--manifest-path", manifest]).status();
    assert!(status.is_ok_and(|status| status.success()), "the comparison did not run");
}
