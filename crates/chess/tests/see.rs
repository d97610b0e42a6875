//! Static exchange evaluation against published positions and against exhaustive search.

mod common;

use common::{data, random_boards};
use vernier_chess::{Bitboard, Board, ByRole, Color, EXCHANGE_VALUES, Move, Rng, Role, Square, attacks};

/// Checks every line of a file of `FEN | move | value | note` and returns how many there were.
fn check_file(name: &str, expected: impl Fn(&[&str]) -> i32) -> usize {
    let text = data(&format!("see/{name}"));
    for line in text.lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let board: Board = fields[0].parse().unwrap();
        let mv = board.parse_uci(fields[1]).unwrap();
        let value = expected(&fields);
        assert_eq!(board.see(mv), value, "{line}");
        assert!(board.see_at_least(mv, value), "{line}");
        assert!(!board.see_at_least(mv, value + 1), "{line}");
    }
    text.lines().count()
}

#[test]
#[ignore = "needs ../shared/data"]
fn published_values() {
    let value = |fields: &[&str]| fields[2].parse().unwrap();
    assert_eq!(check_file("see.epd", value), 66);
    assert_eq!(check_file("see_generated.epd", value), 300);
}

#[test]
#[ignore = "needs ../shared/data"]
fn ours_is_the_convention_that_promotes_and_ignores_pins() {
    let with_promotion = |fields: &[&str]| {
        let note = fields[3].split_whitespace().find_map(|word| word.strip_prefix("with_promotion="));
        note.unwrap().parse().unwrap()
    };
    assert_eq!(check_file("see_convention.epd", with_promotion), 6);
}

/// Who may take in the exhaustive search.
#[derive(Clone, Copy, PartialEq)]
enum Takers {
    Least,
    Any,
}

/// An exchange played out piece by piece, each side trying every capture and stopping too.
struct Exhaustive<'a> {
    board: &'a Board,
    square: Square,
    takers: Takers,
}

impl Exhaustive<'_> {
    fn value(&self, mv: Move) -> i32 {
        let board = self.board;
        let worth = |role: Role| EXCHANGE_VALUES[role];
        let mut occupied = board.occupied() - mv.from();
        let mut won = board.role_at(mv.to()).map_or(0, worth);
        if mv.is_en_passant() {
            occupied -= Square::new(mv.to().file(), mv.from().rank());
            won = worth(Role::Pawn);
        }
        let mut stands = board.role_at(mv.from()).unwrap();
        if let Some(role) = mv.promotion() {
            won += worth(role) - worth(Role::Pawn);
            stands = role;
        }
        won - self.best(occupied | mv.to(), stands, !board.turn())
    }

    /// The most `side` can still win when `stands` is on the square.
    fn best(&self, occupied: Bitboard, stands: Role, side: Color) -> i32 {
        let board = self.board;
        let attackers =
            |occupied: Bitboard| board.attackers(self.square, occupied) & (occupied - self.square);
        let own = attackers(occupied) & board.color(side);
        // Of two alike the one on the lower square goes first, as in the library.
        let least = own.into_iter().min_by_key(|from| (board.role_at(*from), *from));
        let mut best = 0;
        for from in own {
            let role = board.role_at(from).unwrap();
            if self.takers == Takers::Least && Some(from) != least {
                continue;
            }
            let rest = occupied - from;
            if role == Role::King && (attackers(rest) & board.color(!side)).any() {
                continue;
            }
            let becomes = match role {
                Role::Pawn if Bitboard::BACK_RANKS.has(self.square) => Role::Queen,
                role => role,
            };
            let won = EXCHANGE_VALUES[stands] + EXCHANGE_VALUES[becomes] - EXCHANGE_VALUES[role];
            best = best.max(won - self.best(rest, becomes, !side));
        }
        best
    }

    /// True if taking with the least piece first need not be best: it may uncover an enemy slider, or it may be a
    /// pawn that promotes.
    fn is_special(&self, mv: Move) -> bool {
        let board = self.board;
        let near = attacks::queen(self.square, board.occupied() - mv.from());
        let sliders = [Role::Bishop, Role::Rook, Role::Queen].map(|role| board.role(role));
        let pawns_promote = Bitboard::BACK_RANKS.has(self.square)
            && (attacks::king(self.square) & board.role(Role::Pawn)).any();
        let uncovers = near.into_iter().any(|blocker| {
            let Some(piece) = board.piece_at(blocker) else { return false };
            let enemy = board.color(!piece.color()) & (sliders[0] | sliders[1] | sliders[2]);
            let behind = attacks::line(self.square, blocker) & enemy;
            behind.into_iter().any(|slider| attacks::between(self.square, slider).has(blocker))
        });
        pawns_promote || uncovers
    }
}

#[test]
fn agrees_with_exhaustive_search() {
    let (mut moves, mut plain, mut better) = (0, 0, 0);
    for board in random_boards(3000, 7) {
        for mv in board.legal_moves().into_iter().filter(|mv| !mv.is_castle()) {
            let exhaustive = |takers| Exhaustive { board: &board, square: mv.to(), takers };
            let value = board.see(mv);
            assert_eq!(value, exhaustive(Takers::Least).value(mv), "{board} {mv}");
            moves += 1;
            let any = exhaustive(Takers::Any);
            let best = any.value(mv);
            if !any.is_special(mv) {
                assert_eq!(value, best, "{board} {mv}");
                plain += 1;
            }
            better += usize::from(value != best);
        }
    }
    assert!(moves > 60_000, "only {moves} moves");
    assert!(plain * 2 > moves, "only {plain} of {moves} moves are without special cases");
    // The two special cases almost never change the value.
    assert!(better * 500 < moves, "{better} of {moves} values differ from the best exchange");
}

#[test]
fn threshold_test_agrees_with_the_value() {
    let mut random = Rng::new(99);
    let odd_values = ByRole([97, 310, 331, 512, 1013, 20_000]);
    for board in random_boards(300, 3) {
        for mv in board.legal_moves() {
            for values in [&EXCHANGE_VALUES, &odd_values] {
                let value = board.see_with(mv, values);
                let noise = random.below(2400) as i32 - 1200;
                for threshold in [value - 1, value, value + 1, 0, 1, -100, noise, i32::MIN, i32::MAX] {
                    let expected = value >= threshold;
                    assert_eq!(
                        board.see_at_least_with(mv, threshold, values),
                        expected,
                        "{board} {mv} {threshold}"
                    );
                }
            }
        }
    }
}

#[test]
fn special_moves() {
    let see = |fen: &str, uci: &str| {
        let board: Board = fen.parse().unwrap();
        board.see(board.parse_uci(uci).unwrap())
    };
    assert_eq!(see("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);
    assert_eq!(see("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 800);
    assert_eq!(see("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), 200);
    assert_eq!(see("3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), -100);
    assert_eq!(see("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), 1300);
    assert_eq!(see("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
    assert_eq!(see("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
    // A king may not take what is defended, but may take what is not.
    assert_eq!(see("8/8/3k4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5"), 100 - 500);
    assert_eq!(see("8/8/3k4/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5"), 100);
}
