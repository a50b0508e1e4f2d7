"""Draws the pictures of posts, each of a scene and in a palette."""

from collections.abc import Callable
from typing import Final

from PIL import Image

from demo.drawing import landscapes, patterns, still_life
from demo.drawing.canvas import Canvas
from demo.drawing.palettes import Ink

SIZE: Final = (1300, 1000)
SCENES: Final[dict[str, Callable[[Canvas, Ink], None]]] = {
    scene.__name__: scene
    for scene in (
        landscapes.hills, landscapes.forest, landscapes.mountains, landscapes.waves, landscapes.terraces,
        landscapes.road, landscapes.city, landscapes.houses, landscapes.canal, still_life.table,
        still_life.loaves, still_life.teabowl, still_life.stones, still_life.lotus, still_life.books,
        still_life.cat, still_life.dog, still_life.bird, still_life.fire, patterns.plaits, patterns.wheels,
        patterns.circles, patterns.rings, patterns.tiles, patterns.strokes, patterns.leaves, patterns.chart,
        patterns.code, patterns.vinyl, patterns.lights, patterns.window, patterns.columns,
    )
}  # fmt: skip
"""What can be drawn, by name."""


def picture(scene: str, palette: str, seed: int) -> Image.Image:
    """The picture of this scene, 1300 by 1000. Raises KeyError for an unknown scene or palette."""
    ink = Ink(palette, seed)
    canvas = Canvas(SIZE, ink.above, ink.below)
    SCENES[scene](canvas, ink)
    return canvas.finished()
