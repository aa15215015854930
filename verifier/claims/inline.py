"""Inline Markdown with exact positions.

markdown-it keeps no columns of inline tokens. Its inline rules are small, though, and each of them
takes over a stretch of the text from where it starts to where it stops; this parser notes both ends
and gives every token its span.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType


class PositionedState(StateInline):
    """An inline state that knows where its pending text started."""

    pending_from = 0

    def pushPending(self) -> Token:  # noqa: N802 - the base class's name
        """Flush the pending text as a token with its span."""
        token = super().pushPending()
        token.meta["start"] = self.pending_from
        token.meta["end"] = self.pending_from + len(token.content)
        return token


class PositionedInline(ParserInline):
    """An inline parser that gives each token its span in `meta["start"]` and `meta["end"]`."""

    def __init__(self) -> None:
        super().__init__()
        self.ruler.disable(["linkify"])
        self.ruler2.disable(["fragments_join"])

    def tokenize(self, state: StateInline) -> None:
        """Generate tokens for the state's range, each with its span."""
        rules = self.ruler.getRules("")
        end = state.posMax
        nests = state.level < state.md.options["maxNesting"]
        while state.pos < end:
            position, known = state.pos, len(state.tokens)
            if not state.pending:
                state.pending_from = position  # type: ignore[attr-defined]
            if nests and any(rule(state, False) for rule in rules):
                if state.pos <= position:
                    raise RuntimeError("an inline rule stood still")
                _locate(state.tokens[known:], position, state.pos)
            else:
                state.append_pending(state.src[position])
                state.pos += 1
        if state.pending:
            state.pushPending()

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Parse `src` into `tokens`, each with its span."""
        state = PositionedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _locate(tokens: list[Token], start: int, end: int) -> None:
    """Give the tokens of one rule, which took [start, end), their spans."""
    new = [token for token in tokens if "start" not in token.meta]
    at = start
    for token in new:
        token.meta["start"] = at
        at = min(end, at + (len(token.content) or 1))
        token.meta["end"] = at
    if new and not (len(new) > 1 and new[-1].type == "text"):
        new[-1].meta["end"] = end
        if new[-1].type == "link_close":
            new[-1].meta["start"] = max(tokens[-2].meta["end"], start)
