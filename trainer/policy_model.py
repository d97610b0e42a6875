"""The policy network as PyTorch trains it, and samples fetched where they lie.

Samples stay on the device that computes, all inputs in one row and all moves in another; a batch is cut out of both by
index arithmetic. On a GPU the layers are multiplied whole, zeros included, which is faster than picking rows; on a
CPU rows are picked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from policy_network import LIMIT, ONE, QB, PolicyWeights
from samples import CHARACTERS, DESTINATIONS, INPUTS, PLACES, ROWS, Samples, squares

MOST_PIECES = 32
# Positions with more legal moves are so rare that they are left out.
MOST_MOVES = 96
FEATURES = INPUTS // 4


@dataclass
class Batch:
    """Samples of one size: what is missing is masked."""

    inputs: Tensor  # [b, 32] the inputs that are one, INPUTS where there are fewer
    place: Tensor  # [b, k] the row of each legal move
    character: Tensor  # [b, k] its second row, from zero
    target: Tensor  # [b, k] its share, all of them together one
    legal: Tensor  # [b, k] whether there is such a move


class Set:
    """Samples on a device."""

    def __init__(self, samples: Samples, device: str):
        starts = lambda counts: np.concatenate([[0], np.cumsum(counts[:-1], dtype=np.int64)])
        keep = (samples.move_counts <= MOST_MOVES) & (samples.move_counts > 0) & (samples.input_counts <= MOST_PIECES)
        tensor = lambda values: torch.from_numpy(np.ascontiguousarray(values)).to(device)
        self.inputs = tensor(samples.inputs.astype(np.int16, copy=False))
        self.moves = tensor(samples.moves.view(np.int32))
        self.input_starts = tensor(starts(samples.input_counts)[keep])
        self.move_starts = tensor(starts(samples.move_counts)[keep])
        self.input_counts = tensor(samples.input_counts[keep])
        self.move_counts = tensor(samples.move_counts[keep])

    def __len__(self) -> int:
        return len(self.input_counts)

    def batch(self, which: Tensor) -> Batch:
        """The samples with those numbers. On a CPU there are only as many columns as the widest needs."""
        pieces, moves = MOST_PIECES, MOST_MOVES
        if not which.is_cuda:
            pieces, moves = int(self.input_counts[which].max()), int(self.move_counts[which].max())
        inputs, present = cut(self.inputs, self.input_starts[which], self.input_counts[which], pieces)
        words, legal = cut(self.moves, self.move_starts[which], self.move_counts[which], moves)
        words = torch.where(legal, words.long(), 0)
        share = (words >> 20 & 0xFFF).float()
        return Batch(
            inputs=torch.where(present, inputs.long(), INPUTS),
            place=words & 0xFFF,
            character=words >> 12 & 0xFF,
            target=share / share.sum(1, keepdim=True).clamp(min=1),
            legal=legal,
        )


def cut(flat: Tensor, starts: Tensor, counts: Tensor, width: int) -> tuple[Tensor, Tensor]:
    """That many columns of a row from each start, and which of them belong."""
    columns = torch.arange(width, device=flat.device)
    places = (starts[:, None] + columns).clamp(max=len(flat) - 1)
    return flat[places], columns < counts[:, None]


class Policy(nn.Module):
    """INPUTS -> hidden, halves multiplied -> ROWS. What inputs and rows have in common is learned once for all of them."""

    def __init__(self, hidden: int, seed: int = 0):
        super().__init__()
        random = torch.Generator().manual_seed(seed)
        normal = lambda *shape, size: nn.Parameter(torch.randn(*shape, generator=random) * size)
        self.first = nn.Parameter(torch.zeros(INPUTS, hidden))
        self.first_shared = normal(FEATURES, hidden, size=0.15)
        self.bias = nn.Parameter(torch.full((hidden,), 0.3))
        self.rows = nn.Parameter(torch.zeros(ROWS, hidden // 2))
        self.rows_shared = normal(DESTINATIONS, hidden // 2, size=0.1)
        self.row_bias = nn.Parameter(torch.zeros(ROWS))

    def whole_first(self) -> Tensor:
        shared = self.first_shared.repeat(4, 1)
        return (self.first + shared).clamp(-LIMIT / ONE, LIMIT / ONE)

    def whole_rows(self) -> Tensor:
        shared = torch.cat([self.rows_shared.repeat_interleave(2, 0), self.rows.new_zeros(CHARACTERS, self.rows.shape[1])])
        return (self.rows + shared).clamp(-LIMIT / QB, LIMIT / QB)

    def forward(self, batch: Batch) -> Tensor:
        """[b, k] the logit of each legal move; minus infinity where there is none."""
        logits = self.dense(batch) if self.first.is_cuda else self.sparse(batch)
        return logits.masked_fill(~batch.legal, -torch.inf)

    def dense(self, batch: Batch) -> Tensor:
        kind = torch.bfloat16 if self.first.is_cuda else torch.float32
        ones = torch.zeros(len(batch.inputs), INPUTS + 1, dtype=kind, device=self.first.device)
        ones = ones.scatter(1, batch.inputs, 1.0)[:, :INPUTS]
        hidden = self.activate((ones @ self.whole_first().to(kind)).float())
        outputs = (hidden.to(kind) @ self.whole_rows().to(kind).T).float() + self.row_bias
        return outputs.gather(1, batch.place) + outputs.gather(1, PLACES + batch.character)

    def sparse(self, batch: Batch) -> Tensor:
        padded = torch.cat([self.whole_first(), self.first.new_zeros(1, self.first.shape[1])])
        hidden = self.activate(F.embedding_bag(batch.inputs, padded, mode="sum"))
        rows = self.whole_rows()
        places = torch.bmm(F.embedding(batch.place, rows), hidden[:, :, None])[:, :, 0] + self.row_bias[batch.place]
        characters = hidden @ rows[PLACES:].T + self.row_bias[PLACES:]
        return places + characters.gather(1, batch.character)

    def activate(self, sums: Tensor) -> Tensor:
        left, right = (sums + self.bias).clamp(0, LIMIT / ONE).chunk(2, 1)
        return left * right

    def weights(self) -> PolicyWeights:
        array = lambda tensor: tensor.detach().float().cpu().numpy()
        return PolicyWeights(array(self.whole_first()), array(self.bias), array(self.whole_rows()), array(self.row_bias))

    @torch.no_grad()
    def load(self, weights: PolicyWeights) -> None:
        """Begins from other weights of the same width."""
        if weights.first.shape[1] != self.first.shape[1]:
            raise ValueError(f"a network of {weights.first.shape[1]} neurons cannot begin one of {self.first.shape[1]}")
        self.first_shared.zero_()
        self.rows_shared.zero_()
        pairs = [(self.first, weights.first), (self.bias, weights.bias), (self.rows, weights.rows), (self.row_bias, weights.row_bias)]
        for parameter, values in pairs:
            parameter.copy_(torch.from_numpy(np.array(values)))


class Guide:
    """A teacher that says how likely moves are; its head knows from and to alone."""

    # A promotion to less than a queen is taken for this much less likely than the queen.
    UNDERPROMOTION = 5.0

    def __init__(self, path: str, device: str):
        import residual

        kind = torch.bfloat16 if device.startswith("cuda") else torch.float32
        self.teacher = residual.folded(residual.read(path).to(device).eval(), kind)
        where = torch.from_numpy(squares()).to(device)
        self.pair = where[:, 0] * 64 + where[:, 1]
        self.less = ((where[:, 2] > 0) & (where[:, 2] < 4)).float() * self.UNDERPROMOTION

    @torch.no_grad()
    def shares(self, batch: Batch) -> Tensor:
        """[b, k] how likely the teacher finds each legal move."""
        logits = self.teacher.policy(self.teacher.trunk(codes(batch.inputs))).float()
        destination = batch.place >> 1
        found = logits.gather(1, self.pair[destination]) - self.less[destination]
        return found.masked_fill(~batch.legal, -torch.inf).softmax(1)


def codes(inputs: Tensor) -> Tensor:
    """[b, 64] what stands on each square as the teacher reads it: role, plus 8 for the other side, 15 for nothing."""
    feature = inputs % FEATURES
    code = feature // 64 % 6 + 8 * (feature // 384)
    boards = torch.full((len(inputs), 65), 15, dtype=torch.uint8, device=inputs.device)
    square = torch.where(inputs < INPUTS, feature % 64, 64)
    return boards.scatter(1, square, code.to(torch.uint8))[:, :64]


def loss(policy: Policy, batch: Batch, target: Tensor) -> Tensor:
    """Mean cross-entropy of the moves."""
    logs = policy(batch).log_softmax(1).masked_fill(~batch.legal, 0.0)
    return -(target * logs).sum(1).mean()
