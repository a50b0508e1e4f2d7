"""Things and animals: bread, bowls, books, cats, birds."""

import math

from demo.drawing.canvas import Canvas, Colour, curve, mixed, oval
from demo.drawing.palettes import Ink

WHITE: Colour = (255, 255, 255)


def _table(canvas: Canvas, ink: Ink, level: float) -> None:
    canvas.glow(940, 150, 520, ink[0], 0.7)
    canvas.box(0, level, canvas.width, canvas.height, mixed(ink[2], ink.below, 0.35))
    canvas.box(0, level, canvas.width, level + 12, mixed(ink[2], ink[4], 0.25))


def _shadow(canvas: Canvas, x: float, y: float, wide: float) -> None:
    canvas.oval(x, y, wide, wide * 0.13, (30, 20, 30), 0.22)


def _leaf(canvas: Canvas, root: tuple[float, float], tip: tuple[float, float], fill: Colour) -> None:
    (x, y), (u, v) = root, tip
    side = ((v - y) * 0.28, (x - u) * 0.28)
    middle = (x + (u - x) * 0.45, y + (v - y) * 0.45)
    left, right = ((middle[0] + sign * side[0], middle[1] + sign * side[1]) for sign in (1, -1))
    canvas.shape([*curve([root, left, tip]), *curve([tip, right, root])], fill)
    canvas.line([root, (x + (u - x) * 0.86, y + (v - y) * 0.86)], mixed(fill, WHITE, 0.3), 3)


def _steam(canvas: Canvas, x: float, y: float) -> None:
    for shift in (-46, 0, 46):
        canvas.line(
            curve(
                [
                    (x + shift, y),
                    (x + shift + 18, y - 50),
                    (x + shift - 14, y - 110),
                    (x + shift + 8, y - 170),
                ]
            ),
            WHITE,
            9,
            0.5,
        )


def table(canvas: Canvas, ink: Ink) -> None:
    """Draw a bowl, a cup, fruit and a jug with twigs on a table."""
    _table(canvas, ink, 640)
    _shadow(canvas, 330, 806, 150)
    canvas.shape(
        curve(
            [(262, 480), (252, 600), (214, 700), (250, 800), (410, 800), (446, 700), (408, 600), (398, 480)]
        ),
        ink[3],
    )
    canvas.oval(330, 482, 68, 16, ink[4])
    for angle in (-64, -34, -8, 20, 48):
        tip = (330 + 300 * math.sin(math.radians(angle)), 480 - 330 * math.cos(math.radians(angle)))
        canvas.line(curve([(330, 490), ((330 + tip[0]) / 2 + 14, (480 + tip[1]) / 2), tip]), ink[4], 5)
        for share in (0.55, 0.8, 1):
            x, y = 330 + (tip[0] - 330) * share, 480 + (tip[1] - 480) * share
            _leaf(canvas, (x, y), (x + 58 * math.cos(angle), y - 44 + 20 * share), ink[2])
    _shadow(canvas, 760, 836, 230)
    canvas.shape([*oval(760, 690, 210, 150, 0, 180)], ink[1])
    canvas.oval(760, 690, 210, 42, mixed(ink[1], ink[4], 0.35))
    for place, tone in enumerate((ink[2], ink[0], ink[3], mixed(ink[1], ink[0], 0.5))):
        canvas.oval(650 + place * 74, 666 - (place % 2) * 22, 56, 54, tone)
        canvas.oval(634 + place * 74, 648 - (place % 2) * 22, 14, 10, WHITE, 0.5)
    canvas.shape([*oval(760, 694, 210, 42, 0, 180), *oval(760, 690, 210, 150, 180, 0)], ink[1])
    canvas.line(curve([(600, 770), (760, 812), (920, 770)]), mixed(ink[1], WHITE, 0.5), 10)
    _shadow(canvas, 1090, 800, 96)
    canvas.box(1010, 650, 1150, 800, mixed(ink[0], WHITE, 0.4), 36)
    canvas.ring(1160, 712, 44, mixed(ink[0], WHITE, 0.4), 16)
    canvas.oval(1080, 654, 70, 15, ink[3])
    _steam(canvas, 1080, 632)


