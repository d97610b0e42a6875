//! What lies in folders of results.

use super::ablations::Ablation;
use super::document::Section;
use super::duels::{self, Duel};
use super::growth::NodeGrowth;
use super::networks::{self, Run};
use super::played_match::PlayedMatch;
use super::rating::{self, Search};
use super::{measurements, suites};
use crate::stats::Sprt;
use crate::store::{journal, sprt_file};
use crate::study::ablation::{
    AblationRow, Comparisons, Manifest, PublishedGrowth, Subject, json_lines, usual_test,
};
use crate::study::rating::{Games, level_of};
use crate::study::suite;
use crate::study::suite::Entry;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Everything a report is made of.
#[derive(Default)]
pub struct Findings {
    ablations: Vec<Ablation>,
    duels: Vec<Duel>,
    searches: Vec<Search>,
    growths: Vec<NodeGrowth>,
    suites: Vec<Entry>,
    runs: Vec<Run>,
    /// The test to draw for matches that do not say which they were played for.
    sprt: Option<Sprt>,
}

/// Something that cannot be read.
#[derive(Debug)]
pub struct FindingsError(PathBuf, io::Error);

impl fmt::Display for FindingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.display(), self.1)
    }
}

impl std::error::Error for FindingsError {}

/// Deeper folders are not searched: we never write any.
const DEPTH: u32 = 8;

