"""What answers say of a post's pictures."""

from pydantic import BaseModel


class StoredPicture(BaseModel):
    """A picture and its renditions.

    `media_name` is its media path, under which a post may show it. `width` and `height` are the pixels of its
    widest rendition. For each of `widths`, narrowest first, `<width>.avif` and `<width>.webp` lie beside it.
    `placeholder` is a data URI of a few pixels.
    """

    media_name: str
    width: int
    height: int
    widths: list[int]
    placeholder: str
