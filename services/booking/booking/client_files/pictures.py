"""Encodes a picture anew. Imported when one comes, for it loads Pillow."""

from chassis.media.pictures import cut, encoded

from booking.client_files.rules import ENOUGH, kept_size


def picture_of(upload: bytes) -> bytes:
    """The whole picture as a JPEG without metadata. Raises `NotAnImage` or `ImageTooLarge`."""
    return encoded(cut(upload, kept_size, enough=ENOUGH), "JPEG")
