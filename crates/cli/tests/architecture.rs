//! The architecture as a test: allowed dependencies, licences, and words that a crate may not use.
//! ARCHITECTURE.md explains why; a change here is a change of the design.

mod checkout;

use checkout::{root, short, sources};
use std::fs;

/// A crate, the crates it may use, and its licence.
struct Rule {
    name: &'static str,
    may_use: &'static [&'static str],
    licence: &'static str,
}

const LIBRARY: &str = "MIT OR Apache-2.0";
const PROGRAM: &str = "GPL-3.0-or-later";

/// Lowest first: a crate uses only crates above it in this list.
const RULES: [Rule; 10] = [
    Rule { name: "chess", may_use: &[], licence: LIBRARY },
    Rule { name: "nnue", may_use: &["chess"], licence: LIBRARY },
    Rule { name: "records", may_use: &["chess"], licence: LIBRARY },
    Rule { name: "engine", may_use: &["chess", "nnue"], licence: PROGRAM },
    Rule { name: "protocol", may_use: &["chess", "nnue", "engine"], licence: PROGRAM },
    Rule { name: "analysis", may_use: &["chess", "nnue", "engine"], licence: PROGRAM },
    Rule { name: "web", may_use: &["chess", "nnue", "engine", "analysis"], licence: PROGRAM },
    Rule {
        name: "lab",
        may_use: &["chess", "nnue", "records", "engine", "protocol", "web"],
        licence: PROGRAM,
    },
    Rule {
        name: "campaign",
        may_use: &["chess", "nnue", "records", "engine", "protocol", "web", "lab"],
        licence: PROGRAM,
    },
    Rule {
        name: "cli",
        may_use: &["chess", "nnue", "engine", "protocol", "analysis", "web"],
        licence: PROGRAM,
    },
];

/// The only sources that may hold `unsafe`. A name that ends in a slash stands for the folder.
const UNSAFE_SOURCES: [&str; 8] = [
    "crates/chess/src/attacks/sliders.rs",
    "crates/chess/src/sixteen.rs",
    "crates/chess/src/pgn/swar.rs",
    "crates/cli/src/allocator.rs",
    "crates/engine/src/huge_pages.rs",
    "crates/engine/src/prefetch.rs",
    "crates/nnue/src/kernel/",
    "crates/nnue/src/policy/kernel/",
];

/// Words that belong to one crate alone, or to none of those named.
const WORDS: [(&[&str], &[&str]); 5] = [
    // A clock that can be set back must not measure time.
    (&["chess", "nnue", "engine", "protocol"], &["SystemTime"]),
    // Rules and thinking neither print nor read what is typed.
    (&["chess", "nnue", "engine"], &["println!", "print!", "eprintln!", "eprint!", "stdin(", "stdout("]),
    // The library touches nothing outside memory.
    (&["chess"], &["std::fs", "std::net", "std::process", "std::env"]),
    // Only `protocol` spells UCI and CECP.
    (&["chess", "nnue", "records", "engine", "web", "lab", "cli"], &["uciok", "\"bestmove", "protover"]),
    // Only `web` spells HTTP.
    (&["chess", "nnue", "records", "engine", "protocol", "lab", "cli"], &["HTTP/1"]),
];

/// The crates that exist, by folder name, with the text of their manifests.
fn crates() -> Vec<(String, String)> {
    let mut crates: Vec<_> = fs::read_dir(root().join("crates"))
        .expect("the workspace has crates")
        .map(|entry| entry.expect("readable").path())
        .filter(|folder| folder.join("Cargo.toml").exists())
        .map(|folder| {
            let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest is text"))
        })
        .collect();
    crates.sort();
    assert!(crates.iter().any(|(name, _)| name == "chess"));
    crates
}

fn rule(name: &str) -> &'static Rule {
    RULES.iter().find(|rule| rule.name == name).unwrap_or_else(|| panic!("no rule for crates/{name}"))
}

/// The dependencies of a manifest with the kind of section that names each: `dependencies`, `dev-dependencies` ...
fn dependencies(manifest: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut kind = None;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_start_matches('[').trim_end_matches(']');
            // `[target.'cfg(...)'.dependencies]` and `[dependencies.name]` are sections too.
            let parts: Vec<&str> = section.rsplit('.').collect();
            kind = parts.iter().copied().find(|part| part.ends_with("dependencies"));
            if let Some(kind) = kind.take_if(|_| !section.ends_with("dependencies")) {
                found.push((kind, parts[0]));
            }
        } else if let (Some(kind), Some((key, _))) = (kind, line.split_once('='))
            && !line.starts_with('#')
        {
            found.push((kind, key.split('.').next().unwrap_or(key).trim().trim_matches('"')));
        }
    }
    found
}

