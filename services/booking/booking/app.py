"""The booking service: hours, free slots, orders from request to completion, ratings, calendars."""

from datetime import timedelta
from pathlib import Path
from typing import Final

from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.data_exports import DataExport
from chassis.sealing import sealing_of
from contracts.events.booking import BookingDataCollected
from fastapi import FastAPI

from booking import internal_routes
from booking.attendance import routes as attendance
from booking.availability import routes as availability
from booking.blocked_guests import routes as blocked_guests
from booking.blocked_times import routes as blocked_times
from booking.calendar import routes as calendar
from booking.calendar.feed_links import FeedLinks
from booking.client_files import routes as client_files
from booking.client_imports import routes as client_imports
from booking.clients import routes as clients
from booking.day import routes as day
from booking.export.account_data import held_by_booking
from booking.external_calendars import routes as external_calendars
from booking.external_calendars.sync import syncing
from booking.figures import routes as figures
from booking.guest_data import routes as guest_data
from booking.handlers import HANDLERS
from booking.intake import routes as intake
from booking.jobs import JOBS, forget_guests_of_old_orders
from booking.moving import routes as moving
from booking.no_show import routes as no_show
from booking.orders import routes as orders
from booking.orders.guest_links import GuestLinks, use_guest_links
from booking.own_bookings import routes as own_bookings
from booking.ratings import routes as ratings
from booking.reminders import routes as reminders
from booking.replays import REPLAYS
from booking.reschedule import routes as reschedule
from booking.sealing import use_sealing
from booking.settings import BookingSettings
from booking.staff import routes as staff
from booking.venues import routes as venues

RELAY_PACE_SECONDS: Final = 0.06
"""At 50 bookings a second three gather in this time; their alerts and mails are then written together."""

DATABASE_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "random_page_cost": "1.1"}
"""A plan is made once for each statement, and finds rows by index in small tables too: at its usual cost of a
page PostgreSQL read those as a whole for each order of a list (measured: 2.0 instead of 0.8 ms)."""


def create_app(settings: BookingSettings, wiring: Wiring | None = None) -> FastAPI:
    """The service as one ASGI application; without `wiring` for the distributed environment."""
    key = settings.guest_link_key.get_secret_value().encode()
    use_guest_links(GuestLinks(settings.public_url, key))
    use_sealing(sealing_of(settings))
    retention = timedelta(days=settings.guest_order_retention_days)
    app = create_service(
        ServiceDefinition(
            name="booking",
            migrations=Path(__file__).parents[1] / "migrations",
            settings=settings,
            routers=[
                availability.direct,
                availability.hours_router,
                external_calendars.router,
                blocked_times.router,
                availability.slots_router,
                orders.router,
                own_bookings.router,
                moving.router,
                orders.direct,
                orders.written,
                guest_data.router,
                reschedule.router,
                no_show.router,
                attendance.router,
                reminders.router,
                venues.router,
                intake.router,
                intake.with_file,
                calendar.router,
                ratings.router,
                blocked_guests.router,
                clients.router,
                client_files.router,
                client_files.with_file,
                client_imports.router,
                day.router,
                figures.router,
                staff.router,
                internal_routes.router,
            ],
            consumers=HANDLERS,
            jobs=[*JOBS, forget_guests_of_old_orders(retention)],
            replays=REPLAYS,
            data_export=DataExport(collect=held_by_booking, collected=BookingDataCollected),
            lifespans=[syncing],
            database_settings=DATABASE_SETTINGS,
            relay_pace_seconds=RELAY_PACE_SECONDS,
        ),
        wiring or Wiring(),
    )
    app.state.feed_links = FeedLinks(settings.public_url, key)
    return app
