"""The colours of a picture are those that it had on the screen of whoever sent it."""

import io
import struct
import time
from typing import Any

import pytest
from chassis.media.pictures import cut
from PIL import Image, ImageCms

D50 = (0.9642, 1.0, 0.8249)
DISPLAY_P3 = ((0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407))
SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def fixed(*numbers: float) -> bytes:
    return struct.pack(f">{len(numbers)}i", *(round(number * 65536) for number in numbers))


def xyz(color: tuple[float, ...]) -> bytes:
    return b"XYZ \0\0\0\0" + fixed(*color)


def gamma(exponent: float) -> bytes:
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(exponent * 256))


def profile(space: bytes, tags: dict[bytes, bytes], connection: bytes = b"XYZ ") -> bytes:
    """A profile as ICC.1 describes it: a header of 128 bytes, the table of tags, the tags."""
    where, table, content = 132 + 12 * len(tags), b"", b""
    for name, tag in tags.items():
        table += name + struct.pack(">II", where + len(content), len(tag))
        content += tag + b"\0" * (-len(tag) % 4)
    head = struct.pack(">I4sI4s4s4s12x4s24xI", where + len(content), b"lcms", 0x02400000, b"mntr", space,
                       connection, b"acsp", 0) + fixed(*D50)  # fmt: skip
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + content


def rgb_profile(primaries: tuple[tuple[float, ...], ...], curve: bytes) -> bytes:
    names = zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries, strict=True)
    curves = dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)
    return profile(b"RGB ", {b"wtpt": xyz(D50)} | {name: xyz(color) for name, color in names} | curves)


P3 = rgb_profile(DISPLAY_P3, b"para\0\0\0\0\0\3\0\0" + fixed(*SRGB_CURVE))
LINEAR_GREY = profile(b"GRAY", {b"wtpt": xyz(D50), b"kTRC": gamma(1)})


def ink_profile() -> bytes:
    """Four inks of which only the black one is printed: the lightness is what it leaves of the paper."""
    corners = [(255 if not number & 1 else 0, 128, 128) for number in range(16)]
    curves = bytes(range(256))
    lut = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + fixed(1, 0, 0, 0, 1, 0, 0, 0, 1)
    lut += curves * 4 + bytes(value for corner in corners for value in corner) + curves * 3
    return profile(b"CMYK", {b"wtpt": xyz(D50), b"A2B0": lut}, b"Lab ")


def sent(picture: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    target = io.BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()


def middle(upload: bytes) -> tuple[int, ...]:
    made = cut(upload, lambda _: (8, 8), enough=8)
    assert "icc_profile" not in made.info
    pixel = made.getpixel((4, 4))
    assert isinstance(pixel, tuple)
    return pixel


def near(color: tuple[int, ...], wanted: tuple[int, ...], most: int = 2) -> bool:
    return all(abs(one - other) <= most for one, other in zip(color, wanted, strict=True))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_display_p3_is_shown_as_srgb(kind: str) -> None:
    options: dict[str, Any] = {"PNG": {}, "JPEG": {"quality": 100}, "WEBP": {"lossless": True}}[kind]
    upload = sent(Image.new("RGB", (16, 16), (200, 100, 50)), kind, icc_profile=P3, **options)
    assert near(middle(upload), (215, 93, 31))


def test_what_is_seen_through_is_converted_and_its_ground_stays_white() -> None:
    seen_through = Image.new("RGBA", (16, 16), (200, 100, 50, 255))
    assert near(middle(sent(seen_through, icc_profile=P3)), (215, 93, 31))
    assert near(middle(sent(Image.new("RGBA", (16, 16), (9, 9, 9, 0)), icc_profile=P3)), (255, 255, 255))
    assert near(middle(sent(Image.new("P", (16, 16), 0), icc_profile=P3)), (0, 0, 0))


def test_grey_is_converted_by_a_profile_of_greys_and_by_one_of_colours() -> None:
    for mode in ("L", "LA"):
        grey: Any = 128 if mode == "L" else (128, 255)
        assert near(middle(sent(Image.new(mode, (16, 16), grey), icc_profile=LINEAR_GREY)), (188,) * 3)
        assert near(middle(sent(Image.new(mode, (16, 16), grey), icc_profile=P3)), (128,) * 3)


def test_inks_are_converted_by_their_profile() -> None:
    inks = Image.new("CMYK", (16, 16), (200, 0, 0, 0))
    assert near(middle(sent(inks, "JPEG", quality=100)), (55, 255, 255), 4)
    assert near(middle(sent(inks, "JPEG", quality=100, icc_profile=ink_profile())), (255,) * 3, 4)


def test_a_picture_without_a_profile_or_in_srgb_stays_as_it_is() -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profiled in ({}, {"icc_profile": srgb}):
        options: dict[str, Any] = {**profiled}
        assert near(middle(sent(Image.new("RGB", (16, 16), (200, 100, 50)), **options)), (200, 100, 50), 1)


@pytest.mark.parametrize(
    "broken",
    [
        b"", b"\0", b"no profile", b"\0" * 128, P3[:140], P3[:-90], P3.replace(b"acsp", b"----"),
        P3.replace(b"rTRC", b"xTRC"), P3.replace(b"curv", b"mpet"),
        LINEAR_GREY, ink_profile(), P3 * 5000, P3 * 20_000,
    ],
    ids=lambda broken: f"{len(broken)} bytes",
)  # fmt: skip
def test_a_profile_that_cannot_be_used_refuses_no_picture(broken: bytes) -> None:
    kind = "PNG" if len(broken) < 3_000_000 else "JPEG"
    red, green, blue = middle(sent(Image.new("RGB", (16, 16), (200, 100, 50)), kind, icc_profile=broken))
    assert (red > 190, 80 < green < 110, blue < 60) == (True, True, True)


def test_a_profile_takes_no_time() -> None:
    """A curve and a table as large as may be: those of many steps are not followed."""
    stage = b"matf\0\0\0\0" + struct.pack(">HH12f", 3, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
    steps = 20_000
    table = b"".join(
        struct.pack(">II", 16 + 8 * steps, len(stage)) for _ in range(steps)
    )  # each the same stage
    many = b"mpet\0\0\0\0" + struct.pack(">HHI", 3, 3, steps) + table + stage
    large = b"curv\0\0\0\0" + struct.pack(">I", 200_000) + b"\x11\x22" * 200_000
    for hostile in (rgb_profile(DISPLAY_P3, large), profile(b"RGB ", {b"wtpt": xyz(D50), b"D2B0": many})):
        upload = sent(Image.new("RGB", (1300, 1000), (200, 100, 50)), icc_profile=hostile)
        started = time.process_time()
        cut(upload, lambda size: size, enough=1300)
        assert time.process_time() - started < 2


@pytest.mark.parametrize("value", [0, 1000, 32_768, 65_535])
def test_sixteen_bits_of_grey_are_scaled_to_eight(value: int) -> None:
    assert near(middle(sent(Image.new("I;16", (16, 16), value))), (round(value / 257),) * 3, 1)


def test_grey_of_sixteen_bits_is_seen_through_where_it_says_so() -> None:
    assert middle(sent(Image.new("I;16", (16, 16), 32_768), transparency=32_768)) == (255, 255, 255)
    assert near(middle(sent(Image.new("I;16", (16, 16), 32_768), transparency=0)), (128,) * 3, 1)
    assert near(middle(sent(Image.new("I;16", (16, 16), 32_768), icc_profile=LINEAR_GREY)), (188,) * 3)
