//! The page and its parts, inside the program.

use std::borrow::Cow;
use vernier_chess::Board;
use vernier_chess::picture::Svg;

/// A part of the page.
struct Part {
    path: &'static str,
    #[cfg_attr(not(feature = "server"), allow(dead_code))]
    kind: &'static str,
    text: &'static str,
}

impl Part {
    /// Its text. The drawings are embedded, so that the page is painted without another request.
    fn text(&self) -> Cow<'static, str> {
        match self.path {
            "/index.html" => self.text.replace("<!--pieces-->", &pieces()).into(),
            _ => self.text.into(),
        }
    }
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
    "transport.js": SCRIPT,
    "tree.js": SCRIPT,
    "watch.js": SCRIPT,
};

/// A part of the page by its path: the kind of its text, and the text. With a nonce, the page has its stylesheet inside, so that it
/// is painted without another request.
#[cfg(feature = "server")]
pub(crate) fn part(path: &str, nonce: Option<&str>) -> Option<(&'static str, Cow<'static, str>)> {
    let path = if path == "/" { "/index.html" } else { path };
    let part = PARTS.iter().find(|part| part.path == path)?;
    let text = match nonce.filter(|_| path == "/index.html") {
        Some(nonce) => {
            let style = format!("<style nonce=\"{nonce}\">{}</style>", include_str!("../page/style.css"));
            part.text().replace("<link rel=\"stylesheet\" href=\"style.css\">", &style).into()
        }
        None => part.text(),
    };
    Some((part.kind, text))
}

/// What a page without a server may do: it runs our own files, the engine among them, and loads nothing from elsewhere.
const STATIC_POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                             script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                             img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'\">";

/// The files of the page for a site without a server, with their names. There the transport leads to an engine in the browser, which
/// `scripts/static-page` adds.
pub fn static_page() -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
    PARTS.iter().map(|part| {
        let text = match part.path {
            "/transport.js" => include_str!("../page/static/transport.js").into(),
            "/index.html" => part.text().replace("<head>", &format!("<head>\n{STATIC_POLICY}")).into(),
            _ => part.text(),
        };
        (&part.path[1..], text)
    })
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
    #[cfg(feature = "server")]
    fn a_page_with_a_nonce_needs_no_other_file_to_be_painted() {
        let (_, page) = part("/", Some("abc")).expect("the page");
        assert!(page.contains("<style nonce=\"abc\">") && page.contains("chess-board {"));
        assert!(!page.contains("rel=\"stylesheet\""));
        assert!(part("/", None).expect("the page").1.contains("rel=\"stylesheet\""));
    }

    #[test]
    fn a_static_page_has_a_policy_and_another_transport() {
        let files: std::collections::HashMap<_, _> = static_page().collect();
        assert_eq!(files.len(), PARTS.len());
        assert!(files["index.html"].contains("'wasm-unsafe-eval'"));
        assert!(
            files["transport.js"].contains("new Worker(") && !files["transport.js"].contains("WebSocket")
        );
        assert!(files["index.html"].contains("<symbol id=\"wK\""));
    }

    #[test]
    fn the_page_loads_nothing_from_other_sites() {
        for part in PARTS {
            let text = part.text.replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", part.path);
        }
    }
}
