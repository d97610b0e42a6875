use super::*;

const GOOD: &str =
    "comparisons = [\"chain\", \"leave-one-out\"]\nrounds = 5\n[[regime]]\nname = \"d\"\ndepth = 3\n";

#[test]
fn manifest_errors_are_found_before_the_first_game() {
    let manifest = Manifest::read(GOOD).unwrap();
    assert_eq!((manifest.rounds(), manifest.concurrency), (5, 1));
    assert_eq!((manifest.margin, manifest.adjudicate), (1000, false));
    for (from, to, part) in [
        ("chain", "chian", "chian"),
        ("rounds = 5", "rounds = 0", "nothing"),
        ("rounds = 5", "rounds = 5\ngames = 3", "not both"),
        ("depth = 3", "", "no limit"),
        ("depth = 3", "movetime = \"x\"", "\"x\" is not a time"),
        ("rounds = 5", "rounds = 5\nspeed = 3", "speed"),
        ("rounds = 5", "rounds = 5\ntechniques = [\"magic\"]", "magic"),
        ("rounds = 5", "rounds = 5\norder = [\"magic\"]", "magic"),
        ("rounds = 5", "rounds = 5\norder = [\"tablebases\"]", "needs tablebases"),
        ("rounds = 5", "rounds = 5\nsprt = { elo0 = 5, elo1 = 0 }", "elo"),
        ("depth = 3", "depth = 3\npublished = [1.0]", "1 published figures"),
        ("depth = 3", "depth = 3\n[growth]\nnodes = [1]\nfactors = []", "published growth needs"),
    ] {
        let error = Manifest::read(&GOOD.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn handcrafted_switches_are_played_only_if_named() {
    let hand = |text: &str| {
        let manifest = Manifest::read(text).unwrap();
        let matches = manifest.matches();
        (
            matches.iter().filter(|found| found.comparison.technique.starts_with("hand_")).count(),
            matches.len(),
        )
    };
    let (unnamed, all) = hand(GOOD);
    assert!(unnamed == 0 && all > 50, "{unnamed} of {all}");
    let named = "rounds = 5\ntechniques = [\"hand_castling\", \"trade_ahead\"]";
    assert_eq!(hand(&GOOD.replace("rounds = 5", named)), (1, 2));
}

#[test]
fn options_are_those_of_manifest_and_regime_and_the_switches_of_the_stage() {
    let options =
        "rounds = 5\noptions = { Hash = 8, aspiration_depth = 1, null_move = 1, \"Use NNUE\" = false }";
    let manifest = Manifest::read(&GOOD.replace("rounds = 5", options)).unwrap();
    let stages = manifest.chain().unwrap().stages();
    for (stage, null_move) in [(&stages[0], "0"), (stages.last().unwrap(), "1")] {
        let options = manifest.options(None, stage);
        // The engine applies them in this order.
        let value =
            |name: &str| options.iter().rfind(|(known, _)| known == name).map(|(_, value)| &value[..]);
        let found = ["Hash", "aspiration_depth", "Use NNUE", "null_move"].map(value);
        assert_eq!(found, [Some("8"), Some("1"), Some("false"), Some(null_move)], "the stage decides");
    }
}

#[test]
fn regimes_are_chosen_by_name_and_have_published_figures() {
    let text = "order = [\"quiescence\", \"null_move\"]\n[[regime]]\nname = \"d\"\ndepth = 4\n\
                published = [798.25, -4.52]\n[[regime]]\nname = \"n\"\nnodes = 500\n";
    let mut manifest = Manifest::read(text).unwrap();
    let published = manifest.published();
    let null_move = Published { regime: "d".into(), technique: "null_move".into(), elo: -4.52 };
    assert_eq!((published.len(), &published[1]), (2, &null_move));
    let names = |names: &[&str]| -> Vec<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    assert!(manifest.keep_regimes(&names(&["d", "x"])).is_err());
    assert_eq!(manifest.matches().len(), 4);
    manifest.keep_regimes(&names(&["n"])).unwrap();
    assert_eq!(manifest.matches().len(), 2);
    assert!(manifest.matches().iter().all(|found| found.regime.name == "n"));
}

#[test]
fn a_plan_follows_the_manifest() {
    let text = "order = [\"quiescence\", [\"null_move\", \"futility\"], \"tablebases\"]\nbase = [\"killer_moves\"]\n\
                games = 7\nthreads = 2\ntablebases = \"/tb\"\noptions = { Hash = 32, \"Move Overhead\" = 0 }\n\
                sprt = { elo0 = 0, elo1 = 10, model = \"logistic\" }\n\
                [[regime]]\nname = \"t\"\nmovetime = \"0.1\"\noptions = { Hash = 8 }\n\
                [[regime]]\nname = \"d\"\ndepth = 4\n";
    let manifest = Manifest::read(text).unwrap();
    let matches = manifest.matches();
    let names: Vec<&str> = matches.iter().map(|found| found.comparison.technique.as_str()).collect();
    let twice = |name| [name, name];
    assert_eq!(names, [twice("quiescence"), twice("null_move+futility"), twice("tablebases")].concat());
    let plan = manifest.plan(&matches[4], Path::new("r")).unwrap();
    assert_eq!((plan.rounds, plan.folder.as_path()), (4, Path::new("r/t/chain/tablebases")));
    assert!(plan.sprt.is_some());
    let option = |engine: usize, name: &str| {
        let found = plan.engines[engine].options.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    };
    assert_eq!((option(0, "Hash"), option(0, "Move Overhead")), (Some("8"), Some("0")));
    assert_eq!((option(0, "Threads"), option(0, "aspiration")), (Some("2"), Some("0")));
    assert_eq!((option(0, "SyzygyPath"), option(1, "SyzygyPath")), (Some("/tb"), None));
    assert_eq!(option(0, "killer_moves"), None, "on from the start");
    let mut longer = manifest.clone();
    longer.set_games(9);
    assert_eq!((manifest.rounds(), longer.rounds()), (4, 5));
}
