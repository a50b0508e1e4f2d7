"""Rules for tags, states, times and pictures."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from chassis.errors import RuleViolation
from chassis.media.validation import ImageTooLarge, NotAnImage, content_name
from feed.media.renditions import renditions_of
from feed.media.rules import folder_of, images_in, key_of, path_of
from feed.posts.rules import (
    MOST_TAGS,
    NOT_TO_COME,
    Action,
    State,
    beginning_of,
    hashtags,
    is_out,
    next_state,
    publish_time,
    tags_of,
)
from hypothesis import given
from hypothesis import strategies as st

from services.feed.tests.conftest import picture

NOW = datetime(2026, 11, 25, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("brief", "begins"),
    [("", ""), (" Six\n\tcroissants ", "Six croissants"), ("x" * 81, "x" * 80), ("y" * 79 + " z", "y" * 79)],
)
def test_how_a_caption_begins(brief: str, begins: str) -> None:
    assert beginning_of(brief) == begins


@pytest.mark.parametrize(
    ("brief", "found"),
    [
        ("Six #croissants, no #panic!", ["croissants", "panic"]),
        ("#Ätna #日本 #a_b", ["Ätna", "日本", "a_b"]),
        ("see https://x.example/#top and R&#39;B a#b", []),
        ("##twice", ["twice"]),
        ("", []),
    ],
)
def test_hashtags(brief: str, found: list[str]) -> None:
    assert hashtags(brief) == found


def test_tags_come_once_in_order_without_signs() -> None:
    assert tags_of(["#Bread", " bread ", "rye,"], "new #Rye #spelt") == ["Bread", "rye", "spelt"]


@given(st.lists(st.text(max_size=80)), st.text(max_size=500))
def test_tags_are_few_short_and_distinct(typed: list[str], brief: str) -> None:
    tags = tags_of(typed, brief)
    assert len(tags) <= MOST_TAGS
    assert all(0 < len(tag) <= 60 for tag in tags)
    assert len({tag.casefold() for tag in tags}) == len(tags)


def test_the_first_thirty_tags_are_kept_each_as_far_as_its_sixtieth_letter() -> None:
    typed = [f"tag{number}" for number in range(31)]
    assert tags_of(typed, "") == typed[:30]
    assert tags_of(["x" * 60, "y" * 61], "") == ["x" * 60, "y" * 60]


@pytest.mark.parametrize("state", ["draft", "active", "archived"])
@pytest.mark.parametrize("action", ["archive", "restore"])
def test_only_two_ways_between_states(state: State, action: Action) -> None:
    refused = {"archive": "Only a post that is active can be archived.",
               "restore": "Only a post that is archived can be restored."}  # fmt: skip
    allowed = {("active", "archive"): "archived", ("archived", "restore"): "active"}
    if (state, action) in allowed:
        assert next_state(state, action) == allowed[state, action]
    else:
        with pytest.raises(RuleViolation, match=refused[action]):
            next_state(state, action)


SOON = NOW + timedelta(seconds=1)


@pytest.mark.parametrize(
    ("state", "publish_at", "announced", "out"),
    [
        ("draft", None, False, False),
        ("active", SOON, False, False),
        ("active", NOW, False, True),
        ("active", SOON, True, True),
        ("archived", SOON, False, True),
    ],
)
def test_what_is_out_from_its_time_on(
    state: State, publish_at: datetime | None, announced: bool, out: bool
) -> None:
    assert is_out(state, publish_at, announced=announced, now=NOW) is out


def test_when_a_post_is_seen() -> None:
    later = NOW + timedelta(seconds=1)
    assert publish_time("now", later, NOW) == NOW
    assert publish_time("draft", later, NOW) is None
    assert publish_time("schedule", later, NOW) == later
    for date in (None, NOW):
        with pytest.raises(RuleViolation) as refused:
            publish_time("schedule", date, NOW)
        assert refused.value.fields == {"iv_post_date": NOT_TO_COME}


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (None, []),
        ("", []),
        ("none", []),
        ("empty", []),
        ("[]", []),
        ('["a", "", "none", "b"]', ["a", "b"]),
        (["a", None], ["a"]),
        ("data:image/png;base64,AAAA", ["data:image/png;base64,AAAA"]),
        ("[broken", "[broken"),
    ],
)
def test_what_media_base_holds(typed: Any, read: Any) -> None:
    assert images_in(typed) == read


def test_names_are_by_content_and_owner() -> None:
    digest = content_name("a", b"x")
    assert digest != content_name("b", b"x")
    assert path_of(digest) == f"/media/posts/{digest}/card.webp"
    assert key_of(digest, "full.jpg") == f"{folder_of(digest)}/full.jpg"
    for other in ("full.png", "../card.webp"):
        assert key_of(digest, other) is None
    assert key_of("../../etc/passwd", "card.webp") is None


@pytest.mark.parametrize("size", [(10, 10), (5000, 40), (40, 5000), (650, 500), (800, 700)])
def test_every_picture_becomes_a_card(size: tuple[int, int]) -> None:
    for kind in ("PNG", "GIF", "WEBP"):
        found = renditions_of(base64.b64decode(picture(*size, kind=kind)))
        by_width = {f"{width}.{ending}" for width in found.widths for ending in ("avif", "webp")}
        assert set(found.files) == {"card.webp", "card.jpg", "full.webp", "full.jpg"} | by_width


@given(st.binary(max_size=300))
def test_no_bytes_break_the_decoder(upload: bytes) -> None:
    with pytest.raises((NotAnImage, ImageTooLarge)):
        renditions_of(upload)
