//! `kill -9` at random moments. The same command resumes, and nothing finished is lost or repeated.

use crate::child::{PATIENCE, end};
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::collections::HashSet;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use vernier_chess::pgn;
use vernier_engine::Rng;
use vernier_lab::store::journal;
use vernier_records::Reader;

/// Kills before a command may end.
const KILLS: u64 = 4;

/// A command that can be killed, the file it writes, and what must be true in the end.
struct Victim {
    name: &'static str,
    command: Command,
    file: PathBuf,
    /// The file grows at its end only.
    appends: bool,
    check: fn(&Path) -> Result<(), String>,
    /// What lies beside the file until the work is done.
    unfinished: Option<PathBuf>,
}

pub fn round(
    setting: &Setting,
    number: u64,
    _: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let folder = setting.folder("kills");
    let mut victim = match number % 4 {
        0 => contest(setting, &folder, "match", &["--rounds", "12"]),
        1 => contest(setting, &folder, "sprt", &["--rounds", "12", "--elo0", "-400", "--elo1", "400"]),
        2 => datagen(setting, &folder),
        _ => analyse(setting, &folder)?,
    };
    victim.command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    for _ in 0..KILLS {
        let before = std::fs::read(&victim.file).unwrap_or_default();
        let mut child = victim.command.spawn().map_err(|error| error.to_string())?;
        std::thread::sleep(Duration::from_millis(20 + rng.below(900) as u64));
        if let Ok(Some(status)) = child.try_wait() {
            // It finished first.
            victim.judge(Some(status), tally);
            return Ok(());
        }
        let _ = child.kill();
        let _ = child.wait();
        tally.count(victim.name, 1);
        if victim.is_finished() {
            // The kill came between its last step and its end.
            tally.accepted += 1;
            return Ok(());
        }
        let whole = whole_lines(&before);
        let after = std::fs::read(&victim.file).unwrap_or_default();
        if victim.appends && !after.starts_with(whole) {
            tally.fault(Fault::Wrong, format!("{}: what was finished has changed", victim.name));
        }
    }
    let mut child = victim.command.spawn().map_err(|error| error.to_string())?;
    let status = end(&mut child, 5 * PATIENCE);
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    victim.judge(status, tally);
    Ok(())
}

impl Victim {
    /// True if everything is written, and the same command would refuse to write it again.
    fn is_finished(&self) -> bool {
        self.unfinished.as_ref().is_some_and(|note| !note.exists()) && (self.check)(&self.file).is_ok()
    }

    /// Checks how a command that was left alone ended, and what it wrote.
    fn judge(&self, status: Option<ExitStatus>, tally: &mut Tally) {
        let name = self.name;
        match status {
            Some(status) if matches!(status.code(), Some(0 | 1)) => {
                if let Err(why) = (self.check)(&self.file) {
                    tally.fault(Fault::Wrong, format!("{name} after kills: {why}"));
                }
                tally.accepted += 1;
            }
            Some(status) => tally.fault(Fault::Death, format!("{name} resumes with {status}")),
            None => tally.fault(Fault::Hang, format!("{name} does not finish")),
        }
    }
}

fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)]
}

fn contest(setting: &Setting, folder: &Path, name: &'static str, more: &[&str]) -> Victim {
    let out = folder.join(name);
    let out_text = out.display().to_string();
    let mut words = vec![
        name,
        "--engine",
        "cmd=self",
        "name=A",
        "--engine",
        "cmd=self",
        "name=B",
        "--each",
        "nodes=300",
        "--concurrency",
        "2",
        "--max-moves",
        "60",
        "--quiet",
        "--out",
        &out_text,
    ];
    words.extend(more);
    let command = setting.lab(&words);
    Victim {
        name,
        command,
        file: out.join("games.jsonl"),
        appends: true,
        check: check_journal,
        unfinished: None,
    }
}

fn check_journal(file: &Path) -> Result<(), String> {
    let mut seen = HashSet::new();
    let mut twice = false;
    journal::each_game(file, |game| twice |= !seen.insert(game.id)).map_err(|error| error.to_string())?;
    match (twice, seen.len()) {
        (true, _) => Err("a game appears twice".to_owned()),
        (_, 0) => Err("there are no games".to_owned()),
        _ => Ok(()),
    }
}

fn datagen(setting: &Setting, folder: &Path) -> Victim {
    let file = folder.join("games.vgr");
    let text = file.display().to_string();
    let command =
        setting.lab(&["datagen", "--out", &text, "--games", "60", "--nodes", "60", "--threads", "2"]);
    Victim { name: "datagen", command, file, appends: false, check: check_records, unfinished: None }
}

fn check_records(file: &Path) -> Result<(), String> {
    let file = std::fs::File::open(file).map_err(|error| error.to_string())?;
    let reader = Reader::new(BufReader::new(file)).map_err(|error| error.to_string())?;
    let mut numbers = Vec::new();
    for block in reader {
        let block = block.map_err(|error| format!("{error:?}"))?;
        for game in block.games().map_err(|error| format!("{error:?}"))? {
            let game = game.map_err(|error| format!("{error:?}"))?;
            game.check().map_err(|error| error.to_string())?;
            numbers.push(game.number);
        }
    }
    numbers.sort_unstable();
    let whole = numbers.len() >= 60 && numbers.windows(2).all(|pair| pair[0] != pair[1]);
    if whole { Ok(()) } else { Err(format!("{} games, some missing or repeated", numbers.len())) }
}

/// Games to be analysed.
const GAMES: usize = 6;

fn analyse(setting: &Setting, folder: &Path) -> Result<Victim, String> {
    let (games, file) = (folder.join("games.pgn"), folder.join("analysed.pgn"));
    let text: String = (0..GAMES)
        .map(|game| {
            format!(
                "[Event \"{game}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n"
            )
        })
        .collect();
    std::fs::write(&games, text).map_err(|error| error.to_string())?;
    let mut command = Command::new(setting.engine());
    command.arg("analyse").arg(&games).args(["--nodes", "20000", "--out"]).arg(&file);
    let unfinished = Some(folder.join("analysed.pgn.unfinished"));
    Ok(Victim { name: "analyse", command, file, appends: true, check: check_analysis, unfinished })
}

fn check_analysis(file: &Path) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let games: Result<Vec<_>, _> = pgn::Reader::new(&bytes[..]).collect();
    match games.map_err(|error| error.to_string())?.len() {
        GAMES => Ok(()),
        other => Err(format!("{other} games of {GAMES}")),
    }
}
