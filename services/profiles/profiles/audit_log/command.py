"""`python -m profiles staff-log verify`: shows that nobody changed the staff's log from outside."""

import argparse
import sys
from typing import Final

from chassis.cli import Command
from chassis.db import Database

from profiles.audit_log.chain import BrokenChain, Head, verify_chain
from profiles.settings import ProfilesSettings


def _head(text: str) -> Head:
    number, _, digest = text.partition(":")
    return Head(int(number), bytes.fromhex(digest))


def _declare(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", required=True)
    verify = acts.add_parser("verify", help="compute the hash of every entry anew")
    verify.add_argument(
        "--head",
        type=_head,
        metavar="NUMBER:HASH",
        help="a head that an earlier look printed, or that the service logged: it must still be there",
    )


async def _run(settings: ProfilesSettings, arguments: argparse.Namespace) -> None:
    database = Database(settings.command_database_url, pool_size=1)
    try:
        async with database.reading() as tx:
            head = await verify_chain(tx, arguments.head)
    except BrokenChain as error:
        sys.exit(str(error))
    finally:
        await database.close()
    sys.stdout.write(f"{head.number} entries, none changed. Keep this head in another place:\n{head}\n")


COMMAND: Final = Command("staff-log", "verify the log of what the staff did", _declare, _run)
