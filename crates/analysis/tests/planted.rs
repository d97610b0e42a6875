//! Planted moves, found by brute force (`examples/plant`): what was planted is found and named, and what is not there is
//! not claimed.

use vernier_analysis::reason::Kind;
use vernier_analysis::{Mark, Mind, MoveReport, Question, Settings, annotate};
use vernier_chess::pgn::{GameTree, Reader};
use vernier_chess::{Board, Role};
use vernier_engine::Limits;

const PLANTED: &str = include_str!("data/planted.tsv");
/// A tenth of the default effort of a report.
const NODES: u64 = 30_000;
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

/// The report of the main line of a game, by a fresh engine: earlier searches have no influence.
fn report(tree: &GameTree) -> Vec<MoveReport> {
    let mut mind = Mind::new(1, 16, None).expect("16 MB");
    let settings = Settings { limits: Limits::nodes(NODES), ..Settings::default() };
    let mut think = |question: &Question| Some(mind.think(question));
    annotate(tree, &settings, &mut think, &mut |_| {}).expect("a report").moves
}

/// The report of a planted move.
fn planted_report(row: &Planted) -> MoveReport {
    let mut tree = GameTree::new(row.board);
    tree.add(None, row.mv).expect("legal");
    report(&tree).remove(0)
}

/// How many planted moves of a kind have this reason in their report.
fn recalled(kind: &str, wanted: Kind) -> (usize, usize) {
    let rows = planted(kind);
    let is_named = |row: &&Planted| {
        let report = planted_report(row);
        let named = report.reasons.iter().any(|reason| reason.kind == wanted);
        if !named {
            let named: Vec<&str> = report.reasons.iter().map(|reason| reason.text.as_str()).collect();
            println!("{kind} not named: {} {}: {named:?}", row.board, row.mv);
        }
        named
    };
    (rows.iter().filter(is_named).count(), rows.len())
}

#[test]
fn hung_pieces_are_marked_and_named() {
    let rows = planted("hang");
    assert_eq!(rows.len(), 100);
    let mut found = 0;
    for row in &rows {
        let mv = planted_report(row);
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
    let (mut named, mut planted) = (0, 0);
    for (kind, (found, all)) in counts {
        // Which of several good replies refutes a move changes with the search, and a kind has some twenty positions.
        assert!(all >= 20 && found * 100 >= all * 80, "{kind}: {found} of {all}");
        (named, planted) = (named + found, planted + all);
    }
    assert!(named * 100 >= planted * 90, "{named} of {planted}");
}

#[test]
fn pieces_are_not_said_to_hang_where_nothing_is_lost() {
    let rows = planted("none");
    assert_eq!(rows.len(), 100);
    let mut wrong = 0;
    for row in &rows {
        let mut claimed = planted_report(row).reasons;
        claimed.retain(|reason| IMMEDIATE.contains(&reason.kind));
        if !claimed.is_empty() {
            println!("{claimed:?}: {} {}", row.board, row.mv);
            wrong += 1;
        }
    }
    assert!(wrong <= 2, "{wrong} of 100");
}

/// The report of a whole game.
fn report_of(moves: &str) -> Vec<MoveReport> {
    report(&Reader::new(moves.as_bytes()).next().expect("a game").expect("that can be read"))
}

#[test]
fn a_sacrifice_is_brilliant_if_it_is_sound_and_a_choice() {
    let moves = report_of(
        "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ Kxd8 \
         10. Bg5+ Kc7 11. Bd8# 1-0",
    );
    let queen = moves.iter().find(|mv| mv.san == "Qd8+").expect("the sacrifice");
    assert_eq!((queen.mark, queen.reasons[0].kind), (Some(Mark::Brilliant), Kind::Sacrifice));
    assert!(queen.reasons[0].text.contains("offers the queen on d8"), "{}", queen.reasons[0].text);
    assert!(queen.reasons[0].proof.san.last().is_some_and(|last| last.ends_with('#')), "{:?}", queen.reasons);
    // Legal's mate: the best defence declines, so that the search before the move and the one after it need not agree on its worth.
    let moves =
        report_of("1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. h3 Bh5 6. Nxe5 Bxd1 7. Bxf7+ Ke7 8. Nd5# 1-0");
    let knight = moves.iter().find(|mv| mv.san == "Nxe5").expect("the sacrifice");
    assert_eq!(knight.mark, Some(Mark::Brilliant), "{knight:?}");
    assert!(knight.reasons[0].text.contains("offers the queen on d1"), "{}", knight.reasons[0].text);
    // An offer that can be taken is an error.
    let moves = report_of("1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. Nxe5 *");
    assert!(moves.last().is_some_and(|mv| mv.mark.is_some_and(Mark::is_error)), "{:?}", moves.last());
}

#[test]
fn a_missed_mate_is_marked_where_the_game_is_won_all_the_same() {
    let moves = report_of("[FEN \"6k1/5ppp/8/8/8/8/PPP5/K2R4 w - - 0 1\"]\n\n1. a3 h6 *");
    assert_eq!(moves[0].mark, Some(Mark::MissedMate));
    assert_eq!(moves[0].reasons[0].kind, Kind::MissesMate);
    assert!(moves[0].reasons[0].proof.san.len() <= 3, "{:?}", moves[0].reasons[0]);
}
