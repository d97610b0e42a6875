"""Trains a teacher: a network too slow to play with, whose judgement smaller ones learn from.

    python trainer/teacher.py --train NAME.train.bin --valid NAME.valid.bin --out runs/teacher --epochs 3

`--init nets/teacher.safetensors` learns on from an earlier teacher; what has another shape there begins anew. Beside what
every run leaves in its folder (run.py) there are at the end teacher.safetensors, weights rounded to few bits, and
teacher.json, its card: data, settings and errors.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor

import judge
import muon
import positions
import residual
import run
import safetensors
from sets import fingerprint


@dataclass
class Settings(run.Settings):
    blocks: int
    width: int
    policy: float
    muon: bool


def parse() -> tuple[Settings, argparse.Namespace]:
    defaults = dict(batch=4096, lr=2e-3, warmup=300, mixing=0.1, average=0.999, reports=20, max_valid=200_000)
    parser = run.parser(__doc__, **defaults)
    parser.add_argument("--blocks", type=int, default=10, help="residual blocks (10)")
    parser.add_argument("--width", type=int, default=128, help="channels, a multiple of 8 (128)")
    parser.add_argument("--policy", type=float, default=0.03, help="weight of the best move's cross-entropy in the loss (0.03)")
    parser.add_argument("--muon", action="store_true", help="kernels of convolutions learn by Muon, the rest by AdamW as usual")
    arguments = parser.parse_args()
    run.check(parser, arguments)
    if arguments.blocks < 1 or arguments.width < 8 or arguments.width % 8:
        parser.error("--blocks is at least 1, --width a multiple of 8")
    return run.chosen(Settings, arguments), arguments


class Run(run.Run):
    def __init__(self, settings: Settings, arguments: argparse.Namespace):
        torch.manual_seed(settings.seed)
        torch.backends.cudnn.benchmark = True
        teacher = residual.Teacher(settings.blocks, settings.width)
        if settings.init:
            tensors, _ = safetensors.read(settings.init)
            new = residual.load(teacher, tensors)
            if len(new) == len(list(teacher.state_dict())):
                raise ValueError(f"{settings.init} has nothing that fits this teacher")
            print(f"begins from {settings.init}, anew: {', '.join(new) or 'nothing'}", flush=True)
        super().__init__(teacher.to(memory_format=torch.channels_last), settings, arguments)
        self.compiled_loss = self.compiled(residual.loss)

    def new_optimizer(self) -> torch.optim.Optimizer:
        return muon.Muon(self.network, **self.optimizer_settings()) if self.settings.muon else super().new_optimizer()

    def loss(self, words: Tensor) -> Tensor:
        with torch.autocast("cuda" if self.on_gpu else "cpu", torch.bfloat16, enabled=self.on_gpu):
            return self.compiled_loss(self.network, words, self.mixing, self.settings.scale, self.settings.policy)

    def judge(self) -> dict[str, float]:
        """Errors of the averaged weights, if there are any, on the held-out positions."""
        if self.valid is None or not len(self.valid):
            return {}
        if not self.settings.average:
            return self.errors()
        with self.averaged():
            return self.errors()

    def errors(self) -> dict[str, float]:
        found = judge.errors(judge.of_teacher(self.network), self.valid, self.settings.scale)
        self.network.train()
        mixing = self.settings.final_mixing
        return {"valid": found.mixed(mixing), "valid_score": found.score, "valid_result": found.result, "valid_move": found.move}

    def shown_settings(self) -> dict:
        """The settings with the names of files alone: the card is published, and folders of one machine mean nothing elsewhere."""
        names = lambda words: [",".join(Path(path).name for path in word.split(",")) for word in words]
        return {name: names(value) if isinstance(value, list) else value for name, value in asdict(self.settings).items()}

    def finish(self) -> None:
        """Writes the averaged weights, or the last ones if there are none, with their card."""
        if self.settings.average:
            self.put(self.average)
        sources = run.sources(self.settings)
        card = {
            "positions": {Path(path).name: positions.count(path) for path in sources},
            "data": fingerprint(sources).hex(),
            "settings": self.shown_settings(),
            "seen": self.step * self.batch,
            "seconds": round(self.elapsed),
            "errors": {name: value for name, value in self.log[-1].items() if name.startswith("valid")},
        }
        residual.write(self.folder / "teacher.safetensors", self.network, card)
        (self.folder / "teacher.json").write_text(json.dumps(card, indent=2) + "\n")
        print(f"wrote {self.folder / 'teacher.safetensors'}", flush=True)


def main() -> None:
    settings, arguments = parse()
    run.start(Run, settings, arguments)


if __name__ == "__main__":
    main()
