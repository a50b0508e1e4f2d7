"""Every picture of the demo can be drawn, and is the same each time."""

import json
import os
import subprocess
import sys
from base64 import b64decode
from dataclasses import asdict
from io import BytesIO

import pytest
from demo.drawing.pictures import SCENES, SIZE, picture
from demo.drawing.portraits import SIDE, portrait
from demo.people import providers
from demo.picture_files import Drawing
from feed.media.rules import NAMED
from PIL import Image


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_fills_its_picture(scene: str) -> None:
    drawn = picture(scene, "dawn", 1)
    assert drawn.size == SIZE
    assert len(drawn.getcolors(SIZE[0] * SIZE[1]) or ()) > 20


def test_a_picture_is_the_same_each_time() -> None:
    assert picture("hills", "sea", 4).tobytes() == picture("hills", "sea", 4).tobytes()
    assert picture("hills", "sea", 4).tobytes() != picture("hills", "sea", 5).tobytes()


def test_no_two_providers_have_one_face() -> None:
    faces = {portrait(each.face, number).tobytes() for number, each in enumerate(providers())}
    assert len(faces) == len(providers())


def test_the_process_answers_the_files_that_are_served() -> None:
    wanted = [
        Drawing("portrait", (providers()[0].face,), 1, "a"),
        Drawing("picture", ("cat", "night"), 2, "b"),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "demo.drawing"],
        input="".join(json.dumps(asdict(each)) + "\n" for each in wanted),
        capture_output=True, text=True, check=True, env=dict(os.environ),
    )  # fmt: skip
    face, scene = (
        {name: Image.open(BytesIO(b64decode(content))) for name, content in json.loads(line).items()}
        for line in done.stdout.splitlines()
    )
    sides = {f"{side}.{kind}": (side, side) for side in (96, 192, SIDE) for kind in ("avif", "webp")}
    assert {name: each.size for name, each in face.items()} == {**sides, "300.jpg": (SIDE, SIDE)}
    assert set(scene) == set(NAMED)
    assert scene["card.webp"].size == (650, 500)
    assert scene["full.jpg"].size == SIZE
