//! Reports and ratings, from the outside.

mod mock;

use mock::{engine, folder, lab, records};
use std::path::Path;
use vernier_lab::study::rating::{Games, level_of};

#[test]
fn mock_engine() {
    mock::perform();
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Runs `vernier-lab` in a folder; its output.
fn run(folder: &Path, words: &[String], status: i32) -> String {
    let output = lab(words).current_dir(folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {text}");
    text.into_owned()
}

#[test]
fn a_report_covers_everything_in_the_folder() {
    let folder = folder("report-all");
    let manifest = "comparisons = [\"chain\", \"leave-one-out\"]\ntechniques = [\"quiescence\"]\nrounds = 1\n\
                    [[regime]]\nname = \"nodes\"\nnodes = 100\n[[regime]]\nname = \"depth\"\ndepth = 1\n";
    std::fs::write(folder.join("m.toml"), manifest).unwrap();
    run(&folder, &words("ablate m.toml"), 0);
    run(&folder, &words("ebf --depth 3 --positions 2 --stages chain --first 3"), 0);
    std::fs::write(folder.join("two<.epd"), "6k1/5ppp/8/8/8/8/8/R5K1 w - - ce 500; id \"e.1\";\n").unwrap();
    run(&folder, &words("suite two<.epd --depth 2 --no-bench --option null_move=0"), 0);
    let test = "sprt --engine name=<i>new</i> cmd=self --engine name=base cmd=self --each nodes=60 --rounds 3 \
                --elo0 -3 --elo1 7 --model logistic --quiet --out results/test";
    run(&folder, &words(test), 1);
    let trained = folder.join("results/net-1");
    std::fs::create_dir_all(&trained).unwrap();
    std::fs::write(trained.join("settings.json"), r#"{"hidden": 64, "lr": 0.001, "train": ["x"]}"#).unwrap();
    let log = "{\"positions\": 1000000, \"train\": 0.02, \"valid\": 0.03}\n{\"positions\": 2000000, \"train\": 0.01, \
               \"valid\": 0.025}\n{\"positions\": 3";
    std::fs::write(trained.join("log.jsonl"), log).unwrap();
    std::fs::write(folder.join("note.md"), "What it means.\n\n- a point").unwrap();

    let text = run(&folder, &words("report --out out/all.html --note note.md"), 0);
    assert!(text.contains("all-9.svg") && !text.contains("all-10.svg"), "{text}");
    let page = std::fs::read_to_string(folder.join("out/all.html")).unwrap();
    let markdown = std::fs::read_to_string(folder.join("out/all.md")).unwrap();
    let ablations = ["The chain: ablation", "Leave one out: ablation"];
    for title in
        ablations.into_iter().chain(["Node growth: results", "Matches and tests", "Suites", "Networks"])
    {
        assert!(page.contains(&format!("<h2>{title}</h2>")), "{title} is not in {page}");
        assert!(markdown.contains(&format!("## {title}\n")), "{title} is not in {markdown}");
    }
    assert_eq!(page.matches("<svg").count(), 9);
    assert!(page.contains("<li>a point</li>") && page.contains("&lt;i&gt;new&lt;/i&gt;"));
    assert!(page.contains("[-3, 7] Elo") && page.contains("null_move=0") && page.contains("0.025000 at 2 M"));
    assert!(!page.contains("<i>") && !page.contains("<script") && !page.contains("http-equiv"));
    // Nothing is fetched from anywhere.
    assert_eq!(page.matches("http").count(), page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());

    // What techniques are worth is written from the same games.
    std::fs::write(
        folder.join("worth.tsv"),
        "technique\texperiment\tcomparison\tregime\tgames\telo\terror\n",
    )
    .unwrap();
    run(&folder, &words("report --out out/all.html --note note.md --measurements worth.tsv"), 0);
    let worth = std::fs::read_to_string(folder.join("worth.tsv")).unwrap();
    assert_eq!(worth.lines().count(), 5, "{worth}");
    assert!(worth.contains("\nquiescence\tablation\tchain\t100 nodes a move\t2\t"), "{worth}");

    // The rows of an ablation are enough for its part of the page.
    run(&folder, &words("report --out out/all.html --note note.md --rows kept"), 0);
    run(&folder, &words("report kept --out out/kept.html"), 0);
    let kept = std::fs::read_to_string(folder.join("out/kept.md")).unwrap();
    let row = |page: &str| page.lines().find(|line| line.starts_with("| quiescence |")).map(str::to_owned);
    assert!(row(&kept).is_some() && row(&kept) == row(&markdown), "{kept}");

    // The same results make the same report, and a folder without any makes none.
    run(&folder, &words("report results --out again/all.html --note note.md"), 0);
    assert_eq!(std::fs::read_to_string(folder.join("again/all.html")).unwrap(), page);
    std::fs::create_dir(folder.join("empty")).unwrap();
    assert!(run(&folder, &words("report empty"), 2).contains("no results"));
    assert!(run(&folder, &words("report nowhere"), 2).contains("nowhere"));
}

#[test]
fn a_folder_with_node_counts_alone_gets_no_file_of_rows() {
    let folder = folder("report-rows");
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/log/ablation");
    for (name, files) in [
        ("scout-first", &["growth.jsonl", "manifest.toml"][..]),
        ("tree", &["ablation.jsonl", "manifest.toml"]),
    ] {
        let stored = folder.join("stored").join(name);
        std::fs::create_dir_all(&stored).unwrap();
        for file in files {
            std::fs::copy(log.join(name).join(file), stored.join(file)).unwrap();
        }
    }
    run(&folder, &words("report stored --rows kept"), 0);
    assert!(folder.join("kept/tree/ablation.jsonl").exists());
    assert!(!folder.join("kept/scout-first").exists(), "there are no rows to keep");
}

/// The title of the log's page about ablations, as `scripts/ablation-log` gives it.
const LOG_TITLE: &str = "What the techniques of the search are worth";

#[test]
fn the_log_of_ablations_is_what_the_stored_rows_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = folder("report-log");
    let read =
        |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let table = read(&root.join("crates/engine/measurements.tsv"));
    let head = table.lines().next().unwrap().to_owned() + "\n";
    for (name, text) in [("old.tsv", &table), ("new.tsv", &head)] {
        std::fs::write(out.join(name), text).unwrap();
        let words =
            ["report", "docs/log/ablation", "--title", LOG_TITLE, "--note", "docs/log/ablation/note.txt"];
        let mut words = words.map(str::to_owned).to_vec();
        for (option, file) in [("--out", "ablation.html"), ("--measurements", name)] {
            words.extend([option.to_owned(), out.join(file).display().to_string()]);
        }
        run(&root, &words, 0);
    }
    for file in std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()) {
        let name = file.file_name().unwrap().to_str().unwrap();
        if !name.ends_with(".tsv") {
            let kept = root.join("docs/log").join(name);
            assert!(read(&kept) == read(&file), "docs/log/{name} is not current: run scripts/ablation-log");
        }
    }
    // Nothing but the rows of the first entry of the log, whose games are gone, stands in the table without stored rows.
    assert_eq!(
        read(&out.join("old.tsv")),
        table,
        "the measurements are not current: run scripts/ablation-log"
    );
    let stored = read(&out.join("new.tsv"));
    let unknown = table.lines().find(|line| !stored.contains(*line) && !line.contains("\t2026-11-15\t"));
    assert_eq!(unknown, None);
}

#[test]
fn a_rating_is_found_and_resumed() {
    let folder = folder("report-rating");
    let opponent = engine("ignored", "leveled");
    let rating = |games: u32| {
        let mut all = words("rating --engine name=us cmd=self --each nodes=40 --concurrency 2 --opponent");
        all.extend(opponent.iter().skip(1).cloned());
        all.extend(words(&format!("--error 1 --games {games} --out r")));
        all
    };
    let text = run(&folder, &rating(12), 1);
    let games = records(&folder.join("r"));
    assert_eq!(games.len(), 12, "{text}");
    // It begins in the middle of what the opponent offers; both games of a pair meet the same level.
    let level = |index: usize| level_of(&games[index].white).or(level_of(&games[index].black)).unwrap();
    assert_eq!(level(0), 1500);
    let mut counted = Games::default();
    games.iter().for_each(|game| counted.add(game));
    assert_eq!((counted.count(), counted.unfinished()), (12, None));

    let text = run(&folder, &rating(14), 1);
    assert!(text.contains("12 games are in r already"), "{text}");
    let count = records(&folder.join("r")).len();
    assert!(count >= 14);
    let text = run(&folder, &[rating(14), words("--json")].concat(), 1);
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&result["engine"], &result["games"]), (&"us".into(), &count.into()), "{text}");
    assert!(result["reached"] == false && !result["levels"].as_array().unwrap().is_empty(), "{text}");
    run(&folder, &words("report r --out r.html"), 0);
    let page = std::fs::read_to_string(folder.join("r.html")).unwrap();
    assert!(page.contains("<h2>Ratings</h2>") && page.contains("<td class=\"left\">1500</td>"), "{page}");
}

