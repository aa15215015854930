"""What stands before a number: hedges and bounds, currency, sign, and the words that make it a
key rather than a quantity ("Flight 370", "Table 3", "COVID-19")."""

from __future__ import annotations

from verifier.language.quantities.model import Bound
from verifier.language.quantities.numbers import STARTERS
from verifier.language.scanning import Scan, TokenKind
from verifier.language.units import CURRENCY_SIGNS, DOLLAR, DOLLAR_PREFIXES, currency_of_code

DASHES = frozenset("-–—−‐‑‒")
_ABOUT, _ALMOST, _OVER = Bound.ABOUT, Bound.ALMOST, Bound.JUST_OVER
_MORE, _LEAST, _LESS, _MOST = Bound.MORE_THAN, Bound.AT_LEAST, Bound.LESS_THAN, Bound.AT_MOST
_HEDGES = {
    "about": _ABOUT, "around": _ABOUT, "roughly": _ABOUT, "approximately": _ABOUT,
    "approx": _ABOUT, "approx .": _ABOUT, "circa": _ABOUT, "ca .": _ABOUT, "c .": _ABOUT,
    "~": _ABOUT, "≈": _ABOUT, "∼": _ABOUT, "some": _ABOUT, "an estimated": _ABOUT,
    "estimated": _ABOUT, "estimated at": _ABOUT, "more or less": _ABOUT, "in the region of": _ABOUT,
    "in the order of": _ABOUT, "on the order of": _ABOUT, "somewhere around": _ABOUT,
    "an average of about": _ABOUT, "or so": _ABOUT, "close to": _ABOUT, "near": _ABOUT,
    "nearly": _ALMOST, "almost": _ALMOST, "just under": _ALMOST, "just below": _ALMOST,
    "just short of": _ALMOST, "slightly less than": _ALMOST, "slightly under": _ALMOST,
    "a little under": _ALMOST, "a little less than": _ALMOST, "slightly below": _ALMOST,
    "just over": _OVER, "just above": _OVER, "just more than": _OVER, "slightly over": _OVER,
    "slightly more than": _OVER, "slightly above": _OVER, "a little over": _OVER,
    "a little more than": _OVER, "little more than": _OVER,
    "more than": _MORE, "over": _MORE, "above": _MORE, "exceeding": _MORE, "exceeds": _MORE,
    "exceeded": _MORE, "exceed": _MORE, "in excess of": _MORE, "greater than": _MORE,
    "higher than": _MORE, "larger than": _MORE, "well over": _MORE, "upwards of": _MORE,
    "upward of": _MORE, "north of": _MORE, "longer than": _MORE, "older than": _MORE, ">": _MORE,
    "surpassing": _MORE, "surpass": _MORE, "surpasses": _MORE,
    "topping": _MORE, "beyond": _MORE, "surpassed": _MORE, "topped": _MORE,
    "at least": _LEAST, "no fewer than": _LEAST, "no less than": _LEAST, "not less than": _LEAST,
    "not fewer than": _LEAST, "a minimum of": _LEAST, "minimum of": _LEAST, "minimum": _LEAST,
    "≥": _LEAST, "> =": _LEAST, "as many as": _MOST, "as much as": _MOST, "up to": _MOST,
    "at most": _MOST, "no more than": _MOST, "not more than": _MOST, "a maximum of": _MOST,
    "maximum of": _MOST, "maximum": _MOST, "≤": _MOST, "< =": _MOST, "capped at": _MOST,
    "as high as": _MOST, "as long as": _MOST, "not exceeding": _MOST, "not exceed": _MOST,
    "no longer than": _MOST, "no later than": _MOST, "limited to": _MOST,
    "fewer than": _LESS, "less than": _LESS, "under": _LESS, "below": _LESS, "<": _LESS,
    "lower than": _LESS, "smaller than": _LESS, "shorter than": _LESS, "south of": _LESS,
    "younger than": _LESS, "well under": _LESS, "well below": _LESS,
    "rund": _ABOUT, "etwa": _ABOUT, "mehr als": _MORE, "weniger als": _LESS, "knapp": _ALMOST,
    "mindestens": _LEAST, "höchstens": _MOST, "bis zu": _MOST,
    "exactly": Bound.EXACT, "precisely": Bound.EXACT, "between": Bound.BETWEEN,
    "between the ages of": Bound.BETWEEN,
    "aged between": Bound.BETWEEN,
}  # fmt: skip
_LONGEST_HEDGE = 4
_BEHIND = {
    "or more": _LEAST, "or higher": _LEAST, "or greater": _LEAST, "or above": _LEAST,
    "or over": _LEAST, "and above": _LEAST, "and over": _LEAST, "and up": _LEAST,
    "and older": _LEAST, "or older": _LEAST, "or longer": _LEAST, "at least": _LEAST,
    "or fewer": _MOST, "or less": _MOST, "or lower": _MOST, "or below": _MOST, "or under": _MOST,
    "and under": _MOST, "and below": _MOST, "at most": _MOST, "or younger": _MOST,
    "or so": _ABOUT, "approximately": _ABOUT, "give or": _ABOUT,
}  # fmt: skip


