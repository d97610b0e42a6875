//! Every map of the spine against a recomputation that walks from square to square and asks what stands there.

use crate::evaluation::Spine;
use std::collections::HashMap;
use vernier_chess::{Bitboard, Board, Color, Piece, Rank, Role, Square};

laws!(attack_maps, pieces_pins_rings_areas_and_checks, pawn_maps);

const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHTS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The directions a slider takes.
fn directions(role: Role) -> Vec<(i8, i8)> {
    match role {
        Role::Bishop => DIAGONALS.to_vec(),
        Role::Rook => STRAIGHTS.to_vec(),
        _ => [DIAGONALS, STRAIGHTS].concat(),
    }
}

/// Walks until something stops it; pieces listed as transparent do not.
fn walk(board: &Board, from: Square, (files, ranks): (i8, i8), transparent: &[Piece]) -> Vec<Square> {
    let (mut path, mut at) = (Vec::new(), from);
    while let Some(next) = at.offset(files, ranks) {
        path.push(next);
        if board.piece_at(next).is_some_and(|piece| !transparent.contains(&piece)) {
            break;
        }
        at = next;
    }
    path
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

/// What a piece of that kind on that square attacks, whatever else stands there.
fn reach(board: &Board, from: Square, piece: Piece) -> Vec<Square> {
    let color = piece.color();
    let leaps = |steps: &[(i8, i8)]| steps.iter().filter_map(|(f, r)| from.offset(*f, *r)).collect();
    let own = |role| Piece::new(color, role);
    let slides = |transparent: &[Piece]| {
        directions(piece.role()).into_iter().flat_map(|step| walk(board, from, step, transparent)).collect()
    };
    match piece.role() {
        Role::Pawn => leaps(&[(-1, forward(color)), (1, forward(color))]),
        Role::Knight => leaps(&JUMPS),
        Role::King => leaps(&[DIAGONALS, STRAIGHTS].concat()),
        Role::Bishop => slides(&[own(Role::Queen)]),
        Role::Rook => slides(&[own(Role::Queen), own(Role::Rook)]),
        Role::Queen => slides(&[]),
    }
}

/// The pieces of a color that shield its king, each with the line it may not leave.
fn pins(board: &Board, color: Color) -> HashMap<Square, Vec<Square>> {
    let mut pins = HashMap::new();
    for step in directions(Role::Queen) {
        let king = board.king(color);
        let ahead = walk(board, king, step, &[]);
        let Some(shield) = ahead.last().copied().filter(|shield| board.color(color).has(*shield)) else {
            continue;
        };
        let beyond = walk(board, shield, step, &[]);
        let Some(sniper) = beyond.last().and_then(|square| board.piece_at(*square)) else { continue };
        if sniper.color() != color && matches!(sniper.role(), Role::Bishop | Role::Rook | Role::Queen) {
            if !directions(sniper.role()).contains(&step) {
                continue;
            }
            let everything: Vec<Piece> = Piece::ALL.to_vec();
            let back = (-step.0, -step.1);
            let mut line = walk(board, king, step, &everything);
            line.extend(walk(board, king, back, &everything));
            line.push(king);
            pins.insert(shield, line);
        }
    }
    pins
}

/// Every attack of a color: from where, by what, to where.
fn attacks(board: &Board, color: Color) -> Vec<(Square, Role, Square)> {
    let pins = pins(board, color);
    let mut list = Vec::new();
    for (from, piece) in
        Square::ALL.into_iter().filter_map(|from| board.piece_at(from).map(|piece| (from, piece)))
    {
        if piece.color() == color {
            let all = reach(board, from, piece).into_iter();
            // Pawns are taken in bulk, pinned or not.
            let free = piece.role() == Role::Pawn;
            let allowed = all.filter(|to| free || pins.get(&from).is_none_or(|line| line.contains(to)));
            list.extend(allowed.map(|to| (from, piece.role(), to)));
        }
    }
    list
}

fn squares(holds: impl Fn(Square) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|square| holds(*square)).collect()
}

fn attack_maps(positions: &[Board]) {
    for board in positions {
        let spine = Spine::of(board);
        for color in Color::ALL {
            let (side, list) = (&spine[color], attacks(board, color));
            let count = |square, role: Option<Role>| {
                list.iter().filter(|(_, by, to)| *to == square && role.is_none_or(|role| role == *by)).count()
            };
            assert_eq!(side.attacked, squares(|square| count(square, None) > 0), "{board}");
            assert_eq!(side.attacked_twice, squares(|square| count(square, None) > 1), "{board}");
            for role in Role::ALL {
                assert_eq!(
                    side.attacks[role],
                    squares(|square| count(square, Some(role)) > 0),
                    "{role:?} {board}"
                );
                for piece in side.reaches(role) {
                    let own = |square| list.contains(&(piece.square, role, square));
                    assert_eq!(piece.attacks, squares(own), "{role:?} on {} {board}", piece.square);
                }
                let pieces = !matches!(role, Role::Pawn | Role::King);
                let found: Bitboard = side.reaches(role).map(|piece| piece.square).collect();
                assert_eq!(found, if pieces { board.pieces(color, role) } else { Bitboard::EMPTY });
            }
        }
    }
}

