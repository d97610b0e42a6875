//! What a tuning run proposes, and what becomes of it.

use crate::play::engine_spec::EngineSpec;
use crate::play::search_limit::SearchLimit;
use crate::study::spsa::Spsa;

/// The two engines that decide about a proposal: with the new values, and as it is. Both have the same other options.
pub fn proposal(spsa: &Spsa, limit: SearchLimit, options: &[(String, String)]) -> Vec<EngineSpec> {
    let changed = spsa.parameters.iter().filter(|parameter| parameter.whole() != parameter.origin);
    let values = changed.map(|parameter| (parameter.name.clone(), parameter.whole().to_string()));
    let engine = |name: &str, values: Vec<(String, String)>| EngineSpec {
        name: name.to_owned(),
        command: "self".to_owned(),
        options: options.iter().cloned().chain(values).collect(),
        limit,
        ..EngineSpec::default()
    };
    vec![engine("new", values.collect()), engine("base", Vec::new())]
}

/// The source of the parameter table with the proposed values in place of the defaults. Only the lines of the tuned
/// parameters change: `name = DEFAULT, ...`.
pub fn apply(source: &str, spsa: &Spsa) -> Result<String, String> {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    for parameter in &spsa.parameters {
        let head = format!("{} = {},", parameter.name, parameter.origin);
        let found: Vec<usize> =
            (0..lines.len()).filter(|index| lines[*index].trim_start().starts_with(&head)).collect();
        let [index] = found[..] else {
            return Err(format!("\"{head}\" is not in the table once; was it changed since the run began?"));
        };
        lines[index] =
            lines[index].replacen(&head, &format!("{} = {},", parameter.name, parameter.whole()), 1);
    }
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::spsa::TunedParameter;
    use crate::study::trial_games::Conditions;

    #[test]
    fn accepted_values_go_into_the_table() {
        let parameter = |name: &str, origin: i32, value: f64| TunedParameter {
            name: name.into(),
            value,
            origin,
            min: 0,
            max: 500,
            reach: 1.0,
        };
        let source = "    a = true, \"x\" {\n        a_depth = 4, 1..=8, 1, \"d\";\n        a_base = 231, 50..=600;\n    }\n";
        let spsa = Spsa::new(
            vec![parameter("a_depth", 4, 4.4), parameter("a_base", 231, 240.2)],
            1,
            1,
            Conditions::default(),
        );
        let applied = apply(source, &spsa).unwrap();
        assert_eq!(applied, source.replace("231", "240"));
        assert!(apply(&applied, &spsa).unwrap_err().contains("a_base = 231"), "it is not applied twice");
    }

    #[test]
    fn the_table_in_the_source_can_be_changed() {
        let source = include_str!("../../../engine/src/parameters.rs");
        let parameters: Vec<TunedParameter> =
            vernier_engine::Parameters::TABLE.iter().filter_map(TunedParameter::of).collect();
        assert!(parameters.len() > 20);
        assert_eq!(
            apply(source, &Spsa::new(parameters, 1, 1, Conditions::default())).unwrap(),
            source,
            "nothing moved, nothing changes"
        );
    }
}
