"""Checks that a backup is whole: every file is there, unchanged, and opens."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from openhours.backups.archive import Archive, Stored, is_encrypted
from openhours.backups.manifest import Manifest
from openhours.backups.media_objects import listed_objects
from openhours.backups.postgres_tools import find_tools
from openhours.backups.problems import BackupProblem


def check_files(archive: Archive, stored: Iterable[Stored]) -> int:
    """Read these files and compare their digests; returns how many. Raises BackupProblem for the first bad
    one.
    """
    count = 0
    for each in stored:
        with archive.fetched(each):
            count += 1
    return count


def verify(archive: Archive, manifest: Manifest) -> list[str]:
    """Check every file of a backup, and, where no key is missing, every dump; returns what was checked, in
    lines.

    Raises BackupProblem for the first file that is damaged or missing.
    """
    files = check_files(archive, manifest.files.values())
    pictures = [stored for copied in manifest.media for _, stored in listed_objects(archive, copied)]
    lines = [
        f"{files} files and {check_files(archive, pictures)} pictures are as they were written",
    ]
    if manifest.encrypted and not archive.keys.identities:
        return [
            *lines,
            "what is encrypted was not opened: name a private key (--identity FILE) to check that too",
        ]
    return [*lines, *_opened(archive, manifest)]


def _opened(archive: Archive, manifest: Manifest) -> list[str]:
    tools = find_tools(max(each.server_version for each in manifest.databases.values()))
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for service, each in manifest.databases.items():
            dump = Path(folder) / f"{service}.dump"
            with dump.open("wb") as plain:
                archive.copy_plain(each.dump.stored, plain)
            lines.append(f"{service}: the dump opens and has {tools.contents(dump)} entries")
            dump.unlink()
    return lines


def check_key(archive: Archive, manifest: Manifest) -> None:
    """Raises BackupProblem unless the private keys open this backup."""
    smallest = min((each.dump.stored for each in manifest.databases.values()), key=lambda each: each.size)
    if not is_encrypted(smallest.name):
        return
    if not archive.keys.identities:
        raise BackupProblem("the backup is encrypted: name the file with a private key, --identity FILE")
    archive.read_plain(smallest)
