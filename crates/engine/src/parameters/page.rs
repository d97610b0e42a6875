//! The reference page of the parameters, `docs/parameters.md`.

use super::{Kind, Parameter, Parameters};
use crate::measurements;

impl Parameters {
    /// The reference page: every technique with its idea and its numbers.
    pub fn page() -> String {
        let mut page = String::from(PAGE_HEAD);
        for parameter in Self::TABLE {
            let Parameter { name, meaning, .. } = parameter;
            page += &match &parameter.kind {
                Kind::Switch { default } => {
                    let off = if *default { "" } else { " Off by default." };
                    format!("\n## {name}\n\n{meaning}{off}\n{}", worth_line(name))
                }
                Kind::Number { default, range, step } => {
                    format!(
                        "- `{name}` = {default} ({} to {}, step {step}): {meaning}\n",
                        range.start(),
                        range.end()
                    )
                }
            };
        }
        page
    }
}

/// What a technique was worth, if that was measured.
fn worth_line(technique: &str) -> String {
    let matches: Vec<String> = measurements::of(technique).map(|found| found.to_string()).collect();
    if matches.is_empty() { String::new() } else { format!("Worth: {}.\n", matches.join("; ")) }
}

const PAGE_HEAD: &str = "\
# Parameters of the search

Every technique of the search with its switch, and every number that can be tuned. This page is written from the table in
`crates/engine/src/parameters.rs`; `VERNIER_WRITE_DOCS=1 cargo test -p vernier-engine --test parameters` writes it anew.
What techniques are worth was measured ([ablations](log/ablation.md)) and is kept in `crates/engine/measurements.tsv`.
";
