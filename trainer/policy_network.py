"""Policy files, and what a policy network says: crates/nnue/POLICY.md in numpy."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from network import write_whole
from samples import CHARACTERS, INPUTS, PLACES, ROWS

MAGIC = b"VERNIERP"
VERSION = 1
HEADER = struct.Struct("<8s6H4x16s24x")
assert HEADER.size == 64

ONE = 128  # what 1.0 is in the hidden layer
LIMIT = 127  # the most a neuron holds
QB = 32  # what 1.0 is in the output weights


@dataclass
class PolicyWeights:
    """A policy network in floating point."""

    first: np.ndarray  # [INPUTS, hidden]
    bias: np.ndarray  # [hidden]
    rows: np.ndarray  # [ROWS, hidden / 2]
    row_bias: np.ndarray  # [ROWS]

    def logits(self, inputs: np.ndarray, moves: np.ndarray) -> np.ndarray:
        sums = self.first[inputs].sum(0, dtype=np.float64) + self.bias
        left, right = np.split(np.clip(sums, 0, LIMIT / ONE), 2)
        outputs = self.rows @ (left * right) + self.row_bias
        return outputs[moves & 0xFFF] + outputs[PLACES + (moves >> 12 & 0xFF)]

    def quantised(self, data: bytes = bytes(16)) -> QuantisedPolicy:
        """The network as a file holds it. `data` is the fingerprint of what it learned from."""
        rounded = lambda values, scale, limit: np.clip(np.rint(values.astype(np.float64) * scale), -limit, limit)
        return QuantisedPolicy(
            rounded(self.first, ONE, 127).astype(np.int8),
            rounded(self.bias, ONE, 1 << 14).astype(np.int16),
            rounded(self.rows, QB, 127).astype(np.int8),
            rounded(self.row_bias, ONE * QB, 1 << 24).astype(np.int32),
            data,
        )


@dataclass
class QuantisedPolicy:
    """A policy network in whole numbers."""

    first: np.ndarray
    bias: np.ndarray
    rows: np.ndarray
    row_bias: np.ndarray
    data: bytes = bytes(16)

    def logits(self, inputs: np.ndarray, moves: np.ndarray) -> np.ndarray:
        """Exactly what the engine computes, in parts of ONE * QB."""
        sums = self.first[inputs].sum(0, dtype=np.int64) + self.bias
        left, right = np.split(np.clip(sums, 0, LIMIT), 2)
        outputs = self.rows.astype(np.int64) @ (left * right >> 7) + self.row_bias
        return outputs[moves & 0xFFF] + outputs[PLACES + (moves >> 12 & 0xFF)]

    def bytes(self) -> bytes:
        arrays = [(self.first, "i1"), (self.bias, "<i2"), (self.rows, "i1"), (self.row_bias, "<i4")]
        header = HEADER.pack(MAGIC, VERSION, self.first.shape[1], INPUTS, PLACES, CHARACTERS, QB, self.data)
        content = header + b"".join(array.astype(kind).tobytes() for array, kind in arrays)
        return content + struct.pack("<I", zlib.crc32(content))

    def write(self, path: str | Path) -> None:
        write_whole(path, self.bytes())

    @classmethod
    def read(cls, path: str | Path) -> QuantisedPolicy:
        content = Path(path).read_bytes()
        if len(content) < HEADER.size or not content.startswith(MAGIC):
            raise ValueError(f"{path} is not a policy network")
        _, version, hidden, inputs, places, characters, scale, data = HEADER.unpack_from(content)
        if (version, inputs, places, characters, scale) != (VERSION, INPUTS, PLACES, CHARACTERS, QB):
            raise ValueError(f"{path} is not a policy network of this kind")
        sizes = [INPUTS * hidden, 2 * hidden, ROWS * hidden // 2, 4 * ROWS]
        if len(content) != HEADER.size + sum(sizes) + 4 or zlib.crc32(content[:-4]) != struct.unpack("<I", content[-4:])[0]:
            raise ValueError(f"{path} is damaged")
        ends = HEADER.size + np.cumsum([0, *sizes])
        array = lambda index, kind: np.frombuffer(content[ends[index] : ends[index + 1]], kind)
        return cls(
            array(0, "i1").reshape(INPUTS, hidden),
            array(1, "<i2"),
            array(2, "i1").reshape(ROWS, hidden // 2),
            array(3, "<i4"),
            data,
        )

    def floating(self) -> PolicyWeights:
        """The network in floating point, to continue training."""
        scaled = lambda values, scale: (values / scale).astype(np.float32)
        return PolicyWeights(
            scaled(self.first, ONE), scaled(self.bias, ONE), scaled(self.rows, QB), scaled(self.row_bias, ONE * QB)
        )
