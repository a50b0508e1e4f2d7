"""Hair and head coverings, drawn behind a head and before it. Measures are of a portrait of 300 by 300."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from demo.drawing.canvas import Canvas, Point, curve, mixed, oval
from demo.drawing.faces import Face

X: Final = 150
Y: Final = 136
"""The middle of the head; it is 50 wide and 60 high to either side."""


def behind(canvas: Canvas, face: Face) -> None:
    """Draw what is seen behind the head and the neck."""
    draw = _BEHIND.get(face.style)
    if draw:
        draw(canvas, face)


def before(canvas: Canvas, face: Face) -> None:
    """Draw what falls over the forehead and beside the face."""
    _BEFORE[face.style](canvas, face)


def _cap(canvas: Canvas, face: Face, line: Sequence[Point], across: float = 55, up: float = 68) -> None:
    """The hair above the line of the forehead, which runs from left to right."""
    left, right = line[0], line[-1]
    above = [point for point in oval(X, Y, across, up, 180, 360) if point[1] <= max(left[1], right[1])]
    canvas.shape([(left[0], left[1]), *above, *reversed(curve(line))], face.hair)
    canvas.line(
        curve([(X - 30, Y - up + 20), (X - 4, Y - up + 11), (X + 24, Y - up + 18)]),
        mixed(face.hair, (255, 240, 220), 0.35), 3.5, 0.55,
    )  # fmt: skip


SIDES: Final[Sequence[Point]] = (
    (X - 54, Y - 2), (X - 46, Y - 20), (X - 36, Y - 38), (X, Y - 42), (X + 36, Y - 38), (X + 46, Y - 20),
    (X + 54, Y - 2),
)  # fmt: skip
PARTED: Final[Sequence[Point]] = (
    (X - 56, Y + 16), (X - 47, Y - 8), (X - 30, Y - 30), (X - 6, Y - 46), (X + 22, Y - 34),
    (X + 46, Y - 10), (X + 56, Y + 16),
)  # fmt: skip
SWEPT: Final[Sequence[Point]] = (
    (X - 54, Y + 4), (X - 48, Y - 16), (X - 28, Y - 22), (X + 4, Y - 30), (X + 34, Y - 42), (X + 47, Y - 16),
    (X + 54, Y + 2),
)  # fmt: skip


def _short(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, SIDES, 54, 67)


def _fade(canvas: Canvas, face: Face) -> None:
    side = mixed(face.skin, face.hair, 0.55)
    for sign in (-1, 1):
        canvas.shape(
            [
                (X + sign * 52, Y - 4),
                (X + sign * 53, Y - 34),
                (X + sign * 40, Y - 44),
                (X + sign * 45, Y - 18),
            ],
            side,
        )
    _cap(
        canvas,
        face,
        [(X - 51, Y - 26), (X - 38, Y - 39), (X, Y - 43), (X + 38, Y - 39), (X + 51, Y - 26)],
        52,
        67,
    )


def _quiff(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, SIDES, 54, 66)
    canvas.shape(
        curve(
            [
                (X - 44, Y - 38), (X - 48, Y - 62), (X - 24, Y - 84), (X + 16, Y - 86), (X + 46, Y - 68),
                (X + 48, Y - 42), (X + 20, Y - 50), (X - 12, Y - 42), (X - 44, Y - 38),
            ]
        ),
        face.hair,
    )  # fmt: skip
    canvas.line(
        curve([(X - 30, Y - 56), (X - 4, Y - 72), (X + 28, Y - 68)]),
        mixed(face.hair, (255, 240, 220), 0.35), 3.5, 0.5,
    )  # fmt: skip


def _curls(canvas: Canvas, face: Face, points: Sequence[Point], size: float) -> None:
    for number, (x, y) in enumerate(points):
        canvas.oval(x, y, size, size, mixed(face.hair, (255, 240, 220), 0.1 if number % 3 == 0 else 0))


def _curly(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, SIDES, 54, 66)
    _curls(canvas, face, oval(X, Y - 8, 53, 60, 185, 355)[::7], 13)
    _curls(canvas, face, oval(X, Y - 6, 38, 42, 200, 340)[::9], 11)


def _afro_behind(canvas: Canvas, face: Face) -> None:
    canvas.oval(X, Y - 22, 84, 80, face.hair)
    _curls(canvas, face, oval(X, Y - 22, 78, 74, 140, 400)[::5], 14)


def _afro(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, SIDES, 56, 70)
    _curls(canvas, face, oval(X, Y - 6, 44, 40, 195, 345)[::8], 10)


def _fall(canvas: Canvas, face: Face, bottom: float, across: float, wave: float) -> None:
    """Hair that falls behind the shoulders down to `bottom`."""
    steps = range(25)
    top = Y - 10
    left = [
        (X - across + wave * math.sin(step / 24 * math.tau * 1.6), top + (bottom - top) * step / 24)
        for step in steps
    ]
    right = [(2 * X - x, y) for x, y in left]
    canvas.shape([*oval(X, Y - 6, across, 66, 180, 360), *right, *reversed(left)], face.hair)
    for sign in (-1, 1):
        canvas.oval(X + sign * (across - 20), bottom - 2, 20, 16, face.hair)


def _long_behind(canvas: Canvas, face: Face) -> None:
    _fall(canvas, face, 246, 61, 0)


def _wavy_behind(canvas: Canvas, face: Face) -> None:
    _fall(canvas, face, 238, 65, 7)


def _bob_behind(canvas: Canvas, face: Face) -> None:
    _fall(canvas, face, 190, 63, -3)


def _parted(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, PARTED, 57, 68)


def _fringe(canvas: Canvas, face: Face) -> None:
    line = [(X - 57, Y + 20), (X - 48, Y - 14), (X - 24, Y - 19), (X + 4, Y - 17), (X + 30, Y - 20), (X + 48, Y - 14), (X + 57, Y + 20)]  # fmt: skip  # noqa: E501
    _cap(canvas, face, line, 58, 68)


def _bun_behind(canvas: Canvas, face: Face) -> None:
    canvas.oval(X, Y - 76, 27, 24, face.hair)
    canvas.line(
        curve([(X - 12, Y - 84), (X + 2, Y - 90), (X + 14, Y - 84)]),
        mixed(face.hair, (255, 240, 220), 0.35),
        3,
        0.5,
    )


def _updo_behind(canvas: Canvas, face: Face) -> None:
    canvas.oval(X + 8, Y - 64, 40, 26, face.hair)


def _tail_behind(canvas: Canvas, face: Face) -> None:
    canvas.shape(
        curve(
            [
                (X + 30, Y - 52),
                (X + 74, Y - 44),
                (X + 84, Y + 10),
                (X + 70, Y + 74),
                (X + 58, Y + 20),
                (X + 40, Y - 20),
            ]
        ),
        face.hair,
    )


def _swept(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, SWEPT, 54, 67)


def _plait(canvas: Canvas, face: Face, x: float, top: float, bottom: float, thick: float) -> None:
    light = mixed(face.hair, (255, 240, 220), 0.16)
    count = round((bottom - top) / thick)
    for number in range(count):
        y = top + thick * number
        lean = thick * 0.28 * (1 if number % 2 else -1)
        canvas.oval(x + lean, y, thick * 0.72, thick * 0.62, light if number % 2 else face.hair)


def _braid(canvas: Canvas, face: Face) -> None:
    _parted(canvas, face)
    _plait(canvas, face, X + 55, Y + 24, Y + 118, 15)


def _braids_behind(canvas: Canvas, face: Face) -> None:
    canvas.oval(X, Y - 8, 58, 66, face.hair)
    for place in (-62, -50, -38, 38, 50, 62):
        _plait(canvas, face, X + place, Y - 4, Y + 112 - abs(place) * 0.3, 11)


def _braids(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, PARTED, 56, 68)
    for place in (-30, -15, 0, 15, 30):
        canvas.line(
            curve([(X + place * 0.9, Y - 40), (X + place * 0.7, Y - 54), (X + place * 0.35, Y - 66)]),
            mixed(face.hair, (255, 240, 220), 0.22), 2,
        )  # fmt: skip


def _locs_behind(canvas: Canvas, face: Face) -> None:
    canvas.oval(X, Y - 12, 62, 68, face.hair)
    for number, place in enumerate((-66, -56, -46, 46, 56, 66)):
        shade = mixed(face.hair, (200, 150, 110), 0.12 if number % 2 else 0)
        canvas.line(
            curve([(X + place * 0.7, Y - 40), (X + place, Y + 6), (X + place * 1.02, Y + 76)]), shade, 12
        )


def _locs(canvas: Canvas, face: Face) -> None:
    _cap(canvas, face, PARTED, 58, 72)
    for number, place in enumerate((-40, -24, -8, 10, 26, 42)):
        shade = mixed(face.hair, (200, 150, 110), 0.16 if number % 2 else 0.04)
        canvas.line(
            curve([(X + place * 0.5, Y - 68), (X + place, Y - 58), (X + place * 1.16, Y - 38)]), shade, 10
        )


def _hijab_behind(canvas: Canvas, face: Face) -> None:
    canvas.shape(
        curve(
            [
                (X, Y - 74),
                (X - 60, Y - 40),
                (X - 66, Y + 40),
                (X - 84, Y + 128),
                (X + 84, Y + 128),
                (X + 66, Y + 40),
                (X + 60, Y - 40),
                (X, Y - 74),
            ]
        ),
        face.cloth,
    )


def _hijab(canvas: Canvas, face: Face) -> None:
    dark = mixed(face.cloth, (30, 20, 40), 0.22)
    outer = oval(X, Y - 2, 64, 76, 90, 450)
    inner = oval(X, Y + 6, 44, 54, 90, 450)
    canvas.shape([*outer, *reversed(inner)], face.cloth)
    canvas.shape(
        curve(
            [
                (X - 52, Y + 44),
                (X - 10, Y + 72),
                (X + 46, Y + 52),
                (X + 70, Y + 108),
                (X - 4, Y + 120),
                (X - 78, Y + 104),
                (X - 52, Y + 44),
            ]
        ),
        face.cloth,
    )
    canvas.line(curve([(X - 52, Y + 52), (X - 6, Y + 84), (X + 60, Y + 78)]), dark, 3, 0.6)
    canvas.line(curve([(X - 60, Y + 76), (X - 14, Y + 102), (X + 56, Y + 98)]), dark, 3, 0.45)
    canvas.line(curve([(X - 47, Y - 20), (X - 20, Y - 56), (X + 26, Y - 56), (X + 48, Y - 16)]), dark, 3, 0.4)


def _wrap(canvas: Canvas, face: Face) -> None:
    light, dark = mixed(face.cloth, (255, 244, 214), 0.3), mixed(face.cloth, (40, 20, 40), 0.25)
    band = [(X - 56, Y - 14), (X - 40, Y - 38), (X, Y - 46), (X + 40, Y - 38), (X + 56, Y - 14)]
    canvas.shape(
        [
            *curve(
                [
                    (X - 56, Y - 14),
                    (X - 70, Y - 66),
                    (X - 20, Y - 104),
                    (X + 40, Y - 98),
                    (X + 68, Y - 56),
                    (X + 56, Y - 14),
                ]
            ),
            *reversed(curve(band)),
        ],
        face.cloth,
    )
    canvas.line(curve([(X - 60, Y - 40), (X - 10, Y - 66), (X + 60, Y - 62)]), dark, 3.5, 0.6)
    canvas.line(curve([(X - 56, Y - 62), (X, Y - 84), (X + 58, Y - 76)]), light, 5, 0.8)
    canvas.oval(X + 26, Y - 92, 24, 18, face.cloth)
    canvas.oval(X + 26, Y - 92, 13, 9, dark, 0.5)


_BEHIND: Final[dict[str, Callable[[Canvas, Face], None]]] = {
    "afro": _afro_behind, "long": _long_behind, "wavy": _wavy_behind, "bob": _bob_behind,
    "bun": _bun_behind, "updo": _updo_behind, "ponytail": _tail_behind, "braids": _braids_behind,
    "locs": _locs_behind, "hijab": _hijab_behind,
}  # fmt: skip
_BEFORE: Final[dict[str, Callable[[Canvas, Face], None]]] = {
    "short": _short, "fade": _fade, "quiff": _quiff, "curly": _curly, "afro": _afro, "long": _parted,
    "wavy": _parted, "bob": _fringe, "bun": _short, "updo": _swept, "ponytail": _swept, "braid": _braid,
    "braids": _braids, "locs": _locs, "pixie": _swept, "hijab": _hijab, "headwrap": _wrap,
}  # fmt: skip
