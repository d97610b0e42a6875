//! The bounds of a sequential test, kept beside its games so that a report can draw them.

use crate::stats::{Bounds, Model, Sprt};
use crate::store::whole_file;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

const NAME: &str = "sprt.json";

#[derive(Serialize, Deserialize)]
struct Kept {
    elo0: f64,
    elo1: f64,
    model: Scale,
    alpha: f64,
    beta: f64,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scale {
    Normalized,
    Logistic,
}

/// Writes the bounds of a test into the folder of its games.
pub fn write(folder: &Path, sprt: &Sprt) -> io::Result<()> {
    let (Bounds { elo0, elo1, model }, (alpha, beta)) = (sprt.bounds(), sprt.errors());
    let model = match model {
        Model::Normalized => Scale::Normalized,
        Model::Logistic => Scale::Logistic,
    };
    let text = serde_json::to_string(&Kept { elo0, elo1, model, alpha, beta })?;
    whole_file::write(&folder.join(NAME), (text + "\n").as_bytes())
}

/// The test in a folder; none if there is none that makes sense.
pub fn read(folder: &Path) -> Option<Sprt> {
    let text = std::fs::read_to_string(folder.join(NAME)).ok()?;
    let Kept { elo0, elo1, model, alpha, beta } = serde_json::from_str(&text).ok()?;
    let model = match model {
        Scale::Normalized => Model::Normalized,
        Scale::Logistic => Model::Logistic,
    };
    Sprt::new(Bounds { elo0, elo1, model }, alpha, beta).ok()
}
