"""How fast the package is beside python-chess: `python speed.py`. Prints a Markdown table; CPU time, the best of three runs."""

import io
import pathlib
import random
import tempfile
import time
from typing import Callable

import chess
import chess.pgn
import chess.polyglot

import vernier

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def cpu(job: Callable[[], object], repeat: int = 3) -> float:
    """Seconds of CPU time, the best of some runs."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return min(times)


def perft(board: chess.Board, depth: int) -> int:
    """As python-chess's own examples count: leaves are counted, not played."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def random_games(count: int) -> list[chess.pgn.Game]:
    rng = random.Random(5)
    games = []
    for _ in range(count):
        board = chess.Board()
        while len(board.move_stack) < 80 and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        games.append(chess.pgn.Game.from_board(board))
    return games


def read_theirs(path: pathlib.Path) -> int:
    moves = 0
    with path.open() as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            moves += game.end().ply()
    return moves


def read_ours(path: pathlib.Path) -> int:
    return sum(len(game.mainline_moves()) for game in vernier.pgn.games(path))


def main() -> None:
    games = random_games(60)
    boards = [node.board() for game in games for node in game.mainline()][:2000]
    fens = [board.fen() for board in boards]
    ours = [vernier.Board(fen) for fen in fens]
    rows: list[tuple[str, float, float]] = []

    def row(name: str, mine: Callable[[], object], theirs: Callable[[], object], scale: float = 1) -> None:
        rows.append((name, cpu(mine), cpu(theirs, 2) * scale))

    assert vernier.Board(KIWIPETE).perft(3) == perft(chess.Board(KIWIPETE), 3)
    # Ours goes deeper, so that there is something to measure: 193,690,690 leaves against 97,862.
    deep = cpu(lambda: vernier.Board(KIWIPETE).perft(5)) / 193_690_690
    rows.append(("perft, a leaf", deep, cpu(lambda: perft(chess.Board(KIWIPETE), 3)) / 97_862))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "games.pgn"
        path.write_text("\n\n".join(str(game) for game in games) + "\n")
        assert read_ours(path) == read_theirs(path)
        row("PGN, 60 games read", lambda: read_ours(path), lambda: read_theirs(path))
        row("PGN, positions only", lambda: vernier.Positions.from_pgn(path), lambda: read_theirs(path))
    row("FEN read, 2,000", lambda: [vernier.Board(fen) for fen in fens], lambda: [chess.Board(fen) for fen in fens])
    row("FEN read at once", lambda: vernier.Positions(fens, threads=1), lambda: [chess.Board(fen) for fen in fens])
    row("FEN written, 2,000", lambda: [board.fen() for board in ours], lambda: [board.fen() for board in boards])
    row("legal moves listed", lambda: [list(board.legal_moves) for board in ours], lambda: [list(board.legal_moves) for board in boards])
    row("outcome", lambda: [board.outcome() for board in ours], lambda: [board.outcome() for board in boards])
    row(
        "SAN of every move",
        lambda: [board.san(move) for board in ours[:300] for move in board.legal_moves],
        lambda: [board.san(move) for board in boards[:300] for move in board.legal_moves],
    )
    row("Polyglot key", lambda: [board.polyglot_key() for board in ours], lambda: [chess.polyglot.zobrist_hash(board) for board in boards])
    out = io.StringIO()
    print("| job | vernier | python-chess | ratio |\n|---|---|---|---|", file=out)
    for name, mine, theirs in rows:
        unit, scale = ("ns", 1e9) if theirs < 1e-3 else ("ms", 1e3)
        print(f"| {name} | {mine * scale:.3g} {unit} | {theirs * scale:.4g} {unit} | {theirs / mine:.0f}x |", file=out)
    print(out.getvalue(), end="")


if __name__ == "__main__":
    main()
