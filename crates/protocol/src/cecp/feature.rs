//! `feature`: what an engine supports.

use crate::uci::{OptionKind, OptionLine};
use std::fmt;

/// A feature with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: FeatureValue,
}

/// The value of a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeatureValue {
    /// A number, mostly 0 or 1.
    Number(i64),
    /// A text in quotes.
    Text(String),
}

impl Feature {
    /// A feature that is a number.
    pub fn number(name: &str, value: i64) -> Self {
        Self { name: name.to_owned(), value: FeatureValue::Number(value) }
    }

    /// A feature that is a text.
    pub fn text(name: &str, value: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: FeatureValue::Text(value.into()) }
    }

    /// Reads what follows `feature`. Invalid parts are skipped.
    pub fn read_all(text: &str) -> Vec<Self> {
        let mut features = Vec::new();
        let mut rest = text.trim_ascii();
        while let Some((name, after)) = rest.split_once('=') {
            let name = name.trim_ascii().rsplit(' ').next().unwrap_or_default().to_owned();
            let value;
            if let Some(quoted) = after.strip_prefix('"') {
                let (inside, beyond) = quoted.split_once('"').unwrap_or((quoted, ""));
                value = FeatureValue::Text(inside.to_owned());
                rest = beyond;
            } else {
                let (word, beyond) = crate::text::split_word(after);
                value = match crate::text::integer(word) {
                    Some(number) => FeatureValue::Number(number),
                    None => FeatureValue::Text(word.to_owned()),
                };
                rest = beyond;
            }
            features.push(Self { name, value });
        }
        features
    }
}

/// How an option is declared: `feature option="NAME -spin 1 1 8"`. Blanks are removed from the name, because some programs
/// expect a single word.
pub fn option_feature(line: &OptionLine) -> Feature {
    let name = line.name.replace(' ', "");
    Feature::text(
        "option",
        match &line.kind {
            OptionKind::Check { default } => format!("{name} -check {}", i32::from(*default)),
            OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
            OptionKind::Text { default } if name.ends_with("File") => format!("{name} -file {default}"),
            OptionKind::Text { default } if name.ends_with("Path") => format!("{name} -path {default}"),
            OptionKind::Text { default } => format!("{name} -string {default}"),
            OptionKind::Button => format!("{name} -button"),
            OptionKind::Combo { default, choices } => {
                let mark =
                    |choice: &String| if choice == default { format!("*{choice}") } else { choice.clone() };
                format!("{name} -combo {}", choices.iter().map(mark).collect::<Vec<_>>().join(" /// "))
            }
        },
    )
}

/// The option that a feature declares, if it declares one: what [`option_feature`] has written, and what other programs write.
pub fn declared_option(feature: &Feature) -> Option<OptionLine> {
    let FeatureValue::Text(text) = &feature.value else { return None };
    if feature.name != "option" {
        return None;
    }
    let mut places = text.match_indices(" -").map(|(place, dash)| {
        let words = &text[place + dash.len()..];
        let (kind, rest) = words.split_once(' ').unwrap_or((words, ""));
        (&text[..place], kind, rest.trim())
    });
    let known = places.clone().find_map(|(name, kind, rest)| Some((name, option_kind(kind, rest)?)));
    // One of a kind that the protocol does not have may take anything.
    let any = || places.next().map(|(name, _, rest)| (name, OptionKind::Text { default: rest.to_owned() }));
    known.or_else(any).map(|(name, kind)| OptionLine { name: name.to_owned(), kind })
}

/// What values an option of that kind takes; none if there is no such kind.
fn option_kind(kind: &str, rest: &str) -> Option<OptionKind> {
    let mut numbers = rest.split_whitespace().map(|word| word.parse().ok());
    let mut number = |missing| numbers.next().flatten().unwrap_or(missing);
    Some(match kind {
        "check" => OptionKind::Check { default: rest == "1" },
        "spin" | "slider" => {
            OptionKind::Spin { default: number(0), min: number(i64::MIN), max: number(i64::MAX) }
        }
        "combo" => {
            let marked = rest.split("///").map(str::trim).filter(|choice| !choice.is_empty());
            let default =
                marked.clone().find_map(|choice| choice.strip_prefix('*')).unwrap_or_default().to_owned();
            let choices =
                marked.map(|choice| choice.strip_prefix('*').unwrap_or(choice).to_owned()).collect();
            OptionKind::Combo { default, choices }
        }
        "string" | "file" | "path" => OptionKind::Text { default: rest.to_owned() },
        "button" | "save" | "reset" => OptionKind::Button,
        _ => return None,
    })
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            FeatureValue::Number(value) => write!(f, "{}={value}", self.name),
            FeatureValue::Text(value) => write!(f, "{}=\"{value}\"", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_round_trip() {
        let line = r#"ping=1 myname="A b=c d" variants="normal,fischerandom" done=1"#;
        let features = Feature::read_all(line);
        let words: Vec<String> = features.iter().map(Feature::to_string).collect();
        assert_eq!(words.join(" "), line);
        assert_eq!(Feature::read_all("junk ping=x \"").len(), 1);
    }

    #[test]
    fn declared_options_are_understood() {
        for line in [
            "name A type spin default 3 min 1 max 9",
            "name C type check default true",
            "name D type combo default y var x var y",
            "name E type button",
            "name SyzygyPath type string default a b",
        ] {
            let option: OptionLine = line.parse().unwrap();
            assert_eq!(declared_option(&option_feature(&option)), Some(option));
        }
        let declared = |text: &str| declared_option(&Feature::text("option", text));
        assert_eq!(
            declared("Contempt (-100 to 100) -slider 0 -100 100").unwrap().name,
            "Contempt (-100 to 100)"
        );
        assert_eq!(declared("Style -combo solid///*wild").unwrap().refuses("Wild"), None);
        // Limits that are missing or no numbers refuse no number.
        assert_eq!(declared("Level -spin 1").unwrap().refuses("99"), None);
        assert_eq!(declared("Level -dial 1 2 3").unwrap().refuses("north"), None);
        assert_eq!((declared("Level"), declared("")), (None, None));
        assert_eq!(declared_option(&Feature::text("myname", "A -check 1")), None);
    }

    #[test]
    fn options_are_declared() {
        let declared = |line: &str| option_feature(&line.parse().unwrap()).to_string();
        assert_eq!(declared("name A B type spin default 3 min 1 max 9"), r#"option="AB -spin 3 1 9""#);
        assert_eq!(declared("name C type check default true"), r#"option="C -check 1""#);
        assert_eq!(declared("name D type combo default y var x var y"), r#"option="D -combo x /// *y""#);
        assert_eq!(declared("name E type button"), r#"option="E -button""#);
        assert_eq!(declared("name BookFile type string default <empty>"), r#"option="BookFile -file ""#);
        assert_eq!(declared("name SyzygyPath type string default a b"), r#"option="SyzygyPath -path a b""#);
    }
}
