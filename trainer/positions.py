"""Positions of 32 bytes, as `vernier-lab records expand` writes them; crates/records/FORMAT.md describes each byte.

Everything here is numpy and slow but plain: the truth that the trainer's faster decoding is tested against.
Run as a program it prints positions: `python trainer/positions.py FILE [COUNT]`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

SIZE = 32
FEATURES = 768

# The king bucket of each square of the own king, a1 to d1, a2 to d2 and so on: all the same.
ONE_BUCKET = (0,) * 32

RECORD = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", 16),
        ("score", "<i2"),
        ("result", "u1"),
        ("own_king", "u1"),
        ("other_king", "u1"),
        ("clock", "u1"),
        ("best", "<u2"),
    ]
)
assert RECORD.itemsize == SIZE


def count(path: str | Path) -> int:
    """How many positions a file holds."""
    size = Path(path).stat().st_size
    if size % SIZE:
        raise ValueError(f"{path}: {size} bytes are not a whole number of positions")
    return size // SIZE


def read(path: str | Path, limit: int = -1) -> np.ndarray:
    """The positions of a file, or the first `limit` of them."""
    count(path)
    return np.fromfile(path, RECORD, limit)


def pieces(record: np.void) -> list[tuple[int, int, bool]]:
    """(square, role, whether it is the other side's) of every piece, as the side to move sees the board."""
    squares = [square for square in range(64) if int(record["occupied"]) >> square & 1]
    nibbles = [int(record["pieces"][index // 2]) >> 4 * (index % 2) & 15 for index in range(len(squares))]
    return [(square, nibble & 7, nibble >= 8) for square, nibble in zip(squares, nibbles)]


def king_square(king: int) -> int:
    """Which of the 32 squares a king stands on when files are mirrored for it."""
    return (king >> 3) * 4 + ((king ^ 7 if king & 4 else king) & 3)


def features(record: np.void, kings: tuple[int, ...] = ONE_BUCKET) -> tuple[list[int], list[int]]:
    """The features that the side to move sees, and those that the other side sees."""
    own_king, other_king = int(record["own_king"]), int(record["other_king"])
    own_turn, other_turn = 7 if own_king & 4 else 0, 56 | (7 if other_king & 4 else 0)
    own_first, other_first = (FEATURES * kings[king_square(king)] for king in (own_king, other_king))
    own = [own_first + 384 * theirs + 64 * role + (square ^ own_turn) for square, role, theirs in pieces(record)]
    other = [other_first + 384 * (not theirs) + 64 * role + (square ^ other_turn) for square, role, theirs in pieces(record)]
    return own, other


def bucket(record: np.void, buckets: int) -> int:
    """Which output neuron judges the position."""
    return (int(record["occupied"]).bit_count() - 2) * buckets // 31


def fen(record: np.void, turn: str = "w") -> str:
    """The position with that color to move; castling rights and en passant are not known."""
    board = ["."] * 64
    for square, role, theirs in pieces(record):
        letter = "pnbrqk"[role]
        black = theirs == (turn == "w")
        board[square if turn == "w" else square ^ 56] = letter if black else letter.upper()
    ranks = ["".join(board[8 * rank : 8 * rank + 8]) for rank in reversed(range(8))]
    text = "/".join(ranks)
    for empty in range(8, 0, -1):
        text = text.replace("." * empty, str(empty))
    return f"{text} {turn} - - 0 1"


def square_name(square: int) -> str:
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def describe(record: np.void) -> str:
    """One line that says all: position, score, result and best move of the side to move."""
    best = int(record["best"])
    promotion = ["", "n", "b", "r", "q"][(best >> 12 & 3) + 1 if best >> 15 else 0]
    move = square_name(best & 63) + square_name(best >> 6 & 63) + promotion
    return f"{fen(record)} score {record['score']} result {record['result']} best {move}"


if __name__ == "__main__":
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else -1
    for position in read(sys.argv[1], limit):
        print(describe(position))
