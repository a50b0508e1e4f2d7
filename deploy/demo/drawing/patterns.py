"""Ornaments and scenes of lines: plaits, wheels, tiles, charts, letters, lights."""

import math

from demo.drawing.canvas import Canvas, Colour, curve, mixed, oval
from demo.drawing.palettes import Ink

WHITE: Colour = (255, 255, 255)


def plaits(canvas: Canvas, ink: Ink) -> None:
    """Draw plaits of three strands, over and under, from top to bottom."""
    lanes, thick = 5, 46
    for lane in range(lanes):
        middle = canvas.width * (lane + 0.5) / lanes
        begin = ink.dice.uniform(0, math.tau)
        for y in range(-thick, canvas.height + thick, 9):
            turn = y / canvas.height * math.tau * 2.2 + begin
            for depth, strand in sorted((math.cos(turn + each * math.tau / 3), each) for each in range(3)):
                x = middle + math.sin(turn + strand * math.tau / 3) * 70
                size = thick * (0.8 + 0.2 * depth)
                tone = mixed(ink[strand + 2 if strand < 2 else 1], ink[4], 0.3 - 0.3 * depth)
                canvas.oval(x, y, size, size, tone)
                canvas.oval(x - size * 0.3, y, size * 0.13, size * 0.13, WHITE, 0.25)


def wheels(canvas: Canvas, ink: Ink) -> None:
    """Draw a bicycle's wheels with their spokes before a wall."""
    canvas.glow(1000, 200, 520, ink[0], 0.7)
    canvas.box(0, 850, 1300, 1000, mixed(ink[3], ink.below, 0.4))
    for x, radius in ((330, 300), (960, 300)):
        canvas.oval(x, 866, 220, 22, (20, 20, 30), 0.25)
        canvas.ring(x, 560, radius, ink[4], 30)
        canvas.ring(x, 560, radius - 34, mixed(ink[0], ink[2], 0.5), 8)
        begin = ink.dice.uniform(0, math.tau)
        for spoke in range(24):
            angle = begin + math.tau * spoke / 24
            hub = angle + (0.6 if spoke % 2 else -0.6)
            canvas.line(
                [(x + math.cos(hub) * 30, 560 + math.sin(hub) * 30),
                 (x + math.cos(angle) * (radius - 36), 560 + math.sin(angle) * (radius - 36))],
                ink[3], 3,
            )  # fmt: skip
        canvas.oval(x, 560, 34, 34, ink[2])
    frame = ink[1]
    for start, end in (
        ((330, 560), (560, 560)),
        ((560, 560), (840, 270)),
        ((840, 270), (480, 300)),
        ((480, 300), (330, 560)),
        ((480, 300), (560, 560)),
        ((960, 560), (830, 230)),
    ):
        canvas.line([start, end], frame, 24)
    canvas.oval(560, 560, 54, 54, ink[4])
    canvas.line([(480, 300), (462, 230)], ink[4], 16)
    canvas.line(curve([(400, 222), (460, 214), (530, 232)]), ink[4], 30)
    canvas.line(curve([(830, 230), (870, 190), (940, 214), (930, 260)]), ink[4], 18)


def circles(canvas: Canvas, ink: Ink) -> None:
    """Draw a cloth of large overlapping arcs, as printed by hand."""
    side = 217
    for row in range(5):
        for column in range(6):
            x, y = column * side + side / 2, row * side + side / 2 - 40
            ground = ink[1 + (row + column) % 3]
            canvas.box(x - side / 2, y - side / 2, x + side / 2 + 1, y + side / 2 + 1, ground)
            turn = ink.dice.randint(0, 3) * 90
            cx = x + (side / 2 if turn in (90, 180) else -side / 2)
            cy = y + (side / 2 if turn in (180, 270) else -side / 2)
            begin = {0: 0, 90: 90, 180: 180, 270: 270}[turn]
            for place, radius in enumerate((1, 0.78, 0.56, 0.34)):
                tone = (ink[4], ink[0], ink[3], ink.below)[place]
                canvas.shape([(cx, cy), *oval(cx, cy, side * radius, side * radius, begin, begin + 90)], tone)


