"""What must hold after every drill, read from the databases and the mail server.

No order that was answered is lost, no time is given twice, each alert and mail of an order is there once, and
what services keep of each other is what its owner has.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from bench.evidence import Evidence, Placed
from bench.fixtures.calendars import forget_completed
from local.cluster import Cluster
from local.databases import SERVICES

from drills.projections import projection_faults

PATIENCE: Final = 60.0
"""Seconds for which events and mails may be under way."""
_STATUS: Final = "SELECT order_id, status FROM booking_order"
_GIVEN_TWICE: Final = """
    SELECT one.order_id, other.order_id AS other_id FROM session one JOIN session other
        ON one.provider_id = other.provider_id AND one.order_id < other.order_id
        AND one.starts_at < other.ends_at AND other.starts_at < one.ends_at
    WHERE one.status IN ('pending', 'accepted', 'ongoing')
        AND other.status IN ('pending', 'accepted', 'ongoing')
"""


async def broken(cluster: Cluster, placed: Sequence[Placed], *, mails_at_most: int = 1) -> list[str]:
    """What does not hold once nothing is under way any more; empty when all does.

    A mail may come as often as `mails_at_most`: one that was sent when its process was killed comes again.
    """
    evidence = Evidence(cluster, mails_at_most)
    faults = await evidence.settled_faults(list(placed), PATIENCE)
    statuses = {str(row["order_id"]): str(row["status"]) for row in await evidence.rows("booking", _STATUS)}
    for order in placed:
        status = statuses.get(order.order_id, "lost")
        if status != "accepted":
            faults.append(f"order {order.order_id} was accepted and is {status}")
    twice = await evidence.rows("booking", _GIVEN_TWICE)
    return faults + [f"orders {row['order_id']} and {row['other_id']} have the same time" for row in twice]


async def differing(cluster: Cluster) -> list[str]:
    """What services keep of each other and its owner has otherwise, once no event is under way any more.

    What the customers were given of a past, of which nobody else was told, is removed before.
    """
    await forget_completed(cluster.database_urls["booking"])
    urls = {service: cluster.owner_url(service) for service in SERVICES}
    deadline = time.monotonic() + PATIENCE
    while (faults := await projection_faults(urls)) and time.monotonic() < deadline:
        await asyncio.sleep(1)
    return faults


def verdict(faults: Sequence[str], held: str) -> int:
    """Print what did not hold, and the last line of a drill; returns the code with which it ends."""
    for fault in faults:
        print(f"  {fault}")
    print(f"Broken: {len(faults)} times something did not hold." if faults else f"Held: {held}")
    return 1 if faults else 0
