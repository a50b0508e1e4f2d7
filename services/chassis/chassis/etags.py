"""Conditional requests (RFC 9110, section 13): who has an answer already is not sent it again."""

import hashlib


def weak_etag(content: bytes) -> str:
    """The ETag of an answer with this content. It is weak: the gateway may compress the same answer."""
    return f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'


def is_known(etag: str, if_none_match: str) -> bool:
    """Whether a client that sends `If-None-Match` has the answer with this ETag, by the weak comparison."""
    opaque = etag.removeprefix("W/")
    known = [each.strip().removeprefix("W/") for each in if_none_match.split(",")]
    return opaque in known or known == ["*"]
