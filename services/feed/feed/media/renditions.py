"""The renditions of a post's picture: work for a thread, never for the event loop."""

from chassis.media.pictures import Size, by_width, cut, encoded, placeholder_of
from PIL import Image

from feed.media.rules import CARD, ENOUGH, FULL, Renditions, widths_of


def renditions_of(upload: bytes) -> Renditions:
    """All that is stored of an upload (product.md 6.5).

    By width as AVIF and WebP, never enlarged; and by name as WebP and JPEG: the card, cut to 650x500 also
    from less, and the full picture, up to 1300x1000. Raises `NotAnImage` or `ImageTooLarge`.
    """
    large = cut(upload, _size_for, enough=ENOUGH)
    found = _by_width(large)
    card = large.resize(CARD, Image.Resampling.LANCZOS) if large.size != CARD else large
    full = large if large.width > CARD[0] else card
    for name, picture in (("card", card), ("full", full)):
        known = found.files.get(f"{picture.width}.webp")
        found.files[f"{name}.webp"] = known or encoded(picture, "WEBP")
        found.files[f"{name}.jpg"] = encoded(picture, "JPEG")
    return found


def renditions_by_width(full: bytes) -> Renditions:
    """What an older picture lacks, of its full WebP. Raises `NotAnImage` or `ImageTooLarge`."""
    found = _by_width(cut(full, lambda size: size, enough=max(FULL)))
    found.files[f"{found.width}.webp"] = full
    return found


def _by_width(large: Image.Image) -> Renditions:
    widths = widths_of(large.width)
    return Renditions(by_width(large, widths), large.width, large.height, widths, placeholder_of(large))


def _size_for(picture: Size) -> Size:
    """As much of the full size as the picture fills, in its proportions."""
    scale = min(picture[0] / CARD[0], picture[1] / CARD[1], FULL[0] / CARD[0])
    return max(1, round(CARD[0] * scale)), max(1, round(CARD[1] * scale))
