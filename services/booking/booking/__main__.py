"""`python -m booking serve | migrate | replay | dead-letters | openapi`."""

from chassis.cli import main

import booking
from booking.app import DATABASE_SETTINGS, create_app
from booking.settings import BookingSettings

main(create_app, BookingSettings, booking.__file__, database_settings=DATABASE_SETTINGS)
