"""The files of an avatar: work for a thread, never for the event loop."""

from chassis.media.pictures import by_width, cut, encoded
from PIL import Image

from profiles.avatar.rules import ENOUGH, SIDE, WIDTHS


def square(upload: bytes) -> dict[str, bytes]:
    """The middle square of a picture at 300x300 (product.md 3.4), by names such as `300.jpg`.

    And the same as AVIF and WebP in each width that screens show. Raises `NotAnImage` or `ImageTooLarge`.
    """
    return files_of(cut(upload, lambda _: (SIDE, SIDE), enough=ENOUGH))


def files_of(picture: Image.Image) -> dict[str, bytes]:
    """What is stored of a picture of 300x300."""
    return by_width(picture, WIDTHS) | {f"{SIDE}.jpg": encoded(picture, "JPEG")}
