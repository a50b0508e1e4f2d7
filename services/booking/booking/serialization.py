"""The format of values (api.md 1): instants as ISO 8601 UTC with `Z`, days within what can be requested."""

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Annotated, Final

from contracts.rules import messages
from pydantic import AfterValidator

EARLIEST: Final = date(1971, 1, 1)
LATEST: Final = date(2100, 1, 1)


def _between_bounds(day: date) -> date:
    if not EARLIEST <= day <= LATEST:
        raise ValueError(messages.NOT_A_DATE)
    return day


ViewDay = Annotated[date, AfterValidator(_between_bounds)]
"""A day that a caller may ask for."""


@lru_cache(maxsize=4096)
def instant_text(instant: datetime) -> str:
    """ISO 8601 UTC with `Z`, in whole seconds where the instant is whole."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
