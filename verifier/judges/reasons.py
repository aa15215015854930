"""Why a verdict is what it is, in one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.model import Conflict, SourceSpan

NOTHING_FOUND = "no source says anything about this"
_MOST_PIECES = 4


def verbatim(span: SourceSpan) -> str:
    """For a claim that stands in the source word for word."""
    return f"word for word in {span.locator()}"


def supported(
    spans: Sequence[SourceSpan], uncovered: Sequence[str] = (), workings: Sequence[str] = ()
) -> str:
    """For a claim that the passages at `spans` bear out.

    Args:
        spans: at least one.
        uncovered: the parts of the claim that none of them has.
        workings: how the claim's numbers follow from theirs, such as "5 is the sum of 2 and 3".
    """
    places = list(dict.fromkeys(span.locator() for span in spans))
    said = f"supported by {_listed(places)}"
    if uncovered:
        verb = "does" if len(places) == 1 else "do"
        said = f"{said}, which {verb} not mention: {_pieces(uncovered)}"
    return "; ".join((said, *workings))


def in_other_words(spans: Sequence[SourceSpan]) -> str:
    """For a claim that the entailment model finds in the passages at `spans`, at least one."""
    places = list(dict.fromkeys(span.locator() for span in spans))
    return f"the entailment model reads {_listed(places)} as saying this in other words"


def not_entailed(span: SourceSpan) -> str:
    """For a claim whose words the sources have, but which the model does not find in them."""
    return f"{span.locator()} is like it, but the entailment model does not read it as saying so"


def read_as_contradiction(spans: Sequence[SourceSpan]) -> str:
    """For a claim that nothing typed contradicts, but the model finds contradicted."""
    places = list(dict.fromkeys(span.locator() for span in spans))
    said = " ".join(" ".join(span.text.split()) for span in spans)
    return f"the entailment model reads {_listed(places)} as contradicting this: “{said}”"


def contradicted(conflicts: Sequence[Conflict]) -> str:
    """For a claim with conflicts."""
    return "; ".join(dict.fromkeys(conflict.message for conflict in conflicts))


def partial(span: SourceSpan, uncovered: Sequence[str], overclaims: Sequence[Conflict]) -> str:
    """For a claim of which only a part is borne out, or that says more than the source."""
    said = list(dict.fromkeys(conflict.message for conflict in overclaims))
    if uncovered:
        said.append(
            f"{span.locator()} bears out a part, but says nothing about: {_pieces(uncovered)}"
        )
    return "; ".join(said)


def unsupported(span: SourceSpan, uncovered: Sequence[str]) -> str:
    """For a claim that nothing bears out; `span` is the nearest passage."""
    if not uncovered:
        return f"nearest is {span.locator()}, but it does not say so"
    return f"nothing about: {_pieces(uncovered)}"


def _pieces(pieces: Sequence[str]) -> str:
    shown = list(dict.fromkeys(pieces))
    rest = len(shown) - _MOST_PIECES
    return ", ".join(shown[:_MOST_PIECES]) + (f" and {rest} more" if rest > 0 else "")


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]
