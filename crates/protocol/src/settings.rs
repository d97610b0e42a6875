//! What a user can set: one table from which both protocols declare options and check values.

use crate::uci::{OptionKind, OptionLine};
use std::fmt;

/// The options of something, with what each does to it.
///
/// ```
/// use vernier_protocol::{SettingError, Settings, Setting};
/// let mut table: Settings<i64> = Settings::default();
/// table.add(Setting::spin("Move Overhead", 10, 0..=5000, |target, value| {
///     *target = value;
///     Ok(())
/// }));
/// let mut overhead = 10;
/// table.set(&mut overhead, "moveoverhead", Some("20"))?;
/// assert_eq!(overhead, 20);
/// assert!(table.set(&mut overhead, "Move Overhead", Some("-1")).is_err());
/// assert_eq!(overhead, 20);
/// # Ok::<(), SettingError>(())
/// ```
pub struct Settings<T> {
    entries: Vec<Setting<T>>,
}

/// One option.
pub struct Setting<T> {
    line: OptionLine,
    beyond: Beyond,
    declared: bool,
    apply: Apply<T>,
}

type Apply<T> = Box<dyn Fn(&mut T, Value<'_>) -> Result<(), String> + Send>;

/// What becomes of a number outside the declared range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beyond {
    Refuse,
    Clamp,
}

/// A checked value.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value<'a> {
    Check(bool),
    Spin(i64),
    Text(&'a str),
    Pressed,
}

/// Why an option was not set. The old value stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// There is no such option.
    Unknown(String),
    /// The value does not fit the option.
    BadValue {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What would fit.
        expected: String,
    },
    /// The value fits, but could not be put to use.
    Refused {
        /// The option.
        name: String,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no option '{name}'"),
            Self::BadValue { name, value, expected } => {
                write!(f, "option {name} keeps its value: '{value}' is not {expected}")
            }
            Self::Refused { name, reason } => write!(f, "option {name} keeps its value: {reason}"),
        }
    }
}

impl std::error::Error for SettingError {}

impl<T> Default for Settings<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<T> Settings<T> {
    /// Adds an option at the end.
    pub fn add(&mut self, setting: Setting<T>) {
        self.entries.push(setting);
    }

    /// What is declared, in order.
    pub fn lines(&self) -> impl Iterator<Item = &OptionLine> {
        self.entries.iter().filter(|entry| entry.declared).map(|entry| &entry.line)
    }

    /// Sets an option of `target`. Neither case nor blanks in the name matter.
    pub fn set(&self, target: &mut T, name: &str, value: Option<&str>) -> Result<(), SettingError> {
        let entry = self.find(name).ok_or_else(|| SettingError::Unknown(name.chars().take(80).collect()))?;
        let value = entry.read(value.unwrap_or_default().trim_ascii())?;
        (entry.apply)(target, value)
            .map_err(|reason| SettingError::Refused { name: entry.line.name.clone(), reason })
    }

    fn find(&self, name: &str) -> Option<&Setting<T>> {
        let name = plain(name);
        self.entries.iter().find(|entry| plain(&entry.line.name) == name)
    }
}

/// A name without what does not matter.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|letter| !letter.is_ascii_whitespace())
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

impl<T> Setting<T> {
    fn new(name: &str, kind: OptionKind, apply: Apply<T>) -> Self {
        let line = OptionLine { name: name.to_owned(), kind };
        Self { line, beyond: Beyond::Refuse, declared: true, apply }
    }

