//! Ablations that can be run by their names.

/// The presets: name and manifest.
pub const PRESETS: &[(&str, &str)] = &[
    ("thesis", include_str!("../../../presets/thesis.toml")),
    ("thesis-hand", include_str!("../../../presets/thesis-hand.toml")),
    ("thesis-mild", include_str!("../../../presets/thesis-mild.toml")),
    ("own-order", include_str!("../../../presets/own-order.toml")),
    ("chain", include_str!("../../../presets/chain.toml")),
    ("threads", include_str!("../../../presets/threads.toml")),
    ("leave-one-out", include_str!("../../../presets/leave-one-out.toml")),
    ("tree", include_str!("../../../presets/tree.toml")),
    ("evaluation", include_str!("../../../presets/evaluation.toml")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::ablation::Manifest;

    #[test]
    fn every_preset_is_playable() {
        for (name, text) in PRESETS {
            let manifest = Manifest::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!manifest.matches().is_empty(), "{name}");
        }
    }
}
