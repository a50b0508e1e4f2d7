"""Takes a backup."""

import asyncio
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from chassis.settings import ServiceSettings

from openhours.backups.archive import Archive
from openhours.backups.erasures import Erasures, keep_erasures, read_erasures
from openhours.backups.manifest import (
    FORMAT,
    CopiedMedia,
    DumpedDatabase,
    Manifest,
    StoredFile,
    id_of,
    manifest_name,
    read_manifest,
)
from openhours.backups.media_objects import back_up_media, media_stores, unneeded_objects
from openhours.backups.moment import Moment, Snapshot, connected, one_moment
from openhours.backups.postgres_tools import PostgresTools, find_tools

Say = Callable[[str], None]
"""Takes a line about what was done."""
DUMPS_AT_ONCE: Final = 2


@dataclass(frozen=True, slots=True)
class System:
    """The services that are backed up or restored, by their settings."""

    settings: Mapping[str, ServiceSettings]

    @property
    def owner_urls(self) -> dict[str, str]:
        """Each service's database with the role that owns its tables."""
        return {
            service: each.migration_database_url or each.database_url
            for service, each in self.settings.items()
        }


async def take_backup(archive: Archive, system: System, say: Say) -> Manifest:
    """Back up the databases at one moment, then the pictures. Raises BackupProblem; then there is no backup.

    Pictures that were there at the moment may be gone a little later, with the post that showed them.
    """
    async with one_moment(system.owner_urls) as moment:
        backup_id = id_of(moment.at)
        folder = f"backups/{backup_id}"
        databases = await _dump_all(archive, moment, folder, say)
        identity, booking = (moment.snapshots[each].connection for each in ("identity", "booking"))
        erasures = await read_erasures(identity, booking)
    await asyncio.to_thread(keep_erasures, archive, erasures, moment.at.strftime("%Y-%m-%d"))
    media: list[CopiedMedia] = []
    for store in media_stores(system.settings):
        copied = await back_up_media(archive, store, folder)
        media.append(copied)
        say(f"pictures of {store.label}: {copied.objects}, {copied.added} of them new")
    manifest = Manifest(
        format=FORMAT,
        id=backup_id,
        moment=moment.at,
        ended=datetime.now(UTC),
        databases=databases,
        media=tuple(media),
        encrypted=bool(archive.keys.recipients),
    )
    await asyncio.to_thread(archive.put, _reader(manifest), manifest_name(backup_id), private=False)
    return manifest


async def take_erasures(archive: Archive, system: System) -> Erasures:
    """Write only who was erased: it takes a moment, and may be done as often as is wanted. Raises
    BackupProblem.
    """
    urls = system.owner_urls
    identity = await connected(urls["identity"], "identity")
    try:
        booking = await connected(urls["booking"], "booking")
        try:
            found = await read_erasures(identity, booking)
        finally:
            await booking.close()
    finally:
        await identity.close()
    await asyncio.to_thread(keep_erasures, archive, found, datetime.now(UTC).strftime("%Y-%m-%d"))
    return found


def remove_old(archive: Archive, keep: int) -> int:
    """Remove all backups but the `keep` newest, and the pictures of which only those had need; returns how
    many backups were removed. Raises BackupProblem.
    """
    ids = archive.backup_ids()
    old, kept = ids[:-keep], ids[-keep:]
    for each in old:  # the manifest first: what is half removed is no backup
        folder = [name for name in archive.names(f"backups/{each}") if name != manifest_name(each)]
        archive.remove([manifest_name(each), *folder])
    if old:
        media = [copied for each in kept for copied in read_manifest(archive, each).media]
        archive.remove(unneeded_objects(archive, media))
    return len(old)


async def _dump_all(archive: Archive, moment: Moment, folder: str, say: Say) -> dict[str, DumpedDatabase]:
    turn = asyncio.Semaphore(DUMPS_AT_ONCE)
    tools = find_tools(max(each.server_version for each in moment.snapshots.values()))

    async def dumped(service: str, snapshot: Snapshot) -> DumpedDatabase:
        async with turn:
            found = await asyncio.to_thread(_dump, archive, tools, snapshot, f"{folder}/{service}.dump")
        say(f"{service}: {found.dump.size:,} bytes, revision {found.revision}")
        return found

    async with asyncio.TaskGroup() as together:
        tasks = {
            service: together.create_task(dumped(service, snapshot))
            for service, snapshot in moment.snapshots.items()
        }
    return {service: task.result() for service, task in tasks.items()}


def _dump(archive: Archive, tools: PostgresTools, snapshot: Snapshot, name: str) -> DumpedDatabase:
    stored = tools.dump(snapshot.url, snapshot.name, lambda dump: archive.put(dump, name))
    return DumpedDatabase(
        dump=StoredFile.of(stored),
        revision=snapshot.revision,
        server_version=snapshot.server_version,
        closed_functions=snapshot.closed_functions,
    )


def _reader(manifest: Manifest) -> io.BytesIO:
    return io.BytesIO(manifest.model_dump_json(indent=2).encode())
