//! Random and damaged bytes at every parser. None may panic, and what is accepted must read back as written.

use crate::damage::damaged;
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};
use vernier_chess::polyglot::{Book, BookBuilder};
use vernier_chess::{Board, CastlingMode, Epd, GameResult, San, Square, pgn};
use vernier_engine::Rng;
use vernier_lab::openings::opening::{Order, load};
use vernier_lab::store::journal;
use vernier_lab::study::ablation::Manifest;
use vernier_nnue::Network;
use vernier_nnue::policy::PolicyNetwork;
use vernier_protocol::{MoveText, cecp, uci};
use vernier_records::Reader;

/// What a parser made of an input.
pub enum Verdict {
    /// It was taken.
    Accepted,
    /// It was refused.
    Refused,
    /// It was taken, but what came of it makes no sense.
    Wrong(&'static str),
}

/// A parser with good inputs to start from.
struct Target {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    read: fn(&[u8], &Path) -> Verdict,
}

/// How long each parser is tried before the next has its turn.
const SLICE: Duration = Duration::from_millis(150);
/// No small input takes nearly as long.
const TOO_LONG: Duration = Duration::from_secs(10);

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
];

pub fn round(
    setting: &Setting,
    _: u64,
    left: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    // Panics are counted; the messages of millions would drown everything.
    std::panic::set_hook(Box::new(|_| ()));
    let folder = setting.folder("parsers");
    let began = Instant::now();
    for target in targets() {
        if began.elapsed() >= left {
            break;
        }
        attack(&target, &folder, rng, tally);
    }
    drop(std::panic::take_hook());
    Ok(())
}

fn attack(target: &Target, folder: &Path, rng: &mut Rng, tally: &mut Tally) {
    let end = Instant::now() + SLICE;
    let mut inputs = 0;
    while Instant::now() < end {
        for _ in 0..16 {
            let bytes = damaged(&target.seeds, rng);
            inputs += 1;
            let began = Instant::now();
            let verdict = catch_unwind(AssertUnwindSafe(|| (target.read)(&bytes, folder)));
            let broken = match verdict {
                Ok(Verdict::Accepted) => {
                    tally.accepted += 1;
                    None
                }
                Ok(Verdict::Refused) => None,
                Ok(Verdict::Wrong(why)) => Some((Fault::Wrong, why)),
                Err(_) => Some((Fault::Death, "panics")),
            };
            let slow = (began.elapsed() > TOO_LONG).then_some((Fault::Hang, "takes seconds"));
            if let Some((fault, why)) = broken.or(slow) {
                tally.fault(fault, format!("{} {why}: {:?}", target.name, String::from_utf8_lossy(&bytes)));
            }
        }
    }
    tally.count(target.name, inputs);
}

fn texts<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> Vec<Vec<u8>> {
    texts.into_iter().map(|text| text.as_ref().to_vec()).collect()
}

fn targets() -> Vec<Target> {
    let mut targets = chess_targets();
    targets.extend(protocol_targets());
    targets.extend(file_targets());
    targets
}

fn chess_targets() -> Vec<Target> {
    let epds = FENS.map(|fen| format!("{} bm e4; id \"x;y\"; dm 3;", &fen[..fen.len() - 4]));
    let games = [
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 $1 {open} 2. Nf3) 2. Bc4! Nc6 3. Qh5?? Nf6 4. Qxf7# 1-0\n",
        "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\r\n\r\n1. a8=N; comment\r\n% escape\r\n1... Kd8 *\r\n",
        "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/R1K4R w AH - 0 1\"]\n\n1. O-O-O Ke7 2. -- Kd6 0-1\n",
    ];
    vec![
        Target { name: "FEN", seeds: texts(FENS), read: |bytes, _| fen(&text(bytes)) },
        Target { name: "EPD", seeds: texts(epds), read: |bytes, _| epd(&text(bytes)) },
        Target { name: "PGN", seeds: texts(games), read: |bytes, _| games_of(bytes) },
        Target {
            name: "SAN move",
            seeds: texts(["e4", "Nbd7+", "exd6", "O-O-O", "e8=Q#", "Qh4xe1"]),
            read: san,
        },
        Target { name: "UCI move", seeds: texts(["e2e4", "e7e8q", "e1g1", "0000"]), read: uci_move },
        Target { name: "square", seeds: texts(["a1", "h8"]), read: parse::<Square> },
        Target { name: "result", seeds: texts(["1-0", "1/2-1/2", "*"]), read: parse::<GameResult> },
    ]
}

