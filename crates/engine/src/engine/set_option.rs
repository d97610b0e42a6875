//! Setting options by name.

use crate::evaluation::{HandcraftedEval, Weights};
use crate::option_table::{BUILT_IN, EMBEDDED, USUAL_RATING, book_notes};
use crate::{
    BookOptions, Engine, Explanation, FiftyMoveRule, NnueEval, OpeningBook, OptionError, OptionSpec,
    OptionValue, PolicySource, SearchKind, Strength, SyzygyOptions, Tablebases, TreeOptions,
};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use vernier_chess::Board;
use vernier_nnue::Network;

/// Options that the engine's settings do not store as they were set.
#[derive(Clone, Debug)]
pub(super) struct Wishes {
    network: Option<Arc<Network>>,
    use_network: bool,
    /// Of the hand-written evaluation.
    weights: Arc<Weights>,
    level: u32,
    rating: u32,
    limited: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        let (network, level, rating) = (NnueEval::embedded(), 20, USUAL_RATING);
        Self {
            network,
            use_network: true,
            weights: Arc::new(Weights::DEFAULT),
            level,
            rating,
            limited: false,
        }
    }
}

impl Wishes {
    /// A rating, if one is set, takes precedence over a level.
    fn strength(&self) -> Strength {
        if self.limited { Strength::rating(self.rating) } else { Strength::level(f64::from(self.level)) }
    }

    /// What concerns the evaluation; the rest as usual.
    pub(super) fn evaluation(&self) -> Self {
        let Self { network, use_network, weights, .. } = self.clone();
        Self { network, use_network, weights, ..Self::default() }
    }

    fn network(&self) -> Option<Arc<Network>> {
        self.network.clone().filter(|_| self.use_network)
    }
}

/// At most this many tablebase problems are listed one by one.
const MAX_PROBLEMS: usize = 16;

