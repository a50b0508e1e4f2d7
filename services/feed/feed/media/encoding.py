"""Decoding and encoding of pictures: work for a thread, never for the event loop."""

import io
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from feed.media.rules import CARD, FULL, MOST_PIXELS, ImageTooLarge, NotAnImage

READ: Final = ("JPEG", "PNG", "WEBP", "GIF")
_UNREADABLE: Final = (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError)


def renditions_of(upload: bytes) -> dict[str, bytes]:
    """The picture cut to 650x500 and, where it is large enough, up to 1300x1000, as WebP and as JPEG.

    Upright, without metadata, transparency on white. What an upload is, its content tells, not its name.
    Raises `NotAnImage` or `ImageTooLarge`.
    """
    large = _decoded(upload)
    card = large.resize(CARD, Image.Resampling.LANCZOS) if large.size != CARD else large
    return {
        "card.webp": _saved(card, "WEBP"),
        "card.jpg": _saved(card, "JPEG"),
        "full.webp": _saved(large, "WEBP"),
        "full.jpg": _saved(large, "JPEG"),
    }


def _decoded(upload: bytes) -> Image.Image:
    try:
        with Image.open(io.BytesIO(upload), formats=READ) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise ImageTooLarge
            upright = ImageOps.exif_transpose(opened).convert("RGBA")
            cut = ImageOps.fit(upright, _size_for(upright), Image.Resampling.LANCZOS)
    except (ImageTooLarge, NotAnImage):
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageTooLarge from error
    except _UNREADABLE as error:
        raise NotAnImage from error
    ground = Image.new("RGBA", cut.size, "white")
    return Image.alpha_composite(ground, cut).convert("RGB")


def _size_for(picture: Image.Image) -> tuple[int, int]:
    """As much of the full size as the picture fills, and at least a card."""
    scale = min(picture.width / CARD[0], picture.height / CARD[1], FULL[0] / CARD[0])
    return (round(CARD[0] * scale), round(CARD[1] * scale)) if scale > 1 else CARD


def _saved(picture: Image.Image, kind: str) -> bytes:
    target = io.BytesIO()
    picture.save(target, kind, quality=84)
    return target.getvalue()
