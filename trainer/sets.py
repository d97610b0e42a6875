"""Sets of positions to learn from, drawn in stated proportions.

`--train a.bin b.bin` is one pool in which every position is met equally often. `--train a.bin:0.7 b.bin,c.bin:0.3` makes
two pools: seven tenths of every batch come from the first, three tenths from the second, however large they are.
"""

from __future__ import annotations

import hashlib

import numpy as np
import torch
from torch import Tensor

import positions


class SetsError(Exception):
    """A set that cannot be learned from, with the reason."""


def pools(words: list[str]) -> list[tuple[list[str], float]]:
    """The files of each pool and its share of a batch."""
    parts = [word.rpartition(":") for word in words]
    shared = [colon and is_number(share) for _, colon, share in parts]
    if not any(shared):
        return [([path for word in words for path in word.split(",")], 1.0)]
    if not all(shared):
        raise SetsError("either all sets have a share (FILE:0.7) or none has")
    shares = [float(share) for _, _, share in parts]
    if not all(0 < share < float("inf") for share in shares):
        raise SetsError("shares are numbers above zero")
    return [(paths.split(","), share / sum(shares)) for (paths, _, _), share in zip(parts, shares)]


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def files(words: list[str]) -> list[str]:
    return [path for paths, _ in pools(words) for path in paths]


def portions(batch: int, shares: list[float]) -> list[int]:
    """How many positions of a batch each pool gives: whole numbers, at least one, with the right sum."""
    counts = [max(1, int(batch * share)) for share in shares]
    by_need = sorted(range(len(shares)), key=lambda index: counts[index] - batch * shares[index])
    for turn in range(batch - sum(counts)):
        counts[by_need[turn % len(counts)]] += 1
    while sum(counts) > batch:
        counts[counts.index(max(counts))] -= 1
    return counts


def load(paths: list[str], device: str, limit: int | None = None) -> Tensor:
    """Positions as [n, 4] words on the device; with a limit, that many from all over the files."""
    sizes = [positions.count(path) for path in paths]
    whole = torch.empty((sum(sizes), 4), dtype=torch.int64, device=device if limit is None else "cpu")
    place = 0
    for path, size in zip(paths, sizes):
        words = np.fromfile(path, "<i8").reshape(-1, 4)
        whole[place : place + size].copy_(torch.from_numpy(words))
        place += size
    if limit is not None and len(whole) > limit:
        whole = whole[torch.from_numpy(np.linspace(0, len(whole) - 1, limit).astype(np.int64))]
    return whole.to(device)


def fingerprint(paths: list[str]) -> bytes:
    """Sixteen bytes that name the data."""
    digest = hashlib.blake2b(digest_size=16)
    for path in paths:
        with open(path, "rb") as file:
            while chunk := file.read(1 << 24):
                digest.update(chunk)
    return digest.digest()


class Pool:
    """Positions in a new random order every time all have been met."""

    def __init__(self, words: Tensor, take: int, seed: int):
        if take > len(words):
            raise SetsError(f"a pool of {len(words)} positions cannot give {take} to a batch")
        self.words, self.take, self.seed = words, take, seed
        self.per_epoch = len(words) // take
        self.epoch, self.order = -1, None

    def draw(self, step: int) -> Tensor:
        """Its part of a batch: the same whenever it is asked for the same step, so that a run can be resumed."""
        if step // self.per_epoch != self.epoch:
            self.epoch, self.order = step // self.per_epoch, None  # the old order goes before the new one comes
            random = torch.Generator(self.words.device).manual_seed(self.seed * 1_000_003 + self.epoch)
            self.order = torch.randperm(len(self.words), generator=random, device=self.words.device)
        place = step % self.per_epoch * self.take
        return self.words[self.order[place : place + self.take]]


class Sets:
    """Everything a run learns from, one pool or several."""

    def __init__(self, words: list[str], batch: int, seed: int, device: str):
        parts = pools(words)
        loaded = [load(paths, device) for paths, _ in parts]
        self.size = sum(map(len, loaded))
        if not all(map(len, loaded)):
            raise SetsError("a set is empty")
        self.batch = min(batch, self.size)
        shares = portions(self.batch, [share for _, share in parts])
        self.pools = [Pool(pool, take, 31 * seed + place) for place, (pool, take) in enumerate(zip(loaded, shares))]

    def draw(self, step: int) -> Tensor:
        drawn = [pool.draw(step) for pool in self.pools]
        return drawn[0] if len(drawn) == 1 else torch.cat(drawn)
