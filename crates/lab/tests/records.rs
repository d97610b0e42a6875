//! What `vernier-lab` says of files that are torn, in use, full, false or twice there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use vernier_chess::{Color, Outcome};
use vernier_records::{Block, Filter, Game, Header, Packed, Reader, Returns, Writer, crc32};

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("vernier-records-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

const DATAGEN: [&str; 9] = ["datagen", "--nodes", "5", "--hash", "1", "--seed", "3", "--threads", "1"];

fn lab(words: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vernier-lab")).args(words).args(paths).output().expect("it runs")
}

/// The exit status of `verify`, what it found, and its warnings.
fn verify(path: &Path) -> (Option<i32>, String, String) {
    let output = lab(&["records", "verify"], &[path]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let found = text(&output.stdout);
    let found = found.trim_end().rsplit(": ").next().unwrap_or_default().to_owned();
    (output.status.code(), found, text(&output.stderr))
}

/// Plays games into a file until it has this many.
fn play(path: &Path, games: &str) -> Output {
    lab(&[&DATAGEN[..], &["--games", games, "--out"]].concat(), &[path])
}

fn read(path: &Path) -> Vec<Game> {
    let blocks = Reader::open(path).expect("a file").map(|block| block.expect("a whole block"));
    let blocks: Vec<_> = blocks.collect();
    blocks
        .iter()
        .flat_map(|block| block.games().expect("streams").map(|game| game.expect("a game")))
        .collect()
}

/// A file of these blocks.
fn write(path: &Path, blocks: &[&[Game]]) {
    let _ = fs::remove_file(path);
    let mut writer = Writer::open(path, &Header::new().with("seed", 3), drop).expect("a file");
    for games in blocks {
        let mut block = Block::new();
        games.iter().for_each(|game| block.push(game));
        writer.append(&block).expect("written");
    }
}

#[test]
fn verify_reports_a_torn_block_and_the_next_run_replays_it() {
    let path = scratch("torn").join("games");
    assert!(play(&path, "3").status.success() && play(&path, "5").status.success());
    let whole = fs::read(&path).expect("a file");
    assert_eq!(verify(&path).1, "5 games, 0 damaged places, 0 games with faults, 0 repeated");
    let last = Reader::open(&path).expect("a file").map(|block| block.expect("whole").offset).last();
    let last = last.expect("two blocks") as usize;
    for length in [last + 1, last + 13, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("torn");
        let (status, found, warnings) = verify(&path);
        assert_eq!(
            (status, &found[..]),
            (Some(1), "3 games, 1 damaged place, 0 games with faults, 0 repeated")
        );
        assert!(warnings.contains("its writer was interrupted"), "{warnings}");
        let json = lab(&["records", "verify", "--json"], &[&path]);
        assert_eq!(json.status.code(), Some(1));
        let files: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
        assert_eq!((&files[0]["games"], &files[0]["damaged"]), (&3.into(), &1.into()), "{files}");
        assert!(warnings.contains(&format!("block 1 at byte {last}")), "{warnings}");
        assert!(play(&path, "5").status.success());
        assert_eq!(fs::read(&path).expect("a file"), whole, "the same games again");
    }
}

#[test]
fn a_second_process_is_rejected() {
    let path = scratch("second").join("games");
    let mut first = Command::new(env!("CARGO_BIN_EXE_vernier-lab"))
        .args(DATAGEN)
        .arg("--out")
        .arg(&path)
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    while !fs::metadata(&path).is_ok_and(|file| file.len() > 0) {
        sleep(Duration::from_millis(5));
    }
    let second = play(&path, "5");
    first.kill().expect("SIGKILL");
    first.wait().expect("dead");
    assert_eq!(second.status.code(), Some(3));
    let warnings = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(warnings.contains("is being written by another process"), "{warnings}");
    assert!(play(&path, "5").status.success(), "the lock dies with its owner");
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_is_not_a_file_of_games() {
    let output = play(Path::new("/dev/full"), "1");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("/dev/full: this is not a file of games"),
        "{output:?}"
    );
}

#[test]
fn impossible_games_are_rejected() {
    let folder = scratch("false");
    let (path, unique) = (folder.join("games"), folder.join("unique"));
    assert!(play(&path, "4").status.success());
    let games = read(&path);
    let sane = "4 games, 0 damaged places, 0 games with faults, 0 repeated";
    assert_eq!(verify(&path), (Some(0), sane.into(), String::new()));

    let mut zeros = fs::read(&path).expect("a file");
    zeros.extend([0; 100]);
    let whole = fs::read(&path).expect("a file");
    let begins = Header::read(&mut &whole[..]).expect("a header").bytes().len();
    zeros.extend(&whole[begins..]);
    fs::write(&path, &zeros).expect("zeros amid");
    let (status, found, _) = verify(&path);
    assert_eq!((status, &found[..]), (Some(1), "8 games, 1 damaged place, 0 games with faults, 4 repeated"));

    let mut empty = whole.clone();
    empty.extend(b"VBLK");
    empty.extend(40_u32.to_le_bytes());
    empty.extend(crc32(&[0; 40]).to_le_bytes());
    empty.extend([0; 40]);
    fs::write(&path, &empty).expect("nothing but zeros, with their checksum");
    let (status, found, _) = verify(&path);
    assert_eq!((status, &found[..]), (Some(1), "4 games, 1 damaged place, 0 games with faults, 0 repeated"));

    let start = vernier_chess::Board::start();
    let (moves, scores) = (Vec::new(), Vec::new());
    let outcome = Outcome::Checkmate { winner: Color::Black };
    let null = Game { number: 0, start, moves, scores, outcome, visits: Vec::new() };
    let flipped = Game { outcome: Outcome::Stalemate, ..games[0].clone() };
    write(&path, &[&[null, flipped], &games[1..3], &games[1..]]);
    let (status, found, warnings) = verify(&path);
    assert_eq!((status, &found[..]), (Some(1), "7 games, 0 damaged places, 2 games with faults, 2 repeated"));
    assert!(warnings.contains("scores do not fit the moves"), "{warnings}");
    assert!(warnings.contains("the last position does not show: draw by stalemate"), "{warnings}");
    write(&path, &[&games[1..3], &games[1..]]);
    assert!(lab(&["records", "filter", "--unique", "--out"], &[&unique, &path]).status.success());
    assert_eq!(read(&unique), games[1..]);
}

#[test]
fn duplicate_game_numbers_are_reported() {
    let path = scratch("twice").join("games");
    assert!(play(&path, "4").status.success());
    let bytes = fs::read(&path).expect("a file");
    let begins = Header::read(&mut &bytes[..]).expect("a header").bytes().len();
    std::io::Write::write_all(
        &mut File::options().append(true).open(&path).expect("a file"),
        &bytes[begins..],
    )
    .expect("the same block again");
    let output = play(&path, "6");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("6 games (4 twice)"), "{text}");
    let mut numbers: Vec<u64> = read(&path).iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 0, 1, 1, 2, 2, 3, 3, 4, 5], "no restart plays a game again");
}

