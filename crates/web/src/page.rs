//! The page and its parts, inside the program.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use vernier_chess::Board;
use vernier_chess::picture::Svg;

/// A part of the page.
struct Part {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! parts {
    ($($path:literal: $kind:expr),* $(,)?) => {
        [$(Part { path: concat!("/", $path), kind: $kind, text: include_str!(concat!("../page/", $path)) }),*]
    };
}

const PARTS: &[Part] = &parts! {
    "index.html": "text/html; charset=utf-8",
    "start.js": SCRIPT,
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "app.js": SCRIPT,
    "board.js": SCRIPT,
    "connection.js": SCRIPT,
    "dom.js": SCRIPT,
    "engine.js": SCRIPT,
    "games.js": SCRIPT,
    "graph.js": SCRIPT,
    "memory.js": SCRIPT,
    "moves.js": SCRIPT,
    "panels.js": SCRIPT,
    "play.js": SCRIPT,
    "report.js": SCRIPT,
    "settings.js": SCRIPT,
    "sound.js": SCRIPT,
    "tree.js": SCRIPT,
    "watch.js": SCRIPT,
};

/// Nothing is loaded from other sites, only our own files run, and no site may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A part of the page by its path.
pub(crate) fn part(path: &str) -> Response {
    let path = if path == "/" { "/index.html" } else { path };
    match PARTS.iter().find(|part| part.path == path) {
        // The drawings are embedded, so that the page is painted without another request.
        Some(part) if part.path == "/index.html" => {
            with_headers(part.kind, part.text.replace("<!--pieces-->", &pieces()))
        }
        Some(part) => with_headers(part.kind, part.text.to_owned()),
        None => (StatusCode::NOT_FOUND, "no such page\n").into_response(),
    }
}

/// The drawings of all pieces, by the names the page uses: those of `vernier board`.
fn pieces() -> String {
    let board = Svg::of(&Board::start()).to_string();
    let drawings = board
        .split_once("<defs>")
        .and_then(|(_, rest)| rest.split_once("</defs>"))
        .map_or("", |(defs, _)| defs);
    format!("<svg class=\"sprite\" aria-hidden=\"true\">{}</svg>", symbols(drawings))
}

/// Groups become symbols, which keep their box wherever they are used.
fn symbols(drawings: &str) -> String {
    let mut text = String::new();
    for group in drawings.split("<g id=\"").skip(1) {
        let Some((name, rest)) = group.split_once("\">") else { continue };
        let body = rest.trim_end().strip_suffix("</g>").unwrap_or(rest);
        text.push_str(&format!("<symbol id=\"{name}\" viewBox=\"0 0 100 100\">{body}</symbol>"));
    }
    text
}

fn with_headers(kind: &'static str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (
        headers,
        [("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin")],
        text,
    )
        .into_response()
}

/// The bytes of the whole page.
#[cfg(test)]
fn size() -> usize {
    PARTS.iter().map(|part| part.text.len()).sum::<usize>() + pieces().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small() {
        assert!(size() < 300_000, "{} bytes", size());
    }

    #[test]
    fn every_piece_has_a_drawing() {
        let pieces = pieces();
        assert_eq!(pieces.matches("<symbol ").count(), 12);
        for name in ["wK", "wQ", "wR", "wB", "wN", "wP", "bK", "bQ", "bR", "bB", "bN", "bP"] {
            assert!(pieces.contains(&format!("id=\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn the_page_loads_nothing_from_other_sites() {
        for part in PARTS {
            let text = part.text.replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", part.path);
        }
    }
}
