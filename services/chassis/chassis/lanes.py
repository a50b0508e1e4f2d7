"""Fair shares of a few workers among the hosts that strangers name, who may be slow on purpose
(product.md 4.14 and 5.4).

An owner of calls has one worker at a time. Hosts that have not answered quickly yet, or not the last time,
have half of the workers together: whoever lets calls wait, at however many hosts, holds up nobody else's.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

MOST_HOSTS: Final = 1_024
"""How many quick hosts are remembered: those that answered last."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A call that is under way."""

    owner_id: str
    host: str
    is_slow: bool


class Lanes:
    """Which calls are under way in this process. A host is quick that answers within `quick_seconds`."""

    def __init__(self, workers: int, quick_seconds: float) -> None:
        self._slow_share = max(1, workers // 2)
        self._quick_seconds = quick_seconds
        self._quick: OrderedDict[str, None] = OrderedDict()
        self._owners: set[str] = set()
        self._slow = 0

    @property
    def busy_owners(self) -> list[str]:
        """Those who have a call under way."""
        return list(self._owners)

    def enter(self, owner_id: str, host: str) -> Lane | None:
        """The lane of a call for this owner to this host, until `leave`; None when it has to wait."""
        is_slow = host not in self._quick
        if owner_id in self._owners or (is_slow and self._slow >= self._slow_share):
            return None
        self._owners.add(owner_id)
        self._slow += is_slow
        return Lane(owner_id, host, is_slow)

    def leave(self, lane: Lane, seconds: float) -> None:
        """The call has ended after so long, however it ended."""
        self._owners.discard(lane.owner_id)
        self._slow -= lane.is_slow
        self._quick.pop(lane.host, None)
        if seconds <= self._quick_seconds:
            self._quick[lane.host] = None
            if len(self._quick) > MOST_HOSTS:
                self._quick.popitem(last=False)
