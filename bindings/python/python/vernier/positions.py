"""Many positions at once, as NumPy arrays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _vernier

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Positions:
    """A list of positions that is worked on as a whole, on all cores and without Python's lock.

    >>> import vernier
    >>> positions = vernier.Positions([vernier.STARTING_FEN])
    >>> positions.perft(4).tolist()
    [197281]
    """

    def __init__(self, fens: list[str], *, threads: int | None = None) -> None:
        """Reads positions; an error names the first that is not one."""
        self._inner = _vernier.Positions(fens, threads=threads)

    @classmethod
    def _of(cls, inner: _vernier.Positions) -> Positions:
        positions = cls.__new__(cls)
        positions._inner = inner
        return positions

    @classmethod
    def from_boards(cls, boards: list[_vernier.Board]) -> Positions:
        """The positions of boards; their moves are left behind."""
        return cls._of(_vernier.Positions.from_boards(boards))

    @classmethod
    def from_pgn(cls, path: str | os.PathLike[str], *, limit: int | None = None) -> Positions:
        """Every position after a move of the main lines of a PGN file; games that cannot be read are left out."""
        return cls._of(_vernier.Positions.from_pgn(path, limit=limit))

    def __len__(self) -> int:
        return len(self._inner)

    def __getitem__(self, index: int) -> _vernier.Board:
        return self._inner[index]

    def fens(self) -> list[str]:
        """The positions as FEN."""
        return self._inner.fens()

    def legal_moves(self) -> list[list[_vernier.Move]]:
        """The legal moves of each position."""
        return self._inner.legal_moves()

    def move_counts(self, *, threads: int | None = None) -> npt.NDArray[np.uint16]:
        """The number of legal moves of each position."""
        return self._array(self._inner._move_counts(threads), "<u2")

    def perft(self, depth: int, *, threads: int | None = None) -> npt.NDArray[np.uint64]:
        """The leaves of the tree of legal moves of each position."""
        return self._array(self._inner._perft(depth, threads), "<u8")

    def keys(self, *, threads: int | None = None) -> npt.NDArray[np.uint64]:
        """The Polyglot key of each position."""
        return self._array(self._inner._keys(threads), "<u8")

    def planes(self, *, threads: int | None = None) -> npt.NDArray[np.uint8]:
        """Twelve planes a position, shape (n, 12, 8, 8): the mover's pawns to king, then the opponent's. The board is seen from the
        mover's side: plane[0] is the mover's first rank."""
        return self._array(self._inner._planes(threads), "u1", 12, 8, 8)

    def features(self, *, threads: int | None = None) -> npt.NDArray[np.int16]:
        """The inputs of the network, shape (n, 2, 32): the numbers of the features that the mover sees, then those that the opponent
        sees, filled up with -1."""
        return self._array(self._inner._features(threads), "<i2", 2, 32)

    def evaluate(self, *, threads: int | None = None) -> npt.NDArray[np.int32]:
        """What the network says of each position, in hundredths of a pawn from the mover's view, without any search."""
        return self._array(self._inner._evaluate(threads), "<i4")

    def _array(self, data: bytearray, kind: str, *shape: int) -> npt.NDArray[Any]:
        import numpy as np

        return np.frombuffer(data, dtype=kind).reshape(len(self), *shape)
