//! Puts a network into the program: the file that the variable `EVALFILE` names, or else `nets/default.nnue`,
//! which lies in this package, so that a build from a registry has it.
//! Without either the program is built without a network and plays with the hand-written evaluation. Likewise the policy
//! network of the tree search, `nets/policy.nnue`.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let usual = package.join("nets/default.nnue");
    println!("cargo::rerun-if-changed={}", usual.display());
    let named = env::var_os("EVALFILE").filter(|name| !name.is_empty()).map(PathBuf::from);
    let embedded = match named {
        // Relative names are seen from where cargo was started, which is the root of the repository.
        Some(name) => Some(package.join("../..").join(name).canonicalize().expect("EVALFILE names a file")),
        None => usual.canonicalize().ok(),
    };
    embed("EMBEDDED", "embedded.rs", embedded);
    let policy = package.join("nets/policy.nnue");
    println!("cargo::rerun-if-changed={}", policy.display());
    embed("EMBEDDED_POLICY", "embedded_policy.rs", policy.canonicalize().ok());
}

/// Writes a source that holds a file, if there is one.
fn embed(name: &str, source: &str, file: Option<PathBuf>) {
    let value = file.map_or("None".to_owned(), |path| format!("Some(include_bytes!({path:?}))"));
    let text = format!("/// A network file inside the program.\nstatic {name}: Option<&[u8]> = {value};\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join(source), text).expect("the output folder can be written");
}
