"""Appointments in one's own calendar: the subscription feed and files for the device.

An addition to api.md 4.
"""

import base64
from typing import Final

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import Account, Anyone
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse
from fastapi import APIRouter, Request, Response

from booking.calendar.schemas import AppointmentCalendar, FeedChange, FeedShown
from booking.calendar.store import close_feed, feed_by_account, open_feed, orders_in_feed
from booking.calendar.subscription_feed import (
    KEPT_IN_FEED,
    MOST_IN_FEED,
    FeedLinks,
    feed_of,
    feed_version,
    published_file,
)
from booking.orders.routes import LinkToken, links_of
from booking.orders.rules import Role
from booking.orders.schemas import CalendarContent
from booking.orders.service import Bearer, order_for

router: Final = APIRouter(prefix="/api", tags=["calendar"])

_MEDIA_TYPE: Final = "text/calendar; charset=utf-8"
_NO_FEED: Final = "This calendar does not exist."


@router.get("/get_calendar_feed")
async def get_calendar_feed(caller: Account, tx: Reading, request: Request) -> Answer[FeedShown]:
    """The address of the caller's subscription feed, if it is open."""
    feed = await feed_by_account(tx, caller.id)
    opened = feed is not None and feed.open
    return done(
        FeedShown(feed_url=_links(request).link(caller.id, feed.generation) if feed and opened else "")
    )


@router.post("/update_calendar_feed")
async def update_calendar_feed(
    change: FeedChange, caller: Account, tx: Writing, request: Request
) -> Answer[FeedShown]:
    """Open the caller's feed, give it another address, or end it; an ended address answers 404 at once."""
    if change.iv_action == "revoke":
        await close_feed(tx, caller.id)
        return done(FeedShown(feed_url=""), "Your calendar address no longer works.")
    feed = await open_feed(tx, caller.id, anew=change.iv_action == "reset")
    return done(FeedShown(feed_url=_links(request).link(caller.id, feed.generation)))


@router.get("/calendar_feed/{account_id}/{secret}", include_in_schema=False)
async def calendar_feed(
    account_id: str, secret: str, tx: Reading, clock: Clock, request: Request
) -> Response:
    """The feed itself, for calendar programs: whoever has the address may read it, nobody else."""
    feed = await feed_by_account(tx, account_id)
    proof = secret.removesuffix(".ics")
    if feed is None or not _links(request).admits(account_id, feed.generation, proof) or not feed.open:
        raise NotFound(_NO_FEED)
    now = clock()
    found = await orders_in_feed(tx, account_id, now - KEPT_IN_FEED, MOST_IN_FEED)
    sides: list[Role] = ["provider" if order.provider_id == account_id else "client" for order in found]
    orders = list(zip(found, sides, strict=True))
    headers = {"ETag": feed_version(orders), "Cache-Control": "private, max-age=300"}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(feed_of(orders, now).to_ical(), media_type=_MEDIA_TYPE, headers=headers)


@router.get("/get_appointment_calendar/{order_id}")
async def get_appointment_calendar(
    order_id: str, caller: Anyone, tx: Reading, clock: Clock, request: Request, token: LinkToken = ""
) -> Answer[AppointmentCalendar]:
    """An accepted appointment as a file for the device's calendar: for both sides, a guest by the link."""
    order, role = await order_for(tx, order_id, Bearer(caller, token), links_of(request))
    if order.status not in {"accepted", "ongoing"}:
        raise refuse("Only an accepted appointment can be added to a calendar.")
    filename, content = published_file(order, role, clock())
    file = CalendarContent(content=base64.b64encode(content).decode(), filename=filename)
    return done(AppointmentCalendar(ical_content_data=file))


def _links(request: Request) -> FeedLinks:
    return request.app.state.feed_links
