"""Identifiers: UUIDv7 inside (RFC 9562), opaque strings outside."""

import uuid_utils


def new_id() -> str:
    """A fresh id; later ids sort after earlier ones, so that an index on them grows at its end."""
    return str(uuid_utils.uuid7())
