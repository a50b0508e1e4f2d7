"""When the next reminder of each accepted session is due."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from chassis.db import Transaction
from sqlalchemy import text

AHEAD: Final = (timedelta(hours=24), timedelta(hours=1))
"""How long before the start people are reminded (api.md 6), the longest first."""

# The next of the two that still lies ahead; who accepts within the day is not reminded of the day before.
_NEXT: Final = """
    CASE WHEN starts_at - CAST(:day AS interval) > :now THEN starts_at - CAST(:day AS interval)
         WHEN starts_at - CAST(:hour AS interval) > :now THEN starts_at - CAST(:hour AS interval)
    END
"""
# One reminder for sessions that follow each other: of those within half a day, the first.
_SET: Final = text(
    """
    UPDATE session SET remind_at = <next>
    WHERE order_id = :order_id AND NOT proposed AND NOT EXISTS (
        SELECT FROM session before
        WHERE before.order_id = session.order_id AND NOT before.proposed
          AND before.starts_at < session.starts_at
          AND before.starts_at > session.starts_at - interval '12 hours')
    """.replace("<next>", _NEXT)
)
_TAKE: Final = text(
    """
    WITH due AS (
        SELECT order_id, position FROM session
        WHERE status = 'accepted' AND NOT proposed AND remind_at <= :now
        ORDER BY remind_at LIMIT :most FOR UPDATE SKIP LOCKED
    )
    UPDATE session SET remind_at = <next>
    FROM due WHERE session.order_id = due.order_id AND session.position = due.position
    RETURNING session.order_id, session.position, session.starts_at
    """.replace("<next>", _NEXT)
)


class DueReminder(NamedTuple):
    """A session of which its people are to be reminded now."""

    order_id: str
    position: int
    starts_at: datetime


async def set_reminders(tx: Transaction, order_id: str, now: datetime) -> None:
    """Set when the sessions of an order that was accepted or moved just now are reminded of."""
    await tx.session.execute(_SET, {"order_id": order_id, **_values(now)})


async def take_due(tx: Transaction, now: datetime, most: int) -> list[DueReminder]:
    """The sessions whose reminder is due, each with its next one set; those that are locked come later."""
    rows = await tx.session.execute(_TAKE, {"most": most, **_values(now)})
    return [DueReminder(row.order_id, row.position, row.starts_at) for row in rows]


def _values(now: datetime) -> dict[str, Any]:
    day, hour = AHEAD
    return {"now": now, "day": day, "hour": hour}
