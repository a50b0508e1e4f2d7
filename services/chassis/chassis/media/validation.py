"""Pure rules for uploads: their limits, kinds and names."""

import base64
import binascii
import hashlib
import re
from typing import Final, Literal

FileKind = Literal["picture", "pdf"]
"""What a file is that is kept to be saved: a picture that was encoded anew, or a PDF as it was sent."""
ENDINGS: Final[dict[FileKind, str]] = {"picture": ".jpg", "pdf": ".pdf"}
MEDIA_TYPES: Final[dict[FileKind, str]] = {"picture": "image/jpeg", "pdf": "application/pdf"}
MOST_BYTES: Final = 10 * 1024 * 1024
MOST_PIXELS: Final = 25_000_000
"""A decoded picture takes four bytes per pixel, so this bounds the memory for one upload."""
MOST_WEBP_PIXELS: Final = 12_000_000
"""WebP takes four times as much memory as other formats, while it is decoded."""

_PDF_HEAD: Final = re.compile(rb"%PDF-[12]\.[0-9]")
_PDF_END: Final = b"%%EOF"
_PDF_TAIL: Final = 1024
"""Bytes at its end among which a reader looks for the end of a PDF."""
_DATA_URL: Final = re.compile(r"data:[a-z]+/[a-z0-9.+-]+;base64,", re.IGNORECASE)


class NotAnImage(ValueError):
    """The upload is not a picture in a supported format."""


class ImageTooLarge(ValueError):
    """The upload has too many bytes or pixels."""


def bytes_of(typed: str) -> bytes:
    """The bytes of a data URL or of bare base64. Raises `NotAnImage` or `ImageTooLarge`."""
    text = typed.strip()
    head = _DATA_URL.match(text)
    encoded = text[head.end() :] if head else text
    if len(encoded) > (MOST_BYTES + 2) // 3 * 4:
        raise ImageTooLarge
    try:
        content = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotAnImage from error
    if len(content) > MOST_BYTES:
        raise ImageTooLarge
    return content


def is_pdf(content: bytes) -> bool:
    """Whether this is a PDF (product.md 4.21): by its first line and its end (ISO 32000-1, 7.5.2, 7.5.5)."""
    return _PDF_HEAD.match(content) is not None and _PDF_END in content[-_PDF_TAIL:]


def is_data_url_head(text: str) -> bool:
    """Whether this may stand before the base64 of a picture: nothing, or the beginning of a data URL."""
    return text == "" or _DATA_URL.fullmatch(text) is not None


def content_name(owner_id: str, content: bytes) -> str:
    """The name of a picture: derived from its content and owner, never shared by accounts, hard to guess."""
    return hashlib.sha256(owner_id.encode() + content).hexdigest()[:40]
