"""`openhours restore PLACE`: brings a backup into an empty set, and settles it."""

import argparse
import asyncio
from pathlib import Path

from chassis.database_roles import SameRole

from openhours.backups import chosen_backup
from openhours.backups.erasures import erasures_in
from openhours.backups.problems import BackupProblem
from openhours.backups.restoring import restore_backup
from openhours.backups.settling import Settled
from openhours.backups.taking import System
from openhours.commands import FINE, FOUND
from openhours.parts import SERVICES, settings_of


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("place", metavar="PLACE", help="the folder or URL that `openhours backup` wrote into")
    chosen_backup.declare(parser)
    parser.add_argument(
        "--erasures",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="who was erased, by another file than those in PLACE; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    """Restore, and say what was done."""
    try:
        archive, manifest = chosen_backup.chosen(arguments)
        erasures = erasures_in(arguments.erasures, archive.keys)
        system = System({service: settings_of(service) for service in SERVICES})
        settled = asyncio.run(restore_backup(archive, manifest, system, erasures, print))
    except (BackupProblem, SameRole) as problem:
        print(f"openhours restore: {problem}")
        return FOUND
    print("\n".join(_told(settled)))
    print(f"backup {manifest.id} is restored; the services may be started, on an empty broker")
    return FINE


def _told(settled: Settled) -> list[str]:
    return [
        f"{settled.accounts_erased} accounts and {settled.guests_erased} guests were erased again",
        f"{settled.logins_ended} logins were ended: everybody signs in again",
        f"{settled.mails_set_aside} mails were set aside, since they may have been sent before; to send"
        " them after all: python -m notifications mails --again all",
        f"{settled.pushes_dropped} pushes were dropped",
        f"{settled.dead_letters} events could not be handled (openhours dead-letters list)",
    ]
