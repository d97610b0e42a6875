//! `ablate`: what each technique is worth, in games.

use super::arguments::{CommandError, print};
use super::interrupt;
use super::progress::{Detail, MatchProgress};
use clap::Args;
use std::fs;
use std::path::PathBuf;
use vernier_lab::play::contest;
use vernier_lab::study::ablation::{AblationTable, Manifest, PRESETS};

/// Measure what each technique of the search is worth, in games
///
/// Plays the engine with a technique against itself without it, under each regime of the manifest, and writes a table;
/// `report` draws it. Interrupted, the same command resumes. The manifest is kept with the results.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Ablate {
    /// A manifest (TOML), or the name of a preset
    manifest: PathBuf,
    /// Where results go [default: results/ablation, or results/PRESET]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Games at a time, instead of what the manifest says
    #[arg(long, value_name = "N", value_parser = super::arguments::at_a_time)]
    concurrency: Option<usize>,
    /// Games of each comparison at most, instead of what the manifest says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Only the regime of this name; may be repeated
    #[arg(long = "regime", value_name = "NAME")]
    regimes: Vec<String>,
    /// Only list the matches
    #[arg(long)]
    list: bool,
}

const EXAMPLE: &str = "\
A manifest, with every key:

  comparisons = [\"chain\", \"leave-one-out\"]   # each added to those before it; the whole search without each
  base = [\"killer_moves\"]                      # what the first search of the chain has
  order = [\"quiescence\", [\"null_move\", \"late_move_reduction\"], \"tablebases\"]   # the links of the chain
  techniques = []                              # only these
  games = 400                                  # at most, for each comparison (or rounds = 200)
  sprt = { elo0 = 0, elo1 = 30, model = \"normalized\", alpha = 0.05, beta = 0.05 }   # ends a comparison early
  options = { Hash = 16, \"Move Overhead\" = 0 }
  threads = 1
  concurrency = 2
  seed = 1
  margin = 1000                                # ms past its time: lateness is the machine's, not the search's
  adjudicate = false                           # end games early on whose outcome both sides agree
  openings = \"book.epd\"
  plies = 16                                   # of a game or book
  tablebases = \"DIR\"                           # for the link `tablebases`
  [[regime]]
  name = \"time\"
  movetime = \"0.1\"
  options = { Hash = 64 }                      # under this regime only
  [[regime]]
  name = \"depth\"
  depth = 4
  published = [798.2, -3.8, 0.0]               # published Elo of each link, for the report
  [growth]                                     # the same of `ebf`: nodes and EBF_geom of each stage, from the base on
  nodes = [1297709, 5731889, 1639226, 362823]
  factors = [4.63, 5.27, 4.33, 3.17]
";

impl Ablate {
    pub fn run(self) -> Result<u8, CommandError> {
        let preset = PRESETS.iter().find(|(name, _)| self.manifest.as_os_str() == *name);
        let (name, text) = match preset {
            Some((name, text)) => (*name, (*text).to_owned()),
            None => (
                "ablation",
                fs::read_to_string(&self.manifest).map_err(CommandError::reading(&self.manifest))?,
            ),
        };
        let mut manifest = Manifest::read(&text).map_err(CommandError::reading(&self.manifest))?;
        if !self.regimes.is_empty() {
            manifest.keep_regimes(&self.regimes)?;
        }
        if let Some(games) = self.games {
            manifest.set_games(games);
        }
        manifest.concurrency = self.concurrency.unwrap_or(manifest.concurrency);
        let folder = self.out.unwrap_or_else(|| PathBuf::from("results").join(name));
        if self.list {
            for found in manifest.matches() {
                print(&format!("{}\n", found.folder(&folder).display()));
            }
            return Ok(0);
        }
        fs::create_dir_all(&folder).map_err(CommandError::at(&folder))?;
        fs::write(folder.join("manifest.toml"), &text).map_err(CommandError::at(&folder))?;
        let mut table = AblationTable::new(manifest.sprt()?);
        for found in manifest.matches() {
            let plan = manifest.plan(&found, &folder)?;
            let mut progress = MatchProgress::new(&plan, Detail::Ends);
            let played =
                contest::run(&plan, &mut progress, interrupt::flag()).map_err(CommandError::contest)?;
            if played.interrupted {
                return Ok(interrupt::STATUS);
            }
            progress.end(&played.standings);
            table.add(&found, &played.standings);
        }
        let report = folder.join("ablation.md");
        let text = table.markdown();
        fs::write(&report, &text).map_err(CommandError::at(&report))?;
        let lines = folder.join("ablation.jsonl");
        fs::write(&lines, table.json_lines()?).map_err(CommandError::at(&lines))?;
        print(&format!("\n{text}\nThe table is in {} and {}.\n", report.display(), lines.display()));
        Ok(0)
    }
}