    /// True or false.
    pub fn check(
        name: &str,
        default: bool,
        apply: impl Fn(&mut T, bool) -> Result<(), String> + Send + 'static,
    ) -> Self {
        let apply = move |target: &mut T, value: Value<'_>| match value {
            Value::Check(value) => apply(target, value),
            _ => Ok(()),
        };
        Self::new(name, OptionKind::Check { default }, Box::new(apply))
    }

    /// A whole number within a range.
    pub fn spin(
        name: &str,
        default: i64,
        range: std::ops::RangeInclusive<i64>,
        apply: impl Fn(&mut T, i64) -> Result<(), String> + Send + 'static,
    ) -> Self {
        let apply = move |target: &mut T, value: Value<'_>| match value {
            Value::Spin(value) => apply(target, value),
            _ => Ok(()),
        };
        let kind = OptionKind::Spin { default, min: *range.start(), max: *range.end() };
        Self::new(name, kind, Box::new(apply))
    }

    /// Any text.
    pub fn text(
        name: &str,
        default: &str,
        apply: impl Fn(&mut T, &str) -> Result<(), String> + Send + 'static,
    ) -> Self {
        let apply = move |target: &mut T, value: Value<'_>| match value {
            Value::Text(value) => apply(target, value),
            _ => Ok(()),
        };
        Self::new(name, OptionKind::Text { default: default.to_owned() }, Box::new(apply))
    }

    /// One of a few words.
    pub fn combo(
        name: &str,
        default: &str,
        choices: &[&str],
        apply: impl Fn(&mut T, &str) -> Result<(), String> + Send + 'static,
    ) -> Self {
        let choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
        let kind = OptionKind::Combo { default: default.to_owned(), choices };
        Self { line: OptionLine { name: name.to_owned(), kind }, ..Self::text(name, default, apply) }
    }

    /// Something to do.
    pub fn button(name: &str, apply: impl Fn(&mut T) -> Result<(), String> + Send + 'static) -> Self {
        Self::new(name, OptionKind::Button, Box::new(move |target, _| apply(target)))
    }

    /// Numbers outside the range become the nearest inside.
    #[must_use]
    pub fn clamped(self) -> Self {
        Self { beyond: Beyond::Clamp, ..self }
    }

    /// It can be set, but is not declared.
    #[must_use]
    pub fn hidden(self) -> Self {
        Self { declared: false, ..self }
    }

    /// The value a text stands for.
    fn read<'a>(&self, text: &'a str) -> Result<Value<'a>, SettingError> {
        let bad = |expected: String| SettingError::BadValue {
            name: self.line.name.clone(),
            value: text.chars().take(40).collect(),
            expected,
        };
        match &self.line.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Ok(Value::Check(true)),
                "false" | "off" | "0" => Ok(Value::Check(false)),
                _ => Err(bad("true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => {
                let expected = || bad(format!("a number from {min} to {max}"));
                let value = crate::text::integer(text).ok_or_else(expected)?;
                match self.beyond {
                    Beyond::Clamp => Ok(Value::Spin(value.clamp(*min, *max))),
                    Beyond::Refuse if (*min..=*max).contains(&value) => Ok(Value::Spin(value)),
                    Beyond::Refuse => Err(expected()),
                }
            }
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .any(|choice| choice.eq_ignore_ascii_case(text))
                .then_some(Value::Text(text))
                .ok_or_else(|| bad(format!("one of {}", choices.join(", ")))),
            OptionKind::Text { .. } => Ok(Value::Text(if text == "<empty>" { "" } else { text })),
            OptionKind::Button => Ok(Value::Pressed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Target {
        hash: i64,
        threads: i64,
        ponder: bool,
        path: String,
        pressed: u32,
    }

    fn table() -> Settings<Target> {
        let mut table = Settings::default();
        table.add(Setting::spin("Hash", 16, 1..=64, |target: &mut Target, value| {
            if value == 13 {
                return Err("unlucky".to_owned());
            }
            target.hash = value;
            Ok(())
        }));
        table.add(
            Setting::spin("Threads", 1, 1..=8, |target: &mut Target, value| {
                target.threads = value;
                Ok(())
            })
            .clamped()
            .hidden(),
        );
        table.add(Setting::check("Ponder", false, |target: &mut Target, value| {
            target.ponder = value;
            Ok(())
        }));
        table.add(Setting::text("A Path", "", |target: &mut Target, value| {
            target.path = value.to_owned();
            Ok(())
        }));
        table.add(Setting::button("Clear Hash", |target: &mut Target| {
            target.pressed += 1;
            Ok(())
        }));
        table
    }

    #[test]
    fn values_are_checked_and_old_ones_kept() {
        let (table, mut target) = (table(), Target { hash: 16, ..Target::default() });
        for bad in ["0", "-1", "abc", "", "65", "99999999999999999999", "13"] {
            let error = table.set(&mut target, "Hash", Some(bad)).unwrap_err();
            assert!(error.to_string().contains("Hash keeps its value"), "{error}");
        }
        assert_eq!(target.hash, 16);
        assert_eq!(table.set(&mut target, "hash", Some(" 32 ")), Ok(()));
        assert_eq!(table.set(&mut target, "THREADS", Some("100000")), Ok(()));
        assert_eq!(table.set(&mut target, "ponder", Some("TRUE")), Ok(()));
        assert_eq!(table.set(&mut target, "a path", Some("c:\\x y")), Ok(()));
        assert_eq!(table.set(&mut target, "ClearHash", Some("ignored")), Ok(()));
        assert_eq!((target.hash, target.threads, target.ponder, target.pressed), (32, 8, true, 1));
        assert_eq!(target.path, "c:\\x y");
        assert_eq!(table.set(&mut target, "A Path", Some("<empty>")), Ok(()));
        assert_eq!(target.path, "");
        assert!(matches!(table.set(&mut target, "Nonsense", None), Err(SettingError::Unknown(_))));
        assert!(table.set(&mut target, "Ponder", Some("maybe")).is_err());
        assert_eq!(table.lines().filter(|line| line.name == "Threads" || line.name == "Hash").count(), 1);
    }
}
