//! Every technique of the search with its switch, and every number that can be tuned, in one table.
//!
//! From this table come the values the search reads, the options of a tuning session, the list of ablations, the
//! input of the tuner and the page in docs/. Nothing here depends on how the engine was built.

mod page;

use core::fmt;
use core::ops::RangeInclusive;

/// One row of the parameter table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, as an option.
    pub name: &'static str,
    /// The technique it belongs to; its own name if it is the technique's switch.
    pub technique: &'static str,
    /// What it means, in a line.
    pub meaning: &'static str,
    /// What it may be.
    pub kind: Kind,
}

/// What values a parameter takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A technique is used, or not: 1 or 0.
    Switch {
        /// Used by default.
        default: bool,
    },
    /// A number.
    Number {
        /// The default value.
        default: i32,
        /// The least and the greatest value that make sense.
        range: RangeInclusive<i32>,
        /// How far a tuner should reach at a time.
        step: i32,
    },
}

/// Why a parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterError {
    /// There is none of that name.
    Unknown(String),
    /// The value makes no sense.
    OutOfRange(&'static str, RangeInclusive<i32>),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no parameter {name}"),
            Self::OutOfRange(name, range) => {
                write!(f, "{name} goes from {} to {}", range.start(), range.end())
            }
        }
    }
}

impl core::error::Error for ParameterError {}

/// Reads the table: each technique with its default and its idea, then its numbers.
macro_rules! parameters {
    ($($technique:ident = $on:literal, $idea:literal {
        $($name:ident = $default:literal, $min:literal ..= $max:literal, $step:literal, $meaning:literal;)*
    })*) => {
        /// The values the search works with.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $(
                #[doc = $idea]
                pub $technique: bool,
                $(#[doc = $meaning] pub $name: i32,)*
            )*
        }

        impl Parameters {
            /// Every parameter at its default.
            pub const DEFAULT: Self = Self { $($technique: $on, $($name: $default,)*)* };

            /// Every technique switched off: a plain search of all moves to a fixed depth.
            pub const PLAIN: Self = Self { $($technique: false, $($name: $default,)*)* };

            /// The whole table, technique by technique.
            pub const TABLE: &[Parameter] = &[$(
                Parameter {
                    name: stringify!($technique),
                    technique: stringify!($technique),
                    meaning: $idea,
                    kind: Kind::Switch { default: $on },
                },
                $(Parameter {
                    name: stringify!($name),
                    technique: stringify!($technique),
                    meaning: $meaning,
                    kind: Kind::Number { default: $default, range: $min..=$max, step: $step },
                },)*
            )*];

            /// The value of a parameter; 1 or 0 for a switch.
            pub fn get(&self, name: &str) -> Option<i32> {
                $(
                    if name == stringify!($technique) { return Some(i32::from(self.$technique)); }
                    $(if name == stringify!($name) { return Some(self.$name); })*
                )*
                None
            }

            fn set_unchecked(&mut self, name: &str, value: i32) {
                $(
                    if name == stringify!($technique) { self.$technique = value != 0; }
                    $(if name == stringify!($name) { self.$name = value; })*
                )*
            }
        }
    };
}

