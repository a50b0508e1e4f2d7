"""Takes the pictures out of a JSON body while it arrives, so that a body is never in memory as a whole.

A body of eight pictures has 112 MB. Parsed as any other, it takes that much as bytes, again as the texts of
its fields, and four times as much if a stranger puts one emoji into them. Here every long run of base64 is
decoded as it comes, and a short reference stands for it in the JSON, which stays small.
"""

import binascii
import re
import secrets
from typing import Final

from chassis.errors import TooLarge
from chassis.media.validation import MOST_BYTES, ImageTooLarge, NotAnImage, is_data_url_head

SHORTEST: Final = 32 * 1024
"""Characters of base64 that are taken out; shorter runs stay in the JSON. Longer than any text of a field."""
MOST_TEXT: Final = 512 * 1024
"""Bytes of the JSON around the pictures."""
TOO_LARGE: Final = "This is larger than we can take."

_PARTS: Final = re.compile(rb"(?P<run>[A-Za-z0-9+/=\\]+)|[^A-Za-z0-9+/=\\]+")
_ESCAPE: Final = re.compile(rb"\\+(?:/|u00([0-9A-Fa-f]{2}))")
"""JSON may write a slash as `\\/` and a plus as `\\u002B`; in JSON within JSON, with more backslashes."""
_BLANK_START: Final = re.compile(rb"^(?:\\+[nrt])+")
_BLANK_END: Final = re.compile(rb"(?:\\+[nrt])*\\*$")
"""Line ends around a picture, and the backslash of a quote after one (JSON within JSON)."""
_LONGEST_ESCAPE: Final = 16


class Picture:
    """Base64 that arrives in pieces, decoded."""

    def __init__(self, beginning: bytes) -> None:
        self._content = bytearray()
        self._rest = b""
        self._wrong: type[ValueError] | None = None
        self.add(_BLANK_START.sub(b"", beginning))

    def add(self, run: bytes) -> None:
        """Decode the next piece."""
        if self._wrong is not None:
            return
        encoded = self._rest + run
        kept = len(encoded)
        if b"\\" in encoded:
            cut = encoded.rfind(b"\\", -_LONGEST_ESCAPE)
            if cut >= 0:  # an escape may go on in the next piece
                kept = len(encoded[:cut].rstrip(b"\\"))
            unescaped, tail = _ESCAPE.sub(_character, encoded[:kept]), encoded[kept:]
            if len(tail) > 2 * _LONGEST_ESCAPE:
                self._fail(NotAnImage)
                return
        else:
            unescaped, tail = encoded, b""
        whole = len(unescaped) - len(unescaped) % 4
        self._decode(unescaped[:whole])
        self._rest = unescaped[whole:] + tail

    def end(self) -> None:
        """Decode what is left."""
        rest = _ESCAPE.sub(_character, _BLANK_END.sub(b"", self._rest, count=1))
        self._rest = b""
        if rest:
            self._decode(rest)

    def content(self) -> bytes:
        """The bytes. Raises `NotAnImage` or `ImageTooLarge`."""
        if self._wrong is not None:
            raise self._wrong
        return bytes(self._content)

    def _decode(self, encoded: bytes) -> None:
        if not encoded or self._wrong is not None:
            return
        try:
            if self._content and len(self._content) % 3:  # something follows the padding
                raise binascii.Error("data after padding")
            self._content += binascii.a2b_base64(encoded, strict_mode=True)
        except binascii.Error:
            self._fail(NotAnImage)
        if len(self._content) > MOST_BYTES:
            self._fail(ImageTooLarge)

    def _fail(self, wrong: type[ValueError]) -> None:
        self._wrong = wrong
        self._content = bytearray()


def _character(escape: re.Match[bytes]) -> bytes:
    return bytes.fromhex(escape[1].decode()) if escape[1] else b"/"


class UploadBody:
    """A JSON body without its pictures, and the pictures."""

    def __init__(self, most: int) -> None:
        """`most` pictures are kept; a call that is sent more refuses them by their number."""
        self._most = most
        self._name = f"picture:{secrets.token_hex(16)}:"
        self._run = bytearray()
        self._last = b""
        self._open: Picture | None = None
        self._pictures: list[Picture | None] = []
        self.text = bytearray()

    def feed(self, piece: bytes) -> None:
        """Take in the next piece of the body. Raises `TooLarge` for too much around the pictures."""
        for part in _PARTS.finditer(piece):
            if part.lastgroup:
                self._add_to_run(part.group())
            else:
                self._end_run()
                self.text += part.group()
        if len(self.text) > MOST_TEXT:
            raise TooLarge(TOO_LARGE)

    def end(self) -> None:
        """The body is complete."""
        self._end_run()

    def take(self, typed: str) -> bytes | None:
        """The picture that stands in this text, which is forgotten here; None when none does.

        Raises `NotAnImage` or `ImageTooLarge` for a picture that cannot be used.
        """
        before, found, number = typed.strip().rpartition(self._name)
        if not found:
            return None
        if not number.isdecimal() or not is_data_url_head(before):
            raise NotAnImage
        picture = self._pictures[int(number)]
        if picture is None:
            raise ImageTooLarge
        return picture.content()

    def forget(self, typed: str) -> None:
        """Give up the memory of the picture that stands in this text."""
        _, found, number = typed.strip().rpartition(self._name)
        if found and number.isdecimal():
            self._pictures[int(number)] = None

    def outside(self, value: object) -> object:
        """A value that is no picture: a long run in it stays too long for any field."""
        if isinstance(value, str) and self._name in value:
            return "A" * SHORTEST
        if isinstance(value, list):
            return [self.outside(each) for each in value]
        if isinstance(value, dict):
            return {str(key)[:200]: self.outside(each) for key, each in value.items()}
        return value

    def _add_to_run(self, run: bytes) -> None:
        self._last = (self._last + run[-_LONGEST_ESCAPE:])[-_LONGEST_ESCAPE:]
        if self._open is not None:
            self._open.add(run)
            return
        self._run += run
        if len(self._run) >= SHORTEST:
            self._open = Picture(bytes(self._run))
            self._run.clear()

    def _end_run(self) -> None:
        if self._open is None:
            self.text += self._run
            self._run.clear()
            self._last = b""
            return
        self._open.end()
        quoting = self._last[len(self._last.rstrip(b"\\")) :]
        self.text += f"{self._name}{len(self._pictures)}".encode() + quoting
        self._last = b""
        self._pictures.append(self._open if len(self._pictures) < self._most else None)
        self._open = None
