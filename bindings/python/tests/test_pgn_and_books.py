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
    following = first.next()
    assert following is not None and following.san() == "e5" and game.mainline()[-1].next() is None
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


def random_annotation(rng: random.Random) -> str:
    clock = rng.choice([f"{rng.randrange(3)}:{rng.randrange(60):02}:{rng.randrange(60):02}", "0:00:07.5", "1:30:00.125"])
    pawns = rng.choice([f"{rng.uniform(-20, 20):.2f}", f"{rng.uniform(-9, 9):.1f}", "+0.3", "-0.00", ".5", "12", "0.29"])
    mate = f"#{rng.choice(['', '+', '-'])}{rng.randrange(12)}"
    depth = rng.choice(["", "", ",21"])
    evaluation = rng.choice([f"[%eval {pawns}{depth}]", f"[%eval {mate}{depth}]"])
    parts = [f"[%clk {clock}]", evaluation, "a word", "[%csl Ge4]"]
    return " ".join(part for part in rng.sample(parts, len(parts)) if rng.random() < 0.6)


def compare_annotations(mine: vernier.pgn.Game | vernier.pgn.GameNode, theirs: chess.pgn.GameNode) -> None:
    assert mine.comment == theirs.comment
    assert mine.clock() == theirs.clock(), mine.comment
    score, other = mine.eval(), theirs.eval()
    assert (score is None) == (other is None), mine.comment
    if score is not None and other is not None:
        assert score.turn == other.turn
        for color in (True, False):
            one, two = score.pov(color), other.pov(color)
            assert (one.score(), one.mate()) == (two.score(), two.mate())
            assert one.score(mate_score=1000) == two.score(mate_score=1000)
    following = mine.next()
    assert (following is None) == (theirs.next() is None)


def test_annotations_are_read_as_python_chess_reads_them() -> None:
    rng = random.Random(11)
    clocks = evaluations = 0
    for number in range(40):
        game = random_game(rng, number)
        game.comment = random_annotation(rng)
        for node in game.mainline():
            node.comment = random_annotation(rng)
        (ours,) = vernier.pgn.loads(str(game))
        theirs = chess.pgn.read_game(io.StringIO(str(game)))
        mine: vernier.pgn.Game | vernier.pgn.GameNode | None = ours
        yours: chess.pgn.GameNode | None = theirs
        while mine is not None and yours is not None:
            compare_annotations(mine, yours)
            clocks += mine.clock() is not None
            evaluations += mine.eval() is not None
            mine, yours = mine.next(), yours.next()
        assert mine is None and yours is None
    assert clocks > 500 and evaluations > 500


@pytest.mark.parametrize(
    "text",
    ["", "[%eval ]", "[%eval x]", "[%eval nan]", "[%eval inf]", "[%eval 1e3]", "[%eval #]", "[%eval #1.5]", "[%eval .]", "[%eval 0.3,x]"]
    + ["[%eval 0.3", "[%evaluation 1]", "[%eval 99999999999999999999]", "[%eval #99999999999]", "[%eval é]", "[%eval -]", "[%eval 1.2.3]"]
    + ["[%clk ]", "[%clk x]", "[%clk -1:00:00]", "[%clk 0:00:nan]", "[%clk inf:0:0]", "[%clk 0:05:00", "[%clk é]", "[%clk ::]"],
)
def test_annotations_that_say_nothing(text: str) -> None:
    (game,) = vernier.pgn.loads(f"{{{text}}} 1. e4 {{{text}}} *")
    node = game.next()
    assert node is not None and node.next() is None
    assert (game.clock(), game.eval(), node.clock(), node.eval()) == (None, None, None, None)


def test_annotations_in_several_comments_and_variations() -> None:
    (game,) = vernier.pgn.loads("1. e4 {first} {[%clk 0:01:02]} {[%eval -0.5]} (1. d4 {[%eval #3] [%clk 5:00]}) 1... e5 *")
    node, other = game.variations
    assert (node.san(), other.san()) == ("e4", "d4")
    score = node.eval()
    assert node.clock() == 62 and score is not None and (score.turn, score.cp, score.white().cp) == (False, 50, -50)
    score = other.eval()
    assert other.clock() == 300 and score is not None and (score.mate(), score.white().mate()) == (-3, 3)


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
