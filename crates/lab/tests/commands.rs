//! The commands that work with our own engine, from the outside.

use std::path::{Path, PathBuf};
use std::process::Command;
use vernier_nnue::Network;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `vernier-lab` in a folder; exit status and its output.
fn lab(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_vernier-lab")).current_dir(folder).args(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text.into_owned())
}

#[test]
fn a_proposal_is_put_to_its_test_at_once_and_an_undecided_one_is_not_applied() {
    let folder = folder("commands-spsa-test");
    std::fs::write(folder.join("table.rs"), "untouched").unwrap();
    let spsa = "spsa quiescence_futility reverse_futility --iterations 4 --nodes 200 --rate 5 --reach 3";
    let test = "--test-limit nodes=200 --rounds 1 --apply table.rs";
    let words: Vec<&str> = spsa.split(' ').chain(test.split(' ')).collect();
    let (status, text) = lab(&folder, &words);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("SPRT [0, 5]") && text.contains("undecided"), "{text}");
    assert!(folder.join("results/spsa.sprt/games.jsonl").exists());
    assert_eq!(std::fs::read_to_string(folder.join("table.rs")).unwrap(), "untouched");
}

#[test]
fn spsa_runs_and_resumes() {
    let folder = folder("commands-spsa");
    let words = ["spsa", "null_move", "--iterations", "12", "--nodes", "50", "--concurrency", "2"];
    let (status, text) = lab(&folder, &words);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("12 of 12") && text.contains("null_move_base"), "{text}");
    let (_, text) = lab(&folder, &words);
    assert!(text.contains("12 of 12 iterations are in"), "{text}");
    let (status, text) = lab(&folder, &["spsa", "null_move", "--iterations", "13"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("belongs to another run (--iterations was 12, is 13)"), "{text}");
    for (more, what) in
        [(["--hash", "9"], "Hash was 8, is 9"), (["--option", "Threads=1"], "Threads was not set, is 1")]
    {
        let (status, text) = lab(&folder, &[&words[..], &more].concat());
        assert_eq!(status, Some(2), "{text}");
        assert!(text.contains(&format!("another run ({what}); choose another --out")), "{text}");
    }
    let (status, text) = lab(&folder, &[&words[..5], &["51"]].concat());
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("(--nodes was 50, is 51)"), "{text}");
}

#[test]
fn spsa_does_not_resume_with_another_network_of_the_same_name() {
    let folder = folder("commands-spsa-network");
    let run_with = |seed| {
        let network = Network::random(32, 1, seed).unwrap();
        std::fs::write(folder.join("own.nnue"), network.to_bytes()).unwrap();
        let words =
            ["spsa", "null_move", "--iterations", "1", "--nodes", "20", "--option", "EvalFile=own.nnue"];
        lab(&folder, &words)
    };
    for _ in 0..2 {
        let (status, text) = run_with(1);
        assert_eq!(status, Some(0), "{text}");
    }
    let (status, text) = run_with(2);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("(EvalFile was own.nnue (") && text.contains("), is own.nnue ("), "{text}");
}

#[test]
fn a_state_that_cannot_be_resumed_is_named_and_kept() {
    let folder = folder("commands-states");
    std::fs::write(folder.join("changes.toml"), "'no killers' = { killer_moves = 0 }").unwrap();
    // A screening of an earlier version: its table size is no list of options.
    let earlier = r#"{"changes":[],"nodes":300,"pairs":2,"seed":1,"conditions":{"hash":16,"openings":"a"},"results":{}}"#;
    for text in [earlier, "{", ""] {
        std::fs::write(folder.join("state.json"), text).unwrap();
        for words in [["screen", "changes.toml", "--pairs", "1"], ["spsa", "null_move", "--iterations", "1"]]
        {
            let (status, output) = lab(&folder, &[&words[..], &["--out", "state.json"]].concat());
            assert_eq!(status, Some(2), "{output}");
            let what = "state.json is damaged or of another version and cannot be resumed";
            assert!(output.contains(what) && output.contains("choose another --out"), "{output}");
            assert_eq!(std::fs::read_to_string(folder.join("state.json")).unwrap(), text);
        }
    }
    // What cannot be read must not be replaced.
    let (status, output) = lab(&folder, &["screen", "changes.toml", "--pairs", "1", "--out", "."]);
    assert_eq!(status, Some(2), "{output}");
}

