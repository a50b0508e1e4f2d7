"""`openhours backup PLACE`: copies the databases and the pictures into a folder or bucket."""

import argparse
import asyncio
from pathlib import Path

from chassis.settings import ServiceSettings

from openhours.backups import chosen_backup
from openhours.backups.archive import open_archive
from openhours.backups.encryption import Keys, make_identity, read_recipients
from openhours.backups.problems import BackupProblem
from openhours.backups.taking import System, remove_old, take_backup, take_erasures
from openhours.backups.verifying import verify
from openhours.commands import FINE, FOUND
from openhours.parts import SERVICES, read_settings


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("place", metavar="PLACE", help="a folder or a URL such as s3://bucket/backups")
    parser.add_argument(
        "--recipient",
        action="append",
        default=[],
        metavar="KEY",
        help="encrypt for this public key of age (age1…), or for those in this file; may be repeated",
    )
    parser.add_argument(
        "--keep", type=_positive, metavar="N", help="remove all but the N newest backups afterwards"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--verify", action="store_true", help="check the newest backup in PLACE, and take none")
    what.add_argument(
        "--erasures-only", action="store_true", help="write only who was erased, which takes a moment"
    )
    what.add_argument(
        "--make-key", action="store_true", help="write a new private key of age into the file PLACE"
    )
    chosen_backup.declare(parser, when="with --verify: ")


def run(arguments: argparse.Namespace) -> int:
    """Take or check a backup."""
    try:
        if arguments.make_key:
            print(make_identity(Path(arguments.place)))
        elif arguments.verify:
            _verify(arguments)
        else:
            _take(arguments)
    except BackupProblem as problem:
        print(f"openhours backup: {problem}")
        return FOUND
    return FINE


def _take(arguments: argparse.Namespace) -> None:
    archive = open_archive(
        arguments.place, Keys(recipients=read_recipients(arguments.recipient)), create=True
    )
    # Settings that all services have say what to copy: whoever takes a backup needs no key of a service.
    system = System({service: read_settings(service, ServiceSettings) for service in SERVICES})
    if arguments.erasures_only:
        found = asyncio.run(take_erasures(archive, system))
        print(f"{len(found.accounts)} accounts and {len(found.guests)} guests were erased")
        return
    manifest = asyncio.run(take_backup(archive, system, print))
    if arguments.keep:
        print(f"{remove_old(archive, arguments.keep)} old backups were removed")
    print(f"backup {manifest.id} is whole; what was answered before {manifest.moment.isoformat()} is in it")


def _verify(arguments: argparse.Namespace) -> None:
    archive, manifest = chosen_backup.chosen(arguments)
    for line in verify(archive, manifest):
        print(line)
    print(f"backup {manifest.id} is whole")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one backup stays")
    return number