parameters! {
    aspiration = true, "Iterations begin with a narrow window around the last score and widen it when they must." {
        aspiration_window = 18, 0..=60, 3, "half of the first window";
        aspiration_share = 0, 0..=100, 5, "per cent of the last score by which each half of the window is wider";
        aspiration_growth = 50, 10..=200, 10, "per cent by which the window grows each time";
        aspiration_depth = 5, 1..=10, 1, "first iteration with a narrow window";
    }
    aspiration_mean = true, "The window lies around a running mean of the scores, not around the last one." {
    }
    scout_windows = true, "Principal variation search: all moves but the first must first prove better at all." {
    }
    tt_moves = true, "The best move of an earlier search is tried first." {
    }
    tt_evaluations = true, "An evaluation in the table is not computed again." {
    }
    tt_cutoffs = true, "A deep enough score from the table ends a node at once." {
    }
    tt_expected = true, "At low depth a cutoff by the table must be of the kind that is expected at the node." {
        tt_expected_depth = 5, 1..=12, 1, "greatest depth";
    }
    tt_estimates = true, "Where the table's score says more than the evaluation, it is the better guess." {
    }
    mate_distance = true, "A line that cannot give a shorter mate than one already found is left." {
    }
    upcoming_repetition = true, "If a move can repeat an earlier position, the node is worth a draw at least." {
    }
    quiescence = true, "At the horizon captures are searched on until the position is quiet." {
    }
    quiescence_evasions = true, "In check beyond the horizon, one quiet way out that does not lose is enough." {
    }
    quiescence_futility = true, "Quiescence leaves out captures that win too little to reach alpha." {
        quiescence_futility_margin = 175, 50..=400, 20, "how much more than the captured piece may be hoped for";
    }
    quiescence_trades = true, "Quiescence leaves out even trades where they leave too little to reach alpha." {
    }
    quiescence_exchanges = true, "Quiescence leaves out captures that lose material." {
        quiescence_exchange = 9, -200..=100, 15, "captures that lose more are left out";
    }
    quiescence_limit = true, "Quiescence looks at the first few captures only." {
        quiescence_limit_moves = 3, 1..=12, 1, "how many; checks are not counted out";
    }
    fifty_move_fade = true, "Evaluations shrink towards a draw as the fifty-move rule comes near." {
    }
    correction = true, "Evaluations are corrected by how wrong they were in similar positions." {
        correction_pawns = 30, 0..=160, 8, "weight of the pawn structure's correction";
        correction_pieces = 73, 0..=160, 8, "weight of each side's pieces' correction";
        correction_moves = 78, 0..=160, 8, "weight of the last two moves' correction";
        correction_plan = 40, 0..=160, 8, "weight of the correction by the last move and our last but one";
    }
    correction_doubt = true, "Where evaluations are corrected much, moves are reduced less." {
        correction_doubt_weight = 4, 0..=40, 2, "1024ths of a ply for each point of correction";
    }
    evaluation_history = true, "A quiet move that has raised the evaluation has done well." {
        evaluation_history_slope = 6, 0..=30, 1, "bonus for each point";
        evaluation_history_limit = 700, 100..=3000, 80, "the greatest bonus";
    }
    hindsight = true, "If the evaluation surprises after a reduced move, the depth is corrected." {
        hindsight_deeper = 3, 1..=6, 1, "plies of reduction, one of which is given back if the opponent has not lost by the move";
        hindsight_shallower = 2, 1..=6, 1, "plies of reduction, to which one is added if the opponent has lost by the move";
        hindsight_margin = 90, 20..=300, 12, "how much";
    }
    razoring = true, "If the evaluation is hopeless, quiescence decides whether the node is worth a search." {
        razoring_depth = 4, 1..=8, 1, "greatest depth";
        razoring_base = 232, 50..=600, 25, "margin below alpha";
        razoring_slope = 174, 30..=500, 20, "more margin for each depth squared";
    }
    mate_threat_guard = true, "Where a king can hardly move, evaluations do not foresee a mate: less is pruned." {
        mate_threat_guard_flights = 1, 0..=4, 1, "a king with no more flight squares than this is threatened ...";
        mate_threat_guard_attacks = 2, 1..=5, 1, "... if at least this many squares around it are attacked";
        mate_threat_guard_depth = 2, 1..=8, 1, "least depth at which reverse futility checks this";
    }
    reverse_futility = true, "If the evaluation is far above beta, the node is given up as too good." {
        reverse_futility_depth = 9, 2..=14, 1, "greatest depth";
        reverse_futility_margin = 37, 30..=160, 6, "margin for each ply of depth";
        reverse_futility_improving = 31, 0..=160, 6, "less margin if the position is improving";
    }
    null_move = true, "If passing still beats beta at a lower depth, a real move would too." {
        null_move_depth = 3, 1..=6, 1, "least depth";
        null_move_base = 4, 1..=8, 1, "reduction in plies";
        null_move_divisor = 4, 2..=8, 1, "plies of depth for one more ply of reduction";
        null_move_margin = 104, 80..=400, 15, "points above beta for one more ply of reduction, up to three";
        null_move_slack = 23, 0..=60, 4, "how far below beta the evaluation may be for each ply of depth";
    }
    null_move_cut = true, "Null moves are tried only where a cutoff is expected." {
    }
    null_move_guard = true, "No null move where the tt move takes a piece." {
    }
    null_move_verification = true, "At high depth a null-move cutoff is confirmed by a search without null moves." {
        null_move_verification_depth = 14, 8..=24, 1, "least depth";
    }
    probcut = true, "If a capture beats beta by far at a lower depth, it will do so at full depth." {
        probcut_depth = 5, 3..=10, 1, "least depth";
        probcut_margin = 146, 80..=400, 15, "by how much";
        probcut_improving = 27, 0..=150, 8, "less margin if the position is improving";
        probcut_reduction = 4, 2..=6, 1, "how much lower the depth is";
    }
    probcut_cut = true, "ProbCut is tried only where a cutoff is expected." {
    }
    internal_iterative_reduction = true, "Without a tt move the first move is a guess: search less deep." {
        internal_iterative_reduction_depth = 4, 2..=8, 1, "least depth";
    }
    singular_extension = true, "A tt move far better than all others is searched deeper." {
        singular_depth = 5, 3..=10, 1, "least depth";
        singular_margin = 19, 4..=64, 2, "how much better, in sixteenths of a point for each ply of depth";
        singular_double_margin = 22, 0..=80, 4, "how much better still to extend by two";
        singular_triple_margin = 83, 30..=300, 10, "how much better still to extend a quiet move by three";
        singular_former_pv = 8, 0..=64, 2, "how much more, where the node was on a principal variation, in the same sixteenths";
        singular_doubles = 10, 2..=24, 2, "most double extensions in a line";
    }
    multi_cut = true, "If the tt move fails high and others do too, the node is a cutoff." {
        multi_cut_share = 50, 0..=100, 8, "per cent of the way from beta to the score that the cutoff claims";
    }
    negative_extension = true, "A tt move that is not singular though it fails high is searched less deep." {
        negative_extension_plies = 2, 1..=4, 1, "how much less deep";
    }
    late_move_pruning = true, "At low depth only the first quiet moves are searched." {
        late_move_pruning_base = 9, 1..=16, 1, "moves at depth zero, and one more for each depth squared";
        late_move_pruning_depth = 9, 3..=14, 1, "greatest depth";
    }
    late_checks = false, "Late move pruning spares checks." {
    }
    futility = true, "At low depth quiet moves cannot make up for an evaluation far below alpha." {
        futility_depth = 8, 3..=14, 1, "greatest reduced depth";
        futility_base = 26, 20..=250, 10, "margin";
        futility_slope = 61, 30..=200, 8, "more margin for each ply of reduced depth";
        futility_history = 161, 30..=400, 12, "history points that are worth one point of margin";
    }
    noisy_futility = true, "At low depth captures cannot make up for an evaluation far below alpha." {
        noisy_futility_depth = 5, 1..=10, 1, "greatest reduced depth";
        noisy_futility_base = 120, 0..=400, 15, "margin above what is taken";
        noisy_futility_slope = 90, 20..=300, 10, "more margin for each ply of reduced depth";
    }
    history_pruning = false, "At low depth quiet moves that have failed again and again are left out." {
        history_pruning_depth = 4, 1..=8, 1, "greatest reduced depth";
        history_pruning_slope = 4200, 1000..=30000, 800, "how bad a history, for each ply of depth";
    }
    exchange_pruning = true, "Moves that lose too much material for their depth are left out." {
        exchange_pruning_depth = 10, 4..=16, 1, "greatest depth";
        exchange_pruning_quiet = 22, 5..=80, 4, "points a quiet move may lose for each reduced depth squared";
        exchange_pruning_quiet_history = 250, 50..=1000, 30, "history points of a quiet move worth one point";
        exchange_pruning_noisy = 141, 30..=200, 8, "points a capture may lose for each ply of depth";
        exchange_pruning_history = 38, 10..=200, 6, "history points of a capture worth one point";
    }
    late_move_reduction = true, "Moves late in the order are searched less deep, and again if they surprise." {
        reduction_base = 679, 0..=2000, 60, "reduction of every late move, in 1024ths of a ply";
        reduction_slope = 220, 80..=400, 12, "more for the product of the logarithms of depth and move number";
        reduction_noisy = 134, 0..=1500, 60, "base for captures and promotions";
        reduction_improving = 893, 0..=2500, 80, "more if the position is not improving";
        reduction_cut = 1430, 0..=3000, 100, "more where a cutoff is expected";
        reduction_pv = 883, 0..=2500, 90, "less on a principal variation, past or present";
        reduction_check = 1055, 0..=2500, 90, "less for a move that gives check";
        reduction_killer = 805, 0..=2500, 90, "less for a killer move";
        reduction_noisy_tt_move = 974, 0..=2500, 90, "more if the tt move is a capture";
        reduction_cutoffs = 826, 0..=2500, 80, "more if the next ply has seen many cutoffs";
        reduction_tt_depth = 200, 0..=2500, 80, "less if the table's score is as deep as this search";
        reduction_tt_fail = 300, 0..=2500, 80, "more if the table's score is at most alpha";
        reduction_raised = 300, 0..=2500, 80, "more if a move has raised alpha already";
        reduction_window = 500, 0..=2500, 80, "less on a principal variation, in proportion to its window";
        reduction_history = 7364, 3000..=60000, 1500, "history points worth a ply";
        reduction_history_limit = 2068, 500..=12000, 300, "history changes the reduction by no more than this";
        research_deeper = 51, 10..=150, 6, "a reduced move that beats the best by this much is searched deeper";
    }
    late_move_extension = true, "A late move with the best prospects is searched deeper by a ply." {
    }
    killer_moves = true, "A quiet move that refuted a sibling is tried early." {
    }
    second_killer = false, "The previous killer of the same ply is tried early as well." {
    }
    counter_moves = true, "A quiet move that refuted the last move before is tried early." {
    }
    quiet_history = true, "Quiet moves are ordered by how moves between the same squares have done." {
        history_bonus = 250, 50..=400, 15, "bonus of a cutoff for each ply of depth";
        history_offset = 20, 0..=300, 15, "subtracted from it";
        history_limit = 1956, 500..=4000, 120, "the greatest bonus";
    }
    malus_decay = true, "Of the moves tried before a cutoff, the later ones lose less." {
        malus_decay_percent = 90, 50..=100, 4, "what each loses, of the loss of the one before";
    }
    surprise_bonus = true, "A cutoff that the evaluation did not foresee is worth more to histories." {
        surprise_bonus_plies = 1, 0..=4, 1, "as much as this many plies";
    }
    continuation_history = true, "Quiet moves are also ordered by how they have done after the last moves." {
        continuation_answer = 130, 0..=300, 10, "weight of the opponent's last move, in per cent";
        continuation_plan = 100, 0..=300, 10, "weight of our last move";
        continuation_older = 80, 0..=300, 10, "weight of our last move but one";
    }
    pawn_history = true, "Quiet moves are also ordered by how they have done in this pawn structure." {
    }
    least_attackers = false, "Of captures of equal pieces, the one by the least piece comes first (MVV-LVA)." {
    }
    capture_history = true, "Captures are also ordered by how they have done before." {
    }
    threat_ordering = true, "Quiet moves away from attacks by lesser pieces come early, moves into them late." {
        threat_ordering_pawn = 9664, 0..=30000, 1000, "history points if a pawn attacks";
        threat_ordering_minor = 10507, 0..=30000, 1000, "history points if a knight or bishop attacks a rook or queen";
        threat_ordering_rook = 13270, 0..=40000, 1500, "history points if a rook attacks a queen";
    }
    threat_history = true, "Histories of quiet moves are kept apart by whether their squares are attacked." {
    }
    refutation_bonus = true, "A quiet move to which no answer was good enough has done well." {
        refutation_bonus_slope = 125, 20..=300, 12, "bonus for each ply of depth";
        refutation_bonus_limit = 1213, 300..=3000, 100, "the greatest bonus";
    }
    early_refutation = true, "A quiet move that was tried first and is refuted has done badly." {
    }
    research_history = true, "A late move that is searched again has done well or badly, as the result is." {
    }
    trade_ahead = false, "Where the side to move is far ahead, an exchange of pieces counts as a small gain." {
        trade_ahead_lead = 200, 50..=1000, 25, "how far, by the evaluation";
        trade_ahead_points = 20, 0..=200, 5, "the gain in points";
    }
    trade_in_proportion = false, "Where the side to move is far ahead, an exchange of pieces counts as a gain in proportion." {
        trade_in_proportion_lead = 200, 50..=1000, 25, "how far, by the evaluation";
        trade_in_proportion_share = 10, 0..=50, 2, "per cent of the evaluation";
    }
    hand_trades = false, "Hand-written evaluation: the side ahead in material gains by each piece traded." {
        hand_trades_lead = 200, 50..=1000, 25, "how far ahead";
        hand_trades_share = 20, 0..=200, 5, "thousandths of the lead that are gained";
    }
    hand_castling = false, "Hand-written evaluation: castling itself is worth points, the king's squares at home are not." {
        hand_castling_points = 35, 0..=150, 5, "how many";
    }
    hand_castled_squares = false, "Hand-written evaluation: the king's squares at home count only after castling." {
    }
    hand_bishop_capture = false, "Hand-written evaluation: a minor piece that takes a bishop gains points, the bishop pair is worth none." {
        hand_bishop_capture_points = 15, 0..=100, 5, "how many";
    }
    hand_poisoned_pawn = false, "Hand-written evaluation: a queen that takes a pawn on b2, g2, b7 or g7 loses points." {
        hand_poisoned_pawn_points = 25, 0..=150, 5, "how many";
    }
    hand_passed_path = false, "Hand-written evaluation: a passed pawn whose whole path is defended is worth more." {
        hand_passed_path_middlegame = 15, -100..=200, 5, "in the middlegame, on the seventh rank; less before";
        hand_passed_path_endgame = 40, -100..=200, 5, "in the endgame, on the seventh rank; less before";
    }
    hand_pawn_tension = false, "Hand-written evaluation: a defended pawn that attacks a pawn is worth more." {
        hand_pawn_tension_middlegame = 6, -50..=50, 2, "in the middlegame";
        hand_pawn_tension_endgame = 4, -50..=50, 2, "in the endgame";
    }
    stable_time = true, "The time for a move depends on how sure the search is of it." {
        time_moves = 24, 8..=60, 2, "moves among which the clock is shared";
        time_most = 400, 100..=1000, 30, "per cent of the usual time at most";
        time_unstable = 145, 80..=300, 8, "per cent of the usual time for a new best move";
        time_stability = 8, 0..=30, 1, "less for every iteration that confirms it, eight at most";
        time_fall = 120, 20..=600, 12, "points by which the score falls for twice the time";
        time_divided = 185, 80..=300, 10, "per cent of the usual time if all effort went into other moves";
        time_effort = 130, 0..=300, 10, "less if all effort went into the best move";
    }
    tree_puct = true, "Tree search: moves are chosen by value and policy (PUCT); without it by value and visits alone (UCT)." {
        tree_exploration = 47, 5..=400, 8, "weight of the policy against the value, in hundredths";
        tree_root_exploration = 108, 5..=400, 10, "the same at the root";
    }
    tree_log_growth = true, "Tree search: exploration grows with the logarithm of visits." {
        tree_log_growth_visits = 4000, 100..=40000, 400, "visits after which it has grown by ln 2";
    }
    tree_spread = true, "Tree search: where values differ much, more is explored." {
        tree_spread_weight = 48, 0..=200, 10, "how strongly, in hundredths";
    }
    tree_parent_value = true, "Tree search: a move not yet tried is worth what its parent is, not a draw." {
        tree_parent_value_loss = 6, 0..=400, 15, "thousandths of a point less";
    }
    tree_widening = true, "Tree search: only the likeliest moves are looked at first, more with every doubling of visits." {
        tree_widening_mass = 93, 20..=100, 5, "per cent of the policy to look at from the start";
        tree_widening_least = 3, 1..=30, 1, "but no fewer moves than that";
        tree_widening_growth = 2, 0..=10, 1, "more moves with every doubling of visits";
    }
    tree_root_temperature = true, "Tree search: the policy of the root is evened out." {
        tree_root_temperature_percent = 190, 50..=400, 10, "temperature in hundredths";
    }
    tree_policy = true, "Tree search: some moves are likelier than others from the start." {
    }
    tree_policy_network = true, "Tree search: a network says how likely a move is; without it captures, checks and exchanges do." {
    }
    tree_evaluation = true, "Tree search: leaves are judged by the evaluation; without it by random play-outs." {
        tree_playout_plies = 60, 2..=400, 10, "plies of a play-out before the material decides";
    }
    tree_quiescence = true, "Tree search: captures at a leaf are played out before it is judged." {
    }
    tree_proofs = true, "Tree search: mates and tablebase results are proven up to the root." {
    }
    tree_transpositions = true, "Tree search: a new leaf takes its value from another way to the same position." {
    }
    tree_reuse = true, "Tree search: what is left of the last search's tree is kept." {
    }
}

