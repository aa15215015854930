"""Like sentences on several things: what one says of another thing is no support."""

import pytest

from verifier import Finding, Verdict, check_text


def judged(source: str, claim: str) -> Finding:
    return check_text(claim, {"notes.txt": source}).findings[0]


@pytest.mark.parametrize(
    ("source", "claim", "message"),
    [
        (
            "Rainfall in Peru was 2 metres. Rainfall in Chile was 7 metres.",
            "Rainfall in Peru was 7 metres.",
            "claim says 7 metres, the source says 2 metres",
        ),
        (
            "The house in Elm Street has 2 rooms. The house in Oak Street has 7 rooms.",
            "The house in Elm Street has 7 rooms.",
            "claim says 7, the source says 2",
        ),
        (
            "The red kite weighs 3 kg. The blue kite weighs 5 kg.",
            "The red kite weighs 5 kg.",
            "claim says 5 kg, the source says 3 kg",
        ),
        (
            "Bengt won the race in 2019. Katya won the race in 2020.",
            "Bengt won the race in 2020.",
            "claim says 2020, the source says 2019",
        ),
        (
            "In 2019 the mine yielded 12 tonnes. In 2020 the mine yielded 15 tonnes.",
            "In 2019 the mine yielded 15 tonnes.",
            "claim says 15 tonnes, the source says 12 tonnes",
        ),
        (
            "Rainfall in Peru fell. Rainfall in Chile was 7 metres.",
            "Rainfall in Peru was 7 metres.",
            "claim says Peru, the source says Chile",
        ),
    ],
)
def test_the_value_of_another_thing_contradicts(source: str, claim: str, message: str) -> None:
    finding = judged(source, claim)
    assert finding.verdict is Verdict.CONTRADICTED
    assert [conflict.message for conflict in finding.conflicts] == [message]


PORTS = (
    "If you first install quill-11 on a clean system, the default 11/main cluster will run on port "
    "5432. If you then install the quill-12 package, that new one will run on 5433."
)


def test_two_other_values_tell_of_another_thing_where_the_next_sentence_has_both() -> None:
    claim = (
        "On a clean system where quill-11 is installed first and quill-12 second, the 12 cluster "
        "runs on port 5433."
    )
    assert judged(PORTS, claim).verdict is not Verdict.CONTRADICTED


def test_two_other_values_contradict_where_no_sentence_has_both() -> None:
    claim = (
        "On a clean system where quill-11 is installed first and quill-12 second, the 14 cluster "
        "runs on port 5499."
    )
    assert judged(PORTS, claim).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "The firm employs 300 people and was restructured in 1995. It was founded in 1990.",
            "The firm, founded in 1990, employs 300 people.",
        ),
        (
            "Rainfall in Peru rose to 7 metres. Rainfall in Chile was 7 metres.",
            "Rainfall in Peru was 7 metres.",
        ),
        (
            "In 2019 the mine yielded 12 tonnes. In 2020 the mine yielded 15 tonnes.",
            "The mine yielded 12 tonnes in 2019 and 15 tonnes in 2020.",
        ),
        (
            "Rainfall in Peru was 2 metres. Rainfall in Chile was 7 metres.",
            "Rainfall was 2 metres in Peru and 7 metres in Chile.",
        ),
    ],
)
def test_what_is_said_of_the_thing_itself_supports(source: str, claim: str) -> None:
    assert judged(source, claim).verdict is Verdict.SUPPORTED
