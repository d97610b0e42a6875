"""Tests of the judgement by another engine's searches: `python trainer/test_reference.py`. They need PyTorch."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import positions
import reference
from testing import HERE, made_up

REFERENCES = HERE.parent / "nets" / "reference.tsv"


class Packing(unittest.TestCase):
    def test_positions_survive_their_text(self):
        for record in made_up(200, 7):
            for turn in "wb":
                packed = reference.pack(positions.fen(record, turn))[0]
                for field in ("occupied", "own_king", "other_king"):
                    self.assertEqual(packed[field], record[field], field)
                self.assertEqual(positions.pieces(packed), positions.pieces(record))

    def test_what_is_no_position_is_refused(self):
        with self.assertRaisesRegex(ValueError, "not a position"):
            reference.pack("8/8/8/8/8/8/4K2k w - - 0 1")


class Errors(unittest.TestCase):
    def test_the_scale_that_fits_is_found(self):
        scores = np.array([-300.0, -50.0, 0.0, 120.0, 400.0])
        error, scale = reference.error(scores, 1 / (1 + np.exp(-scores / 150)))
        self.assertAlmostEqual(error, 0.0)
        self.assertEqual(scale, 150.0)

    def test_the_kept_positions_rank_the_network_above_chance(self):
        network = HERE.parent / "crates/engine/nets/default.nnue"
        command = [sys.executable, HERE / "reference.py", network, "--positions", REFERENCES]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        errors = [float(line.split(") ")[1].split()[0]) for line in text.splitlines()]
        chance = reference.load(REFERENCES).points.var()
        self.assertEqual(len(errors), 2)
        self.assertTrue(all(0 < error < chance / 2 for error in errors), (errors, chance))

    def test_a_damaged_row_is_one_line_of_complaint(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows.tsv"
            path.write_text("8/8/8/8/8/8/8/K1k5 w - - 0 1\t0.5\n")
            command = [sys.executable, HERE / "reference.py", "--positions", path]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1))


if __name__ == "__main__":
    unittest.main()
