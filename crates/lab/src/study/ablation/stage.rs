//! A search with some of its techniques switched off.

use vernier_engine::{Kind, Parameters};

/// A search with some of its techniques switched off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What it is called.
    pub name: String,
    /// The switches that are off.
    pub off: Vec<&'static str>,
    /// The switches that are on though they are off as a rule.
    pub on: Vec<&'static str>,
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
    ["quiescence", "scout_windows", "tt_cutoffs", "null_move", "late_move_reduction", "aspiration"];

/// The switches that are on unless told otherwise, in the order of the chain.
fn techniques() -> Vec<&'static str> {
    let rest = switches(true).into_iter().filter(|name| !FIRST.contains(name));
    FIRST.into_iter().chain(rest).filter(|name| switches(true).contains(name)).collect()
}

/// The switches of alpha-beta with that default, in the order of the table.
fn switches(on: bool) -> Vec<&'static str> {
    let wanted = |parameter: &&vernier_engine::Parameter| {
        parameter.kind == Kind::Switch { default: on } && !parameter.name.starts_with("tree_")
    };
    Parameters::TABLE.iter().filter(wanted).map(|parameter| parameter.name).collect()
}

impl Stage {
    fn without(name: impl Into<String>, off: &[&'static str]) -> Self {
        Self { name: name.into(), off: off.to_vec(), on: Vec::new() }
    }

    /// The engine's parameters at this stage.
    pub fn parameters(&self) -> Parameters {
        let mut parameters = Parameters::DEFAULT;
        let switches = self.off.iter().map(|name| (name, 0)).chain(self.on.iter().map(|name| (name, 1)));
        for (name, value) in switches {
            // Every name comes from the table, where every switch can be on and off.
            let _ = parameters.set(name, value);
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

/// The whole search against the search without one technique, for each; a technique that is off as a rule is added to
/// the whole search instead.
pub fn leave_one_out() -> Vec<Comparison> {
    let full = || Stage::without("full", &[]);
    let without = |technique| Comparison {
        technique,
        with: full(),
        without: Stage::without(format!("-{technique}"), &[technique]),
    };
    let added = |technique| Comparison {
        technique,
        with: Stage { name: format!("+{technique}"), off: Vec::new(), on: vec![technique] },
        without: full(),
    };
    techniques().into_iter().map(without).chain(switches(false).into_iter().map(added)).collect()
}

impl Comparison {
    /// Of the two, the one that is not the whole search as it is.
    pub fn altered(self) -> Stage {
        if self.without.parameters() == Parameters::DEFAULT { self.with } else { self.without }
    }
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
    }

    #[test]
    fn every_switch_is_left_out_or_added_once() {
        let all = Parameters::TABLE.iter().filter(|parameter| {
            matches!(parameter.kind, Kind::Switch { .. }) && !parameter.name.starts_with("tree_")
        });
        let comparisons = leave_one_out();
        assert_eq!(comparisons.len(), all.count());
        for comparison in comparisons {
            let name = comparison.technique;
            let value = |stage: &Stage| stage.parameters().get(name);
            assert_eq!((value(&comparison.with), value(&comparison.without)), (Some(1), Some(0)), "{name}");
            assert_ne!(comparison.altered().parameters(), Parameters::DEFAULT);
        }
    }
}
