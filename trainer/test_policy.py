"""Tests of the policy trainer: PyTorch against numpy, inputs against the rules, files, and a run that is resumed.

    python -m unittest discover trainer
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

import policy
import policy_model
import residual
import samples
from policy_network import ONE, QB, QuantisedPolicy

HERE = Path(__file__).parent
SAMPLES = HERE / "testdata" / "small.policy"


def attacked(pieces: dict, theirs: bool) -> set[int]:
    """The squares that a side attacks, one step at a time; White is the side to move."""
    straight, diagonal = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    knight = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    ahead = -1 if theirs else 1
    ways = {
        0: ([(-1, ahead), (1, ahead)], 1),
        1: (knight, 1),
        2: (diagonal, 7),
        3: (straight, 7),
        4: (straight + diagonal, 7),
        5: (straight + diagonal, 1),
    }
    found = set()
    for square, (role, other) in pieces.items():
        if other != theirs:
            continue
        directions, reach = ways[role]
        for files, ranks in directions:
            file, rank = square % 8, square // 8
            for _ in range(reach):
                file, rank = file + files, rank + ranks
                if not (0 <= file < 8 and 0 <= rank < 8):
                    break
                found.add(8 * rank + file)
                if 8 * rank + file in pieces:
                    break
    return found


class Samples(unittest.TestCase):
    def test_inputs_follow_the_rules(self):
        read = samples.read([SAMPLES])
        for inputs, moves in policy.each(read, 300):
            pieces = samples.board(inputs)
            self.assertEqual(len(pieces), len(inputs))
            own, other = attacked(pieces, False), attacked(pieces, True)
            for number in map(int, inputs):
                square, theirs = number % 64, number % 768 >= 384
                danger, guard = (own, other) if theirs else (other, own)
                self.assertEqual(number // 768, (square in danger) + 2 * (square in guard))
            king = next(square for square, piece in pieces.items() if piece == (5, False))
            self.assertLess(king % 8, 4)

    def test_moves_start_from_own_pieces(self):
        where = samples.squares()
        for inputs, moves in policy.each(samples.read([SAMPLES]), 300):
            pieces = samples.board(inputs)
            for word in map(int, moves):
                start, end, _ = where[(word & 0xFFF) >> 1]
                role, theirs = pieces[int(start)]
                character = word >> 12 & 0xFF
                self.assertFalse(theirs)
                self.assertEqual(character // 24, role)
                self.assertEqual(character >> 1 & 1, word & 1)
                victim = pieces.get(int(end))
                if victim and victim[1]:
                    self.assertEqual(character // 4 % 6, victim[0] + 1)
            self.assertEqual(int((moves >> 20).sum()), samples.SHARE)
            self.assertEqual(len(set((moves & 0xFFF).tolist())), len(moves))

    def test_damage_is_found(self):
        content = bytearray(SAMPLES.read_bytes())
        for place in (0, 6, 18, 40, len(content) - 1):
            damaged = content.copy()
            damaged[place] ^= 1
            with self.assertRaises(ValueError):
                list(samples.blocks(bytes(damaged), "damaged"))
        with self.assertRaises(ValueError):
            list(samples.blocks(bytes(content[:-1]), "short"))


class Network(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.policy = policy_model.Policy(128, 3)
        for parameter in self.policy.parameters():
            torch.nn.init.normal_(parameter, std=0.2)
        self.samples = samples.read([SAMPLES])
        self.batch = policy_model.Set(self.samples, "cpu").batch(torch.arange(100))

    def test_pytorch_agrees_with_numpy(self):
        weights = self.policy.weights()
        logits = self.policy(self.batch).detach().numpy()
        for row, (inputs, moves) in zip(logits, policy.each(self.samples, 100)):
            np.testing.assert_allclose(row[: len(moves)], weights.logits(inputs, moves), atol=1e-4)
            self.assertTrue(np.isneginf(row[len(moves) :]).all())

    def test_dense_and_sparse_agree(self):
        dense, sparse = self.policy.dense(self.batch), self.policy.sparse(self.batch)
        torch.testing.assert_close(dense[self.batch.legal], sparse[self.batch.legal], atol=1e-4, rtol=1e-4)

    def test_rounding_changes_little(self):
        weights = self.policy.weights()
        network = weights.quantised()
        for inputs, moves in policy.each(self.samples, 50):
            whole = network.logits(inputs, moves) / (ONE * QB)
            self.assertLess(np.abs(whole - weights.logits(inputs, moves)).max(), 0.5)

    def test_files_keep_everything(self):
        network = self.policy.weights().quantised(bytes(range(16)))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "policy.nnue"
            network.write(path)
            self.assertEqual(QuantisedPolicy.read(path).bytes(), network.bytes())
            for place in (3, 9, 30, 70, len(network.bytes()) - 1):
                damaged = bytearray(network.bytes())
                damaged[place] ^= 1
                path.write_bytes(damaged)
                with self.assertRaises(ValueError):
                    QuantisedPolicy.read(path)

    def test_a_teacher_sees_the_same_board(self):
        boards = policy_model.codes(self.batch.inputs)
        for board, (inputs, _) in zip(boards, policy.each(self.samples, 100)):
            pieces = {square: (role + 8 * theirs) for square, (role, theirs) in samples.board(inputs).items()}
            self.assertEqual([pieces.get(square, 15) for square in range(64)], board.tolist())


class Guide(unittest.TestCase):
    def test_a_teacher_shares_out_legal_moves(self):
        batch = policy_model.Set(samples.read([SAMPLES]), "cpu").batch(torch.arange(50))
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "teacher.safetensors")
            residual.write(path, residual.Teacher(1, 8), {})
            shares = policy_model.Guide(path, "cpu").shares(batch)
        torch.testing.assert_close(shares.sum(1), torch.ones(50))
        self.assertEqual(float(shares[~batch.legal].sum()), 0.0)


class Run(unittest.TestCase):
    def command(self, folder: str, *words: str):
        fixed = ["--train", SAMPLES, "--valid", SAMPLES, "--hidden", "128", "--batch", "256", "--epochs", "4", "--reports", "4"]
        command = [sys.executable, HERE / "policy.py", *fixed, "--out", folder, "--device", "cpu", *words]
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)

    def test_a_run_learns_and_writes_a_network(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.command(folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            log = [json.loads(line) for line in (Path(folder) / "log.jsonl").read_text().splitlines()]
            self.assertLess(log[-1]["train"], log[0]["train"])
            self.assertGreaterEqual(log[-1]["top5"], log[-1]["top1"])
            QuantisedPolicy.read(Path(folder) / "policy.nnue")
            lines = (Path(folder) / "policy.golden.tsv").read_text().splitlines()
            self.assertEqual(len(lines), 1 + policy.GOLDEN)
            self.assertNotEqual(self.command(folder).returncode, 0)
            self.assertNotEqual(self.command(folder, "--resume", "--lr", "1").returncode, 0)


if __name__ == "__main__":
    unittest.main()
