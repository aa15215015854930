"""Train one model on pairs; stops and goes on at any time.

    python -m benchmarks.training.train PAIRS.jsonl BASE RUN [--layers 8] [--frozen 3]

RUN holds checkpoint.pt (written every --every seconds of processor time and on SIGTERM; the
command goes on from it), log.jsonl, and settings.json. The learning rate is constant after the
warm-up; to finish, write a number of pairs to RUN/cooldown: the rate falls to zero over so many,
then RUN/final.pt is written. Meanwhile checkpoint.pt also holds a running mean of the weights, good
to measure.

With --peers N, N processes that are started alike but for --rank 0 to N-1 train one model.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from benchmarks.training.network import Network, encode, mean_of
from benchmarks.training.peers import Peers
from verifier.judges.nli_tokens import PairEncoder

CHUNK = 512
TOGETHER = 8
"""After so many batches the processes of a run agree."""
CLASS_OF = {"supported": (0,), "unsupported": (1,), "contradicted": (2,), "not_supported": (1, 2)}


def batches(
    pairs: list[dict[str, str]], size: int, seed: int, start: int
) -> Iterator[list[dict[str, str]]]:
    """Batches of like length from batch number `start` on, for ever; each epoch in a new order."""
    number = epoch = 0
    while True:
        order = list(pairs)
        if epoch:
            random.Random(f"{seed}:epoch:{epoch}").shuffle(order)
        for at in range(0, len(order), CHUNK):
            part = sorted(order[at : at + CHUNK], key=lambda p: len(p["premise"] + p["hypothesis"]))
            cut = [part[i : i + size] for i in range(0, len(part), size)]
            random.Random(f"{seed}:{epoch}:{at}").shuffle(cut)
            for batch in cut:
                if number >= start:
                    yield batch
                number += 1
        epoch += 1


def loss_of(logits: Tensor, targets: list[str]) -> Tensor:
    """Mean negative log-likelihood; for "not supported", of the sum of two classes."""
    mask = torch.full(logits.shape, float("-inf"))
    for row, target in enumerate(targets):
        for column in CLASS_OF[target]:
            mask[row, column] = 0.0
    likely = torch.log_softmax(logits.float(), dim=-1)
    return -torch.logsumexp(likely + mask, dim=-1).mean()


class Run:
    """A training run and its files."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.folder: Path = args.run
        self.folder.mkdir(parents=True, exist_ok=True)
        self.peers = Peers(self.folder, args.rank, args.peers)
        torch.manual_seed(args.seed)
        self.network = Network(args.base, args.layers)
        if args.start:
            finals = [torch.load(run / "final.pt", weights_only=True) for run in args.start]
            self.network.take_over(mean_of([final["network"] for final in finals]))
        torch.manual_seed(args.seed + args.rank)
        self.network.freeze(args.frozen)
        self.network.train()
        learnt = [(n, p) for n, p in self.network.named_parameters() if p.requires_grad]
        head = [p for n, p in learnt if not n.startswith("encoder.")]
        body = [p for n, p in learnt if n.startswith("encoder.") and p.dim() > 1]
        rest = [p for n, p in learnt if n.startswith("encoder.") and p.dim() == 1]
        self.optimizer = torch.optim.AdamW(
            [
                {"params": body, "peak": args.rate, "weight_decay": 0.01},
                {"params": rest, "peak": args.rate, "weight_decay": 0.0},
                {"params": head, "peak": args.rate * args.head_factor, "weight_decay": 0.01},
            ],
            lr=args.rate,
            betas=(0.9, 0.98),
        )
        self.learnt = learnt
        self.mean = {n: p.detach().clone() for n, p in learnt}
        self.batch = self.seen = 0
        self.cooldown: tuple[int, int] | None = None
        self.stopping = False

    def save(self, name: str) -> None:
        """Write the state; the old file stays whole until the new one is."""
        state = {
            "network": self.network.state_dict(),
            "mean": self.mean,
            "optimizer": self.optimizer.state_dict(),
            "batch": self.batch,
            "seen": self.seen,
            "cooldown": self.cooldown,
            "rng": torch.get_rng_state(),
        }
        partial = self.folder / f"{name}.partial"
        torch.save(state, partial)
        partial.replace(self.folder / f"{name}.pt")

    def load(self) -> None:
        """Go on from the checkpoint, if there is one."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return
        state: dict[str, Any] = torch.load(path, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.mean = state["mean"]
        self.batch, self.seen, self.cooldown = state["batch"], state["seen"], state["cooldown"]
        torch.set_rng_state(state["rng"])

    def factor(self) -> float:
        """What the peak learning rate is multiplied by now."""
        warm: float = min(1.0, (self.seen + 1) / self.args.warm)
        if self.cooldown is None:
            return warm
        start, length = self.cooldown
        return warm * max(0.0, 1.0 - (self.seen - start) / length)

    def agree(self) -> None:
        """Take the mean of all processes' weights, and end together."""
        self.peers.mean(p for _, p in self.learnt)
        asked = self.folder / "cooldown"
        length = max(1, int(asked.read_text())) if asked.exists() else 0
        length, stopping = self.peers.agreed((length, int(self.stopping)))
        if self.cooldown is None and length:
            self.cooldown = (self.seen, length)
        self.stopping = bool(stopping)

    def step(self, inputs: tuple[Tensor, Tensor, Tensor], targets: list[str], seen: int) -> float:
        """Learn from one batch, which all processes see `seen` pairs of; the loss."""
        factor = self.factor()
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * factor
        with torch.autocast("cpu", torch.bfloat16, enabled=self.args.bfloat16):
            logits = self.network(*inputs)
        loss = loss_of(logits, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for _, p in self.learnt], 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.batch += 1
        self.seen += seen
        if self.batch % 4 == 0:
            kept = min(0.5 ** (4 * seen / self.args.half_life), self.batch / (self.batch + 40))
            with torch.no_grad():
                for n, p in self.learnt:
                    self.mean[n].lerp_(p, 1.0 - kept)
        return float(loss.detach())

    def go(self, pairs: list[dict[str, str]]) -> None:
        """Train until the cool-down ends or SIGTERM comes."""
        encoder = PairEncoder(
            self.args.base / "tokenizer.json",
            self.args.tokens,
            self.network.encoder.config.pad_token_id,
        )
        saved = logged = time.process_time()
        losses: list[float] = []
        seen = self.seen
        size = self.args.batch * self.peers.count
        for whole in batches(pairs, size, self.args.seed, self.batch):
            batch = self.peers.share(whole)
            inputs = encode(encoder, [(p["premise"], p["hypothesis"]) for p in batch])
            losses.append(self.step(inputs, [p["target"] for p in batch], len(whole)))
            now = time.process_time()
            if len(losses) == 20:
                line = {
                    "seen": self.seen,
                    "loss": round(sum(losses) / len(losses), 4),
                    "pairs_a_second": round((self.seen - seen) / (now - logged), 2),
                    "time": time.strftime("%H:%M:%S"),
                }
                log_file = self.folder / f"log{self.peers.rank or ''}.jsonl"
                with log_file.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(line) + "\n")
                losses, logged, seen = [], now, self.seen
            if self.batch % TOGETHER:
                continue
            self.agree()
            done = self.cooldown is not None and self.factor() <= 0.0
            ends = done or self.stopping
            if self.peers.leads and (ends or now - saved > self.args.every):
                self.save("final" if done else "checkpoint")
                saved = now
            if ends:
                return


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pairs", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--frozen", type=int, default=3)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--tokens", type=int, default=144)
    parser.add_argument("--rate", type=float, default=4e-5)
    parser.add_argument("--head-factor", type=float, default=5.0)
    parser.add_argument("--warm", type=int, default=800, help="pairs")
    parser.add_argument("--half-life", type=float, default=1500.0, help="of the mean, in pairs")
    parser.add_argument("--every", type=float, default=240.0, help="seconds of processor time")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument(
        "--start",
        type=Path,
        nargs="+",
        default=[],
        help="finished runs to go on from on other pairs: their mean where there are several; "
        "layers that they have not are as in the base",
    )
    parser.add_argument("--peers", type=int, default=1, help="processes that train this model")
    parser.add_argument("--rank", type=int, default=0, help="which of them this one is")
    parser.add_argument("--bfloat16", action="store_true", help="AVX-512 BF16 or AMX only")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    run = Run(args)
    run.load()
    (run.folder / "settings.json").write_text(json.dumps(vars(args), default=str, indent=1))
    signal.signal(signal.SIGTERM, lambda *_: setattr(run, "stopping", True))
    lines = args.pairs.read_text(encoding="utf-8").splitlines()
    run.go([json.loads(line) for line in lines])


if __name__ == "__main__":
    main()