def loaves(canvas: Canvas, ink: Ink) -> None:
    """Draw six loaves of bread on a board."""
    _table(canvas, ink, 330)
    canvas.box(90, 380, 1210, 930, mixed(ink[1], ink.below, 0.5), 40)
    for number in range(6):
        x, y = 290 + number % 3 * 360, 540 + number // 3 * 230
        crust = mixed((214, 150, 84), (142, 82, 42), ink.dice.uniform(0, 0.9))
        _shadow(canvas, x, y + 92, 150)
        canvas.oval(x, y, 150, 100, crust)
        canvas.oval(x - 12, y - 16, 122, 74, mixed(crust, (255, 226, 170), 0.35))
        for cut in (-66, -22, 22, 66):
            canvas.line(
                curve([(x + cut - 22, y + 42), (x + cut - 4, y), (x + cut + 30, y - 46)]),
                mixed(ink[0], WHITE, 0.3),
                11,
            )
    for _ in range(240):
        size = ink.dice.uniform(1, 4)
        canvas.oval(ink.dice.uniform(90, 1210), ink.dice.uniform(390, 930), size, size, WHITE, 0.7)
    for x in (150, 1150):
        for lean in range(7):
            y = 320 - lean * 34
            for sign in (-1, 1):
                _leaf(canvas, (x, y + 40), (x + sign * 40, y), mixed(ink[1], ink[3], 0.3))
        canvas.line([(x, 360), (x, 90)], ink[3], 6)


def teabowl(canvas: Canvas, ink: Ink) -> None:
    """Draw a tea bowl, a whisk and a branch."""
    canvas.oval(650, 420, 330, 330, mixed(ink[0], ink.below, 0.35))
    _table(canvas, ink, 720)
    _shadow(canvas, 600, 864, 270)
    canvas.shape([*oval(600, 620, 250, 240, 0, 180)], ink[4])
    canvas.shape([*oval(600, 620, 250, 56, 180, 360), *oval(600, 620, 250, 56, 0, 180)], ink[3])
    canvas.oval(600, 630, 214, 42, mixed(ink[1], (120, 170, 70), 0.55))
    canvas.oval(540, 624, 60, 10, WHITE, 0.35)
    for drip in (-150, -60, 50, 140):
        canvas.line([(600 + drip, 668), (600 + drip, 700 + abs(drip) * 0.4)], ink[3], 26)
    _steam(canvas, 600, 590)
    _shadow(canvas, 1030, 852, 90)
    canvas.box(1000, 640, 1060, 740, mixed(ink[1], ink[0], 0.55), 12)
    for lean in range(-5, 6):
        canvas.line(
            curve([(1030 + lean * 4, 736), (1030 + lean * 13, 800), (1030 + lean * 8, 850)]),
            mixed(ink[1], ink[0], 0.4),
            5,
        )
    canvas.line(curve([(60, 60), (320, 160), (520, 150), (760, 250)]), ink[4], 15)
    for x, y in ((200, 110), (330, 165), (470, 140), (600, 190), (700, 225), (760, 250)):
        for petal in range(5):
            angle = math.tau * petal / 5 + x
            canvas.oval(
                x + 19 * math.cos(angle), y + 19 * math.sin(angle), 17, 17, mixed(ink[0], ink[1], 0.25)
            )
        canvas.oval(x, y, 8, 8, ink[2])


def stones(canvas: Canvas, ink: Ink) -> None:
    """Draw a stack of stones in still water."""
    canvas.oval(650, 400, 300, 300, mixed(ink[0], ink.below, 0.2))
    canvas.box(0, 720, 1300, 1000, mixed(ink[1], ink.below, 0.5))
    for ripple in range(6):
        canvas.oval(650, 800, 230 + ripple * 105, 26 + ripple * 17, WHITE, 0.1)
    y = 792.0
    for place in range(6):
        wide, tall = 232 - place * 33 + ink.dice.uniform(-12, 12), 66 - place * 5
        x, tone = 650 + ink.dice.uniform(-16, 16), mixed(ink[4], ink[1], place / 6)
        canvas.oval(x, y, wide, tall, tone)
        canvas.oval(x - wide * 0.25, y - tall * 0.36, wide * 0.5, tall * 0.3, WHITE, 0.18)
        y -= tall * 1.72
    for side, lean in ((60, 1), (1240, -1)):
        for number in range(6):
            _leaf(
                canvas,
                (side, 1000),
                (side + lean * (60 + number * 66), 660 + number * 52),
                mixed(ink[2], ink[4], number / 8),
            )


