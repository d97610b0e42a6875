"""How far networks and teachers are from what a stronger engine, searching deeply, thinks of positions of real games.

    python trainer/reference.py NETWORK.nnue|TEACHER.safetensors... [--positions nets/reference.tsv]
    python trainer/reference.py --make GAMES.pgn [--engine stockfish] [--nodes 200000] [--each 8] >> nets/reference.tsv

Nothing learns from these positions: they only judge. Our own deeper searches share the blind spots of the network they
rest on, and errors against them fall while games against others do not get better. Every network gets the
scale that fits it best, so that only what it knows counts, not the size of its pawn.

A row is a position, the points that the side to move may expect (the engine's chances of win and draw) and the engine's
own evaluation without a search, in hundredths of a pawn. `--make` needs python-chess, takes positions of each game and leaves out
those where the best move captures, promotes or gives check.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

import judge
import model
import positions
from network import CENTIPAWNS

NAMES = "pnbrqk"
# Names, and the fewest and most pieces.
GROUPS = [("all", 2, 32), ("20 pieces and more", 20, 32), ("12 to 19", 12, 19), ("fewer", 2, 11)]
SCALES = np.linspace(50, 500, 226)
# Beyond this, in hundredths of a pawn, a game is decided.
DECIDED = 600


@dataclass
class References:
    records: np.ndarray
    points: np.ndarray
    static: np.ndarray
    pieces: np.ndarray


def pack(fen: str) -> np.ndarray:
    """One record of a position, without score, result and best move."""
    ranks, turn = fen.split()[:2]
    record = np.zeros(1, positions.RECORD)
    occupied, nibbles, kings = 0, [], {}
    rows = [expand(rank) for rank in ranks.split("/")]
    if len(rows) != 8 or any(len(row) != 8 for row in rows):
        raise ValueError(f"not a position: {fen}")
    # The side to move sees its own first rank first.
    for rank, row in enumerate(reversed(rows) if turn == "w" else rows):
        for file, letter in enumerate(row):
            if letter == ".":
                continue
            theirs = letter.isupper() != (turn == "w")
            square = 8 * rank + file
            occupied |= 1 << square
            nibbles.append(NAMES.index(letter.lower()) | 8 * theirs)
            if letter.lower() == "k":
                kings[theirs] = square
    record["occupied"] = occupied
    for index, nibble in enumerate(nibbles):
        record["pieces"][0, index // 2] |= nibble << 4 * (index % 2)
    record["own_king"], record["other_king"] = kings[False], kings[True] ^ 56
    return record


def expand(rank: str) -> str:
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in rank)


def load(path: str | Path) -> References:
    rows = [line.split("\t") for line in Path(path).read_text().splitlines() if line and not line.startswith("#")]
    if not rows or any(len(row) != 3 for row in rows):
        raise ValueError(f"{path}: every row has a position, expected points and an evaluation")
    records = np.concatenate([pack(row[0]) for row in rows])
    numbers = np.array([[float(row[1]), float(row[2])] for row in rows])
    return References(records, numbers[:, 0], numbers[:, 1], np.array([int(record["occupied"]).bit_count() for record in records]))


def error(scores: np.ndarray, points: np.ndarray) -> tuple[float, float]:
    """The squared error of expected points with the scale that makes it least, and that scale."""
    expected = 1 / (1 + np.exp(-np.clip(scores, -3000, 3000) / SCALES[:, None]))
    errors = ((expected - points) ** 2).mean(1)
    return float(errors.min()), float(SCALES[errors.argmin()])


def show(name: str, scores: np.ndarray, references: References) -> None:
    parts = []
    for group, fewest, most in GROUPS:
        inside = (references.pieces >= fewest) & (references.pieces <= most)
        if inside.any():
            found, scale = error(scores[inside], references.points[inside])
            parts.append(f"{group} ({inside.sum()}) {found:.5f} at {scale:.0f}")
    print(f"{name}: {'  '.join(parts)}", flush=True)


@torch.no_grad()
def scores(path: str, records: np.ndarray) -> np.ndarray:
    words = torch.from_numpy(records.view("<i8").reshape(-1, 4).copy())
    return judge.read(path, "cpu")(model.decode(words))[0].numpy() * CENTIPAWNS


def make(arguments: argparse.Namespace) -> None:
    import chess
    import chess.engine
    import chess.pgn

    chance = random.Random(arguments.seed)
    engine = chess.engine.SimpleEngine.popen_uci(arguments.engine)
    engine.configure({"Hash": 64, "UCI_ShowWDL": True} if "UCI_ShowWDL" in engine.options else {"Hash": 64})
    with open(arguments.make) as games, engine:
        while game := chess.pgn.read_game(games):
            boards = [node.board() for node in game.mainline()]
            fitting = [board for board in boards[2:] if not board.is_check() and not board.is_game_over()]
            for board in chance.sample(fitting, min(arguments.each, len(fitting))):
                info = engine.analyse(board, chess.engine.Limit(nodes=arguments.nodes), game=object())
                score, best = info["score"].relative, info["pv"][0]
                loud = board.is_capture(best) or best.promotion or board.gives_check(best)
                if loud or score.is_mate() or abs(score.score()) > DECIDED:
                    continue
                points = info["wdl"].relative if "wdl" in info else score.wdl()
                first = engine.analyse(board, chess.engine.Limit(nodes=1), game=object())["score"].relative.score(mate_score=3000)
                print(f"{board.fen()}\t{points.expectation():.4f}\t{first}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("judged", nargs="*", metavar="NETWORK|TEACHER")
    add("--positions", default="nets/reference.tsv", metavar="FILE", help="the judged positions (nets/reference.tsv)")
    add("--make", metavar="PGN", help="have positions of these games judged, and print their rows")
    add("--engine", default="stockfish", help="by this engine (stockfish)")
    add("--nodes", type=int, default=200_000, help="with that many nodes each (200000)")
    add("--each", type=int, default=8, help="positions of each game at most (8)")
    add("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        if arguments.make:
            return make(arguments)
        references = load(arguments.positions)
        show("the engine's own evaluation", references.static, references)
        for path in arguments.judged:
            show(Path(path).name, scores(path, references.records), references)
    except (ImportError, OSError, ValueError) as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
