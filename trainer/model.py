"""The network as PyTorch trains it, and the decoding of positions where they lie.

Positions stay packed, four 64-bit words each, in the memory of the device that computes. A batch is decoded by bit
arithmetic to one-hot planes; 768 inputs are so few that multiplying their zeros is faster than picking out the ones.
With king buckets the views of a batch are sorted by bucket, so that each is multiplied by the rows of its own alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import layered
from layered import SECOND, THIRD, LayeredWeights
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


class Reordered(torch.autograd.Function):
    """Rows in another order. `back` undoes `order`, so that gradients are picked up instead of added up."""

    @staticmethod
    def forward(ctx, values: Tensor, order: Tensor, back: Tensor) -> Tensor:
        ctx.save_for_backward(back)
        return values[order]

    @staticmethod
    def backward(ctx, gradient: Tensor):
        (back,) = ctx.saved_tensors
        return gradient[back], None, None


class FirstLayer(nn.Module):
    """(768 -> hidden) x 2, which every network begins with.

    With king buckets each has rows of its own. They learn what sets them apart from `shared` rows, which all of them add to
    theirs, so that what is the same wherever the king stands is learned once.
    """

    def __init__(self, rows: Tensor, kings: tuple[int, ...]):
        super().__init__()
        hidden = rows.shape[1]
        self.kings = tuple(kings)
        self.count = max(kings) + 1
        self.first = nn.Parameter(rows if self.count == 1 else torch.zeros(self.count * FEATURES, hidden))
        self.shared = nn.Parameter(rows) if self.count > 1 else None
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.register_buffer("planes", torch.tensor(PLANES, dtype=torch.uint8), persistent=False)
        self.register_buffer("bucket_of", torch.tensor(kings), persistent=False)

    def rows(self) -> Tensor:
        """The first layer as it is used."""
        if self.shared is None:
            return self.first
        return self.first + self.shared.repeat(self.count, 1)

    def sums(self, batch: Batch, kind: torch.dtype) -> Tensor:
        """[2b, hidden]: the rows of all features added up, in the side to move's views, then in the other side's."""
        code, rows = torch.cat([batch.own, batch.other]), self.rows().to(kind)
        if self.count == 1:
            return one_hot(code, self.planes, kind) @ rows
        bucket = self.bucket_of[torch.cat([batch.own_king, batch.other_king])]
        order = bucket.argsort(stable=True)
        back = torch.empty_like(order).scatter_(0, order, torch.arange(len(order), device=order.device))
        ends = (bucket[:, None] <= torch.arange(self.count, device=bucket.device)).sum(0, dtype=torch.int32)
        sums = F.grouped_mm(one_hot(code[order], self.planes, kind), rows.view(self.count, FEATURES, -1), offs=ends)
        return Reordered.apply(sums, back, order)

    def clipped(self, batch: Batch) -> Tensor:
        """[2b, hidden]: the sums of both views, with biases, between 0 and 1."""
        kind = torch.bfloat16 if self.first.is_cuda else torch.float32
        return (self.sums(batch, kind).float() + self.bias).clamp(0, 1)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps weights within what whole numbers of sixteen bits can hold."""
        for parameter in (self.first, self.bias, *([] if self.shared is None else [self.shared])):
            parameter.clamp_(-MAX_WEIGHT, MAX_WEIGHT)

    def first_weights(self) -> tuple[np.ndarray, np.ndarray]:
        return array(self.rows()).clip(-MAX_WEIGHT, MAX_WEIGHT), array(self.bias)

    @torch.no_grad()
    def load_first(self, first: np.ndarray, bias: np.ndarray, kings: tuple[int, ...]) -> None:
        """Begins from other weights; king buckets that they lack begin as copies of those they are parts of."""
        parts = set(zip(self.kings, kings))
        if len(parts) != self.count:
            raise ValueError("the weights to begin with have other king buckets")
        rows = torch.from_numpy(first.copy()).view(max(kings) + 1, FEATURES, -1)
        rows = rows[[whole for _, whole in sorted(parts)]].flatten(0, 1)
        if self.shared is not None and kings == ONE_BUCKET:
            self.shared.copy_(rows[:FEATURES])
            self.first.zero_()
        else:
            self.first.copy_(rows)
            if self.shared is not None:
                self.shared.zero_()
        self.bias.copy_(torch.from_numpy(bias.copy()))


def shifted(products: Tensor) -> Tensor:
    """Products cut off to seven bits, as in the engine; what is learned passes as if they were not."""
    return products + (torch.floor(products * layered.SHIFTED + 1e-6) / layered.PRODUCT - products).detach()


def array(parameter: Tensor) -> np.ndarray:
    return parameter.detach().cpu().numpy().astype(np.float32)


def bucket_of(batch: Batch, buckets: int) -> Tensor:
    """[b] which output bucket positions belong to."""
    return (batch.pieces - 2) * buckets // 31


