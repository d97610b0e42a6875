//! Moves, pieces and gains in plain English.

use vernier_chess::{Board, ByRole, Color, Move, Role, Square};

/// A move with its number: `23.Nf5`, `23...Rd8`.
pub(crate) fn numbered(board: &Board, mv: Move) -> String {
    let dots = if board.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}{}", board.fullmove_number(), board.san(mv))
}

/// Moves with their numbers.
pub(crate) fn line(start: &Board, moves: &[Move]) -> String {
    let mut board = *start;
    let mut words = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        let numbered_here = ply == 0 || board.turn() == Color::White;
        words.push(if numbered_here { numbered(&board, *mv) } else { board.san(*mv).to_string() });
        board = board.play(*mv);
    }
    words.join(" ")
}

/// The name of a piece.
pub(crate) const fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// "the knight on c6"
pub(crate) fn piece_on(board: &Board, square: Square) -> String {
    format!("the {} on {square}", board.role_at(square).map_or("piece", role))
}

/// What one side has won between two positions: "a knight", "the exchange", "a queen for a rook".
pub(crate) fn gain(start: &Board, end: &Board, color: Color) -> String {
    let mut won: ByRole<i32> = ByRole([0; 6]);
    for piece in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let lead = |board: &Board| {
            board.pieces(color, piece).len() as i32 - board.pieces(!color, piece).len() as i32
        };
        won[piece] = lead(end) - lead(start);
    }
    // A bishop for a knight is an even trade.
    let minors = won[Role::Knight].clamp(-1, 1) + won[Role::Bishop].clamp(-1, 1);
    if minors == 0 && won[Role::Knight] * won[Role::Bishop] == -1 {
        (won[Role::Knight], won[Role::Bishop]) = (0, 0);
    }
    let part = |sign: i32| {
        let named = Role::ALL.into_iter().rev().filter(|role| won[*role].signum() == sign);
        named.map(|role| count(won[role].abs(), role)).collect::<Vec<_>>()
    };
    let (gained, given) = (part(1), part(-1));
    let minor_given = given.len() == 1 && (won[Role::Knight] == -1 || won[Role::Bishop] == -1);
    match (gained.as_slice(), given.as_slice()) {
        ([rook], [_]) if rook == "a rook" && minor_given => "the exchange".to_owned(),
        ([], _) => "material".to_owned(),
        (gained, []) => list(gained),
        (gained, given) => format!("{} for {}", list(gained), list(given)),
    }
}

fn count(number: i32, piece: Role) -> String {
    let name = role(piece);
    match number {
        1 => format!("a {name}"),
        2 => format!("two {name}s"),
        3 => format!("three {name}s"),
        number => format!("{number} {name}s"),
    }
}

/// "a", "a and b", "a, b and c"
pub(crate) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gained(start: &str, end: &str) -> String {
        gain(&start.parse().expect("a position"), &end.parse().expect("a position"), Color::White)
    }

    #[test]
    fn gains_are_named_as_players_name_them() {
        let start = "r1b1k1n1/pp6/8/8/8/8/PP6/R1B1K1N1 w - - 0 1";
        assert_eq!(gained(start, "r1b1k3/pp6/8/8/8/8/PP6/R1B1K1N1 w - - 0 1"), "a knight");
        assert_eq!(gained(start, "2b1k1n1/pp6/8/8/8/8/PP6/R1B1K3 w - - 0 1"), "the exchange");
        assert_eq!(gained(start, "r1b1k3/p7/8/8/8/8/PP6/R1B1K1N1 w - - 0 1"), "a knight and a pawn");
        assert_eq!(gained(start, "r3k1n1/1p6/8/8/8/8/PP6/R1B1K3 w - - 0 1"), "a pawn");
        assert_eq!(
            gained(start, "r3k3/pp6/8/8/8/8/PP6/2B1K1N1 w - - 0 1"),
            "a bishop and a knight for a rook"
        );
    }

    #[test]
    fn lines_are_numbered() {
        let board = Board::start();
        let moves = ["e4", "e5", "Nf3"].iter().fold((board, Vec::new()), |(board, mut moves), word| {
            let mv = board.parse_san(word).expect("legal");
            moves.push(mv);
            (board.play(mv), moves)
        });
        assert_eq!(line(&board, &moves.1), "1.e4 e5 2.Nf3");
        assert_eq!(line(&board.play(moves.1[0]), &moves.1[1..]), "1...e5 2.Nf3");
    }
}
