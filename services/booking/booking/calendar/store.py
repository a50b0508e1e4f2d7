"""Feeds in the database, and the appointments that stand in them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from sqlalchemy import text

from booking.orders.order import Order
from booking.orders.store import ORDER, order_from

_FEED: Final = text("SELECT generation, open FROM calendar_feed WHERE account_id = :account_id")
_OPEN: Final = text(
    """
    INSERT INTO calendar_feed (account_id, generation, open) VALUES (:account_id, 1, true)
    ON CONFLICT (account_id) DO UPDATE
        SET open = true, generation = calendar_feed.generation
                + CASE WHEN :anew OR NOT calendar_feed.open THEN 1 ELSE 0 END
    RETURNING generation, open
    """
)
_CLOSE: Final = text("UPDATE calendar_feed SET open = false WHERE account_id = :account_id")
# One index for each side; the newest are kept.
_IN_FEED: Final = text(
    """
    WITH mine AS (
        (SELECT order_id FROM booking_order
         WHERE provider_id = :me AND status IN ('accepted', 'ongoing', 'completed') AND ends_at > :since
         ORDER BY order_id DESC LIMIT :most)
        UNION ALL
        (SELECT order_id FROM booking_order
         WHERE client_id = :me AND status IN ('accepted', 'ongoing', 'completed') AND ends_at > :since
         ORDER BY order_id DESC LIMIT :most)
    )
    <order> WHERE o.order_id IN (SELECT order_id FROM mine) ORDER BY o.starts_at LIMIT :most
    """.replace("<order>", ORDER)
)


@dataclass(frozen=True, slots=True)
class Feed:
    """An account's subscription feed. An address of an older generation is no longer one."""

    generation: int
    open: bool


async def feed_by_account(tx: Connection, account_id: str) -> Feed | None:
    """The account's feed, if it ever had one."""
    row = (await tx.session.execute(_FEED, {"account_id": account_id})).one_or_none()
    return None if row is None else Feed(row.generation, row.open)


async def open_feed(tx: Transaction, account_id: str, *, anew: bool) -> Feed:
    """Open the account's feed; `anew` gives it another address also when it is open."""
    row = (await tx.session.execute(_OPEN, {"account_id": account_id, "anew": anew})).one()
    return Feed(row.generation, row.open)


async def close_feed(tx: Transaction, account_id: str) -> None:
    """End the feed's address."""
    await tx.session.execute(_CLOSE, {"account_id": account_id})


async def orders_in_feed(tx: Connection, account_id: str, since: datetime, most: int) -> list[Order]:
    """The account's official appointments that end after `since`, on either side, in order of time."""
    values = {"me": account_id, "since": since, "most": most}
    return [order_from(row) for row in await tx.session.execute(_IN_FEED, values)]
