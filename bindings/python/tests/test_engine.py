"""The engine in process."""

import threading
from typing import Any

import pytest

import vernier

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def test_play() -> None:
    engine = vernier.Engine(Hash=8)
    result = engine.play(vernier.Board(MATE_IN_ONE), vernier.Limit(depth=4))
    assert result.move == vernier.Move.from_uci("a1a8")
    assert result.info is not None and result.info.score.mate() == 1 and str(result.info.score) == "#1"
    result = engine.play(vernier.Board(), vernier.Limit(nodes=2_000))
    assert result.move is not None and result.move in vernier.Board().legal_moves
    assert engine.play(vernier.Board(), vernier.Limit(time=0.05)).move
    assert engine.play(vernier.Board(), vernier.Limit(white_clock=1, black_clock=1, white_inc=0.1)).move


def test_analyse() -> None:
    engine = vernier.Engine()
    info = engine.analyse(vernier.Board(), vernier.Limit(depth=6))
    assert info.depth == 6 and info.nodes > 0 and info.pv and info.bound == "exact"
    lines = engine.analyse(vernier.Board(), vernier.Limit(depth=5), multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    scores = [line.score.score(mate_score=100_000) for line in lines]
    assert scores == sorted(scores, reverse=True)
    wanted = vernier.Move.from_uci("a2a3")
    assert engine.analyse(vernier.Board(), vernier.Limit(depth=4), root_moves=[wanted]).pv[0] == wanted


def test_the_same_search_gives_the_same_nodes() -> None:
    counts = set()
    for _ in range(2):
        engine = vernier.Engine()
        counts.add(engine.analyse(vernier.Board(), vernier.Limit(depth=8)).nodes)
    assert len(counts) == 1


def test_a_stream_is_stopped() -> None:
    engine = vernier.Engine()
    with engine.stream(vernier.Board()) as analysis:
        for info in analysis:
            if info.depth >= 5:
                analysis.stop()
    assert not analysis.is_running()
    assert analysis.wait().move is not None


def test_a_second_search_ends_the_first() -> None:
    engine = vernier.Engine()
    first = engine.stream(vernier.Board())
    assert engine.play(vernier.Board(MATE_IN_ONE), vernier.Limit(depth=3)).move == vernier.Move.from_uci("a1a8")
    assert first.wait().move is not None


def test_games_that_are_over() -> None:
    engine = vernier.Engine()
    mated = vernier.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert engine.play(mated, vernier.Limit(depth=3)).move is None
    score = engine.analyse(mated, vernier.Limit(depth=3)).score
    assert (score.mate(), score.score(mate_score=1000)) == (0, -1000)
    assert (score.black().mate(), score.black().score(mate_score=1000)) == (0, 1000)
    assert score.black().white() == score


def test_bad_input() -> None:
    wrong: list[dict[str, str | int | bool]] = [{"Nonsense": 1}, {"Hash": "much"}, {"Hash": -1}, {"Move_Overhead": "soon"}, {"EvalFile": "nowhere.nnue"}, {"Search": "Guess"}]
    for options in wrong:
        with pytest.raises(ValueError):
            vernier.Engine(**options)
    engine = vernier.Engine()
    board = vernier.Board()
    # White would never move.
    for limit in (vernier.Limit(), vernier.Limit(white_inc=1), vernier.Limit(black_clock=1), vernier.Limit(remaining_moves=3)):
        with pytest.raises(ValueError, match="a limit is needed"):
            engine.play(board, limit)
    seconds: list[dict[str, Any]] = [{"time": -1}, {"time": float("nan")}, {"white_clock": float("inf")}, {"black_inc": "1"}]
    counts: list[dict[str, Any]] = [{"depth": -1}, {"depth": 2.5}, {"nodes": 2**64}, {"mate": "1"}]
    for wrong_limit in seconds + counts:
        with pytest.raises(ValueError, match=next(iter(wrong_limit))):
            vernier.Limit(**wrong_limit)
    for number in (0, -1):
        with pytest.raises(ValueError, match="multipv"):
            engine.analyse(board, vernier.Limit(depth=1), multipv=number)
    with pytest.raises(ValueError):
        engine.play(board, vernier.Limit(depth=1), root_moves=[vernier.Move.from_uci("e2e5")])
    with pytest.raises(TypeError, match="a vernier.Board is needed"):
        engine.play(None, vernier.Limit(depth=1))  # type: ignore[arg-type]
    # Nothing is lost.
    assert engine.play(board, vernier.Limit(depth=2)).move is not None


def test_an_engine_shared_by_threads() -> None:
    engine = vernier.Engine()
    answers: list[vernier.Move | None] = []

    def work() -> None:
        for _ in range(5):
            answers.append(engine.play(vernier.Board(MATE_IN_ONE), vernier.Limit(depth=6)).move)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # A search may be cut short by another thread's, but each has an answer.
    assert len(answers) == 20 and all(answers)


def test_python_runs_while_a_thread_waits_for_the_engine() -> None:
    engine = vernier.Engine()
    analysis = engine.stream(vernier.Board())
    answers: list[vernier.Move | None] = []
    waiting = threading.Thread(target=lambda: answers.append(analysis.wait().move))
    waiting.start()
    # If waiting kept Python's lock, this line would never be reached.
    analysis.stop()
    waiting.join()
    assert answers[0] is not None


def test_options_are_listed() -> None:
    options = vernier.Engine.options()
    assert options["Hash"][0] == "16" and options["Hash"][1]
    # Names with blanks, with underscores of their own, and the parameters of the search.
    vernier.Engine(Move_Overhead=100, UCI_LimitStrength=True, UCI_Elo=1500, null_move=False)
