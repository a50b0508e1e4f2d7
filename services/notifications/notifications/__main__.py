"""`python -m notifications serve | migrate | replay | dead-letters | openapi`."""

from chassis.cli import main

import notifications
from notifications.app import create_app
from notifications.settings import NotificationsSettings

main(create_app, NotificationsSettings, notifications.__file__)
