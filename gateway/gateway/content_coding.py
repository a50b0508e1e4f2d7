"""Content codings of responses: which one a client gets, and compression of what is made for a request."""

import zlib
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

import brotli

BROTLI: Final = b"br"
GZIP: Final = b"gzip"
CODINGS: Final = (BROTLI, GZIP)
"""The better one first."""
WORTH_COMPRESSING: Final = 1024
"""Bytes below which a response is sent as it is."""
_LONGEST_KEPT: Final = 200
"""The longest header, in bytes, whose codings are remembered."""
_BROTLI_QUALITY: Final = 4
_GZIP_LEVEL: Final = 5
_WITH_GZIP_HEADER: Final = 31
"""zlib's window bits for the gzip format."""


def compressed(content: bytes, coding: bytes) -> bytes:
    """`content` in this coding, compressed quickly. The build compresses the files of the bundle well."""
    if coding == BROTLI:
        return brotli.compress(content, quality=_BROTLI_QUALITY)
    compressor = zlib.compressobj(_GZIP_LEVEL, wbits=_WITH_GZIP_HEADER)
    return compressor.compress(content) + compressor.flush()


def accepted_codings(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The value of Accept-Encoding."""
    return next((value for name, value in headers if name == b"accept-encoding"), b"")


def chosen_coding(accepted: bytes, offered: Collection[bytes]) -> bytes:
    """The best content coding that is both offered and accepted (RFC 9110, section 12.5.3); b"" for none."""
    codings = _remembered(accepted) if len(accepted) <= _LONGEST_KEPT else _accepted(accepted)
    for coding in CODINGS:
        if coding in offered and coding in codings:
            return coding
    return b""


def _accepted(accepted: bytes) -> frozenset[bytes]:
    """The codings that a value of Accept-Encoding names and does not refuse."""
    codings: set[bytes] = set()
    for part in accepted.lower().split(b","):
        coding, _, parameters = part.partition(b";")
        if parameters.replace(b" ", b"") not in {b"q=0", b"q=0.0", b"q=0.00", b"q=0.000"}:
            codings.add(coding.strip())
    return frozenset(codings)


_remembered: Final = lru_cache(256)(_accepted)
