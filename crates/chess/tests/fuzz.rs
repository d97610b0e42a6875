//! Random and damaged text at every parser: none may panic, and whatever one accepts must make sense.
//!
//! A test run tries some thousands of inputs a parser. `VERNIER_FUZZ=1000000 cargo test -p vernier-chess --test fuzz`
//! tries a million.

mod common;

use common::model::Model;
use common::{TRICKY, assert_consistent};
use vernier_chess::{Board, CastlingMode, Epd, GameResult, Rng, Setup, Square, pgn};

/// How many inputs each parser gets.
fn inputs() -> usize {
    match std::env::var("VERNIER_FUZZ") {
        Ok(text) => text.parse().expect("VERNIER_FUZZ is a number of inputs"),
        Err(_) => 20_000,
    }
}

/// Pieces of text that parsers have tripped over: digits no number holds, letters of other scripts, marks that hide.
const TRAPS: [&str; 20] = [
    "\0",
    "\u{feff}",
    "é",
    "９",
    "♞",
    "-",
    "--",
    "0",
    "9",
    "99999999999999999999",
    "-1",
    "/",
    "//",
    " ",
    "\t",
    "\r\n",
    "\"",
    "{",
    "(",
    ";",
];

/// Makes inputs for one parser: damaged copies of good texts, and noise.
struct Source {
    random: Rng,
    seeds: Vec<String>,
    /// The characters that mean something to the parser.
    alphabet: &'static [u8],
}

impl Source {
    fn new(seed: u64, seeds: impl IntoIterator<Item = impl Into<String>>, alphabet: &'static str) -> Self {
        let seeds = seeds.into_iter().map(Into::into).collect();
        Self { random: Rng::new(seed), seeds, alphabet: alphabet.as_bytes() }
    }

    fn seed(&mut self) -> Vec<u8> {
        let index = self.random.below(self.seeds.len());
        self.seeds[index].clone().into_bytes()
    }

    fn byte(&mut self) -> u8 {
        match self.random.below(4) {
            0 => self.random.bits() as u8,
            _ => self.random.pick(self.alphabet),
        }
    }

    fn noise(&mut self) -> Vec<u8> {
        let length = self.random.below(90);
        (0..length).map(|_| self.byte()).collect()
    }

    fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = if self.random.below(8) == 0 { self.noise() } else { self.seed() };
        for _ in 0..self.random.below(6) {
            self.damage(&mut bytes);
        }
        bytes
    }

    /// Changes a text in one place.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let at = self.random.below(bytes.len() + 1);
        let end = (at + self.random.below(8)).min(bytes.len());
        match self.random.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.insert(at, self.byte()),
            3 if at < bytes.len() => bytes[at] = self.byte(),
            4 => {
                let again = bytes[at..end].repeat(1 + self.random.below(40));
                bytes.splice(at..at, again);
            }
            5 => {
                let trap = self.random.pick(&TRAPS);
                bytes.splice(at..end, trap.bytes());
            }
            _ => {
                let other = self.seed();
                let from = self.random.below(other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
        }
    }
}

/// Gives a parser its inputs. The parser says whether it accepted one; some must be, or the inputs are too wild, and
/// some must not be, or it reads nothing.
fn fuzz(name: &str, source: Source, mut accepts: impl FnMut(&str, &mut Rng) -> bool) {
    let mut random = Rng::new(99);
    fuzz_bytes(name, source, |bytes| accepts(&String::from_utf8_lossy(bytes), &mut random));
}

/// The same for a parser that reads bytes.
fn fuzz_bytes(name: &str, mut source: Source, mut accepts: impl FnMut(&[u8]) -> bool) {
    let (inputs, mut accepted) = (inputs(), 0);
    for _ in 0..inputs {
        accepted += usize::from(accepts(&source.bytes()));
    }
    println!("{name}: {inputs} inputs, {accepted} accepted");
    assert!(accepted > inputs / 200, "{name} accepts {accepted} of {inputs}");
    assert!(accepted < inputs, "{name} refuses nothing");
}

fn boards() -> Vec<Board> {
    TRICKY.iter().map(|fen| Board::mend_fen(fen).expect("legal").board).collect()
}

