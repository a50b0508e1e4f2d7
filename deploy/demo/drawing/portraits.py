"""Draws a portrait: a friendly flat face before a plain wall."""

from typing import Final

from PIL import Image

from demo.drawing import hair
from demo.drawing.canvas import Canvas, Colour, Point, curve, mixed, oval
from demo.drawing.faces import Face, face_of
from demo.drawing.hair import X, Y

SIDE: Final = 300
_INK: Final[Colour] = (44, 30, 32)


def portrait(words: str, seed: int) -> Image.Image:
    """The portrait that these words describe (see `faces`), 300 by 300. Raises ValueError."""
    face = face_of(words, seed)
    canvas = Canvas((SIDE, SIDE), mixed(face.wall, (255, 255, 255), 0.25), face.wall, finer=3)
    canvas.oval(X, 172, 128, 128, mixed(face.wall, (255, 255, 255), 0.4), 0.75)
    hair.behind(canvas, face)
    _body(canvas, face)
    _head(canvas, face)
    _beard(canvas, face)
    _features(canvas, face)
    hair.before(canvas, face)
    _worn(canvas, face)
    return canvas.finished(crop=26)


def _body(canvas: Canvas, face: Face) -> None:
    """Neck, shoulders and shirt."""
    dark = mixed(face.shirt, (20, 20, 40), 0.18)
    canvas.shape(
        curve([(18, 312), (30, 258), (78, 234), (118, 224), (182, 224), (222, 234), (270, 258), (282, 312)]),
        face.shirt,
    )
    canvas.shape([(126, 176), (174, 176), (180, 230), (X, 250), (120, 230)], face.skin)
    canvas.shape(curve([(126, 186), (X, 210), (174, 186), (174, 200), (X, 224), (126, 200)]), face.shade, 0.7)
    canvas.line(curve([(118, 226), (X, 254), (182, 226)]), dark, 6)
    for sign in (-1, 1):
        canvas.line(curve([(X + sign * 84, 300), (X + sign * 80, 276), (X + sign * 84, 262)]), dark, 3, 0.6)
    if "apron" in face.extras:
        cream = (246, 239, 226)
        canvas.shape([(104, 256), (196, 256), (206, 312), (94, 312)], cream)
        for sign in (-1, 1):
            canvas.line([(X + sign * 42, 258), (X + sign * 28, 228)], cream, 7)


def _outline() -> list[Point]:
    """The head: round above, a little narrower at the chin."""
    points = oval(X, Y, 50, 60)
    return [
        (X + (x - X) * (1 - 0.16 * max(0.0, (y - Y) / 60) ** 2), y + (2 if y > Y + 40 else 0))
        for x, y in points
    ]


def _head(canvas: Canvas, face: Face) -> None:
    if face.style != "hijab":
        for sign in (-1, 1):
            canvas.oval(X + sign * 50, Y + 8, 9, 13, face.skin)
            canvas.oval(X + sign * 50, Y + 9, 4.5, 7, face.shade, 0.7)
    canvas.shape(_outline(), face.skin)
    for sign in (-1, 1):
        canvas.oval(X + sign * 28, Y + 26, 11, 8, mixed(face.skin, (226, 82, 82), 0.32), 0.55)


def _beard(canvas: Canvas, face: Face) -> None:
    """Beard, stubble or moustache."""
    if face.extras & {"beard", "stubble"}:
        full = "beard" in face.extras
        tone = face.hair if full else mixed(face.skin, face.hair, 0.38)
        low = [point for point in _outline() if point[1] > Y + 6]
        right = [point for point in low if point[0] >= X][::1]
        left = [point for point in low if point[0] < X]
        inner = curve(
            [
                (X - 47, Y + 8),
                (X - 38, Y + 26),
                (X - 22, Y + 26),
                (X, Y + 24),
                (X + 22, Y + 26),
                (X + 38, Y + 26),
                (X + 47, Y + 8),
            ]
        )
        canvas.shape([*right, *left, *inner], tone, 1 if full else 0.75)
        if full:
            canvas.oval(X, Y + 52, 30, 16, tone)
        canvas.oval(X, Y + 36, 15, 8, face.skin)
    if face.extras & {"moustache", "beard"}:
        canvas.shape(
            curve(
                [
                    (X - 21, Y + 32),
                    (X - 10, Y + 23),
                    (X, Y + 25),
                    (X + 10, Y + 23),
                    (X + 21, Y + 32),
                    (X, Y + 31),
                    (X - 21, Y + 32),
                ]
            ),
            mixed(face.hair, (0, 0, 0), 0.1),
        )


