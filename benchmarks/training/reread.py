"""An exported model -> a run that training can go on from, when its checkpoints are gone.

    python -m benchmarks.training.reread FOLDER BASE RUN

The weights are those of eight bits, multiplied out; what export.py shrank among the inputs of a
layer is put back into its weights. The command ends with an error where a weight cannot be told.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from benchmarks.training.network import Network

_LAYER = re.compile(r"encoder\.encoder\.layer\.(\d+)\.")
_WORDS = "encoder.embeddings.word_embeddings"


def reread(file: Path) -> dict[str, Tensor]:
    """The network's weights by name, as in its state, from the exported `file`.

    Raises:
        KeyError: the file was not made by export.py in eight bits.
    """
    graph = onnx.load(str(file)).graph
    tensors = {t.name: torch.tensor(numpy_helper.to_array(t)) for t in graph.initializer}
    for node in graph.node:  # equal tensors are stored once
        if node.op_type == "Identity" and node.input[0] in tensors:
            tensors[node.output[0]] = tensors[node.input[0]]
    weights = {name: tensor for name, tensor in tensors.items() if _is_weight(name)}
    weights[f"{_WORDS}.weight"] = tensors[f"{_WORDS}.rows"].float() * tensors[f"{_WORDS}.scale"]
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            name = re.sub(r"(/layer/MatMul|/Gemm_MatMul)_quant$", "", node.name)
            name = name.removeprefix("/").replace("/", ".")
            matrix = _multiplied_out(node.input, tensors)
            shrunk = tensors.get(f"{name}.shrunk")
            if shrunk is not None:
                matrix = matrix * shrunk[:, None]
                weights[f"{name}.bias"] = tensors[f"{name}.layer.bias"]
            weights[f"{name}.weight"] = matrix.T.contiguous()
    return weights


def _is_weight(name: str) -> bool:
    return name.endswith((".weight", ".bias")) and ".layer.bias" not in name


def _multiplied_out(inputs: list[str], tensors: Mapping[str, Tensor]) -> Tensor:
    """The matrix [inputs, outputs] of an integer product."""
    rows, zero = tensors[inputs[1]].float(), tensors[inputs[3]].float()
    product: Tensor = (rows - zero) * tensors[inputs[1].removesuffix("_quantized") + "_scale"]
    return product


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("run", type=Path)
    args = parser.parse_args()
    weights = reread(args.folder / "model.onnx")
    layers = 1 + max(int(found[1]) for name in weights if (found := _LAYER.match(name)))
    network = Network(args.base, layers)
    network.load_state_dict(weights)
    args.run.mkdir(parents=True, exist_ok=True)
    torch.save({"network": network.state_dict()}, args.run / "final.pt")
    print(f"{layers} layers: {args.run / 'final.pt'}")


if __name__ == "__main__":
    main()
