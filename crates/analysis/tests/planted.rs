//! Planted moves, found by brute force (`examples/plant.rs`): what was planted is found and named, and what is not there is
//! not claimed.

use vernier_analysis::reason::{self, Case, Kind};
use vernier_analysis::{Line, Mark, Mind, MoveReport, Question, Settings, annotate};
use vernier_chess::pgn::GameTree;
use vernier_chess::{Board, Game, Role};
use vernier_engine::{Limits, Report};

const PLANTED: &str = include_str!("data/planted.tsv");
const NODES: u64 = 10_000;
/// Reasons that an exchange at once must bear out. The others may see further than the brute force that planted the positions.
const IMMEDIATE: [Kind; 2] = [Kind::Hangs, Kind::RemovesDefender];

struct Planted {
    kind: &'static str,
    board: Board,
    mv: vernier_chess::Move,
    role: Option<Role>,
    square: &'static str,
}

fn planted(kind: &str) -> Vec<Planted> {
    let rows = PLANTED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [kind, fen, mv, role, square, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let board: Board = fen.parse().expect("a position");
        let mv = board.parse_uci(mv).expect("a move");
        Planted { kind, board, mv, role: role.chars().next().and_then(Role::from_char), square }
    });
    rows.filter(|row| row.kind == kind).collect()
}

/// An engine that looks at positions without a past.
struct Thinker(Mind);

impl Thinker {
    fn new() -> Self {
        Self(Mind::new(1, 16, None).expect("16 MB"))
    }

    fn think(&mut self, board: Board, lines: usize) -> Vec<Report> {
        self.0.think(&Question { board, history: Vec::new(), limits: Limits::nodes(NODES), lines })
    }

    fn line(&mut self, board: Board) -> Line {
        let report = self.think(board, 1).into_iter().next().expect("a line");
        Line { start: board, moves: report.pv, score: report.score, depth: report.depth }
    }

    /// The report of a planted move.
    fn report(&mut self, row: &Planted) -> MoveReport {
        let mut tree = GameTree::new(row.board);
        tree.add(None, row.mv).expect("legal");
        let settings = Settings { limits: Limits::nodes(NODES), ..Settings::default() };
        let mut think = |question: &Question| Some(self.think(question.board, question.lines));
        let mut report = annotate(&tree, &settings, &mut think, &mut |_| {}).expect("a report");
        report.moves.remove(0)
    }

    /// Every reason that holds for a planted move.
    fn kinds(&mut self, row: &Planted) -> Vec<Kind> {
        let after = row.board.play(row.mv);
        let (best, reply) = (self.line(row.board), self.line(after));
        let mut passed = row.board;
        let _ = passed.make_null();
        let threat = passed.has_legal_moves().then(|| self.line(passed));
        let case = Case::new(Game::from_board(row.board), row.mv, best, reply, threat, None);
        reason::all(&case).into_iter().map(|reason| reason.kind).collect()
    }
}

/// How many planted moves of a kind are given this reason.
fn recalled(kind: &str, wanted: Kind) -> (usize, usize) {
    let mut mind = Thinker::new();
    let rows = planted(kind);
    let missed: Vec<&Planted> = rows.iter().filter(|row| !mind.kinds(row).contains(&wanted)).collect();
    for row in &missed {
        println!("{kind} not found: {} {}", row.board, row.mv);
    }
    (rows.len() - missed.len(), rows.len())
}

#[test]
fn hung_pieces_are_marked_and_named() {
    let mut mind = Thinker::new();
    let rows = planted("hang");
    assert_eq!(rows.len(), 100);
    let mut found = 0;
    for row in &rows {
        let mv = mind.report(row);
        let name = row.role.map(|role| format!("{role:?}").to_lowercase()).expect("a piece");
        let named = mv.reasons.iter().any(|reason| reason.text.contains(&name));
        let marked = mv.mark.is_some_and(Mark::is_error);
        if marked && named {
            found += 1;
        } else {
            println!("{} {} {name} {}: {:?} {:?}", row.board, row.mv, row.square, mv.mark, mv.reasons);
        }
    }
    assert!(found >= 95, "{found} of 100");
}

#[test]
fn material_reasons_are_recalled() {
    let cases = [
        ("hang", Kind::Hangs),
        ("threat", Kind::IgnoresThreat),
        ("defender", Kind::RemovesDefender),
        ("fork", Kind::Fork),
        ("skewer", Kind::Skewer),
        ("pin", Kind::Pin),
        ("discovered", Kind::DiscoveredAttack),
        ("trapped", Kind::TrapsPiece),
        ("capture", Kind::MissesCapture),
    ];
    let counts: Vec<_> = cases.map(|(kind, wanted)| (kind, recalled(kind, wanted))).into();
    for (kind, (found, all)) in &counts {
        println!("{kind}: {found} of {all}");
    }
    // Of the rare kinds there are too few for a share.
    for (kind, (found, all)) in counts.into_iter().filter(|(_, (_, all))| *all >= 20) {
        let percent = if kind == "capture" { 85 } else { 90 };
        assert!(found * 100 >= all * percent, "{kind}: {found} of {all}");
    }
}

#[test]
fn pieces_are_not_said_to_hang_where_nothing_is_lost() {
    let mut mind = Thinker::new();
    let rows = planted("none");
    assert_eq!(rows.len(), 100);
    let mut wrong = 0;
    for row in &rows {
        let mut claimed = mind.report(row).reasons;
        claimed.retain(|reason| IMMEDIATE.contains(&reason.kind));
        if !claimed.is_empty() {
            println!("{claimed:?}: {} {}", row.board, row.mv);
            wrong += 1;
        }
    }
    assert!(wrong <= 2, "{wrong} of 100");
}