#[test]
fn a_screening_tells_changes_apart_resumes_and_goes_on() {
    let folder = folder("commands-screen");
    // Without quiescence a search loses whatever else it has.
    std::fs::write(
        folder.join("changes.toml"),
        "blind = { quiescence = 0 }\n'no killers' = { killer_moves = 0 }",
    )
    .unwrap();
    let screen_with = |pairs: &str, nodes: &str, more: &[&str]| {
        let words = ["screen", "changes.toml", "--pairs", pairs, "--nodes", nodes, "--concurrency", "2"];
        lab(&folder, &[&words, more].concat())
    };
    let screen = |pairs: &str, nodes: &str| screen_with(pairs, nodes, &[]);
    let (status, text) = screen("2", "300");
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("2 pairs are too few"), "{text}");
    let (status, text) = screen("20", "300");
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("2 of 20 pairs are in") && text.contains("Elo after 40 games"), "{text}");
    let place = |name: &str| text.find(&format!("| {name} | ")).expect(name);
    assert!(place("no killers") < place("blind"), "{text}");
    let row = text.lines().find(|line| line.starts_with("| blind")).unwrap();
    assert!(row.contains("| -"), "{row}");
    let (status, text) = screen("20", "301");
    assert_eq!(status, Some(2));
    assert!(text.contains("belongs to another screening (--nodes was 300, is 301)"), "{text}");
    std::fs::write(folder.join("one.epd"), "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -\n").unwrap();
    for (more, what) in
        [(["--hash", "17"], "Hash was 16, is 17"), (["--openings", "one.epd"], "--openings differ")]
    {
        let (status, text) = screen_with("21", "300", &more);
        assert_eq!(status, Some(2), "{text}");
        assert!(
            text.contains(&format!("belongs to another screening ({what}); choose another --out")),
            "{text}"
        );
    }
    std::fs::write(folder.join("changes.toml"), "blind = { quiescense = 0 }").unwrap();
    let (status, text) = screen("20", "300");
    assert_eq!(status, Some(2));
    assert!(text.contains("changes.toml") && text.contains("quiescense"), "{text}");
}

#[test]
fn ablations_write_their_table_and_repeat_exactly() {
    let manifest = "comparisons = [\"chain\", \"leave-one-out\"]\ntechniques = [\"quiescence\"]\nrounds = 2\n\
                    concurrency = 2\n[[regime]]\nname = \"nodes\"\nnodes = 200\n[[regime]]\nname = \"depth\"\ndepth = 2\n";
    let table = |name: &str| {
        let folder = folder(name);
        std::fs::write(folder.join("m.toml"), manifest).unwrap();
        let (status, text) = lab(&folder, &["ablate", "m.toml"]);
        assert_eq!(status, Some(0), "{text}");
        std::fs::read_to_string(folder.join("results/ablation/ablation.md")).unwrap()
    };
    let first = table("commands-ablate-1");
    assert_eq!(first.lines().count(), 2 + 4, "{first}");
    assert!(first.contains("| chain | quiescence | nodes | 4 |"), "{first}");
    assert!(
        first.lines().all(|line| line.matches(" | ").count() == 12 || line.starts_with("|---")),
        "{first}"
    );
    assert_eq!(first, table("commands-ablate-2"), "fixed nodes and depth leave nothing to chance");
}

#[test]
fn a_bad_manifest_is_named() {
    let folder = folder("commands-ablate-bad");
    std::fs::write(folder.join("bad.toml"), "rounds = [").unwrap();
    for words in [["ablate", "bad.toml"].as_slice(), &["ebf", "--manifest", "bad.toml"]] {
        let (status, text) = lab(&folder, words);
        assert!(status == Some(2) && text.starts_with("error: bad.toml: TOML parse error"), "{text}");
    }
}

