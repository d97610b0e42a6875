//! Games round trip, and damage is found, reported and skipped.

mod common;

use common::{block, file, header, random_games, scratch};
use std::error::Error;
use std::fs;
use std::io::{self, Cursor};
use vernier_chess::{GameResult, Outcome, Rng};
use vernier_records::{
    BlockError, Game, GameError, Header, HeaderError, ReadError, ReadErrorKind, Reader, WriteError, Writer,
};

type Read = (Vec<Game>, Vec<ReadError>);

/// All games that can be had, and what went wrong on the way.
fn read(bytes: &[u8]) -> Read {
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for block in Reader::new(Cursor::new(bytes)).expect("a header") {
        match block {
            Ok(block) => games.extend(block.games().expect("streams").map(|game| game.expect("a game"))),
            Err(error) => errors.push(error),
        }
    }
    (games, errors)
}

fn read_file(path: &std::path::Path) -> Read {
    read(&fs::read(path).expect("a file"))
}

#[test]
fn games_round_trip() {
    let games = random_games(1, 300);
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    assert!(plies > 20_000, "{plies}");
    let blocks: Vec<_> = games.chunks(70).map(block).collect();
    let (found, errors) = read(&file(&blocks));
    assert!(errors.is_empty() && found == games);
    let numbers: Vec<u64> = Reader::new(Cursor::new(file(&blocks)))
        .expect("a header")
        .flat_map(|block| block.expect("whole").games().expect("streams").numbers().expect("numbers"))
        .collect();
    assert!(numbers.into_iter().eq(games.iter().map(|game| game.number)));
    assert!(games.iter().all(|game| game.check().is_ok()));
    let kinds: std::collections::HashSet<Outcome> = games.iter().map(|game| game.outcome).collect();
    assert!(kinds.len() >= 4, "{kinds:?}");
}

/// The same game with made-up visits.
fn visited(game: &Game) -> Game {
    let mut visits = Vec::new();
    game.replay(|moment| {
        if moment.score.is_some() {
            let count = moment.board.legal_moves().len() as u32;
            visits.push((0..count).map(|place| place * place * 7).collect());
        }
    });
    Game { visits, ..game.clone() }
}

#[test]
fn games_with_and_without_visits_round_trip() {
    let plain = random_games(3, 40);
    let mixed: Vec<Game> = plain
        .iter()
        .enumerate()
        .map(|(at, game)| if at % 3 == 0 { game.clone() } else { visited(game) })
        .collect();
    let blocks = [block(&plain[..20]), block(&mixed), block(&plain[20..])];
    assert_eq!(
        blocks.each_ref().map(|block| block.bytes()[3]),
        [b'K', b'V', b'K'],
        "old blocks stay as they were"
    );
    assert!(blocks.iter().all(|block| block.len() == block.bytes().len()));
    let (found, errors) = read(&file(&blocks));
    assert!(errors.is_empty());
    assert_eq!(found, [&plain[..20], &mixed, &plain[20..]].concat());
    let shares = |game: &Game| {
        let mut sums = Vec::new();
        game.replay(|moment| {
            sums.extend(
                moment.visit_shares().map(|shares| shares.iter().map(|(_, share)| share).sum::<f64>()),
            )
        });
        sums
    };
    assert!(shares(&mixed[0]).is_empty());
    assert!(!shares(&mixed[1]).is_empty() && shares(&mixed[1]).iter().all(|sum| (sum - 1.0).abs() < 1e-9));
    // A byte too few, and the last game makes no sense.
    let mut bytes = file(&blocks[1..2]);
    let place = bytes.len() - 1;
    bytes[place] ^= 1;
    assert!(matches!(
        read(&bytes).1[..],
        [ReadError { reason: ReadErrorKind::Tail(BlockError::Checksum), .. }]
    ));
}

