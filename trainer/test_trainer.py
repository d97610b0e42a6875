"""Tests of positions, network files and training: `python trainer/test_trainer.py`. They need PyTorch."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

import curve
import golden
import layered
import model
import network
import positions
from network import CENTIPAWNS, KINGS, MAX_WEIGHT, QA, QB, Quantised, Weights, divide
from testing import HERE, Scratch, made_up, made_up_layers, made_up_weights, words

NETWORKS = HERE.parent / "crates" / "nnue" / "tests" / "data"


class Positions(unittest.TestCase):
    def test_the_example_of_the_format(self):
        # White: king e1, rook a1, pawn e2; Black: king e8, pawn d4. The same bytes as in the tests of crates/records.
        record = np.zeros(1, positions.RECORD)[0]
        record["occupied"] = 0x1000_0000_0800_1011
        record["pieces"][:3] = [0x53, 0x80, 0x0D]
        record["own_king"], record["other_king"] = 4, 4
        record["best"] = 12 | 28 << 6 | 2 << 12
        record["score"] = 250
        self.assertEqual(positions.describe(record), "4k3/8/8/8/3p4/8/4P3/R3K3 w - - 0 1 score 250 result 0 best e2e4")
        self.assertEqual(positions.fen(record, "b"), "r3k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1")
        own, other = positions.features(record)
        # Both kings stand on e, so that both sides see files turned over.
        self.assertEqual(sorted(own), sorted([3 * 64 + 7, 5 * 64 + 3, 11, 384 + 28, 384 + 5 * 64 + 59]))
        self.assertEqual(sorted(other), sorted([384 + 3 * 64 + 63, 384 + 5 * 64 + 59, 384 + 51, 36, 5 * 64 + 3]))
        # Seen so, both stand on d1.
        kings = (0, 0, 0, 2) + (1,) * 28
        for plain, bucketed in zip((own, other), positions.features(record, kings)):
            self.assertEqual([2 * 768 + feature for feature in plain], bucketed)

    def test_buckets_span_the_numbers_of_men(self):
        record = np.zeros(1, positions.RECORD)[0]
        for pieces in range(2, 33):
            record["occupied"] = (1 << pieces) - 1
            self.assertEqual(positions.bucket(record, 8), (pieces - 2) * 8 // 31)

    def test_a_torn_file_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "torn.bin"
            path.write_bytes(bytes(33))
            self.assertRaises(ValueError, positions.read, path)


class Networks(unittest.TestCase):
    def test_files_come_back(self):
        self.comes_back(made_up_weights(64, 4, 1, KINGS[8]).quantised(bytes(range(16))))

    def test_files_with_more_layers_come_back(self):
        network = made_up_layers(64, 4, 1, KINGS[2]).quantised(bytes(range(16)))
        self.comes_back(network)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.nnue"
            network.write(path)
            self.assertRaises(ValueError, Quantised.read, path)
            made_up_weights(64, 4, 1).quantised().write(path)
            self.assertRaises(ValueError, layered.LayeredQuantised.read, path)

    def comes_back(self, network):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.nnue"
            network.write(path)
            again = layered.read(path)
            self.assertEqual(again.bytes(), network.bytes())
            self.assertEqual(again.data, bytes(range(16)))
            self.assertEqual(again.floating().quantised(again.data).bytes(), network.bytes())
            content = bytearray(path.read_bytes())
            for place in [*range(64), 100, len(content) - 1]:
                content[place] ^= 1
                path.write_bytes(content)
                self.assertRaises(ValueError, layered.read, path)
                content[place] ^= 1

    def test_weights_of_the_first_layer_come_back_whatever_their_size(self):
        # Escapes beside each other, weights whose bytes look like escapes, and other numbers behind that do.
        sizes = [-32768, 32767, -128, 128, -127, 127, 0, -1, -32640, 384, 0x7F80]
        first = np.random.default_rng(1).choice(np.array(sizes, np.int16), (768, 32))
        made = made_up_weights(32, 1, 1).quantised()
        made.first, made.bias[:] = first, -32640
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.nnue"
            made.write(path)
            again = Quantised.read(path)
            self.assertTrue(np.array_equal(again.first, first) and np.array_equal(again.bias, made.bias))
            self.assertEqual(again.bytes(), made.bytes())
            count = first.size + 2 * (np.abs(first.astype(int)) > 127).sum()
            self.assertEqual(path.stat().st_size, 64 + count + 64 + 128 + 4)

    def test_weights_that_are_not_packed_as_they_must_be_are_refused(self):
        unpack = lambda *content: np.frombuffer(network.unpack("a file", bytes(content), 2), "<i2").tolist()
        self.assertEqual(unpack(5, 0x80, 0x80, 0), [5, 128])
        self.assertEqual(unpack(0x80, 0, 0x80, 0x80, 0x80, 0x80), [-32768, -32640])
        self.assertEqual(network.unpack("a file", bytes([5, 0x85, 0x80]), 2), bytes([5, 0, 0x85, 0xFF, 0x80]))
        for wrong in [[5], [5, 0x80], [5, 0x80, 1], [0x80, 5, 0, 5], [0x80, 0x81, 0xFF, 5]]:
            self.assertRaises(ValueError, unpack, *wrong)

    def test_files_of_all_versions_are_read(self):
        for version, name in enumerate(["golden", "golden-kings", "golden-layers"], 1):
            content = (NETWORKS / f"{name}.nnue").read_bytes()
            again = layered.read(NETWORKS / f"{name}.nnue").bytes()
            first = content[64:]
            if version < 3:
                first = network.pack(np.frombuffer(content, "<i2", 768 * version * 32, 64))
                first += content[64 + 768 * version * 32 * 2 :]
            self.assertEqual((content[8], again[8], again[64:] == first), (version, 3, True))

    def test_rounding_is_to_the_nearest(self):
        weights = Weights(np.full((768, 32), 1.49 / QA), np.full(32, -1.51 / QA), np.full((1, 64), 5.0), np.full(1, 0.1))
        network = weights.quantised()
        self.assertEqual((network.first[0, 0], network.bias[0], network.output[0, 0]), (1, -2, 127))
        self.assertEqual(network.output_bias[0], round(0.1 * QA * QB))

    def test_division_is_towards_zero(self):
        self.assertEqual([divide(7, 2), divide(-7, 2), divide(-1, 2)], [3, -3, 0])

    def test_whole_numbers_are_close_to_floating_point(self):
        weights = made_up_weights(128, 8, 2, KINGS[2])
        network = weights.quantised()
        exact = network.floating()
        for record in made_up(50, 3):
            self.assertLessEqual(abs(exact.evaluate(record) * CENTIPAWNS - network.evaluate(record)), 2)

    def test_whole_numbers_are_close_to_floating_point_with_more_layers(self):
        network = made_up_layers(256, 8, 2, KINGS[2]).quantised()
        exact = network.floating()
        differences = [exact.evaluate(record) * CENTIPAWNS - network.evaluate(record) for record in made_up(200, 3)]
        self.assertLess(np.abs(differences).max(), 3)
        scores = [network.evaluate(record) for record in made_up(200, 3)]
        self.assertGreater(np.std(scores), 100)

    def test_golden_vectors(self):
        weights = made_up_weights(32, 2, 4)
        rows = list(golden.lines(weights, weights.quantised(), made_up(6, 5)))
        self.assertEqual(rows[0], golden.COLUMNS)
        self.assertEqual([row.split("\t")[0].split()[1] for row in rows[1:]], list("wbwbwb"))
        self.assertTrue(all(row.count("\t") == 5 for row in rows))

    def test_the_curve_is_a_picture(self):
        log = [{"positions": 1000 * i, "train": 1 / i, "valid": 1.1 / i} for i in range(1, 20)]
        self.assertEqual(curve.svg(log, "x").count("<polyline"), 2)
        self.assertIn("</svg>", curve.svg([], "nothing yet"))


class Model(unittest.TestCase):
    def test_decoding_is_what_numpy_says(self):
        records = made_up(500, 6)
        batch = model.decode(words(records))
        planes = torch.tensor(model.PLANES, dtype=torch.uint8)
        for side, code in enumerate([batch.own, batch.other]):
            hot = model.one_hot(code, planes, torch.float32)
            for record, row in zip(records, hot):
                self.assertEqual(row.nonzero()[:, 0].tolist(), sorted(positions.features(record)[side]))
        # Rows of random whole numbers, whose sums are exact and tell features and buckets apart.
        network = model.Network(32, 1, KINGS[8])
        network.first.data.copy_(torch.randint(-(2**16), 2**16, network.first.shape, generator=torch.Generator().manual_seed(1)))
        network.shared.data.zero_()
        for side, sums in enumerate(network.sums(batch, torch.float32).chunk(2)):
            for record, row in zip(records, sums):
                expected = network.first[positions.features(record, KINGS[8])[side]].sum(0)
                self.assertEqual(row.tolist(), expected.tolist())
        self.assertEqual(batch.score.tolist(), records["score"].tolist())
        self.assertEqual((batch.result * 2).tolist(), records["result"].tolist())

    def test_the_forward_pass_is_what_numpy_says(self):
        for kings in (KINGS[1], KINGS[4]):
            network = model.Network(64, 8, kings)
            weights = made_up_weights(64, 8, 7, kings)
            network.load(weights)
            records = made_up(200, 8)
            outputs = network(model.decode(words(records)))
            expected = [weights.evaluate(record) for record in records]
            self.assertLess(np.abs(outputs.detach().numpy() - expected).max(), 1e-3)
            again = network.weights()
            self.assertTrue(all(np.array_equal(getattr(again, name), getattr(weights, name)) for name in vars(weights)))

    def test_the_forward_pass_with_more_layers_is_what_numpy_says(self):
        for kings in (KINGS[1], KINGS[4]):
            weights = made_up_layers(64, 8, 7, kings)
            network = model.of(weights)
            records = made_up(200, 8)
            outputs = network(model.decode(words(records)))
            expected = [weights.evaluate(record) for record in records]
            self.assertLess(np.abs(outputs.detach().numpy() - expected).max(), 1e-3)
            again = network.weights()
            self.assertTrue(all(np.array_equal(getattr(again, name), getattr(weights, name)) for name in vars(weights)))
            self.assertRaises(ValueError, network.load, made_up_weights(64, 8, 7, kings))
            self.assertRaises(ValueError, model.Network(64, 8, kings).load, weights)

    def test_king_buckets_begin_as_copies_and_part(self):
        weights, batch = made_up_weights(32, 2, 7), model.decode(words(made_up(500, 8)))
        plain, network = model.Network(32, 2), model.Network(32, 2, KINGS[4])
        plain.load(weights)
        network.load(weights)
        self.assertLess((plain(batch) - network(batch)).abs().max().item(), 1e-3)
        network(batch).sum().backward()
        own, shared = network.first.grad.view(4, 768, 32), network.shared.grad
        self.assertLess((own.sum(0) - shared).abs().max().item(), 1e-2)
        self.assertGreater((own[0] - own[3]).abs().max().item(), 1e-2)
        # Each of eight is a part of one of four, but not the other way round.
        finer = model.Network(32, 2, KINGS[8])
        finer.load(network.weights())
        self.assertEqual(network(batch).tolist(), finer(batch).tolist())
        self.assertRaises(ValueError, network.load, finer.weights())

    def test_clipping_keeps_weights_small_enough(self):
        network = model.Network(32, 1)
        network.load(Weights(np.full((768, 32), 9.0, np.float32), np.full(32, -9.0, np.float32), np.full((1, 64), 9.0, np.float32), np.zeros(1, np.float32)))
        network.clip()
        self.assertEqual(network.weights().quantised().output.max(), 127)
        self.assertLessEqual(network.first.max().item(), MAX_WEIGHT)

    @unittest.skipUnless(torch.cuda.is_available(), "there is no GPU")
    def test_a_gpu_agrees(self):
        weights, records = made_up_weights(256, 8, 9), made_up(500, 10)
        network = model.Network(256, 8)
        network.load(weights)
        near = network(model.decode(words(records)))
        far = network.cuda()(model.decode(words(records).cuda())).cpu()
        # Sixteen-bit weights on the GPU: eight bits of precision, averaged over many.
        self.assertLess((near - far).abs().max().item(), 0.1)


class Training(Scratch):
    """Runs of train.py."""

    def train(self, run: str, *arguments: str, before: str = ""):
        fixed = ["--valid", "valid.bin", "--out", run, "--device", "cpu", "--hidden", "32", "--batch", "256", "--reports", "4"]
        sets = [] if "--train" in arguments else ["--train", "train.bin"]
        return self.program("train", *sets, *fixed, *arguments, before=before)

    def test_a_run_learns_and_writes_its_network(self):
        done = self.train("run", "--epochs", "8", "--buckets", "2", "--lr", "0.01", "--average", "0.9")
        self.assertEqual(done.returncode, 0, done.stderr)
        log = self.log("run")
        self.assertEqual(len(log), 4)
        records = positions.read(self.folder / "valid.bin")
        target = 0.4 * records["result"] / 2 + 0.6 / (1 + np.exp(-records["score"] / 400))
        self.assertLess(log[-1]["valid"], 0.25 * target.var(), log)
        network = Quantised.read(self.folder / "run" / "network.nnue")
        self.assertEqual((network.first.shape, network.output.shape), ((768, 32), (2, 64)))
        rows = (self.folder / "run" / "network.golden.tsv").read_text().splitlines()[1:]
        record = golden.choose(positions.read(self.folder / "valid.bin"), 64)[0]
        self.assertEqual((len(rows), int(rows[0].split("\t")[5])), (64, network.evaluate(record)))
        self.assertTrue((self.folder / "run" / "average.nnue").exists())
        more = self.train("kings", "--epochs", "2", "--buckets", "2", "--kings", "4", "--init", "run/network.nnue")
        self.assertEqual(more.returncode, 0, more.stderr)
        self.assertEqual(Quantised.read(self.folder / "kings" / "network.nnue").first.shape, (4 * 768, 32))
        deeper = self.train("layers", "--epochs", "8", "--hidden", "64", "--layers", "--buckets", "2", "--lr", "0.01")
        self.assertEqual(deeper.returncode, 0, deeper.stderr)
        self.assertLess(self.log("layers")[-1]["valid"], 0.25 * target.var())
        self.assertEqual(layered.read(self.folder / "layers" / "network.nnue").second.shape, (2, 16, 64))
        refused = self.train("run", "--epochs", "8")
        self.assertIn("already", refused.stderr)

    def test_a_run_that_was_cut_off_ends_as_if_it_had_not_been(self):
        words = ["--epochs", "4", "--lambda", "0.2", "--final-lambda", "0.6"]
        self.assertEqual(self.train("whole", *words).returncode, 0)
        cut = "save = train.Run.save\ndef cut(run):\n    save(run)\n    if len(run.log) == 2: raise SystemExit(7)\ntrain.Run.save = cut"
        self.assertEqual(self.train("cut", *words, before=cut).returncode, 7)
        other = self.train("cut", "--epochs", "5", "--resume")
        self.assertIn("epochs", other.stderr)
        done = self.train("cut", *words, "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.log("cut")), 4)
        networks = [Quantised.read(self.folder / run / "network.nnue") for run in ["whole", "cut"]]
        self.assertLessEqual(np.abs(networks[0].first - networks[1].first).max(), 1)
        self.assertAlmostEqual(self.log("whole")[-1]["valid"], self.log("cut")[-1]["valid"], 4)

    def test_sets_in_stated_proportions_and_others_at_the_end(self):
        positions.read(self.folder / "train.bin")[:64].tofile(self.folder / "few.bin")
        watch = "draw = train.Run.draw\n"
        watch += "def note(run, step):\n    last = run.final is not None and run.progress(step) >= 0.75\n    print([pool.take for pool in (run.final if last else run.sets).pools])\n    return draw(run, step)\n"
        watch += "train.Run.draw = note"
        words = ["--train", "train.bin:3", "few.bin:1", "--final-train", "train.bin", "--final-part", "0.25", "--epochs", "1"]
        done = self.train("mixed", *words, "--lr", "0.01", before=watch)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((done.stdout.count("[192, 64]"), done.stdout.count("[256]")), (12, 4))
        refused = self.train("refused", "--train", "train.bin:0.5", "few.bin")
        self.assertIn("either all sets have a share", refused.stderr)
        self.assertEqual(refused.stderr.count("\n"), 1)

    def test_two_processes_make_the_run_of_one(self):
        words = ["--train", "train.bin", "--valid", "valid.bin", "--device", "cpu", "--hidden", "32", "--batch", "256"]
        words += ["--reports", "4", "--epochs", "2", "--average", "0.9"]
        alone = self.program("train", *words, "--out", "alone")
        self.assertEqual(alone.returncode, 0, alone.stderr)
        launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", str(HERE / "train.py")]
        together = subprocess.run([*launch, *words, "--out", "together"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(together.returncode, 0, together.stderr)
        rows = [self.log(run) for run in ["alone", "together"]]
        self.assertEqual([len(log) for log in rows], [4, 4])
        for one, two in zip(*rows):
            self.assertAlmostEqual(one["train"], two["train"], 6)
            self.assertAlmostEqual(one["valid"], two["valid"], 5)
        networks = [Quantised.read(self.folder / run / "network.nnue") for run in ["alone", "together"]]
        self.assertLessEqual(np.abs(networks[0].first - networks[1].first).max(), 1)
        odd = subprocess.run([*launch, *words, "--batch", "255", "--out", "odd"], cwd=self.folder, capture_output=True, text=True)
        self.assertNotEqual(odd.returncode, 0)
        self.assertIn("cannot be shared", odd.stderr)

    def test_a_time_limit_ends_a_run_and_its_schedule(self):
        done = self.train("timed", "--seconds", "2", "--warmup", "5")
        self.assertEqual(done.returncode, 0, done.stderr)
        log = self.log("timed")
        self.assertGreaterEqual(log[-1]["seconds"], 2)
        self.assertLess(log[-1]["lr"], 1e-5)
        self.assertTrue((self.folder / "timed" / "network.nnue").exists())


if __name__ == "__main__":
    unittest.main(verbosity=1)
