"""Networks with two more layers: crates/nnue/FORMAT.md, architecture 5, in numpy.

The halves of each view are multiplied with each other; layers of 16 and 32 neurons follow, chosen by how many pieces are
left. As in network.py, both classes judge positions slowly and plainly.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import network
import positions
from network import CENTIPAWNS, QA, Header, divide, rounded, split, write_whole

ARCHITECTURE = 5
SECOND, THIRD = 16, 32

# What 1.0 is: in the products, which are seven bits; in the second layer's sums and so its weights; in the values that the
# third layer reads and gives; in the weights of the last two layers.
PRODUCT = 127
# A product of two numbers up to QA, shifted by nine bits.
SHIFTED = QA * QA / 512
SUM = 8192
VALUE = 4096
LAST = 1024
MAX_SECOND = 127 * PRODUCT / SUM
# With weights of thirteen bits no sum of the last two layers leaves 32 bits.
MOST_LAST = 8191
MAX_LAST = MOST_LAST / LAST
MOST_BIAS = 2**29


@dataclass
class LayeredWeights:
    """A network in floating point."""

    first: np.ndarray  # [768 K, N]
    bias: np.ndarray  # [N]
    second: np.ndarray  # [B, 16, N], the side to move's half first
    second_bias: np.ndarray  # [B, 16]
    third: np.ndarray  # [B, 32, 32], the clipped sums first, then the squared ones
    third_bias: np.ndarray  # [B, 32]
    output: np.ndarray  # [B, 32]
    output_bias: np.ndarray  # [B]
    kings: tuple[int, ...] = positions.ONE_BUCKET

    def evaluate(self, record: np.void) -> float:
        """The output for a position; 1.0 is worth `CENTIPAWNS`."""
        views = [self.first[view].sum(0, dtype=np.float64) + self.bias for view in positions.features(record, self.kings)]
        halves = [np.split(np.clip(view, 0.0, 1.0), 2) for view in views]
        products = np.concatenate([np.floor(left * right * SHIFTED + 1e-6) / PRODUCT for left, right in halves])
        bucket = positions.bucket(record, len(self.output))
        sums = self.second[bucket].astype(np.float64) @ products + self.second_bias[bucket]
        values = np.concatenate([np.clip(sums, 0, 1), np.clip(sums, -1, 1) ** 2])
        sums = self.third[bucket].astype(np.float64) @ values + self.third_bias[bucket]
        return float(np.clip(sums, 0, 1) ** 2 @ self.output[bucket].astype(np.float64) + self.output_bias[bucket])

    def quantised(self, data: bytes = bytes(16)) -> LayeredQuantised:
        """The network as a file holds it."""
        return LayeredQuantised(
            first=rounded(self.first, QA, 32767, np.int16),
            bias=rounded(self.bias, QA, 32767, np.int16),
            second=rounded(self.second, SUM / PRODUCT, 127, np.int8),
            second_bias=rounded(self.second_bias, SUM, MOST_BIAS, np.int32),
            third=rounded(self.third, LAST, MOST_LAST, np.int16),
            third_bias=rounded(self.third_bias, LAST * VALUE, MOST_BIAS, np.int32),
            output=rounded(self.output, LAST, MOST_LAST, np.int16),
            output_bias=rounded(self.output_bias, LAST * VALUE, MOST_BIAS, np.int32),
            data=data,
            kings=self.kings,
        )


@dataclass
class LayeredQuantised:
    """A network in whole numbers."""

    first: np.ndarray
    bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    third: np.ndarray
    third_bias: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    data: bytes = bytes(16)
    kings: tuple[int, ...] = positions.ONE_BUCKET

    def evaluate(self, record: np.void) -> int:
        """Hundredths of a pawn to the side to move: exactly what the engine says."""
        views = [self.first[view].sum(0, dtype=np.int64) + self.bias for view in positions.features(record, self.kings)]
        halves = [np.split(np.clip(view, 0, QA), 2) for view in views]
        products = np.concatenate([left * right >> 9 for left, right in halves])
        bucket = positions.bucket(record, len(self.output))
        sums = self.second[bucket].astype(np.int64) @ products + self.second_bias[bucket]
        values = np.concatenate([np.clip(sums, 0, SUM) >> 1, np.clip(sums, -SUM, SUM) ** 2 >> 14])
        values = np.clip(self.third[bucket].astype(np.int64) @ values + self.third_bias[bucket] >> 10, 0, VALUE)
        total = int((values**2 >> 12) @ self.output[bucket].astype(np.int64)) + int(self.output_bias[bucket])
        return divide(total * CENTIPAWNS, LAST * VALUE)

    def bytes(self) -> bytes:
        arrays = [(self.bias, "<i2"), (self.second, "i1"), (self.second_bias, "<i4")]
        arrays += [(self.third, "<i2"), (self.third_bias, "<i4"), (self.output, "<i2"), (self.output_bias, "<i4")]
        header = Header(ARCHITECTURE, self.first.shape[1], len(self.output), LAST, self.data, self.kings)
        return header.file(self.first, arrays)

    def write(self, path: str | Path) -> None:
        write_whole(path, self.bytes())

    @classmethod
    def read(cls, path: str | Path) -> LayeredQuantised:
        header, payload = Header.read(path)
        if (header.architecture, header.output_scale) != (ARCHITECTURE, LAST):
            raise ValueError(f"{path} is not a network of this kind")
        hidden, buckets = header.hidden, header.buckets
        shapes = [((header.rows, hidden), "<i2"), ((hidden,), "<i2"), ((buckets, SECOND, hidden), "i1"), ((buckets, SECOND), "<i4")]
        shapes += [((buckets, THIRD, 2 * SECOND), "<i2"), ((buckets, THIRD), "<i4"), ((buckets, THIRD), "<i2"), ((buckets,), "<i4")]
        return cls(*split(path, payload, shapes), header.data, header.kings)

    def floating(self) -> LayeredWeights:
        """The network in floating point, to continue training."""
        scales = dict(first=QA, bias=QA, second=SUM / PRODUCT, second_bias=SUM, third=LAST, third_bias=LAST * VALUE, output=LAST, output_bias=LAST * VALUE)
        values = {name: (getattr(self, name) / scale).astype(np.float32) for name, scale in scales.items()}
        return LayeredWeights(**values, kings=self.kings)


def read(path: str | Path) -> network.Quantised | LayeredQuantised:
    """The network in a file, of whichever kind."""
    header, _ = Header.read(path)
    return (LayeredQuantised if header.architecture == ARCHITECTURE else network.Quantised).read(path)
