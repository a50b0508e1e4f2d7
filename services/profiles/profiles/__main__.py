"""`python -m profiles serve | migrate | replay | dead-letters | openapi`."""

from chassis.cli import main

import profiles
from profiles.app import create_app
from profiles.settings import ProfilesSettings

main(create_app, ProfilesSettings, profiles.__file__)
