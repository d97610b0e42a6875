"""Policy samples, as `vernier-lab records expand --policy` writes them: what a policy network learns from.

A file is a row of blocks; crates/nnue/POLICY.md describes every byte. A sample has the inputs that are one, and for every
legal move its two output rows and its share of the target: all of it for the best move, or the share of the visits.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"VPOL"
HEADER = struct.Struct("<4s4I")
INPUTS = 3072
DESTINATIONS = 1880
PLACES = 2 * DESTINATIONS
CHARACTERS = 144
ROWS = PLACES + CHARACTERS
SHARE = 4095


@dataclass
class Samples:
    """Samples with all inputs in one row and all moves in another."""

    inputs: np.ndarray  # [all inputs] u16
    moves: np.ndarray  # [all moves] u32: place, character << 12, share << 20
    input_counts: np.ndarray  # [n] u8
    move_counts: np.ndarray  # [n] u8

    def __len__(self) -> int:
        return len(self.input_counts)

    @staticmethod
    def joined(parts: list[Samples]) -> Samples:
        join = lambda name: np.concatenate([getattr(part, name) for part in parts])
        return Samples(join("inputs"), join("moves"), join("input_counts"), join("move_counts"))

    def sample(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        """The inputs and the moves of one sample."""
        inputs, moves = int(self.input_counts[:index].sum()), int(self.move_counts[:index].sum())
        return (
            self.inputs[inputs : inputs + self.input_counts[index]],
            self.moves[moves : moves + self.move_counts[index]],
        )


def blocks(content: bytes, name: str):
    offset = 0
    while offset < len(content):
        if len(content) - offset < HEADER.size:
            raise ValueError(f"{name}: half a block at byte {offset}")
        magic, samples, inputs, moves, checksum = HEADER.unpack_from(content, offset)
        start, length = offset + HEADER.size, 2 * samples + 2 * inputs + 4 * moves
        if magic != MAGIC or start + length > len(content):
            raise ValueError(f"{name}: no whole block at byte {offset}")
        if zlib.crc32(memoryview(content)[start : start + length]) != checksum:
            raise ValueError(f"{name}: the block at byte {offset} is damaged")
        array = lambda kind, count, at: np.frombuffer(content, kind, count, start + at)
        yield Samples(
            array("<u2", inputs, 2 * samples),
            array("<u4", moves, 2 * samples + 2 * inputs),
            array("u1", samples, 0),
            array("u1", samples, samples),
        )
        offset = start + length


def read(paths: list[str | Path], limit: int | None = None) -> Samples:
    """All samples of some files, or the first `limit` and what is left of their block."""
    parts, found = [], 0
    for path in paths:
        for part in blocks(Path(path).read_bytes(), str(path)):
            parts.append(part)
            found += len(part)
            if limit is not None and found >= limit:
                return Samples.joined(parts)
    if not parts:
        raise ValueError("there are no samples")
    return Samples.joined(parts)


def squares() -> np.ndarray:
    """[DESTINATIONS, 3]: from, to and the role promoted to (0 for none, 1 knight ... 4 queen), in order of number."""
    rows = []
    for start in range(64):
        for end in range(64):
            files, ranks = abs(start % 8 - end % 8), abs(start // 8 - end // 8)
            if start != end and (files == 0 or ranks == 0 or files == ranks or files * ranks == 2):
                rows.append((start, end, 0))
    for file in range(8):
        for end in range(max(0, file - 1), min(7, file + 1) + 1):
            rows += [(48 + file, 56 + end, role) for role in (1, 2, 3, 4)]
    assert len(rows) == DESTINATIONS
    return np.array(rows)


def board(inputs: np.ndarray) -> dict[int, tuple[int, bool]]:
    """What stands where as the side to move sees it: square to role and whether it is the other side's."""
    return {int(i) % 64: (int(i) // 64 % 6, int(i) % 768 >= 384) for i in inputs}


def fen(inputs: np.ndarray, turn: str = "w") -> str:
    """The position with that color to move, without castling rights and en passant, files as the network sees them."""
    pieces = board(inputs)
    rows = []
    for rank in range(7, -1, -1) if turn == "w" else range(8):
        row, empty = "", 0
        for square in range(8 * rank, 8 * rank + 8):
            if square not in pieces:
                empty += 1
                continue
            role, theirs = pieces[square]
            letter = "pnbrqk"[role] if theirs == (turn == "w") else "PNBRQK"[role]
            row, empty = row + (str(empty) if empty else "") + letter, 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows) + f" {turn} - - 0 1"
