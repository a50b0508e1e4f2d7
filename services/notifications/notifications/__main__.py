"""`python -m notifications serve | migrate | replay | dead-letters | openapi | mails`."""

from chassis.cli import main

import notifications
from notifications.app import DATABASE_SETTINGS, create_app
from notifications.mail.command import COMMAND
from notifications.settings import NotificationsSettings

main(
    create_app,
    NotificationsSettings,
    notifications.__file__,
    own=[COMMAND],
    database_settings=DATABASE_SETTINGS,
)
