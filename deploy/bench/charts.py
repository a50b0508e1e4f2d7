"""`make bench-charts`: draws each recorded figure over the commits, one SVG each.

python -m bench.charts [folder]
"""

import re
import sys
from collections.abc import Sequence
from math import floor, log10
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from bench.recording import Result, recorded

FOLDER: Final = Path(__file__).with_name("charts")
WIDTH, HEIGHT = 760, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 50, 70
MOST_LABELS: Final = 16
"""Commits whose names fit below the axis."""
STYLE: Final = """
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-size: 15px; font-weight: 600 }
.grid { stroke: #ddd }
.line { stroke: #0a62c4; fill: none; stroke-width: 2 }
.spread { stroke: #0a62c4; opacity: .45 }
.point { fill: #0a62c4 }
rect { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } rect { fill: #16181c } .grid { stroke: #3a3d44 }
  .line, .spread { stroke: #6db3ff } .point { fill: #6db3ff }
}
"""


def write_charts(results: Sequence[Result], folder: Path) -> list[Path]:
    """Write the chart of each figure as measured on as many cores as last; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    cores = {each.figure: each.cores for each in results}
    files: list[Path] = []
    for last in cores.items():
        shown = [each for each in results if (each.figure, each.cores) == last]
        file = folder / f"{_slug(last[0])}.svg"
        file.write_text(chart(shown))
        files.append(file)
    return files


def chart(results: Sequence[Result]) -> str:
    """One figure's results as an SVG, from the oldest to the newest."""
    last = results[-1]
    top = _nice(max(each.value + each.spread for each in results))
    points = [(_x(place, len(results)), each) for place, each in enumerate(results)]
    line = " ".join(f"{x:.1f},{_y(each.value, top):.1f}" for x, each in points)
    title = f"{last.figure} ({last.unit}, {last.better} is better, {last.cores} cores)"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{escape(title)}</title><style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="title" x="{LEFT}" y="28">{escape(title)}</text>',
            *_axis(top),
            f'<polyline class="line" points="{line}"/>',
            *(_point(x, each, top) for x, each in points),
            *_commits(points),
            "</svg>\n",
        ]
    )


def _axis(top: float) -> list[str]:
    lines: list[str] = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = _y(top * share, top)
        lines.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{top * share:,g}</text>')
    return lines


def _point(x: float, result: Result, top: float) -> str:
    low = _y(max(0.0, result.value - result.spread), top)
    high = _y(result.value + result.spread, top)
    told = f"{result.value:,g} ± {result.spread:,g} {result.unit}, {result.commit}, {result.at}"
    return (
        f'<line class="spread" x1="{x:.1f}" x2="{x:.1f}" y1="{high:.1f}" y2="{low:.1f}"/>'
        f'<circle class="point" cx="{x:.1f}" cy="{_y(result.value, top):.1f}" r="4">'
        f"<title>{escape(told)}</title></circle>"
    )


def _commits(points: Sequence[tuple[float, Result]]) -> list[str]:
    """The names of the commits, the newest always among them."""
    step = -(-len(points) // MOST_LABELS)
    y = HEIGHT - BOTTOM + 16
    return [
        f'<text x="{x:.1f}" y="{y}" text-anchor="end" transform="rotate(-35 {x:.1f} {y})">'
        f"{escape(result.commit)}</text>"
        for x, result in reversed(points[::-1][::step])
    ]


def _x(place: int, places: int) -> float:
    width = WIDTH - LEFT - RIGHT
    return LEFT + width * (place + 0.5) / places


def _y(value: float, top: float) -> float:
    height = HEIGHT - TOP - BOTTOM
    return TOP + height * (1 - max(0.0, value) / top)


def _nice(value: float) -> float:
    """The next of 1, 2, 4, 6, 8, 10 and their tenfolds."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in (1, 2, 4, 6, 8, 10) if value <= step * power * (1 + 1e-9))


def _slug(figure: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", figure.lower().replace("÷", "by")).strip("-")


def main() -> int:
    """Draw what is recorded."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    files = write_charts(recorded(), folder)
    print(f"{len(files)} charts in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