def rings(canvas: Canvas, ink: Ink) -> None:
    """Draw rings of sound that spread from a bowl."""
    for place in range(9, 0, -1):
        canvas.oval(650, 620, place * 118, place * 96, mixed(ink[1], ink.above, place / 10))
    canvas.oval(650, 880, 300, 36, (20, 10, 30), 0.25)
    brass = mixed(ink[0], (206, 152, 72), 0.75)
    canvas.shape([*oval(650, 640, 280, 240, 0, 180)], mixed(brass, ink[4], 0.25))
    canvas.oval(650, 640, 280, 62, brass)
    canvas.oval(650, 644, 248, 46, mixed(brass, ink[4], 0.55))
    canvas.line(curve([(430, 740), (640, 830), (870, 740)]), mixed(brass, WHITE, 0.5), 10, 0.7)
    canvas.line([(880, 600), (1090, 360)], ink[4], 30)
    canvas.line([(850, 634), (930, 544)], ink[2], 52)


def tiles(canvas: Canvas, ink: Ink) -> None:
    """Draw a wall of painted tiles."""
    side = 163
    for row in range(7):
        for column in range(8):
            x, y = column * side + side / 2, row * side + side / 2
            canvas.box(x - 79, y - 79, x + 79, y + 79, mixed(ink[0], WHITE, 0.5), 4)
            tone = ink[3] if (row + column) % 2 else ink[2]
            for quarter in range(4):
                angle = math.tau * (quarter + 0.5) / 4
                canvas.oval(x + math.cos(angle) * 38, y + math.sin(angle) * 38, 27, 27, tone)
                canvas.oval(
                    x + math.cos(angle) * 38, y + math.sin(angle) * 38, 15, 15, mixed(ink[0], WHITE, 0.5)
                )
                corner = (x + (1 if quarter in (0, 3) else -1) * 79, y + (1 if quarter < 2 else -1) * 79)
                canvas.shape(
                    [
                        corner,
                        *oval(
                            *corner,
                            34,
                            34,
                            180 if quarter == 0 else (270, 0, 90)[quarter - 1],
                            270 if quarter == 0 else (360, 90, 180)[quarter - 1],
                        ),
                    ],
                    ink[4],
                )
            canvas.oval(x, y, 19, 19, mixed(ink[1], (240, 180, 60), 0.6))


def strokes(canvas: Canvas, ink: Ink) -> None:
    """Draw large strokes of a broad pen, and its dots, on paper."""
    canvas.box(110, 90, 1190, 910, mixed(ink[0], WHITE, 0.4), 6)
    canvas.box(150, 130, 1150, 870, mixed(ink.above, WHITE, 0.5))
    lean = ink.dice.uniform(-60, 60)
    for points, wide, tone in (
        ([(1040, 330), (980, 520 + lean / 3), (760, 600), (520, 560), (400, 420), (470, 310)], 58, ink[4]),
        ([(300, 760), (420, 660), (640, 700), (830, 770 + lean / 4), (1060, 690)], 46, ink[3]),
        ([(690, 210), (706, 330), (690, 470)], 52, ink[2]),
    ):
        for shift in range(6):
            canvas.line(
                curve([(x + shift * 3, y - shift * 5) for x, y in points]), tone, wide * (1 - shift * 0.1)
            )
    for x, y in ((560, 330), (860, 420), (900, 340), (380, 590), (1040, 560)):
        canvas.shape([(x, y - 30), (x + 30, y), (x, y + 30), (x - 30, y)], mixed(ink[1], (212, 82, 60), 0.4))


def leaves(canvas: Canvas, ink: Ink) -> None:
    """Draw twigs with leaves, as pressed in a book."""
    canvas.glow(650, 420, 640, ink[0], 0.8)
    for number in range(5):
        x = 170 + number * 240
        tall, lean = ink.dice.uniform(560, 800), ink.dice.uniform(-70, 70)
        stem = curve([(x, 980), (x + lean * 0.4, 980 - tall * 0.5), (x + lean, 980 - tall)])
        tone = mixed(ink[1 + number % 3], ink[4], 0.15)
        canvas.line(stem, mixed(tone, ink[4], 0.4), 7)
        for place in range(8, len(stem) - 4, 7):
            at, size = stem[place], 120 * (1 - place / len(stem) * 0.55)
            for sign in (-1, 1):
                tip = (at[0] + sign * size, at[1] - size * 0.72)
                side = (at[0] + sign * size * 0.34, at[1] - size * 0.62)
                under = (at[0] + sign * size * 0.66, at[1] - size * 0.1)
                canvas.shape(
                    [*curve([at, side, tip]), *curve([tip, under, at])],
                    mixed(tone, ink[0], 0.14 * (sign + 1)),
                )


