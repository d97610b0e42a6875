"""Games in PGN: ``for game in vernier.pgn.games("file.pgn")``."""

from __future__ import annotations

import os
from typing import Iterator, TextIO

from ._vernier import Board
from ._vernier import PgnGame as Game
from ._vernier import PgnNode as GameNode
from ._vernier import PgnReader

__all__ = ["Game", "GameNode", "PgnReader", "from_board", "games", "loads", "read_game"]


def games(path: str | os.PathLike[str], *, skip_errors: bool = False) -> Iterator[Game]:
    """The games of a file, one by one. A game that cannot be read raises ``ValueError``, or is left out if you ask for that."""
    reader = PgnReader(path)
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except ValueError:
            if not skip_errors:
                raise


def loads(text: str) -> list[Game]:
    """All games of a text."""
    return list(PgnReader.from_text(text))


def from_board(board: Board) -> Game:
    """The game that led to a board."""
    return Game.from_board(board)


def read_game(handle: TextIO) -> Game | None:
    """The next game of an open file, leaving it behind that game; none at the end. To read many games, :func:`games` is faster."""
    lines: list[str] = []
    in_moves = False
    for line in iter(handle.readline, ""):
        if not line.strip():
            if in_moves and _is_whole(lines):
                break
            lines.append(line)
            continue
        in_moves = in_moves or not line.startswith(("[", "%"))
        lines.append(line)
    if not "".join(lines).strip():
        return None
    return next(PgnReader.from_text("".join(lines)), None)


def _is_whole(lines: list[str]) -> bool:
    """Whether a blank line ends the game: inside a comment it does not."""
    text = "".join(lines)
    return text.rfind("{") <= text.rfind("}")
