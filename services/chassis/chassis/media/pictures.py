"""Decoding and encoding of pictures: work for a thread, never for the event loop."""

import io
from collections.abc import Callable
from typing import Final, Literal

from PIL import Image, ImageOps, UnidentifiedImageError

from chassis.media.validation import MOST_PIXELS, ImageTooLarge, NotAnImage

READ: Final = ("JPEG", "PNG", "WEBP", "GIF")
QUALITY: Final = 85
Size = tuple[int, int]

_UNREADABLE: Final = (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError)
Image.MAX_IMAGE_PIXELS = MOST_PIXELS


def cut(upload: bytes, size_for: Callable[[Size], Size], *, enough: int) -> Image.Image:
    """The middle of a picture, upright, without metadata, transparency on white.

    `size_for` says from the picture's size to which it is cut. A JPEG whose sides are longer than `enough` is
    decoded no larger than that. What an upload is, its content tells, not its name.
    Raises `NotAnImage` or `ImageTooLarge`.
    """
    try:
        with Image.open(io.BytesIO(upload), formats=READ) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise ImageTooLarge
            opened.draft("RGB", (enough, enough))
            upright = ImageOps.exif_transpose(opened).convert("RGBA")
            fitted = ImageOps.fit(upright, size_for(upright.size), Image.Resampling.LANCZOS)
    except ImageTooLarge:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageTooLarge from error
    except _UNREADABLE as error:
        raise NotAnImage from error
    ground = Image.new("RGBA", fitted.size, "white")
    return Image.alpha_composite(ground, fitted).convert("RGB")


def encoded(picture: Image.Image, kind: Literal["WEBP", "JPEG"]) -> bytes:
    """The file of a picture."""
    target = io.BytesIO()
    picture.save(target, kind, quality=QUALITY)
    return target.getvalue()
