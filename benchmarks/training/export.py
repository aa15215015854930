"""Checkpoints -> a folder with an int8 ONNX model, its tokenizer and its manifest.

    python -m benchmarks.training.export OUT RUN [RUN ...] [--pairs PAIRS.jsonl] [--scheme SCHEME]

Several runs of one base are averaged, weight by weight. OUT/model.onnx, whose large tensors lie in
files beside it, answers like the network does, except for the quantisation; with --pairs, outliers
among the inputs of layers are evened out by the first pairs, and OUT/export.json says how far the
two are apart on the last ones.
The schemes: int8-7bit keeps weights within seven bits, for processors whose 8-bit products
saturate (AVX2, AVX-512 without VNNI); int8 uses all eight; uint8 has unsigned weights; float does
not quantise.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

from benchmarks.training.network import Network, encode, mean_of
from verifier.judges.nli import FORMAT, MANIFEST, load
from verifier.judges.nli_tokens import PairEncoder

USUAL = 0.97
"""Share of a layer's inputs that are left as they are; the others are shrunk to the next size."""
GRAPH: Final = "model.onnx"
BESIDE: Final = {"words.bin": "encoder.embeddings.", "layers.bin": ""}
"""Files for large tensors, and how the names of these begin; in one file they would be too large
for some hosts."""
LARGE: Final = 1 << 16
"""Bytes of a tensor that is kept beside the graph."""
SCHEMES = ("int8-7bit", "int8", "uint8", "float")


class RowwiseEmbedding(nn.Module):
    """A table of vectors in int8, with a scale for each row."""

    def __init__(self, table: Tensor) -> None:
        super().__init__()
        scale = table.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("rows", (table / scale).round().to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, ids: Tensor) -> Tensor:
        """The vectors of `ids`, by operations that keep the table small in the file."""
        found: Tensor = self.rows[ids].to(torch.float32) * self.scale[ids]
        return found


