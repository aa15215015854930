"""Tables that come with the package: sorted lines of a word, a tab, and what is known of it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from importlib.resources import files

_BLOCK = 2_048


class Table:
    """Looks words up in the bytes as they are read: few of the lines are ever asked for.

    Args:
        data: lines in the order of their bytes, in ASCII, each with its line end.
    """

    def __init__(self, data: bytes) -> None:
        self._data = b"\n" + data
        starts = {self._data.index(b"\n", at) for at in range(0, len(self._data), _BLOCK)}
        self._starts = sorted(starts)
        self._ends = [*self._starts[1:], len(self._data)]
        self._firsts = [
            self._data[start : self._data.find(b"\t", start) + 1] for start in self._starts
        ]

    def get(self, word: str) -> str | None:
        """What stands behind `word`, None if it is not in the table."""
        wanted = b"\n%b\t" % word.encode("utf-8", "surrogatepass")
        block = bisect_right(self._firsts, wanted) - 1
        if block < 0:
            return None
        at = self._data.find(wanted, self._starts[block], self._ends[block])
        if at < 0:
            return None
        return self._data[at + len(wanted) : self._data.index(b"\n", at + 1)].decode("ascii")


@cache
def table(name: str) -> Table:
    """The table in the file `name` of the package's data."""
    return Table(files("verifier.language").joinpath("data", name).read_bytes())
