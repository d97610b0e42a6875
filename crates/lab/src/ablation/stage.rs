//! A search with some of its techniques switched off.

use vernier_engine::{Kind, Parameters};

/// A search with some of its techniques switched off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What it is called.
    pub name: String,
    /// The switches that are off.
    pub off: Vec<&'static str>,
}

/// Two searches that differ by one technique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The technique.
    pub technique: &'static str,
    /// The search that has it.
    pub with: Stage,
    /// The search that does not.
    pub without: Stage,
}

/// The order of the classical chain; techniques not named here follow in the order of the table.
///
/// Scout windows come early: with full windows every node is on a principal variation, where the table, null moves and
/// reductions are not used.
const FIRST: [&str; 6] =
    ["quiescence", "scout_windows", "table_cutoffs", "null_move", "late_move_reduction", "aspiration"];

/// The switches that are on unless told otherwise, in the order of the chain.
fn techniques() -> Vec<&'static str> {
    let on = |name: &&str| {
        Parameters::TABLE
            .iter()
            .any(|parameter| parameter.name == *name && parameter.kind == Kind::Switch { default: true })
    };
    let table = Parameters::TABLE.iter().map(|parameter| parameter.name);
    let rest = table.filter(|name| !FIRST.contains(name));
    FIRST.into_iter().chain(rest).filter(on).collect()
}

impl Stage {
    fn without(name: impl Into<String>, off: &[&'static str]) -> Self {
        Self { name: name.into(), off: off.to_vec() }
    }

    /// The engine's parameters at this stage.
    pub fn parameters(&self) -> Parameters {
        let mut parameters = Parameters::DEFAULT;
        for name in &self.off {
            // Every name comes from the table, where every switch can be off.
            let _ = parameters.set(name, 0);
        }
        parameters
    }
}

/// From plain alpha-beta to the whole search, one technique after another.
pub fn chain_stages() -> Vec<Stage> {
    let all = techniques();
    let stage = |count: usize| {
        let name = if count == 0 { "plain".to_owned() } else { format!("+{}", all[count - 1]) };
        Stage::without(name, &all[count..])
    };
    (0..=all.len()).map(stage).collect()
}

/// Each stage of the chain against the one before it.
pub fn chain() -> Vec<Comparison> {
    let stages = chain_stages();
    let pairs = stages.windows(2).zip(techniques());
    pairs
        .map(|(pair, technique)| Comparison { technique, with: pair[1].clone(), without: pair[0].clone() })
        .collect()
}

/// The whole search against the search without one technique, for each.
pub fn leave_one_out() -> Vec<Comparison> {
    let compare = |technique| Comparison {
        technique,
        with: Stage::without("full", &[]),
        without: Stage::without(format!("-{technique}"), &[technique]),
    };
    techniques().into_iter().map(compare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_begins_with_nothing_and_ends_with_everything() {
        let stages = chain_stages();
        assert_eq!(stages.last().unwrap().parameters(), Parameters::DEFAULT);
        let plain = stages[0].parameters();
        let switches = techniques();
        assert!(switches.len() >= FIRST.len() && switches.starts_with(&FIRST));
        assert!(switches.iter().all(|name| plain.get(name) == Some(0)));
        assert_eq!(stages.len(), switches.len() + 1);
        for (index, comparison) in chain().iter().enumerate() {
            assert_eq!(comparison.technique, switches[index]);
            assert_eq!(comparison.with.off.len() + 1, comparison.without.off.len());
        }
        for comparison in leave_one_out() {
            assert_eq!(comparison.without.off, [comparison.technique]);
        }
    }
}
