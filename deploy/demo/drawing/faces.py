"""What a face of the demo is made of: read from words such as "tan bun black glasses"."""

import random
from dataclasses import dataclass
from typing import Final

from demo.drawing.canvas import Colour, colour, mixed

SKINS: Final = {
    "fair": "#f6d3bb", "light": "#efc3a2", "olive": "#deae86", "tan": "#c98f64",
    "brown": "#a8714a", "dark": "#835337", "deep": "#5f3b2a",
}  # fmt: skip
HAIRS: Final = {
    "black": "#231d20", "dark": "#3a2a26", "brown": "#5b3d2c", "chestnut": "#7a4a2f",
    "auburn": "#93482c", "red": "#b9562c", "blond": "#d9ae66", "grey": "#b4b0ad",
}  # fmt: skip
CLOTHS: Final = {
    "teal": "#2f7f86", "plum": "#7b4a72", "sand": "#cdb28a", "rose": "#c8798a",
    "coral": "#e07a5f", "gold": "#dba53a",
}  # fmt: skip
STYLES: Final = frozenset(
    {
        "short", "fade", "quiff", "curly", "afro", "long", "wavy", "bob", "bun", "updo", "ponytail",
        "braid", "braids", "locs", "pixie", "hijab", "headwrap",
    }
)  # fmt: skip
EXTRAS: Final = frozenset(
    {
        "glasses", "earrings", "beard", "moustache", "stubble", "freckles", "apron", "headband",
        "flower", "hat", "turban", "bindi",
    }
)  # fmt: skip
SHIRTS: Final = (
    "#335c67", "#8f3b46", "#e0a458", "#4f6d4f", "#5b5f97", "#d9826b", "#2d3047", "#b5838d",
    "#3d7ea6", "#f2efe6",
)  # fmt: skip
WALLS: Final = (
    "#f3d9b8", "#cfe3dc", "#e3d5ea", "#f4cfc4", "#cddcf0", "#dfe5c4", "#f6e3a9", "#d5d8dd",
    "#f0c9d4", "#c6e0e8",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Face:
    """How a person looks."""

    skin: Colour
    hair: Colour
    cloth: Colour
    shirt: Colour
    wall: Colour
    style: str
    extras: frozenset[str]

    @property
    def shade(self) -> Colour:
        """The skin in the shade."""
        return mixed(self.skin, (96, 40, 40), 0.22)

    @property
    def lips(self) -> Colour:
        """The colour of the lips."""
        return mixed(self.skin, (168, 52, 64), 0.5)


def face_of(words: str, seed: int) -> Face:
    """The face that these words describe; what they leave open, `seed` decides. Raises ValueError."""
    dice = random.Random(seed)
    skin, style, *rest = words.split()
    hair = next((word for word in rest if word in HAIRS), "black")
    cloth = next((word for word in rest if word in CLOTHS), dice.choice(list(CLOTHS)))
    extras = frozenset(rest) - HAIRS.keys() - CLOTHS.keys()
    if skin not in SKINS or style not in STYLES or not extras <= EXTRAS:
        raise ValueError(f"No face can be read from '{words}'.")
    return Face(
        skin=colour(SKINS[skin]),
        hair=colour(HAIRS[hair]),
        cloth=colour(CLOTHS[cloth]),
        shirt=colour(dice.choice(SHIRTS)),
        wall=colour(dice.choice(WALLS)),
        style=style,
        extras=extras,
    )
