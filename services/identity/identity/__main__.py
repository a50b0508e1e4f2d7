"""`python -m identity serve | migrate | replay | dead-letters | openapi`."""

from chassis.cli import main

import identity
from identity.app import create_app
from identity.settings import IdentitySettings

main(create_app, IdentitySettings, identity.__file__)
