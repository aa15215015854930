"""Processes that train one model side by side, each on its share of every batch.

Each goes its own way for some batches; then all take the mean of their weights (local stochastic
gradient descent, Stich 2019). That keeps one thread a process, which is far faster here than two
threads, and costs next to nothing, where exchanging the gradients of every batch would cost a tenth
of the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor
from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors


class Peers:
    """The processes of a run; alone, it does nothing.

    Attributes:
        rank: this process, from 0.
        count: how many there are.
    """

    def __init__(self, folder: Path, rank: int, count: int) -> None:
        self.rank = rank
        self.count = count
        if count > 1:
            meeting = (folder / "meeting").resolve()
            dist.init_process_group(
                "gloo", init_method=f"file://{meeting}", rank=rank, world_size=count
            )

    @property
    def leads(self) -> bool:
        """Whether this process writes the files."""
        return self.rank == 0

    def share(self, batch: list[dict[str, str]]) -> list[dict[str, str]]:
        """What this process learns from, of a batch sorted by length."""
        return batch[self.rank :: self.count]

    def mean(self, weights: Iterable[Tensor]) -> None:
        """Put the mean over all processes into `weights`."""
        if self.count == 1:
            return
        tensors = [weight.detach() for weight in weights]
        flat = _flatten_dense_tensors(tensors)
        dist.all_reduce(flat)
        flat /= self.count
        with torch.no_grad():
            for tensor, new in zip(tensors, _unflatten_dense_tensors(flat, tensors), strict=True):
                tensor.copy_(new)

    def agreed(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """For each number the most that any process says."""
        if self.count == 1:
            return tuple(numbers)
        told = torch.tensor(list(numbers))
        dist.all_reduce(told, op=dist.ReduceOp.MAX)
        return tuple(int(number) for number in told)
