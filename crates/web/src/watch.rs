//! Matches of the laboratory, as their journals tell. Journals are only read; a line that makes no sense, such as one half
//! written, is passed over.

use crate::message::{Answer, Match, MatchGame, Standing};
use crate::outbox::Outbox;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio_util::sync::CancellationToken;
use vernier_chess::Board;

/// How often journals are looked at.
const TICK: Duration = Duration::from_secs(2);
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
    moves: Vec<(
        String,
        serde_json::Value,
        serde_json::Value,
        serde_json::Value,
        serde_json::Value,
        serde_json::Value,
    )>,
}

/// Tells of the matches now and whenever a journal has grown.
pub(crate) async fn follow(id: u32, folder: PathBuf, outbox: Arc<Outbox>, cancel: CancellationToken) {
    let mut last = None;
    loop {
        let look = folder.clone();
        let seen = tokio::task::spawn_blocking(move || journals(&look)).await.unwrap_or_default();
        let stamp: Vec<(PathBuf, u64)> = seen.iter().map(|(path, bytes, _)| (path.clone(), *bytes)).collect();
        if last.as_ref() != Some(&stamp) {
            let matches = tokio::task::spawn_blocking(move || seen.iter().filter_map(read).collect()).await;
            outbox.send(Answer::Matches { id, matches: matches.unwrap_or_default() });
            last = Some(stamp);
        }
        tokio::select! {
            () = tokio::time::sleep(TICK) => {}
            () = cancel.cancelled() => return,
        }
    }
}

type Journal = (PathBuf, u64, SystemTime);

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

fn read((path, _, changed): &Journal) -> Option<Match> {
    let text = fs::read_to_string(path).ok()?;
    let mut games: Vec<Game> =
        text.lines().skip(1).filter_map(|line| serde_json::from_str(line).ok()).collect();
    let latest: Vec<MatchGame> = games.iter().rev().take(LATEST).map(shown).collect();
    games.sort_by_key(|game| game.id);
    let names = names(&games);
    let first = names.first()?.clone();
    let name = path
        .parent()
        .and_then(Path::file_name)
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let running = changed.elapsed().is_ok_and(|age| age < Duration::from_secs(60));
    let mut standings: Vec<Standing> = names.iter().map(|name| standing(name, &names, &games)).collect();
    standings.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let (pairs, curve) = (pairs(&games, &first), curve(&games, &first));
    Some(Match { name, standings, games: games.len(), pairs, curve, latest, running })
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

fn standing(name: &str, names: &[String], games: &[Game]) -> Standing {
    let own = |game: &&Game| points(game, name).is_some();
    let with = |wanted: f64| games.iter().filter(|game| points(game, name) == Some(wanted)).count() as u32;
    let faulty = |game: &&Game| {
        let normal = matches!(game.termination.as_str(), "normal" | "adjudication" | "");
        !normal && points(game, name) == Some(0.0)
    };
    let against = names.iter().map(|other| {
        let between = games.iter().filter(|game| other != name && points(game, other).is_some());
        let scores: Vec<f64> = between.filter_map(|game| points(game, name)).collect();
        (scores.iter().sum(), scores.len() as u32)
    });
    Standing {
        name: name.to_owned(),
        games: games.iter().filter(own).count() as u32,
        wins: with(1.0),
        draws: with(0.5),
        losses: with(0.0),
        faults: games.iter().filter(faulty).count() as u32,
        against: against.collect(),
    }
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
    let mut board: Option<Board> = game.opening.parse().ok();
    for (word, ..) in &game.moves {
        board = board.and_then(|board| board.parse_uci(word).ok().map(|mv| board.play(mv)));
    }
    MatchGame {
        number: game.id,
        white: game.white.clone(),
        black: game.black.clone(),
        result: game.result.clone(),
        reason: game.reason.clone(),
        fen: board.map(|board| board.to_string()),
    }
}