def hedge_before(tokens: Scan, at: int) -> tuple[Bound, int]:
    """The bound that the words before token `at` set, and the token at which they start."""
    words = tokens.words
    if at and words[at - 1] in DASHES and tokens.glued(at) and tokens.glued(at - 1):
        at -= 1
    for length in range(min(_LONGEST_HEDGE, at), 0, -1):
        bound = _HEDGES.get(" ".join(words[at - length : at]))
        if bound is not None:
            return _settled(tokens, at - length, bound)
    return Bound.EXACT, at


def _settled(tokens: Scan, start: int, bound: Bound) -> tuple[Bound, int]:
    """`bound`, turned by a word before it: "not more than", "only about", "well over"."""
    before = tokens.word_before(start)
    first = tokens.words[start]
    if before in ("no", "not", "never") and first in ("more", "over", "exceeding", "above"):
        return Bound.AT_MOST, start - 1
    if before in ("no", "not") and first in ("less", "fewer", "under", "below"):
        return Bound.AT_LEAST, start - 1
    if bound is Bound.ABOUT and before in ("only", "just", "of") and start:
        return bound, start
    if bound is Bound.MORE_THAN and before in ("well", "far"):
        return bound, start - 1
    inner = _HEDGES.get(before) if start else None
    if bound is Bound.ABOUT and inner in (Bound.AT_LEAST, Bound.AT_MOST):
        return inner, start - 1
    return bound, start


def hedge_behind(tokens: Scan, at: int) -> tuple[Bound | None, int]:
    """The bound that the words from token `at` on set: "or more", "+", "at most"."""
    words = tokens.words
    if words[at] == "+" and tokens.glued(at) and not words[at + 1].isdecimal():
        return Bound.AT_LEAST, at + 1
    comma = at + 1 if words[at] == "," and words[at + 1] in ("at", "or") else at
    bound = _BEHIND.get(" ".join(words[comma : comma + 2]))
    if bound is None or starts_number(tokens, comma + 2):
        return None, at
    return bound, comma + 2


def currency_before(tokens: Scan, at: int) -> tuple[str, int]:
    """The currency written before the number at `at`, and where it starts; "" if there is none."""
    if not at:
        return "", at
    raw = tokens.raw(at - 1)
    if raw in CURRENCY_SIGNS:
        return _with_prefix(tokens, at - 1, CURRENCY_SIGNS[raw])
    sign = at - 1
    if raw in "-−" and sign and tokens.raw(sign - 1) in CURRENCY_SIGNS:
        return CURRENCY_SIGNS[tokens.raw(sign - 1)], sign - 1
    if raw == "." and at >= 2 and tokens.raw(at - 2) == "Rs":
        return "INR", at - 2
    code = currency_of_code(raw)
    return (code, at - 1) if code else ("", at)


def _with_prefix(tokens: Scan, at: int, code: str) -> tuple[str, int]:
    if code != DOLLAR or not at or not tokens.glued(at):
        return code, at
    before = tokens.words[at - 1]
    if before == "." and at >= 4 and tokens.words[at - 4 : at] == ("u", ".", "s", "."):
        return "USD", at - 4
    prefixed = DOLLAR_PREFIXES.get(before)
    return (prefixed, at - 1) if prefixed and tokens.raw(at - 1).isupper() else (code, at)


def sign_before(tokens: Scan, at: int) -> tuple[int, int]:
    """-1 or 1 for the sign before token `at`, and where it starts; 0 if there is none."""
    if not at:
        return 0, at
    before = tokens.words[at - 1]
    if before in ("minus", "negative"):
        return -1, at - 1
    if before == "plus" and tokens.word_before(at - 1) not in ("", ",") and at < 2:
        return 1, at - 1
    free = at == 1 or not tokens.glued(at - 1) or tokens.words[at - 2] in "([{,;:=~≈<>≥≤|"
    if before in ("-", "−", "–") and tokens.glued(at) and free:
        return -1, at - 1
    if before == "+" and tokens.glued(at) and free:
        return 1, at - 1
    return 0, at


