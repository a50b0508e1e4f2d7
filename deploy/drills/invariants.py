"""What must hold after every drill, read from the databases and the mail server.

No order that was answered is lost, no time is given twice, and each alert and mail of an order is there once.
"""

from collections.abc import Sequence
from typing import Final

from bench.evidence import Evidence, Placed
from local.cluster import Cluster

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
