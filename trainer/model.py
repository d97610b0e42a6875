"""The network as PyTorch trains it, and the decoding of positions where they lie.

Positions stay packed, four 64-bit words each, in the memory of the device that computes. A batch is decoded by bit
arithmetic to one-hot planes; 768 inputs are so few that multiplying their zeros is faster than picking out the ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from network import CENTIPAWNS, MAX_WEIGHT, Weights
from positions import FEATURES, ONE_BUCKET

# The nibbles of the twelve planes in the order of features: own pawn to king, then theirs.
PLANES = (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13)
EMPTY = 15


@dataclass
class Batch:
    """Decoded positions."""

    own: Tensor  # [b, 64] nibble on each square as the side to move sees it, mirrored if its king stands right
    other: Tensor  # the same as the other side sees it
    own_king: Tensor  # [b] which of 32 squares the side to move's king stands on, files mirrored
    other_king: Tensor  # the same for the other side
    pieces: Tensor  # [b] how many pieces there are
    score: Tensor  # [b] hundredths of a pawn
    result: Tensor  # [b] 0, 0.5 or 1


def decode(words: Tensor) -> Batch:
    """Decodes positions given as [b, 4] 64-bit words."""
    squares = torch.arange(64, device=words.device)
    occupied = words[:, 0:1] >> squares & 1
    place = occupied.cumsum(1) - 1
    nibbles = torch.where(place < 16, words[:, 1:2], words[:, 2:3]) >> 4 * (place & 15) & 15
    code = torch.where(occupied == 1, nibbles, EMPTY).to(torch.uint8)
    facts = words[:, 3]
    score = facts & 0xFFFF
    score = score - ((score & 0x8000) << 1)
    turned = (code ^ 8).view(-1, 8, 8).flip(1).view(-1, 64)
    return Batch(
        own=mirrored(code, facts >> 24 & 4),
        other=mirrored(turned, facts >> 32 & 4),
        own_king=king_square(facts >> 24 & 63),
        other_king=king_square(facts >> 32 & 63),
        pieces=occupied.sum(1),
        score=score.float(),
        result=(facts >> 16 & 3).float() / 2,
    )


def king_square(king: Tensor) -> Tensor:
    """Which of the 32 squares kings stand on when files are mirrored for them."""
    return (king >> 3) * 4 + (torch.where(king & 4 != 0, king ^ 7, king) & 3)


def mirrored(code: Tensor, where: Tensor) -> Tensor:
    """Files turned over on the boards where that is wanted."""
    return torch.where((where != 0)[:, None], code.view(-1, 8, 8).flip(2).view(-1, 64), code)


def one_hot(code: Tensor, planes: Tensor, kind: torch.dtype) -> Tensor:
    """[b, 768]: feature 64 * plane + square is one where that piece stands."""
    return (code[:, None, :] == planes[None, :, None]).flatten(1).to(kind)


class Network(nn.Module):
    """(768 -> hidden) x 2 -> buckets, squared and clipped between.

    With king buckets each has rows of its own. They learn what sets them apart from `shared` rows, which all of them add to
    theirs, so that what is the same wherever the king stands is learned once.
    """

    def __init__(self, hidden: int, buckets: int, kings: tuple[int, ...] = ONE_BUCKET, seed: int = 0):
        super().__init__()
        random = torch.Generator().manual_seed(seed)
        normal = lambda *shape: torch.randn(*shape, generator=random) * (2 / shape[0]) ** 0.5
        rows = normal(FEATURES, hidden)
        self.kings = tuple(kings)
        self.count = max(kings) + 1
        self.first = nn.Parameter(rows if self.count == 1 else torch.zeros(self.count * FEATURES, hidden))
        self.shared = nn.Parameter(rows) if self.count > 1 else None
        self.bias = nn.Parameter(torch.zeros(hidden))
        # All buckets begin alike and part as they learn.
        self.output = nn.Parameter(normal(2 * hidden, 1).repeat(1, buckets))
        self.output_bias = nn.Parameter(torch.zeros(buckets))
        self.register_buffer("planes", torch.tensor(PLANES, dtype=torch.uint8), persistent=False)
        self.register_buffer("bucket_of", torch.tensor(kings), persistent=False)

    def rows(self) -> Tensor:
        """The first layer as it is used."""
        if self.shared is None:
            return self.first
        return self.first + self.shared.repeat(self.count, 1)

    def inputs(self, batch: Batch, kind: torch.dtype) -> Tensor:
        """[2b, 768 x king buckets]: the side to move's views, then the other side's."""
        views = one_hot(torch.cat([batch.own, batch.other]), self.planes, kind)
        if self.count == 1:
            return views
        bucket = self.bucket_of[torch.cat([batch.own_king, batch.other_king])]
        chosen = bucket[:, None] == torch.arange(self.count, device=bucket.device)
        return (chosen[:, :, None] * views[:, None, :]).flatten(1)

    def forward(self, batch: Batch) -> Tensor:
        kind = torch.bfloat16 if self.first.is_cuda else torch.float32
        sums = (self.inputs(batch, kind) @ self.rows().to(kind)).float() + self.bias
        own, other = (sums.clamp(0, 1) ** 2).chunk(2)
        buckets = self.output.shape[1]
        outputs = torch.cat([own, other], 1) @ self.output + self.output_bias
        bucket = (batch.pieces - 2) * buckets // 31
        return outputs.gather(1, bucket[:, None])[:, 0]

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps weights within what whole numbers of sixteen bits can hold."""
        for parameter in (self.first, self.bias, self.output, *([] if self.shared is None else [self.shared])):
            parameter.clamp_(-MAX_WEIGHT, MAX_WEIGHT)

    def weights(self) -> Weights:
        array = lambda parameter: parameter.detach().cpu().numpy().astype(np.float32)
        first = array(self.rows()).clip(-MAX_WEIGHT, MAX_WEIGHT)
        return Weights(first, array(self.bias), array(self.output.T), array(self.output_bias), self.kings)

    @torch.no_grad()
    def load(self, weights: Weights) -> None:
        """Begins from other weights. More buckets than they have begin as copies, king buckets too."""
        buckets = self.output.shape[1]
        copies = np.arange(buckets) * len(weights.output) // buckets
        rows = torch.from_numpy(weights.first.copy())
        if self.shared is not None and weights.kings == ONE_BUCKET:
            self.shared.copy_(rows)
            self.first.zero_()
        elif weights.kings == self.kings:
            self.first.copy_(rows)
            if self.shared is not None:
                self.shared.zero_()
        else:
            raise ValueError("the weights to begin with have other king buckets")
        self.bias.copy_(torch.from_numpy(weights.bias.copy()))
        self.output.copy_(torch.from_numpy(weights.output[copies].T.copy()))
        self.output_bias.copy_(torch.from_numpy(weights.output_bias[copies].copy()))


def target(batch: Batch, mixing: Tensor | float, scale: float) -> Tensor:
    """What to expect of a position: the game's result mixed with what the search's score promises."""
    return mixing * batch.result + (1 - mixing) * torch.sigmoid(batch.score / scale)


def expected(network: Network, batch: Batch, scale: float) -> Tensor:
    """What the network expects of positions. Its output counts in units of CENTIPAWNS whatever the scale."""
    return torch.sigmoid(network(batch) * (CENTIPAWNS / scale))


def loss(network: Network, words: Tensor, mixing: Tensor, scale: float) -> Tensor:
    """Mean squared error of the expected score."""
    batch = decode(words)
    return ((expected(network, batch, scale) - target(batch, mixing, scale)) ** 2).mean()
