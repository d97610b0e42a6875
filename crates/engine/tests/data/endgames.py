"""Makes endgames.epd: `python endgames.py TABLES > endgames.epd`, with Python's chess and a folder of Syzygy tables.

Random positions of king and pawn against king, and of two pieces against a bare king, each with what the tables say
for the side to move: 2 won, 0 drawn, -2 lost, 1 and -1 where the fifty-move rule makes it a draw.
"""

import random
import sys

import chess
import chess.syzygy

PAIRS = ["QQ", "QR", "QB", "QN", "RR", "RB", "RN", "BB", "BN", "NN"]


def positions(pieces: str, count: int, chance: random.Random) -> list[chess.Board]:
    """Random legal positions, in half of which the strong side is Black."""
    found = []
    while len(found) < count:
        strong = chance.random() < 0.5
        board = chess.Board(None)
        squares = chance.sample(range(64), len(pieces) + 2)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, strong))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, not strong))
        for piece, square in zip(pieces, squares[2:]):
            board.set_piece_at(square, chess.Piece.from_symbol(piece if strong else piece.lower()))
        board.turn = chance.random() < 0.5
        if board.is_valid() and not board.is_game_over():
            found.append(board)
    return found


def main() -> None:
    chance = random.Random(18)
    with chess.syzygy.open_tablebase(sys.argv[1]) as tables:
        for pieces, count in [("P", 100), *((pair, 10) for pair in PAIRS)]:
            for board in positions(pieces, count, chance):
                print(board.epd(), "wdl", tables.probe_wdl(board))


main()