/// The code of a crate by file, without comments and without tests.
fn code(name: &str) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    sources(&root().join("crates").join(name).join("src"), &mut paths);
    paths.retain(|path| !path.iter().any(|part| part == "tests" || part == "tests.rs"));
    assert!(!paths.is_empty(), "crates/{name} has sources");
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a source is text");
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            (short(&path), lines.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

#[test]
fn every_dependency_points_down() {
    for (name, manifest) in crates() {
        for (kind, dependency) in dependencies(&manifest) {
            match dependency.strip_prefix("vernier-") {
                Some(below) => {
                    assert!(
                        rule(&name).may_use.contains(&below),
                        "crates/{name} may not use {below} ({kind})"
                    );
                }
                None => {
                    // A library may have optional dependencies.
                    let asked_for =
                        |line: &str| line.starts_with(dependency) && line.contains("optional = true");
                    let free = rule(&name).licence == PROGRAM
                        || kind == "dev-dependencies"
                        || manifest.lines().any(asked_for);
                    assert!(
                        free,
                        "crates/{name} has no outside dependencies, but {dependency} is one ({kind})"
                    );
                }
            }
        }
    }
}

#[test]
fn the_rules_themselves_have_no_cycle() {
    for (index, rule) in RULES.iter().enumerate() {
        let below: Vec<_> = RULES[..index].iter().map(|rule| rule.name).collect();
        assert!(rule.may_use.iter().all(|used| below.contains(used)), "{}", rule.name);
    }
}

#[test]
fn every_crate_has_its_name_licence_and_lints() {
    for (name, manifest) in crates() {
        let has = |line: &str| manifest.lines().any(|other| other == line);
        assert!(has(&format!("license = \"{}\"", rule(&name).licence)), "the licence of crates/{name}");
        assert!(has("[lints]") && has("workspace = true"), "crates/{name} takes the lints of the workspace");
        let named =
            has(&format!("name = \"vernier-{name}\"")) || (name == "cli" && has("name = \"vernier\""));
        assert!(named, "the name of crates/{name}");
    }
}

#[test]
fn unsafe_code_stays_in_the_named_files() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    assert!(manifest.contains("unsafe_code = \"deny\""), "so that every use must say `allow(unsafe_code)`");
    for (name, _) in crates() {
        for (path, text) in code(&name) {
            let named = UNSAFE_SOURCES.iter().any(|allowed| path == *allowed || path.starts_with(allowed));
            assert!(named || !text.contains("(unsafe_code"), "{path} may not hold unsafe code");
        }
    }
}

#[test]
fn every_crate_uses_only_its_own_vocabulary() {
    let existing: Vec<String> = crates().into_iter().map(|(name, _)| name).collect();
    for (names, words) in WORDS {
        for name in names.iter().filter(|name| existing.iter().any(|other| other == *name)) {
            for (path, text) in code(name) {
                for word in words {
                    assert!(!text.contains(word), "{path} may not say {word}");
                }
            }
        }
    }
}

#[test]
fn manifests_are_read_correctly() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\na = \"1\"\nb.workspace = true\n# c = \"1\"\n\
                    [dependencies.d]\nversion = \"1\"\n[target.'cfg(unix)'.build-dependencies]\ne = \"1\"\n\
                    [features]\nf = []\n";
    let expected =
        [("dependencies", "a"), ("dependencies", "b"), ("dependencies", "d"), ("build-dependencies", "e")];
    assert_eq!(dependencies(manifest), expected);
}

/// `docs/faults.md` names a test for every fault that a session, a match or a run of self-play can meet, and the tests named exist.
#[test]
fn every_fault_has_a_test() {
    let page = fs::read_to_string(root().join("docs/faults.md")).expect("the page of faults");
    // Rows of the sections, and rows `D1`, `D2` ... of the defects that were mended.
    let (mut rows, mut defects) = (Vec::new(), Vec::new());
    for line in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| #")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [number, _, _, tests] = cells[..] else { panic!("four cells: {line}") };
        match number.strip_prefix('D') {
            Some(number) => defects.push(number.parse::<usize>().expect("a number")),
            None => rows.push(number.parse::<usize>().expect("a number")),
        }
        let mut named = 0;
        for test in tests.split('`').skip(1).step_by(2) {
            let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("FILE::TEST, not {test}"));
            let source = fs::read_to_string(root().join("crates").join(file))
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(source.contains(&format!("fn {name}(")), "row {number}: {file} has no test {name}");
            named += 1;
        }
        assert!(named > 0, "row {number} names no test");
    }
    assert!(rows.len() >= 96 && defects.len() >= 17);
    for numbers in [rows, defects] {
        assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    }
}

/// The range of ratings is written by hand in these pages; the option table has the true one.
#[test]
fn pages_and_options_agree_on_the_ratings() {
    let options = fs::read_to_string(root().join("docs/options.md")).expect("the page of options");
    let row = options.lines().find(|line| line.starts_with("| `UCI_Elo`")).expect("a row for UCI_Elo");
    let range = row.split(" | ").nth(1).expect("a range");
    for page in ["CHANGELOG.md", "docs/levels.md"] {
        let text = fs::read_to_string(root().join(page)).expect(page);
        let line = text.lines().find(|line| line.contains("`UCI_Elo`")).expect(page);
        assert!(line.contains(range), "{page}: {line:?} does not say {range:?}");
    }
}

/// A line of a journey is a file, the functions on the way, and what happens there.
#[test]
fn the_journeys_name_files_and_functions_that_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the map");
    let mut checked = 0;
    for line in page.lines() {
        let Some((path, rest)) = line.split_once(".rs ") else { continue };
        if path.contains([' ', '`', '|']) {
            continue;
        }
        let folders =
            ["crates", "crates/lab/src"].map(|folder| root().join(folder).join(format!("{path}.rs")));
        let file =
            folders.iter().find(|file| file.is_file()).unwrap_or_else(|| panic!("there is no {path}.rs"));
        let source = fs::read_to_string(file).expect("a source file");
        let functions = rest.trim_start().split("  ").next().unwrap_or_default();
        for name in functions.split(|sign: char| !sign.is_alphanumeric() && sign != '_') {
            assert!(source.contains(name), "{path}.rs does not mention {name}");
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} names");
}
