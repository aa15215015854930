"""The model: the lower layers of a sentence encoder, and a head that compares premise and claim.

Premise and hypothesis are read together (a cross-encoder). Beside the first token's vector, the
head sees the means over the two texts, their difference and their product (after Conneau et al.
2017, "Supervised Learning of Universal Sentence Representations"): a sentence encoder's means say
something from the first step on, while its first token was never trained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoModel

from verifier.judges.nli_tokens import PairEncoder

CLASSES = ("entailment", "neutral", "contradiction")


class Network(nn.Module):
    """Logits of entailment, neutral and contradiction, shape [pairs, 3]."""

    def __init__(self, base: Path, layers: int) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(str(base), local_files_only=True)
        self.encoder.pooler = None
        stack = self.encoder.encoder
        stack.layer = stack.layer[:layers]
        size = self.encoder.config.hidden_size
        self.encoder.config.num_hidden_layers = layers
        self.dense = nn.Linear(5 * size, size)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(size, len(CLASSES))

    def take_over(self, weights: Mapping[str, Tensor]) -> None:
        """Load the weights of a network with as many layers, or fewer: those above stay.

        Raises:
            ValueError: the weights are of another kind of network.
        """
        left, strange = self.load_state_dict(weights, strict=False)
        if strange or not all(name.startswith("encoder.encoder.layer.") for name in left):
            raise ValueError(f"weights of another network: {[*strange, *left][:3]}")

    def freeze(self, layers: int) -> None:
        """Leave the embeddings and the lowest `layers` as they are."""
        self.encoder.embeddings.requires_grad_(False)
        for layer in self.encoder.encoder.layer[:layers]:
            layer.requires_grad_(False)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, claim_mask: Tensor) -> Tensor:
        """Logits.

        Args:
            input_ids: [pairs, tokens].
            attention_mask: 1 where there is a token, 0 where there is padding.
            claim_mask: 1 on the tokens of the hypothesis.
        """
        inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
        if self.encoder.config.model_type == "bert":
            inputs["token_type_ids"] = claim_mask
        states = self.encoder(**inputs)[0]
        claim = claim_mask.to(states.dtype).unsqueeze(-1)
        premise = attention_mask.to(states.dtype).unsqueeze(-1) - claim
        p = (states * premise).sum(1) / premise.sum(1).clamp(min=1.0)
        h = (states * claim).sum(1) / claim.sum(1).clamp(min=1.0)
        seen = torch.cat([states[:, 0], p, h, (p - h).abs(), p * h], dim=-1)
        logits: Tensor = self.out(self.drop(torch.tanh(self.dense(self.drop(seen)))))
        return logits


def mean_of(states: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """The mean of several networks' weights, each in the type it has in the first."""
    return {
        name: torch.stack([state[name].float() for state in states]).mean(0).to(tensor.dtype)
        for name, tensor in states[0].items()
    }


def encode(encoder: PairEncoder, pairs: list[tuple[str, str]]) -> tuple[Tensor, Tensor, Tensor]:
    """The network's inputs for (premise, hypothesis) pairs."""
    rows = encoder.batch(encoder.encode(pairs))
    return (
        torch.tensor(rows.input_ids),
        torch.tensor(rows.attention_mask),
        torch.tensor(rows.claim_mask),
    )
