"""Which uploads are refused before an image is decoded."""

import base64
import io

import pytest
from chassis.media.pictures import cut, no_longer_than
from chassis.media.validation import MOST_BYTES, ImageTooLarge, NotAnImage, bytes_of, content_name, is_pdf
from PIL import Image


def test_bytes_of_an_upload() -> None:
    encoded = base64.b64encode(b"picture").decode()
    for typed in (encoded, f" {encoded}\n", f"data:image/webp;base64,{encoded}"):
        assert bytes_of(typed) == b"picture"


@pytest.mark.parametrize("typed", ["no base64!", "data:image/png;base64,@@", "%%%"])
def test_what_is_no_base64_is_no_image(typed: str) -> None:
    with pytest.raises(NotAnImage):
        bytes_of(typed)


@pytest.mark.parametrize(
    "typed",
    ["A" * (MOST_BYTES * 2), "!" * (MOST_BYTES * 2), base64.b64encode(bytes(MOST_BYTES + 1)).decode()],
)
def test_uploads_are_bounded_before_they_are_decoded(typed: str) -> None:
    with pytest.raises(ImageTooLarge):
        bytes_of(typed)


def test_an_upload_may_be_as_large_as_its_limit() -> None:
    assert len(bytes_of(base64.b64encode(bytes(MOST_BYTES)).decode())) == MOST_BYTES


def test_a_picture_may_have_as_many_pixels_as_the_limit() -> None:
    def cut_of(width: int) -> tuple[int, int]:
        upload = io.BytesIO()
        Image.new("1", (width, 5000)).save(upload, "PNG")
        return cut(upload.getvalue(), lambda _: (10, 10), enough=10).size

    assert cut_of(5000) == (10, 10)
    with pytest.raises(ImageTooLarge):
        cut_of(5001)


def test_a_whole_picture_keeps_its_shape_and_is_not_enlarged() -> None:
    assert no_longer_than(2400)((4800, 1200)) == (2400, 600)
    assert no_longer_than(2400)((100, 5000)) == (48, 2400)
    assert no_longer_than(2400)((1, 5000)) == (1, 2400)
    assert no_longer_than(2400)((30, 20)) == (30, 20)


@pytest.mark.parametrize(
    ("content", "is_one"),
    [
        (b"%PDF-1.4\n%%EOF", True),
        (b"%PDF-2.0\r\n%%EOF\r\n", True),
        (b"%PDF-1.7\n%%EOF" + bytes(1019), True),
        (b"%PDF-1.7\n%%EOF" + bytes(1020), False),
        (b"%PDF-1.7\n", False),
        (b" %PDF-1.7\n%%EOF", False),
        (b"%PDF-\n%%EOF", False),
        (b"%!PS\n%%EOF", False),
        (b"", False),
    ],
)
def test_a_pdf_is_known_by_its_first_line_and_its_end(content: bytes, is_one: bool) -> None:
    assert is_pdf(content) is is_one


def test_names_are_by_content_and_owner() -> None:
    assert content_name("one", b"picture") == content_name("one", b"picture")
    assert content_name("one", b"picture") != content_name("two", b"picture")
    assert content_name("one", b"picture") != content_name("one", b"other")
