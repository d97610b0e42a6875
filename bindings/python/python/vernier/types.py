"""Colors, pieces, squares and the ways a game ends."""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = [
    "BISHOP",
    "BLACK",
    "COLORS",
    "COLOR_NAMES",
    "Color",
    "FILE_NAMES",
    "KING",
    "KNIGHT",
    "Outcome",
    "PAWN",
    "PIECE_NAMES",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "Piece",
    "PieceType",
    "QUEEN",
    "RANK_NAMES",
    "ROOK",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTING_FEN",
    "Square",
    "Termination",
    "UNICODE_PIECE_SYMBOLS",
    "WHITE",
    "parse_square",
    "square",
    "square_distance",
    "square_file",
    "square_mirror",
    "square_name",
    "square_rank",
]

Color = bool
WHITE: Color = True
BLACK: Color = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

PieceType = int
PIECE_TYPES = range(1, 7)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS = ["", "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = ["", "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("RNBQKPrnbqkp", "♖♘♗♕♔♙♜♞♝♛♚♟"))

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

Square = int
SQUARES = range(64)
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]


def parse_square(name: str) -> Square:
    """The number of a square: a1 is 0, h8 is 63."""
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"'{name}' is not a square") from None


def square_name(square: Square) -> str:
    """The name of a square."""
    if not 0 <= square < 64:
        raise ValueError(f"{square} is not a square: 0 to 63")
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    """A square by file and rank, both from 0 to 7."""
    if not (0 <= file_index < 8 and 0 <= rank_index < 8):
        raise ValueError("files and ranks are numbered 0 to 7")
    return rank_index * 8 + file_index


def square_file(square: Square) -> int:
    """The file of a square, 0 to 7."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square, 0 to 7."""
    return square >> 3


def square_mirror(square: Square) -> Square:
    """The square on the same file at the other side of the board."""
    return square ^ 56


def square_distance(a: Square, b: Square) -> int:
    """How many steps a king needs."""
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


@dataclass(frozen=True)
class Piece:
    """A piece of a color."""

    piece_type: PieceType
    color: Color

    def symbol(self) -> str:
        """The letter of the piece, capital for White."""
        symbol = PIECE_SYMBOLS[self.piece_type]
        return symbol.upper() if self.color else symbol

    def unicode_symbol(self) -> str:
        """The chess symbol of the piece."""
        return UNICODE_PIECE_SYMBOLS[self.symbol()]

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece with that letter."""
        if len(symbol) != 1 or symbol.lower() not in PIECE_SYMBOLS:
            raise ValueError(f"'{symbol}' is not a piece")
        return cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper())

    def __str__(self) -> str:
        return self.symbol()


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = enum.auto()
    STALEMATE = enum.auto()
    INSUFFICIENT_MATERIAL = enum.auto()
    SEVENTYFIVE_MOVES = enum.auto()
    FIVEFOLD_REPETITION = enum.auto()
    FIFTY_MOVES = enum.auto()
    THREEFOLD_REPETITION = enum.auto()


@dataclass(frozen=True)
class Outcome:
    """How a game has ended; no winner is a draw."""

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """The result as PGN writes it."""
        return "1/2-1/2" if self.winner is None else ("1-0" if self.winner else "0-1")
