"""Sentences that are about the text itself, its reader, its writer's taste, or missing sources."""

from __future__ import annotations

import re

GREETING = "a greeting"
OPINION = "an opinion"
ABOUT_TEXT = "about the text itself"
ABOUT_LACK = "about what the sources lack"


def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|welcome(?= to\b|!|"
    r" back\b|,)|thanks|"
    r"thank you|"
    r"many thanks|cheers|congratulations|congrats|(?:kind|best|warm|many)?\s?regards|best wishes|"
    r"(?:yours )?sincerely|yours (?:truly|faithfully)|goodbye|bye|take care|enjoy|happy \w+ing|"
    r"good luck|have a (?:great|nice|good)|see you|looking forward to|sure|certainly|of course|"
    r"absolutely|great question|good question|you're welcome|no problem|(?:i )?hope (?:this|that|"
    r"you|it)|"
    r"let me know|feel free to|please (?:let me|feel free|do not hesitate|don't hesitate)|"
    r"happy to help)"
    r"(?:$|[\s,.!:–—])",
    re.IGNORECASE,
)
# After these openings a statement may follow: "Sure, revenue rose." is a claim.
_GREETING_GOES_ON = re.compile(
    r"(?:sure|certainly|of course|absolutely|thanks|enjoy|cheers|dear|looking forward to|"
    r"happy \w+ing|"
    r"welcome|hi|hello|hey|best|regards|bye)\b[^,.!:–—-]*[,–—-]?\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|can|rose|fell|grew|did|does|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)

_ADVERB = r"(?:also|then|briefly|only|first|mainly|now|further|simply|\w+ly)?\s*"
_PART = (
    r"(?:section|sub-?section|chapter|document|report|summary|memo|memorandum|page|readme|guide|"
    r"appendix|"
    r"annex|overview|brief|briefing|note|list|table|figure|chart|diagram|post|handout|digest|text|"
    r"write-?up|tutorial|walkthrough|introduction|conclusion|paragraph|article|file|draft|slide|"
    r"box|"
    r"glossary|outline|discussion|analysis|review|part|whitepaper|white paper|checklist|template)"
)
_TELLS = (
    r"(?:describes?|summari[sz]es?|covers?|explains?|presents?|provides?|outlines?|gives?|lists?|"
    r"discuss(?:es)?|examines?|reviews?|compares?|contains?|focus(?:es)?|looks?|introduces?|"
    r"answers?|"
    r"addresses|explores?|details?|documents?|aims?|attempts?|seeks?|serves?|offers?|consists?|"
    r"concludes? (?:with|by)|starts? (?:with|by)|begins?|ends?|closes?|sets? out|walks?|"
    r"takes? a look|"
    r"deals?|highlights?|shows? (?:how|what|you|the (?:results?|figures?|data|numbers?|steps?))|"
    r"(?:is|are) (?:about|based|organi[sz]ed|structured|divided|intended|meant|designed|written|"
    r"a (?:short |"
    r"brief )?(?:summary|overview|list|collection|draft|guide))|(?:was|were) (?:written|generated|"
    r"prepared|compiled|created|produced|drafted)|has been (?:written|generated|prepared|"
    r"compiled)|"
    r"(?:will|does not|doesn't|should|can be used|may be))\b"
)
_ABOUT_TEXT = _any_of(
    (
        rf"(?:this|the (?:present|following|next|previous|preceding|above|last)|each|"
        rf"our) {_PART}\s+"
        rf"(?:below |above )?{_ADVERB}{_TELLS}",
        rf"(?:the )?(?:rest|remainder|structure|purpose|aim|goal|scope|focus) of (?:this|"
        rf"the) {_PART}\b",
        rf"(?:the )?(?:table|figure|chart|list|diagram|section|graph)s? (?:below|"
        rf"above)\s+{_ADVERB}{_TELLS}",
        rf"(?:table|figure|fig\.|section|chapter|appendix|chart|box|"
        rf"exhibit) [\dA-Z](?:[\d.]*)\s+{_ADVERB}"
        r"(?:describes?|summari[sz]es|presents?|provides?|outlines?|gives?|lists?|discuss(?:es)?|"
        r"contains?|"
        r"shows? (?:the|how|a|an)|compares?|explains?)\b(?!.*\bthat\b)",
        rf"in (?:this|the (?:following|next|previous|preceding)) {_PART}s?,?\s+(?:we|i|you|it)\b",
        r"(?:we|i) (?:now |then |will |shall |have |also |first |next )*(?:describe|summari[sz]e|"
        r"discuss|"
        r"turn to|outline|present|look at|begin (?:by|with)|start (?:by|with)|conclude (?:by|"
        r"with)|"
        r"explain|review|cover|list)\b(?=.*\b(?:below|above|here|section|chapter|report|document|"
        r"summary|"
        r"next|following|first)\b)",
        r"(?:here|below|above)(?: is| are|'s|’s| you(?:'ll|’ll| will|"
        r" can) find)\b(?!.*\b(?:where|why)\b)",
        r"(?:as (?:follows|shown below|listed below)|see (?:also )?(?:above|below))\W*$",
        r"the following (?:is|are)\b",
        r"(?:the )?following (?:table|list|section|figure|chart|paragraphs?|sections?)\b",
        r"(?:this|it) is (?:a |an )?(?:draft|summary|overview|work in progress)\b",
        r"(?:all )?(?:figures|numbers|amounts|values|percentages) (?:are|have been) (?:rounded|"
        r"in (?:us )?"
        r"(?:dollars|euros|millions|thousands))",
        r"(?:all )?(?:figures|numbers|totals|percentages|amounts|columns) (?:may|might|do) not "
        r"(?:always )?(?:sum|add)",
        r"(?:copyright|©|\(c\)) |all rights reserved",
        r"(?:last )?(?:updated|generated|written|prepared|created|compiled) (?:on|by|with|in|"
        r"from)\b"
        r"[^.]*\.?$",
        r"(?:to (?:summari[sz]e|sum up|conclude|recap)|in (?:summary|conclusion|short|brief|"
        r"closing))\W*$",
        r"(?:for (?:more|further) (?:information|details?|context|reading)|more (?:on this|"
        r"details?|information))"
        r"\b(?!.*\b(?:was|were|rose|fell)\b)",
        r"(?:all )?(?:statements|claims|figures|facts|information|data) (?:in|above|below)\b.*\b"
        r"(?:sources?|documents?|provided)\b",
        r"(?:i|we) (?:have )?(?:checked|verified|used|relied on|consulted|reviewed) (?:the |all |"
        r"these )?"
        r"(?:provided |given |available )?(?:sources|documents|files)\b",
        r"based on the (?:provided |given |available )?(?:sources|documents|context)\W*$",
    )
)

_MATERIAL = (
    r"(?:(?:provided|given|available|supplied|attached|uploaded|reviewed|cited|source|"
    r"reference) )+"
    r"(?:sources?|documents?|documentation|materials?|texts?|excerpts?|contexts?|files?|"
    r"passages?|articles?|"
    r"reports?|records?|data|information)|sources?|source (?:documents?|materials?|texts?)|"
    r"excerpts?|"
    r"context|(?:materials?|documents?|documentation|texts?|files?|information|context|data) "
    r"(?:provided|given|supplied|available)"
)
_DATA = (
    r"(?:data|information|details?|figures?|numbers?|mention|references?|sources?|documentation|"
    r"statistics)"
)
_ABSENT = (
    r"(?:mention|say|state|specify|contain|include|provide|give|report|discuss|address|disclose|"
    r"cover|"
    r"indicate|describe|name|list|explain|offer|identify|clarify|detail|quantify|confirm|support)"
)
_LACK = _any_of(
    (
        rf"no (?:[\w'’-]+ ){{0,4}}?{_DATA}(?: (?:on|about|for|of|regarding|concerning|to|"
        rf"as to)\b[^.]*?)?\s+"
        r"(?:was|were|is|are|has been|have been|could be)(?: \w+ly)? (?:found|available|located|"
        r"identified|"
        r"mentioned|included|disclosed|specified|given|provided)"
        rf"(?:\W*$| (?:in|within|by|from|on|about|regarding|for) )",
        rf"(?:(?:none|neither) of )?(?:the|these|those|our|my|any|all|both|"
        rf"your)?\s*(?:{_MATERIAL})\s+(?:do|does|"
        rf"did|don't|doesn't|didn't|don’t|doesn’t|didn’t)(?: not)?(?: \w+ly)? {_ABSENT}\b",
        rf"(?:none|neither) of (?:the|these|those)\s+(?:{_MATERIAL})\s+\w+",
        rf"there (?:is|are|was|were) no (?:[\w'’-]+ ){{0,4}}?{_DATA}\b.*\b(?:in|within|from|"
        rf"among) (?:the|these|"
        rf"any|our)\s*(?:of the )?(?:{_MATERIAL})",
        r"there (?:is|was) no mention of\b",
        rf"[^.]*\b(?:is|are|was|were) (?:not|never|nowhere) (?:\w+ly )?(?:mentioned|specified|"
        rf"stated|disclosed|"
        rf"given|provided|reported|covered|discussed|included|found|addressed|described|named|"
        rf"available|"
        rf"explained|quantified) (?:anywhere )?(?:in|by|within) (?:the|these|those|any|"
        rf"our)\s*(?:of the )?"
        rf"(?:{_MATERIAL})",
        r"(?:i|we) (?:could not|couldn't|cannot|can't|were unable to|was unable to|did not|"
        r"didn't) "
        r"(?:find|locate|identify|verify|confirm)\b",
        r"(?:it is|it was|remains?) (?:not clear|unclear|unknown)\b.*\b(?:from|in) the "
        rf"(?:{_MATERIAL})",
        rf"(?:the )?(?:{_MATERIAL})\s+(?:lacks?|omits?|are silent|is silent|offers? no|gives? no|"
        rf"contains? no|"
        rf"provides? no|includes? no|makes? no mention|leaves? (?:this |it )?(?:open|unclear|"
        rf"out))\b",
    )
)

_BELIEF = re.compile(
    r"(?:personally\b|in my (?:humble )?(?:opinion|view)|in our (?:opinion|view)|imo\b|imho\b|"
    r"to my mind|"
    r"(?:but |and |so )?i (?:really |strongly |personally |also |would |do |truly )*(?:think|"
    r"believe|feel|"
    r"guess|hope|love|like|hate|prefer|suspect|doubt|wish|suppose|find it|recommend|suggest)\b|"
    r"we (?:really |strongly |also |firmly |truly )*(?:feel|hope|love|like|hate|wish|guess|"
    r"think)\b|"
    r"it seems to (?:me|us)\b|if you ask me)",
    re.IGNORECASE,
)
_TASTE = (
    r"(?:great|good|bad|nice|amazing|awesome|impressive|terrible|awful|wonderful|fantastic|"
    r"excellent|"
    r"disappointing|exciting|interesting|fascinating|encouraging|remarkable|surprising|promising|"
    r"sad|"
    r"unfortunate|worrying|alarming|beautiful|ugly|lovely|horrible|incredible|outstanding|"
    r"brilliant|"
    r"superb|shocking|huge|welcome|reassuring|troubling|positive|negative|strange|funny|cool|"
    r"crazy)"
)
_APPRAISAL = re.compile(
    rf"(?:(?:this|that|it|these|those|what|which|all of this)(?: (?:is|was|are|were)|'s|’s)? "
    rf"(?:(?:a|an|really|very|truly|so|such|quite|indeed|absolutely|certainly|clearly|simply|"
    rf"just|most) )*"
    rf"{_TASTE}(?: (?:news|result|results|job|work|achievement|outcome|story|year|quarter|sign|"
    rf"step|stuff|"
    rf"read|and {_TASTE}|indeed))*\W*$)|what an? [^.?]*!$|how {_TASTE}[^.?]*!$|"
    rf"(?:very |really |truly |so |quite )?{_TASTE}(?: (?:news|work|job|stuff|results?|quarter|"
    rf"year))?[.!]*$",
    re.IGNORECASE,
)


_CONNECTIVE = re.compile(
    r"(?:(?:however|but|and|also|unfortunately|moreover|furthermore|additionally|in addition|"
    r"notably|importantly|finally|(?:please )?note that|overall|that said|still|yet|so|thus|"
    r"therefore|currently|at present|for now|lastly|similarly),?\s+)+",
    re.IGNORECASE,
)


def remark(text: str) -> str | None:
    """Why `text` is a remark and no statement about the subject; None where it is none."""
    text = text.strip(' \t"“”*_')
    if _is_greeting(text):
        return GREETING
    if _LACK.match(text):
        return ABOUT_LACK
    if _ABOUT_TEXT.match(text):
        return ABOUT_TEXT
    if _BELIEF.match(text) or _APPRAISAL.match(text):
        return OPINION
    return None


def _is_greeting(text: str) -> bool:
    if not _GREETING.match(text):
        return False
    goes_on = _GREETING_GOES_ON.match(text)
    return goes_on is None or not _STATES.search(goes_on["rest"])
