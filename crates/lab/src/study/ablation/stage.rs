//! Searches with some of their techniques switched off, and which of them are compared.

use std::fmt;
use vernier_engine::{Kind, Parameters, SearchKind};

/// A search with some of its techniques switched off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What it is called.
    pub name: String,
    /// The switches that are off.
    pub off: Vec<&'static str>,
    /// The switches that are on though they are off by default.
    pub on: Vec<&'static str>,
    /// Whether it probes tablebases.
    pub tablebases: bool,
}

/// Two searches that differ by one technique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The technique, or several joined by `+`.
    pub technique: String,
    /// The search that has it.
    pub with: Stage,
    /// The search that does not.
    pub without: Stage,
}

/// The word in a chain for tablebases, which are an option and not a switch.
pub const TABLEBASES: &str = "tablebases";

/// The order of the usual chain; techniques not named here follow in the order of the table.
const USUAL: [&str; 6] =
    ["quiescence", "scout_windows", "tt_cutoffs", "null_move", "late_move_reduction", "aspiration"];

/// The same for the tree search: random play-outs first, then evaluated leaves, captures played out, and a policy.
const USUAL_TREE: [&str; 5] =
    ["tree_evaluation", "tree_quiescence", "tree_puct", "tree_policy", "tree_policy_network"];

/// Techniques added to a search one after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    search: SearchKind,
    /// What the first search has already.
    base: Vec<&'static str>,
    /// What each link adds.
    links: Vec<Vec<&'static str>>,
}

/// A name that is not in the engine's table, or that comes twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChainError {
    /// There is no such technique.
    Unknown(String),
    /// It is there already.
    Repeated(String),
    /// It belongs to the other search.
    OtherSearch(String),
    /// A link adds nothing.
    Empty,
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no technique {name}"),
            Self::Repeated(name) => write!(f, "{name} is in the chain twice"),
            Self::OtherSearch(name) => {
                write!(
                    f,
                    "{name} belongs to another search; options = {{ Search = \"MCTS\" }} chooses the tree search"
                )
            }
            Self::Empty => write!(f, "a link of the chain adds nothing"),
        }
    }
}

impl std::error::Error for ChainError {}

impl Chain {
    /// From the plain search to the whole one.
    pub fn usual(search: SearchKind) -> Self {
        let order: &[&'static str] = match search {
            SearchKind::AlphaBeta => &USUAL,
            SearchKind::Mcts => &USUAL_TREE,
        };
        let on = switches(search, true);
        let rest = on.iter().filter(|name| !order.contains(name));
        Self { search, base: Vec::new(), links: order.iter().chain(rest).map(|name| vec![*name]).collect() }
    }

    /// A chain in this very order, from a search that has `base` and nothing else.
    pub fn new(search: SearchKind, base: &[String], order: &[Vec<String>]) -> Result<Self, ChainError> {
        let mut used: Vec<&'static str> = Vec::new();
        let mut take = |name: &String| {
            let name = technique(search, name)?;
            if used.contains(&name) {
                return Err(ChainError::Repeated(name.to_owned()));
            }
            used.push(name);
            Ok(name)
        };
        let base = base.iter().map(&mut take).collect::<Result<_, _>>()?;
        let links: Vec<Vec<&'static str>> =
            order.iter().map(|link| link.iter().map(&mut take).collect()).collect::<Result<_, _>>()?;
        if links.iter().any(Vec::is_empty) {
            return Err(ChainError::Empty);
        }
        Ok(Self { search, base, links })
    }

    /// The searches, from the base to the last link.
    pub fn stages(&self) -> Vec<Stage> {
        let stage = |count: usize| {
            let on: Vec<&str> =
                self.base.iter().chain(self.links[..count].iter().flatten()).copied().collect();
            Stage {
                name: if count == 0 {
                    "base".to_owned()
                } else {
                    format!("+{}", name(&self.links[count - 1]))
                },
                off: switches(self.search, true).into_iter().filter(|name| !on.contains(name)).collect(),
                on: switches(self.search, false).into_iter().filter(|name| on.contains(name)).collect(),
                tablebases: on.contains(&TABLEBASES),
            }
        };
        (0..=self.links.len()).map(stage).collect()
    }

    /// Each stage against the one before it.
    pub fn comparisons(&self) -> Vec<Comparison> {
        let stages = self.stages();
        let pairs = stages.windows(2).zip(&self.links);
        let comparison = |(pair, link): (&[Stage], &Vec<&str>)| Comparison {
            technique: name(link),
            with: pair[1].clone(),
            without: pair[0].clone(),
        };
        pairs.map(comparison).collect()
    }
}

fn name(link: &[&str]) -> String {
    link.join("+")
}

/// The name as the engine's table has it.
fn technique(search: SearchKind, name: &str) -> Result<&'static str, ChainError> {
    let all = |search| [true, false].into_iter().flat_map(move |on| switches(search, on)).chain([TABLEBASES]);
    match all(search).find(|known| *known == name) {
        Some(known) => Ok(known),
        None if SearchKind::ALL.into_iter().flat_map(all).any(|known| known == name) => {
            Err(ChainError::OtherSearch(name.to_owned()))
        }
        None => Err(ChainError::Unknown(name.to_owned())),
    }
}

