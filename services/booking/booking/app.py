"""Booking, put together."""

from chassis.app import Service, Wiring, create_service
from fastapi import FastAPI

from booking import inside
from booking.directory.events import directory_consumers
from booking.hours import routes as hours
from booking.orders import routes as orders
from booking.orders.links import GuestLinks
from booking.orders.stale import forget_old_guests, stale_requests_job
from booking.ratings import routes as ratings
from booking.retell import retellings
from booking.settings import BookingSettings
from booking.slots import routes as slots


def create_app(settings: BookingSettings, wiring: Wiring | None = None) -> FastAPI:
    """The booking service; without `wiring` it is the distributed set's."""
    links = GuestLinks(settings.public_url, settings.guest_link_key.get_secret_value().encode())
    app = create_service(
        Service(
            name="booking",
            settings=settings,
            routers=[hours.router, slots.router, orders.router, ratings.router, inside.router],
            consumers=directory_consumers(links),
            jobs=[stale_requests_job(links), forget_old_guests],
            replays=retellings(links),
        ),
        wiring or Wiring(),
    )
    app.state.guest_links = links
    return app
