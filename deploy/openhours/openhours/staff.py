"""`openhours staff add | list | reset-factors | remove`: what `python -m identity staff` does."""

import argparse
import asyncio

from chassis.settings import ServiceSettings
from identity.settings import IdentitySettings
from identity.staff.command import COMMAND

from openhours.commands import FINE
from openhours.parts import read_settings


def declare(parser: argparse.ArgumentParser) -> None:
    """Add identity's own arguments."""
    COMMAND.declare(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do it in identity's database; other services hear of it by events. Raises `parts.WrongSettings`.

    Raises SystemExit with the reason (the exit code is 1) for an address that is taken, or nobody's.
    """

    async def act(settings: ServiceSettings) -> None:
        assert isinstance(settings, IdentitySettings)
        await COMMAND.run(settings, arguments)

    asyncio.run(act(read_settings("identity", IdentitySettings)))
    return FINE
