"""Golden vectors: positions with everything a network computes from them, for the tests of the engine.

    python trainer/golden.py NETWORK POSITIONS OUT.tsv [--count 64]

One line a position, separated by tabs: FEN, bucket, features of the side to move, features of the other side, output in
hundredths of a pawn computed from the same weights in floating point, the same in whole numbers. Every other position
has Black to move, which must change nothing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import layered
import positions
from layered import LayeredQuantised, LayeredWeights
from network import CENTIPAWNS, Quantised, Weights

COLUMNS = "fen\tbucket\town\tother\tfloat\tquantised"


def lines(weights: Weights | LayeredWeights, network: Quantised | LayeredQuantised, records: np.ndarray):
    yield COLUMNS
    for index, record in enumerate(records):
        own, other = positions.features(record, network.kings)
        yield "\t".join(
            [
                positions.fen(record, "wb"[index % 2]),
                str(positions.bucket(record, len(network.output))),
                ",".join(map(str, sorted(own))),
                ",".join(map(str, sorted(other))),
                f"{weights.evaluate(record) * CENTIPAWNS:.3f}",
                str(network.evaluate(record)),
            ]
        )


def choose(records: np.ndarray, count: int) -> np.ndarray:
    """Positions from all over a file."""
    return records[np.linspace(0, len(records) - 1, min(count, len(records))).astype(int)]


def write(path: str | Path, weights: Weights | LayeredWeights, network: Quantised | LayeredQuantised, records: np.ndarray) -> None:
    Path(path).write_text("\n".join(lines(weights, network, records)) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network")
    parser.add_argument("positions")
    parser.add_argument("out")
    parser.add_argument("--count", type=int, default=64)
    arguments = parser.parse_args()
    network = layered.read(arguments.network)
    records = choose(positions.read(arguments.positions), arguments.count)
    write(arguments.out, network.floating(), network, records)


if __name__ == "__main__":
    main()
