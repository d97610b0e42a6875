"""Processes that train one network together: `torchrun --nproc_per_node 8 trainer/train.py ...` with the same words.

Each process computes its part of every batch; gradients and losses are averaged, so that the run is the one that a
single process would make. A process that was started alone is a group of one.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

import torch
import torch.distributed as distributed
from torch import Tensor


@dataclass
class Group:
    rank: int
    size: int
    device: str

    @property
    def leads(self) -> bool:
        """One process reports, saves and writes."""
        return self.rank == 0

    def part(self, words: Tensor) -> Tensor:
        """This process's share of a batch."""
        return words[self.rank :: self.size] if self.size > 1 else words

    @torch.no_grad()
    def average(self, tensors: list[Tensor]) -> None:
        """Replaces tensors by their mean over all processes, in one message."""
        if self.size == 1 or not tensors:
            return
        flat = torch.cat([tensor.reshape(-1) for tensor in tensors])
        distributed.all_reduce(flat)
        flat /= self.size
        for tensor, mean in zip(tensors, flat.split([tensor.numel() for tensor in tensors])):
            tensor.copy_(mean.view_as(tensor))

    def agreed(self, number: float) -> float:
        """The first process's number, so that all act by one clock."""
        if self.size == 1:
            return number
        shared = torch.tensor([number], dtype=torch.float64, device=self.device)
        distributed.broadcast(shared, 0)
        return shared.item()

    def leave(self) -> None:
        """Waits for all, the first one's files included. A process of several ends here.

        PyTorch's threads now and then abort a process while the interpreter shuts down, after all the work is done
        ("terminate called without an active exception"), and torchrun takes that for a failed run. So the shutdown is
        left out.
        """
        if self.size > 1:
            distributed.barrier()
            distributed.destroy_process_group()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)


def join(device: str) -> Group:
    """The group that torchrun started this process in."""
    size = int(os.environ.get("WORLD_SIZE", 1))
    if size == 1:
        return Group(0, 1, device)
    on_gpu = device.startswith("cuda")
    if on_gpu:
        device = f"cuda:{os.environ['LOCAL_RANK']}"
        torch.cuda.set_device(device)
    distributed.init_process_group("nccl" if on_gpu else "gloo")
    return Group(distributed.get_rank(), size, device)
