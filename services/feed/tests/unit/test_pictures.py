"""The accepted forms of an uploaded picture, and the names of stored ones."""

import pytest
from chassis.media.validation import MOST_BYTES, ImageTooLarge
from feed.media.rules import digest_in, images_in, key_of, keys_of, path_of

DIGEST = "0123456789abcdef" * 2 + "01234567"


def test_the_name_of_a_picture_reads_back() -> None:
    assert path_of(DIGEST) == f"/media/posts/{DIGEST}/card.webp"
    assert digest_in(path_of(DIGEST)) == DIGEST


@pytest.mark.parametrize(
    "path",
    [
        "", DIGEST, f"{DIGEST}/card.webp", f"/media/posts/{DIGEST}", f"/media/posts/{DIGEST}/card.jpg",
        f"/media/posts/{DIGEST}/full.webp", f"/media/posts/{DIGEST[1:]}/card.webp",
        f"/media/posts/{DIGEST.upper()}/card.webp", f"https://elsewhere/media/posts/{DIGEST}/card.webp",
        f"/media/posts/{DIGEST}/card.webp/card.webp", "data:image/png;base64,AAAA",
    ],
)  # fmt: skip
def test_what_is_no_name_of_a_picture(path: str) -> None:
    assert digest_in(path) is None


def test_where_the_renditions_lie() -> None:
    names = ("card.webp", "card.jpg", "full.webp", "full.jpg")
    assert keys_of(DIGEST) == [f"posts/{DIGEST}/{name}" for name in names]
    assert [key_of(DIGEST, name) for name in names] == keys_of(DIGEST)
    assert key_of(DIGEST[1:], "card.webp") is None
    assert key_of(DIGEST, "card.png") is None


@pytest.mark.parametrize("nothing", ["", "  ", "none", "empty", None, [], ["", "none", None], "[]"])
def test_no_picture(nothing: object) -> None:
    assert images_in(nothing) == []


@pytest.mark.parametrize("odd", [7, {"a": 1}, False])
def test_what_is_no_list_is_left_to_be_refused(odd: object) -> None:
    assert images_in(odd) is odd


def test_a_text_as_long_as_eight_pictures_is_read_and_no_longer_one() -> None:
    longest = 8 * (MOST_BYTES * 4 // 3 + 1024)
    assert images_in("x" * longest) == ["x" * longest]
    with pytest.raises(ImageTooLarge) as refused:
        images_in("x" * (longest + 1))
    assert str(refused.value) == "The images are too large."
