"""Remembers who was erased, beyond the life of the databases: a restore erases them again.

Identity keeps the ids of deleted accounts for good, so each day's file holds all of them. Guests who asked
to be forgotten are known only by the events about them, for three days: files of other days are read too.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import asyncpg
import orjson
from contracts.events.booking import GuestErased

from openhours.backups.archive import Archive, Stored
from openhours.backups.encryption import SUFFIX, Keys
from openhours.backups.problems import BackupProblem

FOLDER: Final = "erasures"
_ACCOUNTS: Final = "SELECT account_id, deleted_at FROM deleted_account ORDER BY account_id"
_GUESTS: Final = """
SELECT payload FROM published_event WHERE key = $1 UNION ALL SELECT payload FROM outbox WHERE key = $1
"""


@dataclass
class Erasures:
    """When each was erased: accounts by id, guests by the digest of their address."""

    accounts: dict[str, datetime] = field(default_factory=dict[str, datetime])
    guests: dict[str, datetime] = field(default_factory=dict[str, datetime])

    def add(self, other: "Erasures") -> None:
        """Add what another source knows. A guest may be forgotten more than once: the last time counts."""
        self.accounts.update(other.accounts)
        for digest, at in other.guests.items():
            self.guests[digest] = max(at, self.guests.get(digest, at))

    def guests_after(self, moment: datetime) -> set[str]:
        """The guests who were forgotten after this moment: what they booked before is theirs to forget."""
        return {digest for digest, at in self.guests.items() if at > moment}


async def read_erasures(identity: asyncpg.Connection, booking: asyncpg.Connection) -> Erasures:
    """What the two services know."""
    found = Erasures()
    for row in await identity.fetch(_ACCOUNTS):
        found.accounts[str(row["account_id"])] = row["deleted_at"]
    for row in await booking.fetch(_GUESTS, GuestErased.key):
        event = GuestErased.model_validate_json(row["payload"])
        found.add(Erasures(guests={event.address_digest: event.occurred_at}))
    return found


def keep_erasures(archive: Archive, found: Erasures, day: str) -> Stored:
    """Write the day's file, in place of an earlier one of the same day. Raises BackupProblem."""
    return archive.put(io.BytesIO(_written(found)), f"{FOLDER}/{day}.jsonl")


def kept_erasures(archive: Archive) -> Erasures:
    """What all files of the archive tell. Raises BackupProblem."""
    found = Erasures()
    for name in archive.names(FOLDER):
        found.add(_parsed(_plain(archive.keys, name, archive.read(name)), name))
    return found


def erasures_in(files: Iterable[Path], keys: Keys) -> Erasures:
    """What these files tell, for example of the archive of another place. Raises BackupProblem."""
    found = Erasures()
    for file in files:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise BackupProblem(f"{file}: {error.strerror}") from error
        found.add(_parsed(_plain(keys, file.name, content), str(file)))
    return found


def _plain(keys: Keys, name: str, content: bytes) -> bytes:
    plain = io.BytesIO()
    keys.decrypt(io.BytesIO(content), plain, name)
    return plain.getvalue()


def _written(found: Erasures) -> bytes:
    accounts: list[dict[str, Any]] = [
        {"account": each, "at": at} for each, at in sorted(found.accounts.items())
    ]
    guests: list[dict[str, Any]] = [{"guest": each, "at": at} for each, at in sorted(found.guests.items())]
    return b"".join(orjson.dumps(line) + b"\n" for line in [*accounts, *guests])


def _parsed(content: bytes, name: str) -> Erasures:
    found = Erasures()
    try:
        for line in content.splitlines():
            entry = orjson.loads(line)
            known, key = (found.accounts, "account") if "account" in entry else (found.guests, "guest")
            known[str(entry[key])] = datetime.fromisoformat(entry["at"])
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError) as error:
        raise BackupProblem(f"{name.removesuffix(SUFFIX)} is no list of erasures") from error
    return found
