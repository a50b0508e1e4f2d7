"""Scenes under the sky: hills, water, towns, roads."""

import math
from itertools import pairwise

from demo.drawing.canvas import Canvas, Colour, Point, curve, mixed
from demo.drawing.palettes import Ink

WHITE: Colour = (255, 255, 255)


def _ridge(canvas: Canvas, ink: Ink, level: float, tall: float) -> list[Point]:
    """A wavy line from the left side to the right one."""
    waves = [(ink.dice.uniform(0.5, 1.5), ink.dice.uniform(0, math.tau), tall / (n + 1)) for n in range(3)]
    return [
        (
            x,
            level
            + sum(up * math.sin(x / canvas.width * math.tau * often + begin) for often, begin, up in waves),
        )
        for x in range(0, canvas.width + 21, 20)
    ]


def _ground(canvas: Canvas, line: list[Point], fill: Colour, opacity: float = 1) -> None:
    canvas.shape([*line, (canvas.width + 20, canvas.height), (0, canvas.height)], fill, opacity)


def _sun(canvas: Canvas, ink: Ink, x: float, y: float, radius: float) -> None:
    canvas.glow(x, y, radius * 3.2, ink[0], 0.55)
    canvas.oval(x, y, radius, radius, ink[0])


def hills(canvas: Canvas, ink: Ink) -> None:
    """Draw a low sun and hills one behind the other, with a few trees."""
    _sun(canvas, ink, canvas.width * ink.dice.uniform(0.25, 0.75), 360, 105)
    for place in range(1, 5):
        line = _ridge(canvas, ink, 420 + 140 * (place - 1), 60)
        _ground(canvas, line, ink[place])
        if place > 2:
            for x, y in ink.dice.sample(line[4:-4], 6):
                _tree(canvas, x, y + 12, 60 + 34 * place, mixed(ink[place], ink[4], 0.65))


def _tree(canvas: Canvas, x: float, y: float, tall: float, fill: Colour) -> None:
    for part in range(3):
        top, wide = y - tall + part * tall * 0.24, tall * (0.16 + 0.07 * part)
        canvas.shape([(x, top), (x + wide, top + tall * 0.42), (x - wide, top + tall * 0.42)], fill)
    canvas.box(x - 4, y - tall * 0.12, x + 4, y + 6, fill)


def forest(canvas: Canvas, ink: Ink) -> None:
    """Draw rows of firs in the mist and a path between them."""
    _sun(canvas, ink, 650, 330, 90)
    for place in range(1, 5):
        level = 470 + 130 * place
        tone = mixed(ink[place], ink.above, 0.5 - 0.12 * place)
        for number in range(15):
            x = number * 95 + ink.dice.uniform(-30, 30)
            if abs(x - 650) > 95 * place * 0.9:
                _tree(canvas, x, level, 300 + 40 * place, tone)
        _ground(canvas, [(0, level - 16), (canvas.width, level - 16)], tone)
        canvas.box(0, level - 60, canvas.width, level + 10, ink.below, opacity=0.25)
    canvas.shape([(600, 760), (690, 760), (900, 1000), (380, 1000)], mixed(ink[0], ink[2], 0.35))


def mountains(canvas: Canvas, ink: Ink) -> None:
    """Draw peaks with snow, a moon and stars over a dark valley."""
    for _ in range(70):
        size = ink.dice.uniform(1, 3)
        canvas.oval(ink.dice.uniform(0, 1300), ink.dice.uniform(0, 480), size, size, WHITE, 0.7)
    _sun(canvas, ink, canvas.width * ink.dice.uniform(0.6, 0.8), 210, 66)
    for place, (count, base, tall) in enumerate(((4, 760, 460), (5, 860, 330)), start=1):
        for number in range(count):
            x = (number + ink.dice.uniform(0.1, 0.9)) * canvas.width / count
            _peak(canvas, ink, (x, base), tall * ink.dice.uniform(0.7, 1.05), ink[place + 1])
    for place in (3, 4):
        _ground(canvas, _ridge(canvas, ink, 700 + 90 * (place - 2), 34), ink[place])