def chart(canvas: Canvas, ink: Ink) -> None:
    """Draw a sheet with bars and a rising line, and coins."""
    canvas.box(120, 90, 1180, 870, mixed(ink[0], WHITE, 0.55), 26)
    for line in range(6):
        canvas.line([(200, 250 + line * 96), (1110, 250 + line * 96)], ink.below, 3)
    line = []
    for number in range(9):
        tall = 90 + number * 44 + ink.dice.uniform(-60, 60)
        x = 236 + number * 98
        canvas.box(x, 740 - tall, x + 58, 740, ink[1 + number % 3], 8)
        line.append((x + 29, 690 - tall))
    canvas.line(curve(line), ink[4], 9)
    for x, y in line:
        canvas.oval(x, y, 15, 15, ink[4])
        canvas.oval(x, y, 7, 7, WHITE)
    canvas.box(210, 150, 560, 184, ink[3], 10)
    gold = (226, 172, 70)
    for pile, count in ((980, 5), (1110, 3)):
        for coin in range(count):
            canvas.oval(pile, 920 - coin * 26, 74, 24, mixed(gold, (110, 70, 20), 0.35))
            canvas.oval(pile, 912 - coin * 26, 74, 24, gold)
        canvas.oval(pile, 912 - (count - 1) * 26, 48, 14, mixed(gold, WHITE, 0.35))


def code(canvas: Canvas, ink: Ink) -> None:
    """Draw a screen with lines of a program, and a plant beside it."""
    canvas.glow(650, 420, 700, ink[0], 0.35)
    canvas.box(150, 120, 1150, 780, mixed(ink[4], (10, 12, 24), 0.4), 28)
    canvas.box(150, 120, 1150, 182, mixed(ink[4], ink[3], 0.5), 28)
    for number, tone in enumerate(((236, 106, 94), (244, 191, 79), (98, 197, 84))):
        canvas.oval(196 + number * 42, 151, 12, 12, tone)
    depth = 0
    for row in range(12):
        depth = max(0, min(4, depth + ink.dice.choice((-1, 0, 1, 1))))
        x = 210.0 + depth * 56
        for _ in range(ink.dice.randint(2, 4)):
            wide = ink.dice.uniform(60, 200)
            if x + wide > 1090:
                break
            tone = ink.dice.choice(
                (ink[0], ink[1], mixed(ink[1], (120, 220, 190), 0.5), mixed(ink[0], (240, 140, 120), 0.6))
            )
            canvas.box(x, 216 + row * 45, x + wide, 236 + row * 45, tone, 10)
            x += wide + 24
    canvas.box(560, 780, 740, 860, ink[3])
    canvas.box(0, 856, 1300, 1000, mixed(ink[3], ink[4], 0.4))
    canvas.box(420, 846, 880, 872, ink[2], 12)
    canvas.box(1130, 760, 1250, 880, ink[1], 14)
    for lean in (-90, -50, 0, 46, 84):
        canvas.line(curve([(1190, 770), (1190 + lean * 0.4, 660), (1190 + lean, 600)]), (96, 160, 110), 20)


def vinyl(canvas: Canvas, ink: Ink) -> None:
    """Draw a drum from above, with its ropes, and its beat around it."""
    for place in range(48):
        angle = math.tau * place / 48
        far = 440 + 60 * abs(math.sin(place * 1.7))
        canvas.line(
            [
                (650 + 400 * math.cos(angle), 500 + 400 * math.sin(angle)),
                (650 + far * math.cos(angle), 500 + far * math.sin(angle)),
            ],
            ink[1 + place % 3],
            16,
        )
    canvas.oval(650, 510, 374, 374, (20, 12, 16), 0.3)
    canvas.oval(650, 500, 370, 370, ink[4])
    canvas.oval(650, 500, 320, 320, mixed(ink[0], (226, 190, 140), 0.55))
    for place in range(16):
        angle = math.tau * place / 16
        canvas.line(
            [
                (650 + 345 * math.cos(angle), 500 + 345 * math.sin(angle)),
                (650 + 300 * math.cos(angle + 0.2), 500 + 300 * math.sin(angle + 0.2)),
            ],
            ink[2],
            10,
        )
    for radius in (230, 150, 80):
        canvas.ring(650, 500, radius, ink[1], 8, 0.5)
    canvas.glow(560, 400, 240, WHITE, 0.5)


