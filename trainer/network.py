"""Network files, and what a network says: crates/nnue/FORMAT.md in numpy.

`Weights` are the floating-point weights as training leaves them; `Quantised` are the integers of a file. Both judge
positions, slowly and plainly, so that the trainer and the engine can be tested against them.
"""

from __future__ import annotations

import math
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import positions

MAGIC = b"VERNIERN"
VERSION, FIRST_VERSION = 3, 1
# The byte before a weight of the first layer that takes two.
ESCAPE = -128
ARCHITECTURE = 1
HEADER = struct.Struct("<8s7H2s16sII16s")
assert HEADER.size == 64

QA = 255
QB = 64
CENTIPAWNS = 400

# King buckets to choose from, by how many there are: rank after rank from the own side, four squares each.
KINGS = {
    1: positions.ONE_BUCKET,
    2: (0,) * 4 + (1,) * 28,
    4: (0, 0, 1, 1) + (2,) * 4 + (3,) * 24,
    8: (0, 1, 2, 3) + (4, 4, 5, 5) + (6,) * 8 + (7,) * 16,
}
# 255 times a weight of 127 still fits sixteen bits, which the engine's arithmetic relies on.
MAX_WEIGHT = 127 / QB


def write_whole(path: str | Path, content: bytes) -> None:
    """Writes a file under another name first, so that there is never half a network."""
    path = Path(path)
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def rounded(values: np.ndarray, scale: float, limit: int, kind: type) -> np.ndarray:
    return np.clip(np.rint(values.astype(np.float64) * scale), -limit, limit).astype(kind)


@dataclass
class Weights:
    """A network in floating point."""

    first: np.ndarray  # [768 K, N]
    bias: np.ndarray  # [N]
    output: np.ndarray  # [B, 2N], the side to move's half first
    output_bias: np.ndarray  # [B]
    kings: tuple[int, ...] = positions.ONE_BUCKET  # the bucket, below K, of each square of the own king

    def evaluate(self, record: np.void) -> float:
        """The output for a position; 1.0 is worth `CENTIPAWNS`."""
        sums = [self.first[view].sum(0, dtype=np.float64) + self.bias for view in positions.features(record, self.kings)]
        hidden = np.concatenate([np.clip(view, 0.0, 1.0) ** 2 for view in sums])
        bucket = positions.bucket(record, len(self.output))
        return float(hidden @ self.output[bucket].astype(np.float64) + self.output_bias[bucket])

    def quantised(self, data: bytes = bytes(16)) -> Quantised:
        """The network as a file holds it: rounded, not cut off. `data` is the fingerprint of what it learned from."""
        return Quantised(
            first=rounded(self.first, QA, 32767, np.int16),
            bias=rounded(self.bias, QA, 32767, np.int16),
            output=rounded(self.output, QB, 127, np.int16),
            output_bias=rounded(self.output_bias, QA * QB, 2**31 - 1, np.int32),
            data=data,
            kings=self.kings,
        )


@dataclass
class Header:
    """What a file says about itself."""

    architecture: int
    hidden: int
    buckets: int
    output_scale: int
    data: bytes
    kings: tuple[int, ...]

    @property
    def rows(self) -> int:
        """Of the first layer."""
        return positions.FEATURES * (max(self.kings) + 1)

    def file(self, first: np.ndarray, arrays: list[tuple[np.ndarray, str]]) -> bytes:
        """A whole file: the header, the first layer's weights, then all others."""
        payload = b"".join([pack(first), *(values.astype(kind).tobytes() for values, kind in arrays)])
        shape = (VERSION, self.architecture, self.hidden, self.buckets, QA, self.output_scale, CENTIPAWNS)
        kings = bytes(low | high << 4 for low, high in zip(self.kings[::2], self.kings[1::2]))
        packed = lambda own: HEADER.pack(MAGIC, *shape, bytes(2), self.data, zlib.crc32(payload), own, kings)
        return packed(header_checksum(packed(0))) + payload

    @classmethod
    def read(cls, path: str | Path) -> tuple[Header, bytes]:
        """The header and the weights of a file that is whole, all of the first layer in sixteen bits."""
        content = Path(path).read_bytes()
        if len(content) < HEADER.size:
            raise ValueError(f"{path} is not a network")
        magic, version, architecture, hidden, buckets, qa, qb, scale, unused, data, expected, own, packed = HEADER.unpack_from(content)
        if magic != MAGIC or not FIRST_VERSION <= version <= VERSION:
            raise ValueError(f"{path} is not a network of this kind")
        if (qa, scale) != (QA, CENTIPAWNS):
            raise ValueError(f"{path} has other scales: {qa}, {qb}, {scale}")
        # The first version had no checksum of its header.
        is_first = version == FIRST_VERSION
        if own != (0 if is_first else header_checksum(content)) or any(unused) or is_first and any(packed):
            raise ValueError(f"{path} has a damaged header")
        payload = content[HEADER.size :]
        if zlib.crc32(payload) != expected:
            raise ValueError(f"{path} is damaged")
        kings = tuple(byte >> shift & 15 for byte in packed for shift in (0, 4))
        header = cls(architecture, hidden, buckets, qb, data, kings)
        return header, unpack(path, payload, header.rows * hidden) if version == VERSION else payload