#[test]
fn fens() {
    let source = Source::new(5, TRICKY, "pnbrqkPNBRQK12345678/ wb-abcdefghABCDEFGHkqKQ0");
    fuzz("FEN", source, |text, _| {
        let (setup, strict) = (text.parse::<Setup>(), text.parse::<Board>());
        let Ok(mended) = Board::mend_fen(text) else {
            assert!(strict.is_err(), "{text:?} cannot be mended but needs no mending");
            return false;
        };
        assert!(strict.is_err() || setup.is_ok_and(|setup| setup.errors().is_empty()), "{text:?}");
        assert!(strict.is_err() || mended.repairs.is_empty() && mended.missing.is_none(), "{text:?}");
        let board = mended.board;
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let again = Board::mend_fen(&board.fen(mode)).expect("what was written is read").board;
            assert_eq!((again.setup(), again.key()), (board.setup(), board.key()), "{text:?}");
        }
        // A board that got in can be played on, by the rules.
        let mut moves = board.legal_moves();
        moves.sort();
        assert_eq!(*moves, Model::of(&board).legal_moves(), "{text:?}");
        for mv in moves {
            assert_consistent(&board.play(mv));
        }
        true
    });
}

#[test]
fn epds() {
    let operations =
        ["bm e4 Nf3; id \"WAC.001\"; c0 \"a; b\";", "dm -3; acn 12; hmvc 7; fmvn 20;", "0 1 ;D1 20 ;D2 400"];
    let lines = TRICKY.iter().zip(operations.iter().cycle()).map(|(fen, operations)| {
        let position: Vec<&str> = fen.split(' ').take(4).collect();
        format!("{} {operations}", position.join(" "))
    });
    let source = Source::new(6, lines, "pnbrqkPNBRQK12345678/ wb-abcdefgh0;;\"\" id");
    fuzz("EPD", source, |text, _| {
        let Ok(epd) = text.parse::<Epd>() else { return false };
        let written = epd.to_string();
        let again: Epd = written.parse().expect("what was written is read");
        assert_eq!((&again.setup, &again.operations), (&epd.setup, &epd.operations), "{text:?}");
        assert_eq!(again.to_string(), written, "{text:?}");
        true
    });
}

#[test]
fn pgns() {
    let games = [
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 $1 {open} 2. Nf3 (2. c3)) 2. Bc4! Nc6 3. Qh5?? Nf6 4. Qxf7# 1-0\n",
        "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\r\n\r\n1. a8=N; comment\r\n% escape\r\n1... Kd8 *\r\n\r\n1. d4 d5 1/2-1/2",
        "\u{feff}[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/R1K4R w AH - 0 1\"]\n\n1. O-O-O Ke7 2. -- {nothing} Kd6 0-1\n",
    ];
    let source = Source::new(7, games, "abcdefgh12345678NBRQKx=+#-O0. (){}[]\"$;%\n\r*/!?");
    fuzz_bytes("PGN", source, |bytes| {
        let mut accepted = false;
        // Every game ends somewhere: no more games than bytes.
        for game in pgn::Reader::new(bytes).take(bytes.len() + 1) {
            let Ok(game) = game else { continue };
            let written = game.to_string();
            let again: Vec<_> = pgn::Reader::new(written.as_bytes()).collect();
            assert_eq!(again, [Ok(game)], "{:?}", String::from_utf8_lossy(bytes));
            accepted = true;
        }
        accepted
    });
}

#[test]
fn uci_moves() {
    let boards = boards();
    let texts = boards.iter().flat_map(|board| board.legal_moves().into_iter().map(|mv| mv.to_string()));
    let source = Source::new(1, texts, "abcdefgh12345678nbrqNBRQ0-");
    fuzz("UCI move", source, |text, random| {
        let board = &boards[random.below(boards.len())];
        let read = board.parse_uci(text);
        assert!(read.as_ref().is_ok_and(|mv| board.is_legal(*mv)) || read.is_err(), "{text:?} on {board}");
        read.is_ok()
    });
}

#[test]
fn san_moves() {
    let boards = boards();
    let texts = boards
        .iter()
        .flat_map(|board| board.legal_moves().into_iter().map(|mv| board.san(mv).to_string()))
        .chain(["0-0", "O-O-O+", "e8Q", "e8=Q#", "Nb1-d2!?", "exd6 e.p.", "--"].map(String::from));
    let source = Source::new(2, texts, "abcdefgh12345678NBRQKPx=+#-O0!?");
    fuzz("SAN move", source, |text, random| {
        let board = &boards[random.below(boards.len())];
        let Ok(mv) = board.parse_san(text) else { return false };
        assert!(board.is_legal(mv), "{text:?} on {board}");
        assert_eq!(board.parse_san(&board.san(mv).to_string()), Ok(mv), "{text:?} on {board}");
        true
    });
}

#[test]
fn squares_and_results() {
    let source = Source::new(3, Square::ALL.map(|square| square.to_string()), "abcdefgh12345678");
    fuzz("square", source, |text, _| text.parse::<Square>().is_ok_and(|square| square.to_string() == text));
    let source = Source::new(4, ["1-0", "0-1", "1/2-1/2", "*"], "0123/-*");
    fuzz("result", source, |text, _| text.parse::<GameResult>().is_ok());
}
