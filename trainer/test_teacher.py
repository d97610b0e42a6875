"""Tests of the teacher, its labels and the judge: `python trainer/test_teacher.py`. They need PyTorch, no GPU."""

from __future__ import annotations

import json
import sys
import unittest

import numpy as np

import positions
import safetensors
from network import CENTIPAWNS
from testing import Scratch, made_up, made_up_weights, words

import torch

import judge
import model
import muon
import residual
import sets


def small(seed: int = 1) -> residual.Teacher:
    """A small teacher whose norms have seen something."""
    torch.manual_seed(seed)
    teacher = residual.Teacher(2, 16)
    teacher(model.decode(words(made_up(256, seed))))
    return teacher.eval()


class Sets(Scratch):
    def test_shares(self):
        self.assertEqual(sets.pools(["a", "b,c"]), [(["a", "b", "c"], 1.0)])
        self.assertEqual(sets.pools(["a:3", "b,c:1"]), [(["a"], 0.75), (["b", "c"], 0.25)])
        self.assertEqual(sets.files(["C:/a.bin:3", "b:1"]), ["C:/a.bin", "b"])
        for wrong in [["a:1", "b"], ["a:0", "b:1"], ["a:-1"], ["a:nan"]]:
            self.assertRaises(sets.SetsError, sets.pools, wrong)

    def test_portions_have_the_right_sum(self):
        self.assertEqual(sets.portions(10, [0.7, 0.3]), [7, 3])
        self.assertEqual(sets.portions(8, [0.999, 0.001]), [7, 1])
        for batch in [3, 5, 4096, 16384]:
            for shares in [[1.0], [1 / 3] * 3, [0.49, 0.5, 0.01]]:
                found = sets.portions(batch, shares)
                self.assertEqual(sum(found), batch)
                self.assertTrue(all(found))

    def test_every_position_is_met_once_before_any_comes_again(self):
        drawn = sets.Sets([str(self.folder / "train.bin")], 1024, 1, "cpu")
        epoch = torch.cat([drawn.draw(step) for step in range(4)])
        whole = positions.read(self.folder / "train.bin")
        self.assertEqual(sorted(map(bytes, epoch.numpy())), sorted(record.tobytes() for record in whole))
        self.assertFalse(torch.equal(drawn.draw(4), epoch[:1024]))
        again = sets.Sets([str(self.folder / "train.bin")], 1024, 1, "cpu")
        self.assertTrue(torch.equal(again.draw(2), epoch[2048:3072]))

    def test_bad_files_are_refused(self):
        (self.folder / "empty.bin").write_bytes(b"")
        (self.folder / "torn.bin").write_bytes(bytes(40))
        for name, error in [("empty.bin", sets.SetsError), ("torn.bin", ValueError), ("none.bin", OSError)]:
            self.assertRaises(error, sets.Sets, [str(self.folder / name)], 8, 1, "cpu")


class Weights(Scratch):
    def test_files_come_back(self):
        path = self.folder / "weights.safetensors"
        tensors = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.float32([0.1]), "zero": np.zeros((2, 2))}
        safetensors.write(path, tensors, {"who": "me"})
        again, card = safetensors.read(path)
        self.assertEqual((card, list(again)), ({"who": "me"}, ["a", "b", "zero"]))
        self.assertEqual((again["b"].tolist(), again["zero"].tolist()), ([np.float32(np.float16(0.1))], [[0, 0], [0, 0]]))
        # Whole numbers with a scale for each row: the largest of a row is exact, the others are off by half a step at most.
        self.assertTrue(np.allclose(again["a"].max(1), [2, 5]))
        self.assertTrue((np.abs(again["a"] - tensors["a"]).max(1) <= np.array([2, 5]) / 126 + 1e-6).all())
        # What was read is written as it was.
        safetensors.write(self.folder / "again.safetensors", again, {"who": "me"})
        self.assertEqual(path.read_bytes(), (self.folder / "again.safetensors").read_bytes())

    def test_matrices_of_sixteen_bits_are_read(self):
        path, halves = self.folder / "old.safetensors", np.array([[0.5, -2.25]], "<f2")
        header = json.dumps({"a": {"dtype": "F16", "shape": [1, 2], "data_offsets": [0, 4]}}).encode()
        path.write_bytes(len(header).to_bytes(8, "little") + header + halves.tobytes())
        self.assertEqual(safetensors.read(path)[0]["a"].tolist(), [[0.5, -2.25]])

    def test_whole_numbers_without_their_scales_are_refused(self):
        path = self.folder / "weights.safetensors"
        safetensors.write(path, {"a": np.ones((2, 3))}, {})
        whole = path.read_bytes()
        for content in [whole.replace(b"a.scale", b"b.scale"), whole.replace(b"[6, 14]", b"[6, 10]").replace(b"[2]", b"[1]")]:
            self.assertNotEqual(content, whole)
            path.write_bytes(content)
            self.assertRaises(ValueError, safetensors.read, path)

    def test_what_is_no_file_of_weights_is_refused(self):
        path = self.folder / "weights.safetensors"
        safetensors.write(path, {"a": np.ones(4)}, {})
        whole = path.read_bytes()
        for content in [b"", b"x" * 7, b"\xff" * 64, whole[:-1], whole[:20], whole[:8] + b"[]" + whole[10:], whole.replace(b"F16", b"F64"), whole.replace(b"[4]", b"[3]")]:
            path.write_bytes(content)
            self.assertRaises(ValueError, safetensors.read, path)
        self.assertRaises(ValueError, safetensors.write, path, {"a": np.array([1e6])}, {})
        self.assertRaises(ValueError, safetensors.write, path, {"a": np.array([np.nan])}, {})


