//! The page's declarations are those of the server.

use std::fs;
use std::path::Path;

/// `VERNIER_BLESS=1` writes the file anew.
#[test]
fn the_page_has_a_type_for_every_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/messages.d.ts");
    let made = vernier_web::message::declarations();
    if std::env::var_os("VERNIER_BLESS").is_some() {
        fs::write(&path, &made).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).expect("page/messages.d.ts");
    assert!(
        kept.replace("\r\n", "\n") == made,
        "page/messages.d.ts is not what message.rs says: run with VERNIER_BLESS=1"
    );
}
