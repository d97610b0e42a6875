"""Drives vernier with python-chess through UCI and XBoard: games, analysis, pondering, options, Chess960, mates.

Usage: python_chess.py PATH_OF_VERNIER
"""

import sys

import chess
import chess.engine

VERNIER = sys.argv[1]
MATE_IN_TWO = "6k1/8/R7/1R6/8/8/8/4K3 w - - 0 1"
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def uci():
    return chess.engine.SimpleEngine.popen_uci([VERNIER], timeout=60)


def xboard():
    return chess.engine.SimpleEngine.popen_xboard([VERNIER], timeout=60)


def play_game(engine, board, limit, plies, **options):
    """Lets the engine play both sides; python-chess checks every move."""
    for _ in range(plies):
        if board.is_game_over():
            break
        result = engine.play(board, limit, **options)
        assert result.move in board.legal_moves, result
        board.push(result.move)
    return board


@check
def uci_plays_games():
    with uci() as engine:
        assert engine.id["name"].startswith("Vernier")
        for limit in [
            chess.engine.Limit(nodes=300),
            chess.engine.Limit(depth=2),
            chess.engine.Limit(time=0.005),
            chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
        ]:
            play_game(engine, chess.Board(), limit, 30)


@check
def uci_plays_to_the_end():
    with uci() as engine:
        board = play_game(engine, chess.Board("8/8/8/8/3k4/8/q7/5K2 b - - 0 1"), chess.engine.Limit(nodes=4000), 120)
        assert board.is_game_over(claim_draw=True), board.fen()


@check
def uci_analyses():
    with uci() as engine:
        board = chess.Board()
        info = engine.analyse(board, chess.engine.Limit(depth=5))
        assert info["depth"] >= 5 and info["pv"] and "score" in info and "wdl" not in info
        lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=4)
        assert len(lines) == 4 and len({line["pv"][0] for line in lines}) == 4
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
        chosen = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
        result = engine.play(board, chess.engine.Limit(depth=3), root_moves=chosen)
        assert result.move in chosen


@check
def uci_finds_mates():
    with uci() as engine:
        board = chess.Board(MATE_IN_TWO)
        info = engine.analyse(board, chess.engine.Limit(depth=14))
        assert info["score"].relative == chess.engine.Mate(2), info
        line = board.copy()
        for move in info["pv"]:
            line.push(move)
        assert line.is_checkmate(), info["pv"]
        assert len(info["pv"]) == 3


@check
def uci_sets_options():
    with uci() as engine:
        engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 50, "UCI_ShowWDL": True, "Clear Hash": None})
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=3))
        assert sum(info["wdl"].relative) == 1000
        for name in ["Ponder", "MultiPV", "UCI_Chess960", "UCI_AnalyseMode", "UCI_Opponent"]:
            assert name in engine.options, name
        engine.play(chess.Board(), chess.engine.Limit(nodes=100), opponent=chess.engine.Opponent("A", None, None, False))


@check
def uci_plays_chess960():
    with uci() as engine:
        for number in [0, 300, 518, 959]:
            board = chess.Board.from_chess960_pos(number)
            play_game(engine, board, chess.engine.Limit(nodes=200), 20)
        board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
        castle = board.parse_san("O-O")
        result = engine.play(board, chess.engine.Limit(depth=2), root_moves=[castle])
        assert board.is_castling(result.move)


@check
def uci_ponders():
    with uci() as engine:
        board = chess.Board()
        for _ in range(6):
            result = engine.play(board, chess.engine.Limit(white_clock=5, black_clock=5), ponder=True)
            board.push(result.move)
            # Now the expected reply, now another one.
            reply = result.ponder if board.fullmove_number % 2 and result.ponder else list(board.legal_moves)[0]
            assert reply in board.legal_moves
            board.push(reply)


@check
def uci_survives_finished_games():
    with uci() as engine:
        for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
            result = engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
            assert result.move is None, result
        engine.ping()


@check
def uci_survives_bad_positions():
    with uci() as engine:
        result = engine.play(chess.Board("8/8/8/8/8/8/8/8 w - - 0 1"), chess.engine.Limit(depth=3))
        assert result.move is None
        result = engine.play(chess.Board(), chess.engine.Limit(depth=2))
        assert result.move in chess.Board().legal_moves


@check
def uci_takes_what_lichess_bot_sets():
    # Its default configuration; python-chess raises an error for an option that is not there.
    with uci() as engine:
        engine.configure({"Move Overhead": 100, "Threads": 4, "Hash": 512, "SyzygyPath": "./syzygy/", "UCI_ShowWDL": True})
        result = engine.play(chess.Board(), chess.engine.Limit(white_clock=2, black_clock=2), info=chess.engine.INFO_ALL)
        assert result.info["pv"][0] == result.move and "wdl" in result.info


@check
def xboard_plays_games():
    with xboard() as engine:
        assert engine.id["name"].startswith("Vernier")
        for limit in [
            chess.engine.Limit(depth=2),
            chess.engine.Limit(time=0.01),
            chess.engine.Limit(nodes=300),
            chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1),
        ]:
            play_game(engine, chess.Board(), limit, 20)


@check
def xboard_analyses():
    with xboard() as engine:
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
        assert info["depth"] >= 4 and info["pv"], info
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
        info = engine.analyse(chess.Board(MATE_IN_TWO), chess.engine.Limit(depth=14))
        assert info["score"].relative == chess.engine.Mate(2), info


@check
def xboard_plays_chess960():
    with xboard() as engine:
        for number in [0, 300, 959]:
            board = chess.Board.from_chess960_pos(number)
            play_game(engine, board, chess.engine.Limit(depth=2), 16)


@check
def xboard_ponders():
    with xboard() as engine:
        board = chess.Board()
        for _ in range(4):
            result = engine.play(board, chess.engine.Limit(time=0.02), ponder=True)
            board.push(result.move)
            board.push(list(board.legal_moves)[0])


@check
def xboard_sets_options_and_ends_games():
    with xboard() as engine:
        engine.configure({"MoveOverhead": 40, "memory": 4, "cores": 2})
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
        result = engine.play(board, chess.engine.Limit(depth=3))
        assert result.move == chess.Move.from_uci("a1a8")
        engine.play(chess.Board(), chess.engine.Limit(depth=2))


@check
def xboard_plays_to_the_end():
    with xboard() as engine:
        board = play_game(engine, chess.Board("8/8/8/8/3k4/8/q7/5K2 b - - 0 1"), chess.engine.Limit(depth=8), 120)
        assert board.is_game_over(claim_draw=True), board.fen()


@check
def xboard_survives_bad_positions():
    with xboard() as engine:
        # There is no word for "no move" here, so a client that asks for one would wait; analysis ends by itself.
        engine.analyse(chess.Board("8/8/8/8/8/8/8/8 w - - 0 1"), chess.engine.Limit(time=0.05))
        result = engine.play(chess.Board(), chess.engine.Limit(depth=2))
        assert result.move in chess.Board().legal_moves


for function in CHECKS:
    print(function.__name__, flush=True)
    function()
print(f"all {len(CHECKS)} checks passed")
