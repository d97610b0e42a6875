"""What the tests of the trainer share: positions, weights and runs of its programs."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import positions
from layered import MAX_LAST, MAX_SECOND, SECOND, THIRD, LayeredWeights
from network import MAX_WEIGHT, Weights

HERE = Path(__file__).resolve().parent


def made_up(count: int, seed: int) -> np.ndarray:
    """Random positions: kings and up to thirty other pieces anywhere."""
    chance = random.Random(seed)
    records = np.zeros(count, positions.RECORD)
    for record in records:
        squares = sorted(chance.sample(range(64), chance.randint(2, 32)))
        kings = chance.sample(squares, 2)
        occupied, nibbles = 0, []
        for square in squares:
            occupied |= 1 << square
            nibbles.append(5 if square == kings[0] else 13 if square == kings[1] else chance.choice([0, 1, 2, 3, 4, 8, 9, 10, 11, 12]))
        nibbles += [0] * (32 - len(nibbles))
        record["occupied"] = occupied
        record["pieces"] = [nibbles[2 * i] | nibbles[2 * i + 1] << 4 for i in range(16)]
        record["own_king"], record["other_king"] = kings[0], kings[1] ^ 56
        record["score"], record["result"] = chance.randint(-3000, 3000), chance.randint(0, 2)
        record["best"] = kings[0] | (kings[0] + chance.randint(1, 63)) % 64 << 6 | 1 << 12
    return records


def made_up_weights(hidden: int, buckets: int, seed: int, kings: tuple[int, ...] = positions.ONE_BUCKET) -> Weights:
    chance = np.random.default_rng(seed)
    uniform = lambda limit, *shape: chance.uniform(-limit, limit, shape).astype(np.float32)
    first = uniform(0.3, 768 * (max(kings) + 1), hidden)
    return Weights(first, uniform(0.5, hidden), uniform(MAX_WEIGHT, buckets, 2 * hidden), uniform(0.5, buckets), kings)


def made_up_layers(hidden: int, buckets: int, seed: int, kings: tuple[int, ...] = positions.ONE_BUCKET) -> LayeredWeights:
    """A network with two more layers whose sums fall below 0, above 1 and between."""
    chance = np.random.default_rng(seed)
    uniform = lambda limit, *shape: chance.uniform(-limit, limit, shape).astype(np.float32)
    first = uniform(0.4, 768 * (max(kings) + 1), hidden), uniform(0.5, hidden)
    second = uniform(min(MAX_SECOND, 6 / hidden**0.5), buckets, SECOND, hidden), uniform(0.5, buckets, SECOND)
    third = uniform(0.7, buckets, THIRD, 2 * SECOND), uniform(0.5, buckets, THIRD)
    return LayeredWeights(*first, *second, *third, uniform(MAX_LAST / 8, buckets, THIRD), uniform(0.5, buckets), kings)


def words(records: np.ndarray):
    """Positions as PyTorch gets them."""
    import torch

    return torch.from_numpy(records.view("<i8").reshape(-1, 4).copy())


def by_material(count: int, seed: int) -> np.ndarray:
    """Positions whose score is the material on the board, which a network learns at once."""
    records = made_up(count, seed)
    worth = np.array([1, 3, 3, 5, 9, 0])
    for record in records:
        balance = sum((-1 if theirs else 1) * worth[role] for _, role, theirs in positions.pieces(record))
        record["score"], record["result"] = 30 * balance, 1 + np.sign(balance)
    return records


class Scratch(unittest.TestCase):
    """Tests with a folder of their own that holds train.bin and valid.bin."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        by_material(4096, 11).tofile(self.folder / "train.bin")
        by_material(256, 12).tofile(self.folder / "valid.bin")

    def program(self, name: str, *arguments: str, before: str = "") -> subprocess.CompletedProcess:
        """Runs a program of the trainer, after some lines that change it."""
        script = f"import sys; sys.path.insert(0, {str(HERE)!r}); sys.argv[0] = {name!r}; import {name}\n{before}\n{name}.main()"
        return subprocess.run([sys.executable, "-c", script, *arguments], cwd=self.folder, capture_output=True, text=True)

    def log(self, run: str) -> list[dict]:
        return [json.loads(line) for line in (self.folder / run / "log.jsonl").read_text().splitlines()]
