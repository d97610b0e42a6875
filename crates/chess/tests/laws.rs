//! What must hold in every position, tried in thousands of them.

mod common;

use common::model::Model;
use common::{TRICKY, assert_consistent, assert_identical, data, positions};
use vernier_chess::{Bitboard, Board, Color, Move, MoveClass, MoveList, Observer, Piece, Rng, Square, Undo};

fn sorted(moves: &MoveList) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

fn squares(set: Bitboard) -> Vec<Square> {
    set.into_iter().collect()
}

/// Compares everything a board shows with the slow model; the square of en passant only where it can be taken on.
fn assert_same(board: &Board, model: &Model) {
    let takes = model.legal_moves().iter().any(|mv| mv.is_en_passant());
    let model = Model { jumped: model.jumped.filter(|_| takes), ..model.clone() };
    assert_eq!(Model::of(board), model, "{board}");
}

#[test]
fn generation_finds_exactly_the_legal_moves() {
    for board in positions(1, 120) {
        assert_eq!(sorted(&board.legal_moves()), Model::of(&board).legal_moves(), "{board}");
    }
}

#[test]
fn safe_pseudo_legal_moves_are_the_legal_moves() {
    for board in positions(30, 200) {
        let mut moves = board.pseudo_legal_moves();
        moves.retain(|mv| board.is_pseudo_legal_safe(mv));
        assert_eq!(sorted(&moves), sorted(&board.legal_moves()), "{board}");
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn generation_finds_exactly_the_legal_moves_of_the_shared_positions() {
    let mut tried = 0;
    for file in ["tricky", "enpassant", "double_check", "single_check", "chess960_tricky", "dfrc"] {
        for line in data(&format!("perft/{file}.epd")).lines() {
            let fen = line.split(';').next().expect("a line has a first part");
            let board: Board = Board::mend_fen(fen).expect("the shared positions are legal").board;
            let model = Model::of(&board);
            assert_eq!(sorted(&board.legal_moves()), model.legal_moves(), "{line}");
            for mv in board.legal_moves() {
                let next = board.play(mv);
                assert_eq!(sorted(&next.legal_moves()), model.play(mv).legal_moves(), "{line} {mv}");
            }
            tried += 1;
        }
    }
    assert!(tried == 1_245 || tried == 0, "{tried} positions");
}

#[test]
fn playing_does_what_the_rules_say() {
    for board in positions(2, 24) {
        let model = Model::of(&board);
        for mv in board.legal_moves() {
            assert_same(&board.play(mv), &model.play(mv));
        }
    }
}

#[test]
fn undo_restores_everything() {
    for board in positions(3, 200) {
        let mut played = board;
        for mv in board.legal_moves() {
            let undo = played.make(mv);
            assert_identical(&played, &board.play(mv));
            assert_ne!(played.key(), board.key());
            assert_eq!(undo.captured().is_some(), mv.is_capture());
            played.unmake(mv, undo);
            assert_identical(&played, &board);
        }
    }
    assert_eq!(size_of::<Undo>(), 8);
}

#[test]
fn undoing_whole_games_restores_every_position() {
    let mut random = Rng::new(4);
    for fen in TRICKY {
        let mut board: Board = Board::mend_fen(fen).expect("legal").board;
        let mut past = Vec::new();
        for _ in 0..200 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = random.pick(&moves);
            past.push((board, mv, board.make(mv)));
        }
        for (before, mv, undo) in past.into_iter().rev() {
            board.unmake(mv, undo);
            assert_identical(&board, &before);
        }
    }
}

#[test]
fn a_null_move_changes_the_turn_and_can_be_undone() {
    let mut tried = 0;
    for mut board in positions(5, 200).into_iter().filter(|board| !board.in_check()) {
        let before = board;
        let undo = board.make_null();
        assert_consistent(&board);
        let expected = Model { jumped: None, turn: !before.turn(), ..Model::of(&before) };
        let now = Model::of(&board);
        assert_eq!((now.squares, now.turn, now.rooks), (expected.squares, expected.turn, expected.rooks));
        assert_eq!(board.en_passant(), None);
        assert_ne!(board.key(), before.key());
        assert_eq!(board.pawn_key(), before.pawn_key());
        board.unmake_null(undo);
        assert_identical(&board, &before);
        tried += 1;
    }
    assert!(tried > 5_000);
}

#[test]
fn keys_kept_move_by_move_equal_keys_computed_afresh() {
    for board in positions(6, 300) {
        assert_consistent(&board);
        for color in Color::ALL {
            assert_ne!(board.non_pawn_key(color), board.non_pawn_key(!color));
        }
    }
}

#[test]
fn the_likely_key_after_a_move_is_right_but_for_special_moves() {
    let mut right = 0;
    for board in positions(31, 100) {
        for mv in board.legal_moves() {
            let next = board.play(mv);
            let is_special = mv.is_castle() || mv.is_promotion() || mv.is_en_passant();
            let takes_in_passing = board.en_passant().is_some() || next.en_passant().is_some();
            if !is_special && !takes_in_passing && board.castling() == next.castling() {
                assert_eq!(board.likely_key_after(mv), next.key(), "{board} {mv}");
                right += 1;
            }
        }
        // Moves from elsewhere are guessed, too.
        for mv in (0..=u16::MAX).step_by(257).filter_map(Move::from_bits) {
            let _ = board.likely_key_after(mv);
        }
    }
    assert!(right > 20_000, "{right} moves");
}

#[test]
fn is_legal_is_correct_for_every_bit_pattern() {
    let tricky = TRICKY.iter().map(|fen| Board::mend_fen(fen).expect("legal").board);
    let walked = positions(7, 60).into_iter().step_by(9);
    for board in tricky.chain(walked) {
        let mut legal = vec![false; 1 << 16];
        for mv in board.legal_moves() {
            legal[usize::from(mv.bits())] = true;
        }
        let legality = board.legality();
        for bits in 0..=u16::MAX {
            let judged = Move::from_bits(bits).is_some_and(|mv| board.is_legal(mv));
            assert_eq!(judged, legal[usize::from(bits)], "{board}: {:?}", Move::from_bits(bits));
            let judged = Move::from_bits(bits).is_some_and(|mv| legality.is_legal(mv));
            assert_eq!(judged, legal[usize::from(bits)], "{board}: {:?}", Move::from_bits(bits));
        }
    }
}

#[test]
fn a_move_gives_check_if_the_king_is_attacked_after_it() {
    for board in positions(8, 200) {
        for mv in board.legal_moves() {
            assert_eq!(board.gives_check(mv), board.play(mv).in_check(), "{board} {mv}");
        }
    }
}

#[test]
fn move_classes_hold_the_right_moves() {
    for board in positions(9, 300) {
        let all = sorted(&board.legal_moves());
        let only = |keep: fn(&Move) -> bool| all.iter().copied().filter(keep).collect::<Vec<_>>();
        let of = |class| sorted(&board.moves(class));
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "no move comes twice");
        assert_eq!(of(MoveClass::Captures), only(|mv| mv.is_capture()));
        assert_eq!(of(MoveClass::Promotions), only(|mv| mv.is_promotion()));
        assert_eq!(of(MoveClass::Noisy), only(|mv| mv.is_capture() || mv.is_promotion()));
        assert_eq!(of(MoveClass::Quiets), only(|mv| mv.is_quiet()));
        assert_eq!(of(MoveClass::Evasions), if board.in_check() { all.clone() } else { Vec::new() });
        assert_eq!(board.count_moves(), all.len());
        assert_eq!(board.has_legal_moves(), !all.is_empty());
        assert_eq!(board.is_checkmate(), all.is_empty() && board.in_check());
        assert_eq!(board.is_stalemate(), all.is_empty() && !board.in_check());
    }
}