def header_checksum(header: bytes) -> int:
    """That of all bytes of a header but its own four."""
    return zlib.crc32(header[48 : HEADER.size], zlib.crc32(header[:44]))


def pack(weights: np.ndarray) -> bytes:
    """Weights of the first layer as files have them: nearly all fit in one byte, and the others take three."""
    weights = weights.astype("<i2").ravel()
    is_long = (weights < -127) | (weights > 127)
    places, shorts = np.flatnonzero(is_long), np.where(is_long, ESCAPE, weights).astype(np.int8)
    return np.insert(shorts, np.repeat(places + 1, 2), weights[places].view(np.int8)).tobytes()


def unpack(path: str | Path, payload: bytes, count: int) -> bytes:
    """The same bytes with that many weights at their start in sixteen bits each."""
    packed = np.frombuffer(payload, np.int8)
    # A byte that looks like an escape is none if it belongs to the weight of the one before.
    candidates = np.flatnonzero(packed == ESCAPE)
    following = np.searchsorted(candidates, candidates + 3).tolist()
    escapes, index = [], 0
    while index < len(candidates):
        escapes.append(index)
        index = following[index]
    escapes = candidates[escapes]
    places = escapes - 2 * np.arange(len(escapes))
    # Those after the last weight are other numbers.
    places = places[places < count]
    longs = escapes[: len(places), None] + [1, 2]
    end = count + longs.size
    if end > len(packed):
        raise ValueError(f"{path} is damaged")
    weights = np.delete(packed[:end], longs).astype("<i2")
    weights[places] = packed[longs].view("<i2").ravel()
    # Nothing takes three bytes that fits in one.
    if pack(weights) != payload[:end]:
        raise ValueError(f"{path} is damaged")
    return weights.tobytes() + payload[end:]


def split(path: str | Path, payload: bytes, shapes: list[tuple[tuple[int, ...], str]]) -> list[np.ndarray]:
    """The arrays of those shapes and kinds that weights consist of."""
    sizes = [math.prod(shape) * np.dtype(kind).itemsize for shape, kind in shapes]
    if len(payload) != sum(sizes):
        raise ValueError(f"{path} is damaged")
    places = np.cumsum([0, *sizes]).tolist()
    return [np.frombuffer(payload, kind, math.prod(shape), place).reshape(shape) for (shape, kind), place in zip(shapes, places)]


def divide(value: int, divisor: int) -> int:
    """Towards zero, as processors do."""
    return abs(value) // divisor * (1 if value >= 0 else -1)


@dataclass
class Quantised:
    """A network in whole numbers."""

    first: np.ndarray
    bias: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    data: bytes = bytes(16)
    kings: tuple[int, ...] = positions.ONE_BUCKET

    def evaluate(self, record: np.void) -> int:
        """Hundredths of a pawn to the side to move: exactly what the engine says."""
        sums = [self.first[view].sum(0, dtype=np.int64) + self.bias for view in positions.features(record, self.kings)]
        hidden = np.concatenate([np.clip(view, 0, QA) ** 2 for view in sums])
        bucket = positions.bucket(record, len(self.output))
        total = int(hidden @ self.output[bucket].astype(np.int64))
        return divide((divide(total, QA) + int(self.output_bias[bucket])) * CENTIPAWNS, QA * QB)

    def bytes(self) -> bytes:
        arrays = [(self.bias, "<i2"), (self.output, "<i2"), (self.output_bias, "<i4")]
        header = Header(ARCHITECTURE, self.first.shape[1], len(self.output), QB, self.data, self.kings)
        return header.file(self.first, arrays)

    def write(self, path: str | Path) -> None:
        write_whole(path, self.bytes())

    @classmethod
    def read(cls, path: str | Path) -> Quantised:
        header, payload = Header.read(path)
        if (header.architecture, header.output_scale) != (ARCHITECTURE, QB):
            raise ValueError(f"{path} is not a network of this kind")
        hidden, buckets, rows = header.hidden, header.buckets, header.rows
        shapes = [((rows, hidden), "<i2"), ((hidden,), "<i2"), ((buckets, 2 * hidden), "<i2"), ((buckets,), "<i4")]
        first, bias, output, output_bias = split(path, payload, shapes)
        return cls(first, bias, output, output_bias, header.data, header.kings)

    def floating(self) -> Weights:
        """The network in floating point, to continue training."""
        return Weights(
            (self.first / QA).astype(np.float32),
            (self.bias / QA).astype(np.float32),
            (self.output / QB).astype(np.float32),
            (self.output_bias / (QA * QB)).astype(np.float32),
            self.kings,
        )
