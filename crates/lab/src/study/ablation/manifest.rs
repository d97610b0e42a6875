//! What an ablation is to measure, as a file that is kept with its results.

use super::{Chain, Comparison, Published, PublishedGrowth, Regime, Stage, leave_one_out};
use crate::openings::opening::Order;
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::contest::{OpeningSource, Plan};
use crate::play::engine_spec::EngineSpec;
use crate::stats::{Bounds, Model, Sprt};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vernier_engine::SearchKind;

/// An ablation as its file describes it.
///
/// ```
/// use vernier_lab::study::ablation::Manifest;
/// let manifest = Manifest::read(r#"
///     order = ["quiescence", "null_move", ["late_move_reduction", "aspiration"]]
///     games = 400
///     threads = 2
///     options = { Hash = 16, "Move Overhead" = 0 }
///     sprt = { elo0 = 0, elo1 = 30 }
///     [[regime]]
///     name = "time"
///     movetime = "0.1"
/// "#)?;
/// assert_eq!(manifest.matches().len(), 3);
/// # Ok::<(), vernier_lab::study::ablation::ManifestError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// `chain`, `leave-one-out` or both.
    #[serde(default = "chain_only")]
    pub comparisons: Vec<Comparisons>,
    /// What the first search of the chain has.
    #[serde(default)]
    pub base: Vec<String>,
    /// The links of the chain in their order; a list adds several at once. The usual chain if it is empty.
    #[serde(default)]
    order: Vec<Link>,
    /// Only these techniques; all if empty.
    #[serde(default)]
    pub techniques: Vec<String>,
    /// Pairs of games for each comparison at most.
    #[serde(default)]
    rounds: Option<u32>,
    /// The same in games.
    #[serde(default)]
    games: Option<u32>,
    /// Ends each comparison as soon as it is decided.
    #[serde(default)]
    sprt: Option<Test>,
    /// Games at a time.
    #[serde(default = "one")]
    pub concurrency: usize,
    /// Options of both engines.
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    /// Threads of both engines.
    #[serde(default)]
    threads: Option<u32>,
    /// Mebibytes of transposition table for both engines.
    #[serde(default)]
    hash: Option<u32>,
    /// Chooses the openings.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// How many milliseconds past its time an answer may come. Both sides are the same program, so lateness is the
    /// machine's, and should not decide games.
    #[serde(default = "one_second")]
    pub margin: u64,
    /// Ends games early on whose outcome both sides agree.
    #[serde(default)]
    pub adjudicate: bool,
    /// A file of openings; even positions of our own without it.
    #[serde(default)]
    pub openings: Option<PathBuf>,
    /// How many plies are taken from a game or book.
    #[serde(default = "sixteen")]
    plies: usize,
    /// The folder of tablebases, for the stage `tablebases`.
    #[serde(default)]
    tablebases: Option<String>,
    /// Published growth of the stages, for the report to show beside ours.
    #[serde(default)]
    pub growth: Option<PublishedGrowth>,
    /// Under which limits games are played.
    #[serde(rename = "regime")]
    pub regimes: Vec<Regime>,
}

/// What one link of a chain adds.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
enum Link {
    One(String),
    Several(Vec<String>),
}

/// A sequential test, as the file writes it.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Test {
    elo0: f64,
    elo1: f64,
    #[serde(default)]
    model: Scale,
    #[serde(default = "five_percent")]
    alpha: f64,
    #[serde(default = "five_percent")]
    beta: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scale {
    #[default]
    Normalized,
    Logistic,
}

/// Which comparisons are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparisons {
    /// Each technique added to those before it.
    Chain,
    /// The whole search without each technique.
    LeaveOneOut,
}

impl Comparisons {
    /// The name, as the file has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::LeaveOneOut => "leave-one-out",
        }
    }
}

fn chain_only() -> Vec<Comparisons> {
    vec![Comparisons::Chain]
}

const fn one() -> usize {
    1
}

const fn sixteen() -> usize {
    16
}

const fn first_seed() -> u64 {
    1
}

const fn one_second() -> u64 {
    1000
}

const fn five_percent() -> f64 {
    0.05
}

/// The rounds of a manifest that names none.
const USUAL_ROUNDS: u32 = 100;

