//! Positions as the page sends them and gets them back.

use crate::Refusal;
use crate::message::{Answer, Ending, LegalMove, Position, Stored};
use vernier_analysis::openings;
use vernier_chess::{Board, Color, Game, Key, Move, Piece, Role, Wing};

/// Longer move lists are rejected. At most 118 moves of a game are captures or moves of pawns, and the 75-move rule allows 150
/// half-moves between two of them, so that no game is as long.
const MOST_MOVES: usize = 18_000;

/// The game that leads to a position, or what is wrong with it and in which field.
pub(crate) fn game(position: &Position) -> Result<Game, Refusal> {
    let start = match &position.fen {
        None => Board::start(),
        Some(fen) => Board::mend_fen(fen).map_err(|error| (error.to_string(), "fen"))?.board,
    };
    if position.moves.len() > MOST_MOVES {
        return Err((format!("more than {MOST_MOVES} moves"), "moves"));
    }
    let mut game = Game::from_board(start);
    for word in &position.moves {
        let mv = game.board().parse_uci(word).map_err(|error| (format!("{word}: {error}"), "moves"))?;
        game.play(mv).map_err(|error| (error.to_string(), "moves"))?;
    }
    Ok(game)
}

/// The keys before the present position.
pub(crate) fn history(game: &Game) -> Vec<Key> {
    let keys = game.keys();
    keys[..keys.len() - 1].to_vec()
}

/// A move in UCI notation, in the form that fits the position.
pub(crate) fn uci(board: &Board, mv: Move) -> String {
    board.uci(mv, board.castling_mode())
}

/// Everything the page shows of a position.
pub(crate) fn answer(id: u32, game: &Game, stored: Option<Stored>) -> Answer {
    let board = game.board();
    let ending = game
        .outcome()
        .map(|outcome| Ending { result: outcome.result().to_string(), text: outcome.to_string() });
    let moves = match ending {
        Some(_) if !board.has_legal_moves() => Vec::new(),
        _ => board.legal_moves().into_iter().map(|mv| legal_move(board, mv)).collect(),
    };
    Answer::Position {
        id,
        fen: board.to_string(),
        turn: if board.turn() == Color::White { 'w' } else { 'b' },
        check: board.in_check().then(|| board.king(board.turn()).to_string()),
        moves,
        ending,
        claim: game.draw_claim().map(|claim| claim.to_string()),
        opening: openings::of_game(game).map(|opening| (opening.eco.to_owned(), opening.name.clone())),
        stored,
        words: words(board),
    }
}

fn legal_move(board: &Board, mv: Move) -> LegalMove {
    let mut to = vec![mv.to().to_string()];
    if mv.is_castle() {
        let king = Wing::of(mv.from(), mv.to()).king_target(board.turn());
        // Moves where the king stays or steps one square would hide the ordinary king move.
        let plain = board
            .legal_moves()
            .into_iter()
            .any(|other| other.from() == mv.from() && other.to() == king && !other.is_castle());
        if !plain && king != mv.from() {
            to.insert(0, king.to_string());
        }
    }
    LegalMove {
        uci: uci(board, mv),
        san: board.san(mv).to_string(),
        from: mv.from().to_string(),
        to,
        promotion: mv.promotion().map(Role::to_char),
        fen: board.play(mv).to_string(),
    }
}

/// "White: king e1, queen d1, ... Black: ... White to move, in check."
fn words(board: &Board) -> String {
    let side = |color: Color| {
        let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        let named = roles.into_iter().flat_map(|role| {
            let name = format!("{role:?}").to_lowercase();
            board.pieces(color, role).into_iter().map(move |square| format!("{name} {square}"))
        });
        named.collect::<Vec<_>>().join(", ")
    };
    let turn = if board.turn() == Color::White { "White" } else { "Black" };
    let check = if board.in_check() { ", in check" } else { "" };
    format!("White: {}. Black: {}. {turn} to move{check}.", side(Color::White), side(Color::Black))
}

/// The letters of a piece as a FEN has them.
pub(crate) fn letter(piece: Piece) -> String {
    piece.to_char().to_string()
}
