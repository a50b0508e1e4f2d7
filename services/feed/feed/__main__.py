"""`python -m feed serve | migrate | replay | dead-letters | openapi`."""

from chassis.cli import main

import feed
from feed.app import create_app
from feed.settings import FeedSettings

main(create_app, FeedSettings, feed.__file__)
