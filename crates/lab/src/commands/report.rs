//! `report`: results as a page.

use super::arguments::{CommandError, SprtArguments, print};
use clap::Args;
use std::path::{Path, PathBuf};
use vernier_lab::report::{Document, Findings, blocks};

/// Make one page of results, with drawings
///
/// Reads what lies in the folders: matches and sequential tests (games.jsonl), ablations (their folder), node growth
/// (growth.jsonl), suites (suites.jsonl), ratings, and runs of the network trainer. Matches may still be running.
/// Writes HTML that needs nothing else, the same as Markdown, and the drawings as SVG files beside it.
#[derive(Args)]
pub struct Report {
    /// Folders and files of results
    #[arg(default_value = "results")]
    paths: Vec<PathBuf>,
    /// The page; the other files get its name with their endings
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
    /// The title
    #[arg(long, default_value = "Results")]
    title: String,
    /// Paragraphs, `- ` lists and `## ` headings for the top
    #[arg(long, value_name = "FILE")]
    note: Option<PathBuf>,
    /// Update the table of measurements from the ablations found:
    /// crates/engine/measurements.tsv
    #[arg(long, value_name = "FILE")]
    measurements: Option<PathBuf>,
    /// Keep the rows of each ablation, from which its part of the page can be made again: FOLDER/NAME/ablation.jsonl
    #[arg(long, value_name = "FOLDER")]
    rows: Option<PathBuf>,
    /// Draw this test for matches without one of their own
    #[arg(long)]
    test: bool,
    #[command(flatten)]
    sprt: SprtArguments,
}

impl Report {
    pub fn run(self) -> Result<u8, CommandError> {
        let test = self.sprt.test()?;
        let mut findings = Findings::new(self.test.then_some(test));
        for path in &self.paths {
            findings.add(path)?;
        }
        if let Some(path) = &self.measurements {
            let old = std::fs::read_to_string(path).map_err(CommandError::reading(path))?;
            std::fs::write(path, findings.measurements(&old)).map_err(CommandError::at(path))?;
        }
        if let Some(folder) = &self.rows {
            for (name, rows) in findings.ablation_rows()? {
                let folder = folder.join(name);
                std::fs::create_dir_all(&folder).map_err(CommandError::at(&folder))?;
                std::fs::write(folder.join("ablation.jsonl"), rows).map_err(CommandError::at(&folder))?;
            }
        }
        let opening = match &self.note {
            Some(path) => blocks(&std::fs::read_to_string(path).map_err(CommandError::reading(path))?),
            None => Vec::new(),
        };
        let document = Document { title: self.title, opening, sections: findings.sections() };
        if document.sections.is_empty() {
            return Err(CommandError::Input("there are no results in these folders".into()));
        }
        write(&document, &self.out)?;
        Ok(0)
    }
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
    print(&format!("{}\n", names.join("\n")));
    Ok(())
}
