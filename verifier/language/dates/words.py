"""The small parts that dates are written with: month names, years, eras, fiscal years."""

from __future__ import annotations

from verifier.language.numerals import ORDINAL_ENDINGS
from verifier.language.scanning import Scan, TokenKind
from verifier.language.units import by_name
from verifier.patterns import pattern

MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug"
        "|september sep sept|october oct|november nov|december dec".split("|"),
        1,
    )
    for name in names.split()
}
_ALSO_WORDS = frozenset("march august".split())
DASHES = frozenset("-–—‐‑‒−")
PARTS = {"early": (0, 3), "mid": (3, 6), "middle": (3, 6), "late": (6, 9)}
TIME_WORDS = frozenset(
    "in since by until till from of during last next early mid late this every through to and"
    " before after between for around circa about throughout or past previous each on".split()
)
_YEAR_WORDS = TIME_WORDS | frozenset(
    "year years fiscal season spring summer autumn fall winter born died c ca est established"
    " founded copyright © ( , election the".split()
)
_PLURAL_COUNTED = frozenset(
    "people persons participants patients men women children students employees workers members"
    " soldiers troops users customers voters residents inhabitants households families subjects"
    " adults individuals respondents volunteers cases deaths infections jobs homes houses"
    " schools units copies pages words books languages species years months weeks days hours"
    " minutes seconds times points votes shares stores vehicles cars ships aircraft planes"
    " tonnes tons metres meters feet miles kilometres kilometers km acres hectares square cubic"
    " kg calories dollars euros pounds yen percent million billion thousand degrees watts"
    " megawatts seats tickets guests refugees prisoners civilians others more or additional new"
    " mg ml g m cm mm ft lbs kw mw gw rpm hz mhz w v mah".split()
)
_HEDGES = frozenset(
    "disease over than least most nearly almost approximately roughly exceeding fewer n = × x ±"
    " $ € £ ¥ ₹ # no number".split()
)
QUARTER_CODE = pattern(r"q([1-4])|([1-4])q")
HALF_CODE = pattern(r"h([12])")
FISCAL_CODE = pattern(r"fy'?(\d{4}|\d{2})")


def year_named(tokens: Scan, at: int) -> bool:
    """Whether a year stands at `at`, behind "of", a comma or "fiscal year"."""
    year, _, _ = named_year(tokens, at)
    return bool(year)


def named_year(tokens: Scan, at: int) -> tuple[int, bool, int]:
    """The year behind "of", ", " or "fiscal year" at `at`, whether fiscal, and where it ends."""
    words = tokens.words
    while words[at] in ("of", ",", "the", "in") and words[at + 1 : at + 2]:
        at += 1
    fiscal = False
    if match := FISCAL_CODE.fullmatch(words[at]):
        return full_year(match[1]), True, at + 1
    while words[at] in ("fiscal", "fy", "financial", "year", "our", "its"):
        fiscal = fiscal or words[at] in ("fiscal", "fy", "financial")
        at += 1
    if _looks_like_year(words[at]):
        return int(words[at]), fiscal, at + 1
    return 0, False, at


def _looks_like_year(written: str) -> bool:
    return len(written) == 4 and written.isdecimal() and 1000 <= int(written) < 2200


def is_year(tokens: Scan, i: int) -> bool:
    """Whether the number at `i` is a year rather than a count, by its neighbours."""
    words = tokens.words
    if not _looks_like_year(words[i]) or tokens.text[tokens.starts[i]] == "0":
        return False
    year, before, behind = int(words[i]), tokens.word_before(i), words[i + 1]
    if before in _HEDGES or _is_counted(behind) or behind in ("%", "°", "$", "€", "£"):
        return False
    if behind in DASHES and tokens.glued(i + 1) and words[i + 2] in _UNIT_WORDS:
        return False
    if tokens.glued(i + 1) and tokens.kinds[i + 1] is TokenKind.WORD:
        return False
    if tokens.glued(i) and (before == "." or before == "/" or before == "_"):
        return False
    if before in DASHES and _hangs_on_word(tokens, i - 1):
        return False
    if 1900 <= year < 2100:
        return True
    return before in _YEAR_WORDS or before in DASHES or before in MONTHS


_UNIT_WORDS = frozenset(
    "year day metre meter foot mile acre page seat man strong km m kg ton tonne word member"
    " kilometre kilometer pound hour minute mg ml w kw mw horsepower hp".split()
)


def _hangs_on_word(tokens: Scan, dash: int) -> bool:
    """Whether the dash joins the number behind it to a name, as in "mRNA-1273"."""
    joined = dash > 0 and tokens.glued(dash) and tokens.glued(dash + 1)
    before = tokens.words[dash - 1]
    named = tokens.kinds[dash - 1] in (TokenKind.WORD, TokenKind.CODE)
    return joined and named and before not in MONTHS and before not in _YEAR_PREFIXES


_YEAR_PREFIXES = PARTS.keys() | {"pre", "post", "circa", "since", "ad", "bc", "ce", "bce"}


def _is_counted(word: str) -> bool:
    """Whether a number before `word` counts or measures: "1500 soldiers", "1900 yards"."""
    return word in _PLURAL_COUNTED or (word.endswith("s") and by_name(word) is not None)


def full_year(written: str) -> int:
    """The year that two or four digits stand for; two digits mean 1970 to 2069."""
    if len(written) == 4:
        return int(written)
    return (2000 if int(written) < 70 else 1900) + int(written)


def era_at(tokens: Scan, at: int) -> tuple[str, int]:
    """ "bc" or "ad" if such an era stands at `at`, else "", and the token behind it."""
    words = tokens.words
    if words[at] in ("bc", "bce", "ad", "ce") and tokens.raw(at).isupper():
        return ("bc" if words[at].startswith("b") else "ad"), at + 1
    for era in ("b.c.", "a.d."):
        if words[at : at + 4] == tuple(era):
            return era[0::2].replace(".", ""), at + 4
    return "", at


def month_at(tokens: Scan, at: int) -> int:
    """The month named at `at`, 0 if none: a name that is also a word needs a capital or a year."""
    word = tokens.words[at]
    month = MONTHS.get(word, 0)
    if not month or tokens.raw(at)[0].isupper() or (len(word) > 3 and word not in _ALSO_WORDS):
        return month
    return month if year_behind(tokens, at + 1)[0] else 0


def after_dot(tokens: Scan, at: int) -> int:
    """The token behind a month's name and the full stop of its abbreviation."""
    short = len(tokens.words[at]) <= 4
    return at + 2 if short and tokens.words[at + 1] == "." and tokens.glued(at + 1) else at + 1


def after_ordinal(tokens: Scan, at: int) -> int:
    """The token behind the day at `at` and its "st", "nd", "rd" or "th"."""
    return at + 2 if tokens.words[at + 1] in ORDINAL_ENDINGS and tokens.glued(at + 1) else at + 1


def year_behind(tokens: Scan, at: int) -> tuple[int, int]:
    """The year at `at`, with a comma or "of" before it, and where it ends; 0 if there is none."""
    words = tokens.words
    begin = at + 1 if words[at] in (",", "of") or (words[at] in DASHES and tokens.glued(at)) else at
    if begin >= tokens.size or not _looks_like_year(words[begin]):
        return 0, at
    if words[at] == "," and _is_counted(words[begin + 1]):
        return 0, at
    return int(words[begin]), begin + 1
