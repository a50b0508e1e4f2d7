"""`python -m identity serve | migrate | replay | dead-letters | openapi | staff`."""

from chassis.cli import main

import identity
from identity.app import create_app
from identity.settings import IdentitySettings
from identity.staff.command import COMMAND

main(create_app, IdentitySettings, identity.__file__, own=[COMMAND])
