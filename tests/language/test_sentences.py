"""Sentence ends: abbreviations, quotes, brackets, other scripts, line ends; fast on any input."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.language.sentences import split_sentences


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


# Each case is the text with "|" at every place where one sentence ends and the next one starts.
CASES = [
    "Revenue fell.| Then it rose!| Did it?| It did.",
    # times, countries, firms
    "It fell at 5 p.m. Tuesday.| Then it rose.",
    "It fell at 5 p.m.\nTuesday.| Then it rose.",
    "It closed at 5 p.m.| The rest left at 10 p.m. EST.",
    "The U.S. economy grew.| U.S. GDP rose.",
    "He lives in the U.S.| The rest do not.",
    "Washington, D.C.| The city is old.",
    "Acme Inc. grew and Sable Corp. shrank.| Both are in the U.K. today.",
    # numbers, labels
    "See No. 5 for it.| See Fig. 3, Eq. 4 and Sec. 2.| See vol. 3, pp. 4-5.",
    "The Figs. 2-3 and App. B show it.| Nos. 3 and 4 do too.",
    "It was approx. 5 m wide and min. 3 m deep.| It is max. 9 m high.",
    "It rose 3.5 percent.| .5 is half.| It cost $3.5 bn. in 2020.",
    "Version 2.0.1 came.| It rose to 5.| The next one fell.",
    # people
    "J. R. R. Tolkien wrote it.| J.R.R. Tolkien did.| Dr. Smith and Mr. Jones read it.",
    "Smith et al. 2020 said so.| So did Lee et al. before them.| Ray et al.| The end.",
    "He has a Ph.D. from St. Louis.| She met Lt. Col. Smith and Sen. Warren.",
    "Plan B.| The rest is vitamin C.| Then it rose.",
    # months, small words
    "In Jan. 2020 it fell.| It fell in Dec.| The year ended.",
    "Sales, costs, etc. rose.| E.g. Berlin grew, i.e. It did not shrink.",
    "It fell in May.| Costs rose by 5 m.| AT&T grew.| The answer was no.| They left at 3 p.m. EST.",
    # ellipses, quotes, brackets
    "Well... it rose.| And… then it fell.| Well...| It rose.",
    'He said "It fell."| Then it rose.| "Why?" he asked.| “It fell.”| Then it rose.',
    "(It fell.)| Then it rose.| [It fell.]| Then it rose.",
    "He said: 'It fell.'| Then it rose.| It fell.)| Then it rose.",
    "The firm (Acme Corp.) Chairman left.| It fell [1].| It rose.[3]| Then it ended.",
    'The 5" pipe fell.| It rose.| The 6" pipe rose.| He said "5".| It "fell".| Then it ended.',
    "In the '90s it rose.| In the '80s the dogs' bowl fell.| Bob's did too.| It ended.",
    "It rose to 5 < 6.| Then a > b was so.| It ended.",
    "What?!| Really!!| It was so.",
    # other languages and scripts
    "売上は増えた。|利益は減った！|本当？|はい。",
    "「売上は増えた。」と彼は言った。|次の年だ。|（売上は増えた。）|次だ。",
    "यह सच है।| वह झूठ है।",
    "هل هذا صحيح؟| نعم.",
    "Der 3. Oktober war kalt.| Im 2. Quartal stieg der Umsatz z.B. in Bonn.",
    "¿Qué pasa?| Nada.| ¡Hola!| Sí.",
    # enumerators and decorations are no sentences of their own
    "1. It fell.| 2. It rose.",
    "It fell. 🎉",
    "It fell. ...",
    # lines
    "One line\nthen another\r\nand a third\rand a fourth.| Next.",
    "No full stop\n\n|but a blank line\r\n\r\n|ends it \n \t\n|each time\r\r|too",
    "iPhone sales rose.| eBay fell.",
]


@pytest.mark.parametrize("case", CASES)
def test_sentences_end_where_a_reader_says(case: str) -> None:
    assert sentences(case.replace("|", "")) == [part.strip() for part in case.split("|")]


@given(st.text(st.sampled_from(list("aB1 .!?。\"'()[]”\n\r\t…•🦊\u2028\x00éD")), max_size=60))
@settings(max_examples=300)
def test_every_visible_character_is_in_exactly_one_sentence(text: str) -> None:
    spans = split_sentences(text)
    covered = [at for start, end in spans for at in range(start, end)]
    assert covered == sorted(set(covered))
    assert all(text[at].isspace() for at in set(range(len(text))).difference(covered))
    for start, end in spans:
        assert text[start:end] == text[start:end].strip() != ""
        assert not (text[start - 1 : start] == "\r" and text[start] == "\n")


@given(st.text(st.sampled_from(list("aB. \n\r")), max_size=40))
def test_a_blank_line_always_ends_a_sentence(text: str) -> None:
    for start, end in split_sentences(text):
        lines = text[start:end].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert all(line.strip() for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "." * 50_000,
        ". " * 25_000,
        '"' * 50_000,
        "It.)" * 20_000,
        '"It. ' * 10_000,
        "(It. " * 10_000,
        "A. " * 20_000,
        "\n" * 50_000,
        "\n \t" * 20_000 + "x",
        "a" * 100_000,
        ". !" * 20_000,
        "It fell in the quarter, Dr. Smith said.  It rose at 5 p.m. Tuesday.\n\n" * 5_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_and_long_texts_take_linear_time(text: str) -> None:
    begin = time.process_time()
    split_sentences(text)
    assert time.process_time() - begin < 2


@given(
    st.text(st.sampled_from(list("aB1.!\"'() \n\x85\xa0\u2003\u2028\u2029\u3000é")), max_size=30)
)
@settings(max_examples=200)
def test_no_white_space_of_several_bytes_ends_the_program(text: str) -> None:
    assert all(text[start:end].strip() for start, end in split_sentences(text))
