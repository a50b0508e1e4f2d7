"""Encodes a picture anew. Imported when one comes, for it loads Pillow."""

from chassis.media.pictures import cut, encoded, no_longer_than

from booking.client_files.rules import ENOUGH


def picture_of(upload: bytes) -> bytes:
    """The whole picture as a JPEG without metadata. Raises `NotAnImage` or `ImageTooLarge`."""
    return encoded(cut(upload, no_longer_than(ENOUGH), enough=ENOUGH), "JPEG")
