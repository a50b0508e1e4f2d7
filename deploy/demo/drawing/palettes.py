"""The colours in which pictures are drawn, and the dice that arrange them."""

import random
from typing import Final

from demo.drawing.canvas import Colour, colour

PALETTES: Final = {
    "dawn": ("#fbe3c4", "#f4b98f", "#fff3dc", "#dd9470", "#b06a55", "#7a4746", "#41303b"),
    "sea": ("#e4f4f0", "#a6d6d2", "#fffdf2", "#66b3ae", "#34888d", "#1f5d6a", "#143d4b"),
    "moss": ("#f1f5df", "#cbdda9", "#fff6d2", "#93b472", "#5f8752", "#3c603f", "#24402e"),
    "night": ("#2a2d5e", "#64508f", "#fbe9ac", "#8462a0", "#524080", "#352b5c", "#1d1938"),
    "clay": ("#fdf0e7", "#f2ceb6", "#fff0d8", "#d9794f", "#a8492f", "#7a3527", "#3d2220"),
    "brass": ("#f6eedc", "#e2cfa6", "#fff4d6", "#c08a3e", "#6f938f", "#355263", "#22323f"),
    "rose": ("#fdeaec", "#f3c3c9", "#fff5ee", "#e08e98", "#b8627a", "#7d4363", "#442a48"),
    "sky": ("#e6f1fb", "#b3d3ef", "#fff7df", "#7faedb", "#4c7fb5", "#315a8a", "#1e3a60"),
    "plum": ("#efe4f3", "#cdb0d8", "#ffeec9", "#a97fba", "#7d5596", "#563a70", "#34244a"),
    "lemon": ("#fffbe2", "#f8e7a0", "#ffffff", "#efc648", "#a9b44f", "#5f8a52", "#31573f"),
}  # fmt: skip
"""As #rrggbb: the ground above and below, the light, and four tones from bright to dark."""


class Ink:
    """The colours of one picture (`ink[0]` is the light, `ink[4]` the darkest), and its dice."""

    def __init__(self, palette: str, seed: int) -> None:
        self.above, self.below, *tones = [colour(each) for each in PALETTES[palette]]
        self._tones = tones
        self.dice: Final = random.Random(seed)

    def __getitem__(self, place: int) -> Colour:
        return self._tones[place]
