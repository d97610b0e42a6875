//! Puts a network into the program: the file that the variable `EVALFILE` names, or else `nets/default.nnue`,
//! which lies in this package, so that a build from a registry has it.
//! Without either the program is built without a network and plays with the hand-written evaluation. Likewise the policy
//! network of the tree search, `nets/policy.nnue`. For browsers, which load the program over a network, they and the book are
//! packed; elsewhere they lie in the program as they are, so that it starts at once. `src/embedded.rs` gives the files back.

use miniz_oxide::deflate::compress_to_vec;
use std::env;
use std::path::{Path, PathBuf};

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
    let policy = package.join("nets/policy.nnue");
    println!("cargo::rerun-if-changed={}", policy.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let book = package.join("books/default.bin");
    println!("cargo::rerun-if-changed={}", book.display());
    let text = [("NETWORK", embedded), ("POLICY", policy.canonicalize().ok()), ("BOOK", Some(book))]
        .map(|(name, file)| embed(&out, name, file))
        .concat();
    std::fs::write(out.join("embedded.rs"), text).expect("the output folder can be written");
}

/// The source that holds a file, if there is one.
fn embed(out: &Path, name: &str, file: Option<PathBuf>) -> String {
    let is_packed = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let value = file.map_or("None".to_owned(), |path| {
        let bytes = std::fs::read(path).expect("the file can be read");
        let held = if is_packed { compress_to_vec(&bytes, 9) } else { bytes.clone() };
        let place = out.join(name);
        std::fs::write(&place, held).expect("the output folder can be written");
        let length = bytes.len();
        format!(
            "Some(Embedded {{ bytes: include_bytes!({place:?}), length: {length}, is_packed: {is_packed} }})"
        )
    });
    format!("static {name}: Option<Embedded> = {value};\n")
}
