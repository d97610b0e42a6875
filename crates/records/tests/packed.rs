//! Packed positions say what the board says, as the side to move sees it.

mod common;

use common::{random_games, turned};
use std::collections::HashSet;
use vernier_chess::{Color, Piece, Square};
use vernier_records::{Filter, Game, Packed};

const EVERYTHING: Filter =
    Filter { min_ply: 0, max_ply: u32::MAX, max_score: 32_000, min_pieces: 2, checks: true, tactics: true };

fn expanded(filter: &Filter, game: &Game) -> Vec<Packed> {
    let mut positions = Vec::new();
    assert_eq!(filter.expand(game, |position| positions.push(position)), positions.len());
    positions
}

#[test]
fn positions_match_the_game() {
    let mut checked = 0;
    for game in random_games(21, 200) {
        let mut positions = expanded(&EVERYTHING, &game).into_iter();
        let mut board = game.start;
        for (index, mv) in game.moves.iter().enumerate() {
            if let Some(index) = index.checked_sub(game.random_moves()) {
                let us = board.turn();
                let unpacked = positions.next().and_then(|packed| packed.unpack()).expect("a position");
                let pieces: HashSet<(u8, bool, u8)> = Square::ALL
                    .into_iter()
                    .filter_map(|square| board.piece_at(square).map(|piece| (square, piece)))
                    .map(|(square, piece)| {
                        (turned(square as u8, us), piece.color() == us, piece.role() as u8)
                    })
                    .collect();
                let seen = unpacked.pieces.iter().map(|(square, piece): &(Square, Piece)| {
                    (*square as u8, piece.color() == Color::White, piece.role() as u8)
                });
                assert_eq!(seen.collect::<HashSet<_>>(), pieces, "{board}");
                let sign = if us == Color::White { 1 } else { -1 };
                assert_eq!(unpacked.score, sign * game.scores[index]);
                assert_eq!(i16::from(unpacked.half_points) - 1, sign * (game.result() as i16 - 1));
                assert_eq!(unpacked.own_king as u8, turned(board.king(us) as u8, us));
                assert_eq!(unpacked.other_king as u8, turned(board.king(!us) as u8, !us));
                assert_eq!(u16::from(unpacked.halfmove_clock), board.halfmove_clock().min(255));
                let best = unpacked.best.expect("a move");
                assert_eq!(turned(best.from() as u8, us), mv.from() as u8);
                assert_eq!(turned(best.to() as u8, us), mv.to() as u8);
                assert_eq!(best.kind(), mv.kind());
                checked += 1;
            }
            let _ = board.make(*mv);
        }
        assert!(positions.next().is_none());
    }
    assert!(checked > 15_000, "{checked}");
}

#[test]
fn the_filter_keeps_what_it_says() {
    let filter = Filter { max_score: 20_000, ..Filter::default() };
    let (mut kept, mut all) = (0, 0);
    for game in random_games(22, 200) {
        let wanted = {
            let mut wanted = Vec::new();
            game.replay(|moment| {
                let late = moment.ply >= 16 && moment.ply <= 400;
                let quiet = !moment.mv.is_capture()
                    && !moment.mv.is_promotion()
                    && moment.board.checkers().is_empty();
                if let Some(score) = moment.score
                    && late
                    && quiet
                    && score.abs() <= 20_000
                    && moment.board.occupied().len() >= 4
                {
                    wanted.push(Packed::new(moment.board, moment.mv, score, game.result()));
                }
            });
            wanted
        };
        let found = expanded(&filter, &game);
        assert_eq!(found, wanted);
        (kept, all) = (kept + found.len(), all + game.scores.len());
    }
    assert!(kept * 5 > all && kept < all, "{kept} of {all}");
}

#[test]
fn a_position_and_its_mirror_image_are_the_same_bytes() {
    let packed = |fen: &str, mv: &str, score, winner| {
        let board: vernier_chess::Board = fen.parse().expect("a position");
        Packed::new(&board, board.parse_uci(mv).expect("a move"), score, winner)
    };
    use vernier_chess::GameResult;
    let white = packed("4k3/8/8/8/3p4/8/4P3/R3K3 w Q - 7 1", "e2e4", 250, GameResult::WhiteWins);
    let black = packed("r3k3/4p3/8/3P4/8/8/8/4K3 b q - 7 1", "e7e5", -250, GameResult::BlackWins);
    assert_eq!(white, black);
    assert_eq!(white.0[..8], 0x1000_0000_0800_1011_u64.to_le_bytes());
    // Rook and king in front, then pawn, their pawn, their king.
    assert_eq!(white.0[8..11], [0x53, 0x80, 0x0d]);
    assert_eq!(white.0[24..], [250, 0, 2, 4, 4, 7, 12, 0x27]);
}
