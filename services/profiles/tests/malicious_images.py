"""Malicious uploads, and odd ones that cameras and programs make."""

import io
import struct
import zlib
from typing import Final, Literal, NamedTuple

from PIL import Image

MARK: Final = b"<script>alert(document.domain)</script>"
PNG_HEAD: Final = b"\x89PNG\r\n\x1a\n"
Fate = Literal["converted", "refused", "too large"]


class Upload(NamedTuple):
    """An upload, and the expected result."""

    name: str
    content: bytes
    fate: Fate


def picture(kind: str, size: tuple[int, int] = (640, 480), mode: str = "RGB") -> bytes:
    """A real picture of one colour."""
    target = io.BytesIO()
    Image.new(mode, size).save(target, kind)
    return target.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_with(extra: bytes, size: tuple[int, int] = (64, 64)) -> bytes:
    """A real PNG with a chunk more before its pixels."""
    whole = picture("PNG", size)
    at = whole.index(b"IDAT") - 4
    return whole[:at] + extra + whole[at:]


def png_that_says(width: int, height: int) -> bytes:
    """A tiny PNG that says how large it is and holds next to nothing."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return PNG_HEAD + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def jpeg_that_says(width: int, height: int) -> bytes:
    """A JPEG whose frame header lies about its size."""
    whole = bytearray(picture("JPEG"))
    at = whole.index(b"\xff\xc0") + 5
    whole[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(whole)


def webp_that_says(width: int, height: int) -> bytes:
    """A small WebP whose extended header lies about its canvas."""
    canvas = b"\x10" + bytes(3) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", len(canvas)) + canvas + picture("WEBP")[12:]
    return b"RIFF" + struct.pack("<I", len(body)) + body


def animation(frames: int, size: tuple[int, int]) -> bytes:
    """A GIF of many frames that differ."""
    target = io.BytesIO()
    first, *others = (Image.new("P", size, number % 251) for number in range(frames))
    first.save(target, "GIF", save_all=True, append_images=others, duration=20)
    return target.getvalue()


def malicious_images() -> list[Upload]:
    """All of them."""
    inflated = zlib.compress(b"\x00" * 60_000_000, 9)
    jpeg, gif, webp = picture("JPEG"), picture("GIF"), picture("WEBP")
    comment = b"\xff\xfe" + struct.pack(">H", len(MARK) + 2) + MARK
    return [
        Upload(
            "svg with a script", b"<svg xmlns='http://www.w3.org/2000/svg'>" + MARK + b"</svg>", "refused"
        ),
        Upload("html that begins as a gif", b"GIF89a=1;" + MARK, "refused"),
        Upload("heic", b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + b"\x00" * 64, "refused"),
        Upload("pdf", b"%PDF-1.7\n" + b"0" * 300, "refused"),
        *(Upload(kind.lower(), picture(kind), "refused") for kind in ("TIFF", "BMP", "ICO", "TGA", "PPM")),
        Upload("jpeg cut off", jpeg[: len(jpeg) // 2], "refused"),
        Upload("png cut off", picture("PNG", (500, 500))[:-600], "refused"),
        Upload("webp cut off", webp[: len(webp) - 20], "refused"),
        Upload("jpeg with a comment", jpeg[:2] + comment + jpeg[2:], "converted"),
        Upload("jpeg and zip in one", jpeg + b"PK\x03\x04" + MARK, "converted"),
        Upload("gif and script in one", gif + b"/*" + MARK, "converted"),
        Upload("png with text", png_with(chunk(b"tEXt", b"Comment\x00" + MARK)), "converted"),
        Upload("png with a text that inflates", png_with(chunk(b"zTXt", b"x\x00\x00" + inflated)), "refused"),
        Upload(
            "png with a profile that inflates", png_with(chunk(b"iCCP", b"x\x00\x00" + inflated)), "refused"
        ),
        Upload("png of 50 megapixels", picture("PNG", (8_000, 6_250), "1"), "too large"),
        Upload("png that says it is huge", png_that_says(60_000, 60_000), "too large"),
        Upload("jpeg that says it is huge", jpeg_that_says(65_535, 65_535), "too large"),
        Upload("webp that says it is huge", webp_that_says(16_384, 16_384), "too large"),
        Upload("more than 10 MB", b"\xff" * (10 * 1024 * 1024 + 1), "too large"),
        Upload("png of 25 megapixels", picture("PNG", (5_000, 5_000)), "converted"),
        Upload("png of one row", picture("PNG", (1_000_000, 1), "L"), "converted"),
        Upload("png of one pixel", picture("PNG", (1, 1)), "converted"),
        Upload("gif of 300 frames", animation(300, (400, 400)), "converted"),
        *(
            Upload(f"png in {mode}", picture("PNG", mode=mode), "converted")
            for mode in ("1", "LA", "P", "I;16")
        ),
        Upload("jpeg in CMYK", picture("JPEG", mode="CMYK"), "converted"),
    ]
