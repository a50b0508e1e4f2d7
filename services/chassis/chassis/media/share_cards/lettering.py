"""Chooses fonts for texts of any script, and breaks texts into lines.

Figtree is the app's font; Noto Sans has Greek and Cyrillic, Noto Sans Arabic has Arabic beside Latin. One
line is drawn with one font, so that Raqm orders and shapes mixed directions as a whole. All three are under
the SIL Open Font License; the licences lie beside the files.
"""

import io
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

FONTS: Final = ("Figtree-SemiBold.ttf", "NotoSans-SemiBold.ttf", "NotoSansArabic-SemiBold.ttf")
ELLIPSIS: Final = "…"
LONGEST_TEXT: Final = 400
"""Characters of a text that are looked at. More than that never fits on a card."""

_NO_CHARACTER: Final = "\uffff"
"""Unicode assigns no character to this code, so a font draws its sign for a missing one."""
_MEASURING_SIZE: Final = 24
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text and the font to draw it with."""

    text: str
    font: ImageFont.FreeTypeFont

    @property
    def width(self) -> float:
        """The width of the line in pixels."""
        return self.font.getlength(self.text)


def is_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction is of a right-to-left script (Unicode Annex 9, rule P2)."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in _RIGHT_TO_LEFT:
            return True
        if direction == "L":
            return False
    return False


def lines_of(text: str, size: int, width: float, most: int) -> list[Line]:
    """`text` in `most` lines of `width` pixels at most; what does not fit is cut, with an ellipsis.

    Characters that no font has are left out, and with them right-to-left letters where Raqm is missing, which
    puts them into order: a name drawn backwards is worse than none.
    """
    name, words = _drawable(text)
    font = _font(name, size)
    lines: list[Line] = []
    while words and len(lines) < most:
        count = _fitting(font, words, width)
        lines.append(Line(" ".join(words[:count]) if count else words[0], font))
        words = words[max(1, count) :]
    if not lines:
        return []
    if words or lines[-1].width > width:
        lines[-1] = _cut(lines[-1], width)
    return [line if line.width <= width else _cut(line, width) for line in lines]


def _drawable(text: str) -> tuple[str, list[str]]:
    """The font that has most of the characters, and the words in it."""
    wanted = " ".join(text[:LONGEST_TEXT].split())
    if not features.check("raqm"):
        wanted = "".join(each for each in wanted if unicodedata.bidirectional(each) not in _RIGHT_TO_LEFT)
    best = max(FONTS, key=lambda name: sum(_has(name, each) for each in wanted))
    return best, "".join(each for each in wanted if each == " " or _has(best, each)).split()


def _fitting(font: ImageFont.FreeTypeFont, words: list[str], width: float) -> int:
    """How many of the words fit into one line."""
    count = 0
    while count < len(words) and font.getlength(" ".join(words[: count + 1])) <= width:
        count += 1
    return count


def _cut(line: Line, width: float) -> Line:
    """The beginning of a line that fits together with an ellipsis."""
    text = line.text
    while text and line.font.getlength(text + ELLIPSIS) > width:
        text = text[:-1]
    return Line(text.rstrip() + ELLIPSIS, line.font)


@lru_cache(maxsize=32)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    content = files("chassis.media.share_cards").joinpath("fonts", name).read_bytes()
    return ImageFont.truetype(io.BytesIO(content), size)


@lru_cache(maxsize=8192)
def _has(name: str, character: str) -> bool:
    """Whether the font has a glyph for the character, and not only its sign for a missing one."""
    if character == " " or unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"}:
        return character == " "
    return _drawn(name, character) != _missing_sign(name)


@lru_cache(maxsize=8)
def _missing_sign(name: str) -> bytes:
    return _drawn(name, _NO_CHARACTER)


def _drawn(name: str, character: str) -> bytes:
    """A character as the font draws it alone."""
    image = Image.new("1", (3 * _MEASURING_SIZE, 3 * _MEASURING_SIZE))
    place = (_MEASURING_SIZE, 2 * _MEASURING_SIZE)
    ImageDraw.Draw(image).text(place, character, font=_font(name, _MEASURING_SIZE), fill=1, anchor="ls")
    return image.tobytes()
