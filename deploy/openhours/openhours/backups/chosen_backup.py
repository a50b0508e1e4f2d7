"""Which backup a command reads: the arguments that `backup --verify` and `restore` share."""

import argparse
from pathlib import Path

from openhours.backups.archive import Archive, open_archive
from openhours.backups.encryption import Keys, read_identities
from openhours.backups.manifest import Manifest, read_manifest


def declare(parser: argparse.ArgumentParser, *, when: str = "") -> None:
    """Add `--backup` and `--identity`; their help begins with `when` they count."""
    parser.add_argument("--backup", metavar="ID", help=f"{when}another backup than the newest")
    parser.add_argument(
        "--identity",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help=f"{when}private keys of age in a file; may be repeated",
    )


def chosen(arguments: argparse.Namespace) -> tuple[Archive, Manifest]:
    """The archive in the folder or URL PLACE, and the manifest of the chosen backup. Raises BackupProblem."""
    archive = open_archive(arguments.place, Keys(identities=read_identities(arguments.identity)))
    return archive, read_manifest(archive, arguments.backup)
