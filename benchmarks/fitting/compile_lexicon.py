"""Compile WordNet 3.0 into the compact tables that `verifier.language.lexicon` reads.

    python benchmarks/fitting/compile_lexicon.py /usr/share/wordnet verifier/language/data

The folder is the one of Debian's package wordnet-base. The format is described in
`verifier/language/data/README.md`.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

Senses = dict[str, list[tuple[str, str, int]]]
Key = tuple[str, str]
Synsets = dict[Key, dict[str, Any]]

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
WORD = re.compile(r"[a-z][a-z-]*[a-z]")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST_SENSES = 4
PREPOSITIONS = frozenset(("like", "unlike"))
"""Adjectives in WordNet, but nearly always prepositions in texts: "unlike A, B is like C"."""


def main() -> None:
    """Read the folder of the first argument, write to that of the second."""
    wordnet, out = Path(sys.argv[1]), Path(sys.argv[2])
    synsets: Synsets = {}
    for name, part in PARTS.items():
        synsets.update(read_synsets(wordnet / f"data.{name}", part))
    senses = read_senses(wordnet)
    kept = {lemma: found for lemma, found in senses.items() if WORD.fullmatch(lemma) and found}
    numbers = number_synsets(kept, synsets)
    relations = read_relations(kept, synsets)
    lines = []
    for lemma in sorted(kept):
        codes = ",".join(code(part, numbers[part, offset]) for part, offset, _ in kept[lemma])
        total = sum(count for _, _, count in kept[lemma])
        antonyms, kin = (" ".join(sorted(relations[kind][lemma])) for kind in ("antonym", "kin"))
        lines.append(f"{lemma}\t{min(9, total.bit_length())}\t{codes}\t{antonyms}\t{kin}")
    (out / "wordnet.tsv").write_text("\n" + "\n".join(lines) + "\n", "ascii")
    (out / "hypernyms.txt").write_text(hypernym_table(numbers, synsets), "ascii")
    (out / "irregular.tsv").write_text(irregular_forms(wordnet, kept), "ascii")
    print(f"{len(lines)} words, {len(numbers)} synsets")


def read_synsets(path: Path, part: str) -> Synsets:
    """(part of speech, offset) -> words and pointers of that synset."""
    found: Synsets = {}
    for line in path.read_text("ascii").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split(" | ")[0].split()
        size = int(fields[3], 16)
        words = [re.sub(r"\(.*\)", "", w).lower() for w in fields[4 : 4 + 2 * size : 2]]
        at = 5 + 2 * size
        pointers = [tuple(fields[at + 4 * i : at + 4 * i + 4]) for i in range(int(fields[at - 1]))]
        found[part, fields[0]] = {"words": words, "pointers": pointers}
    return found


def read_senses(wordnet: Path) -> Senses:
    """Lemma -> its frequent senses: (part of speech, synset offset, count), by frequency.

    A sense is frequent when it is a part's first one, or was tagged at least a tenth as often as
    all senses of the lemma together.
    """
    tagged: dict[tuple[str, str, int], int] = defaultdict(int)
    for line in (wordnet / "cntlist.rev").read_text("ascii").splitlines():
        key, sense, tags = line.split()
        lemma, rest = key.split("%", 1)
        part = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}[rest[0]]
        tagged[lemma, part, int(sense)] += int(tags)
    senses: Senses = defaultdict(list)
    for name, part in PARTS.items():
        for line in (wordnet / f"index.{name}").read_text("ascii").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split()
            size = int(fields[2])
            for number, offset in enumerate(fields[-size:], 1):
                senses[fields[0]].append((part, offset, tagged[fields[0], part, number]))
    kept: Senses = {}
    for lemma, rows in senses.items():
        total = sum(count for _, _, count in rows)
        first: set[str] = set()
        chosen = []
        for part, offset, count in rows:
            if part not in first or count * 10 >= max(total, 10):
                chosen.append((part, offset, count))
            first.add(part)
        kept[lemma] = sorted(chosen, key=lambda row: -row[2])[:MOST_SENSES]
    return kept


def number_synsets(kept: Senses, synsets: Synsets) -> dict[Key, int]:
    """Consecutive numbers for the synsets of the kept senses and all above them."""
    needed = sorted({(part, offset) for rows in kept.values() for part, offset, _ in rows})
    seen = set(needed)
    while needed:
        above = [parent(key, synsets) for key in needed]
        needed = sorted({key for key in above if key and key not in seen})
        seen.update(needed)
    return {key: number for number, key in enumerate(sorted(seen), 1)}


def parent(key: Key, synsets: Synsets) -> Key | None:
    """The first hypernym of a noun or verb synset, the head of an adjective's cluster."""
    for symbol, offset, part, _ in synsets[key]["pointers"]:
        if symbol in ("@", "@i", "&") and not (symbol == "&" and len(synsets[key]["pointers"]) > 6):
            return ("a" if part == "s" else part), offset
    return None


def read_relations(kept: Senses, synsets: Synsets) -> dict[str, dict[str, set[str]]]:
    """Direct antonyms, and kin: words derived from, or pertaining to, one another."""
    relations: dict[str, dict[str, set[str]]] = {
        "antonym": defaultdict(set),
        "kin": defaultdict(set),
    }
    for lemma, rows in kept.items():
        for part, offset, _ in rows:
            synset = synsets[part, offset]
            place = synset["words"].index(lemma) + 1
            for symbol, target, target_part, ends in synset["pointers"]:
                kind = {"!": "antonym", "+": "kin", "\\": "kin"}.get(symbol)
                if kind is None or int(ends[:2], 16) not in (0, place):
                    continue
                words = synsets["a" if target_part == "s" else target_part, target]["words"]
                other = words[int(ends[2:], 16) - 1]
                if not WORD.fullmatch(other) or other == lemma:
                    continue
                if kind == "kin" or PREPOSITIONS.isdisjoint((lemma, other)):
                    relations[kind][lemma].add(other)
                    relations[kind][other].add(lemma)
    return relations


def hypernym_table(numbers: dict[Key, int], synsets: Synsets) -> str:
    """Four base-36 digits a synset, in order of number: the number of its parent, 0 for none."""
    cells = ["0000"]
    for key in sorted(numbers, key=lambda key: numbers[key]):
        above = parent(key, synsets)
        cells.append(base36(numbers[above]).rjust(4, "0") if above in numbers else "0000")
    return "".join(cells)


def irregular_forms(wordnet: Path, kept: Senses) -> str:
    """Inflected form, tab, lemma: WordNet's exception lists, as far as both are single words."""
    forms: dict[str, set[str]] = defaultdict(set)
    for name in PARTS:
        for line in (wordnet / f"{name}.exc").read_text("ascii").splitlines():
            form, *lemmas = line.split()
            if WORD.fullmatch(form):
                forms[form].update(lemma for lemma in lemmas if lemma in kept and lemma != form)
    rows = [f"{form}\t{' '.join(sorted(found))}" for form, found in sorted(forms.items()) if found]
    return "\n" + "\n".join(rows) + "\n"


def code(part: str, number: int) -> str:
    """A synset as the tables write it."""
    return part + base36(number)


def base36(number: int) -> str:
    """`number` in base 36."""
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = DIGITS[rest] + digits
    return digits or "0"


if __name__ == "__main__":
    main()
