"""Calls about people's own calendars: the subscription feed and files for the device.

An addition to api.md 4.
"""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Account, Anyone
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Request, Response

from booking.calendar.feed_links import Links
from booking.calendar.schemas import AppointmentCalendar, FeedChange, FeedShown
from booking.calendar.service import appointment_calendar, change_feed, feed_address, read_feed
from booking.orders.access import Bearer
from booking.orders.schemas import LinkToken

router: Final = APIRouter(prefix="/api", tags=["calendar"], route_class=Route)

_MEDIA_TYPE: Final = "text/calendar; charset=utf-8"


@router.get("/get_calendar_feed")
async def get_calendar_feed(caller: Account, tx: Reading, links: Links) -> Answer[FeedShown]:
    """The address of the caller's subscription feed, if it is open."""
    return done(FeedShown(feed_url=await feed_address(tx, links, caller.id)))


@router.post("/update_calendar_feed")
async def update_calendar_feed(
    change: FeedChange, caller: Account, tx: Writing, links: Links
) -> Answer[FeedShown]:
    """Open the caller's feed, give it another address, or end it; an ended address answers 404 at once."""
    address = await change_feed(tx, links, caller.id, change)
    return done(FeedShown(feed_url=address), "" if address else "Your calendar address no longer works.")


@router.get("/calendar_feed/{account_id}/{secret}", include_in_schema=False)
async def calendar_feed(
    account_id: str, secret: str, tx: Reading, clock: Clock, links: Links, request: Request
) -> Response:
    """The feed itself, for calendar programs. Only a caller with the address may read it."""
    known = request.headers.get("If-None-Match", "")
    feed = await read_feed(tx, links, account_id, secret.removesuffix(".ics"), known, clock())
    headers = {"ETag": feed.etag, "Cache-Control": "private, max-age=300"}
    if feed.content is None:
        return Response(status_code=304, headers=headers)
    return Response(feed.content, media_type=_MEDIA_TYPE, headers=headers)


@router.get("/get_appointment_calendar/{order_id}")
async def get_appointment_calendar(
    order_id: str, caller: Anyone, tx: Reading, clock: Clock, token: LinkToken = ""
) -> Answer[AppointmentCalendar]:
    """An accepted appointment as a file for the device's calendar: for both sides, a guest by the link."""
    return done(await appointment_calendar(tx, order_id, Bearer(caller, token), clock()))