def lights(canvas: Canvas, ink: Ink) -> None:
    """Draw strings of lights and bunting over people who dance."""
    for string, level in enumerate((120, 210, 300)):
        rope = curve([(-20, level), (330, level + 110), (650, level - 10), (980, level + 120), (1320, level)])
        canvas.line(rope, mixed(ink[4], ink.above, 0.2), 4)
        for number, (x, y) in enumerate(rope[4::8]):
            if string == 1:
                canvas.shape([(x - 24, y), (x + 24, y), (x, y + 54)], ink[1 + number % 3])
            else:
                canvas.glow(x, y + 22, 70, (255, 220, 130), 0.7)
                canvas.oval(x, y + 22, 14, 17, (255, 240, 190))
    canvas.box(0, 880, 1300, 1000, ink[4])
    for number in range(9):
        x, tall = 110 + number * 136 + ink.dice.uniform(-20, 20), ink.dice.uniform(250, 320)
        tone = mixed(ink[4], ink[2], 0.15 + 0.09 * (number % 4))
        y = 900 - tall
        canvas.oval(x, y, 36, 40, tone)
        canvas.shape(
            curve([(x - 50, 900), (x - 54, y + 90), (x, y + 46), (x + 54, y + 90), (x + 50, 900)]), tone
        )
        for sign in (-1, 1):
            canvas.line(
                curve(
                    [
                        (x + sign * 44, y + 86),
                        (x + sign * 78, y + 40),
                        (x + sign * ink.dice.uniform(40, 84), y - 40),
                    ]
                ),
                tone,
                22,
            )


def window(canvas: Canvas, ink: Ink) -> None:
    """Draw a room with a chair in the light of a tall window."""
    canvas.box(0, 0, 1300, 1000, mixed(ink[1], ink.below, 0.5))
    canvas.box(560, 60, 1100, 700, mixed(ink[0], WHITE, 0.4))
    canvas.glow(830, 380, 620, WHITE, 0.5)
    for x in (560, 820, 1080):
        canvas.box(x, 60, x + 22, 700, ink[3])
    for y in (60, 370, 690):
        canvas.box(560, y, 1102, y + 20, ink[3])
    canvas.box(0, 800, 1300, 1000, mixed(ink[2], ink.below, 0.25))
    canvas.shape([(380, 800), (900, 800), (700, 1000), (60, 1000)], mixed(ink[0], WHITE, 0.3), 0.5)
    for side, lean in ((520, 1), (1140, -1)):
        canvas.shape(
            curve(
                [
                    (side - 60, 40),
                    (side + 70, 40),
                    (side + lean * 30, 420),
                    (side + 80, 800),
                    (side - 80, 800),
                    (side - lean * 20, 420),
                    (side - 60, 40),
                ]
            ),
            ink[1],
            0.85,
        )
    canvas.oval(300, 900, 170, 20, (20, 10, 20), 0.25)
    for x in (190, 400):
        canvas.line([(x, 700), (x - 14, 900)], ink[4], 16)
    canvas.box(170, 650, 430, 710, ink[3], 24)
    canvas.shape(curve([(180, 660), (160, 430), (300, 380), (420, 440), (416, 660)]), ink[2])
    canvas.box(1170, 720, 1270, 880, ink[3], 16)
    for lean in (-110, -60, -10, 40):
        canvas.line(
            curve([(1220, 730), (1220 + lean * 0.5, 560), (1220 + lean, 470)]),
            mixed(ink[4], (70, 130, 90), 0.6),
            26,
        )


def columns(canvas: Canvas, ink: Ink) -> None:
    """Draw a portico with steps, and scales in its gable."""
    canvas.glow(650, 300, 620, ink[0], 0.7)
    stone = mixed(ink[0], ink.below, 0.35)
    canvas.shape([(170, 330), (650, 110), (1130, 330)], stone)
    canvas.shape([(290, 310), (650, 150), (1010, 310)], mixed(stone, ink[3], 0.35))
    canvas.box(150, 330, 1150, 390, stone)
    canvas.box(230, 400, 1070, 800, mixed(ink[3], ink[4], 0.25))
    for number in range(6):
        x = 220 + number * 156
        canvas.box(x, 400, x + 80, 800, stone)
        for groove in (20, 40, 60):
            canvas.line([(x + groove, 420), (x + groove, 784)], mixed(stone, ink[3], 0.35), 5)
        canvas.box(x - 12, 390, x + 92, 416, mixed(stone, WHITE, 0.3), 6)
        canvas.box(x - 12, 784, x + 92, 806, mixed(stone, WHITE, 0.3), 6)
    for step in range(4):
        canvas.box(
            140 - step * 50,
            804 + step * 50,
            1160 + step * 50,
            856 + step * 50,
            mixed(stone, ink[2], 0.12 * step),
        )
    canvas.line([(650, 186), (650, 296)], ink[4], 8)
    canvas.line([(560, 212), (740, 212)], ink[4], 8)
    for x in (560, 740):
        canvas.shape([*oval(x, 256, 44, 26, 0, 180)], ink[4])
        canvas.line([(x - 40, 256), (x, 214), (x + 40, 256)], ink[4], 3)