def lotus(canvas: Canvas, ink: Ink) -> None:
    """Draw a lotus on the water before a rising sun."""
    canvas.glow(650, 430, 620, ink[0], 0.7)
    canvas.oval(650, 440, 270, 270, mixed(ink[0], ink[1], 0.25))
    canvas.box(0, 700, 1300, 1000, ink[3])
    for ripple in range(5):
        canvas.oval(650, 770, 330 + ripple * 120, 34 + ripple * 22, WHITE, 0.08)
    for x, wide in ((210, 150), (1080, 180), (420, 90), (930, 80)):
        canvas.oval(x, 850, wide, wide * 0.26, mixed(ink[2], (60, 130, 90), 0.55))
    for layer, (count, tall, tone) in enumerate(
        ((7, 330, ink[2]), (6, 290, ink[1]), (5, 230, mixed(ink[1], WHITE, 0.5)))
    ):
        for number in range(count):
            angle = (number - (count - 1) / 2) * (0.42 - 0.03 * layer)
            _petal(canvas, (650, 770), angle, tall, tone)


def _petal(canvas: Canvas, root: tuple[float, float], angle: float, tall: float, fill: Colour) -> None:
    x, y = root
    tip = (x + tall * math.sin(angle), y - tall * math.cos(angle) * 0.86)
    wide = tall * 0.23
    across = (wide * math.cos(angle), wide * math.sin(angle))
    middle = (x + (tip[0] - x) * 0.52, y + (tip[1] - y) * 0.52)
    left, right = ((middle[0] + sign * across[0], middle[1] + sign * across[1]) for sign in (-1, 1))
    canvas.shape([*curve([root, left, tip]), *curve([tip, right, root])], fill)
    canvas.line([middle, (x + (tip[0] - x) * 0.85, y + (tip[1] - y) * 0.85)], mixed(fill, WHITE, 0.4), 3)


def books(canvas: Canvas, ink: Ink) -> None:
    """Draw a stack of books, a lamp and a cup."""
    _table(canvas, ink, 760)
    canvas.shape([(760, 330), (1240, 1000), (440, 1000)], ink[0], 0.3)
    y = 820.0
    _shadow(canvas, 430, 858, 320)
    for place in range(6):
        wide, tall, shift = ink.dice.uniform(250, 310), ink.dice.uniform(56, 84), ink.dice.uniform(-26, 26)
        tone = (ink[1], ink[3], ink[2], mixed(ink[0], ink[1], 0.4), ink[4], ink[2])[place]
        canvas.box(430 + shift - wide, y - tall, 430 + shift + wide, y + 26, tone, 10)
        canvas.box(
            430 + shift + wide - 26,
            y - tall + 10,
            430 + shift + wide + 4,
            y + 16,
            mixed(ink[0], WHITE, 0.4),
            4,
        )
        canvas.box(
            430 + shift - wide + 40, y - tall, 430 + shift - wide + 54, y + 26, mixed(tone, WHITE, 0.5)
        )
        y -= tall + 26
    canvas.line([(900, 850), (900, 560), (800, 350)], ink[4], 16)
    canvas.oval(900, 856, 100, 18, ink[4])
    canvas.shape([(690, 372), (760, 240), (900, 300), (880, 400)], ink[2])
    canvas.oval(786, 392, 44, 18, ink[0])
    canvas.box(1080, 700, 1200, 850, ink[3], 26)
    canvas.ring(1210, 766, 40, ink[3], 14)
    _steam(canvas, 1140, 680)


