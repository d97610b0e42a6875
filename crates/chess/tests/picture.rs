//! Pictures of boards.

use vernier_chess::picture::{Shade, Svg, Text};
use vernier_chess::{Bitboard, Board, Color, Square};

fn board(fen: &str) -> Board {
    fen.parse().unwrap()
}

#[test]
fn text_from_both_sides() {
    let board = board("r3k3/1p6/8/8/8/8/6P1/4K2R w Kq - 0 1");
    let white = "\
8 r . . . k . . .
7 . p . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 . . . . . . P .
1 . . . . K . . R
  a b c d e f g h";
    let black = "\
1 R . . K . . . .
2 . P . . . . . .
3 . . . . . . . .
4 . . . . . . . .
5 . . . . . . . .
6 . . . . . . . .
7 . . . . . . p .
8 . . . k . . . r
  h g f e d c b a";
    assert_eq!(Text::of(&board).to_string(), white);
    assert_eq!(Text::of(&board).below(Color::Black).to_string(), black);
    let bare = Text::of(&board).coordinates(false).symbols(true).to_string();
    assert_eq!(bare.lines().count(), 8);
    assert_eq!(bare.lines().next(), Some("♜ · · · ♚ · · ·"));
    assert_eq!(bare.lines().last(), Some("· · · · ♔ · · ♖"));
}

/// Where the drawing puts each use of a piece.
fn places(svg: &str, id: &str) -> Vec<(u32, u32)> {
    let attribute = |line: &str, name: &str| -> u32 {
        line.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let uses = svg.lines().filter(|line| line.starts_with(&format!("<use href=\"#{id}\"")));
    uses.map(|line| (attribute(line, "x"), attribute(line, "y"))).collect()
}

#[test]
fn svg_puts_pieces_where_they_stand() {
    let start = Board::start();
    let svg = Svg::of(&start).to_string();
    assert_eq!(svg.matches("<use ").count(), 32);
    assert_eq!(places(&svg, "wK"), [(400, 700)]);
    assert_eq!(places(&svg, "bQ"), [(300, 0)]);
    assert_eq!(places(&svg, "wR"), [(0, 700), (700, 700)]);
    let svg = Svg::of(&start).below(Color::Black).to_string();
    assert_eq!(places(&svg, "wK"), [(300, 0)]);
    assert_eq!(places(&svg, "bQ"), [(400, 700)]);
    // Only what is on the board is drawn.
    assert!(!Svg::of(&board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")).to_string().contains("id=\"wQ\""));
}

#[test]
fn svg_marks_only_what_is_asked_for() {
    let quiet = board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let plain = Svg::of(&quiet).coordinates(false).to_string();
    assert!(!plain.contains("<text") && !plain.contains("check") && !plain.contains("<circle"));
    assert_eq!(Svg::of(&quiet).to_string().matches("<text").count(), 16);
    let checked = Svg::of(&board("R3k3/8/8/8/8/8/8/4K3 b - - 0 1")).to_string();
    assert!(checked.contains("M400 0h100v100h-100z\" fill=\"url(#check)\""));

    let castle = quiet.parse_uci("e1c1").unwrap();
    let after = quiet.play(castle);
    let marked = Svg::of(&after)
        .size(256)
        .last_move(castle)
        .highlight(Square::H8.bitboard() | Square::G8, Shade::Blue)
        .highlight(Bitboard::EMPTY, Shade::Red)
        .arrow(Square::D1, Square::D8, Shade::Green)
        .arrow(Square::E8, Square::E8, Shade::Red)
        .to_string();
    assert!(marked.contains("width=\"256\" height=\"256\""));
    // The king ends on c1, though the move is held as king takes rook.
    assert!(marked.contains("d=\"M200 700h100v100h-100zM400 700h100v100h-100z\""));
    assert!(marked.contains("d=\"M600 0h100v100h-100zM700 0h100v100h-100z\""));
    assert!(marked.contains("translate(350 750) rotate(-90.00)"));
    assert!(marked.contains("<circle cx=\"450\" cy=\"50\" r=\"44\""));
}

/// Every element that is opened is closed, in order: enough of XML to catch a slip.
#[test]
fn svg_is_well_formed() {
    let board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let svg = Svg::of(&board).arrow(Square::A1, Square::H8, Shade::Yellow).to_string();
    let mut open: Vec<&str> = Vec::new();
    let mut elements = 0;
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').unwrap();
        assert!(!text.contains('>') && !text.contains('&'));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
        elements += 1;
    }
    assert!(open.is_empty());
    assert!(elements > 60);
}
