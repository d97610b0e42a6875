"""What a board, its moves and its text do, and what bad input gets."""

import copy
import pickle
import threading
import xml.etree.ElementTree

import pytest

import vernier


def test_the_five_lines_of_the_readme() -> None:
    board = vernier.Board()
    board.push_san("e4")
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert board.perft(3) == 13160
    assert len(board.legal_moves) == board.legal_moves.count() == 20


@pytest.mark.parametrize(
    "fen",
    ["", "garbage", "8/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1", "\x00", "é" * 500, vernier.STARTING_FEN[:-20] + "x" * 40],
)
def test_bad_positions_are_refused(fen: str) -> None:
    with pytest.raises(ValueError):
        vernier.Board(fen)
    board = vernier.Board()
    board.push_san("d4")
    with pytest.raises(ValueError):
        board.set_fen(fen)
    assert len(board.move_stack) == 1
    with pytest.raises(ValueError, match="position 1"):
        vernier.Positions([vernier.STARTING_FEN, fen])


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "e2e4k", "e2e4qq", "é2e4", "\ud7ff"])
def test_bad_moves_are_refused(text: str) -> None:
    board = vernier.Board()
    for read in (vernier.Move.from_uci, board.parse_uci, board.push_uci, board.parse_san, board.push_san):
        with pytest.raises(ValueError):
            read(text)
    assert board == vernier.Board() and not board.move_stack


def test_illegal_moves_change_nothing() -> None:
    board = vernier.Board()
    for move in [vernier.Move(vernier.E2, vernier.E5), vernier.Move.null(), vernier.Move(0, 0)]:
        assert move not in board.legal_moves and not board.is_legal(move)
        for use in (board.push, board.san, board.lan, board.uci, board.gives_check, board.see):
            with pytest.raises(ValueError):
                use(move)
    assert board == vernier.Board()


def test_wrong_types_and_numbers() -> None:
    board = vernier.Board()
    for number in (-1, 64, 10**30):
        with pytest.raises((ValueError, OverflowError)):
            board.piece_at(number)
        with pytest.raises((ValueError, OverflowError)):
            vernier.Move(number, 0)
    for wrong in (None, 1.5, "e4", b"e2e4"):
        with pytest.raises(TypeError):
            board.push(wrong)  # type: ignore[arg-type]
    with pytest.raises((TypeError, UnicodeError)):
        vernier.Board(b"\xff\xfe")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        board.perft(99)
    with pytest.raises(ValueError):
        board.pieces(7, vernier.WHITE)
    for number in (960, -1):
        with pytest.raises(ValueError):
            vernier.Board.from_chess960_pos(number)
    for mask in (-1, 2**64):
        with pytest.raises(ValueError, match="is not a set of squares"):
            vernier.SquareSet(mask)
    with pytest.raises(TypeError, match="is not a set of squares"):
        vernier.SquareSet("e4")  # type: ignore[arg-type]


def test_copies_and_pickles() -> None:
    board = vernier.Board()
    for san in ["e4", "c5", "Nf3", "d6", "Bb5+"]:
        board.push_san(san)
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.move_stack == board.move_stack
        twin.pop()
        assert twin != board and len(board.move_stack) == 5
    assert not board.copy(stack=False).move_stack
    assert board.root() == vernier.Board()
    assert pickle.loads(pickle.dumps(board.peek())) == board.peek()
    assert len({board, board.copy(), vernier.Board()}) == 2


def test_a_drawing_is_good_xml() -> None:
    board = vernier.Board()
    board.push_san("e4")
    for svg in (board._repr_svg_(), board.svg(size=200, orientation=vernier.BLACK, arrows=[(vernier.D7, vernier.D5), (vernier.A1, vernier.A3, "red")])):
        assert xml.etree.ElementTree.fromstring(svg).tag.endswith("svg")
    with pytest.raises(ValueError):
        board.svg(arrows=[(0, 1, "mauve")])
    with pytest.raises(ValueError):
        board.svg(arrows=[(0, 64)])
    with pytest.raises(TypeError, match="colours"):
        board.svg(colours=True)  # type: ignore[call-arg]
    assert board.svg(lastmove=board.peek(), squares=vernier.SquareSet([vernier.E4]), coordinates=False) != board.svg()


def test_pieces_and_text() -> None:
    board = vernier.Board()
    assert board.piece_at(vernier.A1) == vernier.Piece(vernier.ROOK, vernier.WHITE)
    assert board.piece_at(vernier.E4) is None
    assert len(board.piece_map()) == 32
    assert str(board).splitlines()[0] == "r n b q k b n r"
    assert "♔" in board.unicode()
    assert repr(vernier.Move.from_uci("e2e4")) == "Move.from_uci('e2e4')"
    assert board.variation_san([vernier.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3")]) == "1. e4 e5 2. Nf3"
    assert list(board.pieces(vernier.KNIGHT, vernier.BLACK)) == [vernier.B8, vernier.G8]


def test_a_board_shared_by_threads_loses_nothing() -> None:
    board = vernier.Board()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(200):
                assert board.perft(2) == 400
                assert len(list(board.legal_moves)) == 20
                assert board.copy() == board
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
