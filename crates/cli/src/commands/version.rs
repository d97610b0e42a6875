//! `vernier --version`, and with `--verbose` how the program was built.

use crate::failure::{Failure, Outcome};
use std::io::Write;
use vernier_engine::NnueEval;
use vernier_nnue::{Kernel, cpu};

/// Prints name and version.
pub fn print(verbose: bool, out: &mut dyn Write) -> Result<Outcome, Failure> {
    writeln!(out, "vernier {}", env!("CARGO_PKG_VERSION"))?;
    if verbose {
        writeln!(out, "commit:   {}", env!("VERNIER_COMMIT"))?;
        writeln!(out, "target:   {}", env!("VERNIER_TARGET"))?;
        writeln!(out, "profile:  {}", env!("VERNIER_PROFILE"))?;
        writeln!(out, "uses:     {}", cpu::summary(Kernel::best()))?;
        let kernels: Vec<String> = Kernel::available().iter().map(Kernel::to_string).collect();
        writeln!(out, "kernels:  {}", kernels.join(", "))?;
        match NnueEval::embedded() {
            Some(network) => writeln!(out, "network:  {:08x}", network.header().checksum)?,
            None => writeln!(out, "network:  none")?,
        }
    }
    Ok(Outcome::Done)
}
