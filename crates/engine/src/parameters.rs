//! Every technique of the search with its switch, and every number that can be tuned, in one table.
//!
//! From this table come the values the search reads, the options of a tuning session, the list of ablations, the
//! input of the tuner and the page in docs/. Nothing here depends on how the engine was built.

use core::fmt;
use core::ops::RangeInclusive;

/// What the table says about one parameter.
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
        /// Used unless told otherwise.
        default: bool,
    },
    /// A number.
    Number {
        /// The value unless told otherwise.
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

macro_rules! parameters {
    ($($technique:ident, $idea:literal {
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
            /// Everything as it is unless told otherwise.
            pub const DEFAULT: Self = Self { $($technique: true, $($name: $default,)*)* };

            /// The whole table, technique by technique.
            pub const TABLE: &[Parameter] = &[$(
                Parameter {
                    name: stringify!($technique),
                    technique: stringify!($technique),
                    meaning: $idea,
                    kind: Kind::Switch { default: true },
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
    table_cutoffs, "A deep enough score from the table ends a node at once." {
    }
}

impl Parameters {
    /// Sets a parameter; a switch takes 1 or 0.
    ///
    /// ```
    /// use vernier_engine::Parameters;
    /// let mut parameters = Parameters::DEFAULT;
    /// parameters.set("table_cutoffs", 0)?;
    /// assert_eq!(parameters.get("table_cutoffs"), Some(0));
    /// assert!(parameters.set("table_cutoffs", 7).is_err());
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
