"""Identifiers: UUIDv7 internally (RFC 9562), opaque strings to clients."""

from datetime import datetime

import uuid_utils


def new_id() -> str:
    """A fresh id; later ids sort after earlier ones, so that an index on them grows at its end."""
    return str(uuid_utils.uuid7())


def floor_id(moment: datetime) -> str:
    """A lower bound in sort order for ids made at `moment` or later."""
    figures = f"{int(moment.timestamp() * 1000):012x}"
    return f"{figures[:8]}-{figures[8:]}"
