"""Decodes and encodes pictures. Call it in a thread, never in the event loop."""

import base64
import io
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, Final, Literal

from PIL import Image, ImageChops, ImageOps, PngImagePlugin, UnidentifiedImageError

from chassis.media.colours import MOST_PROFILE, in_srgb, with_eight_bits
from chassis.media.validation import MOST_PIXELS, MOST_WEBP_PIXELS, ImageTooLarge, NotAnImage

READ: Final = ("JPEG", "PNG", "WEBP", "GIF")
Format = Literal["AVIF", "WEBP", "JPEG"]
Size = tuple[int, int]

_OPTIONS: Final[Mapping[Format, Mapping[str, Any]]] = {
    "AVIF": {"quality": 60, "speed": 9, "max_threads": 1},
    "WEBP": {"quality": 85, "method": 2},
    "JPEG": {"quality": 85},
}
"""A photograph of 1300x1000 takes 0.12 s as AVIF at speed 9, and 0.5 s at speed 8 for a file that is 8 %
smaller; as WebP 0.06 s by method 2, and 0.17 s by method 4 for 5 %. One thread each: others upload too."""
_PLACEHOLDER_SIDE: Final = 13
_PIXEL: Final = 6
_COEFFICIENT: Final = 2
_WEBP_PIXEL: Final = 17
"""Bytes of memory for a pixel, measured: of any picture; of each band of a progressive JPEG, which is decoded
as a whole; of a WebP, whose decoder keeps its canvas twice."""
_ROWS: Final = 256
_ORIENTATION: Final = 0x0112
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What makes a picture upright, by its orientation in Exif. `ImageOps.exif_transpose` copies large ones."""
_ON_ITS_SIDE: Final = frozenset({5, 6, 7, 8})

_UNREADABLE: Final = (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError)
Image.MAX_IMAGE_PIXELS = MOST_PIXELS
PngImagePlugin.MAX_TEXT_CHUNK = MOST_PROFILE  # which it applies to profiles too


def memory_for(upload: bytes, *, enough: int) -> int:
    """Bytes that `cut` takes at its peak for this upload, by what its header says.

    Raises `NotAnImage` or `ImageTooLarge`.
    """
    with _opened(upload) as opened:
        pixels = opened.width * opened.height
        if opened.format == "WEBP":
            return _WEBP_PIXEL * pixels
        coefficients = _COEFFICIENT * len(opened.getbands()) * pixels if "progressive" in opened.info else 0
        _draft(opened, enough)
        return coefficients + _PIXEL * opened.width * opened.height


def cut(upload: bytes, size_for: Callable[[Size], Size], *, enough: int) -> Image.Image:
    """The middle of a picture: upright, in sRGB, without metadata, with a white background instead of
    transparency.

    `size_for` computes the target size from the picture's size. A JPEG much larger than `enough` is decoded
    at a reduced scale, with sides still at least that long. The content decides an upload's format, not its
    name. Raises `NotAnImage` or `ImageTooLarge`.
    """
    with _opened(upload) as opened, _readable():
        _draft(opened, enough)
        opened.load()
        profile = opened.info.get("icc_profile")
        turned = opened.getexif().get(_ORIENTATION, 1)
        if turned in _ON_ITS_SIDE:
            width, height = size_for((opened.height, opened.width))
            fitted = _fitted(opened, (height, width))
        else:
            fitted = _fitted(opened, size_for(opened.size))
    if turned in _TURNS:
        fitted = fitted.transpose(_TURNS[turned])
    # Into a new image: `fitted` carries the metadata of the upload, and encoders would write it.
    ground = Image.new("RGB", fitted.size, "white")
    ground.paste(in_srgb(fitted, profile))
    return ground


def no_longer_than(longest: int) -> Callable[[Size], Size]:
    """What computes the size of a whole picture whose sides have at most so many pixels, for `cut`: the same
    shape, and nothing is enlarged.
    """

    def size_for(size: Size) -> Size:
        if max(size) <= longest:
            return size
        width, height = (max(1, round(side * longest / max(size))) for side in size)
        return width, height

    return size_for


def _draft(opened: Image.Image, enough: int) -> None:
    """Decode a JPEG at a reduced scale: a large progressive one, which takes more memory, at half of it."""
    if "progressive" in opened.info and opened.width * opened.height > MOST_WEBP_PIXELS:
        enough //= 2
    opened.draft("RGB", (enough, enough))


@contextmanager
def _opened(upload: bytes) -> Generator[Image.Image]:
    """The upload, of which only the header is read."""
    with _readable(), Image.open(io.BytesIO(upload), formats=READ) as opened:
        most = MOST_WEBP_PIXELS if opened.format == "WEBP" else MOST_PIXELS
        if opened.width * opened.height > most:
            raise ImageTooLarge
        yield opened


@contextmanager
def _readable() -> Generator[None]:
    """Turns what Pillow raises into `NotAnImage` or `ImageTooLarge`."""
    try:
        yield
    except (ImageTooLarge, NotAnImage):
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageTooLarge from error
    except _UNREADABLE as error:
        raise NotAnImage from error


def _fitted(picture: Image.Image, size: Size) -> Image.Image:
    """The middle of a picture at this size, on white, in its own colours: RGB, grey or CMYK.

    Each band is scaled alone: scaling them together, or the picture as RGBA, makes a copy of all its pixels.
    """
    picture = with_eight_bits(picture)
    if picture.mode in {"P", "PA", "1"}:
        picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    if not picture.has_transparency_data:
        return ImageOps.fit(picture, size, Image.Resampling.LANCZOS)
    if picture.mode not in {"RGBA", "LA"}:
        picture = picture.convert("RGBA")
    alpha = picture.getchannel("A")
    white = ImageOps.invert(ImageOps.fit(alpha, size, Image.Resampling.LANCZOS))
    bands: list[Image.Image] = []
    for name in picture.getbands()[:-1]:
        band = picture.getchannel(name)
        for top in range(0, band.height, _ROWS):
            rows = (0, top, band.width, min(top + _ROWS, band.height))
            band.paste(ImageChops.multiply(band.crop(rows), alpha.crop(rows)), rows)
        bands.append(ImageChops.add(ImageOps.fit(band, size, Image.Resampling.LANCZOS), white))
    return Image.merge("RGB", bands) if len(bands) == 3 else bands[0]


def encoded(picture: Image.Image, kind: Format) -> bytes:
    """The picture as the content of a file."""
    target = io.BytesIO()
    picture.save(target, kind, **_OPTIONS[kind])
    return target.getvalue()


def by_width(picture: Image.Image, widths: Iterable[int]) -> dict[str, bytes]:
    """The picture as AVIF and WebP in each of these widths (pixels), by names such as `650.avif`.

    No width may be larger than the picture's: nothing is enlarged. Each is made of the next larger one.
    """
    files: dict[str, bytes] = {}
    scaled = picture
    for width in sorted(widths, reverse=True):
        height = max(1, round(picture.height * width / picture.width))
        scaled = scaled.resize((width, height), Image.Resampling.LANCZOS)
        files |= {f"{width}.avif": encoded(scaled, "AVIF"), f"{width}.webp": encoded(scaled, "WEBP")}
    return files


def placeholder_of(picture: Image.Image) -> str:
    """A data URI of about 120 characters: the picture as a WebP of a few pixels, for under it while it loads.

    A browser shows it without a decoder in script, also from a page that a server rendered, which a shorter
    BlurHash or ThumbHash needs.
    """
    tiny = picture.copy()
    tiny.thumbnail((_PLACEHOLDER_SIDE, _PLACEHOLDER_SIDE), Image.Resampling.BOX)
    target = io.BytesIO()
    tiny.save(target, "WEBP", quality=30, method=6)
    return f"data:image/webp;base64,{base64.b64encode(target.getvalue()).decode()}"