#[test]
fn every_ending_round_trips_from_every_kind_of_start() {
    let fen = "8/8/8/8/8/4k3/8/4K2R w - - 9 70".parse().expect("a FEN");
    let chess960 = vernier_chess::Board::double_chess960(3, 17).expect("numbers");
    let one = random_games(9, 1).remove(0);
    let mut games = Vec::new();
    for start in [vernier_chess::Board::start(), chess960, fen] {
        for outcome in Outcome::ALL {
            let (moves, scores) = (vec![start.legal_moves()[0]], vec![5]);
            games.push(Game { start, moves, scores, outcome, ..one.clone() });
        }
    }
    assert_eq!(read(&file(&[block(&games)])).0, games);
    assert_eq!(games.len(), 3 * Outcome::ALL.len());
    // Bytes that were written before there was a ninth reason mean what they meant.
    let facts = |game: &Game| block(std::slice::from_ref(game)).bytes()[12 + 12 + 1..][0];
    for (outcome, number) in [
        (Outcome::Stalemate, 1),
        (Outcome::ThreefoldRepetition, 2),
        (Outcome::FiftyMoves, 3),
        (Outcome::InsufficientMaterial, 4),
        (Outcome::Adjudication(GameResult::BlackWins), 5),
        (Outcome::Adjudication(GameResult::Draw), 6),
        (Outcome::MoveLimit, 7),
    ] {
        for (index, game) in games.iter().filter(|game| game.outcome == outcome).enumerate() {
            assert_eq!(facts(game), outcome.result() as u8 | number << 2 | (index as u8) << 5, "{outcome}");
        }
    }
}

#[test]
fn a_quiet_game_takes_two_bytes_a_ply() {
    let mut game = random_games(2, 50).into_iter().max_by_key(|game| game.moves.len()).expect("games");
    game.scores.iter_mut().enumerate().for_each(|(index, score)| *score = (index % 60) as i16);
    let (one, two) = (block(&[game.clone()]), block(&[game.clone(), game.clone()]));
    let cost = two.len() - one.len();
    assert!(cost <= 2 * game.moves.len() + 80, "{cost} for {}", game.moves.len());
    assert_eq!(one.len(), one.bytes().len());
}

#[test]
fn every_truncation_loses_only_the_last_block() {
    let games = random_games(3, 9);
    let blocks: Vec<_> = games.chunks(3).map(block).collect();
    let whole = file(&blocks);
    let last = whole.len() - blocks[2].len();
    for length in last + 1..whole.len() {
        let (found, errors) = read(&whole[..length]);
        assert_eq!(found.len(), 6, "cut at {length}");
        assert!(matches!(
            errors[..],
            [ReadError { block: 2, reason: ReadErrorKind::Tail(BlockError::Torn), .. }]
        ));
        assert_eq!(errors[0].offset, last as u64);
    }
    assert_eq!(read(&whole[..last]).0.len(), 6);
    assert!(read(&whole[..last]).1.is_empty());
}

#[test]
fn every_wrong_byte_is_detected_and_costs_one_block() {
    let games = random_games(4, 6);
    let blocks: Vec<_> = games.chunks(2).map(block).collect();
    let whole = file(&blocks);
    let begin = header().bytes().len();
    let ends: Vec<usize> = blocks
        .iter()
        .scan(begin, |end, block| {
            *end += block.len();
            Some(*end)
        })
        .collect();
    let mut random = Rng::new(9);
    for place in begin..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 + random.below(255) as u8;
        let hit = ends.iter().position(|end| place < *end).expect("inside");
        let (found, errors) = read(&bytes);
        let spared: Vec<&Game> =
            games.chunks(2).enumerate().filter(|(i, _)| *i != hit).flat_map(|(_, g)| g).collect();
        assert!(found.iter().eq(spared), "byte {place}");
        assert_eq!((errors.len(), errors[0].block), (1, hit as u64), "byte {place}");
    }
}

