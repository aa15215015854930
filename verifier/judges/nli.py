"""An entailment model of our own: how likely a passage entails, leaves open or contradicts a claim.

The model's files come with the package; nothing is ever downloaded. Where they or the libraries are
missing or damaged, `load()` gives None and `why_unavailable()` the reason.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from verifier.errors import Cancelled
from verifier.judges.nli_tokens import Batch, EncodedPair, PairEncoder

WEIGHTS: Final = Path(__file__).parent / "weights"
"""Where the package keeps the model."""

FOLDER_VARIABLE: Final = "LLMFEEDER_MODEL"
"""The environment variable that names another model's folder, or says "off"."""

MANIFEST: Final = "model.json"
LIBRARIES: Final = ("numpy", "onnxruntime", "tokenizers")
FORMAT: Final = 1
MOST_THREADS: Final = 4

Run = Callable[[Batch], Sequence[Sequence[float]]]
"""Answers a batch with logits, [pairs][3]: entailment, neutral, contradiction."""


class Probabilities(NamedTuple):
    """What a passage says of a claim; the three add up to 1."""

    entails: float
    neutral: float
    contradicts: float


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the weights folder says of its model.

    Attributes:
        files: the name of each file and its SHA-256 in hexadecimal; holds "model.onnx" and
            "tokenizer.json".
        most_tokens: of a pair.
        padding: the token id that fills rows up.
        temperature: what the logits are divided by, fitted on labelled claims.
    """

    files: Mapping[str, str]
    most_tokens: int
    padding: int
    temperature: float

    @property
    def digest(self) -> str:
        """Names the model: changes with any of its files and settings."""
        parts = [self.most_tokens, self.padding, self.temperature, sorted(self.files.items())]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of `folder`.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not what this version of the program expects.
    """
    found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    try:
        if found["format"] != FORMAT:
            raise ValueError(f"format {found['format']!r} is not {FORMAT}")
        files = {str(name): str(digest) for name, digest in found["files"].items()}
        missing = {"model.onnx", "tokenizer.json"} - files.keys()
        if missing:
            raise ValueError(f"{', '.join(sorted(missing))} not listed")
        return Manifest(
            files, int(found["most_tokens"]), int(found["padding"]), float(found["temperature"])
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a model's manifest: {error!r}") from error


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def model_folder() -> Path | None:
    """Where the model is that this run uses; None where it is to use none."""
    named = os.environ.get(FOLDER_VARIABLE, "").strip()
    if named.lower() == "off":
        return None
    return Path(named).expanduser().absolute() if named else WEIGHTS


def why_unavailable(folder: Path | None) -> str | None:
    """Why the model in `folder` cannot be used, for people to read; None when it can.

    Every file is read once and compared with the manifest's hash.
    """
    if folder is None:
        return f"{FOLDER_VARIABLE} is off"
    if not (folder / MANIFEST).is_file():
        return f"there is no entailment model in {folder}"
    missing = _missing_libraries()
    if missing:
        return f"{', '.join(missing)} not installed: install llmfeeder again"
    try:
        manifest = read_manifest(folder)
        for name, digest in manifest.files.items():
            if Path(name).name != name or _sha256(folder / name) != digest:
                return f"{folder / name} is damaged: install llmfeeder again"
    except (OSError, ValueError) as error:
        return f"the entailment model cannot be read: {error}"
    return None


def is_present(folder: Path | None) -> bool:
    """Whether there is a model in `folder` and what runs it; its files are not read."""
    return folder is not None and (folder / MANIFEST).is_file() and not _missing_libraries()


def _missing_libraries() -> list[str]:
    return [name for name in LIBRARIES if importlib.util.find_spec(name) is None]


def cores() -> int:
    """How many processor cores the model may use."""
    return min(MOST_THREADS, os.cpu_count() or 1)


def load(folder: Path, threads: int | None = None) -> EntailmentModel | None:
    """The model in `folder`, or None where `why_unavailable()` gives a reason.

    Args:
        folder: holds the manifest and the files it lists.
        threads: processor cores that one pair may use; all, but at most MOST_THREADS, when None.
    """
    if why_unavailable(folder) is not None:
        return None
    manifest = read_manifest(folder)
    try:
        run = _session(folder / "model.onnx", threads or cores())
        encoder = PairEncoder(folder / "tokenizer.json", manifest.most_tokens, manifest.padding)
    except Exception:  # the libraries raise types of their own for files made by later versions
        return None
    return EntailmentModel(run, encoder, manifest.digest, manifest.temperature)


def _session(file: Path, threads: int) -> Run:
    import numpy
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that wait busily double the processor time beside any other work.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def run(batch: Batch) -> Sequence[Sequence[float]]:
        inputs = {
            name: numpy.asarray(rows, dtype=numpy.int64) for name, rows in batch._asdict().items()
        }
        logits: list[list[float]] = session.run(["logits"], inputs)[0].tolist()
        return logits

    return run


def _softmax(logits: Sequence[float], temperature: float) -> Probabilities:
    top = max(logits)
    powers = [math.exp((value - top) / temperature) for value in logits]
    whole = sum(powers)
    return Probabilities(*(power / whole for power in powers))


class EntailmentModel:
    """Scores pairs in batches of like length, and remembers what it scored.

    Safe to share between threads. The memory belongs to one model, so that its keys need no hash
    of the model; who keeps scores longer puts `digest` into the key.

    Args:
        batch: pairs in one run. In eight bits the pairs of a batch share the scales of what flows
            through the network, so that only pairs run alone always get the same answer; and on a
            plain processor a batch is no faster.

    Attributes:
        digest: names the model and its settings.
    """

    def __init__(
        self,
        run: Run,
        encoder: PairEncoder,
        digest: str,
        temperature: float = 1.0,
        batch: int = 1,
        remembered: int = 50_000,
    ) -> None:
        self.digest = digest
        self._run = run
        self._encoder = encoder
        self._temperature = temperature
        self._batch = batch
        self._remembered = remembered
        self._known: OrderedDict[tuple[str, str], Probabilities] = OrderedDict()
        self._lock = Lock()

    def scores(
        self,
        pairs: Sequence[tuple[str, str]],
        cancelled: Callable[[], bool] = lambda: False,
    ) -> list[Probabilities]:
        """What each premise says of its claim, in the order given.

        Args:
            pairs: (premise, claim).
            cancelled: asked before each batch.

        Raises:
            Cancelled: `cancelled` said so; what was scored until then is remembered.
        """
        answers = self._recall(pairs)
        open_pairs = [pair for pair in dict.fromkeys(pairs) if pair not in answers]
        encoded = sorted(
            zip(self._encoder.encode(open_pairs), open_pairs, strict=True),
            key=lambda item: len(item[0].ids),
        )
        for start in range(0, len(encoded), self._batch):
            if cancelled():
                raise Cancelled
            answers.update(self._answer(encoded[start : start + self._batch]))
        return [answers[pair] for pair in pairs]

    def _recall(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Probabilities]:
        with self._lock:
            found = {pair: self._known[pair] for pair in pairs if pair in self._known}
            for pair in found:
                self._known.move_to_end(pair)
        return found

    def _answer(
        self, part: Sequence[tuple[EncodedPair, tuple[str, str]]]
    ) -> dict[tuple[str, str], Probabilities]:
        logits = self._run(self._encoder.batch([encoded for encoded, _ in part]))
        answers = {
            pair: _softmax(row, self._temperature)
            for (_, pair), row in zip(part, logits, strict=True)
        }
        with self._lock:
            self._known.update(answers)
            while len(self._known) > self._remembered:
                self._known.popitem(last=False)
        return answers


class ModelOnDemand:
    """The model in a folder, loaded when it is first asked: often the cache has all its answers.

    Attributes:
        digest: names the model and its settings.
    """

    def __init__(self, folder: Path, digest: str) -> None:
        self.digest = digest
        self._folder = folder
        self._lock = Lock()

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[Probabilities] | None:
        """As `EntailmentModel.scores`; None where the model cannot be used after all."""
        with self._lock:
            model = self._model
        return model.scores(pairs) if model else None

    @cached_property
    def _model(self) -> EntailmentModel | None:
        return load(self._folder)
