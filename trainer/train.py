"""Trains a network: positions in, network file out.

    python trainer/train.py --train NAME.train.bin --valid NAME.valid.bin --out runs/first

Sets may have shares, `--train labelled.bin:0.7 searched.bin:0.3`, and the end of the run may learn from others,
`--final-train searched.bin`. Beside what every run leaves in its folder (run.py) there are network.nnue and
network.golden.tsv at the end.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import torch
from torch import Tensor

import golden
import layered
import model
import positions
import run
from network import KINGS
from sets import fingerprint


@dataclass
class Settings(run.Settings):
    hidden: int
    buckets: int
    kings: int
    layers: bool


def parse() -> tuple[Settings, argparse.Namespace]:
    defaults = dict(batch=16384, lr=1e-3, warmup=1600, mixing=0.4, average=0.0, reports=40, max_valid=2_000_000)
    parser = run.parser(__doc__, **defaults)
    parser.add_argument("--hidden", type=int, default=256, help="neurons of each view, a multiple of 32 (256)")
    parser.add_argument("--buckets", type=int, default=1, help="output neurons by number of pieces (1)")
    parser.add_argument("--kings", type=int, default=1, choices=KINGS, help="king buckets of the first layer (1)")
    parser.add_argument("--layers", action="store_true", help="two more layers, of 16 and 32 neurons; --hidden is then a multiple of 64")
    arguments = parser.parse_args()
    run.check(parser, arguments)
    if arguments.layers and arguments.hidden % 64:
        parser.error("--hidden is a multiple of 64 with --layers")
    if arguments.hidden % 32 or not 32 <= arguments.hidden <= 1024:
        parser.error("--hidden is a multiple of 32, at most 1024")
    return run.chosen(Settings, arguments), arguments


class Run(run.Run):
    """The small network, which the engine plays with."""

    def __init__(self, settings: Settings, arguments: argparse.Namespace):
        kind = model.LayeredNetwork if settings.layers else model.Network
        network = kind(settings.hidden, settings.buckets, KINGS[settings.kings], settings.seed)
        if settings.init:
            network.load(layered.read(settings.init).floating())
        super().__init__(network, settings, arguments)
        self.compiled_loss = self.compiled(model.loss)

    def loss(self, words: Tensor) -> Tensor:
        return self.compiled_loss(self.network, words, self.mixing, self.settings.scale)

    def tidy(self) -> None:
        self.network.clip()

    @torch.no_grad()
    def judge(self) -> dict[str, float]:
        """Losses on the held-out positions: against the final mixture, the scores alone and the results alone."""
        if self.valid is None or not len(self.valid):
            return {}
        mixtures = {"valid": self.settings.final_mixing, "valid_score": 0.0, "valid_result": 1.0}
        sums = dict.fromkeys(mixtures, 0.0)
        for words in self.valid.split(65536):
            batch = model.decode(words)
            expected = model.expected(self.network, batch, self.settings.scale)
            for name, mixing in mixtures.items():
                target = model.target(batch, mixing, self.settings.scale)
                sums[name] += ((expected - target) ** 2).sum().item()
        return {name: value / len(self.valid) for name, value in sums.items()}

    def finish(self) -> None:
        """Writes the network, and the averaged one if there is one, each with golden vectors."""
        data = fingerprint(run.sources(self.settings))
        self.write("network", data)
        if self.settings.average:
            with self.averaged():
                print("averaged:", self.judge())
                self.write("average", data)

    def write(self, name: str, data: bytes) -> None:
        records = golden.choose(positions.read((self.settings.valid or run.sources(self.settings))[0]), 64)
        weights = self.network.weights()
        quantised = weights.quantised(data)
        quantised.write(self.folder / f"{name}.nnue")
        golden.write(self.folder / f"{name}.golden.tsv", weights, quantised, records)
        print(f"wrote {self.folder / name}.nnue", flush=True)


def main() -> None:
    settings, arguments = parse()
    # The small layers multiply seven-bit values: the ten bits that a GPU's fast way keeps of a factor are enough.
    torch.set_float32_matmul_precision("high")
    run.start(Run, settings, arguments)


if __name__ == "__main__":
    main()