const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawRule { from_move: 40, moves: 6, score: 10 }),
    resign: Some(ResignRule { moves: 3, score: 700 }),
    max_moves: Some(200),
};

/// Why a file is not a manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestError(String);

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ManifestError {}

impl ManifestError {
    pub(super) fn new(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// One match of an ablation.
#[derive(Clone, PartialEq, Debug)]
pub struct AblationMatch<'a> {
    /// Whether the technique is added or left out.
    pub kind: Comparisons,
    /// The two searches.
    pub comparison: Comparison,
    /// The limits.
    pub regime: &'a Regime,
}

impl AblationMatch<'_> {
    /// Where its games go, in the folder of the ablation.
    pub fn folder(&self, ablation: &Path) -> PathBuf {
        ablation.join(&self.regime.name).join(self.kind.name()).join(&self.comparison.technique)
    }
}

impl Manifest {
    /// Reads a manifest.
    pub fn read(text: &str) -> Result<Self, ManifestError> {
        let manifest: Self = toml::from_str(text).map_err(ManifestError::new)?;
        manifest.sprt()?;
        manifest.chain()?;
        for regime in &manifest.regimes {
            regime.limit()?;
        }
        let known: Vec<String> = manifest
            .comparisons
            .iter()
            .flat_map(|kind| manifest.list(*kind))
            .map(|found| found.technique)
            .collect();
        if let Some(name) = manifest.techniques.iter().find(|name| !known.contains(name)) {
            return Err(ManifestError(format!("there is no technique {name} in these comparisons")));
        }
        let links = manifest.list(Comparisons::Chain).len();
        let wrong_count = |regime: &&Regime| ![0, links].contains(&regime.published.len());
        if let Some(regime) = manifest.regimes.iter().find(wrong_count) {
            let count = regime.published.len();
            return Err(ManifestError(format!(
                "the regime {} has {count} published figures for {links} links",
                regime.name
            )));
        }
        let stages = links + 1;
        let fits = |growth: &PublishedGrowth| [growth.nodes.len(), growth.factors.len()] == [stages, stages];
        if !manifest.growth.as_ref().is_none_or(fits) {
            return Err(ManifestError(format!("published growth needs {stages} nodes and {stages} factors")));
        }
        if manifest.games.is_some() && manifest.rounds.is_some() {
            return Err(ManifestError("give games or rounds, not both".into()));
        }
        if manifest.rounds() == 0 || manifest.matches().is_empty() {
            return Err(ManifestError("nothing is to be played".into()));
        }
        let asks = |found: &AblationMatch<'_>| found.comparison.with.tablebases;
        if manifest.tablebases.is_none() && manifest.matches().iter().any(asks) {
            return Err(ManifestError("the stage tablebases needs tablebases = \"DIR\"".into()));
        }
        Ok(manifest)
    }

    /// The search that is taken apart: the one that the option `Search` chooses.
    fn search(&self) -> SearchKind {
        let name = self.options.get("Search").and_then(toml::Value::as_str);
        name.and_then(|name| name.parse().ok()).unwrap_or_default()
    }

    /// The chain.
    pub fn chain(&self) -> Result<Chain, ManifestError> {
        if self.order.is_empty() && self.base.is_empty() {
            return Ok(Chain::usual(self.search()));
        }
        let names = |link: &Link| match link {
            Link::One(name) => vec![name.clone()],
            Link::Several(names) => names.clone(),
        };
        Chain::new(self.search(), &self.base, &self.order.iter().map(names).collect::<Vec<_>>())
            .map_err(ManifestError::new)
    }

    /// Plays at most this many games for each comparison.
    pub fn set_games(&mut self, games: u32) {
        (self.games, self.rounds) = (Some(games), None);
    }

    /// Published figures, link by link and regime by regime.
    pub fn published(&self) -> Vec<Published> {
        let links = self.list(Comparisons::Chain);
        let of_regime = |regime: &Regime| -> Vec<Published> {
            let pairs = links.iter().zip(&regime.published);
            let row = |(link, elo): (&Comparison, &f64)| Published {
                regime: regime.name.clone(),
                technique: link.technique.clone(),
                elo: *elo,
            };
            pairs.map(row).collect()
        };
        self.regimes.iter().flat_map(of_regime).collect()
    }

