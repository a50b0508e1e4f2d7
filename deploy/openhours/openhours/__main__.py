"""`openhours <command> …`: reads the command line and the file of variables, and calls the command."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from openhours.commands import COMMANDS, FOUND, WRONG_USE, module_of
from openhours.parts import WrongSettings, read_data_dir, read_file

WIDTH: Final = 100
EXPLAINED: Final = """\
commands:
{commands}

where the parts are:
  Each part's settings are variables of the environment, all parts' at once: OPENHOURS_<PART>_<SETTING> for
  one part (OPENHOURS_BOOKING_DATABASE_URL), <SETTING> for all (RABBITMQ_URL). Parts are identity, profiles,
  feed, booking, notifications and gateway; the settings are those of their settings classes. No secret is
  read from the command line, and none is printed.

exit codes:
  0  all is well, or was done
  1  something is wrong, or could not be done
  2  the command line or the settings are wrong; nothing was done

`openhours <command> --help` says more of a command.
"""


def parser() -> argparse.ArgumentParser:
    """The parser of what stands before a command's own arguments."""
    lines = [f"  {name:<14}{what}" for name, (_, what) in COMMANDS.items()]
    found = argparse.ArgumentParser(
        prog="openhours",
        usage="openhours [--env-file FILE | --data-dir DIR] <command> …",
        description="Looks after a set of Openhours: its five services and the gateway.",
        epilog=EXPLAINED.format(commands="\n".join(lines)),
        formatter_class=_formatter,
    )
    _add_places(found)
    found.add_argument("command", choices=COMMANDS, metavar="<command>", help="one of those below")
    found.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return found


def command_parser(name: str) -> argparse.ArgumentParser:
    """The parser of one command's arguments."""
    found = argparse.ArgumentParser(
        prog=f"openhours {name}", description=f"{COMMANDS[name][1].capitalize()}.", formatter_class=_formatter
    )
    module_of(name).declare(found)
    return found


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, width=WIDTH)


def _add_places(found: argparse.ArgumentParser) -> None:
    place = found.add_mutually_exclusive_group()
    place.add_argument(
        "--env-file", type=Path, metavar="FILE", help="a file of variables, before the environment"
    )
    place.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="the folder of a set on this machine (.data)"
    )


def main(words: Sequence[str] | None = None) -> None:
    """Run the command that the command line names, and exit with its code."""
    chosen = parser().parse_args(words)
    arguments = command_parser(chosen.command).parse_args(chosen.rest)
    try:
        if chosen.env_file:
            read_file(chosen.env_file)
        if chosen.data_dir:
            read_data_dir(chosen.data_dir)
        sys.exit(module_of(chosen.command).run(arguments))
    except WrongSettings as problem:
        print(problem, file=sys.stderr)
        sys.exit(WRONG_USE)
    except Exception as error:
        from openhours.failures import failure  # noqa: PLC0415 - imports the drivers, which the help needs not

        problem = failure(error)
        if problem is None:
            raise
        print(problem, file=sys.stderr)
        sys.exit(FOUND)


if __name__ == "__main__":
    main()
