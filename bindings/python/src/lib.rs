//! Vernier for Python. Everything here is a thin layer over `vernier-chess` and the engine's facade; names are those that
//! python-chess made familiar wherever the meaning is the same. `python/vernier/` holds what is better said in Python.

mod annotation;
mod board;
mod book;
mod convert;
mod engine;
mod moves;
mod pgn;
mod positions;
mod squares;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// The compiled half of the package `vernier`.
#[pymodule]
fn _vernier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    vernier_nnue::cpu::check().map_err(|unsupported| PyImportError::new_err(unsupported.to_string()))?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<moves::Moves>()?;
    module.add_class::<moves::LegalMoves>()?;
    module.add_class::<moves::PseudoLegalMoves>()?;
    module.add_class::<squares::SquareSet>()?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<book::Book>()?;
    module.add_class::<pgn::PgnGame>()?;
    module.add_class::<pgn::PgnNode>()?;
    module.add_class::<pgn::PgnReader>()?;
    module.add_class::<positions::Positions>()?;
    module.add_class::<engine::EngineCore>()?;
    module.add_class::<engine::Search>()?;
    Ok(())
}