/// The switches of a search with that default, in the order of the table. Those of the tree search begin with `tree_`.
fn switches(search: SearchKind, on: bool) -> Vec<&'static str> {
    let wanted = |parameter: &&vernier_engine::Parameter| {
        parameter.kind == Kind::Switch { default: on }
            && parameter.name.starts_with("tree_") == (search == SearchKind::Mcts)
    };
    Parameters::TABLE.iter().filter(wanted).map(|parameter| parameter.name).collect()
}

impl Stage {
    /// The whole search.
    pub fn full() -> Self {
        Self { name: "full".to_owned(), off: Vec::new(), on: Vec::new(), tablebases: false }
    }

    /// The engine's parameters at this stage.
    pub fn parameters(&self) -> Parameters {
        let mut parameters = Parameters::DEFAULT;
        for (name, value) in self.switches() {
            // Every name comes from the table, where every switch can be on and off.
            let _ = parameters.set(name, i32::from(value));
        }
        parameters
    }

    /// The switches that differ from the default, with their values.
    pub fn switches(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let off = self.off.iter().map(|name| (*name, false));
        off.chain(self.on.iter().map(|name| (*name, true)))
    }

    /// The same as options of the engine.
    pub fn options(&self) -> Vec<(String, String)> {
        self.switches().map(|(name, on)| (name.to_owned(), i32::from(on).to_string())).collect()
    }
}

/// The whole search against the search without one technique, for each; a technique that is off by default is added to
/// the whole search instead.
pub fn leave_one_out(search: SearchKind) -> Vec<Comparison> {
    let without = |technique: &'static str| Comparison {
        technique: technique.to_owned(),
        with: Stage::full(),
        without: Stage { name: format!("-{technique}"), off: vec![technique], ..Stage::full() },
    };
    let added = |technique: &'static str| Comparison {
        technique: technique.to_owned(),
        with: Stage { name: format!("+{technique}"), on: vec![technique], ..Stage::full() },
        without: Stage::full(),
    };
    let usual = switches(search, true).into_iter().map(without);
    usual.chain(switches(search, false).into_iter().map(added)).collect()
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
    fn the_default_chain_goes_from_nothing_to_everything() {
        for (search, first) in [(SearchKind::AlphaBeta, "quiescence"), (SearchKind::Mcts, "tree_evaluation")]
        {
            let chain = Chain::usual(search);
            let stages = chain.stages();
            assert_eq!(stages.last().unwrap().parameters(), Parameters::DEFAULT);
            let plain = stages[0].parameters();
            assert!(switches(search, true).iter().all(|name| plain.get(name) == Some(0)));
            assert_eq!(stages.len(), switches(search, true).len() + 1);
            assert_eq!(chain.comparisons()[0].technique, first);
            for comparison in chain.comparisons() {
                assert_eq!(comparison.with.off.len() + 1, comparison.without.off.len());
            }
        }
    }

    #[test]
    fn a_chain_follows_its_order() {
        let owned = |names: &[&str]| -> Vec<String> { names.iter().map(|name| (*name).to_owned()).collect() };
        let order =
            [owned(&["quiescence"]), owned(&["null_move", "late_move_reduction"]), owned(&["tablebases"])];
        let new = |base: &[String], order: &[Vec<String>]| Chain::new(SearchKind::AlphaBeta, base, order);
        let chain = new(&owned(&["killer_moves"]), &order).unwrap();
        let value = |stage: &Stage, name: &str| stage.parameters().get(name);
        let stages = chain.stages();
        let names: Vec<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
        assert_eq!(names, ["base", "+quiescence", "+null_move+late_move_reduction", "+tablebases"]);
        assert_eq!((value(&stages[0], "killer_moves"), value(&stages[0], "quiescence")), (Some(1), Some(0)));
        assert_eq!((value(&stages[1], "quiescence"), value(&stages[1], "null_move")), (Some(1), Some(0)));
        assert_eq!(value(&stages[2], "late_move_reduction"), Some(1));
        assert_eq!((stages[2].tablebases, stages[3].tablebases), (false, true));
        assert_eq!(value(&stages[3], "aspiration"), Some(0), "what is not in the order stays off");
        assert_eq!(new(&[], &[owned(&["magic"])]), Err(ChainError::Unknown("magic".into())));
        assert_eq!(new(&[], &[owned(&["tree_puct"])]), Err(ChainError::OtherSearch("tree_puct".into())));
        let twice = new(&owned(&["quiescence"]), &[owned(&["quiescence"])]);
        assert_eq!(twice, Err(ChainError::Repeated("quiescence".into())));
        assert_eq!(new(&[], &[Vec::new()]), Err(ChainError::Empty));
    }

    #[test]
    fn every_switch_is_left_out_or_added_once() {
        let all = Parameters::TABLE.iter().filter(|parameter| matches!(parameter.kind, Kind::Switch { .. }));
        let comparisons: Vec<Comparison> = SearchKind::ALL.into_iter().flat_map(leave_one_out).collect();
        assert_eq!(comparisons.len(), all.count());
        for comparison in comparisons {
            let name = comparison.technique.clone();
            let value = |stage: &Stage| stage.parameters().get(&name);
            assert_eq!((value(&comparison.with), value(&comparison.without)), (Some(1), Some(0)), "{name}");
            assert_ne!(comparison.altered().parameters(), Parameters::DEFAULT);
        }
    }
}