impl Parameters {
    /// Sets a parameter; a switch takes 1 or 0.
    ///
    /// ```
    /// use vernier_engine::Parameters;
    /// let mut parameters = Parameters::DEFAULT;
    /// parameters.set("tt_cutoffs", 0)?;
    /// assert_eq!(parameters.get("tt_cutoffs"), Some(0));
    /// assert!(parameters.set("tt_cutoffs", 7).is_err());
    /// # Ok::<(), vernier_engine::ParameterError>(())
    /// ```
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
        let parameter = Self::TABLE.iter().find(|parameter| parameter.name == name);
        let parameter = parameter.ok_or_else(|| ParameterError::Unknown(name.to_string()))?;
        let range = parameter.kind.range();
        if !range.contains(&value) {
            return Err(ParameterError::OutOfRange(parameter.name, range));
        }
        self.set_unchecked(name, value);
        Ok(())
    }
}

impl Parameters {
    /// The names of the techniques, each of which can be switched off.
    pub fn techniques() -> impl Iterator<Item = &'static str> {
        Self::TABLE
            .iter()
            .filter(|parameter| parameter.name == parameter.technique)
            .map(|parameter| parameter.name)
    }

    /// The same without what guesses from an evaluation: for finding mates, which evaluations do not foresee.
    #[must_use]
    pub fn for_mates(&self) -> Self {
        Self {
            razoring: false,
            reverse_futility: false,
            null_move: false,
            probcut: false,
            late_move_pruning: false,
            futility: false,
            noisy_futility: false,
            history_pruning: false,
            exchange_pruning: false,
            multi_cut: false,
            ..self.clone()
        }
    }

    /// What a tuner needs to know, a line for each number: name, type, value, least, greatest, step and learning rate.
    pub fn spsa(&self) -> String {
        let numbers = Self::TABLE.iter().filter_map(|parameter| match &parameter.kind {
            Kind::Number { range, step, .. } => {
                let value = self.get(parameter.name)?;
                Some(format!(
                    "{}, int, {value}, {}, {}, {step}, 0.002\n",
                    parameter.name,
                    range.start(),
                    range.end()
                ))
            }
            Kind::Switch { .. } => None,
        });
        numbers.collect()
    }
}

impl Kind {
    /// The values allowed.
    pub fn range(&self) -> RangeInclusive<i32> {
        match self {
            Self::Switch { .. } => 0..=1,
            Self::Number { range, .. } => range.clone(),
        }
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self::DEFAULT
    }
}
