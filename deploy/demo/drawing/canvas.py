"""A surface to draw on: larger than the picture, and made smooth when it is done."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Point = tuple[float, float]

FINER: Final = 2
"""A canvas is drawn this much larger than the picture and then scaled down, which smooths the edges."""
STEPS: Final = 24
"""How many points stand for a curve between two of its points, or for a quarter of an ellipse."""


def colour(text: str) -> Colour:
    """The colour of '#rrggbb'."""
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: `share` of the other, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (red, green, blue)


def curve(points: Sequence[Point]) -> list[Point]:
    """A smooth line through these points."""
    through = [points[0], *points, points[-1]]
    line: list[Point] = []
    for before, start, end, after in zip(through, through[1:], through[2:], through[3:], strict=False):
        line += [_between(before, start, end, after, step / STEPS) for step in range(STEPS)]
    return [*line, points[-1]]


def _between(before: Point, start: Point, end: Point, after: Point, at: float) -> Point:
    """A point of the Catmull-Rom spline, which passes through its points."""
    x, y = (
        0.5 * (2 * b + (c - a) * at + (2 * a - 5 * b + 4 * c - d) * at**2 + (3 * b - a - 3 * c + d) * at**3)
        for a, b, c, d in zip(before, start, end, after, strict=True)
    )
    return (x, y)


def oval(x: float, y: float, across: float, up: float, begin: float = 0, end: float = 360) -> list[Point]:
    """The points of an ellipse around (x, y) from one angle to another; degrees, clockwise from the right."""
    angles = [math.radians(begin + (end - begin) * step / (4 * STEPS)) for step in range(4 * STEPS + 1)]
    return [(x + across * math.cos(angle), y + up * math.sin(angle)) for angle in angles]


class Canvas:
    """A surface of `size`, coloured from `above` to `below`. Measures are those of the finished picture."""

    def __init__(self, size: tuple[int, int], above: Colour, below: Colour, finer: int = FINER) -> None:
        self.width, self.height = size
        self._finer = finer
        fine = (self.width * finer, self.height * finer)
        line = (1, fine[1])
        shades = Image.linear_gradient("L").resize(line)
        column = Image.composite(Image.new("RGB", line, below), Image.new("RGB", line, above), shades)
        self._image = column.resize(fine, Image.Resampling.NEAREST)
        self._opaque = ImageDraw.Draw(self._image)
        self._glazing = ImageDraw.Draw(self._image, "RGBA")

    def shape(self, points: Iterable[Point], fill: Colour, opacity: float = 1) -> None:
        """Fill the area inside these points."""
        draw, ink = self._brush(fill, opacity)
        draw.polygon(self._scaled(points), fill=ink)

    def oval(self, x: float, y: float, across: float, up: float, fill: Colour, opacity: float = 1) -> None:
        """Fill an ellipse around (x, y)."""
        box = self._scaled([(x - across, y - up), (x + across, y + up)])
        draw, ink = self._brush(fill, opacity)
        draw.ellipse(box, fill=ink)

    def ring(self, x: float, y: float, radius: float, fill: Colour, width: float, opacity: float = 1) -> None:
        """Draw a circle's line, which lies inside its radius."""
        box = self._scaled([(x - radius, y - radius), (x + radius, y + radius)])
        draw, ink = self._brush(fill, opacity)
        draw.ellipse(box, outline=ink, width=round(width * self._finer))

    def box(
        self, left: float, top: float, right: float, bottom: float, fill: Colour,
        round_by: float = 0, opacity: float = 1,
    ) -> None:  # fmt: skip
        """Fill a rectangle; its corners may be round."""
        place = self._scaled([(left, top), (right, bottom)])
        draw, ink = self._brush(fill, opacity)
        draw.rounded_rectangle(place, round_by * self._finer, fill=ink)

    def line(self, points: Iterable[Point], fill: Colour, width: float, opacity: float = 1) -> None:
        """Draw a line through these points, with round ends."""
        fine = self._scaled(points)
        draw, ink = self._brush(fill, opacity)
        draw.line(fine, fill=ink, width=round(width * self._finer), joint="curve")
        if opacity == 1:
            half = width * self._finer / 2
            for x, y in (fine[0], fine[-1]):
                draw.ellipse((x - half, y - half, x + half, y + half), fill=ink)

    def glow(self, x: float, y: float, radius: float, fill: Colour, opacity: float) -> None:
        """Light a round area, brightest in its middle."""
        side = round(2 * radius * self._finer)
        fading = [round(max(0, 181 - value) / 181 * 255 * opacity) for value in range(256)]
        light = Image.radial_gradient("L").point(fading)
        place = (round((x - radius) * self._finer), round((y - radius) * self._finer))
        self._image.paste(
            fill,
            (*place, place[0] + side, place[1] + side),
            light.resize((side, side), Image.Resampling.BILINEAR),
        )

    def finished(self, crop: float = 0) -> Image.Image:
        """The picture in its own size; `crop` is how much of each side is cut off first."""
        if not crop:
            return self._image.reduce(self._finer)
        cut = crop * self._finer
        inner = (cut, cut, self._image.width - cut, self._image.height - cut)
        return self._image.resize((self.width, self.height), Image.Resampling.LANCZOS, box=inner)

    def _brush(self, fill: Colour, opacity: float) -> tuple[ImageDraw.ImageDraw, tuple[int, ...]]:
        """What to draw with: blending costs time, and is left out where nothing shines through."""
        if opacity == 1:
            return self._opaque, fill
        return self._glazing, (*fill, round(255 * opacity))

    def _scaled(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self._finer, y * self._finer) for x, y in points]
