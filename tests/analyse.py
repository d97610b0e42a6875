"""Annotated games as python-chess reads them: the same moves, all legal, with evaluations in range."""

import io
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.pgn

GAMES = 100
PLIES = 24
VERNIER = os.environ.get("VERNIER", Path(__file__).resolve().parent.parent / "target/release/vernier")


def games():
    """Games of random moves, the same every time."""
    rng = random.Random(7)
    for number in range(GAMES):
        game = chess.pgn.Game()
        game.headers["Round"] = str(number + 1)
        node = game
        for _ in range(PLIES):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            node = node.add_variation(rng.choice(moves))
        yield game


def main():
    originals = list(games())
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "games.pgn"
        source.write_text("\n\n".join(map(str, originals)) + "\n")
        command = [VERNIER, "analyse", source, "--nodes", "400", "--quiet"]
        text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    stream = io.StringIO(text)
    marked = reasons = 0
    for number, original in enumerate(originals, 1):
        game = chess.pgn.read_game(stream)
        assert game is not None and not game.errors, f"game {number}: {game and game.errors}"
        assert list(game.mainline_moves()) == list(original.mainline_moves()), f"game {number}: another main line"
        for node in game.mainline():
            score = node.eval()
            assert score is not None, f"game {number}, ply {node.ply()}: no evaluation"
            assert -100_000 <= score.white().score(mate_score=100_000) <= 100_000
            if node.nags & {2, 4, 6}:
                marked += 1
                reasons += bool(node.comment.split("]")[-1].strip())
    assert chess.pgn.read_game(stream) is None, "more games than there were"
    assert marked > GAMES and reasons == marked, f"{marked} marked moves, {reasons} with a reason"
    print(f"{GAMES} games read back; {marked} marked moves, each with a reason")


if __name__ == "__main__":
    sys.exit(main())
