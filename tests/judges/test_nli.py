"""The entailment model's runtime: a tiny random model, made here, stands in for the real one."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from verifier.errors import Cancelled
from verifier.judges import nli
from verifier.judges.nli import EntailmentModel, Probabilities, load
from verifier.judges.nli_tokens import Batch, PairEncoder

WORDS = "the a revenue rose fell by ten twelve percent lighthouse was built in".split()
VOCABULARY = {word: n for n, word in enumerate(["<s>", "<pad>", "</s>", "<unk>", *WORDS])}


def tiny_tokenizer(file: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel(VOCABULARY, "<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", 0), ("</s>", 2)],
    )
    tokenizer.save(str(file))


def tiny_network(file: Path) -> None:
    """Logits: the masked mean of an embedding of every token, plus that of the claim's tokens."""
    table = numpy.random.default_rng(3).normal(size=(len(VOCABULARY), 3)).astype("float32")
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["vectors"]),
        helper.make_node("Add", ["attention_mask", "claim_mask"], ["weights"]),
        helper.make_node("Cast", ["weights"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["floats", "last"], ["wide"]),
        helper.make_node("Mul", ["vectors", "wide"], ["weighed"]),
        helper.make_node("ReduceSum", ["weighed", "tokens"], ["logits"], keepdims=0),
    ]
    names = ("input_ids", "attention_mask", "claim_mask")
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(n, TensorProto.INT64, ["pairs", "tokens"]) for n in names],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["pairs", 3])],
        [
            numpy_helper.from_array(table, "table"),
            numpy_helper.from_array(numpy.array([-1]), "last"),
            numpy_helper.from_array(numpy.array([1]), "tokens"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(file))


def write_manifest(folder: Path, **changes: object) -> None:
    files = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in ("model.onnx", "tokenizer.json")
    }
    manifest: dict[str, object] = {
        "format": 1,
        "files": files,
        "most_tokens": 64,
        "padding": 1,
        "temperature": 1.0,
    }
    manifest.update(changes)
    (folder / "model.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny_tokenizer(tmp_path / "tokenizer.json")
    tiny_network(tmp_path / "model.onnx")
    write_manifest(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> PairEncoder:
    file = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    tiny_tokenizer(file)
    return PairEncoder(file, most=64)


class Counting:
    """Logits from what the claim's tokens add up to; keeps the batches it saw."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []

    def __call__(self, batch: Batch) -> Sequence[Sequence[float]]:
        self.batches.append(batch)
        return [
            [float(sum(i * c for i, c in zip(ids, claim, strict=True)) % 5), float(sum(mask)), 0.0]
            for ids, mask, claim in zip(*batch, strict=True)
        ]

    @property
    def pairs(self) -> int:
        return sum(len(batch.input_ids) for batch in self.batches)


PAIRS = [
    ("the revenue rose by ten percent", "revenue rose"),
    ("the lighthouse was built in ten", "the lighthouse fell"),
    ("the", "a lighthouse was built by ten percent in the revenue"),
    ("revenue fell", "revenue rose"),
]


class TestTheRealLibraries:
    def test_three_probabilities_that_add_up_to_one(self, folder: Path) -> None:
        model = load(folder)
        assert model is not None
        for answer in model.scores(PAIRS):
            assert sum(answer) == pytest.approx(1.0)
            assert all(0.0 < p < 1.0 for p in answer)

    def test_the_batch_does_not_change_the_answer(self, folder: Path) -> None:
        together, alone = load(folder), load(folder)
        assert together is not None
        assert alone is not None
        for pair, answer in zip(PAIRS, together.scores(PAIRS), strict=True):
            assert alone.scores([pair])[0] == pytest.approx(answer, abs=1e-6)

    def test_premise_and_claim_are_told_apart(self, folder: Path) -> None:
        model = load(folder)
        assert model is not None
        (a, b) = model.scores(
            [("revenue rose", "the lighthouse"), ("the lighthouse", "revenue rose")]
        )
        assert a != pytest.approx(b)

    def test_a_higher_temperature_is_less_sure(self, folder: Path) -> None:
        sure = load(folder)
        write_manifest(folder, temperature=4.0)
        unsure = load(folder)
        assert sure is not None
        assert unsure is not None
        assert max(unsure.scores(PAIRS[:1])[0]) < max(sure.scores(PAIRS[:1])[0])
        assert sure.digest != unsure.digest


class TestUnavailable:
    def test_a_glance_tells_whether_it_is_there(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert nli.is_present(folder)
        assert not nli.is_present(folder.parent)
        monkeypatch.setattr(nli, "LIBRARIES", ("no_such_library_here",))
        assert not nli.is_present(folder)

    def test_a_usable_folder_has_no_reason(self, folder: Path) -> None:
        assert nli.why_unavailable(folder) is None

    def test_no_weights(self, tmp_path: Path) -> None:
        assert load(tmp_path) is None
        assert "no entailment model in" in (nli.why_unavailable(tmp_path) or "")

    def test_a_library_is_missing(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(nli, "LIBRARIES", ("numpy", "no_such_library_here"))
        assert load(folder) is None
        assert "no_such_library_here not installed" in (nli.why_unavailable(folder) or "")

    @pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
    def test_a_changed_file_is_not_loaded(self, folder: Path, name: str) -> None:
        with (folder / name).open("ab") as file:
            file.write(b" ")
        assert load(folder) is None
        assert f"{name} is damaged" in (nli.why_unavailable(folder) or "")

    @pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
    def test_a_file_is_gone(self, folder: Path, name: str) -> None:
        (folder / name).unlink()
        assert load(folder) is None
        assert name in (nli.why_unavailable(folder) or "")

    @pytest.mark.parametrize(
        "text",
        ["", "{", "[]", "null", '{"format": 1}', '{"format": 2}', '{"format": 1, "files": {}}'],
    )
    def test_a_manifest_that_says_nothing_usable(self, folder: Path, text: str) -> None:
        (folder / "model.json").write_text(text)
        assert load(folder) is None
        assert "cannot be read" in (nli.why_unavailable(folder) or "")

    def test_a_file_outside_the_folder_is_refused(self, folder: Path, tmp_path: Path) -> None:
        outside = folder.parent / "outside.bin"
        outside.write_bytes(b"x")
        digest = hashlib.sha256(b"x").hexdigest()
        found = json.loads((folder / "model.json").read_text())
        write_manifest(folder, files={**found["files"], "../outside.bin": digest})
        assert load(folder) is None

    def test_an_intact_file_that_is_no_model(self, folder: Path) -> None:
        (folder / "model.onnx").write_bytes(b"not a model")
        write_manifest(folder)
        assert load(folder) is None


class TestBatching:
    def test_answers_come_in_the_order_asked(self, encoder: PairEncoder) -> None:
        one_by_one = [EntailmentModel(Counting(), encoder, "m").scores([p])[0] for p in PAIRS]
        small = EntailmentModel(Counting(), encoder, "m", batch=2)
        assert small.scores(PAIRS) == one_by_one

    def test_batches_hold_pairs_of_like_length(self, encoder: PairEncoder) -> None:
        run = Counting()
        EntailmentModel(run, encoder, "m", batch=2).scores(PAIRS)
        widths = [len(batch.input_ids[0]) for batch in run.batches]
        assert widths == sorted(widths)
        assert [len(batch.input_ids) for batch in run.batches] == [2, 2]

    def test_a_pair_is_scored_once(self, encoder: PairEncoder) -> None:
        run = Counting()
        model = EntailmentModel(run, encoder, "m")
        first = model.scores([PAIRS[0], PAIRS[1], PAIRS[0]])
        again = model.scores(PAIRS)
        assert first[0] == first[2] == again[0]
        assert run.pairs == len(PAIRS)

    def test_memory_is_bounded_and_keeps_the_latest(self, encoder: PairEncoder) -> None:
        run = Counting()
        model = EntailmentModel(run, encoder, "m", batch=1, remembered=2)
        model.scores(PAIRS[:2])
        model.scores(PAIRS[:1])
        model.scores(PAIRS[3:])
        assert run.pairs == 3
        model.scores(PAIRS[:1])
        assert run.pairs == 3
        model.scores(PAIRS[1:2])
        assert run.pairs == 4

    def test_more_pairs_than_memory(self, encoder: PairEncoder) -> None:
        model = EntailmentModel(Counting(), encoder, "m", batch=1, remembered=1)
        assert len(model.scores(PAIRS)) == len(PAIRS)

    def test_nothing_asked(self, encoder: PairEncoder) -> None:
        assert EntailmentModel(Counting(), encoder, "m").scores([]) == []

    def test_cancelling_keeps_what_is_done(self, encoder: PairEncoder) -> None:
        run = Counting()
        model = EntailmentModel(run, encoder, "m", batch=1)
        answers: Iterator[bool] = iter([False, True])
        with pytest.raises(Cancelled):
            model.scores(PAIRS, lambda: next(answers))
        model.scores(PAIRS)
        assert run.pairs == len(PAIRS)

    def test_threads_share_a_model(self, encoder: PairEncoder) -> None:
        model = EntailmentModel(Counting(), encoder, "m", batch=1, remembered=2)
        expected = model.scores(PAIRS)
        seen: list[list[Probabilities]] = []
        threads = [
            threading.Thread(target=lambda: seen.append(model.scores(PAIRS))) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen == [expected] * 4


class TestTokens:
    def test_a_pair_in_its_frame(self, encoder: PairEncoder) -> None:
        (pair,) = encoder.encode([("revenue rose", "the lighthouse")])
        revenue, rose, the, house = (
            VOCABULARY[w] for w in ("revenue", "rose", "the", "lighthouse")
        )
        assert pair.ids == [0, revenue, rose, 2, 2, the, house, 2]
        assert pair.ids[pair.claim_start : pair.claim_end] == [the, house]

    def test_a_long_premise_is_cut_and_the_claim_is_not(self, encoder: PairEncoder) -> None:
        (pair,) = encoder.encode([("ten " * 500, "revenue rose")])
        assert len(pair.ids) == 64
        assert pair.claim_end - pair.claim_start == 2

    def test_a_long_claim_leaves_room_for_the_premise(self, encoder: PairEncoder) -> None:
        (pair,) = encoder.encode([("ten " * 500, "rose " * 500)])
        assert len(pair.ids) == 64
        assert pair.ids.count(VOCABULARY["ten"]) == 48

    @given(st.lists(st.tuples(st.text(max_size=300), st.text(max_size=300)), max_size=5))
    def test_every_row_is_whole(self, encoder: PairEncoder, pairs: list[tuple[str, str]]) -> None:
        encoded = encoder.encode(pairs)
        rows = encoder.batch(encoded)
        for pair, ids, mask, claim in zip(encoded, *rows, strict=True):
            assert len(ids) == len(mask) == len(claim) <= 64
            assert ids[: len(pair.ids)] == pair.ids
            assert ids[0] == 0
            assert ids[sum(mask) - 1] == 2
            assert sum(claim) == pair.claim_end - pair.claim_start
            assert all(m >= c for m, c in zip(mask, claim, strict=True))
