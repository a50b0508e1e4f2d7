"""Recognises events that the bus delivers twice (product.md 5.6)."""

from collections import OrderedDict
from typing import Final

REMEMBERED_EVENTS: Final = 20_000


class Deduplicator:
    """Remembers event ids, because the bus may deliver an event twice."""

    def __init__(self, capacity: int = REMEMBERED_EVENTS) -> None:
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._capacity = capacity

    def is_first(self, event_id: str) -> bool:
        """Whether this id is new; remembers it."""
        if event_id in self._seen:
            return False
        self._seen[event_id] = None
        if len(self._seen) > self._capacity:
            self._seen.popitem(last=False)
        return True
