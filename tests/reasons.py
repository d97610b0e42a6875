"""Every reason that `vernier analyse` gives, checked with python-chess: what the sentence says is true on the board of its proof.

The games are the planted moves of crates/analysis/tests/data/planted.tsv, a known sacrifice, and games of random moves. With a UCI engine as
argument (`reasons.py stockfish`) that engine must also agree that the move is an error, and a reply a good one.
"""

import collections
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.engine
import chess.pgn

ROOT = Path(__file__).resolve().parent.parent
VERNIER = os.environ.get("VERNIER", ROOT / "target/release/vernier")
PLANTED = ROOT / "crates/analysis/tests/data/planted.tsv"
NODES = "10000"
# True sentences of a hundred, for each kind.
LEAST = 98
VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
NAMES = {name: kind for kind, name in enumerate(chess.PIECE_NAMES) if name}
PIECE = r"the (pawn|knight|bishop|rook|queen|king) on ([a-h][1-8])"


def material(board, color):
    return sum(VALUES[piece.piece_type] * (1 if piece.color == color else -1) for piece in board.piece_map().values())


class Case:
    """A reason, the boards around the move, and the line that proves it."""

    def __init__(self, before, move, reason, report):
        self.kind, self.text = reason["kind"], reason["text"]
        self.before, self.move = before.copy(), move
        self.after = before.copy()
        self.after.push(move)
        self.us = before.turn
        chances = report["chances"]
        points = (chances["win"] + chances["draw"] / 2) / 10
        # What the player expects after the move, of a hundred points.
        self.expected = points if self.us else 100 - points
        proof = reason["proof"]
        self.start = chess.Board(proof["fen"])
        self.boards, self.line = [self.start.copy()], []
        for word in proof["uci"]:
            played = chess.Move.from_uci(word)
            assert played in self.boards[-1].legal_moves, f"{word} is not legal in {self.boards[-1].fen()}"
            self.boards.append(self.boards[-1].copy())
            self.boards[-1].push(played)
            self.line.append(played)
        self.end = self.boards[-1]

    def by_reply(self):
        """The proof begins after the move."""
        return self.start.board_fen() == self.after.board_fen() and self.start.turn != self.us

    def lost(self):
        """What the player lost from before the move to the end of the proof."""
        return material(self.before, self.us) - material(self.end, self.us)

    def captured(self, ply):
        """What the ply takes, and where it stood when the proof began."""
        board, move = self.boards[ply], self.line[ply]
        if not board.is_capture(move):
            return None
        square = move.to_square
        if board.is_en_passant(move):
            square = chess.square(chess.square_file(square), chess.square_rank(move.from_square))
        origin = square
        for earlier in reversed(self.line[:ply]):
            if earlier.to_square == origin:
                origin = earlier.from_square
        return board.piece_type_at(square), square, origin

    def taken(self, first=0):
        """Everything the opponent takes in the proof from a ply on: ply, role, square, origin."""
        plies = range(first + first % 2, len(self.line), 2)
        return [(ply, *found) for ply in plies if (found := self.captured(ply))]

    def pieces(self, board):
        """The pieces that the sentence names by their squares; all must be there."""
        found = []
        for name, square in re.findall(PIECE, self.text):
            at = chess.parse_square(square)
            assert board.piece_type_at(at) == NAMES[name], f"no {name} on {square}"
            found.append(at)
        return found


def says_mate(case, winner):
    moves = 1 if "at once" in case.text else int(re.search(r"mate in (\d+)", case.text)[1])
    # A line cut short proves a mate only as far as it goes: it must be complete.
    return case.end.is_checkmate() and case.end.turn != winner and len(case.line) == 2 * moves - 1


def allows_mate(case):
    return case.by_reply() and says_mate(case, not case.us)


def misses_mate(case):
    return says_mate(case, case.us)


def hangs(case):
    role, square, _ = case.captured(0)
    named = chess.PIECE_NAMES[role] in case.text
    there = case.pieces(case.after)
    return named and case.by_reply() and all(at == square for at in there) and case.lost() >= VALUES[role] - 100


def removes_defender(case):
    square = case.pieces(case.after)[0]
    fallen = [role for _, role, at, _ in case.taken() if at == square]
    if "only defender" in case.text:
        defenders = case.before.attackers(case.us, square)
        gone = defenders == chess.SquareSet([case.move.from_square]) and not case.after.attackers(case.us, square)
    else:
        gone = case.after.attackers(case.us, square) == chess.SquareSet([case.line[0].to_square])
    return bool(fallen) and gone and case.lost() >= VALUES[fallen[0]] - 100


