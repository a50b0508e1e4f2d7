"""Encodes an uploaded picture anew. Imported when one comes, for it loads Pillow."""

from chassis.media.pictures import cut, encoded, no_longer_than

from booking.intake.rules import ENOUGH
from booking.intake.store import IntakeFile


def picture_of(upload: bytes) -> IntakeFile:
    """The whole picture as a JPEG without metadata (product.md 4.21).

    Raises `NotAnImage` or `ImageTooLarge`.
    """
    picture = cut(upload, no_longer_than(ENOUGH), enough=ENOUGH)
    return IntakeFile(content=encoded(picture, "JPEG"), width=picture.width, height=picture.height)
