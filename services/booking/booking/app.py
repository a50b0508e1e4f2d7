"""Booking, put together."""

from chassis.app import Service, Wiring, create_service
from fastapi import FastAPI

from booking import inside
from booking.busy import routes as busy
from booking.busy.check import checking
from booking.calendar import routes as calendar
from booking.calendar.published import FeedLinks
from booking.directory.events import directory_consumers
from booking.hours import routes as hours
from booking.orders import routes as orders
from booking.orders.links import GuestLinks
from booking.orders.stale import forget_old_guests, stale_requests_job
from booking.ratings import routes as ratings
from booking.reminders.due import reminders_job
from booking.reschedule import routes as reschedule
from booking.reschedule.lapse import lapsed_proposals_job
from booking.retell import retellings
from booking.settings import BookingSettings
from booking.slots import routes as slots


def create_app(settings: BookingSettings, wiring: Wiring | None = None) -> FastAPI:
    """The booking service; without `wiring` it is the distributed set's."""
    key = settings.guest_link_key.get_secret_value().encode()
    links = GuestLinks(settings.public_url, key)
    app = create_service(
        Service(
            name="booking",
            settings=settings,
            routers=[
                slots.direct,
                hours.router,
                busy.router,
                slots.router,
                orders.router,
                reschedule.router,
                calendar.router,
                ratings.router,
                inside.router,
            ],
            consumers=directory_consumers(links),
            jobs=[
                stale_requests_job(links),
                lapsed_proposals_job(links),
                reminders_job(links),
                forget_old_guests,
            ],
            replays=retellings(links),
            lifespans=[checking],
        ),
        wiring or Wiring(),
    )
    app.state.guest_links = links
    app.state.feed_links = FeedLinks(settings.public_url, key)
    return app
