//! Matches of the laboratory, read from their journals. A line that makes no sense, such as one half written, is skipped.

use crate::message::{Answer, Live, Match, MatchGame, Standing};
use crate::outbox::Outbox;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio_util::sync::CancellationToken;
use vernier_chess::pgn::{GameTree, parse_result};

/// How often journals are checked.
const TICK: Duration = Duration::from_secs(1);
/// Larger journals are not read.
const LARGEST: u64 = 512 << 20;
/// Matches shown.
const MOST: usize = 20;
/// Games shown of a match.
const LATEST: usize = 8;
/// Points of a curve.
const POINTS: usize = 200;

/// A game of a journal, as far as it is shown.
#[derive(Deserialize)]
struct Game {
    id: u32,
    white: String,
    black: String,
    result: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    termination: String,
    #[serde(default)]
    opening: String,
    #[serde(default)]
    white_faults: BTreeMap<String, u32>,
    #[serde(default)]
    black_faults: BTreeMap<String, u32>,
    #[serde(default)]
    moves: Vec<Ply>,
}

impl Game {
    /// The reason is a fault that loses the game.
    fn is_forfeit(&self) -> bool {
        !matches!(self.termination.as_str(), "normal" | "adjudication" | "")
    }

    /// The engine made a fault, whether it cost the game or not.
    fn is_faulty(&self) -> bool {
        self.is_forfeit() || !self.white_faults.is_empty() || !self.black_faults.is_empty()
    }
}

/// Move, score, depth, microseconds, microseconds of latency, nodes.
type Ply = (String, Option<String>, u32, u64, Option<u64>, u64);

/// Sends the matches now and whenever one of them has changed.
pub(crate) async fn follow(id: u32, folder: PathBuf, outbox: Arc<Outbox>, cancel: CancellationToken) {
    let mut cache = MatchCache::default();
    let mut first = true;
    loop {
        let look = folder.clone();
        let looked = tokio::task::spawn_blocking(move || {
            let matches = cache.look(&look);
            (cache, matches)
        });
        let Ok((next, matches)) = looked.await else { return };
        cache = next;
        if let Some(matches) = matches.or_else(|| first.then(Vec::new)) {
            outbox.send(Answer::Matches { id, matches });
        }
        first = false;
        tokio::select! {
            () = tokio::time::sleep(TICK) => {}
            () = cancel.cancelled() => return,
        }
    }
}

/// A journal: where it is, how long, and when it was written.
type Journal = (PathBuf, u64, SystemTime);

/// What has been read. A journal that has not grown is not read again while its boards move.
#[derive(Default)]
struct MatchCache {
    matches: BTreeMap<PathBuf, (u64, Match)>,
    /// What was sent last.
    stamp: Vec<(PathBuf, u64, Option<SystemTime>, bool)>,
}

impl MatchCache {
    /// The matches, if anything has changed since the last call.
    fn look(&mut self, folder: &Path) -> Option<Vec<Match>> {
        let journals = journals(folder);
        let live =
            |path: &Path| fs::metadata(path.with_file_name(Live::FILE)).and_then(|file| file.modified()).ok();
        let stamp = journals.iter().map(|(path, bytes, changed)| {
            let live = live(path);
            (path.clone(), *bytes, live, is_fresh(live.unwrap_or(*changed)))
        });
        let stamp: Vec<_> = stamp.collect();
        if stamp == self.stamp {
            return None;
        }
        self.matches.retain(|path, _| stamp.iter().any(|(other, ..)| other == path));
        let mut matches = Vec::new();
        for (path, bytes, _, running) in &stamp {
            let known =
                self.matches.get(path).filter(|(length, _)| length == bytes).map(|(_, known)| known.clone());
            let Some(mut found) = known.or_else(|| read(path)) else { continue };
            self.matches.insert(path.clone(), (*bytes, found.clone()));
            found.live = fs::read_to_string(path.with_file_name(Live::FILE))
                .ok()
                .and_then(|text| serde_json::from_str(&text).ok());
            found.running = *running;
            matches.push(found);
        }
        self.stamp = stamp;
        Some(matches)
    }
}

/// True for what was written in the last minute.
fn is_fresh(written: SystemTime) -> bool {
    written.elapsed().map_or(true, |age| age < Duration::from_secs(60))
}

/// The journals in a folder and the folders in it, the latest first.
fn journals(folder: &Path) -> Vec<Journal> {
    let inner = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let mut found: Vec<Journal> = std::iter::once(folder.to_path_buf())
        .chain(inner)
        .filter_map(|folder| {
            let path = folder.join("games.jsonl");
            let metadata = fs::metadata(&path).ok()?;
            let changed = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            (metadata.is_file() && metadata.len() <= LARGEST).then_some((path, metadata.len(), changed))
        })
        .collect();
    found.sort_by_key(|(_, _, changed)| std::cmp::Reverse(*changed));
    found.truncate(MOST);
    found
}

fn read(path: &Path) -> Option<Match> {
    let text = fs::read_to_string(path).ok()?;
    let mut games: Vec<Game> =
        text.lines().skip(1).filter_map(|line| serde_json::from_str(line).ok()).collect();
    let faulty = games.iter().rev().skip(LATEST).filter(|game| game.is_faulty()).take(LATEST);
    let latest: Vec<MatchGame> = games.iter().rev().take(LATEST).chain(faulty).map(shown).collect();
    games.sort_by_key(|game| game.id);
    let names = names(&games);
    let first = names.first().cloned().unwrap_or_default();
    let name = path
        .parent()
        .and_then(Path::file_name)
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut standings: Vec<Standing> = names.iter().map(|name| standing(name, &games)).collect();
    standings.sort_by(|a, b| share(b).total_cmp(&share(a)));
    // Columns of the cross-table in the order of its rows.
    let ranked: Vec<String> = standings.iter().map(|standing| standing.name.clone()).collect();
    for standing in &mut standings {
        standing.against = against(&standing.name, &ranked, &games);
    }
    let (pairs, curve) = (pairs(&games, &first), curve(&games, &first));
    Some(Match { name, standings, games: games.len(), pairs, curve, latest, live: None, running: false })
}

