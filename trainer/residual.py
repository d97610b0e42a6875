"""The teacher's network: residual, with squeeze-and-excitation, one head for the value and one for the best move.

It sees twelve planes, the pieces as the side to move sees them, files mirrored as for the small network. It is far too
slow to play with; it judges positions for smaller networks to learn from.
"""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import model
import safetensors
from model import Batch
from network import CENTIPAWNS

VALUE_PLANES, VALUE_WIDTH, POLICY_WIDTH = 32, 128, 64
MOVES = 64 * 64


def convolution(inputs: int, outputs: int) -> nn.Conv2d:
    return nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)


class Block(nn.Module):
    """Two convolutions beside a shortcut; what they add is scaled and shifted by what the whole board looks like."""

    def __init__(self, width: int):
        super().__init__()
        self.first, self.second = convolution(width, width), convolution(width, width)
        self.first_norm, self.second_norm = nn.BatchNorm2d(width), nn.BatchNorm2d(width)
        self.squeeze, self.excite = nn.Linear(width, width // 8), nn.Linear(width // 8, 2 * width)

    def forward(self, planes: Tensor) -> Tensor:
        inner = F.relu(self.first_norm(self.first(planes)))
        inner = self.second_norm(self.second(inner))
        scale, shift = self.excite(F.relu(self.squeeze(inner.mean((2, 3))))).chunk(2, 1)
        return F.relu(planes + inner * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None])


class Policy(nn.Module):
    """A logit for each pair of squares: how well what stands on one goes with what the other offers."""

    def __init__(self, width: int):
        super().__init__()
        self.origin, self.target = nn.Conv2d(width, POLICY_WIDTH, 1), nn.Conv2d(width, POLICY_WIDTH, 1)

    def forward(self, planes: Tensor) -> Tensor:
        origin, target = self.origin(planes).flatten(2), self.target(planes).flatten(2)
        return (origin.transpose(1, 2) @ target).flatten(1) * POLICY_WIDTH**-0.5


class Teacher(nn.Module):
    """Value in units of CENTIPAWNS, as the small network's output, and logits by 64 * from + to."""

    def __init__(self, blocks: int = 10, width: int = 128):
        super().__init__()
        self.blocks, self.width = blocks, width
        self.stem, self.stem_norm = convolution(len(model.PLANES), width), nn.BatchNorm2d(width)
        self.body = nn.Sequential(*[Block(width) for _ in range(blocks)])
        self.value = nn.Sequential(
            nn.Conv2d(width, VALUE_PLANES, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(64 * VALUE_PLANES, VALUE_WIDTH),
            nn.ReLU(),
            nn.Linear(VALUE_WIDTH, 1),
        )
        self.policy = Policy(width)
        self.register_buffer("planes", torch.tensor(model.PLANES, dtype=torch.uint8), persistent=False)

    def trunk(self, own: Tensor) -> Tensor:
        kind = self.stem.weight.dtype
        seen = (own[:, None, :] == self.planes[None, :, None]).to(kind).view(-1, len(model.PLANES), 8, 8)
        return self.body(F.relu(self.stem_norm(self.stem(seen.contiguous(memory_format=torch.channels_last)))))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        planes = self.trunk(batch.own)
        return self.value(planes)[:, 0].float(), self.policy(planes).float()

    def judge(self, batch: Batch) -> Tensor:
        """The value alone."""
        return self.value(self.trunk(batch.own))[:, 0].float()


def move(words: Tensor) -> Tensor:
    """The best move of each position, 64 * from + to in the view of the network; -1 where none is known."""
    facts = words[:, 3]
    turn = torch.where((facts >> 24 & 4) != 0, 7, 0)
    origin, target = (facts >> 48 & 63) ^ turn, (facts >> 54 & 63) ^ turn
    return torch.where(origin == target, -1, 64 * origin + target)


def quiet(words: Tensor) -> Tensor:
    """Whether the best move neither captures nor promotes. A small network is asked about no other positions."""
    return (words[:, 3] >> 60 & 15) < 4


def loss(teacher: Teacher, words: Tensor, mixing: Tensor, scale: float, weight: float) -> Tensor:
    """Squared error of the expected score of quiet positions, and this much of the cross-entropy of the best move of all."""
    batch = model.decode(words)
    value, policy = teacher(batch)
    counts = quiet(words).float()
    error = (torch.sigmoid(value * (CENTIPAWNS / scale)) - model.target(batch, mixing, scale)) ** 2
    error = (error * counts).sum() / counts.sum().clamp(min=1)
    if not weight:
        return error
    # Without any known move the mean would be of nothing.
    surprise = F.cross_entropy(policy, move(words), ignore_index=-1, reduction="sum") / len(words)
    return error + weight * surprise


@torch.no_grad()
def folded(teacher: Teacher, kind: torch.dtype) -> Teacher:
    """The same teacher for judging only: norms folded into convolutions, weights of that kind."""
    made = Teacher(teacher.blocks, teacher.width).to(teacher.stem.weight.device)
    made.load_state_dict(teacher.state_dict())
    made.eval()
    made.stem, made.stem_norm = fuse_conv_bn_eval(made.stem, made.stem_norm), nn.Identity()
    for block in made.body:
        block.first, block.first_norm = fuse_conv_bn_eval(block.first, block.first_norm), nn.Identity()
        block.second, block.second_norm = fuse_conv_bn_eval(block.second, block.second_norm), nn.Identity()
    return made.to(dtype=kind, memory_format=torch.channels_last).requires_grad_(False)


def write(path: str | Path, teacher: Teacher, card: dict) -> None:
    tensors = {name: value.detach().float().cpu().numpy() for name, value in teacher.state_dict().items() if value.is_floating_point()}
    safetensors.write(path, tensors, {"blocks": teacher.blocks, "width": teacher.width, **card})


def read(path: str | Path) -> Teacher:
    """The teacher of a file."""
    tensors, card = safetensors.read(path)
    try:
        teacher = Teacher(int(card["blocks"]), int(card["width"]))
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{path} is not a teacher") from None
    missing = load(teacher, tensors)
    if missing:
        raise ValueError(f"{path} is not a complete teacher: {missing[0]} is missing or has another shape")
    return teacher


def load(teacher: Teacher, tensors: dict) -> list[str]:
    """Takes what fits from other weights; returns what starts from scratch."""
    state = teacher.state_dict()
    floating = [name for name, value in state.items() if value.is_floating_point()]
    fits = [name for name in floating if name in tensors and state[name].shape == tensors[name].shape]
    for name in fits:
        state[name].copy_(torch.from_numpy(tensors[name]))
    return [name for name in floating if name not in fits]
