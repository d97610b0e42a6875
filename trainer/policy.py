"""Trains a policy network on samples.

    vernier-lab records expand --policy GAMES.vgr... --out data/p
    python trainer/policy.py --train data/p.train.policy --valid data/p.valid.policy --out runs/policy --epochs 5

`--teacher runs/teacher/teacher.safetensors` mixes the teacher's opinion of the moves into the target. The run folder
gets log.jsonl, checkpoint.pt, policy.nnue and policy.golden.tsv; `--resume` resumes a run that was cut off. Agreement
is how often the target's first move is the network's first, or among its first five.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

import checkpoint
import policy_model
import samples
from policy_network import ONE, QB, PolicyWeights, QuantisedPolicy
from sets import fingerprint

GOLDEN = 64


@dataclass
class Settings:
    """Everything that decides the outcome."""

    train: list[str]
    valid: list[str]
    hidden: int
    epochs: float
    batch: int
    lr: float
    final_lr: float
    warmup: int
    decay: float
    average: float
    seed: int
    init: str | None
    teacher: str | None
    teacher_share: float


def parse() -> tuple[Settings, argparse.Namespace]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--train", nargs="+", required=True, metavar="FILE", help="samples to learn from")
    add("--valid", nargs="*", default=[], metavar="FILE", help="samples of other games to judge by")
    add("--out", required=True, metavar="FOLDER", help="the run folder")
    add("--hidden", type=int, default=256, help="neurons before halves are multiplied, a multiple of 128 (256)")
    add("--epochs", type=float, default=5, help="how often each sample is seen (5)")
    add("--seconds", type=float, help="end the schedule after this time even if samples are left")
    add("--batch", type=int, default=16384, help="samples a step (16384)")
    add("--lr", type=float, default=2e-3, help="highest learning rate (0.002)")
    add("--final-lr", type=float, default=1e-5, help="learning rate at the end of the cosine (0.00001)")
    add("--warmup", type=int, default=500, help="steps until the highest learning rate, a tenth of all at most (500)")
    add("--decay", type=float, default=0.01, help="weight decay (0.01)")
    add("--average", type=float, default=0.999, help="decay of the running average of weights that is kept (0.999)")
    add("--teacher", metavar="FILE", help="a teacher whose opinion of the moves is mixed in")
    add("--teacher-share", type=float, default=0.5, help="the teacher's part of the target (0.5)")
    add("--init", metavar="NETWORK", help="begin from the weights of a policy file")
    add("--limit", type=int, help="read no more samples than about this many")
    add("--seed", type=int, default=1)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--compile", choices=["no", "default", "max-autotune"], help="torch.compile (default on a GPU)")
    add("--reports", type=int, default=20, help="how often to judge, log and save (20)")
    add("--max-valid", type=int, default=200_000, help="samples to judge by at most")
    add("--resume", action="store_true", help="resume the run in the folder, if there is one")
    arguments = parser.parse_args()
    if arguments.hidden % 128 or not 128 <= arguments.hidden <= 512:
        parser.error("--hidden is 128, 256, 384 or 512")
    if not 0 <= arguments.teacher_share <= 1:
        parser.error("--teacher-share is between 0 and 1")
    return Settings(**{field.name: getattr(arguments, field.name) for field in fields(Settings)}), arguments


class Run:
    """One training run, from the first step or from a checkpoint."""

    def __init__(self, settings: Settings, arguments: argparse.Namespace):
        self.settings, self.arguments = settings, arguments
        self.folder, self.device = Path(arguments.out), arguments.device
        torch.manual_seed(settings.seed)
        torch.set_float32_matmul_precision("high")
        self.train = policy_model.Set(samples.read(settings.train, arguments.limit), self.device)
        kept = samples.read(settings.valid, arguments.max_valid) if settings.valid else None
        self.valid = policy_model.Set(kept, self.device) if kept is not None else None
        self.golden = kept if kept is not None else samples.read(settings.train, 20_000)
        self.batch = min(settings.batch, len(self.train))
        self.per_epoch = len(self.train) // self.batch
        self.steps = max(1, round(settings.epochs * self.per_epoch))
        self.policy = policy_model.Policy(settings.hidden, settings.seed)
        if settings.init:
            self.policy.load(QuantisedPolicy.read(settings.init).floating())
        self.policy.to(self.device)
        self.average = [parameter.detach().clone() for parameter in self.policy.parameters()]
        self.guide = policy_model.Guide(settings.teacher, self.device) if settings.teacher else None
        on_gpu = self.device.startswith("cuda")
        self.optimizer = torch.optim.AdamW(self.policy.parameters(), lr=settings.lr, weight_decay=settings.decay, fused=on_gpu)
        mode = arguments.compile or ("default" if on_gpu else "no")
        compiled = lambda function: function if mode == "no" else torch.compile(function, mode=mode)
        self.loss = compiled(policy_model.loss)
        if self.guide:
            self.guide.shares = compiled(self.guide.shares)
        self.step, self.elapsed, self.log = 0, 0.0, []

    def progress(self) -> float:
        """How much of the schedule is over: by steps, or by time if that is ahead."""
        by_time = self.elapsed / self.arguments.seconds if self.arguments.seconds else 0.0
        return max(self.step / self.steps, by_time)

    def rate(self) -> float:
        """The learning rate: up in a straight line, down along a cosine."""
        warmup = min(self.settings.warmup, max(1, self.steps // 10))
        low, high = self.settings.final_lr, self.settings.lr
        cosine = low + (high - low) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, self.progress())))
        return cosine * min(1.0, (self.step + 1) / warmup)

    def order(self, epoch: int) -> Tensor:
        """A random order of all samples that depends on the seed and the epoch alone, so that a run can be resumed."""
        random = torch.Generator(self.device).manual_seed(self.settings.seed * 1_000_003 + epoch)
        return torch.randperm(len(self.train), generator=random, device=self.device)

    def go(self) -> None:
        epoch, order, reported = -1, None, self.progress()
        total, counted, began = torch.zeros((), device=self.device), 0, time.time()
        while self.progress() < 1:
            if self.step // self.per_epoch != epoch:
                epoch, order = self.step // self.per_epoch, None  # the old order goes before the new one comes
                order = self.order(epoch)
            place = self.step % self.per_epoch * self.batch
            total += self.learn(order[place : place + self.batch])
            counted += 1
            self.step += 1
            self.elapsed += time.time() - began
            began = time.time()
            if self.progress() - reported >= 1 / self.arguments.reports or self.progress() >= 1:
                reported = self.progress()
                self.report(total.item() / counted)
                total, counted, began = total.zero_(), 0, time.time()
        self.finish()

    def learn(self, which: Tensor) -> Tensor:
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        batch = self.train.batch(which)
        found = self.loss(self.policy, batch, self.target(batch))
        found.backward()
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        # At the start the average follows closely: what it began from teaches nothing.
        decay = min(self.settings.average, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(self.average, list(self.policy.parameters()), 1 - decay)
        return found.detach()

    def target(self, batch: policy_model.Batch) -> Tensor:
        if self.guide is None:
            return batch.target
        share = self.settings.teacher_share
        return (1 - share) * batch.target + share * self.guide.shares(batch)

    @torch.no_grad()
    def judge(self) -> dict[str, float]:
        """Cross-entropy and agreement of the averaged weights on the held-out samples."""
        if self.valid is None or not len(self.valid):
            return {}
        now = [parameter.detach().clone() for parameter in self.policy.parameters()]
        self.put(self.average)
        sums = dict.fromkeys(("valid", "top1", "top5"), 0.0)
        for which in torch.arange(len(self.valid), device=self.device).split(self.batch):
            batch = self.valid.batch(which)
            logits = self.policy(batch)
            logs = logits.log_softmax(1).masked_fill(~batch.legal, 0.0)
            best = batch.target.argmax(1, keepdim=True)
            ahead = (logits > logits.gather(1, best)).sum(1)
            sums["valid"] -= (batch.target * logs).sum().item()
            sums["top1"] += (ahead < 1).sum().item()
            sums["top5"] += (ahead < 5).sum().item()
        self.put(now)
        return {name: value / len(self.valid) for name, value in sums.items()}

    @torch.no_grad()
    def put(self, values: list[Tensor]) -> None:
        for parameter, value in zip(self.policy.parameters(), values):
            parameter.copy_(value)

    def report(self, train: float) -> None:
        seen = self.step * self.batch
        row = {"step": self.step, "samples": seen, "seconds": round(self.elapsed, 1), "train": train, **self.judge()}
        self.log.append(row)
        text = "  ".join(f"{name} {row[name]:.4f}" for name in ("train", "valid", "top1", "top5") if name in row)
        speed = seen / max(self.elapsed, 1e-9) / 1e6
        print(f"{100 * min(1.0, self.progress()):5.1f} %  {seen / 1e6:8.1f} M  {text}  {speed:.3f} M/s", flush=True)
        self.save()

    def save(self) -> None:
        checkpoint.save(self, self.policy)

    def resume(self) -> None:
        checkpoint.resume(self, self.policy)

    def finish(self) -> None:
        """Writes the averaged network with golden vectors, and says what rounding has cost."""
        self.put(self.average)
        weights = self.policy.weights()
        quantised = weights.quantised(fingerprint(self.settings.train))
        quantised.write(self.folder / "policy.nnue")
        (self.folder / "policy.golden.tsv").write_text("\n".join(golden(weights, quantised, self.golden)) + "\n")
        agreed = {name: agreement(judge, self.golden) for name, judge in (("floating", weights), ("whole", quantised))}
        print(f"top1 of the first samples: {agreed['floating']:.4f}, in whole numbers {agreed['whole']:.4f}")
        print(f"wrote {self.folder / 'policy.nnue'}", flush=True)


def each(chosen: samples.Samples, count: int):
    """The inputs and moves of the first samples."""
    inputs = moves = 0
    for index in range(min(count, len(chosen))):
        pieces, legal = int(chosen.input_counts[index]), int(chosen.move_counts[index])
        yield chosen.inputs[inputs : inputs + pieces], chosen.moves[moves : moves + legal]
        inputs, moves = inputs + pieces, moves + legal


def agreement(judge: PolicyWeights | QuantisedPolicy, chosen: samples.Samples, count: int = 2000) -> float:
    """How often the best move is that of the target."""
    agreed = [np.argmax(judge.logits(inputs, moves)) == np.argmax(moves >> 20) for inputs, moves in each(chosen, count)]
    return float(np.mean(agreed))


def is_plain(inputs: np.ndarray, moves: np.ndarray, where: np.ndarray) -> bool:
    """True if a FEN without castling rights and en passant has exactly these moves."""
    pieces = samples.board(inputs)
    for start, end, promotion in where[(moves & 0xFFF) >> 1]:
        role, _ = pieces[int(start)]
        castles = role == 5 and int(end) in pieces and not pieces[int(end)][1]
        passing = role == 0 and start % 8 != end % 8 and int(end) not in pieces
        if castles or passing:
            return False
    return True


def golden(weights: PolicyWeights, network: QuantisedPolicy, chosen: samples.Samples):
    """Lines for the engine's tests: FEN, inputs, and place:character:logit of every move in whole numbers.

    Every other position has Black to move, which must change nothing.
    """
    yield "fen\tinputs\tmoves"
    where = samples.squares()
    plain = [pair for pair in each(chosen, 5000) if is_plain(*pair, where)]
    for index in np.linspace(0, len(plain) - 1, min(GOLDEN, len(plain))).astype(int):
        inputs, moves = plain[index]
        logits = network.logits(inputs, moves)
        far = np.abs(logits / (ONE * QB) - weights.logits(inputs, moves)).max()
        if far > 0.5:
            print(f"rounding moved a logit by {far:.2f}", flush=True)
        rows = sorted((int(m) & 0xFFF, int(m) >> 12 & 0xFF, int(logit)) for m, logit in zip(moves, logits))
        yield "\t".join(
            [
                samples.fen(inputs, "wb"[index % 2]),
                ",".join(str(int(i)) for i in sorted(inputs)),
                ",".join(f"{place}:{character}:{logit}" for place, character, logit in rows),
            ]
        )


def main() -> None:
    settings, arguments = parse()
    folder = Path(arguments.out)
    there = checkpoint.path(folder).exists()
    if there and not arguments.resume:
        sys.exit(f"there is a run in {folder} already: --resume it, or choose another folder")
    run = Run(settings, arguments)
    folder.mkdir(parents=True, exist_ok=True)
    if there:
        run.resume()
    (folder / "settings.json").write_text(json.dumps(asdict(settings), indent=2) + "\n")
    valid = 0 if run.valid is None else len(run.valid)
    print(f"{len(run.train)} samples to learn from, {valid} to judge by, {run.steps} steps of {run.batch} on {run.device}", flush=True)
    run.go()


if __name__ == "__main__":
    main()