fn protocol_targets() -> Vec<Target> {
    let commands = [
        "position startpos moves e2e4 e7e5",
        "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q",
        "go wtime 1000 btime 900 winc 10 binc 10 movestogo 40 searchmoves e2e4",
        "go ponder infinite nodes 5 depth 3 mate 2 movetime 10 perft 3",
        "setoption name Hash value 16",
        "genfens 3 seed 5 book None",
    ];
    let replies = [
        "info depth 12 seldepth 20 multipv 1 score cp 31 lowerbound nodes 9 nps 8 hashfull 7 tbhits 6 time 5 pv e2e4 e7e5",
        "info depth 3 score mate -2 wdl 1 2 3 currmove e2e4 currmovenumber 4 string hello",
        "bestmove e2e4 ponder e7e5",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Style type combo default Normal var Solid var Normal",
        "id name X",
    ];
    let xboard = [
        "level 40 5:30 0",
        "usermove e2e4",
        "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "st 5",
        "option Hash=3",
        "time 100",
        "ping 3",
        "protover 2",
    ];
    let thoughts =
        ["9 156 1084 48000 Nf3 Nc6 e4", "stat01: 1234 120000 8 20 25 Nf3", "move e2e4", "1-0 {mates}"];
    let features =
        ["ping=1 myname=\"A b\" option=\"Hash -spin 16 1 64\" done=1", "variants=\"normal,fischerandom\""];
    let requests = [
        r#"{"type":"position","id":1,"position":{"fen":null,"moves":["e2e4"]}}"#,
        r#"{"type":"analyse","id":2,"position":{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","moves":[]},"limits":{"depth":9},"lines":3}"#,
        r#"{"type":"stop","id":18446744073709551615}"#,
    ];
    vec![
        Target { name: "UCI line", seeds: texts(commands), read: parse::<uci::Command> },
        Target { name: "UCI reply", seeds: texts(replies), read: uci_reply },
        Target { name: "XBoard line", seeds: texts(xboard), read: parse::<cecp::Command> },
        Target { name: "XBoard reply", seeds: texts(thoughts), read: parse::<cecp::Reply> },
        Target { name: "XBoard thinking", seeds: texts(thoughts), read: parse::<cecp::Thinking> },
        Target { name: "XBoard features", seeds: texts(features), read: features_of },
        Target { name: "move text", seeds: texts(["e2e4", "e7e8q", "e1h1"]), read: parse::<MoveText> },
        Target { name: "page message", seeds: texts(requests), read: page_message },
    ]
}

