"""The reliability plot as text and as SVG."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from verifier.evaluation.calibration import Bin, reliability
from verifier.evaluation.plots import ROWS, svg_plot, text_plot


def test_a_calibrated_bin_lies_on_the_diagonal() -> None:
    rows = text_plot([Bin(0.9, 1.0, 5, 1.0, 1.0), Bin(0.0, 0.1, 5, 0.0, 0.0)]).splitlines()
    assert rows[0].startswith(" 1.0 │")
    assert rows[0].endswith("●")
    assert rows[ROWS - 1].startswith(" 0.0 │●")


def test_a_bin_of_wrong_scores_lies_in_the_corner() -> None:
    rows = text_plot([Bin(0.9, 1.0, 5, 1.0, 0.0)]).splitlines()
    assert rows[ROWS - 1].endswith("●")
    assert "●" not in "".join(rows[: ROWS - 1])


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans())), st.text("<&\"'ab"))
def test_any_bins_can_be_drawn(scored: list[tuple[float, bool]], title: str) -> None:
    bins = reliability(scored)
    assert len(text_plot(bins).splitlines()) == ROWS + 2
    image = ElementTree.fromstring(svg_plot(bins, title))  # noqa: S314 our own output
    assert len(image.findall("{http://www.w3.org/2000/svg}circle")) == len(bins)
