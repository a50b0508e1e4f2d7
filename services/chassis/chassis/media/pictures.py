"""Decodes and encodes pictures. Call it in a thread, never in the event loop."""

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
    """The middle of a picture: upright, without metadata, with a white background instead of transparency.

    `size_for` computes the target size from the picture's size. A JPEG much larger than `enough` is decoded
    at a reduced scale, with sides still at least that long. The content decides an upload's format, not its
    name. Raises `NotAnImage` or `ImageTooLarge`.
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
    """The picture as the content of a file."""
    target = io.BytesIO()
    picture.save(target, kind, quality=QUALITY)
    return target.getvalue()
