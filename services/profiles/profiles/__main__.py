"""`python -m profiles serve | migrate | replay | dead-letters | openapi | make-renditions`."""

from chassis.cli import main

import profiles
from profiles.app import create_app
from profiles.avatar.missing_renditions import COMMAND
from profiles.settings import ProfilesSettings

main(create_app, ProfilesSettings, profiles.__file__, own=[COMMAND])
