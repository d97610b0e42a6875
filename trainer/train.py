"""Trains a network: positions in, network file out.

    python trainer/train.py --train NAME.train.bin --valid NAME.valid.bin --out runs/first

All positions lie in the memory of the device and are drawn in a new random order every epoch. The run folder gets
settings.json, log.jsonl and curve.svg as it goes, checkpoint.pt to resume from, and at the end network.nnue with
network.golden.tsv.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

import curve
import golden
import model
import positions
from network import Quantised


@dataclass
class Settings:
    """Everything that decides what network comes out."""

    train: list[str]
    valid: list[str]
    hidden: int
    buckets: int
    epochs: float
    batch: int
    lr: float
    final_lr: float
    warmup: int
    decay: float
    mixing: float
    final_mixing: float
    scale: float
    average: float
    seed: int
    init: str | None


def parse() -> tuple[Settings, argparse.Namespace]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--train", nargs="+", required=True, metavar="FILE", help="positions to learn from")
    add("--valid", nargs="*", default=[], metavar="FILE", help="positions of other games to judge by")
    add("--out", required=True, metavar="FOLDER", help="the run folder")
    add("--hidden", type=int, default=256, help="neurons of each view, a multiple of 32 (256)")
    add("--buckets", type=int, default=1, help="output neurons by number of men (1)")
    add("--epochs", type=float, default=40, help="how often each position is seen (40)")
    add("--batch", type=int, default=16384, help="positions a step (16384)")
    add("--lr", type=float, default=1e-3, help="highest learning rate (0.001)")
    add("--final-lr", type=float, default=2.4e-6, help="learning rate at the end of the cosine (0.0000024)")
    add("--warmup", type=int, default=1600, help="steps until the highest learning rate, a tenth of all at most (1600)")
    add("--decay", type=float, default=0.01, help="weight decay (0.01)")
    add("--lambda", dest="mixing", type=float, default=0.4, help="share of the result in the target (0.4)")
    add("--final-lambda", dest="final_mixing", type=float, help="share at the end, if it is to change")
    add("--scale", type=float, default=200.0, help="hundredths of a pawn that expect 73 per cent (200)")
    add("--average", type=float, default=0.0, help="also keep a running average of the weights with this decay, e.g. 0.9995")
    add("--seed", type=int, default=1)
    add("--init", metavar="NETWORK", help="begin from the weights of a network file")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--compile", choices=["no", "default", "reduce-overhead", "max-autotune"], help="torch.compile (default on a GPU)")
    add("--reports", type=int, default=40, help="how often to judge, log and save (40)")
    add("--max-valid", type=int, default=2_000_000, help="positions to judge by at most")
    add("--resume", action="store_true", help="go on with the run in the folder")
    arguments = parser.parse_args()
    if arguments.final_mixing is None:
        arguments.final_mixing = arguments.mixing
    if arguments.hidden % 32 or not 32 <= arguments.hidden <= 1024:
        parser.error("--hidden is a multiple of 32, at most 1024")
    settings = Settings(**{field.name: getattr(arguments, field.name) for field in fields(Settings)})
    return settings, arguments


def load(paths: list[str], device: str, limit: int | None = None) -> Tensor:
    """Positions as [n, 4] words on the device."""
    parts = [np.asarray(positions.read(path)).view("<i8").reshape(-1, 4) for path in paths]
    whole = np.concatenate(parts) if len(parts) > 1 else parts[0]
    if limit is not None and len(whole) > limit:
        whole = whole[np.linspace(0, len(whole) - 1, limit).astype(np.int64)]
    return torch.from_numpy(np.ascontiguousarray(whole)).to(device)


def fingerprint(paths: list[str]) -> bytes:
    """Sixteen bytes that name the data."""
    digest = hashlib.blake2b(digest_size=16)
    for path in paths:
        with open(path, "rb") as file:
            while chunk := file.read(1 << 24):
                digest.update(chunk)
    return digest.digest()


class Run:
    """One training run, from the first step or from a checkpoint."""

    def __init__(self, settings: Settings, arguments: argparse.Namespace):
        self.settings, self.arguments = settings, arguments
        self.folder = Path(arguments.out)
        self.device = arguments.device
        self.train = load(settings.train, self.device)
        self.valid = load(settings.valid, self.device, arguments.max_valid) if settings.valid else None
        self.batch = min(settings.batch, len(self.train))
        self.per_epoch = len(self.train) // self.batch
        self.steps = max(1, round(settings.epochs * self.per_epoch))
        self.network = model.Network(settings.hidden, settings.buckets, settings.seed)
        if settings.init:
            self.network.load(Quantised.read(settings.init).floating())
        self.network.to(self.device)
        self.average = [parameter.detach().clone() for parameter in self.network.parameters()]
        on_gpu = self.device.startswith("cuda")
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=settings.lr, betas=(0.9, 0.999), weight_decay=settings.decay, fused=on_gpu
        )
        mode = arguments.compile or ("default" if on_gpu else "no")
        self.loss = model.loss if mode == "no" else torch.compile(model.loss, mode=mode)
        self.mixing = torch.zeros((), device=self.device)
        self.step, self.log = 0, []

    def rate(self, step: int) -> float:
        """The learning rate: up in a straight line, down along a cosine."""
        warmup = min(self.settings.warmup, self.steps // 10)
        if step < warmup:
            return self.settings.lr * (step + 1) / warmup
        progress = (step - warmup) / max(1, self.steps - warmup)
        return self.between(self.settings.final_lr, self.settings.lr, 0.5 + 0.5 * math.cos(math.pi * progress))

    @staticmethod
    def between(low: float, high: float, share: float) -> float:
        return low + (high - low) * share

    def share(self, step: int) -> float:
        """How much of the target is the game's result."""
        return self.between(self.settings.mixing, self.settings.final_mixing, step / self.steps)

    def order(self, epoch: int) -> Tensor:
        """A random order of all positions that depends on the seed and the epoch alone, so that a run can be resumed."""
        random = torch.Generator(self.device).manual_seed(self.settings.seed * 1_000_003 + epoch)
        return torch.randperm(len(self.train), generator=random, device=self.device)

    def go(self) -> None:
        every = max(1, self.steps // self.arguments.reports)
        epoch, order = -1, None
        total, counted, began = torch.zeros((), device=self.device), 0, time.time()
        while self.step < self.steps:
            if self.step // self.per_epoch != epoch:
                epoch, order = self.step // self.per_epoch, None  # the old order goes before the new one comes
                order = self.order(epoch)
            place = self.step % self.per_epoch * self.batch
            total += self.learn(self.train[order[place : place + self.batch]])
            counted += 1
            self.step += 1
            if self.step % every == 0 or self.step == self.steps:
                self.report(total.item() / counted, counted * self.batch / (time.time() - began))
                total, counted, began = total.zero_(), 0, time.time()
        self.finish()

    def learn(self, words: Tensor) -> Tensor:
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate(self.step)
        # A tensor that stays where it is: a new number each step would be compiled in, a new tensor copied over.
        self.mixing.fill_(self.share(self.step))
        found = self.loss(self.network, words, self.mixing, self.settings.scale)
        found.backward()
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.network.clip()
        if self.settings.average:
            with torch.no_grad():
                torch._foreach_lerp_(self.average, list(self.network.parameters()), 1 - self.settings.average)
        return found.detach()

    @torch.no_grad()
    def judge(self) -> dict[str, float]:
        """Losses on the positions kept apart: against the final mixture, the scores alone and the results alone."""
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

    def report(self, train: float, speed: float) -> None:
        seen = self.step * self.batch
        row = {"step": self.step, "positions": seen, "lr": self.rate(self.step), "train": train, **self.judge()}
        self.log.append(row)
        losses = "  ".join(f"{name} {value:.6f}" for name, value in row.items() if name.startswith(("train", "valid")))
        print(f"{100 * self.step / self.steps:5.1f} %  {seen / 1e6:9.1f} M  {losses}  {speed / 1e6:.2f} M/s", flush=True)
        self.save()

    def save(self) -> None:
        state = {
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "log": self.log,
        }
        unfinished = self.folder / "checkpoint.unfinished"
        torch.save(state, unfinished)
        unfinished.replace(self.folder / "checkpoint.pt")
        (self.folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in self.log))
        (self.folder / "curve.svg").write_text(curve.svg(self.log, self.folder.name))

    def resume(self) -> None:
        state = torch.load(self.folder / "checkpoint.pt", map_location=self.device, weights_only=True)
        now = asdict(self.settings)
        different = [name for name, value in state["settings"].items() if now.get(name) != value]
        if different:
            sys.exit(f"the run in {self.folder} had other settings: {', '.join(different)}")
        self.network.load_state_dict(state["network"])
        self.average = state["average"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.log = state["step"], state["log"]

    def finish(self) -> None:
        """Writes the network, and the averaged one if there is one, each with golden vectors."""
        data = fingerprint(self.settings.train)
        records = golden.choose(positions.read((self.settings.valid or self.settings.train)[0]), 64)
        names = ["network"] + (["average"] if self.settings.average else [])
        for name in names:
            if name == "average":
                for parameter, value in zip(self.network.parameters(), self.average):
                    parameter.data.copy_(value)
                print("averaged:", self.judge())
            weights = self.network.weights()
            quantised = weights.quantised(data)
            quantised.write(self.folder / f"{name}.nnue")
            golden.write(self.folder / f"{name}.golden.tsv", weights, quantised, records)
            print(f"wrote {self.folder / name}.nnue")


def main() -> None:
    settings, arguments = parse()
    folder = Path(arguments.out)
    if (folder / "checkpoint.pt").exists() and not arguments.resume:
        sys.exit(f"there is a run in {folder} already: --resume it, or choose another folder")
    run = Run(settings, arguments)
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.resume:
        run.resume()
    (folder / "settings.json").write_text(json.dumps(asdict(settings), indent=2) + "\n")
    valid = 0 if run.valid is None else len(run.valid)
    print(f"{len(run.train)} positions to learn from, {valid} to judge by, {run.steps} steps of {run.batch} on {run.device}")
    run.go()


if __name__ == "__main__":
    main()
