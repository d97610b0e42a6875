"""Many positions at once."""

import random

import chess
import numpy as np

import vernier


def sample(count: int) -> list[str]:
    rng = random.Random(11)
    fens: list[str] = []
    board = chess.Board()
    while len(fens) < count:
        moves = list(board.legal_moves)
        if not moves or len(board.move_stack) > 80:
            board = chess.Board()
            continue
        board.push(rng.choice(moves))
        fens.append(board.fen())
    return fens


FENS = sample(300)
POSITIONS = vernier.Positions(FENS)


def test_what_goes_in_comes_out() -> None:
    assert POSITIONS.fens() == FENS and len(POSITIONS) == len(FENS)
    assert POSITIONS[-1].fen() == FENS[-1]
    assert vernier.Positions.from_boards([POSITIONS[0]]).fens() == FENS[:1]
    assert len(vernier.Positions([])) == 0 and vernier.Positions([]).planes().shape == (0, 12, 8, 8)


def test_moves_and_perft() -> None:
    counts = POSITIONS.move_counts()
    for fen, count, perft, moves in zip(FENS, counts, POSITIONS.perft(2), POSITIONS.legal_moves()):
        board = chess.Board(fen)
        assert count == board.legal_moves.count() == len(moves)
        assert perft == vernier.Board(fen).perft(2)
    assert (POSITIONS.perft(2, threads=1) == POSITIONS.perft(2, threads=7)).all()


def test_planes_show_the_board_from_the_mover() -> None:
    planes = POSITIONS.planes()
    assert planes.shape == (len(FENS), 12, 8, 8) and planes.dtype == np.uint8
    for fen, seen in zip(FENS, planes):
        board = chess.Board(fen)
        expected = np.zeros((12, 64), np.uint8)
        for square, piece in board.piece_map().items():
            own = 0 if piece.color == board.turn else 6
            expected[own + piece.piece_type - 1, square if board.turn else chess.square_mirror(square)] = 1
        assert (seen.reshape(12, 64) == expected).all()


def test_features_are_one_for_each_piece() -> None:
    features = POSITIONS.features()
    assert features.shape == (len(FENS), 2, 32)
    for fen, views in zip(FENS, features):
        pieces = len(chess.Board(fen).piece_map())
        for view in views:
            used = view[view >= 0]
            assert len(used) == pieces == len(set(used.tolist())) and used.max() < 768


def test_evaluation_is_the_engines() -> None:
    engine = vernier.Engine()
    scores = POSITIONS.evaluate()
    compared = 0
    for position, score in zip((POSITIONS[index] for index in range(len(POSITIONS))), scores):
        single = engine.evaluate(position)
        if single is not None:
            assert single == score, position.fen()
            compared += 1
    assert compared > 200


def test_keys() -> None:
    assert [int(key) for key in POSITIONS.keys()] == [POSITIONS[index].polyglot_key() for index in range(len(POSITIONS))]
