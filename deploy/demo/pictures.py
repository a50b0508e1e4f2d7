"""Draws the pictures of the demo's posts, so that no photographs are needed."""

import base64
import io
import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

SIZE: Final = (1300, 1000)
FINER: Final = 2
"""Pictures are drawn this much larger and then scaled down, which smooths the edges."""
Colour = tuple[int, int, int]
Palette = tuple[str, ...]
"""As #rrggbb, from the background to the foreground."""


def drawn(kind: str, palette: Palette, seed: int) -> str:
    """Draw a picture of this kind; returns it as base64."""
    width, height = SIZE[0] * FINER, SIZE[1] * FINER
    colours = [_colour(each) for each in palette]
    image = _sky(width, height, colours[0], colours[1])
    KINDS[kind](image, colours[2:], random.Random(seed))
    smooth = image.resize(SIZE, Image.Resampling.LANCZOS)
    target = io.BytesIO()
    smooth.save(target, "JPEG", quality=88)
    return base64.b64encode(target.getvalue()).decode()


def _colour(text: str) -> Colour:
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def _sky(width: int, height: int, above: Colour, below: Colour) -> Image.Image:
    """A background that changes from one colour to another."""
    column = Image.linear_gradient("L").resize((width, height))
    return Image.composite(
        Image.new("RGB", (width, height), below), Image.new("RGB", (width, height), above), column
    )


def _hills(image: Image.Image, colours: list[Colour], dice: random.Random) -> None:
    """A low sun and hills one behind the other."""
    width, height = image.size
    draw = ImageDraw.Draw(image)
    across, up, radius = width * dice.uniform(0.25, 0.75), height * 0.36, height * 0.12
    draw.ellipse((across - radius, up - radius, across + radius, up + radius), fill=colours[0])
    for place, colour in enumerate(colours[1:]):
        level = height * (0.42 + 0.15 * place)
        waves = [
            (dice.uniform(0.6, 1.6), dice.uniform(0, math.tau), height * 0.07 / (n + 1)) for n in range(3)
        ]
        ridge = [
            (
                x,
                level
                + sum(tall * math.sin(x / width * math.tau * often + begin) for often, begin, tall in waves),
            )
            for x in range(0, width + 40, 40)
        ]
        draw.polygon([*ridge, (width + 40, height), (0, height)], fill=colour)


def _plaits(image: Image.Image, colours: list[Colour], dice: random.Random) -> None:
    """Three strands, over and under, from top to bottom."""
    width, height = image.size
    draw = ImageDraw.Draw(image)
    lanes, thick = 5, width // 26
    for lane in range(lanes):
        middle = width * (lane + 0.5) / lanes
        begin = dice.uniform(0, math.tau)
        for y in range(-thick, height + thick, thick // 10):
            turn = y / height * math.tau * 2.2 + begin
            strands = sorted((math.cos(turn + strand * math.tau / 3), strand) for strand in range(3))
            for depth, strand in strands:
                x = middle + math.sin(turn + strand * math.tau / 3) * width * 0.055
                size = thick * (0.8 + 0.2 * depth)
                draw.ellipse((x - size, y - size, x + size, y + size), fill=colours[strand % len(colours)])


def _wheels(image: Image.Image, colours: list[Colour], dice: random.Random) -> None:
    """Wheels with spokes, some of them out of the picture."""
    width, height = image.size
    draw = ImageDraw.Draw(image)
    for number, colour in enumerate(colours):
        radius = height * (0.44 - 0.09 * number)
        x, y = width * dice.uniform(0.15, 0.85), height * dice.uniform(0.35, 0.75)
        rim = int(radius * 0.09)
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=colour, width=rim)
        begin = dice.uniform(0, math.tau)
        for spoke in range(18):
            angle = begin + math.tau * spoke / 18
            hub = angle + (0.5 if spoke % 2 else -0.5)
            draw.line(
                (
                    x + math.cos(hub) * radius * 0.12, y + math.sin(hub) * radius * 0.12,
                    x + math.cos(angle) * radius * 0.93, y + math.sin(angle) * radius * 0.93,
                ),
                fill=colour, width=6,
            )  # fmt: skip
        hub_size = radius * 0.13
        draw.ellipse((x - hub_size, y - hub_size, x + hub_size, y + hub_size), fill=colour)


def _waves(image: Image.Image, colours: list[Colour], dice: random.Random) -> None:
    """Bands of water, each with a crest of the next one's colour."""
    width, height = image.size
    draw = ImageDraw.Draw(image)
    for place, (crest, colour) in enumerate(pairwise(colours)):
        level = height * (0.3 + 0.17 * place)
        often, begin = dice.uniform(1.5, 3), dice.uniform(0, math.tau)
        line = [
            (x, level + height * 0.05 * math.sin(x / width * math.tau * often + begin))
            for x in range(0, width + 40, 40)
        ]
        draw.polygon([*line, (width + 40, height), (0, height)], fill=colour)
        draw.line(line, fill=crest, width=14, joint="curve")


KINDS: Final[dict[str, Callable[[Image.Image, list[Colour], random.Random], None]]] = {
    "hills": _hills,
    "plaits": _plaits,
    "wheels": _wheels,
    "waves": _waves,
}
"""The kinds of pictures."""