def _peak(canvas: Canvas, ink: Ink, foot: Point, tall: float, fill: Colour) -> None:
    (x, base), wide = foot, tall * 0.95
    canvas.shape([(x - wide, base), (x, base - tall), (x + wide, base)], fill)
    canvas.shape([(x, base - tall), (x + wide, base), (x + wide * 0.12, base)], mixed(fill, ink[4], 0.35))
    snow = base - tall * 0.68
    edge = wide * 0.32
    canvas.shape(
        [
            (x, base - tall),
            (x + edge, snow),
            (x + edge * 0.4, snow - 16),
            (x, snow + 24),
            (x - edge * 0.45, snow - 10),
            (x - edge, snow),
        ],
        mixed(ink[0], WHITE, 0.5),
    )


def waves(canvas: Canvas, ink: Ink) -> None:
    """Draw bands of water with bright crests under a sun."""
    _sun(canvas, ink, canvas.width * ink.dice.uniform(0.3, 0.7), 300, 110)
    for place in range(1, 5):
        often, begin = ink.dice.uniform(1.5, 2.6), ink.dice.uniform(0, math.tau)
        level = 300 + 160 * place
        line = [
            (float(x), level + 44 * math.sin(x / canvas.width * math.tau * often + begin))
            for x in range(0, canvas.width + 21, 20)
        ]
        _ground(canvas, line, ink[place])
        canvas.line(line, mixed(ink[place], WHITE, 0.55), 8)
        canvas.line([(x, y + 34) for x, y in line], mixed(ink[place], WHITE, 0.3), 3)


def terraces(canvas: Canvas, ink: Ink) -> None:
    """Draw rice terraces that hold the sky like mirrors."""
    _sun(canvas, ink, 980, 220, 80)
    _ground(canvas, _ridge(canvas, ink, 400, 60), mixed(ink[2], ink.above, 0.45))
    for step in range(8):
        level = 430 + step * step * 6 + step * 32
        line = [
            (float(x), level + 46 * math.sin(x / 330 + step * 0.7) + 22 * math.sin(x / 140 + step))
            for x in range(0, canvas.width + 21, 20)
        ]
        _ground(canvas, line, mixed(ink[1], ink[4], step / 9))
        inner = 20 + step * 4
        canvas.shape(
            [*((x, y + 12) for x, y in line), *((x, y + 12 + inner) for x, y in reversed(line))],
            mixed(ink.below, WHITE, 0.35), 0.85,
        )  # fmt: skip
    for x in (150, 1120):
        for lean in (-70, -34, 0, 40, 76):
            canvas.line(
                curve([(x, 1000), (x + lean * 0.4, 760), (x + lean * 2.2, 690 + abs(lean))]), ink[4], 11
            )


def road(canvas: Canvas, ink: Ink) -> None:
    """Draw a road that winds to the sun."""
    _sun(canvas, ink, 760, 400, 120)
    _ground(canvas, _ridge(canvas, ink, 470, 30), ink[1])
    _ground(canvas, _ridge(canvas, ink, 560, 34), ink[2])
    near = [(1080, 1000), (820, 800), (560, 690), (700, 600), (760, 540)]
    far = [(774, 540), (730, 602), (640, 690), (1010, 800), (1420, 1000)]
    _ground(canvas, _ridge(canvas, ink, 640, 20), ink[3])
    tar = mixed(ink[4], ink.above, 0.18)
    canvas.shape(
        [
            *curve([(-260, 1100), (380, 820), (720, 720), (640, 640), (752, 560)]),
            *curve([(768, 560), (680, 644), (860, 724), (700, 850), (420, 1100)]),
        ],
        tar,
    )
    middle = curve([(60, 1060), (520, 838), (790, 722), (660, 642), (760, 562)])
    for number, (start, end) in enumerate(pairwise(middle[::8])):
        if number % 2 == 0:
            canvas.line([start, end], ink[0], max(2, (start[1] - 540) / 42))
    for x, y in (*near[:3], *far[2:4]):
        _tree(canvas, x + 120, y, 150, mixed(ink[3], ink[4], 0.55))