def read_run(run: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """A run's settings and weights: the final ones, else the running mean of its checkpoint."""
    settings = json.loads((run / "settings.json").read_text())
    final = run / "final.pt"
    state = torch.load(final if final.exists() else run / "checkpoint.pt", weights_only=True)
    weights = dict(state["network"])
    if not final.exists():
        weights.update(state["mean"])
    settings["seen"] = state["seen"]
    return settings, weights


class Evened(nn.Module):
    """A linear layer whose largest inputs are divided by a factor, and their weights multiplied.

    It answers as before. But all its inputs share one scale in eight bits, so that a few large ones
    would leave the others a few steps only.
    """

    def __init__(self, layer: nn.Linear, largest: Tensor) -> None:
        super().__init__()
        usual = torch.quantile(largest, USUAL).clamp(min=1e-4)
        factor = (largest / usual).clamp(min=1.0)
        self.register_buffer("shrunk", 1.0 / factor)
        self.layer = nn.Linear(layer.in_features, layer.out_features)
        self.layer.weight = nn.Parameter(layer.weight.detach() * factor)
        self.layer.bias = nn.Parameter(layer.bias.detach())

    def forward(self, inputs: Tensor) -> Tensor:
        """The layer's answer."""
        answer: Tensor = self.layer(inputs * self.shrunk)
        return answer


def even_out(network: Network, encoder: PairEncoder, pairs: Sequence[tuple[str, str]]) -> None:
    """Make the inputs of the encoder's layers of like size, as far as `pairs` show them.

    After Xiao et al. 2023, "SmoothQuant", who balance inputs and weights; here only the outliers
    among the inputs are shrunk.
    """
    largest: dict[str, Tensor] = {}

    def watch(name: str) -> Callable[[nn.Module, tuple[Tensor, ...]], None]:
        def seen(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
            most = inputs[0].detach().abs().flatten(0, -2).amax(0)
            largest[name] = torch.maximum(largest[name], most) if name in largest else most

        return seen

    layers = {n: m for n, m in network.encoder.named_modules() if isinstance(m, nn.Linear)}
    hooks = [layer.register_forward_pre_hook(watch(name)) for name, layer in layers.items()]
    with torch.inference_mode():
        for pair in pairs:
            network(*encode(encoder, [pair]))
    for hook in hooks:
        hook.remove()
    for name, layer in layers.items():
        parent, _, last = name.rpartition(".")
        setattr(network.encoder.get_submodule(parent), last, Evened(layer, largest[name]))


def averaged(runs: Sequence[Path]) -> tuple[Network, dict[str, Any]]:
    """The network with the mean of the runs' weights, and what was read."""
    read = [read_run(run) for run in runs]
    settings = read[0][0]
    network = Network(Path(settings["base"]), settings["layers"])
    network.load_state_dict(mean_of([weights for _, weights in read]))
    network.eval()
    settings["runs"] = [
        {"run": run.name, "seen": s["seen"]} for run, (s, _) in zip(runs, read, strict=True)
    ]
    return network, settings


def to_onnx(network: Network, encoder: PairEncoder, file: Path) -> None:
    """Write the network in float, its table of word vectors in int8 by row."""
    words = network.encoder.embeddings.word_embeddings
    network.encoder.embeddings.word_embeddings = RowwiseEmbedding(words.weight.detach())
    inputs = encode(encoder, [("a premise of a few words", "a claim"), ("a", "longer than that")])
    names = ["input_ids", "attention_mask", "claim_mask"]
    axes = {name: {0: "pairs", 1: "tokens"} for name in names}
    torch.onnx.export(
        network,
        inputs,
        str(file),
        input_names=names,
        output_names=["logits"],
        dynamic_axes={**axes, "logits": {0: "pairs"}},
        opset_version=17,
        dynamo=False,
    )
    network.encoder.embeddings.word_embeddings = words


def quantise(source: Path, target: Path, scheme: str) -> None:
    """The matrices in eight bits, a scale and a zero point for each column."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    if scheme == "float":
        shutil.copyfile(source, target)
        return
    quantize_dynamic(
        str(source),
        str(target),
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        reduce_range=scheme == "int8-7bit",
        weight_type=QuantType.QUInt8 if scheme == "uint8" else QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True, "WeightSymmetric": False},
    )


def put_beside(file: Path) -> None:
    """Move the large tensors of the model in `file` to files beside it, named in BESIDE.

    They are mapped into memory when the model is loaded, where a tensor in `file` is copied.
    """
    import onnx
    from onnx import numpy_helper
    from onnx.external_data_helper import set_external_data

    model = onnx.load(str(file))
    for name in BESIDE:
        (file.parent / name).unlink(missing_ok=True)
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.nbytes >= LARGE:
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
            place = next(n for n, start in BESIDE.items() if tensor.name.startswith(start))
            set_external_data(tensor, place)
    onnx.save_model(model, str(file))


def compare(
    network: Network, encoder: PairEncoder, folder: Path, pairs: list[tuple[str, str]]
) -> dict[str, float]:
    """How far the exported model's answers are from the network's, and its time a pair."""
    model = load(folder)
    if model is None:
        raise SystemExit(f"{folder} cannot be loaded")
    start = time.process_time()
    said = torch.tensor(model.scores(pairs))
    seconds = time.process_time() - start
    with torch.inference_mode():
        expected = torch.cat(
            [
                network(*encode(encoder, pairs[at : at + 16])).softmax(-1)
                for at in range(0, len(pairs), 16)
            ]
        )
    difference = (said - expected).abs()
    return {
        "pairs": len(pairs),
        "answers_changed": float((said.argmax(-1) != expected.argmax(-1)).float().mean()),
        "mean_difference": float(difference[:, 0].mean()),
        "worst_difference": float(difference.max()),
        "milliseconds_a_pair": 1000 * seconds / len(pairs),
        "tokens_a_pair": sum(len(p.ids) for p in encoder.encode(pairs)) / len(pairs),
    }


def write_folder(
    network: Network,
    settings: dict[str, Any],
    out: Path,
    scheme: str,
    temperature: float,
    seen: Sequence[tuple[str, str]],
) -> PairEncoder:
    """Export into `out`; the encoder to read it with.

    Args:
        seen: pairs by which the inputs of layers are evened out first; none to leave them.
    """
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(Path(settings["base"]) / "tokenizer.json", out / "tokenizer.json")
    padding = int(network.encoder.config.pad_token_id)
    encoder = PairEncoder(out / "tokenizer.json", settings["tokens"], padding)
    if seen:
        even_out(network, encoder, seen)
    with tempfile.TemporaryDirectory() as scratch:
        to_onnx(network, encoder, Path(scratch) / "float.onnx")
        quantise(Path(scratch) / "float.onnx", out / GRAPH, scheme)
    put_beside(out / GRAPH)
    manifest = {
        "format": FORMAT,
        "files": {
            name: hashlib.sha256((out / name).read_bytes()).hexdigest()
            for name in (GRAPH, *BESIDE, "tokenizer.json")
        },
        "most_tokens": settings["tokens"],
        "padding": padding,
        "temperature": temperature,
    }
    (out / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return encoder


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--most", type=int, default=400, help="pairs to compare on")
    parser.add_argument("--even", type=int, default=100, help="pairs to even the inputs by")
    parser.add_argument("--scheme", choices=SCHEMES, default="int8-7bit")
    parser.add_argument("--temperature", type=float, default=1.0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    network, settings = averaged(args.runs)
    lines = args.pairs.read_text(encoding="utf-8").splitlines() if args.pairs else []
    pairs = [(p["premise"], p["hypothesis"]) for p in map(json.loads, lines)]
    seen = pairs[: args.even]
    encoder = write_folder(network, settings, args.out, args.scheme, args.temperature, seen)
    about: dict[str, Any] = {
        "runs": settings["runs"],
        "scheme": args.scheme,
        "bytes": {name: (args.out / name).stat().st_size for name in (GRAPH, *BESIDE)},
    }
    if args.pairs:
        about["compared"] = compare(network, encoder, args.out, pairs[-args.most :])
    (args.out / "export.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(about, indent=1))


if __name__ == "__main__":
    main()
