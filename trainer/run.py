"""What training the small network and training the teacher have in common: a schedule, steps, reports, checkpoints.

A run lasts a number of epochs or a number of seconds. All positions lie in the memory of the device. The run
folder gets settings.json, log.jsonl and curve.svg as it goes, and checkpoint.pt to resume from.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import torch
from torch import Tensor, nn

import checkpoint
import curve
import group
from sets import Sets, SetsError, files, load


@dataclass
class Settings:
    """Everything that decides what comes out."""

    train: list[str]
    valid: list[str]
    final_train: list[str]
    final_part: float
    epochs: float
    seconds: float | None
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


def parser(description: str, **defaults) -> argparse.ArgumentParser:
    """The options that every run has. `defaults` must name a batch, an lr, a mixing, an average and a max_valid."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = made.add_argument
    usual = lambda name: f"({defaults[name]:g})"
    add("--train", nargs="+", required=True, metavar="FILE[:SHARE]", help="positions to learn from; shares of a batch if given")
    add("--valid", nargs="*", default=[], metavar="FILE", help="positions of other games to judge by")
    add("--final-train", nargs="+", default=[], metavar="FILE[:SHARE]", help="what to learn from at the end instead, such as real scores")
    add("--final-part", type=float, default=0.15, help="how much of the run is the end (0.15)")
    add("--out", required=True, metavar="FOLDER", help="the run folder")
    add("--epochs", type=float, default=40, help="how often each position is seen (40)")
    add("--seconds", type=float, help="end after learning for that time instead, compiling not counted; the learning rate follows the clock")
    add("--batch", type=int, default=defaults["batch"], help=f"positions a step {usual('batch')}")
    add("--lr", type=float, default=defaults["lr"], help=f"highest learning rate {usual('lr')}")
    add("--final-lr", type=float, default=2.4e-6, help="learning rate at the end of the cosine (0.0000024)")
    add("--warmup", type=int, default=defaults["warmup"], help=f"steps until the highest learning rate, a tenth of all at most {usual('warmup')}")
    add("--decay", type=float, default=0.01, help="weight decay (0.01)")
    add("--lambda", dest="mixing", type=float, default=defaults["mixing"], help=f"share of the result in the target {usual('mixing')}")
    add("--final-lambda", dest="final_mixing", type=float, help="share at the end, if it is to change")
    add("--scale", type=float, default=200.0, help="hundredths of a pawn that expect 73 per cent (200)")
    add("--average", type=float, default=defaults["average"], help=f"decay of a running average of the weights, 0 for none {usual('average')}")
    add("--seed", type=int, default=1)
    add("--init", metavar="FILE", help="begin from the weights of this file")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--compile", choices=["no", "default", "reduce-overhead", "max-autotune"], help="torch.compile (default on a GPU)")
    add("--reports", type=int, default=defaults["reports"], help=f"how often to judge, log and save {usual('reports')}")
    add("--max-valid", type=int, default=defaults["max_valid"], help=f"positions to judge by at most {usual('max_valid')}")
    add("--resume", action="store_true", help="resume the run in the folder")
    return made


