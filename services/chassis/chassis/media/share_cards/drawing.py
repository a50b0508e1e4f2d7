"""Draws a share card: what is shared in words, its picture, and the brand. Work for a thread."""

import io
import math
from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw, ImageOps, UnidentifiedImageError

from chassis.media.share_cards.card import BRAND, ShareCard
from chassis.media.share_cards.lettering import Line, is_right_to_left, lines_of
from chassis.media.validation import MOST_PIXELS

Image.MAX_IMAGE_PIXELS = MOST_PIXELS  # as in `pictures`, which may not be loaded

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Pixels: the size that Open Graph consumers show whole."""
QUALITY: Final = 88
MARGIN: Final = 72
ROUND: Final = 340
"""Across a round picture."""
WIDE: Final = 500
"""Across a picture that fills its side of the card."""
FINER: Final = 4
"""Shapes are drawn this much larger and scaled down, which smooths their edges."""

PAPER: Final = "#faf8f4"
INK: Final = "#1b2320"
MUTED: Final = "#5f6964"
ACCENT: Final = "#e8973a"
WORDMARK: Final = "Openhours"


def draw(card: ShareCard) -> bytes:
    """The card as a JPEG of `WIDTH` x `HEIGHT` pixels; mirrored when its title reads from right to left."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    mirrored = is_right_to_left(card.title)
    picture_width = _paste_picture(image, card, mirrored=mirrored)
    column = _Column(image, WIDTH - 2 * MARGIN - picture_width, mirrored=mirrored)
    _write(column, card)
    _sign(column)
    target = io.BytesIO()
    image.save(target, "JPEG", quality=QUALITY, optimize=True)
    return target.getvalue()


class _Column:
    """The column of text. It begins at the left margin, or in a mirrored card ends at the right one."""

    def __init__(self, image: Image.Image, width: float, *, mirrored: bool) -> None:
        self.image = image
        self.pen = ImageDraw.Draw(image)
        self.width = width
        self.mirrored = mirrored

    def x(self, width: float, inset: float = 0) -> float:
        """The left edge of something `width` wide that stands `inset` from the beginning of the column."""
        return WIDTH - MARGIN - inset - width if self.mirrored else MARGIN + inset

    def text(self, line: Line, y: float, colour: str, inset: float = 0) -> None:
        """Write one line below `y`. Fonts differ in height, so the baseline places the letters."""
        place = (self.x(line.width, inset), y + line.font.size)
        self.pen.text(place, line.text, font=line.font, fill=colour, anchor="ls")


def _write(column: _Column, card: ShareCard) -> None:
    y = float(MARGIN)
    size = 60 if card.title_lines <= 2 else 46
    lines = lines_of(card.title, size, column.width, card.title_lines)
    for line in lines or lines_of(card.second_title, size, column.width, 1):
        column.text(line, y, INK)
        y += size * 1.3
    y += 14
    for text, colour in ((card.subtitle, BRAND), (card.detail, MUTED)):
        for line in lines_of(text, 36, column.width, 1):
            column.text(line, y, colour)
            y += 54
    if card.starred:
        _write_starred(column, y + 10, card.starred)


def _write_starred(column: _Column, y: float, text: str) -> None:
    star = _shape(44, _draw_star)
    column.image.paste(star, (round(column.x(44)), round(y + 4)), star)
    for line in lines_of(text, 38, column.width - 60, 1):
        column.text(line, y, INK, inset=60)


def _sign(column: _Column) -> None:
    """The brand's sign and name at the foot of the card."""
    y = HEIGHT - MARGIN - 56
    mark = _shape(56, _draw_mark)
    column.image.paste(mark, (round(column.x(56)), y), mark)
    for line in lines_of(WORDMARK, 38, column.width - 72, 1):
        column.text(line, y + 4, BRAND, inset=72)


def _paste_picture(image: Image.Image, card: ShareCard, *, mirrored: bool) -> int:
    """Show the picture at the far side; returns the width that it takes from the text, in pixels."""
    picture = _opened(card.picture)
    if card.is_round:
        if picture is None and not card.initials:
            return 0
        across = (ROUND, ROUND)
        shown = ImageOps.fit(picture, across) if picture else _initials(card)
        mask = _shape(ROUND, _draw_disc).getchannel("A")
        x = MARGIN if mirrored else WIDTH - MARGIN - ROUND
        image.paste(shown, (x, (HEIGHT - ROUND) // 2 - 40), mask)
        return ROUND + MARGIN // 2
    if picture is None:
        return 0
    shown = ImageOps.fit(picture, (WIDE, HEIGHT))
    image.paste(shown, (0 if mirrored else WIDTH - WIDE, 0))
    return WIDE - MARGIN // 2


def _opened(picture: bytes | None) -> Image.Image | None:
    if picture is None:
        return None
    try:
        with Image.open(io.BytesIO(picture), formats=("WEBP", "JPEG")) as opened:
            return opened.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError):
        return None


def _initials(card: ShareCard) -> Image.Image:
    image = Image.new("RGB", (ROUND, ROUND), card.ground)
    pen = ImageDraw.Draw(image)
    for line in lines_of(card.initials, 136, ROUND, 1):
        pen.text((ROUND / 2, ROUND / 2), line.text, font=line.font, fill="white", anchor="mm")
    return image


def _shape(size: int, draw_shape: Callable[[ImageDraw.ImageDraw, int], None]) -> Image.Image:
    """A smooth shape on a transparent square of `size` pixels."""
    fine = size * FINER
    image = Image.new("RGBA", (fine, fine), (0, 0, 0, 0))
    draw_shape(ImageDraw.Draw(image), fine)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def _draw_disc(pen: ImageDraw.ImageDraw, size: int) -> None:
    pen.ellipse((0, 0, size - 1, size - 1), fill="white")


def _draw_star(pen: ImageDraw.ImageDraw, size: int) -> None:
    """A star of five points, the first one upwards."""
    radii = (size / 2, size / 4.6)
    points = [
        (
            size / 2 + radii[corner % 2] * math.sin(corner * math.pi / 5),
            size / 2 - radii[corner % 2] * math.cos(corner * math.pi / 5),
        )
        for corner in range(10)
    ]
    pen.polygon(points, fill=ACCENT)


def _draw_mark(pen: ImageDraw.ImageDraw, size: int) -> None:
    """The sign of `web/public/favicon.svg`: an open ring that an arc of the second colour closes."""
    unit = size / 32
    box = (unit, unit, size - unit, size - unit)
    pen.arc(box, 45, 315, fill=BRAND, width=round(7 * unit))
    pen.arc(box, 315, 405, fill=ACCENT, width=round(7 * unit))
