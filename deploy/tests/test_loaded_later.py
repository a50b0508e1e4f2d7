"""What no process loads before it needs it."""

import re
import subprocess
import sys
from typing import Final

import pytest
from chassis.media.validation import MOST_PIXELS
from local.layout import PARTS

LOADED_LATER: Final = {
    "identity": {"zxcvbn"},
    "profiles": {"PIL"},
    "feed": {"PIL"},
    "notifications": {"firebase_admin", "google"},
}
"""By part, packages of which a start needs nothing: of a password's choice, of a picture, of Firebase."""
_MODULE: Final = re.compile(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\w+)", re.MULTILINE)
"""The package of a line of `python -X importtime`."""


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_a_process_starts_without_what_only_some_calls_and_commands_need(part: str) -> None:
    order = [sys.executable, "-X", "importtime", "-m", part, "--help"]
    profile = subprocess.run(order, check=True, capture_output=True, text=True).stderr
    loaded = set(_MODULE.findall(profile))
    assert {part, "chassis", "fastapi"} <= loaded
    assert not loaded & ({"alembic", "mako"} | LOADED_LATER.get(part, set()))


def test_a_card_is_drawn_within_the_limit_of_pictures_when_nothing_else_has_loaded_pillow() -> None:
    program = "from chassis.media.share_cards import drawing; print(drawing.Image.MAX_IMAGE_PIXELS)"
    order = [sys.executable, "-c", program]
    assert int(subprocess.run(order, check=True, capture_output=True, text=True).stdout) == MOST_PIXELS
