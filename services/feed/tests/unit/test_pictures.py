"""The accepted forms of an uploaded picture, and the names of stored ones."""

import pytest
from chassis.media.validation import MOST_BYTES, ImageTooLarge
from feed.media.rules import digest_in, folder_of, images_in, key_of, path_of, widths_of

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
    for name in ("card.webp", "card.jpg", "full.webp", "full.jpg", "390.avif", "1300.webp", "7.avif"):
        assert key_of(DIGEST, name) == f"{folder_of(DIGEST)}/{name}" == f"posts/{DIGEST}/{name}"
        assert key_of(DIGEST[1:], name) is None
    for name in (
        "card.png",
        "card.avif",
        "390.jpg",
        "0390.avif",
        "-1.webp",
        "13000.avif",
        "390.avif/",
        "x.webp",
    ):
        assert key_of(DIGEST, name) is None


def test_no_rendition_is_wider_than_the_picture() -> None:
    assert widths_of(1300) == [390, 650, 975, 1300]
    assert widths_of(700) == [390, 650, 700]
    assert widths_of(390) == [390]
    assert widths_of(1) == [1]


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
