"""Games and books."""

import io
import pathlib
import random
import struct

import chess
import chess.pgn
import chess.polyglot
import pytest

import vernier

GAME = """[Event "A test"]
[White "One"]
[Black "Two"]
[Result "1-0"]

{Before} 1. e4 e5 $1 (1... c5 {Sicilian} 2. Nf3 d6) 2. Qh5 Nc6 3. Bc4 Nf6?? {Oh.

} 4. Qxf7# 1-0

"""


def test_a_game_with_everything() -> None:
    (game,) = vernier.pgn.loads(GAME)
    assert game.headers["White"] == "One" and game.result == "1-0" and game.comment == "Before"
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]
    assert game.end_board().is_checkmate() and game.board() == vernier.Board()
    first = game.variations[0]
    assert [node.san() for node in first.variations] == ["e5", "c5"]
    sicilian = first.variations[1]
    assert sicilian.comment == "Sicilian" and sicilian.parent is not None and sicilian.parent.san() == "e4"
    assert first.variations[0].nags == [1]
    assert game.mainline()[-1].board() == game.end_board()
    assert vernier.pgn.loads(str(game)) == [game]


def random_game(rng: random.Random, number: int) -> chess.pgn.Game:
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if number % 3 == 0 else chess.Board()
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["Round"] = str(number)
    node: chess.pgn.GameNode = game
    for _ in range(rng.randrange(80)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        node = node.add_variation(rng.choice(moves), comment="" if rng.random() < 0.8 else "a word")
        if rng.random() < 0.1 and len(moves) > 1:
            assert node.parent is not None
            other = [move for move in moves if move != node.move]
            node.parent.add_variation(rng.choice(other))
    game.headers["Result"] = node.board().result()
    return game


def test_games_of_python_chess_are_read_alike(tmp_path: pathlib.Path) -> None:
    rng = random.Random(7)
    games = [random_game(rng, number) for number in range(60)]
    path = tmp_path / "games.pgn"
    path.write_text("\n\n".join(str(game) for game in games) + "\n")
    ours = list(vernier.pgn.games(path))
    assert len(ours) == len(games)
    for mine, theirs in zip(ours, games):
        assert mine.headers == dict(theirs.headers)
        assert [move.uci() for move in mine.mainline_moves()] == [move.uci() for move in theirs.mainline_moves()]
        assert mine.end_board().fen() == theirs.end().board().fen()
        again = chess.pgn.read_game(io.StringIO(str(mine)))
        assert again is not None and list(again.mainline_moves()) == list(theirs.mainline_moves())
    with path.open() as handle:
        one_by_one = []
        while (game := vernier.pgn.read_game(handle)) is not None:
            one_by_one.append(game)
    assert one_by_one == ours
    positions = vernier.Positions.from_pgn(path)
    assert len(positions) == sum(len(game.mainline_moves()) for game in ours)
    assert len(vernier.Positions.from_pgn(path, limit=5)) == 5


def test_a_broken_game_costs_only_itself(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_bytes(GAME.encode() + b'[Event "bad"]\n\n1. e4 Ke4 \xff\xfe *\n\n' + GAME.encode())
    with pytest.raises(ValueError, match="game 2"):
        list(vernier.pgn.games(path))
    assert [game.result for game in vernier.pgn.games(path, skip_errors=True)] == ["1-0", "1-0"]


def test_files_that_are_not_there_or_not_files(tmp_path: pathlib.Path) -> None:
    for name in (tmp_path / "nowhere.pgn", tmp_path):
        with pytest.raises(OSError):
            list(vernier.pgn.games(name))
        with pytest.raises(OSError):
            vernier.polyglot.open_reader(name)
        with pytest.raises(OSError):
            vernier.Positions.from_pgn(name)
    for read in (vernier.Positions.from_pgn, vernier.polyglot.open_reader):
        with pytest.raises(FileNotFoundError) as error:
            read("nowhere")
        assert (error.value.filename, error.value.strerror) == ("nowhere", "No such file or directory")
    assert vernier.pgn.loads("") == []
    assert vernier.pgn.read_game(io.StringIO("\n\n")) is None


def test_books_are_read_as_python_chess_reads_them(tmp_path: pathlib.Path) -> None:
    board = chess.Board()
    entries = []
    for uci, weight in (("e2e4", 5), ("d2d4", 3), ("g1f3", 0)):
        move = chess.Move.from_uci(uci)
        raw = move.to_square | move.from_square << 6
        entries.append(struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), raw, weight, 9))
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(entries))
    with vernier.polyglot.open_reader(path) as ours, chess.polyglot.open_reader(path) as theirs:
        start = vernier.Board()
        mine = [(entry.move.uci(), entry.weight, entry.learn) for entry in ours.find_all(start)]
        assert mine == [(entry.move.uci(), entry.weight, entry.learn) for entry in theirs.find_all(board)]
        assert ours.find(start).move.uci() == "e2e4"
        assert ours.weighted_choice(start, rng=random.Random(1)).weight > 0
        start.push_san("a3")
        assert ours.get(start) is None
        with pytest.raises(IndexError):
            ours.find(start)
    path.write_bytes(b"short")
    with pytest.raises(ValueError):
        vernier.polyglot.open_reader(path)
