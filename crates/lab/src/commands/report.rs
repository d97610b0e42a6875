//! `report`: results as a page.

use super::arguments::{Arguments, CommandError, Grammar};
use super::contest::read_test;
use super::progress::say;
use std::path::{Path, PathBuf};
use vernier_lab::report::{Document, Findings, blocks};

pub const HELP: &str = "\
vernier-lab report [PATH...] [--out report.html] [--title TEXT] [--note FILE]

Makes one page that needs nothing else (HTML), the same as Markdown, and its drawings as SVG files beside it, from what
lies in the folders (results, if none is named): matches and sequential tests (games.jsonl), ablations (their folder),
node growth (growth.jsonl, from `ebf`), suites (suites.jsonl), ratings, and runs of the network trainer (log.jsonl with
settings.json). Matches may still be going on.

  --out FILE     the page; the other files get its name with their endings
  --title TEXT   its title
  --note FILE    paragraphs, `- ` lists and `## ` headings to stand at the top
  --elo0 A --elo1 B --model M --alpha P --beta P
                 the test to draw for matches whose folder does not name theirs
";

const WORDS_OF_A_TEST: [&str; 5] = ["--elo0", "--elo1", "--model", "--alpha", "--beta"];

/// Runs `vernier-lab report`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &[], lists: &[] })?;
    let names_test = words.iter().any(|word| WORDS_OF_A_TEST.iter().any(|name| word.starts_with(name)));
    let test = read_test(&mut arguments)?;
    let out = PathBuf::from(arguments.text("out").unwrap_or_else(|| "report.html".to_owned()));
    let title = arguments.text("title").unwrap_or_else(|| "Results".to_owned());
    let note = arguments.text("note").map(PathBuf::from);
    let mut paths: Vec<PathBuf> = arguments.finish()?.into_iter().map(PathBuf::from).collect();
    if paths.is_empty() {
        paths.push("results".into());
    }
    let mut findings = Findings::new(names_test.then_some(test));
    for path in &paths {
        findings.add(path)?;
    }
    let opening = match &note {
        Some(path) => blocks(&std::fs::read_to_string(path).map_err(CommandError::at(path))?),
        None => Vec::new(),
    };
    let document = Document { title, opening, sections: findings.sections() };
    if document.sections.is_empty() {
        return Err(CommandError("there are no results in these folders".into()));
    }
    write(&document, &out)?;
    Ok(0)
}

fn write(document: &Document, page: &Path) -> Result<(), CommandError> {
    let stem = page.file_stem().map_or("report".into(), |stem| stem.to_string_lossy().into_owned());
    if let Some(folder) = page.parent() {
        std::fs::create_dir_all(folder).map_err(CommandError::at(folder))?;
    }
    let mut files = vec![
        (page.with_extension("html"), document.html()),
        (page.with_extension("md"), document.markdown(&stem)),
    ];
    let figures = document.figures(&stem);
    files.extend(figures.into_iter().map(|(name, svg)| (page.with_file_name(name), svg)));
    for (path, text) in &files {
        std::fs::write(path, text).map_err(CommandError::at(path))?;
    }
    let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    say(&format!("{}\n", names.join("\n")));
    Ok(())
}
