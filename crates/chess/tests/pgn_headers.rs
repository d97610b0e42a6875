//! Headers alone: unwanted moves are skipped in large steps, with the same result as in small ones.

mod common;

use std::io::{self, Read};
use vernier_chess::pgn::{Reader, Visitor, Walk};
use vernier_chess::{Board, GameResult, Move, Rng};

/// Everything that a reader of headers sees.
#[derive(Default)]
struct Headers(Vec<String>);

impl Visitor for Headers {
    fn tag(&mut self, name: &str, value: &str) {
        self.0.push(format!("{name}={value}"));
    }

    fn start(&mut self, board: &Board) -> Walk {
        self.0.push(board.to_string());
        Walk::Skip
    }

    fn played(&mut self, _: &Board, _: Option<Move>) {
        self.0.push("an unwanted move".to_string());
    }

    fn result(&mut self, result: Option<GameResult>) {
        self.0.push(format!("{result:?}"));
    }
}

fn headers(source: impl Read) -> Vec<String> {
    let mut reader = Reader::new(source);
    let mut headers = Headers::default();
    while let Some(read) = reader.read(&mut headers) {
        headers.0.push(read.map_or_else(|error| error.to_string(), |()| "sound".to_string()));
    }
    headers.0
}

/// Gives few bytes at a time, so that no step can be large.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(buffer.len()).min(1);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// What movetext is made of, most of it usual.
const PARTS: [&[u8]; 40] = [
    b"e4",
    b"Nf3",
    b"O-O",
    b"O-O-O",
    b"exd8=Q+",
    b"12.",
    b"3...",
    b"Rad1#",
    b"e5",
    b"Qh4",
    b" ",
    b" ",
    b"\n",
    b"\n",
    b"{[%clk 0:05:00]}",
    b"{[%clk 0:05:00]}",
    b"{a comment\nover two lines}",
    b"{}",
    b"{ x }",
    b"{a { brace}",
    b"1-0",
    b"1/2-1/2",
    b"*",
    b"0-1",
    b"(",
    b")",
    b"$3",
    b"!?",
    b"\r\n",
    b"; to the end\n",
    b"\n%escaped\n",
    b"{never closed",
    b"}",
    b"0-0",
    b"e2-e4",
    b"\xe9",
    "{\u{e9}t\u{e9}}".as_bytes(),
    b"{line\n[Event \"in a comment\"]}",
    b"[",
    b"--",
];

#[test]
fn large_and_small_steps_agree() {
    let mut random = Rng::new(41);
    let (mut sound, mut damaged) = (0, 0);
    for round in 0..3_000 {
        // Games without odd parts, so that the steps are large, and games with every part.
        let parts = if round % 2 == 0 { &PARTS[..18] } else { &PARTS[..] };
        let mut text = Vec::new();
        for number in 0..3 {
            text.extend(format!("[Event \"{round}\"]\n[Round \"{number}\"]\n\n").bytes());
            for _ in 0..random.below(120) {
                text.extend(random.pick(parts));
                text.extend(random.pick(&[b" ".as_slice(), b" ", b" ", b""]));
            }
            text.extend(random.pick(&[b" 1-0\n\n".as_slice(), b"\n0-1\n\n", b" *\n\n", b"\n\n"]));
        }
        let lines = headers(text.as_slice());
        assert_eq!(lines, headers(Drops(&text)), "{}", String::from_utf8_lossy(&text));
        sound += lines.iter().filter(|line| *line == "sound").count();
        damaged += lines.iter().filter(|line| line.starts_with("game ")).count();
    }
    assert!(sound > 3_000 && damaged > 500, "{sound} {damaged}");
}

#[test]
fn all_headers_of_a_large_file_are_found() {
    let game = "[Event \"x\"]\n[White \"A\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {a\nb} Nc6 1-0\n\n";
    // Larger than any buffer.
    let lines = headers(game.repeat(4_000).as_bytes());
    assert_eq!(lines.iter().filter(|line| *line == "White=A").count(), 4_000);
    assert_eq!(lines.iter().filter(|line| *line == "sound").count(), 4_000);
    assert_eq!(lines.len(), 4_000 * 5);
}