def starts_number(tokens: Scan, at: int) -> bool:
    """Whether a number stands at token `at`, its currency sign aside."""
    index = at + 1 if tokens.words[min(at, tokens.size)] in CURRENCY_SIGNS else at
    kind = tokens.kinds[min(index, tokens.size)]
    return kind is TokenKind.NUMBER or tokens.words[min(index, tokens.size)] in STARTERS


# ---- keys ------------------------------------------------------------------------------------

# Numbers behind these words name a thing. Of the first kind two different ones are simply two
# things; of the second kind they are settings or grades of one thing, which can conflict.
_NAMES = frozenset(
    "member flight route room table figure fig page p pp line lines step chapter section sec"
    " article art rule appendix annex equation eq eqn reference ref footnote note number no nr"
    " nos id issue pr episode ep season volume vol part item building gate platform track"
    " highway interstate apollo unit lot sample ward district bus train boeing airbus iphone"
    " ipad windows python java playstation xbox agenda catch fortune ftse nikkei dax s&p nasdaq"
    " ticket invoice order box isbn issn doi pmid tel phone fax zip postcode pin serial model"
    " question q problem exercise lemma theorem definition example figures tables pages chapters"
    " sections articles figs paragraph para clause schedule title act bill resolution directive"
    " regulation slide exhibit player patient participant subject user customer employee child"
    " bracket column row cell lane pier dock terminal hall floor apartment apt suite street"
    " avenue road group team cohort arm experiment study test trial scenario option version"
    " formula dtp h1 gp day week year month chromosome exon residue position protocol cve rfc"
    " iso ieee din en psalm verse book symphony coronavirus receptor enzyme agent opus op sonata"
    " quartet no. usb bluetooth android ios html css sql web lego area commit game match round"
    " wave war wwii vatican size channel radio bbc sky level grades".split()
) - {"day", "week", "year", "month", "test", "trial", "study", "order", "act", "unit"}
VALUE_NAMES = frozenset(
    "port phase stage grade tier category magnitude version level ph generation timeout".split()
) - {"timeout"}
_PREFIXES = frozenset(
    "mid pre post sub non over under near plus minus about approx to from the a".split()
)
_KEY_LINKS = frozenset({"no", "nr", "number", "#", ".", "№", "numbers", "nos"})


def key_noun(tokens: Scan, at: int) -> tuple[str, int]:
    """The noun that makes the number at `at` a key, and where it starts; "" if it is none."""
    index = at - 1
    while index >= 0 and tokens.words[index] in _KEY_LINKS and index >= at - 2:
        if tokens.words[index] in ("number", "numbers") and tokens.word_before(index) in (
            "the",
            "a",
        ):
            return "", at
        index -= 1
    if index < 0:
        return ("number", at - 1) if index < at - 1 else ("", at)
    word = tokens.words[index]
    if word in VALUE_NAMES:
        return word, index
    if word in _NAMES:
        return "#", index
    linked = index < at - 1 and tokens.words[at - 1] != "."
    return ("#", index) if linked or _is_product(tokens, index) else ("", at)


def _is_product(tokens: Scan, index: int) -> bool:
    """Whether the token is a name with an inner capital or digit: "iPhone 15", "SARS-CoV 2"."""
    if tokens.kinds[index] is TokenKind.CODE:
        return False
    raw = tokens.raw(index)
    return (
        tokens.kinds[index] is TokenKind.WORD
        and raw[1:] != raw[1:].lower()
        and (not raw.isupper() and "'" not in raw)
    )


def is_named_after(tokens: Scan, at: int) -> bool:
    """Whether a capitalised word inside the sentence stands before the bare number at `at`."""
    before = at - 1
    if before < 1 or tokens.kinds[before] is not TokenKind.WORD:
        return False
    raw = tokens.raw(before)
    opens = tokens.words[before - 1] in (".", "!", "?", ":", ";", '"', "“", "(")
    return raw[0].isupper() and not opens and tokens.words[before] not in _HEDGES