def check(made: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Refuses numbers that make no sense."""
    if arguments.final_mixing is None:
        arguments.final_mixing = arguments.mixing
    if not 0 <= arguments.final_part <= 1:
        made.error("--final-part lies between 0 and 1")
    if arguments.batch < 1 or arguments.reports < 1:
        made.error("--batch and --reports are at least 1")
    if arguments.seconds is not None and not arguments.seconds > 0:
        made.error("--seconds is more than 0")


def between(low: float, high: float, share: float) -> float:
    return low + (high - low) * share


class Run:
    """One training run, from the first step or from a checkpoint. A subclass says what learns, and how."""

    def __init__(self, network: nn.Module, settings: Settings, arguments: argparse.Namespace):
        self.settings, self.arguments = settings, arguments
        self.folder = Path(arguments.out)
        self.group = group.join(arguments.device)
        self.device = self.group.device
        self.on_gpu = self.device.startswith("cuda")
        self.sets = Sets(settings.train, settings.batch, settings.seed, self.device)
        self.final = Sets(settings.final_train, self.sets.batch, settings.seed, self.device) if settings.final_train else None
        self.valid = load(settings.valid, self.device, arguments.max_valid) if settings.valid else None
        self.batch = self.sets.batch
        if self.batch % self.group.size:
            raise ValueError(f"a batch of {self.batch} cannot be shared by {self.group.size} processes")
        self.steps = max(1, round(settings.epochs * self.sets.size / self.batch))
        self.network = network.to(self.device)
        self.average = [value.detach().clone() for value in self.learned()]
        self.optimizer = self.new_optimizer()
        self.mixing = torch.zeros((), device=self.device)
        self.step, self.elapsed, self.log = 0, 0.0, []

    def compiled(self, function):
        mode = self.arguments.compile or ("default" if self.on_gpu else "no")
        return function if mode == "no" else torch.compile(function, mode=mode)

    def new_optimizer(self) -> torch.optim.Optimizer:
        return torch.optim.AdamW(self.network.parameters(), **self.optimizer_settings())

    def optimizer_settings(self) -> dict:
        return dict(lr=self.settings.lr, betas=(0.9, 0.999), weight_decay=self.settings.decay, fused=self.on_gpu)

    def learned(self) -> list[Tensor]:
        """Weights, and the running statistics that belong to them."""
        return [*self.network.parameters(), *(value for value in self.network.buffers() if value.is_floating_point())]

    def progress(self, step: int) -> float:
        """How much of the run is over: by the clock if it has a time limit."""
        limit = self.settings.seconds
        return min(1.0, self.elapsed / limit if limit else step / self.steps)

    def rate(self, step: int) -> float:
        """The learning rate: up in a straight line, down along a cosine."""
        warmup = self.settings.warmup
        progress = self.progress(step)
        if self.settings.seconds is None:
            warmup = min(warmup, self.steps // 10)
            progress = (step - warmup) / max(1, self.steps - warmup)
        if step < warmup and progress < 0.1:
            return self.settings.lr * (step + 1) / warmup
        return between(self.settings.final_lr, self.settings.lr, 0.5 + 0.5 * math.cos(math.pi * progress))

    def share(self, step: int) -> float:
        """How much of the target is the game's result."""
        return between(self.settings.mixing, self.settings.final_mixing, self.progress(step))

    def draw(self, step: int) -> Tensor:
        last = self.final is not None and self.progress(step) >= 1 - self.settings.final_part
        return (self.final if last else self.sets).draw(step)

    def go(self) -> None:
        started = None
        reports = self.arguments.reports
        parts = int(self.progress(self.step) * reports)
        total, counted, began = torch.zeros((), device=self.device), 0, time.monotonic()
        while self.progress(self.step) < 1:
            total += self.learn(self.group.part(self.draw(self.step)))
            counted += 1
            self.step += 1
            if started is None:
                # The first step compiles, which takes as long as hundreds of others: the clock starts after it.
                total.item()
                started = time.monotonic() - self.elapsed
            self.elapsed = self.group.agreed(time.monotonic() - started)
            if int(self.progress(self.step) * reports) > parts:
                parts = int(self.progress(self.step) * reports)
                self.group.average([total])
                loss = total.item() / counted  # waits for the device, so that the speed is a true one
                if self.group.leads:
                    self.report(loss, counted * self.batch / max(1e-9, time.monotonic() - began))
                total, counted, began = total.zero_(), 0, time.monotonic()
        if self.group.leads:
            self.finish()
        self.group.leave()

    def learn(self, words: Tensor) -> Tensor:
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate(self.step)
        # A tensor that stays where it is: a new number each step would be compiled in, a new tensor copied over.
        self.mixing.fill_(self.share(self.step))
        found = self.loss(words)
        found.backward()
        self.group.average([value.grad for value in self.network.parameters() if value.grad is not None])
        self.group.average([value for value in self.network.buffers() if value.is_floating_point()])
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.tidy()
        if self.settings.average:
            with torch.no_grad():
                torch._foreach_lerp_(self.average, self.learned(), 1 - self.settings.average)
        return found.detach()

    @contextmanager
    def averaged(self):
        """Within it the network has its averaged weights."""
        kept = [value.detach().clone() for value in self.learned()]
        self.put(self.average)
        try:
            yield
        finally:
            self.put(kept)

    @torch.no_grad()
    def put(self, values: list[Tensor]) -> None:
        for place, value in zip(self.learned(), values):
            place.copy_(value)

    def report(self, train: float, speed: float) -> None:
        seen = self.step * self.batch
        row = {"step": self.step, "positions": seen, "seconds": round(self.elapsed, 1), "lr": self.rate(self.step), "train": train, **self.judge()}
        self.log.append(row)
        losses = "  ".join(f"{name} {value:.6f}" for name, value in row.items() if name.startswith(("train", "valid")))
        print(f"{100 * self.progress(self.step):5.1f} %  {seen / 1e6:9.1f} M  {losses}  {speed / 1e6:.2f} M/s", flush=True)
        self.save()

    def save(self) -> None:
        checkpoint.save(self, self.network)
        (self.folder / "curve.svg").write_text(curve.svg(self.log, self.folder.name))

    def resume(self) -> None:
        checkpoint.resume(self, self.network)

    def loss(self, words: Tensor) -> Tensor:
        raise NotImplementedError

    def tidy(self) -> None:
        """What is to be done to the weights after each step."""

    def judge(self) -> dict[str, float]:
        raise NotImplementedError

    def finish(self) -> None:
        raise NotImplementedError


def chosen(kind: type[Settings], arguments: argparse.Namespace) -> Settings:
    return kind(**{field.name: getattr(arguments, field.name) for field in fields(kind)})


def start(make, settings: Settings, arguments: argparse.Namespace) -> None:
    """Begins or resumes a run. Errors are one line."""
    folder = Path(arguments.out)
    there = checkpoint.path(folder).exists()
    if there and not arguments.resume:
        sys.exit(f"there is a run in {folder} already: --resume it, or choose another folder")
    try:
        run = make(settings, arguments)
    except (SetsError, OSError, ValueError) as error:
        sys.exit(str(error))
    folder.mkdir(parents=True, exist_ok=True)
    if there:
        run.resume()
    if run.group.leads:
        announce(run, settings)
    run.go()


def announce(run: Run, settings: Settings) -> None:
    (run.folder / "settings.json").write_text(json.dumps(asdict(settings), indent=2) + "\n")
    valid = 0 if run.valid is None else len(run.valid)
    length = f"{settings.seconds:g} s" if settings.seconds else f"{run.steps} steps"
    print(f"{run.sets.size} positions to learn from, {valid} to judge by, {length} of {run.batch} on {run.group.size} x {run.device}", flush=True)


def sources(settings: Settings) -> list[str]:
    """The files that a network learns from."""
    return files(settings.train) + (files(settings.final_train) if settings.final_train else [])
