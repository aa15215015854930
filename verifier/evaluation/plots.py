"""The reliability plot: share of supported claims against the score, as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from verifier.evaluation.calibration import Bin

ROWS = 11
COLUMNS_PER_BIN = 5


def text_plot(bins: Sequence[Bin], count: int = 10) -> str:
    """A plot of 11 rows; "●" is a bin, "·" the diagonal on which a calibrated score lies."""
    width = count * COLUMNS_PER_BIN + 1
    grid = [[" "] * width for _ in range(ROWS)]
    for column in range(0, width, 2):
        grid[_row(column / (width - 1))][column] = "·"
    for one in bins:
        grid[_row(one.share_supported)][round(one.mean_score * (width - 1))] = "●"
    lines = [
        f"{(ROWS - 1 - row) / (ROWS - 1):4.1f} │{''.join(cells).rstrip()}"
        for row, cells in enumerate(grid)
    ]
    ticks = "".join(f"{at / 5:<10.1f}" for at in range(6)).rstrip()
    return "\n".join([*lines, "     └" + "─" * width, "      " + ticks])


def _row(share: float) -> int:
    return ROWS - 1 - round(share * (ROWS - 1))


def svg_plot(bins: Sequence[Bin], title: str) -> str:
    """The same as a standalone SVG image; a bin's area grows with its claims."""
    size, margin = 320, 40
    most = max((one.claims for one in bins), default=1)
    dots = "".join(
        f'<circle cx="{margin + one.mean_score * size:.1f}" '
        f'cy="{margin + (1 - one.share_supported) * size:.1f}" '
        f'r="{3 + 9 * (one.claims / most) ** 0.5:.1f}" fill="#2a6f97" fill-opacity="0.8">'
        f"<title>{one.claims} claims, mean score {one.mean_score:.2f}, "
        f"{one.share_supported:.0%} supported</title></circle>"
        for one in bins
    )
    whole = size + 2 * margin
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        f'font-family="sans-serif" font-size="12" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{whole}" height="{whole}" fill="white"/>'
        f'<rect x="{margin}" y="{margin}" width="{size}" height="{size}" fill="none" '
        f'stroke="#888"/>'
        f'<line x1="{margin}" y1="{margin + size}" x2="{margin + size}" y2="{margin}" '
        f'stroke="#888" stroke-dasharray="4 4"/>{dots}'
        f'<text x="{whole / 2}" y="{margin - 14}" text-anchor="middle">{escape(title)}</text>'
        f'<text x="{whole / 2}" y="{whole - 10}" text-anchor="middle">score</text>'
        f'<text x="14" y="{whole / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {whole / 2})">share supported</text>'
        f'<text x="{margin}" y="{margin + size + 14}" text-anchor="middle">0</text>'
        f'<text x="{margin + size}" y="{margin + size + 14}" text-anchor="middle">1</text>'
        f"</svg>\n"
    )
