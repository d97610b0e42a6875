"""The library against python-chess over random games: legal moves, SAN, FEN, outcomes, attacks and keys must be equal."""

import random

import chess
import chess.polyglot
import pytest

import vernier

GAMES = 60
PLIES = 120


def start(kind: str, rng: random.Random) -> tuple[vernier.Board, chess.Board]:
    if kind == "chess960":
        number = rng.randrange(960)
        theirs = chess.Board.from_chess960_pos(number)
        ours = vernier.Board.from_chess960_pos(number)
        assert ours.fen() == theirs.fen()
        return ours, theirs
    return vernier.Board(), chess.Board()


def compare(ours: vernier.Board, theirs: chess.Board, rng: random.Random) -> None:
    assert ours.fen() == theirs.fen()
    assert ours.fen(shredder=True) == theirs.fen(shredder=True)
    assert ours.epd() == theirs.epd()
    assert ours.epd(shredder=True) == theirs.epd(shredder=True)
    assert {move.uci() for move in ours.legal_moves} == {move.uci() for move in theirs.legal_moves}
    assert (ours.turn, ours.ply(), ours.is_check()) == (theirs.turn, theirs.ply(), theirs.is_check())
    assert int(ours.checkers()) == int(theirs.checkers())
    compare_pseudo_legal_moves(ours, theirs)
    compare_mirrored(ours, theirs)
    for claim_draw in (False, True):
        mine, yours = ours.outcome(claim_draw=claim_draw), theirs.outcome(claim_draw=claim_draw)
        assert (mine is None) == (yours is None), ours.fen()
        if mine is not None and yours is not None:
            assert (mine.termination.name, mine.winner) == (yours.termination.name, yours.winner)
            assert mine.result() == yours.result() == ours.result(claim_draw=claim_draw)
    assert ours.can_claim_draw() == theirs.can_claim_draw()
    square = rng.randrange(64)
    for color in (True, False):
        assert int(ours.attackers(color, square)) == int(theirs.attackers(color, square))
        if theirs.color_at(square) == color:
            assert ours.is_pinned(color, square) == theirs.is_pinned(color, square)
        assert ours.king(color) == theirs.king(color)
    assert int(ours.attacks(square)) == int(theirs.attacks(square))
    piece, other = ours.piece_at(square), theirs.piece_at(square)
    assert (piece and piece.symbol()) == (other and other.symbol())
    # python-chess and books count en passant wherever a pawn could take, pinned or not.
    assert ours.polyglot_key() == chess.polyglot.zobrist_hash(theirs)


def compare_pseudo_legal_moves(ours: vernier.Board, theirs: chess.Board) -> None:
    mine = [move.uci() for move in ours.pseudo_legal_moves]
    assert sorted(mine) == sorted(move.uci() for move in theirs.pseudo_legal_moves)
    assert len(ours.pseudo_legal_moves) == ours.pseudo_legal_moves.count() == theirs.pseudo_legal_moves.count()
    assert bool(ours.pseudo_legal_moves) == bool(theirs.pseudo_legal_moves)
    assert all(move in ours.pseudo_legal_moves for move in [*ours.pseudo_legal_moves, *ours.legal_moves])
    for move in ours.pseudo_legal_moves:
        assert (move in ours.legal_moves) == theirs.is_legal(chess.Move.from_uci(move.uci()))


def compare_mirrored(ours: vernier.Board, theirs: chess.Board) -> None:
    fen, moves = ours.fen(), ours.move_stack
    mirrored = ours.mirror()
    assert mirrored.fen() == theirs.mirror().fen()
    assert mirrored.chess960 == ours.chess960 and not mirrored.move_stack
    assert mirrored.mirror() == ours
    assert (ours.fen(), ours.move_stack) == (fen, moves)


def compare_moves(ours: vernier.Board, theirs: chess.Board) -> None:
    for move in theirs.legal_moves:
        mine = vernier.Move.from_uci(move.uci())
        assert mine in ours.legal_moves
        san = theirs.san(move)
        assert ours.san(mine) == san
        assert ours.parse_san(san) == mine
        lan = theirs.lan(move)
        assert ours.lan(mine) == lan
        assert ours.parse_san(lan) == mine
        assert ours.uci(mine) == theirs.uci(move)
        assert ours.gives_check(mine) == theirs.gives_check(move)
        assert ours.is_capture(mine) == theirs.is_capture(move)
        assert ours.is_castling(mine) == theirs.is_castling(move)
        assert ours.is_en_passant(mine) == theirs.is_en_passant(move)


