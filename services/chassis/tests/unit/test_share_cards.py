"""Share cards: any script is written legibly, nothing overflows, and drawing is bounded."""

import asyncio
import io

import pytest
from chassis import remembered
from chassis.errors import Unavailable
from chassis.media.share_cards.card import ShareCard
from chassis.media.share_cards.drawing import HEIGHT, WIDTH, draw
from chassis.media.share_cards.lettering import FONTS, is_right_to_left, lines_of
from chassis.media.share_cards.serving import MOST_WAITING, REMEMBERED_CARDS, ShareCards, share_cards_ready
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, features

PATIENCE_SECONDS = 60.0


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=120), st.integers(1, 4))
def test_no_text_is_wider_than_its_column(text: str, most: int) -> None:
    lines = lines_of(text, 40, 300, most)
    assert len(lines) <= most
    assert all(line.width <= 300 for line in lines)


@pytest.mark.parametrize(
    ("text", "font"),
    [("Ana Pérez-Łódź", FONTS[0]), ("Ελένη", FONTS[1]), ("Юлия", FONTS[1]), ("ليلى Haddad", FONTS[2])],
)
def test_each_script_has_its_font_and_loses_no_letter(text: str, font: str) -> None:
    [line] = lines_of(text, 40, 1000, 1)
    assert line.text == text
    assert str(line.font.getname()[0]).replace(" ", "") == font.partition("-")[0]


def test_a_script_without_a_font_gives_way_to_the_second_title() -> None:
    assert lines_of("張偉", 40, 1000, 1) == []
    fallback = draw(ShareCard("張偉", 2, second_title="zhang"))
    assert fallback == draw(ShareCard("zhang", 1, second_title=""))


def test_arabic_is_joined_and_mirrors_the_card() -> None:
    """Joined letters are narrower than the same letters apart."""
    assert features.check("raqm"), "libfribidi is missing: apt-get install libfribidi0"
    [joined] = lines_of("ليلى", 80, 1000, 1)
    assert joined.width < 0.9 * sum(joined.font.getlength(letter) for letter in joined.text)
    assert is_right_to_left("ليلى")
    assert not is_right_to_left("12 Ana ليلى")
    ink = _inked(draw(ShareCard("ليلى", 2)))
    assert ink[2] > WIDTH - 100
    assert ink[0] > WIDTH / 2, "nothing stands at the left"


def _inked(card: bytes) -> tuple[int, int, int, int]:
    """The box around everything that is not background."""
    image = Image.open(io.BytesIO(card)).convert("L")
    box = ImageChops.invert(image).point([255 if level > 60 else 0 for level in range(256)]).getbbox()
    assert image.size == (WIDTH, HEIGHT)
    assert box is not None
    return box


def test_a_broken_picture_is_left_out() -> None:
    assert draw(ShareCard("Ana", 2, picture=b"RIFF....WEBP")) == draw(ShareCard("Ana", 2))


def test_a_text_is_written_behind_a_star() -> None:
    starred = ShareCard("Ana", 2, starred="a text that is wider than the wordmark")
    assert _inked(draw(starred))[2] > _inked(draw(ShareCard("Ana", 2)))[2]


async def test_a_card_is_drawn_once_and_few_wait_for_their_turn() -> None:
    cards = ShareCards()
    drawn: list[str] = []

    def draw_slowly(path: str) -> bytes:
        drawn.append(path)
        return path.encode()

    same = await asyncio.gather(*(cards.drawn("/a", lambda: draw_slowly("/a")) for _ in range(10)))
    assert (set(same), drawn) == ({b"/a"}, ["/a"])
    many = [cards.drawn(f"/{number}", lambda: b"card") for number in range(MOST_WAITING + 5)]
    results = await asyncio.gather(*many, return_exceptions=True)
    assert [type(each) for each in results].count(Unavailable) == 5
    for number in range(REMEMBERED_CARDS):
        await cards.drawn(f"/more/{number}", lambda: b"card")
    await cards.drawn("/a", lambda: draw_slowly("/a"))
    assert drawn == ["/a", "/a"], "the oldest card was forgotten"


async def test_cards_are_forgotten_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the name of an erased account does not stay in memory (product.md 1.10)."""
    monkeypatch.setattr(remembered, "FORGET_EVERY_SECONDS", 0.05)
    app = FastAPI()
    async with share_cards_ready(app), asyncio.timeout(PATIENCE_SECONDS):
        assert await app.state.share_cards.drawn("/a", lambda: b"first") == b"first"
        while await app.state.share_cards.drawn("/a", lambda: b"second") == b"first":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