impl Findings {
    /// Nothing yet. Matches that do not say which test they were played for are drawn with this one.
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self { sprt, ..Self::default() }
    }

    /// Adds a file, or everything known in a folder and its subfolders.
    pub fn add(&mut self, path: &Path) -> Result<(), FindingsError> {
        self.visit(path, DEPTH)
    }

    fn visit(&mut self, path: &Path, depth: u32) -> Result<(), FindingsError> {
        let failed = |error| FindingsError(path.to_owned(), error);
        if !std::fs::metadata(path).map_err(failed)?.is_dir() {
            return self.take(path).map_err(failed);
        }
        let entries = std::fs::read_dir(path).map_err(failed)?;
        let mut inside: Vec<PathBuf> =
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(failed)?;
        inside.sort();
        for path in inside {
            // Links may lead in circles.
            let kind =
                std::fs::symlink_metadata(&path).map_err(|error| FindingsError(path.clone(), error))?;
            if kind.is_file() || kind.is_dir() && depth > 0 {
                self.visit(&path, depth - u32::from(kind.is_dir()))?;
            }
        }
        Ok(())
    }

    /// Takes in a file if its name is one we know.
    fn take(&mut self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        match path.file_name().and_then(|name| name.to_str()) {
            Some("games.jsonl") => self.take_games(path, folder)?,
            Some("manifest.toml") => self.take_manifest(path, folder)?,
            Some("ablation.jsonl") => {
                let rows = lines(path)?;
                let ablation = self.ablation(folder);
                rows.into_iter().for_each(|row| ablation.keep(row));
            }
            Some("growth.jsonl") => self.take_growth(path, folder)?,
            Some("suites.jsonl") => self.suites.extend(suite::read(path)?),
            Some("log.jsonl") if folder.join("settings.json").exists() => self.runs.push(Run::read(folder)?),
            _ => (),
        }
        Ok(())
    }

    /// The ablation whose results lie in a folder.
    fn ablation(&mut self, folder: &Path) -> &mut Ablation {
        let name = folder_name(folder);
        let index = self.ablations.iter().position(|ablation| ablation.name == name);
        let index = index.unwrap_or_else(|| {
            self.ablations.push(Ablation { name, ..Ablation::default() });
            self.ablations.len() - 1
        });
        &mut self.ablations[index]
    }

    /// The manifest beside it may have published figures for the stages.
    fn take_growth(&mut self, path: &Path, folder: &Path) -> io::Result<()> {
        let manifest = std::fs::read_to_string(folder.join("manifest.toml")).ok();
        let published: Option<PublishedGrowth> =
            manifest.and_then(|text| Manifest::read(&text).ok()).and_then(|manifest| manifest.growth);
        self.growths.push(NodeGrowth { name: folder_name(folder), stages: lines(path)?, published });
        Ok(())
    }

    /// Manifests say in which order techniques were added; other files of that name are ignored.
    fn take_manifest(&mut self, path: &Path, folder: &Path) -> io::Result<()> {
        if let Ok(manifest) = Manifest::read(&std::fs::read_to_string(path)?)
            && let Ok(chain) = manifest.chain()
        {
            let ablation = self.ablation(folder);
            ablation.order = chain.comparisons().into_iter().map(|comparison| comparison.technique).collect();
            ablation.published = manifest.published();
        }
        Ok(())
    }

    fn take_games(&mut self, path: &Path, folder: &Path) -> io::Result<()> {
        if let Some(name) = rated(path)? {
            let mut games = Games::default();
            journal::each_game(path, |record| games.add(record))?;
            self.searches.push(Search { name, games });
            return Ok(());
        }
        let played = PlayedMatch::read(path)?;
        // Opponents of known strength give a rating in a match as well.
        if let Some(rated) = played.engines.first()
            && played.engines.iter().any(|engine| level_of(&engine.name).is_some())
        {
            let mut games = Games::default();
            journal::each_game(path, |record| games.add(record))?;
            self.searches.push(Search { name: format!("{}, {}", rated.name, rated.limit), games });
        }
        let sprt = sprt_file::read(folder).or(self.sprt);
        match subject(folder, &played) {
            Some((ablation, subject)) => {
                let row = AblationRow::new(subject, &played.standings, &sprt.unwrap_or_else(usual_test));
                let ablation = self.ablation(&ablation);
                row.into_iter().for_each(|row| ablation.replace(row));
            }
            None => self.duels.push(Duel { folder: folder.display().to_string(), played, sprt }),
        }
        Ok(())
    }

    /// The table of what techniques are worth, brought up to date with the ablations that were found.
    pub fn measurements(&self, old: &str) -> String {
        let rows = |ablation: &'_ Ablation| -> Vec<(String, AblationRow)> {
            ablation.rows.iter().map(|row| (ablation.name.clone(), row.clone())).collect()
        };
        measurements::update(old, &self.ablations.iter().flat_map(rows).collect::<Vec<_>>())
    }

    /// The rows of each ablation that has any, with its name, one a line as JSON.
    pub fn ablation_rows(&self) -> serde_json::Result<Vec<(&str, String)>> {
        let rows = |ablation: &Ablation| json_lines(&ablation.rows);
        // A manifest beside node counts alone names an ablation of which nothing was played.
        let played = self.ablations.iter().filter(|ablation| !ablation.rows.is_empty());
        played.map(|ablation| Ok((ablation.name.as_str(), rows(ablation)?))).collect()
    }

    /// A section for everything that was found.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = self.ablations.iter().flat_map(Ablation::sections).collect();
        sections.extend(self.growths.iter().filter_map(NodeGrowth::section));
        sections.extend(duels::section(&self.duels));
        sections.extend(rating::section(&self.searches));
        sections.extend(suites::section(&self.suites));
        sections.extend(networks::section(&self.runs));
        sections
    }
}

fn folder_name(folder: &Path) -> String {
    folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Whose rating a journal is for; none if it is a match.
fn rated(path: &Path) -> io::Result<Option<String>> {
    let header = journal::header(path)?;
    let name = header.pointer("/settings/rated/name").and_then(serde_json::Value::as_str);
    Ok(name.map(str::to_owned))
}

/// The folder of the ablation and what the match is about, if it lies where `ablate` puts matches.
fn subject(folder: &Path, played: &PlayedMatch) -> Option<(PathBuf, Subject)> {
    let name = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
    let (kind, regime) = (folder.parent()?, folder.parent()?.parent()?);
    let kinds = [Comparisons::Chain, Comparisons::LeaveOneOut];
    let subject = Subject {
        comparison: kinds.into_iter().find(|known| name(kind).as_deref() == Some(known.name()))?,
        technique: name(folder)?,
        regime: name(regime)?,
        limit: played.engines.first().map_or_else(String::new, |engine| engine.limit.to_string()),
    };
    Some((regime.parent()?.to_owned(), subject))
}

/// The lines of a file that make sense.
fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> io::Result<Vec<T>> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