#[test]
fn deeper_searches_are_never_overwritten_and_damage_is_reported() {
    let folder = scratch("deepen");
    let (path, out) = (folder.join("games"), folder.join("deep"));
    assert!(play(&path, "6").status.success());
    let deepen = |more: &[&str]| {
        let fixed = ["records", "deepen", "--positions", "40", "--nodes", "50", "--threads", "1", "--out"];
        let output = lab(&[&fixed[..], &[&out.to_string_lossy()], more].concat(), &[&path]);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, error) = deepen(&["--hash", "99999999"]);
    assert!(status == Some(2) && error.contains("no room for a table"), "{error}");
    // Nothing was searched, so that the command can be given again.
    assert_eq!(deepen(&["--hash", "1"]), (Some(0), String::new()));
    let train = fs::read(folder.join("deep.train.bin")).expect("positions");
    assert!(train.len() >= 32 && train.len().is_multiple_of(32), "{}", train.len());
    let (status, error) = deepen(&["--hash", "1"]);
    assert!(status == Some(2) && error.contains("exists already"), "{error}");
    assert_eq!(fs::read(folder.join("deep.train.bin")).expect("positions"), train);

    let mut bytes = fs::read(&path).expect("games");
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    fs::write(&path, bytes).expect("written");
    fs::remove_file(folder.join("deep.train.bin")).expect("removed");
    let _ = fs::remove_file(folder.join("deep.valid.bin"));
    let (status, error) = deepen(&["--hash", "1"]);
    assert!(status == Some(1) && error.contains("damaged places were skipped"), "{error}");
}

