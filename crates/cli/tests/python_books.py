"""Compares books and tablebases with python-chess.

Usage: python_books.py book VERNIER FOLDER FILE.pgn...
       python_books.py tables VERNIER TABLES COUNT SEED FOLDER
"""

import collections
import pathlib
import random
import subprocess
import sys

import chess
import chess.pgn
import chess.polyglot
import chess.syzygy

MAX_PLY = 30
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "*": (1, 1)}
PIECES = [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]


def expected_weights(files):
    """The weight of every move of every position, counted with python-chess, and the positions by key."""
    weights, boards = collections.Counter(), {}
    for file in files:
        with open(file, encoding="utf-8", errors="replace") as stream:
            while game := chess.pgn.read_game(stream):
                assert not game.errors, f"{file}: {game.errors}"
                white, black = POINTS[game.headers["Result"]]
                board = game.board()
                for mv in list(game.mainline_moves())[:MAX_PLY]:
                    points = white if board.turn == chess.WHITE else black
                    key = chess.polyglot.zobrist_hash(board)
                    weights[key, mv] += points
                    boards[key] = board.copy(stack=False)
                    board.push(mv)
    return {place: weight for place, weight in weights.items() if weight > 0}, boards


def compare_book(vernier, folder, files):
    book = pathlib.Path(folder) / "built.bin"
    options = ["--max-ply", str(MAX_PLY), "--min-games", "1"]
    subprocess.run([vernier, "book", "build", "--pgn", *files, "--out", str(book), *options], check=True)
    expected, boards = expected_weights(files)
    found = {}
    with chess.polyglot.open_reader(str(book)) as reader:
        for board in boards.values():
            for entry in reader.find_all(board):
                found[entry.key, entry.move] = entry.weight
        assert len(reader) == len(expected), f"{len(reader)} entries, {len(expected)} expected"
    assert found == expected, f"{found.items() ^ expected.items()}"
    print(f"{len(found)} entries of {len(boards)} positions are equal")


def random_position(rng, most):
    """A legal position of up to `most` pieces, sometimes with a pawn to take en passant."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, rng.randint(3, most))
        for index, square in enumerate(squares):
            color = bool(index) if index < 2 else rng.random() < 0.5
            kind = chess.KING if index < 2 else rng.choice(PIECES)
            if kind == chess.PAWN and chess.square_rank(square) in (0, 7):
                break
            board.set_piece_at(square, chess.Piece(kind, color))
        else:
            board.turn = rng.random() < 0.5
            rank = 5 if board.turn else 2
            board.ep_square = rng.choice([None, chess.square(rng.randrange(8), rank)])
            if board.status() & chess.STATUS_INVALID_EP_SQUARE or not board.has_legal_en_passant():
                board.ep_square = None
            if board.is_valid():
                return board


def compare_tables(vernier, tables, count, seed, folder):
    rng = random.Random(seed)
    suite = pathlib.Path(folder) / "random.epd"
    with chess.syzygy.open_tablebase(tables) as tablebase, open(suite, "w", encoding="ascii") as lines:
        for _ in range(count):
            board = random_position(rng, 4)
            lines.write(f"{board.epd()} wdl {tablebase.probe_wdl(board)}; dtz {tablebase.probe_dtz(board)};\n")
    command = [vernier, "tb", "--path", tables, "--suite", str(suite)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    print(result.stdout, result.stderr, end="")
    assert result.returncode == 0
    assert f"Positions: {count}  Equal: {count}  Unknown: 0  Failures: 0" in result.stdout


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["book", vernier, folder, *files]:
            compare_book(vernier, folder, files)
        case ["tables", vernier, tables, count, seed, folder]:
            compare_tables(vernier, tables, int(count), int(seed), folder)
        case _:
            sys.exit(__doc__)