    /// Keeps only the regimes of these names.
    pub fn keep_regimes(&mut self, names: &[String]) -> Result<(), ManifestError> {
        let known = |name: &&String| self.regimes.iter().any(|regime| regime.name == **name);
        if let Some(name) = names.iter().find(|name| !known(name)) {
            return Err(ManifestError(format!("there is no regime {name}")));
        }
        self.regimes.retain(|regime| names.contains(&regime.name));
        Ok(())
    }

    /// The test that ends comparisons early, if there is one.
    pub fn sprt(&self) -> Result<Option<Sprt>, ManifestError> {
        let Some(Test { elo0, elo1, model, alpha, beta }) = self.sprt else { return Ok(None) };
        let model = match model {
            Scale::Normalized => Model::Normalized,
            Scale::Logistic => Model::Logistic,
        };
        Sprt::new(Bounds { elo0, elo1, model }, alpha, beta).map(Some).map_err(ManifestError::new)
    }

    /// Everything that is to be played, regime by regime within each comparison.
    pub fn matches(&self) -> Vec<AblationMatch<'_>> {
        // What the hand-written evaluation counts changes nothing where a network evaluates.
        let usual = |technique: &str| !technique.starts_with("hand_");
        let wanted = |comparison: &Comparison| match &self.techniques[..] {
            [] => usual(&comparison.technique),
            named => named.contains(&comparison.technique),
        };
        let mut matches = Vec::new();
        for kind in &self.comparisons {
            for comparison in self.list(*kind).into_iter().filter(wanted) {
                for regime in &self.regimes {
                    matches.push(AblationMatch { kind: *kind, comparison: comparison.clone(), regime });
                }
            }
        }
        matches
    }

    /// The match as a plan, with its results in the folder of the ablation.
    pub fn plan(&self, found: &AblationMatch<'_>, ablation: &Path) -> Result<Plan, ManifestError> {
        let limit = found.regime.limit()?;
        let engine = |name: &str, stage: &Stage| EngineSpec {
            name: name.to_owned(),
            command: "self".to_owned(),
            options: self.options(Some(found.regime), stage),
            limit,
            ..EngineSpec::default()
        };
        let Comparison { with, without, .. } = &found.comparison;
        Ok(Plan {
            rounds: self.rounds(),
            openings: OpeningSource {
                file: self.openings.clone(),
                plies: self.plies,
                order: Order::Random(self.seed),
            },
            adjudication: if self.adjudicate { ADJUDICATION } else { Adjudication::default() },
            margin: Duration::from_millis(self.margin),
            concurrency: self.concurrency,
            folder: found.folder(ablation),
            sprt: self.sprt()?,
            ..Plan::new(vec![engine("with", with), engine("without", without)])
        })
    }

    fn rounds(&self) -> u32 {
        self.games.map(|games| games.div_ceil(2)).or(self.rounds).unwrap_or(USUAL_ROUNDS)
    }

    fn list(&self, kind: Comparisons) -> Vec<Comparison> {
        match kind {
            // `read` has made sure that there is a chain.
            Comparisons::Chain => self.chain().map(|chain| chain.comparisons()).unwrap_or_default(),
            Comparisons::LeaveOneOut => leave_one_out(self.search()),
        }
    }

    /// The options of an engine at a stage: those of the manifest, of a regime, and the switches of the stage.
    pub fn options(&self, regime: Option<&Regime>, stage: &Stage) -> Vec<(String, String)> {
        let mut options = BTreeMap::from([("Hash".to_owned(), self.hash.unwrap_or(16).to_string())]);
        if let Some(threads) = self.threads {
            options.insert("Threads".to_owned(), threads.to_string());
        }
        for (name, value) in self.options.iter().chain(regime.iter().flat_map(|regime| &regime.options)) {
            options.insert(name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
        if let Some(folder) = self.tablebases.as_ref().filter(|_| stage.tablebases) {
            options.insert("SyzygyPath".to_owned(), folder.clone());
        }
        options.into_iter().chain(stage.options()).collect()
    }
}

#[cfg(test)]
mod tests;
