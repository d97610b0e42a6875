"""Annotated games as python-chess reads them: the same moves, all legal, with evaluations in range."""

import io
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess
import chess.pgn

GAMES = 100
PLIES = 24
VERNIER = os.environ.get("VERNIER", Path(__file__).resolve().parent.parent / "target/release/vernier")


def games():
    """Games of random moves, the same every time."""
    rng = random.Random(7)
    for number in range(GAMES):
        game = chess.pgn.Game()
        game.headers["Round"] = str(number + 1)
        node = game
        for _ in range(PLIES):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            node = node.add_variation(rng.choice(moves))
        yield game


SHARED = Path(__file__).resolve().parent.parent.parent / "shared/data/pgn"


def analyse(source, *words, status=0):
    """What the program writes about a file, and what it says beside it."""
    command = [VERNIER, "analyse", source, "--nodes", "400", "--quiet", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{source}: exit status {done.returncode}\n{done.stderr}"
    return done.stdout, done.stderr


def read(text):
    """The games of a text; none may have an error."""
    stream = io.StringIO(text)
    found = []
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors, f"game {len(found) + 1}: {game.errors}"
        found.append(game)
    return found


def check(game, name):
    """Evaluations for every move and in range; gives the number of marked moves."""
    marked = 0
    for node in game.mainline():
        if not node.move:
            break  # A game is analysed up to its first null move.
        score = node.eval()
        assert score is not None, f"{name}, ply {node.ply()}: no evaluation"
        assert -100_000 <= score.white().score(mate_score=100_000) <= 100_000, f"{name}: {score}"
        marked += bool(node.nags & {2, 4, 6})
    return marked


def random_games():
    """All moves are those of the original, legal and evaluated; read again they are the same games."""
    originals = list(games())
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "games.pgn"
        source.write_text("\n\n".join(map(str, originals)) + "\n")
        found = read(analyse(source)[0])
        stop_and_go_on(source, Path(folder), len(originals))
    assert len(found) == len(originals)
    for number, (game, original) in enumerate(zip(found, originals), 1):
        assert list(game.mainline_moves()) == list(original.mainline_moves()), f"game {number}: another main line"
        for node in game.mainline():
            said = re.sub(r"\[%[^]]*\]", "", node.comment).strip()
            assert said or not node.nags & {2, 4, 6}, f"game {number}, ply {node.ply()}: a mark without a reason"
    marked = sum(check(game, f"game {number}") for number, game in enumerate(found, 1))
    assert marked > GAMES, f"only {marked} marked moves"
    print(f"{GAMES} random games read back; {marked} marked moves, each with a reason")


def stop_and_go_on(source, folder, count):
    """Killed in the middle, the same command resumes and ends with every game once."""
    out = folder / "annotated.pgn"
    command = [VERNIER, "analyse", source, "--nodes", "400", "--quiet", "--out", out]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while not out.exists() or out.read_text(errors="replace").count("[Round ") < 10:
        assert process.poll() is None, "it ended before it could be stopped"
        time.sleep(0.02)
    process.kill()
    process.wait()
    first = out.read_text(errors="replace").count("[Round ")
    assert first < count, "it was done before it was stopped"
    _, said = analyse(source, "--out", out)
    assert "continuing after" in said, said
    rounds = [game.headers["Round"] for game in read(out.read_text())]
    assert rounds == [str(number) for number in range(1, count + 1)], rounds


def originals_of(path):
    """The games of a file that python-chess reads without an error, as standard chess or Chess960."""
    with path.open(encoding="utf-8-sig", errors="replace") as stream:
        while (game := chess.pgn.read_game(stream)) is not None:
            if not game.errors and game.headers.get("Variant", "Standard").lower() in ("standard", "chess960", "fischerandom"):
                yield game


def shared_games():
    """Files that people and programs have written: good games keep their main line, bad ones are reported."""
    read_back = skipped = marked = 0
    for path in sorted(SHARED.glob("*.pgn")):
        command = [VERNIER, "analyse", path, "--nodes", "200", "--quiet"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert done.returncode in (0, 1), f"{path.name}: {done.stderr}"
        bad = done.stderr.count("note: skipped")
        assert (done.returncode == 1) == (bad > 0), f"{path.name}: {done.stderr}"
        skipped += bad
        lines = [list(game.mainline_moves()) for game in originals_of(path)]
        for number, game in enumerate(read(done.stdout), 1):
            name = f"{path.name}, game {number}"
            line = list(game.mainline_moves())
            if line in lines:
                del lines[: lines.index(line) + 1]
                read_back += 1
                marked += check(game, name)
    assert read_back >= GAMES * 9 // 10 and skipped > 0, f"{read_back} games read back, {skipped} skipped"
    print(f"{read_back} games of the shared files read back, {marked} marked moves; {skipped} bad games skipped with a message")


def main(arguments):
    random_games()
    if "--without-data" not in arguments:
        shared_games()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