impl Engine {
    /// Sets an option of the table ([`OptionSpec`]) by its name. If it cannot be set, everything stays as it is. Remarks
    /// for people are left in [`Engine::take_notes`].
    ///
    /// ```
    /// use vernier_engine::Engine;
    /// let mut engine = Engine::new();
    /// engine.set_option("Hash", "32")?;
    /// assert!(engine.set_option("Hash", "0").is_err());
    /// assert!(engine.set_option("Hasch", "32").is_err());
    /// # Ok::<(), vernier_engine::OptionError>(())
    /// ```
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = OptionSpec::find(name)
            .ok_or_else(|| OptionError::Unknown(name.trim_ascii().chars().take(80).collect()))?;
        let value = spec.read(value)?;
        self.apply_option(spec.name, value)
            .map_err(|reason| OptionError::Refused { name: spec.name.to_owned(), reason })
    }

    /// The network that evaluates, if one does.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.wishes.network()
    }

    /// Explains the evaluation of a position: with the network that evaluates, if one does, and with the weights in use.
    pub fn explain(&self, board: &Board) -> Explanation {
        let weights = self.wishes.weights.with_experiments(&self.options().parameters);
        Explanation::with_weights(board, self.network().as_deref(), &weights)
    }

    fn apply_option(&mut self, name: &str, value: OptionValue<'_>) -> Result<(), String> {
        match value {
            OptionValue::Check(on) => self.apply_check(name, on),
            OptionValue::Spin(number) => self.apply_spin(name, number),
            OptionValue::Text(text) => self.apply_text(name, text),
            OptionValue::Pressed => {
                self.clear_hash();
                Ok(())
            }
        }
    }

    fn apply_check(&mut self, name: &str, on: bool) -> Result<(), String> {
        match name {
            "Use NNUE" => {
                self.wishes.use_network = on;
                self.choose_evaluator();
            }
            "Syzygy50MoveRule" => {
                let rule = if on { FiftyMoveRule::Counts } else { FiftyMoveRule::Ignored };
                self.change_syzygy(|syzygy| syzygy.fifty_move_rule = rule);
            }
            "UCI_ShowPolicy" => {
                self.set_tree(TreeOptions { show_policy: on, ..self.options().tree.clone() });
            }
            "OwnBook" => self.change_book(|book| book.own_book = on),
            "UCI_AnalyseMode" => self.change_book(|book| book.analysis = on),
            "UCI_LimitStrength" => {
                self.wishes.limited = on;
                self.set_strength(self.wishes.strength());
            }
            switch => return self.apply_parameter(switch, i64::from(on)),
        }
        Ok(())
    }

    fn apply_spin(&mut self, name: &str, number: i64) -> Result<(), String> {
        let small = u32::try_from(number).unwrap_or(0);
        match name {
            "Hash" => self.set_hash(small as usize).map_err(|error| error.to_string())?,
            "Threads" => match self.set_threads(small as usize) {
                given if given == small as usize => {}
                given => return Err(format!("the system gives only {given} threads")),
            },
            "MultiPV" => self.set_multi_pv(small as usize),
            "Move Overhead" => self.set_move_overhead(Duration::from_millis(u64::from(small))),
            "Slow Mover" => self.set_slow_mover(small),
            "nodestime" => self.set_nodes_as_time(NonZeroU32::new(small)),
            "SyzygyProbeDepth" => {
                self.change_syzygy(|syzygy| syzygy.probe_depth = i32::try_from(number).unwrap_or(1));
            }
            "SyzygyProbeLimit" => self.change_syzygy(|syzygy| syzygy.probe_limit = small as usize),
            "BookDepth" => self.change_book(|book| book.depth = small),
            "BookVariety" => self.change_book(|book| book.variety = small),
            // Without a seed the choices stay random.
            "BookSeed" if small == 0 => {}
            "BookSeed" => self.set_book_seed(u64::from(small)),
            "Skill Level" => {
                self.wishes.level = small;
                self.set_strength(self.wishes.strength());
            }
            "UCI_Elo" => {
                self.wishes.rating = small;
                self.set_strength(self.wishes.strength());
            }
            parameter => return self.apply_parameter(parameter, number),
        }
        Ok(())
    }

    fn apply_text(&mut self, name: &str, text: &str) -> Result<(), String> {
        match name {
            "EvalFile" => self.load_network(text),
            "Weights File" => self.load_weights(text),
            "Search" => {
                let kind = text.parse::<SearchKind>().unwrap_or_default();
                self.set_search(kind).map_err(|error| error.to_string())
            }
            "Policy File" => self.load_policy(text),
            "BookFile" => self.load_book(text),
            _ => {
                self.open_tablebases(text);
                Ok(())
            }
        }
    }

    fn apply_parameter(&mut self, name: &str, value: i64) -> Result<(), String> {
        let mut parameters = self.options().parameters.clone();
        let value = i32::try_from(value).map_err(|error| error.to_string())?;
        parameters.set(name, value).map_err(|error| error.to_string())?;
        self.set_parameters(parameters);
        Ok(())
    }

    fn load_network(&mut self, path: &str) -> Result<(), String> {
        let network = match path {
            "" | EMBEDDED => NnueEval::embedded(),
            path => Some(NnueEval::load(path).map_err(|error| error.to_string())?),
        };
        self.note(match &network {
            Some(network) => {
                let header = network.header();
                let (shape, kernel) = (header.shape(), network.kernel());
                format!("network {:08x}, {shape}, {kernel} arithmetic", header.checksum)
            }
            None => "no network is embedded: the hand-written terms evaluate".to_owned(),
        });
        self.wishes.network = network;
        self.choose_evaluator();
        Ok(())
    }

    fn load_weights(&mut self, path: &str) -> Result<(), String> {
        let weights = match path {
            "" | BUILT_IN => Weights::DEFAULT,
            path => Weights::load(path).map_err(|error| error.to_string())?,
        };
        self.wishes.weights = Arc::new(weights);
        if self.wishes.network().is_none() {
            self.choose_evaluator();
        } else if *self.wishes.weights != Weights::DEFAULT {
            self.note("a network evaluates: the weights count once Use NNUE is false".to_owned());
        }
        Ok(())
    }

    /// Evaluates positions as the options say.
    fn choose_evaluator(&mut self) {
        match self.wishes.network() {
            Some(network) => self.set_network(Some(network)),
            None => {
                let weights = Arc::clone(&self.wishes.weights);
                self.set_evaluator(move || Box::new(HandcraftedEval::new(Weights::clone(&weights))));
            }
        }
    }

    fn load_policy(&mut self, path: &str) -> Result<(), String> {
        let policy = match path {
            EMBEDDED => PolicySource::Embedded,
            "" => PolicySource::Guess,
            path => PolicySource::Network(TreeOptions::load_policy(path).map_err(|error| error.to_string())?),
        };
        self.note(match policy.network() {
            Some(network) => {
                let (neurons, kernel) = (network.header().hidden, network.kernel());
                format!("policy network of {neurons} neurons, {kernel} arithmetic")
            }
            None => "no policy network: captures, checks and exchanges propose moves".to_owned(),
        });
        self.set_tree(TreeOptions { policy, ..self.options().tree.clone() });
        Ok(())
    }

    fn load_book(&mut self, path: &str) -> Result<(), String> {
        let file = match path {
            "" => None,
            path => Some(Arc::new(OpeningBook::load(path).map_err(|error| error.to_string())?)),
        };
        for note in file.iter().flat_map(|file| book_notes(file)) {
            self.note(note);
        }
        self.change_book(|book| book.file = file);
        Ok(())
    }

    /// Tablebases that cannot be used are named; the others are used.
    fn open_tablebases(&mut self, path: &str) {
        if path.is_empty() {
            return self.change_syzygy(|syzygy| syzygy.tablebases = None);
        }
        let (tables, problems) = Tablebases::open(path);
        for problem in problems.iter().take(MAX_PROBLEMS) {
            self.note(problem.to_string());
        }
        if problems.len() > MAX_PROBLEMS {
            self.note(format!("and {} more problems with tablebases", problems.len() - MAX_PROBLEMS));
        }
        let ((results, distances), pieces) = (tables.count(), tables.max_pieces());
        self.note(format!("found {results} WDL and {distances} DTZ tablebases, up to {pieces} pieces"));
        let missing = tables.missing();
        if !missing.is_empty() {
            let rest = match missing.len().saturating_sub(MAX_PROBLEMS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let named = missing[..missing.len().min(MAX_PROBLEMS)].join(" ");
            self.note(format!("missing, although other tablebases need them: {named}{rest}"));
        }
        self.change_syzygy(|syzygy| syzygy.tablebases = Some(Arc::new(tables)));
    }

    fn change_book(&mut self, change: impl FnOnce(&mut BookOptions)) {
        let mut book = self.options().book.clone();
        change(&mut book);
        self.set_book(book);
    }

    fn change_syzygy(&mut self, change: impl FnOnce(&mut SyzygyOptions)) {
        let mut syzygy = self.options().syzygy.clone();
        change(&mut syzygy);
        self.set_syzygy(syzygy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_the_table_takes_its_default() {
        let mut engine = Engine::new();
        for spec in OptionSpec::all().iter().cloned().chain(OptionSpec::parameters()) {
            engine
                .set_option(spec.name, &spec.kind.default_value())
                .unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(engine.options().parameters, crate::Parameters::DEFAULT);
        assert_eq!(engine.options().strength, Strength::FULL);
        assert_eq!((engine.options().multi_pv, engine.options().slow_mover), (1, 100));
        assert_eq!(engine.options().move_overhead, Duration::from_millis(20));
    }

    #[test]
    fn invalid_values_are_rejected_with_the_valid_range() {
        let mut engine = Engine::new();
        for (name, value, message) in [
            ("Hash", "0", "option Hash keeps its value: '0' is not a number from 1 to 1048576"),
            ("hash", "x", "option Hash keeps its value: 'x' is not a number from 1 to 1048576"),
            ("own book", "maybe", "option OwnBook keeps its value: 'maybe' is not true or false"),
            ("Nonsense", "1", "no option 'Nonsense'"),
            (
                "null_move_depth",
                "99",
                "option null_move_depth keeps its value: '99' is not a number from 1 to 6",
            ),
        ] {
            assert_eq!(
                engine.set_option(name, value).map_err(|error| error.to_string()),
                Err(message.to_owned())
            );
        }
        assert!(engine.set_option("EvalFile", "/nowhere").is_err());
        engine.set_option("THREADS", "0").expect("clamped");
        engine.set_option("multipv", " 1000 ").expect("clamped");
        assert_eq!(engine.options().multi_pv, 256);
    }

    #[test]
    fn options_take_effect() {
        let mut engine = Engine::new();
        engine.set_option("UCI_LimitStrength", "true").expect("set");
        engine.set_option("UCI_Elo", "2000").expect("set");
        engine.set_option("Skill Level", "3").expect("set");
        assert_eq!(engine.options().strength, Strength::rating(2000));
        engine.set_option("UCI_LimitStrength", "off").expect("set");
        assert_eq!(engine.options().strength, Strength::level(3.0));
        engine.set_option("null_move", "false").expect("set");
        assert!(!engine.options().parameters.null_move);
        engine.set_option("Use NNUE", "false").expect("set");
        assert!(engine.network().is_none());
        engine.set_option("BookFile", "<empty>").expect("set");
        engine.set_option("Weights File", "<built-in>").expect("set");
        assert!(engine.set_option("Weights File", "/nowhere").is_err());
        assert_eq!(engine.take_notes(), [""; 0]);
        engine.set_option("EvalFile", "<embedded>").expect("set");
        assert_eq!(engine.take_notes().len(), 1);
    }

    #[test]
    fn the_weights_of_a_file_are_used_until_others_are_set() {
        let mut engine = Engine::new();
        engine.set_option("Use NNUE", "false").expect("set");
        let score = |engine: &mut Engine| {
            engine.new_game();
            let request = crate::Request::new(Board::start());
            engine.search(request.limits(crate::Limits::depth(1)), |_| ()).score()
        };
        let before = score(&mut engine);
        let file = std::env::temp_dir().join(format!("vernier-weights-{}", std::process::id()));
        std::fs::write(&file, "tempo = 500 500\n").expect("a temporary file");
        let set = engine.set_option("Weights File", file.to_str().expect("a name"));
        std::fs::remove_file(&file).expect("removed");
        set.expect("set");
        assert_ne!(score(&mut engine), before);
        engine.set_option("Weights File", "<built-in>").expect("set");
        assert_eq!(score(&mut engine), before);
    }
}
