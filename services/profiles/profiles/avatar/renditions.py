"""The two files of an avatar: work for a thread, never for the event loop."""

from typing import NamedTuple

from chassis.media.pictures import cut, encoded

from profiles.avatar.rules import SIDE


class Encoded(NamedTuple):
    """The same picture twice."""

    webp: bytes
    jpeg: bytes


def square(upload: bytes) -> Encoded:
    """The middle square of a picture at 300x300 (product.md 3.4). Raises `NotAnImage` or `ImageTooLarge`."""
    picture = cut(upload, lambda _: (SIDE, SIDE), enough=2 * SIDE)
    return Encoded(webp=encoded(picture, "WEBP"), jpeg=encoded(picture, "JPEG"))
