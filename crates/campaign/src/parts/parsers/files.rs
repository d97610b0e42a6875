//! Files of our own formats.

use super::notation::FENS;
use super::{Target, Verdict, accepted, text, write};
use std::io::Cursor;
use std::path::Path;
use vernier_chess::Board;
use vernier_chess::polyglot::{Book, BookBuilder};
use vernier_engine::evaluation::{Weights, explain_with};
use vernier_lab::openings::opening::{Order, load};
use vernier_lab::store::journal;
use vernier_lab::study::ablation::Manifest;
use vernier_lab::study::suite;
use vernier_nnue::Network;
use vernier_nnue::import::{Layout, import};
use vernier_nnue::policy::PolicyNetwork;
use vernier_records::{Header, Packed, Reader, crc32};

pub(super) fn targets() -> Vec<Target> {
    let mut book = BookBuilder::new();
    let start = Board::start();
    start.legal_moves().iter().for_each(|mv| book.add(&start, *mv, 7));
    let journal = "{\"version\":2,\"settings\":{}}\n{\"id\":0,\"white\":\"A\",\"black\":\"B\",\"result\":\"1-0\",\"moves\":[]}\n";
    let manifest = include_str!("../../../../lab/presets/chain.toml");
    let network =
        |hidden| Network::random(hidden, 1, 5).map(|network| network.to_bytes()).unwrap_or_default();
    let policy = PolicyNetwork::random(128, 5).map(|network| network.to_bytes()).unwrap_or_default();
    let lines = FENS.map(|fen| format!("{fen}\n# comment\n{fen}\n"));
    let weights = Weights::DEFAULT.to_text();
    let suites = FENS.map(|fen| format!("{} bm Kd2; am Kf1; dm 2; id \"a.1\";\n", &fen[..fen.len() - 4]));
    vec![
        Target::new("network", vec![network(64), network(128)], network_file),
        Target::new("policy", vec![policy], policy_file),
        Target::new("records", records_seeds(), |bytes, _| records_file(bytes)),
        Target::new("records block", [&[0; 64][..], &[1; 64]], |bytes, _| records_file(&sealed_block(bytes))),
        Target::new("Polyglot book", vec![book.finish()], |bytes, _| book_file(bytes)),
        Target::new("journal", [journal], journal_file),
        Target::new("ablation manifest", [manifest], manifest_file),
        Target::new("openings", lines, openings_file),
        Target::new("suite", suites, suite_file),
        Target::new("weights", [&weights[..], "tempo = 30 10 # more\n\nstorm[0][3] = -12 0\n"], weights_file),
        Target::new("foreign network", [foreign_network()], foreign_file),
        Target::new("packed position", [&[0; Packed::SIZE]], packed_position),
    ]
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

/// A self-play file without games, and one whose only block is all header.
fn records_seeds() -> Vec<Vec<u8>> {
    let header = Header::default().with("seed", 1).with("nodes", 500).bytes();
    let block = [&header[..], b"VBLK\x20\0\0\0", &[0; 40]].concat();
    vec![header, block]
}

/// A file with one block and a valid checksum, so that the code behind the check is reached.
fn sealed_block(body: &[u8]) -> Vec<u8> {
    let mut file = Header::default().bytes();
    file.extend(b"VBLK");
    file.extend((body.len() as u32).to_le_bytes());
    file.extend(crc32(body).to_le_bytes());
    file.extend(body);
    file
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

fn suite_file(bytes: &[u8], folder: &Path) -> Verdict {
    accepted(suite::load(&write(folder, "suite.epd", bytes)).is_ok())
}

fn weights_file(bytes: &[u8], _: &Path) -> Verdict {
    let Ok(weights) = Weights::from_text(&text(bytes)) else { return Verdict::Refused };
    for fen in FENS {
        if let Ok(mended) = Board::mend_fen(fen) {
            explain_with(&mended.board, &weights);
        }
    }
    let again = Weights::from_text(&weights.to_text());
    if again == Ok(weights) { Verdict::Accepted } else { Verdict::Wrong("reads back as other weights") }
}

/// Eight neurons without a header, as some trainers write them.
fn foreign_network() -> Vec<u8> {
    let mut bytes = vec![0; 2 * (768 * 8 + 8 + 16)];
    bytes.extend(1510_i16.to_le_bytes());
    bytes
}

fn foreign_file(bytes: &[u8], _: &Path) -> Verdict {
    let Ok(network) = import(bytes, &Layout::default()) else { return Verdict::Refused };
    network.evaluate(&Board::start());
    Verdict::Accepted
}

fn packed_position(bytes: &[u8], _: &Path) -> Verdict {
    let mut packed = [0; Packed::SIZE];
    packed.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    accepted(Packed(packed).unpack().is_some())
}
