"""Colours of pictures: as sRGB with eight bits, which every screen shows. Call it in a thread."""

import io
from typing import Final

from PIL import Image

MOST_PROFILE: Final = 4 * 1024 * 1024
"""Bytes of a profile that is used; those of printers' inks have up to 3 MB."""
_SPACE: Final = slice(16, 20)
_MODES: Final = {b"RGB ": "RGB", b"GRAY": "L", b"CMYK": "CMYK"}
"""The mode of a picture whose colours a profile of this space (ICC.1, 7.2.6) describes."""
_ELEMENTS: Final = b"mpet"
"""The type of a tag with any number of elements that follow each other (ICC.1, 10.16). What else a profile
may hold takes a bounded time."""
_UNUSABLE: Final = (OSError, ValueError, TypeError, MemoryError)


def in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """The picture as RGB, its colours converted from those of its ICC profile (product.md 6.5).

    The numbers of a picture without a profile, or with one that cannot be used, are taken for sRGB.
    """
    if profile and len(profile) <= MOST_PROFILE and _ELEMENTS not in profile:
        try:
            return _converted(picture, profile)
        except _UNUSABLE:
            pass
    return picture.convert("RGB")


def _converted(picture: Image.Image, profile: bytes) -> Image.Image:
    mode = _MODES.get(profile[_SPACE], "")
    if mode == "RGB" and picture.mode == "L":
        picture = picture.convert(mode)
    if picture.mode != mode:
        raise ValueError(mode)
    from PIL import ImageCms  # noqa: PLC0415 - 2.5 MB of memory, when a profile comes

    own, srgb = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
    try:
        found = ImageCms.profileToProfile(picture, own, srgb, outputMode="RGB")
    except ImageCms.PyCMSError as error:
        raise ValueError(mode) from error
    assert found is not None  # as it does not change the picture in its place
    return found


def with_eight_bits(picture: Image.Image) -> Image.Image:
    """A picture of greys with 16 bits as one with eight; any other as it is.

    `Image.convert` takes each grey above 255 for white.
    """
    if not picture.mode.startswith("I"):
        return picture
    scaled = picture.point(lambda grey: grey * (1 / 257) + 0.5).convert("L")
    clear = picture.info.get("transparency")
    if isinstance(clear, int):
        scaled.info["transparency"] = round(clear / 257)
    return scaled
