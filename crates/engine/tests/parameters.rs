//! The table of parameters: sensible, settable, and documented.

use std::{env, fs};
use vernier_chess::Board;
use vernier_engine::{Engine, Kind, Limits, Parameters, Request};

#[test]
fn every_parameter_can_be_set_within_its_range_and_not_beyond() {
    let mut names = Vec::new();
    for parameter in Parameters::TABLE {
        let mut parameters = Parameters::DEFAULT;
        let range = parameter.kind.range();
        let default = parameters.get(parameter.name).expect("a value");
        assert!(range.contains(&default), "{}", parameter.name);
        for value in [*range.start(), *range.end()] {
            parameters.set(parameter.name, value).expect("within the range");
            assert_eq!(parameters.get(parameter.name), Some(value));
        }
        assert!(parameters.set(parameter.name, range.end() + 1).is_err(), "{}", parameter.name);
        if let Kind::Number { step, .. } = parameter.kind {
            assert!(step > 0 && step <= range.end() - range.start(), "{}", parameter.name);
        }
        assert!(!names.contains(&parameter.name), "{} twice", parameter.name);
        names.push(parameter.name);
    }
    assert!(Parameters::DEFAULT.clone().set("no_such_name", 1).is_err());
}

#[test]
fn the_page_in_the_docs_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/parameters.md");
    if env::var_os("VERNIER_WRITE_DOCS").is_some() {
        fs::write(path, Parameters::page()).expect("docs/ can be written");
    }
    let page = fs::read_to_string(path).expect("docs/parameters.md");
    assert!(page == Parameters::page(), "docs/parameters.md is not what the table says; see its head");
}

#[test]
fn every_number_is_tunable() {
    let numbers =
        Parameters::TABLE.iter().filter(|parameter| matches!(parameter.kind, Kind::Number { .. })).count();
    let lines = Parameters::DEFAULT.spsa();
    assert_eq!(lines.lines().count(), numbers);
    assert_eq!(numbers + Parameters::techniques().count(), Parameters::TABLE.len());
    assert!(lines.lines().all(|line| line.split(", ").count() == 7), "{lines}");
}

/// Without killer moves, how much less they are reduced cannot matter.
#[test]
fn the_killer_switch_covers_reductions() {
    let nodes = |killers: i32, reduction: i32| {
        let mut parameters = Parameters::DEFAULT;
        parameters.set("killer_moves", killers).expect("a switch");
        parameters.set("reduction_killer", reduction).expect("a number");
        let mut engine = Engine::new();
        engine.set_parameters(parameters);
        engine.search(Request::new(Board::start()).limits(Limits::depth(9)), |_| ()).nodes
    };
    assert_eq!(nodes(0, 0), nodes(0, 2048));
    assert_ne!(nodes(1, 0), nodes(1, 2048));
}
