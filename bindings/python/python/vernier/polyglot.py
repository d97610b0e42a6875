"""Polyglot opening books."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from typing import Iterator

from ._vernier import Board, Book, Move

__all__ = ["Entry", "Reader", "open_reader", "zobrist_hash"]


@dataclass(frozen=True)
class Entry:
    """A move of a book."""

    move: Move
    weight: int
    learn: int


class Reader:
    """A book in memory. Entries that are not legal moves are left out."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._book = Book(path)

    def __len__(self) -> int:
        return len(self._book)

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open."""

    def find_all(self, board: Board, *, minimum_weight: int = 1) -> Iterator[Entry]:
        """The moves of a position, in the order of the book."""
        entries = (Entry(*found) for found in self._book.moves(board))
        return (entry for entry in entries if entry.weight >= minimum_weight)

    def get(self, board: Board) -> Entry | None:
        """The move with the greatest weight."""
        return max(self.find_all(board), key=lambda entry: entry.weight, default=None)

    def find(self, board: Board) -> Entry:
        """The same; ``IndexError`` if the book does not know the position."""
        entry = self.get(board)
        if entry is None:
            raise IndexError("the book does not know this position")
        return entry

    def weighted_choice(self, board: Board, *, rng: random.Random | None = None) -> Entry:
        """One of the moves, chosen by weight."""
        entries = list(self.find_all(board))
        if not entries:
            raise IndexError("the book does not know this position")
        return (rng or random.Random()).choices(entries, [entry.weight for entry in entries])[0]


def open_reader(path: str | os.PathLike[str]) -> Reader:
    """Reads a book."""
    return Reader(path)


def zobrist_hash(board: Board) -> int:
    """The key under which books file a position."""
    return board.polyglot_key()