def cat(canvas: Canvas, ink: Ink) -> None:
    """Draw a cat on a windowsill, before the evening."""
    canvas.box(150, 70, 1150, 790, mixed(ink[3], ink.above, 0.2))
    canvas.box(180, 100, 1120, 760, mixed(ink.below, ink[0], 0.3))
    canvas.glow(840, 300, 360, ink[0], 0.8)
    canvas.oval(840, 300, 74, 74, ink[0])
    canvas.shape(
        [
            (180, 600),
            *curve([(180, 600), (420, 520), (700, 610), (960, 540), (1120, 590)]),
            (1120, 760),
            (180, 760),
        ],
        ink[1],
    )
    canvas.line([(650, 100), (650, 760)], mixed(ink[3], ink.above, 0.2), 18)
    canvas.box(90, 760, 1210, 830, ink[3], 8)
    fur = mixed(ink[4], (0, 0, 0), 0.15)
    canvas.shape(
        curve([(400, 770), (372, 640), (420, 500), (500, 440), (590, 500), (640, 640), (650, 770)]), fur
    )
    canvas.oval(500, 400, 104, 90, fur)
    for sign in (-1, 1):
        canvas.shape([(500 + sign * 98, 390), (500 + sign * 84, 260), (500 + sign * 20, 330)], fur)
        canvas.shape([(500 + sign * 84, 360), (500 + sign * 76, 294), (500 + sign * 40, 336)], ink[1])
        canvas.oval(500 + sign * 40, 396, 19, 21, ink[0])
        canvas.oval(500 + sign * 40, 396, 7, 18, (20, 16, 24))
        for lift in (-8, 6, 20):
            canvas.line([(500 + sign * 24, 436), (500 + sign * 130, 428 + lift)], mixed(fur, WHITE, 0.5), 2)
    canvas.shape([(488, 424), (512, 424), (500, 438)], ink[1])
    canvas.line(curve([(630, 740), (760, 760), (800, 840), (740, 900), (690, 880)]), fur, 38)
    canvas.box(900, 660, 1040, 770, ink[1], 12)
    for lean in (-80, -40, 0, 44, 86):
        _leaf(canvas, (970, 670), (970 + lean * 1.5, 480 + abs(lean)), ink[2])


def dog(canvas: Canvas, ink: Ink) -> None:
    """Draw a dog that waits, in a park."""
    canvas.glow(980, 220, 400, ink[0], 0.8)
    for x, size in ((160, 190), (420, 130), (1130, 170)):
        canvas.box(x - 14, 500, x + 14, 760, ink[4])
        canvas.oval(x, 440, size, size * 0.9, mixed(ink[2], ink.below, 0.25))
        canvas.oval(x - size * 0.3, 400, size * 0.4, size * 0.34, WHITE, 0.14)
    canvas.box(0, 720, 1300, 1000, ink[2])
    canvas.shape(
        curve([(-20, 860), (400, 800), (900, 850), (1320, 790), (1320, 900), (700, 940), (-20, 930)]),
        mixed(ink[0], ink[1], 0.4),
    )
    fur, dark = mixed(ink[1], (140, 84, 44), 0.55), mixed(ink[4], (70, 40, 24), 0.6)
    _shadow(canvas, 690, 912, 220)
    canvas.line(curve([(840, 860), (930, 800), (950, 700)]), fur, 34)
    canvas.shape(curve([(560, 900), (560, 700), (620, 590), (740, 590), (820, 720), (850, 900)]), fur)
    canvas.shape(curve([(600, 900), (606, 760), (660, 690), (706, 760), (700, 900)]), mixed(fur, WHITE, 0.6))
    canvas.oval(660, 490, 122, 112, fur)
    for sign in (-1, 1):
        canvas.shape(
            curve(
                [
                    (660 + sign * 92, 410),
                    (660 + sign * 164, 440),
                    (660 + sign * 160, 580),
                    (660 + sign * 112, 560),
                    (660 + sign * 84, 460),
                ]
            ),
            dark,
        )
        canvas.oval(660 + sign * 44, 480, 13, 15, (30, 22, 22))
        canvas.oval(660 + sign * 44 + 4, 475, 4, 4, WHITE)
        canvas.box(660 + sign * 44 - 26, 850, 660 + sign * 44 + 26, 914, fur, 22)
    canvas.oval(660, 548, 66, 50, mixed(fur, WHITE, 0.7))
    canvas.oval(660, 524, 24, 18, (40, 28, 30))
    canvas.shape(
        curve([(642, 570), (660, 578), (678, 570), (676, 612), (660, 622), (644, 612)]), (226, 112, 120)
    )
    canvas.line(curve([(580, 606), (660, 634), (740, 606)]), ink[3], 20)


