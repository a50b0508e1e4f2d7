"""`python -m profiles archive read`: shows an operator archived reports, and says so in the staff's log."""

import argparse
import sys
from typing import Final

import orjson
from chassis.cli import Command
from chassis.clock import utc_now
from chassis.db import Database

from profiles.report_archive.reading import FIND, read
from profiles.settings import ProfilesSettings

LONGEST_REASON: Final = 500


def _words(text: str) -> str:
    """What was typed, without spaces around it; must not be empty."""
    words = text.strip()
    if not words or len(words) > LONGEST_REASON:
        raise argparse.ArgumentTypeError(f"between 1 and {LONGEST_REASON} characters are needed")
    return words


def _declare(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", required=True)
    reading = acts.add_parser("read", help="show archived reports, one a line (JSON)")
    which = reading.add_mutually_exclusive_group(required=True)
    which.add_argument("--report", type=_words, metavar="ID")
    which.add_argument("--account", type=_words, metavar="ID", help="who reported, or was reported")
    which.add_argument("--username", type=_words, metavar="NAME", help="who was reported, before they left")
    reading.add_argument("--operator", type=_words, required=True, help="who reads")
    reading.add_argument("--reason", type=_words, required=True, help="why; both go to the staff's log")


async def _run(settings: ProfilesSettings, arguments: argparse.Namespace) -> None:
    [(kind, name)] = ((kind, name) for kind in FIND if (name := getattr(arguments, kind)))
    if settings.migration_database_url is None:
        sys.exit("Only the owner of the database reads the archive: set MIGRATION_DATABASE_URL.")
    database = Database(settings.migration_database_url, pool_size=1)
    found = 0
    try:
        async for report in read(
            database, kind, name, operator=arguments.operator, reason=arguments.reason, now=utc_now()
        ):
            found += 1
            sys.stdout.buffer.write(orjson.dumps(report, option=orjson.OPT_APPEND_NEWLINE))
    finally:
        await database.close()
    sys.stderr.write(f"{found} archived reports. That you looked is in the staff's log.\n")


COMMAND: Final = Command("archive", "read reports of accounts that went", _declare, _run)
