"""`python -m booking serve | migrate | replay | dead-letters | openapi`."""

from chassis.cli import main

import booking
from booking.app import create_app
from booking.settings import BookingSettings

main(create_app, BookingSettings, booking.__file__)