@pytest.mark.parametrize("kind", ["standard", "chess960"])
def test_random_games(kind: str) -> None:
    rng = random.Random(f"vernier {kind}")
    played = 0
    for game in range(GAMES):
        ours, theirs = start(kind, rng)
        for _ in range(PLIES):
            compare(ours, theirs, rng)
            moves = list(theirs.legal_moves)
            if not moves:
                break
            if game % 5 == 0:
                compare_moves(ours, theirs)
            # A little more shuffling than chance has, so that positions repeat.
            move = rng.choice(moves)
            if len(theirs.move_stack) > 1 and rng.random() < 0.3:
                back = theirs.move_stack[-2]
                undo = chess.Move(back.to_square, back.from_square)
                move = undo if undo in moves else move
            ours.push(vernier.Move.from_uci(move.uci()))
            theirs.push(move)
            played += 1
        while theirs.move_stack:
            assert ours.pop().uci() == theirs.pop().uci()
        assert ours.fen() == theirs.fen()
        with pytest.raises(IndexError):
            ours.pop()
    assert played > GAMES * 50


def test_endings_that_rules_make() -> None:
    for fen in [
        "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KB1b1/8/8 w - - 0 1",
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
        "4k3/8/8/8/8/8/3R4/4K3 w - - 150 100",
        "4k3/8/8/8/8/8/3R4/4K3 w - - 99 100",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    ]:
        compare(vernier.Board(fen), chess.Board(fen), random.Random(1))


# Castling through and out of check, promotions with and without capture, pins, en passant that would expose the king.
HARD_POSITIONS = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 3 9",
    "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 3 9",
    "r3k2r/pP4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
    "8/8/8/KP1pP2r/8/8/8/7k w - d6 0 2",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/1k6/8/Q6Q/8/8/K6Q w - - 0 1",
]


@pytest.mark.parametrize("fen", HARD_POSITIONS)
def test_hard_positions(fen: str) -> None:
    ours, theirs = vernier.Board(fen), chess.Board(fen)
    compare(ours, theirs, random.Random(1))
    compare_moves(ours, theirs)


def test_long_notation_and_pseudo_legal_moves_of_chess960() -> None:
    board = vernier.Board("1r2k3/8/8/8/8/8/8/RK5R w HA - 0 1", chess960=True)
    theirs = chess.Board(board.fen(), chess960=True)
    compare(board, theirs, random.Random(1))
    compare_moves(board, theirs)


def test_lists_of_pseudo_legal_moves() -> None:
    board = vernier.Board("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
    names = repr(board.pseudo_legal_moves)
    assert names.startswith("<PseudoLegalMoves (") and "e2c3" in names and "Kd1" in names
    assert repr(board.legal_moves).startswith("<LegalMoves (")
    castling = vernier.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1").pseudo_legal_moves
    assert vernier.Move.from_uci("e1g1") in castling and vernier.Move.from_uci("e1h1") in castling
    for move in (vernier.Move.null(), vernier.Move.from_uci("e2e4")):
        assert move not in board.pseudo_legal_moves
    with pytest.raises(IndexError):
        board.pseudo_legal_moves[99]


def test_perft_divide_agrees() -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

    def leaves(board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += leaves(board, depth - 1)
            board.pop()
        return total

    theirs = chess.Board(fen)
    for move, count in vernier.Board(fen).perft_divide(2):
        theirs.push_uci(move.uci())
        assert count == leaves(theirs, 1)
        theirs.pop()


def test_square_sets_agree() -> None:
    rng = random.Random(3)
    for _ in range(200):
        a, b = rng.getrandbits(64), rng.getrandbits(64)
        ours, theirs = vernier.SquareSet(a), chess.SquareSet(a)
        assert list(ours) == list(theirs) and len(ours) == len(theirs)
        assert str(ours) == str(theirs)
        for operator in ("__or__", "__and__", "__xor__", "__sub__"):
            assert int(getattr(ours, operator)(b)) == int(getattr(theirs, operator)(chess.SquareSet(b)))
        assert int(~ours) == int(~theirs)
        assert ours.tolist() == theirs.tolist()
        assert vernier.SquareSet(list(ours)) == ours
