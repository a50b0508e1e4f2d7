"""Booking, put together."""

from chassis.app import Service, Wiring, create_service
from fastapi import FastAPI

from booking import internal_routes
from booking.availability import hours_routes as hours
from booking.availability import routes as slots
from booking.calendar import routes as calendar
from booking.calendar.subscription_feed import FeedLinks
from booking.external_calendars import routes as busy
from booking.external_calendars.sync import checking
from booking.handlers import directory_consumers
from booking.jobs import forget_old_guests, stale_requests_job
from booking.orders import routes as orders
from booking.orders.guest_links import GuestLinks
from booking.ratings import routes as ratings
from booking.reminders.service import reminders_job
from booking.replays import retellings
from booking.reschedule import routes as reschedule
from booking.reschedule.jobs_lapse import lapsed_proposals_job
from booking.settings import BookingSettings


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
                internal_routes.router,
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
