"""The renditions of a post's picture: work for a thread, never for the event loop."""

from chassis.media.pictures import Size, cut, encoded
from PIL import Image

from feed.media.rules import CARD, FULL


def renditions_of(upload: bytes) -> dict[str, bytes]:
    """The picture cut to 650x500 and, if it is large enough, up to 1300x1000 (product.md 6.5).

    Each is stored as WebP and as JPEG.

    Raises `NotAnImage` or `ImageTooLarge`.
    """
    large = cut(upload, _size_for, enough=2 * max(FULL))
    card = large.resize(CARD, Image.Resampling.LANCZOS) if large.size != CARD else large
    return {
        "card.webp": encoded(card, "WEBP"),
        "card.jpg": encoded(card, "JPEG"),
        "full.webp": encoded(large, "WEBP"),
        "full.jpg": encoded(large, "JPEG"),
    }


def _size_for(picture: Size) -> Size:
    """As much of the full size as the picture fills, and at least a card."""
    scale = min(picture[0] / CARD[0], picture[1] / CARD[1], FULL[0] / CARD[0])
    return (round(CARD[0] * scale), round(CARD[1] * scale)) if scale > 1 else CARD