def city(canvas: Canvas, ink: Ink) -> None:
    """Draw a skyline with lit windows."""
    _sun(canvas, ink, canvas.width * ink.dice.uniform(0.3, 0.7), 330, 120)
    for place, tone in enumerate((mixed(ink[1], ink.below, 0.45), ink[2], ink[4])):
        x = -20.0
        while x < canvas.width:
            wide, top = ink.dice.uniform(90, 170), ink.dice.uniform(330, 560) + place * 110
            canvas.box(x, top, x + wide - 8, 1000, tone)
            if ink.dice.random() < 0.4:
                canvas.box(x + wide * 0.4, top - 46, x + wide * 0.46, top, tone)
            if place:
                _windows(canvas, ink, (x, top, wide))
            x += wide
    canvas.box(0, 950, canvas.width, 1000, mixed(ink[4], (0, 0, 0), 0.3))


def _windows(canvas: Canvas, ink: Ink, house: tuple[float, float, float]) -> None:
    left, top, wide = house
    for row in range(int((940 - top) // 56)):
        for column in range(int((wide - 26) // 34)):
            if ink.dice.random() < 0.45:
                x, y = left + 14 + column * 34, top + 22 + row * 56
                canvas.box(x, y, x + 18, y + 30, ink[0], 3, opacity=0.85)


def houses(canvas: Canvas, ink: Ink) -> None:
    """Draw a row of gabled houses with doors and flower boxes."""
    canvas.glow(1000, 160, 380, ink[0], 0.6)
    tones = [ink[1], ink[2], mixed(ink[1], ink[0], 0.5), ink[3], mixed(ink[2], ink[0], 0.4)]
    for number in range(5):
        x, top, tone = number * 262 - 6, 330 + ink.dice.randint(-60, 60), tones[number]
        canvas.box(x, top, x + 256, 900, tone)
        canvas.shape([(x - 10, top + 4), (x + 128, top - 150), (x + 266, top + 4)], ink[4])
        canvas.box(x + 176, top - 150, x + 206, top - 60, ink[4])
        pane = mixed(ink[0], WHITE, 0.3)
        for row in range(2):
            for side in (40, 154):
                y = top + 60 + row * 170
                canvas.box(x + side, y, x + side + 64, y + 96, pane, 6)
                canvas.line([(x + side + 32, y), (x + side + 32, y + 96)], tone, 5)
                canvas.box(x + side - 8, y + 96, x + side + 72, y + 112, ink[4])
                for flower in range(4):
                    canvas.oval(x + side + 8 + flower * 16, y + 92, 9, 9, mixed(ink[3], ink[0], 0.2 * flower))
        canvas.box(x + 92, 770, x + 164, 900, mixed(ink[4], tone, 0.25), 30)
    canvas.box(0, 896, canvas.width, 1000, mixed(ink[4], ink.below, 0.5))


def canal(canvas: Canvas, ink: Ink) -> None:
    """Draw houses by the water, a bridge, and all of it upside down."""
    canvas.glow(650, 300, 460, ink[0], 0.7)
    for number in range(9):
        wide, top = 146, 220 + ink.dice.randint(0, 150)
        x, tone = number * wide - 10, ink[1 + ink.dice.randint(0, 2)]
        for mirror, opacity in ((1, 1), (-1, 0.45)):
            y = [640 + mirror * (each - 640) for each in (top, top - 70, 640)]
            canvas.shape(
                [(x, y[2]), (x, y[0]), (x + wide / 2, y[1]), (x + wide - 6, y[0]), (x + wide - 6, y[2])],
                tone,
                opacity,
            )
            for row in range(3):
                for side in (26, 66, 106):
                    pane = 640 + mirror * (top + 40 + row * 90 - 640)
                    canvas.box(
                        x + side,
                        min(pane, pane + mirror * 44),
                        x + side + 18,
                        max(pane, pane + mirror * 44),
                        ink[0],
                        2,
                        opacity=0.7 * opacity,
                    )
    canvas.line(curve([(-40, 700), (300, 600), (650, 566), (1000, 600), (1340, 700)]), ink[4], 44)
    for number in range(12):
        y = 690 + number * 26
        canvas.line([(ink.dice.uniform(0, 700), y), (ink.dice.uniform(700, 1300), y)], WHITE, 3, 0.16)
