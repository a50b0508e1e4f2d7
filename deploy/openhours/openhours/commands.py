"""The commands of `openhours`: one line each, and one module each.

A module has `declare(parser)`, which adds the command's arguments, and `run(arguments)`, which executes it
and returns one of the exit codes below. It is imported when its command is called: the help needs none.
"""

import argparse
from importlib import import_module
from typing import Final, Protocol, cast

FINE: Final = 0
FOUND: Final = 1
"""The command found something wrong, or could not do what it was told."""
WRONG_USE: Final = 2
"""The command line or the settings are wrong; nothing was done."""

COMMANDS: Final = {
    "migrate": ("openhours.migrate", "bring every database to the newest revision"),
    "check": ("openhours.check", "say of every dependency whether it is well, and what to do"),
    "dead-letters": ("openhours.dead_letters", "list, show or replay events that could not be handled"),
    "replay": ("openhours.replay", "publish a service's present state again, to rebuild a projection"),
    "staff": ("openhours.staff", "add a member of the staff"),
    "keys": ("openhours.keys", "show, rotate and drop keys"),
    "account": ("openhours.account", "export or erase an account, on behalf of its owner"),
    "backup": ("openhours.backups.backup_command", "copy the databases and the media into a folder"),
    "restore": ("openhours.backups.restore_command", "bring a backup into an empty set"),
    "demo": ("openhours.demo", "fill an empty set on this machine with the demo"),
    "scale-report": ("openhours.scale_report", "say what each part does now, and what breaks first"),
}
"""By name: the module and what the command does."""


class CommandModule(Protocol):
    """What a command's module holds."""

    def declare(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Execute the command; returns the exit code. Raises `parts.WrongSettings`."""
        ...


def module_of(name: str) -> CommandModule:
    """The module of the command `name`, imported now."""
    return cast(CommandModule, import_module(COMMANDS[name][0]))
