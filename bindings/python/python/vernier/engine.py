"""The engine, inside the interpreter: no subprocess, no protocol."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from numbers import Integral, Real
from types import TracebackType
from typing import TYPE_CHECKING, Iterator, Literal, overload

from ._vernier import Board, EngineCore, Move, Search
from .types import Color

if TYPE_CHECKING:
    from ._vernier import Line

__all__ = ["Analysis", "Engine", "Info", "Limit", "PlayResult", "Score"]


@dataclass(frozen=True)
class Limit:
    """How long to search; times are in seconds. Without any limit a search runs until it is stopped."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None

    def __post_init__(self) -> None:
        for name in ("time", "white_clock", "black_clock", "white_inc", "black_inc"):
            seconds = getattr(self, name)
            if seconds is not None and not (isinstance(seconds, Real) and isfinite(seconds) and float(seconds) >= 0):
                raise ValueError(f"{name} is a number of seconds, not {seconds!r}")
        for name in ("depth", "nodes", "mate", "remaining_moves"):
            count = getattr(self, name)
            most = 2**64 if name == "nodes" else 2**32
            if count is not None and not (isinstance(count, Integral) and 0 <= int(count) < most):
                raise ValueError(f"{name} is a whole number from 0 to {most - 1}, not {count!r}")


@dataclass(frozen=True)
class Score:
    """What a line is worth, from the view of ``turn``: centipawns, or a mate in this many moves (negative: getting mated)."""

    turn: Color
    cp: int | None = None
    mate_in: int | None = None
    mate_given: bool = False
    """Whether a mate in 0 is the other side's: ``turn`` has won."""

    def pov(self, color: Color) -> Score:
        """The same score from a player's view."""
        if color == self.turn:
            return self
        cp = None if self.cp is None else -self.cp
        # A mate in 0 has no sign.
        given = self.mate_in == 0 and not self.mate_given
        return Score(color, cp, None if self.mate_in is None else -self.mate_in, given)

    def white(self) -> Score:
        """The same score from White's view."""
        return self.pov(True)

    def black(self) -> Score:
        """The same score from Black's view."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Whether a mate was found."""
        return self.mate_in is not None

    def mate(self) -> int | None:
        """Moves to mate; negative if the mover gets mated."""
        return self.mate_in

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: None = None) -> int | None: ...

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns. A mate counts as ``mate_score`` less its moves, or as nothing if that is not given."""
        if self.mate_in is None or mate_score is None:
            return self.cp
        wins = self.mate_in > 0 or self.mate_given
        return mate_score - self.mate_in if wins else -mate_score - self.mate_in

    def __str__(self) -> str:
        return f"#{self.mate_in}" if self.cp is None else f"{self.cp / 100:+.2f}"


@dataclass(frozen=True)
class Info:
    """A line of analysis."""

    multipv: int
    depth: int
    seldepth: int
    score: Score
    bound: Literal["exact", "lower", "upper"]
    nodes: int
    time: float
    hashfull: int
    tbhits: int
    pv: list[Move]

    @property
    def nps(self) -> int:
        """Positions visited a second."""
        return int(self.nodes / max(self.time, 1e-6))

    @classmethod
    def _of(cls, turn: Color, line: Line) -> Info:
        number, depth, seldepth, cp, mate, bound, nodes, time, hashfull, tbhits, pv = line
        return cls(number, depth, seldepth, Score(turn, cp, mate), bound, nodes, time, hashfull, tbhits, pv)


@dataclass(frozen=True)
class PlayResult:
    """The move to play, the reply to expect, and the line that led to them."""

    move: Move | None
    ponder: Move | None
    info: Info | None
    notes: list[str] = field(default_factory=list)


class Analysis:
    """A search that runs: go through it to get its lines, as they come. Leaving the ``with`` block stops it."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def __iter__(self) -> Iterator[Info]:
        while (line := self._search.next()) is not None:
            yield Info._of(self._search.turn, line)

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        if kind is None:
            self.wait()

    def stop(self) -> None:
        """Ends the search; its last lines still come."""
        self._search.stop()

    def is_running(self) -> bool:
        """Whether the search is running."""
        return self._search.is_running()

    def wait(self) -> PlayResult:
        """Waits for the answer."""
        best, ponder, lines, notes = self._search.answer()
        info = Info._of(self._search.turn, lines[0]) if lines else None
        return PlayResult(best, ponder, info, notes)

    def lines(self) -> list[Info]:
        """Waits for the answer and gives the best lines, best first."""
        return [Info._of(self._search.turn, line) for line in self._search.answer()[2]]


class Engine:
    """The engine. Options are those of UCI, with underscores for blanks: ``Engine(Hash=64, Threads=2, SyzygyPath="/tables")``.

    >>> import vernier
    >>> engine = vernier.Engine(Hash=16)
    >>> engine.play(vernier.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), vernier.Limit(depth=4)).move
    Move.from_uci('a1a8')
    """

    def __init__(self, **options: str | int | bool) -> None:
        self._core = EngineCore()
        self.configure(**options)

    def configure(self, **options: str | int | bool) -> None:
        """Sets options; an unknown name or a bad value raises ``ValueError``."""
        for name, value in options.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._core.set_option(name, text)

    @staticmethod
    def options() -> dict[str, tuple[str, str]]:
        """The options there are: the default and what each means."""
        return {name: (default, help) for name, default, help in EngineCore.options()}

    def new_game(self) -> None:
        """Forgets everything learnt from earlier searches."""
        self._core.new_game()

    def evaluate(self, board: Board) -> int | None:
        """The evaluation without any search, in centipawns from the mover's view; none in check."""
        return self._core.evaluate(board)

    def stream(self, board: Board, limit: Limit | None = None, *, multipv: int = 1, root_moves: list[Move] | None = None) -> Analysis:
        """Starts a search and gives its lines as they come. A search that runs already is stopped."""
        if multipv < 1:
            raise ValueError(f"multipv is a number of lines, at least 1, not {multipv}")
        return Analysis(self._core.start(board, limit or Limit(), multipv, root_moves))

    def play(self, board: Board, limit: Limit, *, root_moves: list[Move] | None = None) -> PlayResult:
        """The move to play."""
        return self.stream(board, _bounded(board, limit), root_moves=root_moves).wait()

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: None = None, root_moves: list[Move] | None = None) -> Info: ...

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: int, root_moves: list[Move] | None = None) -> list[Info]: ...

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None, root_moves: list[Move] | None = None
    ) -> Info | list[Info]:
        """The best line, or the best lines if ``multipv`` is given."""
        lines = self.stream(board, _bounded(board, limit), multipv=1 if multipv is None else multipv, root_moves=root_moves).lines()
        if multipv is not None:
            return lines
        if not lines:
            raise ValueError("the game is over: there is nothing to analyse")
        return lines[0]


def _bounded(board: Board, limit: Limit) -> Limit:
    """A blocking search needs a limit."""
    if not isinstance(board, Board):
        raise TypeError(f"a vernier.Board is needed, not a {type(board).__module__}.{type(board).__qualname__}")
    clock = limit.white_clock if board.turn else limit.black_clock
    if all(given is None for given in (limit.time, limit.depth, limit.nodes, limit.mate, clock)):
        raise ValueError("a limit is needed: time, depth, nodes, mate or the clock of the side to move")
    return limit
