"""`python -m feed serve | migrate | replay | dead-letters | openapi | make-renditions`."""

from chassis.cli import main

import feed
from feed.app import DATABASE_SETTINGS, create_app
from feed.media.missing_renditions import COMMAND
from feed.settings import FeedSettings

main(create_app, FeedSettings, feed.__file__, own=[COMMAND], database_settings=DATABASE_SETTINGS)