#[test]
fn returns_replace_the_scores_of_the_same_positions() {
    let folder = scratch("returns");
    let path = folder.join("games.vgr");
    assert!(play(&path, "12").status.success());
    let expanded = |name: &str, more: &[&str]| {
        let out = folder.join(name);
        let words = [&["records", "expand", "--threads", "1", "--valid", "0"], more, &["--out"]].concat();
        assert!(lab(&words, &[&out, &path]).status.success());
        let bytes = fs::read(folder.join(format!("{name}.train.bin"))).expect("positions");
        let unpacked = |bytes: &[u8; 32]| Packed(*bytes).unpack().expect("a position");
        bytes.as_chunks().0.iter().map(unpacked).collect::<Vec<_>>()
    };
    let plain = expanded("plain", &[]);
    let returned = expanded("returned", &["--returns", "0.8", "0.98"]);
    assert!(plain.len() == returned.len() && plain.len() > 200, "{} positions", plain.len());
    for (plain, returned) in plain.iter().zip(&returned) {
        assert_eq!((&plain.pieces, plain.half_points), (&returned.pieces, returned.half_points));
    }
    let returns = Returns { middlegame: 0.8, endgame: 0.98 };
    let mut expected = Vec::new();
    for game in read(&path) {
        let give = |packed: Packed| expected.push(packed.unpack().expect("a position").score);
        Filter::default().expand_scored(&game, &returns.scores(&game), give);
    }
    assert!(returned.iter().map(|position| position.score).eq(expected.iter().copied()));
    assert!(!plain.iter().map(|position| position.score).eq(expected));
    for wrong in ["1.1", "much"] {
        let words = ["records", "expand", "--returns", wrong, "0.9", "--out"];
        let output = lab(&words, &[&folder.join("wrong"), &path]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains("between 0 and 1"), "{text}");
    }
}

#[test]
fn positions_come_in_the_order_of_the_games_with_any_number_of_threads() {
    let folder = scratch("order");
    let path = folder.join("games.vgr");
    assert!(play(&path, "60").status.success());
    let games = read(&path);
    // Blocks of very different sizes, so that later ones are done first.
    let blocks: Vec<&[Game]> = std::iter::once(&games[..24]).chain(games[24..].chunks(1)).collect();
    write(&path, &blocks);
    let expanded = |name: &str, threads: &str| {
        let words = ["records", "expand", "--threads", threads, "--valid", "20", "--branches", "3", "--out"];
        assert!(lab(&words, &[&folder.join(name), &path]).status.success());
        let file = |kind: &str| fs::read(folder.join(format!("{name}.{kind}.bin"))).expect("positions");
        (file("train"), file("valid"))
    };
    let one = expanded("one", "1");
    assert!(one.0.len() > 32 * 500 && one.1.len() > 32 * 50, "{} and {} bytes", one.0.len(), one.1.len());
    for name in ["eight", "again"] {
        assert!(expanded(name, "8") == one, "other bytes with eight threads");
    }
}