def ignores_threat(case):
    """Had the player passed, the same move would have been there."""
    passed = case.before.copy()
    passed.push(chess.Move.null())
    return case.line[0] in passed.legal_moves and case.lost() >= 100


def fork(case):
    board = case.boards[1]
    targets = case.pieces(board)
    attacked = board.attacks(case.line[0].to_square)
    falls = NAMES[re.search(r"and the (\w+) falls", case.text)[1]]
    taken = [role for _, role, square, _ in case.taken(2) if square in targets]
    return len(targets) >= 2 and all(at in attacked for at in targets) and falls in taken and case.lost() >= 100


def ray(case):
    board = case.boards[1]
    front, back = case.pieces(board)
    at = case.line[0].to_square
    through = chess.SquareSet.between(at, back)
    alone = [square for square in through if board.piece_at(square)] == [front]
    return front, back, alone and front in board.attacks(at)


def skewer(case):
    front, back, aligned = ray(case)
    if "with the" in case.text:
        falls = any(origin == front for _, _, _, origin in case.taken(2))
    else:
        falls = any(square == back for _, _, square, _ in case.taken(2))
    return aligned and falls and case.lost() >= 100


def pin(case):
    front, _, aligned = ray(case)
    # It may have taken the piece that pins it.
    falls = any(origin == front and square in (front, case.line[0].to_square) for _, _, square, origin in case.taken(2))
    return aligned and falls and case.lost() >= 100


def discovered_attack(case):
    slider, target = case.pieces(case.boards[1])
    opened = target in case.boards[1].attacks(slider) and target not in case.boards[0].attacks(slider)
    return opened and slider != case.line[0].to_square and bool(case.taken(2)) and case.lost() >= 100


def traps_piece(case):
    board = case.boards[1]
    (square,) = case.pieces(board)
    exits = [move for move in board.legal_moves if move.from_square == square]
    falls = any(origin == square for _, _, _, origin in case.taken(2))

    def safe(move):
        there = board.copy()
        there.push(move)
        return not there.attackers(there.turn, move.to_square)

    return bool(exits) and not any(map(safe, exits)) and falls and case.lost() >= 100


def loses_material(case):
    return case.by_reply() and case.lost() >= 100


def misses_capture(case):
    gained = material(case.end, case.us) - material(case.before, case.us)
    return case.start.fen() == case.before.fen() and gained >= 100


def passed_pawn(case):
    origin, target = map(chess.parse_square, re.search(r"pawn on (\w\w).* queen on (\w\w)", case.text).groups())
    last = case.line[-1]
    stood = case.start.piece_type_at(origin) == chess.PAWN
    return stood and last.promotion == chess.QUEEN and last.to_square == target


def gives_draw(case):
    end = case.end
    # The proof may begin in the middle of a repetition: a position that comes back within it is enough.
    seen = [board.board_fen() for board in [case.before, *case.boards]]
    return end.is_stalemate() or end.is_insufficient_material() or end.halfmove_clock >= 100 or end.board_fen() in seen[:-1]


def position(case):
    return material(case.end, case.us) == material(case.before, case.us) or "scores worse in" in case.text


def sacrifice(case):
    """The piece that is named is taken at once, which puts the player down by a minor piece less a pawn or more; at the end of the line the
    taker is mated, or the player is still down as much and does not stand worse."""
    taken = case.captured(0)
    given = material(case.before, case.us) - material(case.boards[1], case.us)
    offered = case.by_reply() and taken is not None and case.pieces(case.after) == [taken[1]] and given >= 200
    if "mate by force" in case.text:
        return offered and case.end.is_checkmate() and case.end.turn != case.us
    return offered and case.lost() >= 200 and case.expected >= 50


def judgement(case):
    return "no single reason" in case.text


CHECKS = {check.__name__: check for check in [
    allows_mate, misses_mate, hangs, removes_defender, ignores_threat, fork, skewer, pin, discovered_attack, traps_piece,
    loses_material, misses_capture, passed_pawn, gives_draw, position, sacrifice, judgement]}


# The reason that each planted kind must be given.
WANTED = {
    "hang": "hangs", "threat": "ignores_threat", "defender": "removes_defender", "fork": "fork", "skewer": "skewer", "pin": "pin",
    "discovered": "discovered_attack", "trapped": "traps_piece", "capture": "misses_capture"}
# Planted moves of a hundred whose report must have that reason, and rightly. crates/analysis/tests/planted.rs asks for 90, with an engine of
# its own for each; here one engine searches them all, and what it remembers of one may change another.
RECALLED = 80