def _features(canvas: Canvas, face: Face) -> None:
    """Eyes, brows, nose and mouth."""
    brow = mixed(face.hair, (30, 20, 20), 0.35)
    for sign in (-1, 1):
        x = X + sign * 20
        canvas.oval(x, Y + 2, 6.5, 5.2, (255, 252, 248))
        canvas.oval(x, Y + 2, 4.4, 4.9, _INK)
        canvas.oval(x + 1.6, Y + 0.4, 1.4, 1.4, (255, 255, 255))
        canvas.line(curve([(x - 7.5, Y - 0.5), (x, Y - 4.2), (x + 7.5, Y - 0.5)]), _INK, 2)
        canvas.line(
            curve([(x - 10, Y - 12 + sign * 0.6), (x, Y - 15.5), (x + 10, Y - 12 - sign * 0.6)]), brow, 3.6
        )
    canvas.line(curve([(X + 1, Y + 6), (X + 5, Y + 17), (X - 3, Y + 19)]), face.shade, 3)
    smile = curve([(X - 16, Y + 33), (X, Y + 43), (X + 16, Y + 33)])
    canvas.shape([*smile, *curve([(X + 16, Y + 33), (X, Y + 35), (X - 16, Y + 33)])], (255, 250, 246))
    canvas.line(smile, face.lips, 3.4)
    canvas.line(curve([(X - 16, Y + 33), (X, Y + 35), (X + 16, Y + 33)]), face.lips, 2.2)
    if "freckles" in face.extras:
        for x, y in ((-33, 18), (-26, 22), (-20, 17), (20, 17), (26, 22), (33, 18), (-29, 15), (29, 15)):
            canvas.oval(X + x, Y + y, 1.5, 1.5, mixed(face.skin, (140, 70, 30), 0.55))


def _worn(canvas: Canvas, face: Face) -> None:
    """What is worn on the head, the face and the ears."""
    _headgear(canvas, face)
    extras = face.extras
    if "bindi" in extras:
        canvas.oval(X, Y - 20, 3, 3, (176, 32, 52))
    if "earrings" in extras:
        for sign in (-1, 1):
            canvas.oval(X + sign * 51, Y + 24, 4.5, 4.5, (236, 190, 84))
    if "glasses" in extras:
        for sign in (-1, 1):
            canvas.oval(X + sign * 20, Y + 3, 15, 14, (255, 255, 255), 0.16)
            canvas.ring(X + sign * 20, Y + 3, 16, _INK, 3)
            canvas.line([(X + sign * 36, Y), (X + sign * 49, Y - 3)], _INK, 2.6)
        canvas.line(curve([(X - 5, Y + 1), (X, Y - 2), (X + 5, Y + 1)]), _INK, 2.6)


def _headgear(canvas: Canvas, face: Face) -> None:
    extras = face.extras
    if "turban" in extras:
        dark = mixed(face.cloth, (30, 20, 40), 0.25)
        canvas.shape(
            [
                *oval(X, Y - 34, 68, 52, 170, 370),
                *curve([(X + 56, Y - 22), (X + 20, Y - 40), (X, Y - 48), (X - 20, Y - 40), (X - 56, Y - 22)]),
            ],
            face.cloth,
        )
        for lift in (0, 14, 28):
            canvas.line(
                curve([(X - 62, Y - 32 - lift), (X - 4, Y - 52 - lift), (X + 50, Y - 66 - lift / 2)]),
                dark,
                3,
                0.5,
            )
    if "hat" in extras:
        felt = mixed(face.cloth, (60, 34, 20), 0.45)
        canvas.shape(
            curve([(X - 46, Y - 40), (X - 42, Y - 90), (X, Y - 98), (X + 42, Y - 90), (X + 46, Y - 40)]), felt
        )
        canvas.oval(X, Y - 40, 84, 15, felt)
        canvas.line(
            curve([(X - 46, Y - 50), (X, Y - 44), (X + 46, Y - 50)]), mixed(felt, (255, 220, 150), 0.6), 7
        )
    if "headband" in extras:
        canvas.line(curve([(X - 50, Y - 30), (X, Y - 46), (X + 50, Y - 30)]), face.cloth, 11)
    if "flower" in extras:
        for x, y in oval(X - 42, Y - 40, 9, 9)[::19]:
            canvas.oval(x, y, 8, 8, (252, 236, 226))
        canvas.oval(X - 42, Y - 40, 5, 5, (230, 170, 60))