def bird(canvas: Canvas, ink: Ink) -> None:
    """Draw a long-tailed bird on a branch among leaves."""
    canvas.oval(820, 330, 240, 240, mixed(ink[0], ink.below, 0.2))
    canvas.line(
        curve([(-20, 720), (300, 640), (700, 690), (1320, 590)]), mixed(ink[4], (80, 50, 30), 0.5), 28
    )
    for number in range(11):
        x = 40 + number * 122
        y = 690 - 40 * math.sin(number)
        for sign in (-1, 1):
            _leaf(
                canvas,
                (x, y),
                (x + 66, y + sign * (100 + 20 * math.sin(number * 2))),
                mixed(ink[1], ink[3], (number % 4) / 4),
            )
    body, bright = ink[2], mixed(ink[1], (242, 142, 62), 0.65)
    for shift in (0, 26):
        canvas.line(curve([(560, 590), (430 - shift, 700), (400 - shift * 2, 900 - shift)]), ink[4], 22)
    canvas.shape(
        curve(
            [(540, 610), (560, 480), (680, 390), (800, 400), (800, 510), (720, 630), (610, 660), (540, 610)]
        ),
        body,
    )
    canvas.shape(curve([(650, 620), (720, 540), (790, 480), (790, 540), (720, 634), (650, 620)]), bright)
    canvas.shape(curve([(550, 600), (600, 490), (700, 480), (680, 580), (600, 640), (550, 600)]), ink[4])
    canvas.oval(770, 400, 82, 76, body)
    canvas.shape([(842, 380), (926, 404), (842, 426)], mixed(ink[0], (240, 180, 60), 0.7))
    canvas.oval(794, 388, 17, 17, WHITE)
    canvas.oval(797, 388, 10, 10, (24, 20, 28))
    for lean in (-40, -10, 24):
        canvas.line(curve([(740, 336), (726 + lean * 0.6, 280), (744 + lean * 1.6, 240)]), bright, 9)
    for x in (664, 700):
        canvas.line([(x, 640), (x + 6, 690)], mixed(ink[0], (240, 180, 60), 0.7), 9)


def fire(canvas: Canvas, ink: Ink) -> None:
    """Draw embers, flames and a grill with vegetables, at night."""
    night = mixed(ink[4], (16, 12, 24), 0.45)
    canvas.box(0, 0, 1300, 1000, night)
    canvas.glow(650, 720, 700, (244, 132, 52), 0.75)
    for _ in range(60):
        size = ink.dice.uniform(2, 5)
        canvas.oval(ink.dice.uniform(200, 1100), ink.dice.uniform(60, 560), size, size, (255, 196, 96), 0.8)
    for tone, tall in (((214, 74, 40), 360), ((240, 132, 48), 270), ((252, 198, 92), 170)):
        for number in range(9):
            x = 290 + number * 90
            high = tall * ink.dice.uniform(0.6, 1.1)
            canvas.shape(
                curve(
                    [
                        (x - 62, 850),
                        (x - 46, 850 - high * 0.5),
                        (x + ink.dice.uniform(-24, 24), 850 - high),
                        (x + 46, 850 - high * 0.45),
                        (x + 62, 850),
                    ]
                ),
                tone,
                0.9,
            )
    canvas.box(180, 840, 1120, 930, mixed(night, (60, 40, 40), 0.5), 30)
    for bar in range(16):
        canvas.box(210 + bar * 58, 560, 220 + bar * 58, 584, (24, 20, 24))
    canvas.box(180, 576, 1120, 592, (24, 20, 24), 6)
    for number, tone in enumerate(
        ((226, 112, 52), (120, 160, 72), (200, 62, 58), (232, 176, 74), (122, 72, 124))
    ):
        x = 300 + number * 172
        canvas.oval(x, 520, 74, 54, tone)
        canvas.oval(x - 20, 498, 22, 12, WHITE, 0.35)
        canvas.line([(x, 470), (x + 10, 446)], (90, 120, 60), 10)
