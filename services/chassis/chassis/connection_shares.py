"""Divides the connections that one process may open to its database among those who use them."""

from typing import Final, NamedTuple

SMALLEST: Final = 4
"""One for requests, two for work in the background, one to listen: with fewer, work waits for itself."""
LISTENING: Final = 1


class Shares(NamedTuple):
    """How many connections each of two pools may open. One more connection listens for notifications."""

    requests: int
    background: int


def shares_of(connections: int) -> Shares:
    """The shares of so many connections in all: one listens, a third of the others, at least two, are for
    work in the background, and the rest are for requests. `connections` is at least `SMALLEST`.
    """
    pooled = connections - LISTENING
    background = max(2, pooled // 3)
    return Shares(pooled - background, background)