#[test]
fn an_opponent_without_levels_is_rejected() {
    let folder = folder("report-no-levels");
    let mut all = words("rating --engine name=us cmd=self --each nodes=40 --opponent");
    all.extend(engine("ignored", "good").into_iter().skip(1));
    assert!(run(&folder, &all, 3).contains("has no option UCI_Elo"));
    assert!(run(&folder, &words("rating --engine cmd=self"), 2).contains("has no limit"));
}

#[test]
fn every_pairing_of_a_tournament_is_in_the_report() {
    let folder = folder("report-tournament");
    let engines = "match --engine name=a cmd=self --engine name=b cmd=self --engine name=c cmd=self --each depth=1 \
                   --rounds 1 --max-moves 3 --quiet --out results/all";
    run(&folder, &words(engines), 0);
    run(&folder, &words("report"), 0);
    let markdown = std::fs::read_to_string(folder.join("report.md")).unwrap();
    for pairing in ["a - b", "a - c", "b - c"] {
        assert!(markdown.contains(pairing), "{pairing} is not in {markdown}");
    }
    assert!(!markdown.contains("## Ratings"), "{markdown}");
}

#[test]
fn opponents_named_as_levels_give_a_rating() {
    let folder = folder("report-levels");
    let mut gauntlet =
        words("match --gauntlet --engine name=us cmd=self --each depth=1 --max-moves 3 --rounds 2");
    for level in ["level 2000", "level 2400"] {
        gauntlet.extend(["--engine".to_owned(), format!("name={level}"), "cmd=self".to_owned()]);
    }
    gauntlet.extend(words("--quiet --out results/all"));
    run(&folder, &gauntlet, 0);
    run(&folder, &words("report"), 0);
    let markdown = std::fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(markdown.contains("`us, depth=1`"), "{markdown}");
    for level in ["| 2000 | 4 |", "| 2400 | 4 |"] {
        assert!(markdown.contains(level), "{level} is not in {markdown}");
    }
}
