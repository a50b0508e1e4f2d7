"""How values travel (api.md 1): instants as ISO 8601 UTC with `Z`."""

from datetime import UTC, date, datetime
from typing import Annotated, Final

from contracts.rules import messages
from pydantic import AfterValidator

EARLIEST: Final = date(1971, 1, 1)
LATEST: Final = date(2100, 1, 1)


def _within_reach(day: date) -> date:
    if not EARLIEST <= day <= LATEST:
        raise ValueError(messages.NOT_A_DATE)
    return day


ViewDay = Annotated[date, AfterValidator(_within_reach)]
"""A day that can be asked for."""


def instant_text(instant: datetime) -> str:
    """ISO 8601 UTC with `Z`, whole seconds where the instant is whole."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
