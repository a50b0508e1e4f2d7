"""Everybody of the demo has a portrait, posts have their pictures, and no file is there for nobody."""

from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from demo.people import clients, content, providers
from demo.pictures import PICTURES, PORTRAITS, Picture, portrait_of
from demo.renditions import named_files
from feed.media.rules import CARD, FULL, NAMED
from PIL import Image
from profiles.avatar.renditions import square
from profiles.avatar.rules import SIDE

MOST_BYTES = 3_000_000
"""Of all together: a checkout carries them for ever."""


def _named(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.webp"))


def _size(file: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(file)) as picture:
        return picture.size


def test_everybody_has_a_portrait_of_their_own() -> None:
    people = [*providers(), *clients()]
    assert _named(PORTRAITS) == sorted(each.mail for each in people)
    assert len({portrait_of(each.email) for each in people}) == len(people)


def test_each_picture_is_shown_by_one_post() -> None:
    shown = [name for post in content("posts")["post"] for name in post["pictures"]]
    assert _named(PICTURES) == sorted(shown)
    assert max(Counter(shown).values()) == 1


def test_pictures_have_the_size_of_what_people_send() -> None:
    assert {_size(path.read_bytes()) for path in PORTRAITS.iterdir()} == {(SIDE, SIDE)}
    assert {_size(path.read_bytes()) for path in PICTURES.iterdir()} == {FULL}


def test_all_together_are_small() -> None:
    files = [*PORTRAITS.iterdir(), *PICTURES.iterdir()]
    assert {path.suffix for path in files} == {".webp"}
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def test_two_accounts_never_share_the_files_of_a_picture() -> None:
    assert Picture("cat-night", "a").digest != Picture("cat-night", "b").digest


@pytest.mark.parametrize("name", _named(PICTURES)[:2])
def test_a_picture_has_the_files_that_every_picture_has(name: str) -> None:
    content = Picture(name, "a").content
    files = named_files(content)
    assert set(files) == set(NAMED)
    assert files["full.webp"] == content
    assert {each: _size(file) for each, file in files.items()} == {
        each: FULL if each.startswith("full") else CARD for each in NAMED
    }


def test_a_portrait_has_the_files_that_every_avatar_has() -> None:
    sides = {f"{side}.{kind}": (side, side) for side in (96, 192, SIDE) for kind in ("avif", "webp")}
    files = square(portrait_of(providers()[0].email))
    assert {name: _size(file) for name, file in files.items()} == {**sides, "300.jpg": (SIDE, SIDE)}
