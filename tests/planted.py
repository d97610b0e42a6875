"""The planted positions of crates/analysis/tests/data/planted.tsv, confirmed with python-chess: the geometry of each kind, and that
no defence saves the material. A search for captures in plain Python judges; it shares nothing with the program that planted them."""

import collections
import sys
from pathlib import Path

import chess

PLANTED = Path(__file__).resolve().parent.parent / "crates/analysis/tests/data/planted.tsv"
VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 10_000}
SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def balance(board):
    """Material of the side to move."""
    return sum(
        VALUES[piece.piece_type] * (1 if piece.color == board.turn else -1)
        for piece in board.piece_map().values()
        if piece.piece_type != chess.KING
    )


def settle(board, alpha=-100_000, beta=100_000, depth=8):
    """The material when captures have been played out, as long as they pay."""
    best = balance(board)
    if board.is_check():
        best = -50_000
    if best >= beta or depth == 0:
        return best
    alpha = max(alpha, best)
    moves = board.legal_moves if board.is_check() else board.generate_legal_captures()
    order = sorted(moves, key=lambda move: -VALUES.get(board.piece_type_at(move.to_square), 0))
    for move in order:
        board.push(move)
        value = -settle(board, -beta, -alpha, depth - 1)
        board.pop()
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def wins(after, reply, least):
    """The reply wins this much material against every defence."""
    now = balance(after)
    after.push(reply)
    worst = 100_000
    for defence in list(after.legal_moves):
        after.push(defence)
        worst = min(worst, settle(after, alpha=now + least - 1, beta=now + least))
        after.pop()
        if worst < now + least:
            break
    after.pop()
    return worst >= now + least


def worth(board, square):
    piece = board.piece_type_at(square)
    return VALUES[piece] if piece else 0


def enemies(board, squares):
    """Pieces of the side to move on these squares, without pawns."""
    return [at for at in squares if board.color_at(at) == board.turn and board.piece_type_at(at) != chess.PAWN]


def is_fork(before, board, reply, target):
    at = reply.to_square
    role = board.piece_type_at(at)
    prey = [
        square
        for square in enemies(board, board.attacks(at))
        if worth(board, square) > VALUES[role] or not board.attackers(board.turn, square)
    ]
    return len(prey) >= 2 and target in prey


def rays(board, at):
    """Pairs of pieces one behind the other on a line of the slider."""
    if board.piece_type_at(at) not in SLIDERS:
        return
    for front in enemies(board, board.attacks(at)):
        for back in enemies(board, chess.SquareSet.ray(at, front)):
            if [square for square in chess.SquareSet.between(at, back) if board.piece_at(square)] == [front]:
                yield front, back


def is_skewer(before, board, reply, target):
    return any(back == target and worth(board, front) > worth(board, back) for front, back in rays(board, reply.to_square))


def is_pin(before, board, reply, target):
    return any(front == target and worth(board, front) < worth(board, back) for front, back in rays(board, reply.to_square))


def is_discovered(before, board, reply, target):
    sliders = [at for at in chess.SQUARES if board.color_at(at) == before.turn and board.piece_type_at(at) in SLIDERS]
    return any(target in board.attacks(at) and target not in before.attacks(at) for at in sliders if at != reply.to_square)


def is_trapped(before, board, reply, target):
    if board.is_check():
        return False
    exits = [move for move in board.legal_moves if move.from_square == target]
    price = worth(board, target) - 100
    for move in exits:
        board.push(move)
        # Balances are those of the attacker, who is to move now.
        lost = settle(board) - balance(board) >= price
        board.pop()
        if not lost:
            return False
    return bool(exits) and not before.attackers(before.turn, target)


TACTICS = {"fork": is_fork, "skewer": is_skewer, "pin": is_pin, "discovered": is_discovered, "trapped": is_trapped}


def confirm(kind, board, move, square, reply):
    """True if what was planted is there: the reply wins material after the move, or the better move would have."""
    after = board.copy()
    after.push(move)
    if kind in TACTICS:
        target = chess.parse_square(square)
        blow = chess.Move.from_uci(reply)
        struck = after.copy()
        struck.push(blow)
        return TACTICS[kind](after, struck, blow, target) and wins(after, blow, 200)
    if kind in ("hang", "threat", "defender"):
        taking = chess.Move.from_uci(reply)
        role = after.piece_type_at(chess.parse_square(square))
        return taking.to_square == chess.parse_square(square) and wins(after, taking, VALUES[role] - 100)
    if kind == "capture":
        return wins(board, chess.Move.from_uci(reply), 200)
    # No piece is lost at once.
    return balance(board) + settle(after) < 200


def main():
    counts = collections.Counter()
    wrong = []
    for line in PLANTED.read_text().splitlines():
        if line.startswith("#"):
            continue
        kind, fen, move, _, square, reply = line.split("\t")
        if reply == "-":
            continue  # Planted before replies were kept.
        counts[kind] += 1
        if not confirm(kind, chess.Board(fen), chess.Move.from_uci(move), square, reply):
            wrong.append(line)
    for line in wrong:
        print(f"not confirmed: {line}")
    print(", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    # Some are true by more plies than are looked at here.
    assert 100 * len(wrong) <= 2 * sum(counts.values()), f"{len(wrong)} of {sum(counts.values())} rows are not confirmed"


if __name__ == "__main__":
    sys.exit(main())