class Network(FirstLayer):
    """(768 -> hidden) x 2 -> buckets, squared and clipped between."""

    def __init__(self, hidden: int, buckets: int, kings: tuple[int, ...] = ONE_BUCKET, seed: int = 0):
        random = torch.Generator().manual_seed(seed)
        normal = lambda *shape: torch.randn(*shape, generator=random) * (2 / shape[0]) ** 0.5
        super().__init__(normal(FEATURES, hidden), kings)
        # All buckets begin alike and part as they learn.
        self.output = nn.Parameter(normal(2 * hidden, 1).repeat(1, buckets))
        self.output_bias = nn.Parameter(torch.zeros(buckets))

    def forward(self, batch: Batch) -> Tensor:
        own, other = (self.clipped(batch) ** 2).chunk(2)
        outputs = torch.cat([own, other], 1) @ self.output + self.output_bias
        return outputs.gather(1, bucket_of(batch, self.output.shape[1])[:, None])[:, 0]

    @torch.no_grad()
    def clip(self) -> None:
        super().clip()
        self.output.clamp_(-MAX_WEIGHT, MAX_WEIGHT)

    def weights(self) -> Weights:
        return Weights(*self.first_weights(), array(self.output.T), array(self.output_bias), self.kings)

    @torch.no_grad()
    def load(self, weights: Weights) -> None:
        """Begins from other weights. More buckets than they have begin as copies, king buckets too."""
        if not isinstance(weights, Weights):
            raise ValueError("the weights to begin with are of a network with more layers")
        buckets = self.output.shape[1]
        copies = np.arange(buckets) * len(weights.output) // buckets
        self.load_first(weights.first, weights.bias, weights.kings)
        self.output.copy_(torch.from_numpy(weights.output[copies].T.copy()))
        self.output_bias.copy_(torch.from_numpy(weights.output_bias[copies].copy()))


class LayeredNetwork(FirstLayer):
    """(768 -> hidden) x 2, the halves of each view multiplied, -> 16 -> 32 -> 1, the last three by bucket (layered.py)."""

    def __init__(self, hidden: int, buckets: int, kings: tuple[int, ...] = ONE_BUCKET, seed: int = 0):
        random = torch.Generator().manual_seed(seed)
        normal = lambda inputs, *shape: torch.randn(*shape, generator=random) * (2 / inputs) ** 0.5
        # Half as far from zero as for a single layer: products of clipped sums learn faster from there.
        super().__init__(normal(4 * FEATURES, FEATURES, hidden), kings)
        self.buckets = buckets
        repeated = lambda values: nn.Parameter(values.repeat(buckets, *[1] * (values.dim() - 1)))
        self.second = repeated(normal(hidden, 1, SECOND, hidden))
        self.second_bias = repeated(torch.zeros(1, SECOND))
        self.third = repeated(normal(2 * SECOND, 1, THIRD, 2 * SECOND))
        self.third_bias = repeated(torch.zeros(1, THIRD))
        self.output = repeated(normal(THIRD, 1, THIRD))
        self.output_bias = repeated(torch.zeros(1))

    def forward(self, batch: Batch) -> Tensor:
        left, right = self.clipped(batch).chunk(2, 1)
        own, other = shifted(left * right).chunk(2)
        bucket = bucket_of(batch, self.buckets)
        sums = self.chosen(torch.cat([own, other], 1), self.second, self.second_bias, bucket)
        both = torch.cat([sums.clamp(0, 1), sums.clamp(-1, 1) ** 2], 1)
        sums = self.chosen(both, self.third, self.third_bias, bucket)
        outputs = (sums.clamp(0, 1) ** 2) @ self.output.T + self.output_bias
        return outputs.gather(1, bucket[:, None])[:, 0]

    @staticmethod
    def chosen(values: Tensor, weights: Tensor, biases: Tensor, bucket: Tensor) -> Tensor:
        """What the layer of each position's bucket makes of its values."""
        count = biases.shape[1]
        every = (values @ weights.flatten(0, 1).T).view(len(values), -1, count) + biases
        return every.gather(1, bucket[:, None, None].expand(-1, 1, count))[:, 0]

    @torch.no_grad()
    def clip(self) -> None:
        super().clip()
        self.second.clamp_(-layered.MAX_SECOND, layered.MAX_SECOND)
        for parameter in (self.third, self.output):
            parameter.clamp_(-layered.MAX_LAST, layered.MAX_LAST)

    def weights(self) -> LayeredWeights:
        layers = (self.second, self.second_bias, self.third, self.third_bias, self.output, self.output_bias)
        return LayeredWeights(*self.first_weights(), *map(array, layers), self.kings)

    @torch.no_grad()
    def load(self, weights: LayeredWeights) -> None:
        """Begins from other weights. More buckets than they have begin as copies, king buckets too."""
        if not isinstance(weights, LayeredWeights):
            raise ValueError("the weights to begin with are of a network without further layers")
        copies = np.arange(self.buckets) * len(weights.output) // self.buckets
        self.load_first(weights.first, weights.bias, weights.kings)
        for name in ("second", "second_bias", "third", "third_bias", "output", "output_bias"):
            getattr(self, name).copy_(torch.from_numpy(getattr(weights, name)[copies].copy()))


def of(weights: Weights | LayeredWeights) -> Network | LayeredNetwork:
    """The network that has those weights."""
    kind = LayeredNetwork if isinstance(weights, LayeredWeights) else Network
    network = kind(weights.first.shape[1], len(weights.output), weights.kings)
    network.load(weights)
    return network


def target(batch: Batch, mixing: Tensor | float, scale: float) -> Tensor:
    """What to expect of a position: the game's result mixed with what the search's score promises."""
    return mixing * batch.result + (1 - mixing) * torch.sigmoid(batch.score / scale)


def expected(network: FirstLayer, batch: Batch, scale: float) -> Tensor:
    """What the network expects of positions. Its output counts in units of CENTIPAWNS whatever the scale."""
    return torch.sigmoid(network(batch) * (CENTIPAWNS / scale))


def loss(network: FirstLayer, words: Tensor, mixing: Tensor, scale: float) -> Tensor:
    """Mean squared error of the expected score."""
    batch = decode(words)
    return ((expected(network, batch, scale) - target(batch, mixing, scale)) ** 2).mean()