def rows():
    """The planted rows: kind, position and move."""
    lines = [line.split("\t") for line in PLANTED.read_text().splitlines() if not line.startswith("#")]
    return [(kind, fen, chess.Move.from_uci(move)) for kind, fen, move, *_ in lines]


def planted():
    """A game of one move for each planted row."""
    for _, fen, move in rows():
        game = chess.pgn.Game()
        game.setup(fen)
        game.add_variation(move)
        yield game


def at_random():
    """Games of random moves, the same every time."""
    rng = random.Random(11)
    for _ in range(15):
        game = node = chess.pgn.Game()
        for _ in range(60):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            node = node.add_variation(rng.choice(moves))
        yield game


# A sacrifice that everybody knows: Reti against Tartakower, Vienna 1910.
SACRIFICES = [
    "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0",
]


def sacrifices():
    return [chess.pgn.read_game(io.StringIO(text)) for text in SACRIFICES]


def reasons(games, nodes=NODES):
    """Every reason in the reports of the games, with its case."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "games.pgn"
        source.write_text("\n\n".join(map(str, games)) + "\n")
        command = [VERNIER, "analyse", source, "--nodes", nodes, "--json", "--quiet"]
        text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    reports = [json.loads(line) for line in text.splitlines()]
    assert len(reports) == len(games), f"{len(reports)} reports of {len(games)} games"
    for report in reports:
        board = chess.Board(report["start"])
        for move in report["moves"]:
            played = chess.Move.from_uci(move["uci"])
            for reason in move["reasons"]:
                yield Case(board, played, reason, move), move
            board.push(played)


def confirmed(engine, case, move):
    """Another engine agrees: the move loses at least a pawn's worth of chances, or the reply is as good as any."""
    limit = chess.engine.Limit(nodes=200_000)
    score = lambda board, moves=None: engine.analyse(board, limit, root_moves=moves)["score"].pov(case.us)
    chances = lambda score: score.wdl(model="lichess", ply=30).expectation()
    return chances(score(case.before)) - chances(score(case.before, [case.move])) >= 0.05


def holds(case):
    """What the sentence says is so."""
    try:
        right = CHECKS[case.kind](case)
    except (AssertionError, KeyError, TypeError, ValueError, IndexError) as error:
        right = False
        print(f"{case.kind}: {error!r}")
    if not right:
        print(f"not so: {case.before.fen()} {case.text} [{' '.join(map(str, case.line))}]")
    return right


def recall(true):
    """How many planted moves have their reason; `true` has the kinds of the true sentences by position and move."""
    short = []
    for kind, wanted in WANTED.items():
        planted = [(fen, move) for name, fen, move in rows() if name == kind]
        missed = [row for row in planted if wanted not in true[row]]
        for fen, move in missed:
            print(f"{kind} not named: {fen} {move}: {', '.join(true[fen, move]) or 'no mark'}")
        found = len(planted) - len(missed)
        print(f"{kind:18} {len(planted):4} planted, {found:4} named")
        if 100 * found < RECALLED * len(planted) or len(planted) < 20:
            short.append(kind)
    assert not short, f"too few planted moves have their reason: {short}"


def main(arguments):
    names = [word for word in arguments if not word.startswith("-")]
    engine = chess.engine.SimpleEngine.popen_uci(names[0]) if names else None
    counts = collections.defaultdict(lambda: [0, 0, 0])
    true = collections.defaultdict(list)
    for case, move in [*reasons([*planted(), *at_random()]), *reasons(sacrifices(), "100000")]:
        count = counts[case.kind]
        count[0] += 1
        if holds(case):
            count[1] += 1
            true[case.before.fen(), case.move].append(case.kind)
        if engine and move["mark"] in ("mistake", "blunder"):
            agreed = confirmed(engine, case, move)
            count[2] += agreed
            if not agreed:
                print(f"the other engine does not mind: {case.before.fen()} {case.text}")
    if engine:
        engine.quit()
    for kind, (said, right, agreed) in sorted(counts.items()):
        print(f"{kind:18} {said:4} said, {right:4} true" + (f", {agreed:4} errors for the other engine as well" if engine else ""))
    assert counts["sacrifice"][1] >= len(SACRIFICES), "a sacrifice was not seen"
    wrong = [kind for kind, (said, right, _) in counts.items() if 100 * right < LEAST * said]
    assert not wrong, f"too many sentences are not so: {wrong}"
    recall(true)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