fn pieces_pins_rings_areas_and_checks(positions: &[Board]) {
    for board in positions {
        let spine = Spine::of(board);
        assert_eq!(
            (spine.occupied, spine.turn),
            (squares(|square| board.piece_at(square).is_some()), board.turn())
        );
        for color in Color::ALL {
            let side = &spine[color];
            let (own, theirs) = (attacks(board, color), attacks(board, !color));
            assert_eq!(
                side.all,
                squares(|square| board.piece_at(square).is_some_and(|piece| piece.color() == color))
            );
            for role in Role::ALL {
                let piece = Some(Piece::new(color, role));
                assert_eq!(side.pieces[role], squares(|square| board.piece_at(square) == piece), "{board}");
            }
            assert_eq!(side.pieces[Role::King], side.king.bitboard());
            assert_eq!(side.pinned, pins(board, color).into_keys().collect(), "{board}");

            let by_pawn = |list: &[(Square, Role, Square)], square| {
                list.iter().filter(|(_, role, to)| *role == Role::Pawn && *to == square).count()
            };
            let area = squares(|square| !side.all.has(square) && by_pawn(&theirs, square) == 0);
            assert_eq!(side.area, area, "{board}");

            let inner = |index: usize| index.clamp(1, 6) as i32;
            let (file, rank) = (inner(side.king.file().index()), inner(side.king.rank().index()));
            let near = |square: Square| {
                (square.file().index() as i32 - file).abs() <= 1
                    && (square.rank().index() as i32 - rank).abs() <= 1
            };
            let ring = squares(|square| near(square) && square != side.king && by_pawn(&own, square) < 2);
            assert_eq!(side.ring, ring, "{board}");

            let enemies = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
            for role in enemies {
                // An enemy there, with nothing to look through, would attack the king.
                let checks = |from: Square| match role {
                    Role::Knight => JUMPS.iter().any(|(f, r)| from.offset(*f, *r) == Some(side.king)),
                    _ => directions(role)
                        .into_iter()
                        .any(|step| walk(board, from, step, &[]).last() == Some(&side.king)),
                };
                assert_eq!(spine.check_squares(color)[role], squares(checks), "{role:?} {board}");
            }
            // What enemies do to the ring, attack by attack.
            let on_ring = |(_, role, to): &&(Square, Role, Square)| enemies.contains(role) && ring.has(*to);
            let hits: Vec<_> = theirs.iter().filter(on_ring).collect();
            assert_eq!(usize::from(spine[!color].ring_hits), hits.len(), "{board}");
            for (role, found) in enemies.into_iter().zip(spine[!color].ring_attackers) {
                let from: Bitboard = hits.iter().filter(|hit| hit.1 == role).map(|hit| hit.0).collect();
                assert_eq!(usize::from(found), from.len(), "{role:?} {board}");
            }
        }
    }
}

fn pawn_maps(positions: &[Board]) {
    for board in positions {
        let spine = Spine::of(board);
        for color in Color::ALL {
            let side = &spine[color];
            let pawn_at = |square: Option<Square>, color| {
                square.is_some_and(|square| board.piece_at(square) == Some(Piece::new(color, Role::Pawn)))
            };
            let step = forward(color);
            // A pawn of that color somewhere behind the square, `shift` files aside.
            let behind = |square: Square, shift: i8, color: Color| {
                (1..8).any(|steps| pawn_at(square.offset(shift, -steps * forward(color)), color))
            };
            assert_eq!(side.ahead, squares(|square| behind(square, 0, color)), "{board}");
            let span = |square| behind(square, -1, color) || behind(square, 1, color);
            assert_eq!(side.pawn_span, squares(span), "{board}");

            let passed = |square: Square| {
                let doubled = (1..8).any(|steps| pawn_at(square.offset(0, steps * step), color));
                let stopped = (-1..=1).any(|shift| behind(square, shift, !color));
                pawn_at(Some(square), color) && !doubled && !stopped
            };
            assert_eq!(side.passed, squares(passed), "{board}");

            let empty =
                |square: Option<Square>| square.is_some_and(|square| board.piece_at(square).is_none());
            let push = |square: Square| {
                let (one, two) = (square.offset(0, -step), square.offset(0, -2 * step));
                let double = color.rank(square.rank()) == Rank::Fourth && empty(one) && pawn_at(two, color);
                empty(Some(square)) && (pawn_at(one, color) || double)
            };
            assert_eq!(side.pushes, squares(push), "{board}");
        }
    }
}