def is_code(tokens: Scan, at: int) -> bool:
    """Whether the number at `at` is glued into a code: "COVID-19", "a_1", "555-1234-99", "[12]"."""
    words = tokens.words
    if at and tokens.glued(at):
        before = words[at - 1]
        if before in "#_@/\\§¶^№&" or tokens.kinds[at - 1] is TokenKind.CODE:
            return True
        if before in DASHES and _hangs_on_word(tokens, at - 1):
            return True
        if before == "." and at >= 2 and tokens.glued(at - 1):
            return True
    if _has_suffix(tokens, at):
        return True
    if at and words[at - 1] in ("§", "¶", "§§", "#", "per", "/"):
        return True
    # "1,8-cineol" is chemistry, where "12,5-litre" is not written.
    if "," in words[at] and words[at + 1] in ("-", "‑") and _is_decimal_comma(words[at]):
        return tokens.kinds[at + 2] is TokenKind.WORD
    return _is_chain(tokens, at) or _is_label(tokens, at) or _is_address(tokens, at)


_STREETS = frozenset(
    "street st avenue ave road rd boulevard blvd drive lane square plaza broadway highway".split()
)


def _is_address(tokens: Scan, at: int) -> bool:
    """Whether the number is a house's: "645 Fifth Avenue", "10 Downing Street"."""
    named = tokens.raw(at + 1)[:1].isupper()
    return (
        named
        and not _STREETS.isdisjoint(tokens.words[at + 1 : at + 4])
        and (tokens.words[at + 1] not in _STREETS or tokens.words[at + 1] == "broadway")
    )


def _has_suffix(tokens: Scan, at: int) -> bool:
    """Whether a letter hangs on the number: "401(k)", "in his 30's"."""
    mark, letter = tokens.words[at + 1], tokens.words[at + 2]
    hangs = mark in ("(", "'") and tokens.glued(at + 1) and tokens.glued(at + 2)
    return hangs and (letter == "s" or (mark == "(" and letter in tuple("abcdefghijk")))


def _is_decimal_comma(written: str) -> bool:
    return len(written.rpartition(",")[2]) != 3


def _hangs_on_word(tokens: Scan, dash: int) -> bool:
    """Whether the dash joins the number to a word before it, as in "COVID-19"."""
    if not dash or not tokens.glued(dash):
        return False
    before = tokens.words[dash - 1]
    if tokens.kinds[dash - 1] is TokenKind.CODE:
        return True
    is_word = tokens.kinds[dash - 1] is TokenKind.WORD
    money = bool(currency_of_code(tokens.raw(dash - 1)))
    spelled = tokens.words[dash] in ("–", "—")
    return is_word and before not in _PREFIXES and not money and not spelled


def _is_chain(tokens: Scan, at: int) -> bool:
    """Whether the number opens a chain of three or more: phone numbers, ISBNs, dates unread."""
    words = tokens.words
    links = 0
    index = at
    while index + 2 < tokens.size and words[index + 1] in "-‑/." and links < 3:
        if not (tokens.glued(index + 1) and tokens.glued(index + 2)):
            break
        if tokens.kinds[index + 2] not in (TokenKind.NUMBER, TokenKind.CODE):
            break
        links, index = links + 1, index + 2
    return links >= 2


def _is_label(tokens: Scan, at: int) -> bool:
    """Whether the number is a list's or a citation's: "1. Install", "(2)", "[12]", "[3, 4]"."""
    words = tokens.words
    before, behind = tokens.word_before(at), words[at + 1]
    short = words[at].isdecimal() and len(words[at]) <= 3
    tiny = words[at].isdecimal() and len(words[at]) <= 2
    if at == 0 and tiny and behind in (".", ")"):
        return True
    if (
        tiny
        and behind == ")"
        and tokens.glued(at + 1)
        and (before == "(" or not _opened(words, at))
    ):
        return True
    return short and _in_brackets(tokens, at)


def _opened(words: tuple[str, ...], at: int) -> bool:
    """Whether a bracket was opened shortly before token `at` and not closed again."""
    near = words[max(0, at - 40) : at]
    return near.count("(") > near.count(")")


def _in_brackets(tokens: Scan, at: int) -> bool:
    first = at
    while first > at - 24 and first > 0 and _is_listed(tokens, first - 1):
        first -= 1
    if tokens.word_before(first) not in ("[", "^"):
        return False
    last = at
    while last < at + 24 and _is_listed(tokens, last + 1):
        last += 1
    return tokens.words[last + 1] == "]"


def _is_listed(tokens: Scan, index: int) -> bool:
    word = tokens.words[index]
    return (word.isdecimal() and len(word) <= 3) or word in (",", ";") or word in DASHES
