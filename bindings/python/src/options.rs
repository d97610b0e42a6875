//! The options of the engine, by their UCI names.

use std::sync::Arc;
use std::time::Duration;
use vernier_engine::{BookOptions, Engine, NnueEval, OpeningBook, Strength, SyzygyOptions, Tablebases};

/// An option: name, default, meaning, and how it is set.
struct EngineOption {
    name: &'static str,
    default: &'static str,
    help: &'static str,
    set: fn(&mut Engine, &str) -> Result<(), String>,
}

const OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        default: "16",
        help: "memory of the transposition table in MB",
        set: set_hash,
    },
    EngineOption { name: "Threads", default: "1", help: "threads that search", set: set_threads },
    EngineOption {
        name: "Move Overhead",
        default: "20",
        help: "milliseconds lost between an answer and the clock",
        set: |engine, value| {
            engine.set_move_overhead(Duration::from_millis(number(value, 0, 10_000)?));
            Ok(())
        },
    },
    EngineOption {
        name: "Slow Mover",
        default: "100",
        help: "percent of the usual time to spend on a move",
        set: |engine, value| {
            engine.set_slow_mover(number(value, 10, 1_000)? as u32);
            Ok(())
        },
    },
    EngineOption {
        name: "Skill Level",
        default: "20",
        help: "how strong to play, from 0 to 20",
        set: |engine, value| {
            engine.set_strength(Strength::level(number(value, 0, 20)? as f64));
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_Elo",
        default: "none",
        help: "the rating to play at",
        set: |engine, value| {
            let (low, high) = (*Strength::RATINGS.start(), *Strength::RATINGS.end());
            engine.set_strength(Strength::rating(number(value, low.into(), high.into())? as u32));
            Ok(())
        },
    },
    EngineOption { name: "Use NNUE", default: "true", help: "judge by the network inside", set: use_network },
    EngineOption {
        name: "EvalFile",
        default: "",
        help: "judge by the network of this file",
        set: load_network,
    },
    EngineOption {
        name: "SyzygyPath",
        default: "",
        help: "folders with Syzygy tablebases",
        set: open_tablebases,
    },
    EngineOption {
        name: "OwnBook",
        default: "false",
        help: "play from the book inside the program",
        set: own_book,
    },
    EngineOption { name: "BookFile", default: "", help: "play from this Polyglot book", set: load_book },
];

/// Name, default and meaning of every option.
pub fn table() -> Vec<(String, String, String)> {
    OPTIONS.iter().map(|option| (option.name.into(), option.default.into(), option.help.into())).collect()
}

/// Sets an option; names are compared as UCI does, without regard to case.
pub fn set(engine: &mut Engine, name: &str, value: &str) -> Result<(), String> {
    let option = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let option = option.ok_or_else(|| format!("there is no option '{name}'"))?;
    (option.set)(engine, value).map_err(|reason| format!("{}: {reason}", option.name))
}

fn number(text: &str, low: u64, high: u64) -> Result<u64, String> {
    let number = text.trim().parse().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("'{text}' is not a number from {low} to {high}"))
}

fn truth(text: &str) -> Result<bool, String> {
    text.trim().to_ascii_lowercase().parse().map_err(|_| format!("'{text}' is not true or false"))
}

fn set_hash(engine: &mut Engine, value: &str) -> Result<(), String> {
    engine.set_hash(number(value, 1, 1 << 20)? as usize).map_err(|error| error.to_string())
}

fn set_threads(engine: &mut Engine, value: &str) -> Result<(), String> {
    let wanted = number(value, 1, Engine::MAX_THREADS as u64)? as usize;
    match engine.set_threads(wanted) {
        given if given == wanted => Ok(()),
        given => Err(format!("the system gives only {given} threads")),
    }
}

fn use_network(engine: &mut Engine, value: &str) -> Result<(), String> {
    engine.set_network(if truth(value)? { NnueEval::embedded() } else { None });
    Ok(())
}

fn load_network(engine: &mut Engine, value: &str) -> Result<(), String> {
    let network = if value.is_empty() {
        NnueEval::embedded()
    } else {
        Some(NnueEval::load(value).map_err(|error| error.to_string())?)
    };
    engine.set_network(network);
    Ok(())
}

fn open_tablebases(engine: &mut Engine, value: &str) -> Result<(), String> {
    let mut tables = None;
    if !value.is_empty() {
        let (opened, errors) = Tablebases::open(value);
        if let (Some(error), (0, 0)) = (errors.first(), opened.count()) {
            return Err(error.to_string());
        }
        if opened.count() == (0, 0) {
            return Err(format!("no tablebases in '{value}'"));
        }
        tables = Some(Arc::new(opened));
    }
    engine.set_syzygy(SyzygyOptions { tables, ..engine.options().syzygy.clone() });
    Ok(())
}

fn own_book(engine: &mut Engine, value: &str) -> Result<(), String> {
    engine.set_book(BookOptions { own_book: truth(value)?, ..engine.options().book.clone() });
    Ok(())
}

fn load_book(engine: &mut Engine, value: &str) -> Result<(), String> {
    let file = match value {
        "" => None,
        path => Some(Arc::new(OpeningBook::load(path).map_err(|error| error.to_string())?)),
    };
    let own_book = file.is_some() || engine.options().book.own_book;
    engine.set_book(BookOptions { own_book, file, ..engine.options().book.clone() });
    Ok(())
}
