//! The `vernier` command from outside: output, errors and exit statuses.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn vernier(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vernier")).args(words).stdin(Stdio::null()).output().unwrap()
}

/// The standard output of a command that must end with that status and say nothing else.
fn stdout(words: &[&str], status: i32) -> String {
    let output = vernier(words);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The error of wrong usage or input: exit status 2, nothing on standard output.
fn error(words: &[&str]) -> String {
    let output = vernier(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{words:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: ") && text.ends_with('\n'), "{text}");
    text
}

/// The output of a command as JSON.
fn json(words: &[&str], status: i32) -> serde_json::Value {
    serde_json::from_str(&stdout(&[words, &["--json"]].concat(), status)).unwrap()
}

/// A file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vernier-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Checks the form of the last line of a perft and returns its nodes.
fn nodes(text: &str) -> u64 {
    let line = text.lines().last().unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    let ["Nodes:", nodes, "", "Time:", time, "s", "", "Speed:", speed, "Mnps"] = words[..] else {
        panic!("{line}");
    };
    let (_, _): (f64, f64) = (time.parse().unwrap(), speed.parse().unwrap());
    nodes.parse().unwrap()
}

#[test]
fn perft_counts() {
    assert_eq!(nodes(&stdout(&["perft", "4"], 0)), 197_281);
    assert_eq!(nodes(&stdout(&["perft", "0"], 0)), 1);
    assert_eq!(nodes(&stdout(&["perft", "3", "--fen", KIWIPETE], 0)), 97_862);
    assert_eq!(nodes(&stdout(&["perft", "--fen=startpos", "--threads=2", "--hash=1", "4"], 0)), 197_281);
    let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(nodes(&stdout(&["perft", "3", "--chess960", "--fen", shredder], 0)), 12_189);
}

#[test]
fn perft_divides() {
    let text = stdout(&["perft", "2", "--fen", KIWIPETE, "--divide"], 0);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 49);
    assert_eq!(nodes(&text), 2_039);
    assert!(lines.contains(&"e1g1: 43") && lines.contains(&"e1c1: 43"), "{text}");
    assert!(lines[..48].is_sorted());
    let sum: u64 =
        lines[..48].iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 2_039);
    let text = stdout(&["perft", "1", "--fen", KIWIPETE, "--divide", "--chess960"], 0);
    assert!(text.contains("e1h1: 1\n") && !text.contains("e1g1"));
    // No move to divide by, but still an answer.
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(nodes(&stdout(&["perft", "3", "--divide", "--fen", mated], 0)), 0);
    assert_eq!(nodes(&stdout(&["perft", "0", "--divide"], 0)), 1);
}

#[test]
fn perft_checks_suites() {
    let good = format!(
        "# a comment\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902\r\n\
         {KIWIPETE} ;D1 48 ;D2 2039 ;D3 97862\n"
    );
    let suite = Scratch::new("good.epd", &good);
    let text = stdout(&["perft", "--suite", suite.path()], 0);
    assert!(text.starts_with("Positions: 2  Counts: 6  Skipped: 0  Failures: 0\n"), "{text}");
    assert_eq!(nodes(&text), 20 + 400 + 8_902 + 48 + 2_039 + 97_862);
    let text = stdout(&["perft", "--suite", suite.path(), "--max-depth", "2", "--max-nodes", "400"], 0);
    assert!(text.starts_with("Positions: 2  Counts: 3  Skipped: 3  Failures: 0\n"), "{text}");

    let suite = Scratch::new("bad.epd", &good.replace("2039", "2040"));
    let text = stdout(&["perft", "--suite", suite.path(), "--threads", "2"], 1);
    let first = text.lines().next().unwrap();
    assert_eq!(first, format!("line 4: depth 2: 2040 expected, 2039 counted: {KIWIPETE}"));
    assert!(text.contains("Failures: 1\n"), "{text}");
}

#[test]
fn perft_rejects_unusable_suites() {
    assert!(error(&["perft", "--suite", "no such file"]).contains("no such file: "));
    for (text, reason) in [
        ("", "no positions"),
        ("\n# only a comment\n", "no positions"),
        ("not a position ;D1 1\n", "line 1: "),
        (&format!("{KIWIPETE}\n"), "line 1: no counts such as 'D3 8902'"),
        (
            &format!("{KIWIPETE} ;D1 48 ;D2 many\n"),
            "line 1: 'D2 many': a count is an opcode and a whole number, such as 'D3 8902'",
        ),
    ] {
        let suite = Scratch::new("unusable.epd", text);
        assert!(error(&["perft", "--suite", suite.path()]).contains(reason), "{text}");
    }
}

#[test]
fn perft_explains_wrong_usage() {
    for (words, reason) in [
        (&["perft"][..], "<DEPTH>"),
        (&["perft", "deep"], "invalid value 'deep' for '[DEPTH]'"),
        (&["perft", "99999999999"], "it must be from 0 to 10000"),
        (&["perft", "3", "4"], "unexpected argument '4'"),
        (&["perft", "3", "--threads", "0"], "it must be from 1 to 1024"),
        (&["perft", "3", "--hash", "lots"], "invalid value 'lots' for '--hash <MB>'"),
        (&["perft", "3", "--fen"], "a value is required for '--fen <FEN>'"),
        (&["perft", "3", "--dive"], "a similar argument exists: '--divide'"),
        (&["perft", "3", "--max-depth", "2"], "cannot be used with"),
        (&["perft", "--suite", "x", "--divide"], "cannot be used with"),
        (&["perft", "--suite", "x", "3"], "cannot be used with"),
    ] {
        let error = error(words);
        assert!(error.contains(reason), "{words:?}: {error}");
        assert!(error.contains("Usage: vernier perft") || error.contains("--help"), "{error}");
    }
    assert!(error(&["perft", "3", "--fen", "nonsense"]).contains("cannot read the position 'nonsense': "));
}

#[test]
fn board_shows_a_position() {
    let text = stdout(&["board"], 0);
    assert!(text.starts_with("8 r n b q k b n r\n7 p p p p p p p p\n"), "{text}");
    assert!(
        text.contains(
            "\n  a b c d e f g h\n\nFEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
        ),
        "{text}"
    );
    assert!(text.ends_with("Key: 463b96181691fc9c\n"), "{text}");
    // A FEN may come as one word or as many.
    let fen: Vec<&str> = KIWIPETE.split(' ').collect();
    let many = stdout(&[&["board"], &fen[..]].concat(), 0);
    assert_eq!(many, stdout(&["board", KIWIPETE], 0));
    assert!(stdout(&["board", "--unicode", "--flip"], 0).starts_with("1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖\n"));
    let sets = stdout(&["board", "--bitboards"], 0);
    assert!(sets.starts_with("White 0x000000000000ffff\n. . . . . . . .\n"), "{sets}");
    assert!(sets.contains("King 0x1000000000000010\n. . . . x . . .\n"), "{sets}");
    assert!(
        stdout(&["board", "--bitboards", "--flip"], 0).contains("King 0x1000000000000010\n. . . x . . . .\n")
    );
}

#[test]
fn repaired_positions_come_with_a_note() {
    let output = vernier(&["board", "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("FEN: r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1\n"));
    assert_eq!(output.stderr, b"note: castling with h1 is impossible\n");
}

#[test]
fn board_draws() {
    let file = Scratch::new("board.svg", "");
    assert_eq!(stdout(&["board", "--svg", file.path(), "--flip"], 0), "");
    let svg = fs::read_to_string(file.path()).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<use ").count(), 32);
    assert!(stdout(&["board", "--svg", "-"], 0).starts_with("<svg "));
}

#[test]
fn board_explains_wrong_usage() {
    assert!(error(&["board", "--svg", "x.svg", "--unicode"]).contains("cannot be used with"));
    assert!(error(&["board", "nonsense"]).contains("cannot read the position 'nonsense': "));
    assert!(error(&["board", "--svg", "no/such/folder/x.svg"]).contains("no/such/folder/x.svg: "));
}

#[test]
fn an_empty_position_is_rejected() {
    for command in ["board", "moves", "eval"] {
        assert!(error(&[command, ""]).contains("cannot read the position ''"), "{command}");
        assert!(error(&[command, "  "]).contains("cannot read the position ''"));
    }
    assert!(error(&["perft", "2", "--fen", ""]).contains("cannot read the position ''"));
}

#[test]
fn moves_are_listed() {
    let text = stdout(&["moves"], 0);
    assert_eq!(text.lines().count(), 20);
    assert!(text.lines().is_sorted());
    assert_eq!(text.lines().next(), Some("a2a3   a3"));
    assert!(text.contains("\ng1f3   Nf3\n"));
    let text = stdout(&["moves", KIWIPETE], 0);
    assert!(text.contains("e1g1   O-O\n") && !text.contains("e1h1"));
    assert!(stdout(&["moves", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"], 0).contains("a7a8q  a8=Q+\n"));
    assert!(stdout(&["moves", "--chess960", KIWIPETE], 0).contains("e1h1"));
    // A king that castles without moving would be named g1g1 in the plain form.
    let text = stdout(&["moves", "6k1/8/8/8/8/8/8/6KR w H - 0 1"], 0);
    assert!(text.contains("g1h1") && !text.contains("g1g1"));
    assert_eq!(stdout(&["moves", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"], 0), "");
}

#[test]
fn help_and_version() {
    let version = concat!("vernier ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(stdout(&["--version"], 0), version);
    assert_eq!(stdout(&["-V"], 0), version);
    let verbose = stdout(&["--version", "--verbose"], 0);
    assert!(verbose.starts_with(version), "{verbose}");
    for label in ["commit: ", "target: ", "profile: ", "uses: ", "kernels: ", "network: "] {
        assert!(verbose.contains(label), "{verbose}");
    }
    let general = stdout(&["help"], 0);
    assert!(
        stdout(&["--help"], 0).contains("Exit status: 0 yes, 1 no, 2 wrong usage or input, 3 could not run.")
    );
    for command in ["perft", "board", "moves", "bench", "book", "tb", "net"] {
        assert!(general.contains(&format!("\n  {command} ")), "{general}");
        let help = stdout(&["help", command], 0);
        assert!(help.contains(&format!("Usage: vernier {command} ")), "{help}");
        assert_eq!(stdout(&[command, "--help"], 0), help);
    }
    let misspelt = error(&["prft"]);
    assert!(
        misspelt.contains("unrecognized subcommand 'prft'") && misspelt.contains("'perft'"),
        "{misspelt}"
    );
    assert!(error(&["help", "fly"]).contains("unrecognized subcommand 'fly'"));
    assert!(error(&["--verbose"]).contains("--version"));
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell], 0);
        assert!(script.contains("perft") && script.contains("divide"), "{shell}");
    }
    let page = stdout(&["man"], 0);
    assert!(page.contains(".TH vernier 1") && page.contains("vernier\\-perft"), "{page}");
    let folder = std::env::temp_dir().join(format!("vernier-{}-man", std::process::id()));
    stdout(&["man", "--out", folder.to_str().unwrap()], 0);
    for name in ["vernier.1", "vernier-perft.1", "vernier-book-show.1"] {
        assert!(folder.join(name).exists(), "{name}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_evaluation_is_explained_with_the_weights_of_a_file() {
    let weights = Scratch::new("weights.txt", "tempo = 77 55\n");
    let tempo = |arguments: &[&str]| {
        let document = json(&[&["eval"], arguments].concat(), 0);
        let terms = document["handcrafted"]["terms"].as_array().unwrap().clone();
        terms.into_iter().find(|term| term["name"] == "tempo").unwrap()["white"].clone()
    };
    assert_eq!(tempo(&["--weights", weights.path()]), serde_json::json!([77, 55]));
    assert_ne!(tempo(&[]), serde_json::json!([77, 55]));
    let wrong = Scratch::new("wrong-weights.txt", "tempo = 77 55\ntempi = 1 2\n");
    for command in ["eval", "serve"] {
        assert!(error(&[command, "--weights", wrong.path()]).contains("line 2: there is no weight 'tempi'"));
        assert!(error(&[command, "--weights", "no/such/file"]).contains("no/such/file"));
    }
}

#[test]
fn scripts_read_json() {
    let counted = json(&["perft", "3", "--divide"], 0);
    assert_eq!((&counted["nodes"], &counted["depth"]), (&8902.into(), &3.into()));
    assert_eq!(counted["moves"].as_array().unwrap().len(), 20);
    let bad = Scratch::new("json.epd", &format!("{KIWIPETE} ;D1 47\n"));
    let suite = json(&["perft", "--suite", bad.path()], 1);
    assert_eq!((&suite["failures"][0]["counted"], &suite["positions"]), (&48.into(), &1.into()));
    assert_eq!(json(&["moves"], 0)["moves"][0], serde_json::json!({ "uci": "a2a3", "san": "a3" }));
    let eval = json(&["eval", KIWIPETE], 0);
    assert_eq!(eval["fen"], KIWIPETE);
    assert_eq!(eval["score"], eval["network"]["score"]);
    assert!(eval["handcrafted"]["terms"].as_array().unwrap().len() > 5);
    let bench = json(&["bench", "2"], 0);
    assert!(bench["nodes"].as_u64().unwrap() > 1000 && bench["nodes_per_second"].is_u64());
    assert_eq!(json(&["board"], 0)["legal_moves"], 20);
    let tree = json(&["tree", "--nodes", "300", "--show", "5"], 0);
    assert_eq!((&tree["visits"], tree["san"].is_null()), (&300.into(), true), "{tree}");
    assert!(tree["children"][0]["san"].is_string() && tree["children"][0]["visits"].as_u64() > Some(1));
    assert!(json(&["net", "info"], 0)["hidden"].as_u64().unwrap() > 0);
    assert_eq!(json(&["book", "show"], 0)["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn one_rule_for_exit_statuses() {
    let wrong = Scratch::new("statuses.epd", &format!("{KIWIPETE} ;D1 47\n"));
    // A folder cannot be made below a file.
    let folder = format!("{}/pages", wrong.path());
    for (words, status) in [
        (["perft", "2"].as_slice(), 0),
        (&["perft", "--suite", wrong.path()], 1),
        (&["perft", "--bogus"], 2),
        (&["perft", "--suite", "no/such/file"], 2),
        (&["moves", "not a position"], 2),
        (&["man", "--out", &folder], 3),
    ] {
        let output = vernier(words);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {output:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_rejected() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for words in [&[&b"\xff\xfe"[..]][..], &[b"board", b"\xff\xfe"], &[b"perft", b"--fen", b"\xff"]] {
        let words = words.iter().map(|word| OsStr::from_bytes(word));
        let output = Command::new(env!("CARGO_BIN_EXE_vernier")).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    for words in
        [&["board"][..], &["moves"], &["perft", "3", "--divide"], &["help"], &["board", "--svg", "-"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vernier"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{words:?}: {output:?}");
    }
}

/// The last line of a short bench.
fn bench(words: &[&str]) -> String {
    let text = stdout(&[&["bench", "6"], words].concat(), 0);
    let last = text.lines().last().expect("a last line");
    last.split(" nodes").next().expect("a number").to_owned()
}

#[test]
fn the_tree_search_has_its_own_bench() {
    let simulations =
        |words: &[&str]| json(&[&["bench", "--search", "mcts"], words].concat(), 0)["nodes"].as_u64();
    let (few, more) = (simulations(&["--nodes", "100"]), simulations(&["--nodes", "200"]));
    assert!(few >= Some(100 * 40) && more > few, "{few:?}, {more:?}");
    assert_eq!(simulations(&["--nodes", "100"]), few);
    assert!(error(&["bench", "--search", "minimax"]).contains("'minimax' is neither alphabeta nor mcts"));
    assert!(error(&["bench", "3", "--nodes", "100"]).contains("cannot be used with"));
}

#[test]
fn every_kernel_gives_the_same_bench() {
    let usual = bench(&[]);
    for kernel in vernier_nnue::Kernel::available() {
        assert_eq!(bench(&["--arithmetic", &kernel.to_string()]), usual, "{kernel}");
    }
    assert_ne!(bench(&["--network", "hand"]), usual, "the hand-written terms judge otherwise");
    assert!(error(&["bench", "--arithmetic", "abacus"]).contains("this processor has the kernels scalar"));
    assert!(error(&["bench", "--network", "nowhere.nnue"]).contains("nowhere.nnue"));
}

#[test]
fn the_embedded_network_is_verified_and_exported() {
    let proof = stdout(&["net", "verify", "--positions", "2000"], 0);
    assert!(proof.contains("scalar") && proof.contains("agree with the scalar reference"), "{proof}");
    let file = Scratch::new("inside.nnue", "");
    stdout(&["net", "export", file.path()], 0);
    let shape = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(shape(&stdout(&["net", "info", file.path()], 0)), shape(&stdout(&["net", "info"], 0)));
    assert!(error(&["net", "verify", "--positions", "none"]).contains("--positions"));
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../nnue/tests/data/golden");
    let (network, vectors) = (format!("{data}.nnue"), format!("{data}.tsv"));
    let golden = stdout(&["net", "verify", &network, "--golden", &vectors, "--positions", "100"], 0);
    assert!(golden.starts_with("64 positions: all kernels agree with the trainer"), "{golden}");
    assert!(
        stdout(&["net", "verify", "--golden", &vectors], 1).contains("says"),
        "another network, other scores"
    );
    assert!(error(&["net", "verify", "--golden", &network]).contains("golden.nnue"));
}

#[test]
fn a_policy_network_is_verified_and_named_where_it_does_not_belong() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/nets/policy.nnue");
    let proof = stdout(&["net", "verify", network, "--positions", "300"], 0);
    assert!(proof.starts_with("policy network") && proof.contains("scalar"), "{proof}");
    assert!(proof.contains("agree with the scalar reference, bit for bit"), "{proof}");
    assert!(error(&["net", "info", network]).contains("is a policy network"));
    assert!(error(&["net", "verify", network, "--golden", "any.tsv"]).contains("is a policy network"));
    // A damaged one is not taken for a network that evaluates.
    let mut bytes = std::fs::read(network).unwrap();
    bytes[100] ^= 1;
    let file = Scratch::new("damaged.nnue", "");
    std::fs::write(file.path(), bytes).unwrap();
    assert!(error(&["net", "verify", file.path()]).contains("its checksum is wrong"));
}

#[test]
fn networks_of_other_trainers_are_imported_and_the_rest_is_rejected() {
    let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/../nnue/tests/data/foreign/");
    let (crelu, turned) = (format!("{foreign}crelu.bin"), format!("{foreign}turned.bin"));
    let file = Scratch::new("imported.nnue", "");
    let text = stdout(&["net", "import", &crelu, "--output", file.path(), "--activation", "crelu"], 0);
    assert!(text.contains("(768 -> 32) x 2 -> 1, plain, crelu"), "{text}");
    assert!(stdout(&["net", "verify", file.path(), "--positions", "500"], 0).contains("agree"));
    let options = "--activation crelu --qa 127 --qb 100 --scale 315 --order neuron --first-square a8 \
                   --first-pieces opponent --bias 32 --hidden 8";
    let words =
        [&["net", "import", &turned, "-o", file.path()], &options.split_whitespace().collect::<Vec<_>>()[..]];
    stdout(&words.concat(), 0);
    let info = json(&["net", "info", file.path()], 0);
    assert_eq!((info["centipawns"].as_u64(), info["inputs"].as_str()), (Some(315), Some("plain")));

    let before = fs::read(file.path()).unwrap();
    let refused = |words: &[&str]| error(&[&["net", "import"], words, &["-o", file.path()]].concat());
    assert!(refused(&[&crelu]).contains("the weight"));
    assert!(refused(&[&crelu, "--hidden", "16"]).contains("12338 bytes"));
    assert!(refused(&[&crelu, "--activation", "tanh"]).contains("screlu"));
    assert!(refused(&[file.path()]).contains("a network of Vernier already"));
    assert!(refused(&["/nowhere"]).contains("/nowhere"));
    assert_eq!(fs::read(file.path()).unwrap(), before, "a refusal writes nothing");
}

#[test]
fn docs_options_matches_the_command() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
    let page = fs::read_to_string(path).unwrap();
    assert!(
        page == stdout(&["options", "--markdown"], 0),
        "write it anew: vernier options --markdown > docs/options.md"
    );
    let options = json(&["options"], 0);
    let hash = options.as_array().unwrap().iter().find(|option| option["name"] == "Hash").unwrap();
    assert_eq!(hash["values"], "1 to 1048576");
    assert_eq!(hash["default"], "16");
}
