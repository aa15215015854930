"""Sentences that are about the text itself, its reader, its writer's taste, or missing sources."""

from __future__ import annotations

import re

from verifier.patterns import pattern

GREETING = "a greeting"
OPINION = "an opinion"
ABOUT_TEXT = "about the text itself"
ABOUT_LACK = "about what the sources lack"

# The word that a text opens with, behind "the" or "all".
_OPENING = pattern(r"(?:(?:the|all) )?([^\W\d_]+)", re.IGNORECASE)


class _AnyOf:
    """Patterns for the start of a text, of which only those are tried that its first word allows.

    Args:
        rules: the words that a pattern can open with, behind "the" or "all" and without marks,
            and the pattern; a word "-" stands for no word at all.
    """

    def __init__(self, *rules: tuple[str, str]) -> None:
        self._by_opening: dict[str, list[re.Pattern[str]]] = {}
        for openings, source in rules:
            rule = pattern(source, re.IGNORECASE)
            for opening in openings.split():
                self._by_opening.setdefault(opening, []).append(rule)

    def matches(self, text: str) -> bool:
        """Whether `text` starts as one of the patterns says."""
        opening = _OPENING.match(text)
        rules = self._by_opening.get(opening[1].lower() if opening else "-", ())
        return any(rule.match(text) for rule in rules)


