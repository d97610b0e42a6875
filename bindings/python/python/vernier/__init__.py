"""Chess rules, notation and a strong engine in process.

The names are those that python-chess made familiar wherever the meaning is the same. Two things differ: a board is always legal, so
illegal positions and moves raise ``ValueError`` and change nothing; and the engine runs inside the interpreter, without a subprocess.
"""

from . import pgn as pgn
from . import polyglot as polyglot
from ._vernier import Board as Board
from ._vernier import LegalMoves as LegalMoves
from ._vernier import Move as Move
from ._vernier import PseudoLegalMoves as PseudoLegalMoves
from ._vernier import SquareSet as SquareSet
from ._vernier import __version__ as __version__
from .engine import Analysis as Analysis
from .engine import Engine as Engine
from .engine import Info as Info
from .engine import Limit as Limit
from .engine import PlayResult as PlayResult
from .engine import Score as Score
from .positions import Positions as Positions
from .types import *

A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
