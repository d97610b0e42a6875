//! The style of CONTRIBUTING.md, as far as a test can see it.

mod checkout;

use checkout::{root, short, sources};
use std::fs;

/// Names that this code base once had where the field has a word.
const RETIRED: [&str; 23] = [
    "Admission",
    "Desk",
    "Diet",
    "Fate",
    "Heard",
    "Mission",
    "Narrator",
    "Oddity",
    "Pace",
    "Speaker",
    "TableMove",
    "TableProblem",
    "Trouble",
    "Wakefulness",
    "ask_tablebases",
    "ask_tables",
    "hash_move",
    "king_danger",
    "learn_cutoff",
    "officers",
    "straights",
    "table_move",
    "table_pieces",
];

/// A table of published numbers.
const DATA: [&str; 1] = ["crates/chess/src/polyglot_numbers.rs"];
const MOST_LINES: usize = 500;

/// Every Rust source of the workspace, this one aside.
fn texts() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    sources(&root().join("crates"), &mut paths);
    assert!(paths.len() > 300, "{} sources", paths.len());
    paths
        .iter()
        .map(|path| (short(path), fs::read_to_string(path).expect("a source is text")))
        .filter(|(name, _)| name != "crates/cli/tests/style.rs")
        .collect()
}

/// The lines of each test function, with their numbers.
fn test_lines(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut end) = (Vec::new(), None);
    let mut is_test = false;
    for (index, line) in text.lines().enumerate() {
        let code = line.trim_start();
        match &end {
            Some(last) if line == last => end = None,
            Some(_) => found.push((index + 1, code)),
            None if code.starts_with("#[test]") || code.starts_with("#[tokio::test") => is_test = true,
            None if is_test && (code.starts_with("fn ") || code.starts_with("async fn ")) => {
                is_test = false;
                end = Some(format!("{}}}", &line[..line.len() - code.len()]));
            }
            None => {}
        }
    }
    found
}

#[test]
fn retired_names_do_not_come_back() {
    for (file, text) in texts() {
        for (index, line) in text.lines().enumerate() {
            let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
            let retired = line.split(|sign| !is_word(sign)).find(|word| RETIRED.contains(word));
            assert_eq!(retired, None, "{file}:{}", index + 1);
        }
    }
}

#[test]
fn no_test_returns_early() {
    let mut lines = 0;
    for (file, text) in texts() {
        for (number, code) in test_lines(&text) {
            assert!(!code.contains("return;") && !code.contains("{ return }"), "{file}:{number}: {code}");
            lines += 1;
        }
    }
    assert!(lines > 5_000, "{lines} lines of tests");
}

#[test]
fn ignored_tests_give_a_reason() {
    for (file, text) in texts() {
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("#[ignore")) {
            assert!(line.starts_with("#[ignore = \""), "{file}: {line}");
        }
    }
}

#[test]
fn no_source_is_too_long() {
    for (file, text) in texts() {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES || DATA.contains(&file.as_str()), "{file} has {lines} lines");
    }
}

#[test]
fn test_functions_are_found() {
    let text = "#[test]\n#[ignore = \"x\"]\nfn a() {\n    b();\n}\n\nfn c() {\n    return;\n}\n";
    assert_eq!(test_lines(text), [(4, "b();")]);
}