#[test]
fn checks_pins_and_attacks_agree_with_the_model() {
    let mut random = Rng::new(10);
    for board in positions(11, 100) {
        let model = Model::of(&board);
        assert_eq!(squares(board.checkers()), model.checkers(), "{board}");
        assert_eq!(board.in_check(), model.in_check(board.turn()));
        for color in Color::ALL {
            assert_eq!(squares(board.pinned(color)), model.pinned(color), "{board}");
            let target = Square::ALL[random.below(64)];
            let attackers = model.attackers(target, color);
            assert_eq!(squares(board.attackers(target, board.occupied()) & board.color(color)), attackers);
            assert_eq!(board.is_attacked(target, color, board.occupied()), !attackers.is_empty());
        }
    }
}

/// Rebuilds the squares from what it observes, and panics on anything impossible.
struct Echo([Option<Piece>; 64]);

impl Observer for Echo {
    fn placed(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].replace(piece), None, "a piece is placed on an empty square");
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece), "what is removed was there");
    }
}

#[test]
fn an_observer_can_follow_the_squares() {
    for mut board in positions(12, 150) {
        let before = Square::ALL.map(|square| board.piece_at(square));
        for mv in board.legal_moves() {
            let mut echo = Echo(before);
            let undo = board.make_observed(mv, &mut echo);
            assert_eq!(echo.0, Square::ALL.map(|square| board.piece_at(square)), "{mv}");
            board.unmake_observed(mv, undo, &mut echo);
            assert_eq!(echo.0, before, "{mv} taken back");
        }
    }
}

#[test]
fn a_mirrored_board_has_the_mirrored_moves() {
    let flip = |mv: Move| Move::new(mv.from().flip_rank(), mv.to().flip_rank(), mv.kind());
    for board in positions(21, 12) {
        let mirrored = board.mirrored();
        assert_eq!(mirrored.mirrored(), board);
        assert_eq!((mirrored.turn(), mirrored.in_check()), (!board.turn(), board.in_check()));
        let moves: MoveList = board.legal_moves().into_iter().map(flip).collect();
        assert_eq!(sorted(&moves), sorted(&mirrored.legal_moves()), "{board}");
        for color in Color::ALL {
            let short = board.has_insufficient_material_for(color);
            assert_eq!(short, mirrored.has_insufficient_material_for(!color), "{board}");
        }
    }
}
