"""How far a network or a teacher is from the scores and results of held-out positions.

    python trainer/judge.py NETWORK.nnue|TEACHER.safetensors POSITIONS.bin... [--json]

Squared errors of the expected score; of a teacher also the share of best moves that it would have played. Sums of the
squared differences `(expected - score)(expected - result)` make every mixture of the two known.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Callable

import torch
from torch import Tensor

import layered
import model
import residual
from model import Batch
from network import CENTIPAWNS
from sets import load

CHUNK = 16384

# Outputs in units of CENTIPAWNS and, of teachers, the moves they would play.
Judge = Callable[[Batch], tuple[Tensor, Tensor | None]]


@dataclass
class Errors:
    score: float
    result: float
    both: float  # mean product of the two differences
    move: float
    positions: int

    def mixed(self, share: float) -> float:
        """The error against `share` of the result and the rest of the score."""
        return share**2 * self.result + (1 - share) ** 2 * self.score + 2 * share * (1 - share) * self.both


def of_network(network: model.FirstLayer) -> Judge:
    return lambda batch: (network(batch), None)


def of_teacher(teacher: residual.Teacher) -> Judge:
    teacher.eval()
    on_gpu = teacher.stem.weight.is_cuda

    def judge(batch: Batch) -> tuple[Tensor, Tensor]:
        with torch.autocast("cuda" if on_gpu else "cpu", torch.bfloat16, enabled=on_gpu):
            value, policy = teacher(batch)
        return value, policy.argmax(1)

    return judge


def read(path: str, device: str) -> Judge:
    """The network or teacher in a file."""
    if Path(path).suffix == ".safetensors":
        return of_teacher(residual.read(path).to(device, memory_format=torch.channels_last))
    return of_network(model.of(layered.read(path).floating()).to(device))


@torch.no_grad()
def errors(judge: Judge, words: Tensor, scale: float) -> Errors:
    sums = torch.zeros(4, dtype=torch.float64, device=words.device)
    for chunk in words.split(CHUNK):
        batch = model.decode(chunk)
        value, move = judge(batch)
        expected = torch.sigmoid(value * (CENTIPAWNS / scale))
        score, result = expected - torch.sigmoid(batch.score / scale), expected - batch.result
        hits = torch.zeros_like(score) if move is None else (move == residual.move(chunk)).float()
        sums += torch.stack([(score**2).sum(), (result**2).sum(), (score * result).sum(), hits.sum()]).double()
    return Errors(*(sums / max(1, len(words))).tolist(), len(words))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("judge", metavar="NETWORK|TEACHER")
    add("positions", nargs="+", metavar="POSITIONS")
    add("--scale", type=float, default=200.0)
    add("--limit", type=int, default=500_000, help="positions of each file at most (500000)")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--json", action="store_true", help="one JSON object a file")
    arguments = parser.parse_args()
    try:
        judge = read(arguments.judge, arguments.device)
        for path in arguments.positions:
            found = errors(judge, load([path], arguments.device, arguments.limit), arguments.scale)
            if arguments.json:
                print(json.dumps({"judge": arguments.judge, "on": path, **asdict(found)}), flush=True)
            else:
                move = f"  best moves {100 * found.move:.1f} %" if found.move else ""
                print(f"{Path(path).name}: scores {found.score:.6f}  results {found.result:.6f}{move}  ({found.positions})", flush=True)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
