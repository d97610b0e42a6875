"""Tests of a generation, from nothing on a tiny scale: `python trainer/test_generation.py`.

They need PyTorch, no GPU, and the programs of `cargo build --release` (or those in the folder that VERNIER_PROGRAMS names).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import generation
import layered
import tasks
from testing import made_up_weights

HERE = Path(__file__).resolve().parent
PROGRAMS = Path(os.environ.get("VERNIER_PROGRAMS", HERE.parent / "target" / "release")).resolve()


class Tasks(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.programs = tasks.Programs(self.folder, None)

    def run_all(self, made: list[tasks.Task]) -> list[str]:
        said = []
        tasks.run(self.folder, made, self.programs, said.append)
        return [line.split()[0] for line in said if line.endswith("...")]

    def test_needs_come_first_and_what_is_done_stays_done(self):
        made = [tasks.Task("last", ["middle"], dict), tasks.Task("middle", ["first"], dict), tasks.Task("first", [], lambda: {"found": 3})]
        self.assertEqual(self.run_all(made), ["first", "middle", "last"])
        self.assertEqual(tasks.result(self.folder, "first")["found"], 3)
        self.programs = tasks.Programs(self.folder, None)
        self.assertEqual(self.run_all(made), [])
        self.assertRaises(tasks.TaskError, self.run_all, [tasks.Task("a", ["elsewhere"], dict)])

    def test_two_devices_work_at_the_same_time(self):
        script = "import pathlib, sys, time\npathlib.Path(sys.argv[1]).touch()\nwhile not pathlib.Path(sys.argv[2]).exists(): time.sleep(0.01)"
        meet = lambda me, other: lambda: self.programs.run(me, [sys.executable, "-c", script, self.folder / me, self.folder / other]) and None
        made = [tasks.Task("a", [], meet("a", "b")), tasks.Task("b", [], meet("b", "a"), "gpu")]
        self.assertEqual(self.run_all(made), ["a", "b"])

    def test_a_failure_ends_everything_and_says_why(self):
        fails = lambda: self.programs.run("fails", [sys.executable, "-c", "print('the reason'); raise SystemExit(9)"]) and None
        sleeps = lambda: self.programs.run("sleeps", ["sleep", "1000"]) and None
        with self.assertRaisesRegex(tasks.TaskError, "status 9:\nthe reason"):
            self.run_all([tasks.Task("sleeps", [], sleeps, "gpu"), tasks.Task("fails", [], fails)])
        self.assertFalse(tasks.done_path(self.folder, "sleeps").exists())
        self.assertFalse(self.programs.running)


class Words(unittest.TestCase):
    def test_results_of_matches(self):
        text = "1 of 2\nnew against base: +31 =12 -7, Elo +181.7 ± 79.3, nElo +230.6 ± 85.2, LOS 100.0 %\n"
        self.assertEqual(generation.match_result(text)["elo"], 181.7)
        self.assertRaises(tasks.TaskError, generation.match_result, "nothing")

    def test_the_plans_in_the_repository_can_be_read(self):
        plans = sorted((HERE / "plans").glob("*.json"))
        self.assertTrue(plans)
        for path in plans:
            for made in generation.read_plan(path).sets.values():
                for games in made.get("games", []):
                    self.assertTrue((HERE.parent / games).exists(), f"{path}: {games}")


class Whole(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        made_up_weights(32, 1, 1).quantised().write(self.folder / "base.nnue")
        tiny = ["--hash", "1", "--threads", "1", "--games", "30", "--max-plies", "120"]
        self.plan = {
            "lab": str(PROGRAMS / "vernier-lab"),
            "engine": str(PROGRAMS / "vernier"),
            "baseline": "base.nnue",
            "sets": {
                "searched": {"searched": True, "options": ["--nodes", "60", *tiny], "expand": ["--valid", "20", "--returns", "0.6", "0.95"], "label": ["--search", "0.4"], "student_share": 0.25},
                "cheap": {"options": ["--nodes", "5", *tiny], "expand": ["--tactics"], "student_share": 0.75},
            },
            "deepen": ["--nodes", "200", "--positions", "300", "--valid", "20", "--threads", "1"],
            "teacher": ["--epochs", "1", "--blocks", "1", "--width", "8", "--batch", "128", "--reports", "2"],
            "label": ["--batch", "512"],
            "widths": [64, 128],
            "student": ["--layers", "--epochs", "2", "--batch", "128", "--reports", "2", "--lambda", "0", "--buckets", "2"],
            "final_searched": True,
            "match": ["--rounds", "2", "--each", "nodes=20", "option.Hash=1", "--max-moves", "20"],
            "sprt": ["--rounds", "2", "--each", "nodes=20", "option.Hash=1", "--max-moves", "20"],
            "visits": ["--nodes", "20", *tiny],
            "policy": ["--hidden", "128", "--epochs", "1", "--batch", "64", "--reports", "2"],
            "policy_match": ["--rounds", "1", "--each", "nodes=20", "option.Hash=1", "--max-moves", "20"],
            "policy_sprt": ["--rounds", "1", "--each", "nodes=20", "option.Hash=1", "--max-moves", "20"],
            "log": "networks.md",
            "default": "default.nnue",
            "teacher_default": "teacher.safetensors",
            "policy_default": "policy.nnue",
        }

    def command(self, *words: str) -> list[str]:
        (self.folder / "plan.json").write_text(json.dumps(self.plan))
        return [sys.executable, str(HERE / "generation.py"), "tiny", "--plan", "plan.json", *words]

    def generation(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(self.command(*words), cwd=self.folder, capture_output=True, text=True)

    def test_from_nothing_killed_and_continued(self):
        self.assertTrue((PROGRAMS / "vernier-lab").exists(), "cargo build --release comes first")
        # Killed without warning while games are played, then ended by its time limit, then step by step.
        running = subprocess.Popen(self.command(), cwd=self.folder, stdout=subprocess.DEVNULL)
        games = self.folder / "tiny" / "searched.vgr"
        while not games.exists():
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        running.wait()
        self.assertEqual(self.generation("--minutes", "0").returncode, 75)
        done = self.generation("--until", "expand")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("label-searched needs teacher", self.generation("--only", "label").stderr)
        done = self.generation()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("play-searched ...", done.stdout)
        tiny = self.folder / "tiny"
        self.assertEqual({path.stem.partition("-")[0] for path in (tiny / "done").iterdir()}, set(generation.STEPS))
        self.assertEqual(layered.read(tiny / "student-64" / "network.nnue").second.shape, (2, 16, 64))
        taught = json.loads((tiny / "student-64" / "settings.json").read_text())["train"]
        self.assertEqual([word.rpartition("/")[2] for word in taught], ["searched.train.bin:0.25", "cheap.train.bin:0.75"])
        mixed = {name: json.loads((tiny / "labelled" / name / "labels.json").read_text())["search"] for name in ("searched", "cheap")}
        self.assertEqual(mixed, {"searched": 0.4, "cheap": 0.0})
        self.assertGreater((tiny / "deep.train.bin").stat().st_size, 32 * 100)
        log = (self.folder / "networks.md").read_text()
        self.assertEqual((log.count("## Generation tiny"), log.count("| student, "), log.count("; deep: ")), (1, 2, 1), log)
        self.assertRegex(log, r"Policy: .* positions in .*; cross-entropy \d")
        for name, test in [("default.nnue", "sprt"), ("policy.nnue", "sprt-policy")]:
            verdict = tasks.result(tiny, test)["verdict"]
            self.assertEqual((self.folder / name).exists(), verdict == "accepted")
        # All is done: once more changes nothing. Another plan is refused.
        self.assertEqual(self.generation().stdout, "")
        self.plan["widths"] = [64]
        self.assertIn("another plan", self.generation().stderr)

    def test_the_policy_alone(self):
        self.plan |= {"widths": [], "sets": {}}
        done = self.generation()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        names = {path.stem for path in (self.folder / "tiny" / "done").iterdir()}
        self.assertEqual(names, {"play-visits", "expand-visits", "policy", "match-policy", "sprt-policy", "log", "adopt"})
        self.assertIn("Policy: ", (self.folder / "networks.md").read_text())

    def test_an_accepted_network_becomes_the_default(self):
        tiny = self.folder / "tiny"
        for name in ["student-32", "teacher", "policy"]:
            (tiny / name).mkdir(parents=True)
        (tiny / "student-32" / "network.nnue").write_bytes(b"network")
        (tiny / "teacher" / "teacher.safetensors").write_bytes(b"weights")
        (tiny / "teacher" / "teacher.json").write_text("{}")
        (tiny / "policy" / "policy.nnue").write_bytes(b"policy")
        (tiny / "policy" / "policy.golden.tsv").write_bytes(b"vectors")
        for needed in ["play-searched", "log"]:
            tasks.write_whole(tasks.done_path(tiny, needed), "{}")
        tasks.write_whole(tasks.done_path(tiny, "sprt"), json.dumps({"width": 32, "verdict": "accepted"}))
        tasks.write_whole(tasks.done_path(tiny, "sprt-policy"), json.dumps({"verdict": "accepted"}))
        done = self.generation("--only", "adopt")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = [(self.folder / name).read_bytes() for name in ["default.nnue", "teacher.safetensors", "teacher.json", "policy.nnue", "policy.golden.tsv"]]
        self.assertEqual(found, [b"network", b"weights", b"{}", b"policy", b"vectors"])

    def test_a_set_may_teach_the_teacher_alone(self):
        sets = {"returns": {"searched": True, "games": ["a.vgr"], "student_share": 0}, "scores": {"games": ["a.vgr"], "student_share": 0.5}}
        made = generation.Generation(Path("g"), generation.Plan(sets=sets), None)
        self.assertEqual(made.learned(made.sets(True), "teacher_share"), ["g/returns.train.bin"])
        self.assertEqual(made.learned(made.sets(), "student_share"), ["g/labelled/scores/scores.train.bin:0.5"])
        names = {task.name for task in made.tasks()}
        self.assertEqual({"expand-returns", "expand-scores", "label-scores", "label-returns"} - names, {"label-returns"})

    def test_bad_plans_are_refused_in_one_line(self):
        for change in [{"unknown": 1}, {"widths": [], "visits": []}, {"sets": {"a": {"options": []}}}, {"sets": {"a b": {"searched": True, "games": []}}}, {"sets": {"a": {"searched": True}}}, {"sets": {"deep": {"searched": True, "games": []}}}, {"sets": {"visits": {"searched": True, "games": []}}}, {"sets": {"a": {"searched": True, "games": [], "share": 1}}}, {"sets": {"a": {"searched": True, "games": []}, "b": {"games": [], "student_share": 1}}}, {"sets": {"a": {"searched": True, "games": [], "student_share": 0}}}]:
            kept, self.plan = self.plan, {**self.plan, **change}
            done = self.generation()
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.plan = kept


if __name__ == "__main__":
    unittest.main(verbosity=1)
