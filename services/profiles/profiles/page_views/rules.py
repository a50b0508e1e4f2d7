"""Who counts as a visitor of a page, and what is kept in memory of it (product.md 3.11). Pure."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final

from contracts.zones import zone_named

MOST_PAGES: Final = 10_000
"""Pages that are counted between two writes; views of further ones are lost."""
KEPT_FOR: Final = timedelta(days=3 * 366)
_PROGRAM: Final = re.compile(
    r"(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|preview|facebookexternalhit|monitor|python|curl|wget",
    re.IGNORECASE,
)
"""What programs call themselves in User-Agent."""


def is_program(user_agent: str) -> bool:
    """Whether what opens the page says that it is no person's browser. Who says nothing is one."""
    return not user_agent or _PROGRAM.search(user_agent) is not None


class Views:
    """Views that are not written yet, by page. Nothing is kept of who looked."""

    def __init__(self) -> None:
        self._views: dict[str, int] = {}

    def add(self, provider_id: str, views: int = 1) -> None:
        """Count views of a page, unless too many other pages wait to be written."""
        if provider_id in self._views or len(self._views) < MOST_PAGES:
            self._views[provider_id] = self._views.get(provider_id, 0) + views

    def take(self) -> dict[str, int]:
        """All views since the last time."""
        taken, self._views = self._views, {}
        return taken


def counted_days(
    views: Mapping[str, int], zones: Mapping[str, str], now: datetime
) -> list[tuple[str, date, int]]:
    """(provider, day, views) of each page whose provider's zone is known. The day is one of that zone."""
    return [
        (provider_id, now.astimezone(zone_named(zones[provider_id])).date(), count)
        for provider_id, count in sorted(views.items())
        if provider_id in zones
    ]


def first_needed(first: date, last: date) -> date:
    """The earliest day of a range, or of any that it may be compared with."""
    days = max((last - first).days + 1, 1)
    return date.fromordinal(max(first.toordinal() - days - 31, 1))