#[test]
fn a_wrong_header_says_what_is_wrong() {
    let bytes = header().bytes();
    let fault = |bytes: &[u8]| Header::read(&mut &bytes[..]).expect_err("refused");
    for length in 0..bytes.len() {
        assert!(matches!(fault(&bytes[..length]), HeaderError::Short), "{length}");
    }
    for place in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[place] ^= 0x11;
        let fault = fault(&wrong);
        match place {
            0..8 => assert!(matches!(fault, HeaderError::Foreign)),
            8..12 => assert!(matches!(fault, HeaderError::Version(_))),
            12..16 => assert!(matches!(fault, HeaderError::Short | HeaderError::Damaged)),
            _ => assert!(matches!(fault, HeaderError::Damaged)),
        }
    }
}

#[test]
fn no_input_makes_the_reader_panic() {
    let games = random_games(5, 4);
    let mut random = Rng::new(11);
    let mut refused = 0;
    for _ in 0..3_000 {
        // The checksum is right and the content is not: what a bug would write.
        let mut bytes = block(&games).bytes();
        for _ in 0..1 + random.below(4) {
            let place = 12 + random.below(bytes.len() - 12);
            bytes[place] = random.bits() as u8;
        }
        let sum = vernier_records::crc32(&bytes[12..]);
        bytes[8..12].copy_from_slice(&sum.to_le_bytes());
        let mut whole = header().bytes();
        whole.extend(bytes);
        for block in Reader::new(Cursor::new(&whole)).expect("a header") {
            match block.expect("a right checksum").games() {
                Err(_) => refused += 1,
                Ok(games) => refused += games.map(|game| game.is_err()).filter(|wrong| *wrong).count(),
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn writing_resumes_after_a_crash() {
    let path = scratch("resume");
    let games = random_games(6, 8);
    let mut writer = Writer::open(&path, &header(), |_| panic!("nothing there yet")).expect("a new file");
    writer.append(&block(&games[..2])).expect("written");
    writer.append(&block(&games[2..4])).expect("written");
    drop(writer);
    let whole = fs::read(&path).expect("a file");
    for lost in [1, 7, block(&games[2..4]).len() - 1] {
        fs::write(&path, &whole[..whole.len() - lost]).expect("torn");
        let mut numbers = Vec::new();
        let mut writer = Writer::open(&path, &header(), |block| {
            numbers.extend(block.games().expect("streams").numbers().expect("numbers"));
        })
        .expect("mended");
        assert_eq!(numbers, [games[0].number, games[1].number]);
        writer.append(&block(&games[4..])).expect("written");
        drop(writer);
        let (found, errors) = read_file(&path);
        assert!(errors.is_empty());
        assert!(found.iter().eq(games[..2].iter().chain(&games[4..])));
    }
    // Dead before the header was whole: the file begins anew.
    fs::write(&path, &whole[..5]).expect("torn");
    Writer::open(&path, &header(), |_| panic!("nothing there")).expect("a new file");
    assert_eq!(read_file(&path).0.len(), 0);
}

/// The first error of that type behind an error.
fn cause<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let mut source = error.source();
    while let Some(error) = source {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        source = error.source();
    }
    None
}

#[test]
fn errors_keep_what_caused_them() {
    let missing = Reader::open(&scratch("missing")).map(drop).expect_err("no such file");
    assert!(matches!(cause(&missing), Some(HeaderError::Io(_))));
    assert_eq!(cause::<io::Error>(&missing).map(io::Error::kind), Some(io::ErrorKind::NotFound));
    let folder = scratch("missing").join("below");
    let unwritten = Writer::open(&folder, &header(), |_| ()).map(drop).expect_err("no such folder");
    assert_eq!(cause::<io::Error>(&unwritten).map(io::Error::kind), Some(io::ErrorKind::NotFound));
    let mut bytes = file(&[block(&random_games(3, 2))]);
    bytes.pop();
    let mut reader = Reader::new(Cursor::new(bytes)).expect("a header");
    let torn = reader.find_map(Result::err).expect("a torn block");
    assert!(matches!(cause(&torn), Some(ReadErrorKind::Tail(BlockError::Torn))));
    assert_eq!(cause::<BlockError>(&torn), Some(&BlockError::Torn));
}

#[test]
fn foreign_files_are_left_untouched() {
    let path = scratch("refuse");
    let mut writer = Writer::open(&path, &header(), |_| ()).expect("a new file");
    let games = random_games(7, 4);
    writer.append(&block(&games[..2])).expect("written");
    writer.append(&block(&games[2..])).expect("written");
    assert!(
        matches!(Writer::open(&path, &header(), |_| ()), Err(WriteError::InUse(_))),
        "one writer at a time"
    );
    drop(writer);
    let other = Header::new().with("engine", "none").with("seed", 2);
    match Writer::open(&path, &other, |_| ()) {
        Err(error @ WriteError::Different(..)) => {
            assert!(error.to_string().contains("seed 1, not 2"), "{error}");
        }
        _ => panic!("another seed is another file"),
    }
    let mut bytes = fs::read(&path).expect("a file");
    let place = header().bytes().len() + 30;
    bytes[place] ^= 1;
    fs::write(&path, &bytes).expect("damaged");
    assert!(matches!(Writer::open(&path, &header(), |_| ()), Err(WriteError::Damaged(..))));
    let error = Writer::open(&path, &header(), |_| ()).map(drop).expect_err("damaged");
    assert_eq!(cause::<BlockError>(&error), Some(&BlockError::Checksum));
    fs::write(&path, "1. e4 e5 2. Nf3 Nc6 and so on, a text of some length that is not a record")
        .expect("a text");
    assert!(matches!(
        Writer::open(&path, &header(), |_| ()),
        Err(WriteError::Header(_, HeaderError::Foreign))
    ));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    assert!(matches!(
        Writer::open(std::path::Path::new("/dev/full"), &header(), |_| ()),
        Err(WriteError::Io(..) | WriteError::Header(..))
    ));
}

#[test]
fn games_that_contradict_their_ending_are_detected() {
    let games = random_games(8, 100);
    let is_mated = |game: &&Game| matches!(game.outcome, Outcome::Checkmate { .. });
    let mated = games.iter().find(is_mated).expect("a mate");
    let loser = !mated.outcome.winner().expect("a winner");
    let flipped = Outcome::Checkmate { winner: loser };
    assert_eq!(Game { outcome: flipped, ..mated.clone() }.check(), Err(GameError::Outcome(flipped)));
    for outcome in [
        Outcome::Stalemate,
        Outcome::ThreefoldRepetition,
        Outcome::InsufficientMaterial,
        Outcome::FiftyMoves,
        Outcome::SeventyFiveMoves,
    ] {
        assert!(Game { outcome, ..mated.clone() }.check().is_err(), "{outcome}");
    }
    let mut decided = Game { outcome: Outcome::Adjudication(GameResult::WhiteWins), ..mated.clone() };
    *decided.scores.last_mut().expect("a score") = -2_000;
    assert!(decided.check().is_err());
    decided.outcome = Outcome::Adjudication(GameResult::BlackWins);
    assert_eq!(decided.check(), Ok(()));
    let by_tables = |fen: &str, mv: &str| {
        let start: vernier_chess::Board = fen.parse().expect("a FEN");
        let moves = vec![start.parse_uci(mv).expect("a move")];
        let outcome = Outcome::Tablebase(GameResult::WhiteWins);
        Game { start, moves, scores: vec![-40], outcome, ..mated.clone() }.check()
    };
    assert_eq!(by_tables("8/8/8/8/8/4k3/8/4K2R w - - 9 70", "e1f1"), Ok(()), "tables need no score");
    assert!(by_tables("4k3/8/8/8/8/8/4p3/4K2R b K - 9 70", "e8d8").is_err(), "no table knows castling");
    assert!(by_tables("4k3/pppp4/8/8/8/8/4P3/4K2R b - - 9 70", "e8d8").is_err(), "nor that many pieces");
    decided.scores[0] = -32_001;
    assert_eq!(decided.check(), Err(GameError::Score(-32_001)));
    decided.scores.clear();
    assert_eq!(decided.check(), Err(GameError::NoScores));
}
