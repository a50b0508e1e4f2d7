"""The subscription feed of an account, and the file of one appointment (product.md 4.13)."""

import base64
from dataclasses import dataclass
from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.errors import NotFound
from chassis.etags import is_known
from chassis.http.envelope import refuse

from booking.calendar.feed_links import FeedLinks
from booking.calendar.schemas import AppointmentCalendar, FeedChange
from booking.calendar.store import close_feed, feed_by_account, open_feed, orders_in_feed
from booking.calendar.subscription_feed import (
    KEPT_IN_FEED,
    MOST_IN_FEED,
    feed_of,
    feed_version,
    published_file,
)
from booking.orders.access import Bearer, order_for
from booking.orders.order import Order
from booking.orders.rules import Role
from booking.orders.schemas import CalendarContent


@dataclass(frozen=True, slots=True)
class FeedContent:
    """A feed's ETag and content; no content when the reader has this version already."""

    etag: str
    content: bytes | None


async def feed_address(tx: Connection, links: FeedLinks, account_id: str) -> str:
    """The address of the account's feed; '' unless it is open."""
    feed = await feed_by_account(tx, account_id)
    return links.link(account_id, feed.generation) if feed and feed.open else ""


async def change_feed(tx: Transaction, links: FeedLinks, account_id: str, change: FeedChange) -> str:
    """Open the account's feed, give it another address, or end it; its address, '' once it has ended."""
    if change.iv_action == "revoke":
        await close_feed(tx, account_id)
        return ""
    feed = await open_feed(tx, account_id, anew=change.iv_action == "reset")
    return links.link(account_id, feed.generation)


async def read_feed(
    tx: Connection, links: FeedLinks, account_id: str, secret: str, known_etag: str, now: datetime
) -> FeedContent:
    """The feed of an account, for a calendar program that has its address. Raises NotFound."""
    feed = await feed_by_account(tx, account_id)
    if feed is None or not links.admits(account_id, feed.generation, secret) or not feed.open:
        raise NotFound("This calendar does not exist.")
    found = await orders_in_feed(tx, account_id, now - KEPT_IN_FEED, MOST_IN_FEED)
    orders: list[tuple[Order, Role]] = [
        (order, "provider" if order.provider_id == account_id else "client") for order in found
    ]
    etag = feed_version(orders)
    return FeedContent(etag, None if is_known(etag, known_etag) else feed_of(orders, now).to_ical())


async def appointment_calendar(
    tx: Connection, order_id: str, bearer: Bearer, now: datetime
) -> AppointmentCalendar:
    """An accepted appointment as a file for a device's calendar. Raises what `order_for` raises."""
    order, role = await order_for(tx, order_id, bearer)
    if order.status not in {"accepted", "ongoing"}:
        raise refuse("Only an accepted appointment can be added to a calendar.")
    filename, content = published_file(order, role, now)
    file = CalendarContent(content=base64.b64encode(content).decode(), filename=filename)
    return AppointmentCalendar(ical_content_data=file)
