"""Writes the data beside it, or checks it, with python-chess: an implementation of the rules that shares nothing with ours.

    pip install chess==1.11.2
    python crates/chess/tests/data/confirm.py          # compare what is there with what python-chess says
    python crates/chess/tests/data/confirm.py --write  # write it anew

perft.epd     positions with the number of ways to play one, two and three moves
moves.tsv     positions, each with its legal moves as UCI (castling as the king takes its rook) and as SAN
exchanges.tsv positions with a move and what it wins by exchanges on its square
refused.tsv   positions that neither python-chess nor this library accepts

The positions are our own: composed below where rules meet, or reached by random moves of a fixed seed.
"""

import pathlib
import random
import sys

import chess

HERE = pathlib.Path(__file__).parent

COMPOSED = [
    # Castling: free, attacked on the way, attacked at the end, past an attacked rook, the rook just taken.
    "r3k2r/1pp2pp1/8/8/8/8/1PP2PP1/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/3q4/8/8/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/6n1/8/R3K2R w KQ - 0 1",
    "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "r3k2r/6N1/8/8/8/8/1n6/R3K2R b KQkq - 0 1",
    # En passant: both ways, pinned along the file, rank and diagonal, as the only answer to a check.
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
    "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 2",
    "8/8/8/r2pP2K/8/8/8/4k3 w - d6 0 2",
    "4k2b/8/8/3pP3/8/2K5/8/8 w - d6 0 2",
    "8/8/8/3pP3/2K5/8/8/4k3 w - d6 0 2",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    # Promotions: straight, taking, pinned, into stalemate and mate, blocked.
    "2n3n1/1P4kP/8/8/8/8/p4p1p/3K2N1 w - - 0 1",
    "3rk3/2P5/8/8/8/8/8/2K5 w - - 0 1",
    "8/5KP1/7k/8/8/8/8/8 w - - 0 1",
    "1b6/P7/8/8/8/5k2/6p1/5K2 w - - 0 1",
    # Pins, double checks, discovered checks, a king that runs from a slider along its line.
    "3r2k1/8/8/b7/8/2N5/3Q4/3RK3 w - - 0 1",
    "4k3/4r3/8/1b6/8/3n4/4B3/4K3 w - - 0 1",
    "4k3/8/8/8/7b/8/4rn2/4K2R w K - 0 1",
    "4k3/8/8/4N3/8/8/8/K3R3 w - - 0 1",
    "8/8/8/r2K3k/8/8/8/8 w - - 0 1",
    # Many queens, bare kings, mate, stalemate.
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "8/8/3k4/8/8/3K4/8/8 b - - 12 40",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
]

COMPOSED_960 = [
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
    "rk4r1/8/8/8/8/8/8/RK4R1 w GAga - 0 1",
    "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",
    "4k3/8/8/8/8/8/8/5KRr w G - 0 1",
    "2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1",
    "r1k4r/8/8/8/8/8/8/R1K4R b HAha - 0 1",
    "3rk3/8/8/8/8/8/8/3RK2R w HD - 0 1",
]

REFUSED = [
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
    "8/8/8/8/8/8/8/3kK3 w - - 0 1",
    "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2p w - - 0 1",
    "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
    "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
    "k7/8/8/8/8/1n6/2n5/K2r4 w - - 0 1",
]

VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def fen(board):
    if board.chess960:
        return board.fen(shredder=True, en_passant="legal")
    return board.fen(en_passant="legal")


def random_positions():
    """Positions of random games from the usual start position and from those of Chess960."""
    choose = random.Random(2026)
    for game in range(60):
        is_960 = game % 2 == 1
        board = chess.Board.from_chess960_pos(choose.randrange(960)) if is_960 else chess.Board()
        for _ in range(choose.randrange(8, 90)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(choose.choice(moves))
        board.clear_stack()
        yield board


def positions():
    boards = [chess.Board(text) for text in COMPOSED]
    boards += [chess.Board(text, chess960=True) for text in COMPOSED_960]
    boards += random_positions()
    for board in boards:
        assert board.is_valid(), board.fen()
    return boards


def rook_square(board, move):
    """Where the rook stands with which a move castles."""
    if board.turn == board.color_at(move.to_square):
        return move.to_square
    on_rank = chess.BB_RANKS[chess.square_rank(move.from_square)]
    rooks = chess.SquareSet(board.clean_castling_rights() & on_rank)
    return max(rooks) if board.is_kingside_castling(move) else min(rooks)


def rook_takes(board, move):
    """A move as UCI writes it in Chess960: castling is the king taking its rook."""
    if board.is_castling(move):
        return chess.Move(move.from_square, rook_square(board, move)).uci()
    return move.uci()


def most_won(board, square, stands, side, occupied):
    """The most that `side` can still win on the square, by taking with its least piece or by stopping."""
    takers = chess.SquareSet(board.attackers_mask(side, square, occupied) & occupied & ~chess.BB_SQUARES[square])
    if not takers:
        return 0
    taker = min(takers, key=lambda origin: (board.piece_type_at(origin), origin))
    piece = board.piece_type_at(taker)
    rest = occupied & ~chess.BB_SQUARES[taker]
    if piece == chess.KING and board.attackers_mask(not side, square, rest) & rest & ~chess.BB_SQUARES[square]:
        return 0
    won = VALUES[stands]
    if piece == chess.PAWN and chess.square_rank(square) in (0, 7):
        won += VALUES[chess.QUEEN] - VALUES[chess.PAWN]
        piece = chess.QUEEN
    return max(0, won - most_won(board, square, piece, not side, rest))


def exchange(board, move):
    occupied = board.occupied & ~chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]
    won = VALUES[board.piece_type_at(move.to_square)] if board.piece_type_at(move.to_square) else 0
    if board.is_en_passant(move):
        won = VALUES[chess.PAWN]
        taken = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        occupied &= ~chess.BB_SQUARES[taken]
    stands = board.piece_type_at(move.from_square)
    if move.promotion:
        won += VALUES[move.promotion] - VALUES[chess.PAWN]
        stands = move.promotion
    return won - most_won(board, move.to_square, stands, not board.turn, occupied)


def files():
    boards = positions()
    yield "perft.epd", [
        f"{fen(board)} " + " ".join(f";D{depth} {perft(board, depth)}" for depth in (1, 2, 3)) for board in boards
    ]
    yield "moves.tsv", [
        fen(board) + "\t" + " ".join(sorted(f"{rook_takes(board, move)}={board.san(move)}" for move in board.legal_moves))
        for board in boards
    ]
    choose = random.Random(7)
    exchanges = []
    for board in boards:
        takes = [move for move in board.legal_moves if not board.is_castling(move)]
        takes = [move for move in takes if board.is_capture(move) or move.promotion] or takes
        for move in sorted(choose.sample(takes, min(4, len(takes))), key=lambda move: move.uci()):
            exchanges.append(f"{fen(board)}\t{move.uci()}\t{exchange(board, move)}")
    yield "exchanges.tsv", exchanges
    for text in REFUSED:
        assert not chess.Board(text).is_valid(), text
    yield "refused.tsv", REFUSED


def main():
    wrong = 0
    for name, lines in files():
        text = "".join(f"{line}\n" for line in lines)
        if "--write" in sys.argv[1:]:
            (HERE / name).write_text(text)
        elif (HERE / name).read_text() != text:
            print(f"{name} is not what python-chess {chess.__version__} says")
            wrong += 1
        print(f"{name}: {len(lines)} lines")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