class Network(Scratch):
    def test_moves_are_those_of_the_records_as_the_network_sees_them(self):
        records = made_up(300, 1)
        records["best"][:10] = 0
        found = residual.move(words(records)).tolist()
        for record, move in zip(records, found):
            best, turn = int(record["best"]), 7 if record["own_king"] & 4 else 0
            expected = -1 if best == 0 else 64 * ((best & 63) ^ turn) + ((best >> 6 & 63) ^ turn)
            self.assertEqual(move, expected)
        # Best moves of made-up positions are the king's, whose square the board shows.
        boards = model.decode(words(records)).own
        self.assertTrue(all(boards[i, move // 64] == 5 for i, move in enumerate(found) if move >= 0))

    def test_a_folded_teacher_judges_alike(self):
        teacher, batch = small(), model.decode(words(made_up(100, 2)))
        with torch.no_grad():
            value, policy = teacher(batch)
            found = residual.folded(teacher, torch.float32).judge(batch)
        self.assertEqual(policy.shape, (100, 4096))
        self.assertGreater(value.std().item(), 0)
        self.assertLess((found - value).abs().max().item(), 1e-4)

    def test_a_teacher_comes_back_from_its_file(self):
        teacher, batch, path = small(), model.decode(words(made_up(50, 3))), self.folder / "t.safetensors"
        residual.write(path, teacher, {"note": 1})
        again = residual.read(path).eval()
        with torch.no_grad():
            self.assertLess((again(batch)[0] - teacher(batch)[0]).abs().max().item(), 0.02)
        tensors, _ = safetensors.read(path)
        other = residual.Teacher(3, 16)
        self.assertTrue(all(name.startswith("body.2.") for name in residual.load(other, tensors)))
        safetensors.write(path, {"x": np.zeros(1)}, {"blocks": 1, "width": 8})
        self.assertRaises(ValueError, residual.read, path)

    def test_captures_teach_the_policy_alone(self):
        records = made_up(64, 5)
        records["best"][32:] = records["best"][32:] & 0xFFF | 4 << 12
        teacher, mixing = small(), torch.tensor(0.1)
        self.assertEqual(residual.quiet(words(records)).tolist(), [True] * 32 + [False] * 32)
        both = [residual.loss(teacher, words(part), mixing, 200.0, 0.0).item() for part in [records, records[:32]]]
        self.assertAlmostEqual(both[0], both[1], 6)
        self.assertEqual(residual.loss(teacher, words(records[32:]), mixing, 200.0, 0.0).item(), 0)
        self.assertGreater(residual.loss(teacher, words(records[32:]), mixing, 200.0, 1.0).item(), 1)

    def test_without_known_moves_only_the_value_counts(self):
        records = made_up(32, 4)
        records["best"] = 0
        teacher, mixing = small(), torch.tensor(0.1)
        found = [residual.loss(teacher, words(records), mixing, 200.0, weight).item() for weight in [0.0, 1.0]]
        self.assertEqual(found[0], found[1])


class Training(Scratch):
    def teach(self, run: str, *arguments: str, before: str = ""):
        fixed = ["--train", "train.bin", "--valid", "valid.bin", "--out", run, "--device", "cpu", "--blocks", "1", "--width", "16"]
        return self.program("teacher", *fixed, "--batch", "256", "--reports", "4", "--average", "0.9", *arguments, before=before)

    def test_a_teacher_learns_values_and_moves(self):
        done = self.teach("first", "--epochs", "6", "--lr", "0.005", "--policy", "0.1")
        self.assertEqual(done.returncode, 0, done.stderr)
        log, records = self.log("first"), positions.read(self.folder / "valid.bin")
        self.assertEqual(len(log), 4)
        target = 1 / (1 + np.exp(-records["score"] / 200))
        self.assertLess(log[-1]["valid_score"], 0.5 * target.var(), log)
        card = json.loads((self.folder / "first" / "teacher.json").read_text())
        self.assertEqual((card["positions"], card["seen"], card["settings"]["policy"]), ({"train.bin": 4096}, 6 * 4096, 0.1))
        self.assertEqual(card["settings"]["train"], ["train.bin"])
        self.assertEqual(card["errors"]["valid_score"], log[-1]["valid_score"])
        # The file's rounded weights judge nearly as the log says.
        done = self.program("judge", "first/teacher.safetensors", "valid.bin", "--json", "--device", "cpu")
        found = json.loads(done.stdout)
        self.assertAlmostEqual(found["score"], log[-1]["valid_score"], delta=0.1 * log[-1]["valid_score"])
        self.assertEqual(found["positions"], 256)
        # Learning on begins where the first ended; another shape takes what fits.
        done = self.teach("second", "--epochs", "1", "--lr", "0.0001", "--init", "first/teacher.safetensors")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("anew: nothing", done.stdout)
        self.assertLess(self.log("second")[0]["valid_score"], 1.3 * log[-1]["valid_score"])
        refused = self.teach("third", "--init", "train.bin")
        self.assertIn("holds no weights", refused.stderr)

    def test_a_run_that_was_cut_off_ends_as_if_it_had_not_been(self):
        cut = "save = teacher.Run.save\ndef cut(run):\n    save(run)\n    if len(run.log) == 2: raise SystemExit(7)\nteacher.Run.save = cut"
        for name, options in [("adam", []), ("muon", ["--muon"])]:
            self.assertEqual(self.teach(f"whole-{name}", "--epochs", "2", *options).returncode, 0)
            self.assertEqual(self.teach(f"cut-{name}", "--epochs", "2", *options, before=cut).returncode, 7)
            done = self.teach(f"cut-{name}", "--epochs", "2", "--resume", *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertAlmostEqual(self.log(f"whole-{name}")[-1]["valid"], self.log(f"cut-{name}")[-1]["valid"], 4)
        self.assertNotEqual(self.log("whole-adam")[-1]["valid"], self.log("whole-muon")[-1]["valid"])


class Muon(Scratch):
    def test_singular_values_come_near_one(self):
        torch.manual_seed(1)
        for shape in [(3, 16, 16), (2, 8, 72), (2, 72, 8)]:
            # Singular values that differ a hundredfold, as those of gradients do.
            left, values, right = torch.linalg.svd(torch.randn(shape), full_matrices=False)
            matrices = left @ torch.diag_embed(torch.logspace(0, -2, values.size(-1)).expand_as(values)) @ right
            found = muon.orthogonal(matrices)
            self.assertEqual(found.shape, shape)
            made = torch.linalg.svdvals(found)
            self.assertLess(made.max().item(), 1.3)
            self.assertGreater(made.min().item(), 0.15)
            aligned = (left.mT @ found @ right.mT).diagonal(dim1=-2, dim2=-1)
            self.assertTrue(torch.allclose(aligned, made.sort(-1).values.gather(-1, aligned.argsort(-1).argsort(-1)), atol=1e-3))

    def test_every_weight_learns_in_one_way(self):
        network = small().train()
        optimizer = muon.Muon(network, lr=0.01, weight_decay=0.0)
        adam = [weight for group in optimizer.param_groups for weight in group["params"]]
        self.assertEqual({*map(id, adam), *map(id, optimizer.kernels)}, set(map(id, network.parameters())))
        self.assertEqual(len(adam) + len(optimizer.kernels), len(list(network.parameters())))
        self.assertIn(id(network.body[0].first.weight), set(map(id, optimizer.kernels)))
        before = network.body[0].first.weight.detach().clone()
        residual.loss(network, words(made_up(64, 1)), torch.zeros(()), 200.0, 0.1).backward()
        optimizer.step()
        moved = network.body[0].first.weight.detach() - before
        # As long as a step of AdamW: a fifth of the learning rate for each weight.
        self.assertAlmostEqual(moved.square().mean().sqrt().item(), 0.2 * 0.01, delta=0.0005)


class Labels(Scratch):
    def setUp(self):
        super().setUp()
        residual.write(self.folder / "t.safetensors", small(), {})
        self.before = positions.read(self.folder / "train.bin")

    def label(self, *arguments: str, files: tuple[str, ...] = ("train.bin",), out: str = "labelled", before: str = ""):
        fixed = ["t.safetensors", *files, "--out", out, "--device", "cpu", "--batch", "96", "--chunk", "1000"]
        return self.program("label", *fixed, *arguments, before=before)

    def scores(self, search: float = 0.0) -> np.ndarray:
        teacher = residual.read(self.folder / "t.safetensors").eval()
        with torch.no_grad():
            value = teacher(model.decode(words(self.before)))[0].numpy() * CENTIPAWNS
        if search:
            curve = lambda score: 1 / (1 + np.exp(-score / 200))
            wanted = (1 - search) * curve(value) + search * curve(self.before["score"])
            value = 200 * np.log(wanted / (1 - wanted))
        return value

    def test_scores_become_the_teachers_and_nothing_else_changes(self):
        done = self.label(files=("train.bin", "valid.bin"))
        self.assertEqual(done.returncode, 0, done.stderr)
        after = positions.read(self.folder / "labelled" / "train.bin")
        self.assertLessEqual(np.abs(after["score"] - self.scores()).max(), 1)
        self.assertGreater(np.abs(after["score"] - self.before["score"]).max(), 10)
        after["score"] = self.before["score"]
        self.assertEqual(after.tobytes(), self.before.tobytes())
        self.assertEqual(positions.count(self.folder / "labelled" / "valid.bin"), 256)

    def test_a_mixture(self):
        self.assertEqual(self.label("--search", "0.3").returncode, 0)
        after = positions.read(self.folder / "labelled" / "train.bin")
        self.assertLessEqual(np.abs(after["score"] - self.scores(0.3)).max(), 2)

    def test_what_was_cut_off_goes_on_and_what_is_whole_is_left(self):
        cut = "write = label.Stream.write\ncount = []\ndef cut(*words):\n    write(*words); count.append(1)\n    if len(count) == 3: words[0].write(bytes(50)); words[0].flush(); raise SystemExit(7)\nlabel.Stream.write = staticmethod(cut)"
        self.assertEqual(self.label(before=cut).returncode, 7)
        self.assertFalse((self.folder / "labelled" / "train.bin").exists())
        watch = "send = label.Stream.send\ndef note(records, labeller):\n    print('sent', len(records)); return send(records, labeller)\nlabel.Stream.send = staticmethod(note)"
        done = self.label(before=watch)
        self.assertEqual((done.returncode, done.stdout.count("sent")), (0, 2), done.stderr)
        self.label(out="whole")
        contents = [(self.folder / folder / "train.bin").read_bytes() for folder in ["labelled", "whole"]]
        self.assertEqual(contents[0], contents[1])
        self.assertIn("everything is labelled", self.label().stdout)

    def test_labels_of_two_teachers_do_not_mix(self):
        self.label()
        residual.write(self.folder / "t.safetensors", small(2), {})
        self.assertIn("another teacher", self.label(files=("valid.bin",)).stderr)
        self.assertIn("another one", self.label(out=".").stderr)


class Judge(Scratch):
    def test_errors_are_what_numpy_says(self):
        records = positions.read(self.folder / "valid.bin")
        weights = made_up_weights(32, 2, 5)
        weights.quantised().write(self.folder / "network.nnue")
        found = judge.errors(judge.read(str(self.folder / "network.nnue"), "cpu"), words(records), 200.0)
        exact = weights.quantised().floating()
        curve = lambda score: 1 / (1 + np.exp(-score / 200))
        expected = np.array([curve(exact.evaluate(record) * CENTIPAWNS) for record in records])
        for share, error in [(0.0, found.score), (1.0, found.result), (0.3, found.mixed(0.3))]:
            target = share * records["result"] / 2 + (1 - share) * curve(records["score"].astype(float))
            self.assertAlmostEqual(error, ((expected - target) ** 2).mean(), 5)

    def test_bad_files_are_refused_in_one_line(self):
        for name in ["none.nnue", "valid.bin", "none.safetensors"]:
            done = self.program("judge", name, "valid.bin")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