fn file_targets() -> Vec<Target> {
    let mut book = BookBuilder::new();
    let start = Board::start();
    start.legal_moves().iter().for_each(|mv| book.add(&start, *mv, 7));
    let journal = "{\"version\":2,\"settings\":{}}\n{\"id\":0,\"white\":\"A\",\"black\":\"B\",\"result\":\"1-0\",\"moves\":[]}\n";
    let manifest = include_str!("../../../lab/presets/chain.toml");
    let network =
        |hidden| Network::random(hidden, 1, 5).map(|network| network.to_bytes()).unwrap_or_default();
    let policy = PolicyNetwork::random(128, 5).map(|network| network.to_bytes()).unwrap_or_default();
    let lines = FENS.map(|fen| format!("{fen}\n# comment\n{fen}\n"));
    vec![
        Target { name: "network", seeds: vec![network(64), network(128)], read: network_file },
        Target { name: "policy", seeds: vec![policy], read: policy_file },
        Target { name: "records", seeds: records_seeds(), read: |bytes, _| records_file(bytes) },
        Target { name: "Polyglot book", seeds: vec![book.finish()], read: |bytes, _| book_file(bytes) },
        Target { name: "journal", seeds: texts([journal]), read: journal_file },
        Target { name: "ablation manifest", seeds: texts([manifest]), read: manifest_file },
        Target { name: "openings", seeds: texts(lines), read: openings_file },
    ]
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn accepted(accepted: bool) -> Verdict {
    if accepted { Verdict::Accepted } else { Verdict::Refused }
}

fn parse<T: FromStr>(bytes: &[u8], _: &Path) -> Verdict {
    accepted(text(bytes).parse::<T>().is_ok())
}

fn fen(text: &str) -> Verdict {
    let Ok(mended) = Board::mend_fen(text) else { return accepted(text.parse::<Board>().is_ok()) };
    let board = mended.board;
    // What was mended need not be strict: more pieces than pawns could become stay.
    match Board::mend_fen(&board.fen(CastlingMode::Chess960)).map(|again| again.board) {
        Ok(again) if again.key() == board.key() && again.count_moves() == board.count_moves() => {
            Verdict::Accepted
        }
        _ => Verdict::Wrong("reads back as another position"),
    }
}

fn epd(text: &str) -> Verdict {
    let Ok(epd) = text.parse::<Epd>() else { return Verdict::Refused };
    let written = epd.to_string();
    match written.parse::<Epd>() {
        Ok(again) if again.to_string() == written => Verdict::Accepted,
        _ => Verdict::Wrong("reads back as another line"),
    }
}

fn games_of(bytes: &[u8]) -> Verdict {
    let mut verdict = Verdict::Refused;
    for game in pgn::Reader::new(bytes).take(bytes.len() + 1).flatten() {
        let again: Vec<_> = pgn::Reader::new(game.to_string().as_bytes()).collect();
        if again != [Ok(game)] {
            return Verdict::Wrong("reads back as another game");
        }
        verdict = Verdict::Accepted;
    }
    verdict
}

/// One of the positions, chosen by the input.
fn some_board(bytes: &[u8]) -> Board {
    let sum: usize = bytes.iter().map(|byte| usize::from(*byte)).sum();
    Board::mend_fen(FENS[sum % FENS.len()]).map_or_else(|_| Board::start(), |mended| mended.board)
}

fn san(bytes: &[u8], _: &Path) -> Verdict {
    let (board, text) = (some_board(bytes), text(bytes));
    let _ = text.parse::<San>();
    match board.parse_san(&text) {
        Ok(mv) if !board.is_legal(mv) => Verdict::Wrong("is not legal"),
        read => accepted(read.is_ok()),
    }
}

fn uci_move(bytes: &[u8], _: &Path) -> Verdict {
    let board = some_board(bytes);
    match board.parse_uci(&text(bytes)) {
        Ok(mv) if !board.is_legal(mv) => Verdict::Wrong("is not legal"),
        read => accepted(read.is_ok()),
    }
}

fn uci_reply(bytes: &[u8], _: &Path) -> Verdict {
    let text = text(bytes);
    let _ = (uci::Info::read(&text), text.parse::<uci::OptionLine>());
    accepted(text.parse::<uci::Reply>().is_ok())
}

fn features_of(bytes: &[u8], _: &Path) -> Verdict {
    accepted(!cecp::Feature::read_all(&text(bytes)).is_empty())
}

fn page_message(bytes: &[u8], _: &Path) -> Verdict {
    accepted(serde_json::from_slice::<vernier_web::message::Request>(bytes).is_ok())
}

fn network_file(bytes: &[u8], _: &Path) -> Verdict {
    accepted(Network::from_bytes(bytes).is_ok_and(|network| {
        network.evaluate(&Board::start());
        true
    }))
}

fn policy_file(bytes: &[u8], _: &Path) -> Verdict {
    accepted(PolicyNetwork::from_bytes(bytes).is_ok())
}

/// A file of self-play games as it would be without games, and with a block that is all header.
fn records_seeds() -> Vec<Vec<u8>> {
    let header = vernier_records::Header::default().with("seed", 1).with("nodes", 500).bytes();
    let block = [&header[..], b"VBLK\x20\0\0\0", &[0; 40]].concat();
    vec![header, block]
}

fn records_file(bytes: &[u8]) -> Verdict {
    let Ok(reader) = Reader::new(Cursor::new(bytes)) else { return Verdict::Refused };
    let blocks = reader.take(bytes.len() + 1).flatten();
    let games: usize = blocks.filter_map(|block| Some(block.games().ok()?.flatten().count())).sum();
    accepted(games > 0)
}

fn book_file(bytes: &[u8]) -> Verdict {
    let Ok(book) = Book::new(bytes) else { return Verdict::Refused };
    let board = Board::start();
    let legal = book.moves(&board).moves.iter().all(|found| board.is_legal(found.mv));
    if legal { Verdict::Accepted } else { Verdict::Wrong("gives an illegal move") }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::path::PathBuf {
    let path = folder.join(name);
    // What cannot be written cannot be read either, and is refused.
    let _ = std::fs::write(&path, bytes);
    path
}

fn journal_file(bytes: &[u8], folder: &Path) -> Verdict {
    let path = write(folder, "games.jsonl", bytes);
    let _ = journal::header(&path);
    accepted(journal::each_game(&path, |_| ()).is_ok())
}

fn manifest_file(bytes: &[u8], _: &Path) -> Verdict {
    let Ok(manifest) = Manifest::read(&text(bytes)) else { return Verdict::Refused };
    let _ = manifest.sprt();
    accepted(manifest.chain().is_ok())
}

fn openings_file(bytes: &[u8], folder: &Path) -> Verdict {
    let name = if bytes.len().is_multiple_of(2) { "openings.epd" } else { "openings.pgn" };
    accepted(load(&write(folder, name, bytes), 8, Order::Random(1)).is_ok())
}