#[test]
fn growth_is_reported_by_stage() {
    let folder = folder("commands-ebf");
    let (status, text) =
        lab(&folder, &["ebf", "--depth", "4", "--positions", "2", "--stages", "chain", "--first", "2"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("base (2 positions)") && text.contains("+quiescence"), "{text}");
    assert_eq!(text.matches("EBF_geom").count(), 2, "{text}");
    let (status, text) = lab(&folder, &["ebf", "--depth", "3", "--positions", "1", "--json"]);
    assert_eq!(status, Some(0), "{text}");
    let stages: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&stages[0]["positions"], stages.as_array().map(Vec::len)), (&1.into(), Some(1)), "{text}");
    assert_eq!(stages[0]["cumulative"].as_array().map(Vec::len), Some(3), "{text}");
    let (status, text) = lab(&folder, &["ebf", "--depth", "3", "--positions", "1", "--manifest", "thesis"]);
    assert_eq!(status, Some(0), "{text}");
    let places: Vec<usize> =
        ["base (", "+quiescence (", "+tt_cutoffs (", "+null_move_verification (", "+scout_windows ("]
            .map(|name| text.find(name).unwrap_or_else(|| panic!("{name}: {text}")))
            .into();
    assert!(places.is_sorted(), "the order of the manifest: {text}");
}

/// The nodes of each stage to the last depth, as `ebf` prints them.
fn nodes_of_stages(folder: &Path, words: &[&str]) -> Vec<u64> {
    let usual = ["ebf", "--depth", "6", "--positions", "1", "--json"];
    let (status, text) = lab(folder, &[&usual[..], words].concat());
    assert_eq!(status, Some(0), "{text}");
    let stages: serde_json::Value = serde_json::from_str(&text).unwrap();
    let last = |stage: &serde_json::Value| stage["cumulative"][5].as_u64().unwrap();
    stages.as_array().unwrap().iter().map(last).collect()
}

#[test]
fn the_order_of_a_manifest_decides_what_its_stages_search() {
    let folder = folder("commands-ebf-order");
    let nodes = |name: &str, order: &str| {
        let text =
            format!("base = [\"quiescence\"]\norder = [{order}]\n[[regime]]\nname = \"depth\"\ndepth = 4\n");
        std::fs::write(folder.join(name), text).unwrap();
        nodes_of_stages(&folder, &["--manifest", name])
    };
    let one = nodes("one.toml", "\"null_move\", \"late_move_reduction\"");
    let other = nodes("other.toml", "\"late_move_reduction\", \"null_move\"");
    assert_eq!((one.len(), other.len()), (3, 3));
    assert_eq!((one[0], one[2]), (other[0], other[2]), "both begin and end alike");
    assert_ne!(one[1], other[1], "between them one has null moves, the other reductions");
    assert!(one[0] != one[1] && one[1] != one[2] && other[1] != other[2], "{one:?} {other:?}");
}

#[test]
fn growth_is_that_of_the_options_of_manifest_and_command() {
    let folder = folder("commands-ebf-options");
    let nodes = |words: &[&str]| nodes_of_stages(&folder, &[&["--first", "2"], words].concat());
    let network = nodes(&["--manifest", "thesis"]);
    let by_hand = nodes(&["--manifest", "thesis-hand"]);
    assert_ne!(network[1], by_hand[1], "the manifest chooses the hand-written evaluation");
    assert_eq!(nodes(&["--manifest", "thesis", "--option", "Use NNUE=false"]), by_hand);
    let (status, text) = lab(&folder, &["ebf", "--option", "Hasch=1"]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("Hasch"), "{text}");
}