/// The players, the first White of the first game first.
fn names(games: &[Game]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in games.iter().flat_map(|game| [&game.white, &game.black]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn share(standing: &Standing) -> f64 {
    (f64::from(standing.wins) + f64::from(standing.draws) / 2.0) / f64::from(standing.games.max(1))
}

/// Points of a player in a game; none if it did not play.
fn points(game: &Game, name: &str) -> Option<f64> {
    let white = match game.result.as_str() {
        "1-0" => 1.0,
        "0-1" => 0.0,
        _ => 0.5,
    };
    if game.white == name {
        Some(white)
    } else if game.black == name {
        Some(1.0 - white)
    } else {
        None
    }
}

fn standing(name: &str, games: &[Game]) -> Standing {
    let own = |game: &&Game| points(game, name).is_some();
    let with = |wanted: f64| games.iter().filter(|game| points(game, name) == Some(wanted)).count() as u32;
    let faulty = |game: &&Game| game.is_forfeit() && points(game, name) == Some(0.0);
    let (nps, depth) = speed(name, games);
    Standing {
        name: name.to_owned(),
        games: games.iter().filter(own).count() as u32,
        wins: with(1.0),
        draws: with(0.5),
        losses: with(0.0),
        faults: games.iter().filter(faulty).count() as u32,
        fault_kinds: fault_kinds(name, games),
        nps,
        depth,
        against: Vec::new(),
    }
}

/// Points against each player of a list, and the number of games.
fn against(name: &str, others: &[String], games: &[Game]) -> Vec<(f64, u32)> {
    let score = |other: &String| {
        let between = games.iter().filter(|game| other != name && points(game, other).is_some());
        let scores: Vec<f64> = between.filter_map(|game| points(game, name)).collect();
        (scores.iter().sum(), scores.len() as u32)
    };
    others.iter().map(score).collect()
}

/// What went wrong in a player's games, and how often.
fn fault_kinds(name: &str, games: &[Game]) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    let sides =
        games.iter().flat_map(|game| [(&game.white, &game.white_faults), (&game.black, &game.black_faults)]);
    for (kind, count) in sides.filter(|(player, _)| *player == name).flat_map(|(_, faults)| faults) {
        *counts.entry(kind.clone()).or_default() += count;
    }
    counts
}

/// Positions a second and iterations of a player, in the mean of the moves it thought about.
fn speed(name: &str, games: &[Game]) -> (u64, f64) {
    let (mut nodes, mut micros, mut depths, mut moves) = (0, 0, 0, 0_u32);
    for game in games {
        let black_begins = game.opening.split(' ').nth(1) == Some("b");
        for (ply, (_, _, depth, elapsed, _, visited)) in game.moves.iter().enumerate() {
            let mover = if (ply % 2 == 1) != black_begins { &game.black } else { &game.white };
            if mover == name && *elapsed > 0 && *depth > 0 {
                (nodes, micros, depths) = (nodes + visited, micros + elapsed, depths + u64::from(*depth));
                moves += 1;
            }
        }
    }
    let nps = (u128::from(nodes) * 1_000_000).checked_div(u128::from(micros)).unwrap_or(0);
    (nps as u64, depths as f64 / f64::from(moves.max(1)))
}

/// Pairs of games with neighbouring numbers, by the points of the first engine.
fn pairs(games: &[Game], first: &str) -> [u32; 5] {
    let mut scores: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for game in games {
        scores.entry(game.id / 2).or_default().extend(points(game, first));
    }
    let mut counts = [0; 5];
    for pair in scores.into_values().filter(|pair| pair.len() == 2) {
        counts[(pair.iter().sum::<f64>() * 2.0) as usize] += 1;
    }
    counts
}

fn curve(games: &[Game], first: &str) -> Vec<f64> {
    let mut sum = 0.0;
    let scores = games.iter().filter_map(|game| points(game, first)).enumerate().map(|(index, score)| {
        sum += score;
        100.0 * sum / (index + 1) as f64
    });
    let scores: Vec<f64> = scores.collect();
    let step = scores.len().div_ceil(POINTS).max(1);
    scores.into_iter().step_by(step).collect()
}

fn shown(game: &Game) -> MatchGame {
    let tree = tree(game);
    MatchGame {
        number: game.id,
        white: game.white.clone(),
        black: game.black.clone(),
        result: game.result.clone(),
        reason: game.reason.clone(),
        fen: tree.as_ref().map(|tree| tree.game().board().to_string()),
        faulty: game.is_faulty(),
        pgn: tree.map_or_else(String::new, |tree| tree.to_string()),
    }
}

/// The game as far as its moves are legal; none if not even its start is.
fn tree(game: &Game) -> Option<GameTree> {
    let mut tree = GameTree::new(game.opening.parse().ok()?);
    for (name, value) in [("White", &game.white), ("Black", &game.black)] {
        // Journals use either name.
        let _ = tree.tags.set(name, value);
    }
    tree.result = parse_result(&game.result).ok().flatten();
    let (mut board, mut at) = (*tree.start(), None);
    for (word, ..) in &game.moves {
        let Ok(mv) = board.parse_uci(word) else { break };
        board = board.play(mv);
        at = tree.add(at, mv).ok();
    }
    Some(tree)
}
