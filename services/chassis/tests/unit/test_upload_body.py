"""Pictures are taken out of a JSON body while it arrives, however it is cut into pieces and written."""

import base64
import json

import pytest
from chassis.errors import TooLarge
from chassis.media.upload_body import MOST_TEXT, SHORTEST, UploadBody
from chassis.media.validation import MOST_BYTES, ImageTooLarge, NotAnImage
from hypothesis import given, settings
from hypothesis import strategies as st

PICTURE = bytes(range(256)) * 200 + b"\xfb\xff\xfe?"
BASE64 = base64.b64encode(PICTURE).decode()


def read(body: bytes, piece: int = 65536, most: int = 8) -> tuple[UploadBody, dict[str, str]]:
    """Feed `body` in pieces of `piece` bytes; returns the parsed upload and its JSON without the pictures."""
    upload = UploadBody(most)
    for start in range(0, len(body), piece):
        upload.feed(body[start : start + piece])
    upload.end()
    return upload, json.loads(upload.text)


def plus_escaped(text: str) -> str:
    return text.replace("+", "\\u002B").replace("=", "\\u003d")


@settings(max_examples=60)
@given(piece=st.integers(1, 90_000) | st.sampled_from([1, 2, 3, 5, 7, 4095]))
@pytest.mark.parametrize("head", ["", "data:image/png;base64,"])
@pytest.mark.parametrize("kind", ["plain", "slashes", "unicode", "lines"])
def test_however_it_is_cut_and_written(kind: str, head: str, piece: int) -> None:
    written = {
        "plain": json.dumps(head + BASE64),
        "slashes": json.dumps(head + BASE64).replace("/", "\\/"),
        "unicode": plus_escaped(json.dumps(head + BASE64)),
        "lines": json.dumps(f"{head}{BASE64}\n"),
    }[kind]
    upload, fields = read(f'{{"a":"\U0001f600","iv_media_base":{written}}}'.encode(), max(piece, 64))
    assert len(upload.text) < 200
    assert upload.take(fields["iv_media_base"]) == PICTURE
    assert fields["a"] == "\U0001f600"


@pytest.mark.parametrize("slash", ["/", "\\/"])
@pytest.mark.parametrize("piece", [1000, 4099, 65536])
def test_a_list_in_a_text(slash: str, piece: int) -> None:
    listed = json.dumps([f"data:image/png;base64,{BASE64}", BASE64]).replace("/", slash)
    upload, fields = read(json.dumps({"iv_media_base": listed}).encode(), piece)
    assert [upload.take(each) for each in json.loads(fields["iv_media_base"])] == [PICTURE, PICTURE]


def test_short_texts_stay_where_they_are() -> None:
    upload, fields = read(b'{"iv_media_base":"data:image/png;base64,AAAA","b":"none"}')
    assert fields == {"iv_media_base": "data:image/png;base64,AAAA", "b": "none"}
    assert upload.take("none") is None


@pytest.mark.parametrize(
    "wrong", ["=" + BASE64, BASE64 + "A", BASE64[:40_000] + "=" + BASE64[40_000:], "\\" * 90_000]
)
def test_what_is_no_base64_is_no_image(wrong: str) -> None:
    upload, fields = read(json.dumps({"iv_media_base": wrong}).encode())
    with pytest.raises(NotAnImage):
        upload.take(fields["iv_media_base"])


def test_sizes_are_bounded() -> None:
    upload, fields = read(json.dumps({"iv_media_base": "A" * (MOST_BYTES * 2)}).encode())
    with pytest.raises(ImageTooLarge):
        upload.take(fields["iv_media_base"])
    with pytest.raises(TooLarge):
        read(b'{"a":"' + b"? " * MOST_TEXT)


def test_a_picture_elsewhere_is_a_text_too_long_for_any_field() -> None:
    upload, fields = read(json.dumps({"iv_post_brief": BASE64}).encode())
    assert len(str(upload.outside(fields["iv_post_brief"]))) >= SHORTEST
