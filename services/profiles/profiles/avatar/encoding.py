"""Decoding and encoding of pictures: work for a thread, never for the event loop."""

import io
from typing import Final, NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from profiles.avatar.rules import MOST_PIXELS, SIDE, ImageTooLarge, NotAnImage

READ: Final = ("JPEG", "PNG", "WEBP", "GIF")
Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class Encoded(NamedTuple):
    """The same picture twice."""

    webp: bytes
    jpeg: bytes


def square(upload: bytes) -> Encoded:
    """The middle square of a picture at 300x300, upright, without metadata.

    What an upload is, its content tells, not its name. Raises `NotAnImage` or `ImageTooLarge`.
    """
    try:
        with Image.open(io.BytesIO(upload), formats=READ) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise ImageTooLarge
            opened.draft("RGB", (SIDE * 2, SIDE * 2))  # a JPEG is decoded no larger than is needed
            upright = ImageOps.exif_transpose(opened).convert("RGBA")
            small = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageTooLarge from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        if isinstance(error, ImageTooLarge | NotAnImage):
            raise
        raise NotAnImage from error
    ground = Image.new("RGBA", small.size, "white")
    flat = Image.alpha_composite(ground, small).convert("RGB")
    return Encoded(webp=_saved(flat, "WEBP"), jpeg=_saved(flat, "JPEG"))


def _saved(picture: Image.Image, kind: str) -> bytes:
    target = io.BytesIO()
    picture.save(target, kind, quality=86)
    return target.getvalue()
