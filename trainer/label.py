"""Gives positions the scores of a teacher.

    python trainer/label.py TEACHER.safetensors IN.bin... --out FOLDER

Every file comes out under its own name in the folder, with the same positions in the same order; only scores change.
`--search 0.3` keeps three tenths of the score that was there. A file that is whole is not labelled again, one that was
cut off resumes where it stopped, and a folder labelled in another way is refused: labels.json there says by whom.

Reading, copying, computing and writing overlap: while the device works on one chunk the last one is written and the
next one read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

import model
import positions
import residual
from network import CENTIPAWNS
from sets import fingerprint

MOST = 3000


class Labeller:
    """A teacher ready to label chunks of positions."""

    def __init__(self, path: str, device: str, batch: int, search: float, scale: float, mode: str):
        torch.backends.cudnn.benchmark = True
        self.device, self.batch = device, batch
        on_gpu = device.startswith("cuda")
        teacher = residual.read(path).to(device)
        self.teacher = residual.folded(teacher, torch.float16 if on_gpu else torch.float32)
        self.search, self.scale = search, scale
        self.scores = self.fastest(mode) if on_gpu else self.plain

    def plain(self, words: Tensor) -> Tensor:
        """Scores in hundredths of a pawn; the smallest one stands for not-a-number."""
        batch = model.decode(words)
        value = self.teacher.judge(batch)
        score = value * CENTIPAWNS
        if self.search:
            wanted = (1 - self.search) * torch.sigmoid(score / self.scale) + self.search * torch.sigmoid(batch.score / self.scale)
            score = torch.logit(wanted, 1e-7) * self.scale
        score = score.round().clamp(-MOST, MOST)
        return torch.where(torch.isfinite(value), score, -32768).to(torch.int16)

    @torch.inference_mode()
    def fastest(self, mode: str):
        """The plain function or the compiled one, whichever is faster on this device."""
        choices = {"plain": self.plain}
        if mode != "plain":
            choices[mode] = torch.compile(self.plain, mode=None if mode == "default" else mode)
        words = torch.zeros((self.batch, 4), dtype=torch.int64, device=self.device)
        speeds = {}
        for name, choice in choices.items():
            for turn in range(6):
                if turn == 2:
                    torch.cuda.synchronize()
                    began = time.monotonic()
                choice(words)
            torch.cuda.synchronize()
            speeds[name] = 4 * self.batch / (time.monotonic() - began)
        print("  ".join(f"{name} {speed / 1e6:.2f} M/s" for name, speed in speeds.items()), flush=True)
        return choices[max(speeds, key=speeds.get)]

    @torch.inference_mode()
    def chunk(self, words: Tensor) -> Tensor:
        """Scores of as many positions as there are. They are still being computed when this returns."""
        found = torch.empty(-len(words) // self.batch * -self.batch, dtype=torch.int16, device=self.device)
        for place in range(0, len(words), self.batch):
            part = words[place : place + self.batch]
            if len(part) < self.batch:
                # A batch of another size would be compiled anew.
                part = torch.cat([part, part[:1].expand(self.batch - len(part), 4)])
            found[place : place + self.batch] = self.scores(part)
        return found[: len(words)]


class Stream:
    """One file on its way through the device."""

    def __init__(self, source: Path, target: Path, chunk: int):
        self.source, self.target = source, target
        self.unfinished = target.with_name(target.name + ".unfinished")
        self.chunk, self.count = chunk, positions.count(source)
        done = self.unfinished.stat().st_size // positions.SIZE if self.unfinished.exists() else 0
        self.begin = min(done, self.count) // chunk * chunk

    def chunks(self):
        with open(self.source, "rb") as file:
            file.seek(self.begin * positions.SIZE)
            while content := file.read(self.chunk * positions.SIZE):
                yield np.frombuffer(content, positions.RECORD)

    def label(self, labeller: Labeller) -> None:
        with open(self.unfinished, "r+b" if self.begin else "wb") as out:
            out.truncate(self.begin * positions.SIZE)
            out.seek(0, 2)
            waiting: deque[tuple[np.ndarray, Tensor, torch.cuda.Event | None]] = deque()
            for records in self.chunks():
                waiting.append((records, *self.send(records, labeller)))
                if len(waiting) > 2:
                    self.write(out, *waiting.popleft())
            while waiting:
                self.write(out, *waiting.popleft())
        self.unfinished.replace(self.target)

    @staticmethod
    def send(records: np.ndarray, labeller: Labeller) -> tuple[Tensor, torch.cuda.Event | None]:
        words = torch.from_numpy(records.view("<i8").reshape(-1, 4).copy())
        if not labeller.device.startswith("cuda"):
            return labeller.chunk(words), None
        found = labeller.chunk(words.pin_memory().to(labeller.device, non_blocking=True))
        home = torch.empty(len(found), dtype=torch.int16, pin_memory=True)
        home.copy_(found, non_blocking=True)
        event = torch.cuda.Event()
        event.record()
        return home, event

    @staticmethod
    def write(out, records: np.ndarray, scores: Tensor, event: torch.cuda.Event | None) -> None:
        if event is not None:
            event.synchronize()
        found = scores.numpy()
        if (found == -32768).any():
            raise ValueError("the teacher's output is not a number: its weights do not fit sixteen bits")
        labelled = records.copy()
        labelled["score"] = found
        labelled.tofile(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("teacher")
    add("positions", nargs="+", metavar="IN")
    add("--out", required=True, metavar="FOLDER")
    add("--search", type=float, default=0.0, help="share of the score that was there, in the expected score (0)")
    add("--scale", type=float, default=200.0, help="hundredths of a pawn that expect 73 per cent (200)")
    add("--batch", type=int, default=16384, help="positions the device computes at once (16384)")
    add("--chunk", type=int, default=1 << 19, help="positions read and written at once (524288)")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--compile", default="default", choices=["plain", "default", "max-autotune"], help="what to try beside the plain function on a GPU")
    arguments = parser.parse_args()
    if not 0 <= arguments.search <= 1:
        parser.error("--search lies between 0 and 1")
    if arguments.batch < 1 or arguments.chunk < 1:
        parser.error("--batch and --chunk are at least 1")
    folder = Path(arguments.out)
    try:
        run(arguments, folder)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


def run(arguments: argparse.Namespace, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sources = [Path(path) for path in arguments.positions]
    if len({source.name for source in sources}) < len(sources):
        raise ValueError("two files have the same name")
    if any(source.resolve().parent == folder.resolve() for source in sources):
        raise ValueError("the folder of the labelled files must be another one")
    same_labels(folder, {"teacher": fingerprint([arguments.teacher]).hex(), "search": arguments.search, "scale": arguments.scale})
    streams = [Stream(source, folder / source.name, arguments.chunk) for source in sources]
    streams = [stream for stream in streams if not stream.target.exists() or positions.count(stream.target) != stream.count]
    if not streams:
        print("everything is labelled")
        return
    labeller = Labeller(arguments.teacher, arguments.device, arguments.batch, arguments.search, arguments.scale, arguments.compile)
    began, total = time.monotonic(), 0
    for stream in streams:
        stream.label(labeller)
        total += stream.count - stream.begin
        speed = total / (time.monotonic() - began) / 1e6
        print(f"{stream.target}: {stream.count} positions, {speed:.2f} M/s so far", flush=True)


def same_labels(folder: Path, labels: dict) -> None:
    """Keeps labels of two teachers from getting into one folder."""
    path = folder / "labels.json"
    if not path.exists():
        path.write_text(json.dumps(labels, indent=2) + "\n")
    elif json.loads(path.read_text()) != labels:
        raise ValueError(f"{folder} holds labels of another teacher or mixture: choose another folder")


if __name__ == "__main__":
    main()
