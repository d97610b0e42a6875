"""Muon: steps in which all directions of a matrix of weights count alike.

AdamW scales every weight by itself. A matrix as a whole has a few directions in which its gradient is large; Muon makes
the momentum of its gradient orthogonal first (by five steps of a Newton-Schulz iteration), so that rare directions are
learned as fast as common ones. Kernels of convolutions are matrices with one row for each output; everything else
stays with AdamW. Steps are as long as those of AdamW, so that one learning rate serves both. (Keller Jordan, 2024; the
scale is that of Moonlight, 2025.)
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

MOMENTUM = 0.95
# The root mean square of the steps of AdamW, in learning rates.
STEP = 0.2


def orthogonal(matrices: Tensor) -> Tensor:
    """Matrices of the same singular vectors with all singular values near one."""
    made = matrices.bfloat16() if matrices.is_cuda else matrices
    made = made / (made.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    tall = made.size(-2) > made.size(-1)
    if tall:
        made = made.mT
    for _ in range(5):
        square = made @ made.mT
        made = 3.4445 * made + (-4.7750 * square + 2.0315 * square @ square) @ made
    return (made.mT if tall else made).to(matrices.dtype)


class Muon(torch.optim.AdamW):
    """AdamW for everything but the kernels of convolutions."""

    def __init__(self, network: nn.Module, **settings):
        learned = list(network.parameters())
        self.kernels = [weight for weight in learned if weight.ndim == 4]
        chosen = {id(weight) for weight in self.kernels}
        super().__init__([weight for weight in learned if id(weight) not in chosen], **settings)
        self.momenta = [torch.zeros_like(weight) for weight in self.kernels]

    @torch.no_grad()
    def step(self, closure=None):
        super().step(closure)
        rate, decay = self.param_groups[0]["lr"], self.param_groups[0]["weight_decay"]
        torch._foreach_lerp_(self.momenta, [weight.grad for weight in self.kernels], 1 - MOMENTUM)
        for shape in dict.fromkeys(weight.shape for weight in self.kernels):
            places = [place for place, weight in enumerate(self.kernels) if weight.shape == shape]
            # Nesterov: a look ahead by the momentum that the next step will have.
            ahead = [self.kernels[place].grad.lerp(self.momenta[place], MOMENTUM) for place in places]
            steps = orthogonal(torch.stack([kernel.flatten(1) for kernel in ahead]))
            longer = STEP * max(steps.shape[-2:]) ** 0.5
            for place, step in zip(places, steps):
                weight = self.kernels[place]
                weight.mul_(1 - rate * decay).sub_(step.view(shape), alpha=rate * longer)

    def zero_grad(self, set_to_none: bool = True) -> None:
        super().zero_grad(set_to_none)
        for weight in self.kernels:
            weight.grad = None

    def state_dict(self) -> dict:
        return {**super().state_dict(), "momenta": self.momenta}

    def load_state_dict(self, state: dict) -> None:
        state = dict(state)
        for momentum, kept in zip(self.momenta, state.pop("momenta")):
            momentum.copy_(kept)
        super().load_state_dict(state)
