"""The time from the commit of a booking to the provider's socket, at steady rates of bookings."""

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import httpx
from local.cluster import Cluster

from bench.bookings import Bookings
from bench.processes import metric

RATES: Final = (10, 20, 30, 40, 50)
"""Bookings a second; the last one exceeds what this machine can do."""
SECONDS: Final = 8
REST_SECONDS: Final = 4
"""The pause before each rate, in which the mails of the one before are sent."""
GOAL_MS: Final = 100
_OWN_WAY: Final = "openhours_event_to_socket_seconds"
"""The gateway's histogram of the seconds from an alert's own commit to its room."""


async def commit_to_socket(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """Book at each of these rates in turn, and measure when each request arrives; the lines to print.

    The clock starts at the time in the event, shortly before the commit.
    """
    lines: list[str] = []
    async with AsyncExitStack() as stack:
        bookings = Bookings(http, cluster.mail.list_url)
        await bookings.join(stack, cluster)
        for rate in RATES:
            await asyncio.sleep(REST_SECONDS)
            before = await _alerts_in_time(cluster, http)
            sent = await bookings.send(rate, SECONDS)
            after = await _alerts_in_time(cluster, http)
            in_time = (after[0] - before[0]) / (after[1] - before[1])
            lines.append(
                f"commit to socket, {rate} bookings a second requested, {sent.rate:.0f} answered: "
                f"99 % within {sent.within(0.99):.0f} ms (goal {GOAL_MS} ms; median {sent.within(0.5):.0f}, "
                f"worst {sent.within(1):.0f}, {sent.lost} of {sent.booked} lost); {in_time:.1%} of the "
                f"alerts within {GOAL_MS} ms of their own commit"
            )
    return lines


async def _alerts_in_time(cluster: Cluster, http: httpx.AsyncClient) -> tuple[float, float]:
    """How many alerts the gateway has sent within 100 ms since it started, and how many in all."""
    url = cluster.operations_url_of("gateway")
    return (
        await metric(http, url, f"{_OWN_WAY}_bucket", 'le="0.1"'),
        await metric(http, url, f"{_OWN_WAY}_count"),
    )