_GREETING = pattern(
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|welcome(?= to\b|!|"
    r" back\b|,)|thanks|thank you|many thanks|cheers|congratulations|congrats|(?:kind|best|warm|"
    r"many)?\s?regards|best wishes|(?:yours )?sincerely|yours (?:truly|faithfully)|goodbye|bye|"
    r"take care|enjoy|happy \w+ing|good luck|have a (?:great|nice|good)|see you|"
    r"looking forward to|sure|certainly|of course|absolutely|great question|good question|"
    r"you're welcome|no problem|(?:i )?hope (?:this|that|you|it)|let me know|feel free to|"
    r"please (?:let me|feel free|do not hesitate|don't hesitate)|happy to help)"
    r"(?:$|[\s,.!:–—])",
    re.IGNORECASE,
)
# "Hi team," but not "Hello world is a program."
_ADDRESS = pattern(r"(?:hi|hello|hey|dear|greetings)\b", re.IGNORECASE)
_ADDRESSED = pattern(r"\w+(?:(?: [\w'’-]+\.?){0,4}\s*[,!:–—]|(?: [\w'’-]+\.?){0,2}$)")
# After these openings a statement may follow: "Sure, revenue rose." is a claim.
_GREETING_GOES_ON = pattern(
    r"(?:sure|certainly|of course|absolutely|thanks|enjoy|cheers|dear|looking forward to|"
    r"happy \w+ing|welcome|hi|hello|hey|best|regards|bye)\b[^,.!:–—-]*[,–—-]?\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_STATES = pattern(
    r"\b(?:is|are|was|were|has|have|had|will|can|rose|fell|grew|did|does|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)

_ADVERB = r"(?:also|then|briefly|only|first|mainly|now|further|simply|\w+ly)?\s*"
_PART = (
    r"(?:section|sub-?section|chapter|document|report|summary|memo|memorandum|page|readme|guide|"
    r"appendix|annex|overview|brief|briefing|note|list|table|post|handout|"
    r"digest|text|write-?up|tutorial|walkthrough|introduction|conclusion|paragraph|article|file|"
    r"draft|slide|box|glossary|outline|discussion|analysis|review|part|whitepaper|white paper|"
    r"checklist|template)"
)
_TELLS = (
    r"(?:describes?|summari[sz]es?|sums? up|covers?|explains?|presents?|provides?|outlines?|"
    r"gives?|lists?|discuss(?:es)?|examines?|reviews?|compares?|contains?|focus(?:es)?|looks?|introduces?|"
    r"answers?|addresses|explores?|details?|documents?|aims?|attempts?|seeks?|serves?|offers?|"
    r"consists?|concludes? (?:with|by)|starts? (?:with|by)|begins?|ends?|closes?|sets? out|"
    r"walks?|takes? a look|deals?|highlights?|shows? (?:how|what|you|the (?:results?|figures?|"
    r"data|numbers?|steps?))|(?:is|are) (?:about|based|organi[sz]ed|structured|divided|intended|"
    r"meant|designed|written|a (?:short |brief )?(?:summary|overview|list|collection|draft|"
    r"guide))|(?:was|were) (?:written|generated|prepared|compiled|created|produced|drafted)|"
    r"has been (?:written|generated|prepared|compiled)|(?:will|does not|doesn't|should|"
    r"can be used|may be))\b"
)
_ABOUT_TEXT = _AnyOf(
    (
        "this our present following above",
        rf"(?:this|the (?:present|following|above)|our) {_PART}\s+(?:below |above )?"
        rf"{_ADVERB}{_TELLS}",
    ),
    (
        "next previous preceding last",
        rf"the (?:next|previous|preceding|last) {_PART}\s+{_ADVERB}(?:describes?|explains?|covers?|"
        r"presents?|discuss(?:es)?|looks?|lists?|shows? how|summari[sz]es?)\b",
    ),
    (
        "this",
        r"this (?:figure|chart|diagram|graph) (?:shows|illustrates|depicts|plots)\b(?!.*\bthat\b)",
    ),
    (
        "rest remainder structure purpose aim goal scope focus",
        rf"(?:the )?(?:rest|remainder|structure|purpose|aim|goal|scope|focus) of (?:this|"
        rf"the) {_PART}\b",
    ),
    (
        "table tables figure figures chart charts list lists diagram diagrams section sections "
        "graph graphs",
        rf"(?:the )?(?:table|figure|chart|list|diagram|section|graph)s? (?:below|"
        rf"above)\s+{_ADVERB}{_TELLS}",
    ),
    (
        "table figure fig section chapter appendix chart box exhibit",
        rf"(?:table|figure|fig\.|section|chapter|appendix|chart|box|"
        rf"exhibit) [\dA-Z](?:[\d.]*)\s+{_ADVERB}"
        r"(?:describes?|summari[sz]es|presents?|provides?|outlines?|gives?|lists?|discuss(?:es)?|"
        r"contains?|shows? (?:the|how|a|an)|compares?|explains?)\b(?!.*\bthat\b)",
    ),
    (
        "in",
        rf"in (?:this|the (?:following|next|previous|preceding)) {_PART}s?,?\s+(?:we|i|you|it)\b",
    ),
    (
        "we i",
        r"(?:we|i) (?:now |then |will |shall |have |also |first |next )*(?:describe|summari[sz]e|"
        r"discuss|turn to|outline|present|look at|begin (?:by|with)|start (?:by|with)|"
        r"conclude (?:by|with)|explain|review|cover|list)\b(?=.*\b(?:below|above|here|section|"
        r"chapter|report|document|summary|next|following|first)\b)",
    ),
    (
        "here below above",
        r"(?:here|below|above)(?: is| are|'s|’s| you(?:'ll|’ll| will|"
        r" can) find)\b(?!.*\b(?:where|why)\b)",
    ),
    (
        "as see",
        r"(?:as (?:follows|shown below|listed below)|see (?:also )?(?:above|below))\W*$",
    ),
    (
        "following",
        r"the following (?:is|are)\b",
    ),
    (
        "following",
        r"(?:the )?following (?:table|list|section|figure|chart|paragraphs?|sections?)\b",
    ),
    (
        "this it",
        r"(?:this|it) is (?:a |an )?(?:draft|summary|overview|work in progress)\b",
    ),
    (
        "figures numbers amounts values percentages",
        r"(?:all )?(?:figures|numbers|amounts|values|percentages) (?:are|have been) (?:rounded|"
        r"in (?:us )?"
        r"(?:dollars|euros|millions|thousands))",
    ),
    (
        "figures numbers totals percentages amounts columns",
        r"(?:all )?(?:figures|numbers|totals|percentages|amounts|columns) (?:may|might|"
        r"do) not (?:always )?(?:sum|add)",
    ),
    (
        "copyright rights -",
        r"(?:copyright|©|\(c\)) |all rights reserved",
    ),
    (
        "last updated generated written prepared created compiled",
        r"(?:last )?(?:updated|generated|written|prepared|created|compiled) (?:on|by|with|in|"
        r"from)\b"
        r"[^.]*\.?$",
    ),
    (
        "to in",
        r"(?:to (?:summari[sz]e|sum up|conclude|recap)|in (?:summary|conclusion|short|brief|"
        r"closing))\W*$",
    ),
    (
        "for more",
        r"(?:for (?:more|further) (?:information|details?|context|reading)|more (?:on this|"
        r"details?|information))"
        r"\b(?!.*\b(?:was|were|rose|fell)\b)",
    ),
    (
        "statements claims figures facts information data",
        r"(?:all )?(?:statements|claims|figures|facts|information|data) (?:in|above|below)\b.*\b"
        r"(?:sources?|documents?|provided)\b",
    ),
    (
        "i we",
        r"(?:i|we) (?:have )?(?:checked|verified|used|relied on|consulted|reviewed) (?:the |all |"
        r"these )?"
        r"(?:provided |given |available )?(?:sources|documents|files)\b",
    ),
    (
        "based",
        r"based on the (?:provided |given |available )?(?:sources|documents|context)\W*$",
    ),
)

_SOURCES = "\ufdd0"  # stands for whatever names the sources
_MATERIAL = pattern(
    r"\b(?:"
    r"(?:(?:provided|given|available|supplied|attached|uploaded|reviewed|cited|source|"
    r"reference) )+"
    r"(?:sources?|documents?|documentation|materials?|texts?|excerpts?|contexts?|files?|"
    r"passages?|articles?|reports?|records?|data|information)|sources?|source (?:documents?|"
    r"materials?|texts?)|excerpts?|context|(?:materials?|documents?|documentation|texts?|files?|"
    r"information|context|data) (?:provided|given|supplied|available)"
    r")(?!\w)",
    re.IGNORECASE,
)
_DATA = (
    rf"(?:data|information|details?|figures?|numbers?|mention|references?|documentation|"
    rf"{_SOURCES}|"
    r"statistics)"
)
_ABSENT = (
    r"(?:mention|say|state|specify|contain|include|provide|give|report|discuss|address|disclose|"
    r"cover|indicate|describe|name|list|explain|offer|identify|clarify|detail|quantify|confirm|"
    r"support)"
)
_LACK = _AnyOf(
    (
        "no",
        rf"no (?:[\w'’-]+ ){{0,4}}?{_DATA}(?: (?:on|about|for|of|regarding|concerning|to|"
        rf"as to)\b[^.]*?)?\s+"
        r"(?:was|were|is|are|has been|have been|could be)(?: \w+ly)? (?:found|available|located|"
        r"identified|mentioned|included|disclosed|specified|given|provided)"
        rf"(?:\W*$| (?:in|within|by|from|on|about|regarding|for) )",
    ),
    (
        "none neither the these those our my any all both your -",
        rf"(?:(?:none|neither) of )?(?:the|these|those|our|my|any|all|both|"
        rf"your)?\s*{_SOURCES}\s+(?:do|does|did|don't|doesn't|didn't|don’t|doesn’t|"
        rf"didn’t)(?: not)?(?: \w+ly)? {_ABSENT}\b",
    ),
    (
        "none neither",
        rf"(?:none|neither) of (?:the|these|those)\s+{_SOURCES}\s+\w+",
    ),
    (
        "there",
        rf"there (?:is|are|was|were) no (?:[\w'’-]+ ){{0,4}}?{_DATA}\b.*\b(?:in|within|from|"
        rf"among) (?:the|these|any|our)\s*(?:of the )?{_SOURCES}",
    ),
    (
        "there",
        r"there (?:is|was) no mention of\b",
    ),
    (
        "i we",
        r"(?:i|we) (?:could not|couldn't|cannot|can't|were unable to|was unable to|did not|"
        r"didn't) (?:find|locate|identify|verify|confirm)\b",
    ),
    (
        "it remain remains",
        r"(?:it is|it was|remains?) (?:not clear|unclear|unknown)\b.*\b(?:from|in) the "
        rf"{_SOURCES}",
    ),
    (
        "the -",
        rf"(?:the )?{_SOURCES}\s+(?:lacks?|omits?|are silent|is silent|offers? no|gives? no|"
        rf"contains? no|provides? no|includes? no|makes? no mention|leaves? (?:this |"
        rf"it )?(?:open|unclear|out))\b",
    ),
)
_LACK_BEHIND = pattern(
    rf"[^.]*\b(?:is|are|was|were) (?:not|never|nowhere) (?:\w+ly )?(?:mentioned|specified|"
    rf"stated|disclosed|given|provided|reported|covered|discussed|included|found|addressed|"
    rf"described|named|available|explained|quantified) (?:anywhere )?(?:in|by|within) (?:the|"
    rf"these|those|any|our)\s*(?:of the )?"
    rf"{_SOURCES}",
    re.IGNORECASE,
)

_BELIEF = pattern(
    r"(?:personally\b|in my (?:humble )?(?:opinion|view)|in our (?:opinion|view)|imo\b|imho\b|"
    r"to my mind|(?:but |and |so )?i (?:really |strongly |personally |also |would |do |"
    r"truly )*(?:think|believe|feel|guess|hope|love|like|hate|prefer|suspect|doubt|wish|suppose|"
    r"find it|recommend|suggest)\b|we (?:really |strongly |also |firmly |truly )*(?:feel|hope|"
    r"love|like|hate|wish|guess|think)\b|it seems to (?:me|us)\b|if you ask me)",
    re.IGNORECASE,
)
_TASTES = frozenset(
    "great good bad nice amazing awesome impressive terrible awful wonderful fantastic "
    "excellent disappointing exciting interesting fascinating encouraging remarkable "
    "surprising promising sad unfortunate worrying alarming beautiful ugly lovely horrible "
    "incredible outstanding brilliant superb shocking huge welcome reassuring troubling "
    "positive negative strange funny cool crazy".split()
)
_TASTE = f"(?:{'|'.join(sorted(_TASTES))})"
_LETTERS = pattern("[a-z]+")
_APPRAISAL = pattern(
    rf"(?:(?:this|that|it|these|those|what|which|all of this)(?: (?:is|was|are|were)|'s|"
    rf"’s)? (?:(?:a|an|really|very|truly|so|such|quite|indeed|absolutely|certainly|clearly|"
    rf"simply|just|most) )*"
    rf"{_TASTE}(?: (?:news|result|results|job|work|achievement|outcome|story|year|quarter|sign|"
    rf"step|stuff|read|and {_TASTE}|indeed))*\W*$)|what an? [^.?]*!$|how {_TASTE}[^.?]*!$|"
    rf"(?:very |really |truly |so |quite )?{_TASTE}(?: (?:news|work|job|stuff|results?|quarter|"
    rf"year))?[.!]*$",
    re.IGNORECASE,
)


_CONNECTIVE = pattern(
    r"^(?:(?:however|but|and|also|unfortunately|moreover|furthermore|additionally|in addition|"
    r"notably|importantly|finally|(?:please )?note that|overall|that said|still|yet|so|thus|"
    r"therefore|currently|at present|for now|lastly|similarly),?\s+)+",
    re.IGNORECASE,
)


def remark(text: str) -> str | None:
    """Why `text` is a remark and no statement about the subject; None where it is none."""
    text = _CONNECTIVE.sub("", text.strip(' \t"“”*_'))
    if _is_greeting(text):
        return GREETING
    if _is_about_lack(_MATERIAL.sub(_SOURCES, text)):
        return ABOUT_LACK
    if _ABOUT_TEXT.matches(text):
        return ABOUT_TEXT
    if _BELIEF.match(text) or _is_appraisal(text):
        return OPINION
    return None


def _is_greeting(text: str) -> bool:
    if not _GREETING.match(text) or (_ADDRESS.match(text) and not _ADDRESSED.match(text)):
        return False
    goes_on = _GREETING_GOES_ON.match(text)
    return goes_on is None or not _STATES.search(goes_on["rest"])


def _is_about_lack(text: str) -> bool:
    """Whether `text`, in which `_SOURCES` stands for the sources, says what they do not hold."""
    behind = _SOURCES in text and _LACK_BEHIND.match(text) is not None
    return behind or _LACK.matches(text)


def _is_appraisal(text: str) -> bool:
    if not text.endswith("!") and _TASTES.isdisjoint(_LETTERS.findall(text.lower())):
        return False
    return _APPRAISAL.match(text) is not None