#[test]
fn a_curve_is_fitted_to_the_games_of_a_match() {
    let folder = folder("commands-curve");
    let engines = ["--engine", "name=a", "cmd=self", "--engine", "name=b", "cmd=self", "--each", "nodes=150"];
    let rest = ["--rounds", "6", "--concurrency", "2", "--quiet", "--out", "games"];
    let (status, text) = lab(&folder, &[&["match"][..], &engines, &rest].concat());
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = lab(&folder, &["curve", "games"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.starts_with("12 games") && text.matches("\n| ").count() == 9, "{text}");
    let (status, text) = lab(&folder, &["curve", "games", "--json"]);
    assert_eq!((status, text.trim_start().starts_with('[')), (Some(0), true), "{text}");
    let (status, text) = lab(&folder, &["curve", "nowhere"]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("nowhere"), "{text}");
}

#[test]
fn suites_are_run_and_logged() {
    let folder = folder("commands-suite");
    let mates = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank.1\";\n\
                 6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#; id \"perverse.1\";\n";
    std::fs::write(folder.join("two.epd"), mates).unwrap();
    let (status, text) = lab(&folder, &["suite", "two.epd", "--depth", "3", "--no-bench"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("perverse.1: Ra8#") && text.contains("wanted not Ra8#"), "{text}");
    // Threads work on one position together: every position is still counted once.
    let words = ["suite", "two.epd", "--depth", "3", "--no-bench", "--threads", "2", "--concurrency", "2"];
    let (status, text) = lab(&folder, &words);
    assert!(
        status == Some(0) && text.lines().any(|line| line.starts_with("all ") && line.contains(" 2 ")),
        "{text}"
    );
    let (_, text) = lab(&folder, &["suite", "history"]);
    assert_eq!(
        text.lines().filter(|line| line.contains("1/2") && line.contains("depth=3")).count(),
        2,
        "{text}"
    );
}

#[test]
fn numbers_out_of_range_are_rejected() {
    let folder = folder("commands-numbers");
    let engines =
        ["match", "--engine", "cmd=self", "name=a", "--engine", "cmd=self", "name=b", "--each", "depth=1"];
    for (words, named) in [
        (["--rounds", "4000000000"], "from 1 to 1000000"),
        (["--rounds", "0"], "from 1 to 1000000"),
        (["--concurrency", "1000000"], "1 to 1024"),
        (["--margin", "18446744073709551615"], "from 0 to 86400000"),
        (["--patience", "18446744073709551615"], "from 1 to 86400"),
        (["--startup", "18446744073709551615"], "from 1 to 86400"),
    ] {
        let (status, text) = lab(&folder, &[&engines[..], &words].concat());
        assert!(status == Some(2) && text.contains(named) && text.contains(words[0]), "{words:?}: {text}");
    }
    let (status, text) = lab(&folder, &[&engines[..], &["option.MultiPV=0"]].concat());
    assert!(
        status == Some(3) && text.contains("its option MultiPV takes a number from 1 to 256, not '0'"),
        "{text}"
    );
    let (status, text) = lab(&folder, &["ebf", "--positions", "99999999999999"]);
    assert!(status == Some(2) && text.contains("--positions"), "{text}");
    let (status, text) = lab(&folder, &["spsa", "--iterations", "1", "--concurrency", "1000000"]);
    assert!(status == Some(2) && text.contains("--concurrency"), "{text}");
}

#[test]
fn tuning_needs_games() {
    let folder = folder("commands-tune");
    let (status, text) =
        lab(&folder, &["datagen", "--out", "g.vrec", "--games", "8", "--nodes", "50", "--quiet"]);
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = lab(&folder, &["datagen", "--out", "g.vrec", "--games", "9", "--nodes", "60"]);
    assert!(status == Some(2) && text.contains("choose another file"), "{text}");
    let (status, text) = lab(&folder, &["tune", "g.vrec", "--epochs", "1", "--write", "weights.rs"]);
    // So few games may or may not be enough to learn from; either way the command says so.
    match status {
        Some(0) => assert!(folder.join("weights.rs").exists(), "{text}"),
        _ => assert!(text.contains("nothing was learned") || text.contains("not enough"), "{text}"),
    }
    assert_eq!(lab(&folder, &["tune"]).0, Some(2));
    assert_eq!(lab(&folder, &["tune", "none.vrec"]).0, Some(2));
}

#[test]
fn one_rule_for_exit_statuses() {
    let folder = folder("commands-status");
    for (words, status, part) in [
        (&["--version"][..], 0, env!("CARGO_PKG_VERSION")),
        (&["--help"], 0, "Exit status: 0 yes, 1 no, 2 wrong usage or input"),
        (&["help", "match"], 0, "--engine"),
        (&["nonsense"], 2, "unrecognized subcommand"),
        (&["matsh"], 2, "'match'"),
        (&["match", "--bogus"], 2, "--bogus"),
        (&["sprt", "calc", "10", "20", "10", "--json"], 1, "\"verdict\": \"undecided\""),
        (&["completions", "bash"], 0, "vernier-lab"),
        (&["man"], 0, ".TH vernier-lab 1"),
    ] {
        let (found, text) = lab(&folder, words);
        assert_eq!(found, Some(status), "{words:?}: {text}");
        assert!(text.contains(part), "{words:?}: {text}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
}

/// A device on which nothing can be written.
#[test]
#[cfg(target_os = "linux")]
fn results_for_scripts_that_cannot_be_written_are_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let mut command = Command::new(env!("CARGO_BIN_EXE_vernier-lab"));
    let output = command.args(["sprt", "calc", "10", "20", "10", "--json"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}

#[test]
fn a_failed_start_leaves_nothing_behind() {
    let folder = folder("commands-start");
    let engines = ["--engine", "cmd=self", "name=a", "--engine", "cmd=/no/such/engine", "name=b"];
    let (status, text) = lab(&folder, &[&["match"], &engines[..], &["--each", "depth=1"]].concat());
    assert!(status == Some(3) && text.contains("engine b cannot be started"), "{text}");
    let wrong = ["--engine", "cmd=self", "name=a", "option.Hash=many", "--engine", "cmd=self", "name=b"];
    let (status, text) = lab(&folder, &[&["sprt"], &wrong[..], &["--each", "depth=1"]].concat());
    assert!(
        status == Some(3) && text.contains("engine a cannot be started: Hash=many: option Hash"),
        "{text}"
    );
    let rating = ["rating", "--engine", "cmd=/no/such/engine", "--levels", "1500-1600", "--each", "depth=1"];
    let (status, text) = lab(&folder, &[&rating[..], &["--opponent", "cmd=self"]].concat());
    assert_eq!(status, Some(3), "{text}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "no folder of results");
}

#[test]
fn our_own_engine_accepts_true_and_false() {
    let folder = folder("commands-switch");
    let engines =
        ["--engine", "cmd=self", "name=a", "option.null_move=false", "--engine", "cmd=self", "name=b"];
    let more =
        ["--each", "depth=1", "option.null_move_verification=true", "--rounds", "1", "--max-moves", "3"];
    let (status, text) = lab(&folder, &[&["match", "--json"], &engines[..], &more].concat());
    assert_eq!(status, Some(0), "{text}");
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&result["games"], &result["pairings"][0]["first"]), (&2.into(), &"a".into()), "{text}");
    assert_eq!(result["pairings"][0]["pairs"].as_array().map(Vec::len), Some(5), "{text}");
}

/// Each thread asks for 16 MB of stack: there is room for some dozens, not for a thousand.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_the_system_refuses_are_reported_for_our_own_engine() {
    let folder = folder("commands-threads");
    let script = r#"ulimit -v 1048576; exec "$0" match --engine cmd=self name=a option.Threads=1000 --engine cmd=self name=b --each depth=1 --rounds 1"#;
    let output = Command::new("sh")
        .current_dir(&folder)
        .args(["-c", script, env!("CARGO_BIN_EXE_vernier-lab")])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("engine a") && text.contains("the system gives only "), "{text}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "no folder of results");
}

#[test]
fn special_files_are_rejected() {
    let folder = folder("commands-devices");
    let engines = ["match", "--engine", "cmd=self", "name=a", "--engine", "cmd=self", "name=b", "--each"];
    let openings = folder.display().to_string();
    let mut devices = vec![openings.as_str()];
    if cfg!(unix) {
        devices.push("/dev/zero");
    }
    for device in devices {
        let (status, text) = lab(&folder, &[&engines[..], &["depth=1", "--openings", device]].concat());
        assert!(status == Some(2) && text.contains("is not a file"), "{device}: {text}");
        let (status, text) = lab(&folder, &["suite", device, "--no-bench"]);
        assert!(status == Some(2) && text.contains("is not a file"), "{device}: {text}");
    }
}

#[test]
fn a_suite_logs_the_commit_the_program_was_built_from() {
    let folder = folder("commands-commit");
    std::fs::write(folder.join("one.epd"), "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;\n").unwrap();
    // The folder is not a checkout; the commit comes from the program.
    let (status, text) = lab(&folder, &["suite", "one.epd", "--depth", "2", "--no-bench", "--json"]);
    assert_eq!(status, Some(0), "{text}");
    let entries: serde_json::Value = serde_json::from_str(&text).unwrap();
    let built_from = option_env!("VERNIER_COMMIT").filter(|commit| *commit != "unknown");
    assert_eq!(entries[0]["commit"].as_str(), built_from, "{text}");
}
