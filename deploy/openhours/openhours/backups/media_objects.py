"""Copies pictures between the stores of services and an archive. What the archive has is not read again."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import orjson
from chassis.settings import ServiceSettings
from obstore.store import ObjectStore, from_url

from openhours.backups.archive import Archive, ChunkReader, Stored
from openhours.backups.encryption import SUFFIX
from openhours.backups.manifest import CopiedMedia, StoredFile

AT_ONCE: Final = 8
"""Pictures that are copied at the same time."""
BATCH: Final = 1000
"""Pictures that wait for their turn at the same time."""
OBJECTS: Final = "objects"


@dataclass(frozen=True, slots=True)
class MediaStore:
    """One store of pictures, and the services whose settings name it."""

    services: tuple[str, ...]
    url: str

    @property
    def label(self) -> str:
        """Its name in archives."""
        return "-".join(self.services)

    def open(self) -> ObjectStore:
        """The store; a missing folder is created."""
        parts = urlsplit(self.url)
        if parts.scheme == "file":
            Path(unquote(parts.path)).mkdir(parents=True, exist_ok=True)
        return from_url(self.url)


WITH_PICTURES: Final = ("profiles", "feed")
"""The services that keep pictures."""


def media_stores(settings: Mapping[str, ServiceSettings]) -> list[MediaStore]:
    """The stores that the services' settings name, each once."""
    by_url: dict[str, list[str]] = {}
    for service in WITH_PICTURES:
        by_url.setdefault(settings[service].media_url, []).append(service)
    return [MediaStore(tuple(services), url) for url, services in by_url.items()]


async def back_up_media(archive: Archive, media: MediaStore, folder: str) -> CopiedMedia:
    """Copy every picture that the archive lacks, and list all below `folder`. Raises BackupProblem."""
    known = await asyncio.to_thread(_known_objects, archive)
    source = media.open()
    turn = asyncio.Semaphore(AT_ONCE)
    added = 0

    async def copied(key: str) -> dict[str, object]:
        nonlocal added
        stored = known.get(_prefix(media.label, key) + archive.keys.suffix)
        if stored is None:
            async with turn:
                stored = await asyncio.to_thread(_copy_in, archive, source, media.label, key)
            added += stored is not None
        return {"key": key, **_line(stored)} if stored else {}

    keys = await asyncio.to_thread(lambda: [each["path"] for batch in source.list() for each in batch])
    lines: list[dict[str, object]] = []
    for first in range(0, len(keys), BATCH):
        lines += [line for line in await asyncio.gather(*map(copied, keys[first : first + BATCH])) if line]
    listed = b"".join(orjson.dumps(line) + b"\n" for line in lines)
    file = await asyncio.to_thread(
        archive.put, ChunkReader([listed]), f"{folder}/media-{media.label}.jsonl", private=False
    )
    size = sum(int(str(line["size"])) for line in lines)
    return CopiedMedia(
        services=media.services, listed=StoredFile.of(file), objects=len(lines), bytes=size, added=added
    )


async def restore_media(archive: Archive, copied: CopiedMedia, target: ObjectStore) -> int:
    """Bring every picture back; returns how many. Raises BackupProblem."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def bring(key: str, stored: Stored) -> None:
        async with turn:
            content = await asyncio.to_thread(archive.read_plain, stored)
            await target.put_async(key, content)

    objects = await asyncio.to_thread(listed_objects, archive, copied)
    for first in range(0, len(objects), BATCH):
        await asyncio.gather(*(bring(key, stored) for key, stored in objects[first : first + BATCH]))
    return len(objects)


def listed_objects(archive: Archive, copied: CopiedMedia) -> Sequence[tuple[str, Stored]]:
    """The pictures of a backup: the key of each in its store, and its file. Raises BackupProblem."""
    content = archive.read_plain(copied.listed.stored)
    lines = [orjson.loads(line) for line in content.splitlines()]
    return [(str(each["key"]), Stored(each["object"], each["size"], each["sha256"])) for each in lines]


async def holds_pictures(target: ObjectStore) -> bool:
    """Whether a store has any object."""
    async for batch in target.list():
        if batch:
            return True
    return False


def unneeded_objects(archive: Archive, kept: Iterable[CopiedMedia]) -> list[str]:
    """The objects of which none of these backups has need."""
    needed = {stored.name for each in kept for _, stored in listed_objects(archive, each)}
    return [name for name in archive.names(OBJECTS) if name not in needed]


def _copy_in(archive: Archive, source: ObjectStore, label: str, key: str) -> Stored | None:
    """The copy of one picture; None when it was removed meanwhile."""
    try:
        content = source.get(key)
    except FileNotFoundError:
        return None
    prefix = _prefix(label, key)
    return archive.put(ChunkReader(content.stream()), lambda digest: f"{prefix}-{digest}")


def _prefix(label: str, key: str) -> str:
    """The first part of an object's name: by the store and the key, under which a picture never changes."""
    digest = hashlib.sha256(f"{label}/{key}".encode()).hexdigest()[:40]
    return f"{OBJECTS}/{digest[:2]}/{digest}"


def _known_objects(archive: Archive) -> dict[str, Stored]:
    """The objects that the archive has, by the first part of their names and whether they are encrypted."""
    found: dict[str, Stored] = {}
    for name, size in archive.names(OBJECTS).items():
        ending = SUFFIX if name.endswith(SUFFIX) else ""
        prefix, _, digest = name.removesuffix(SUFFIX).rpartition("-")
        found[prefix + ending] = Stored(name, size, digest)
    return found


def _line(stored: Stored) -> dict[str, object]:
    return {"object": stored.name, "size": stored.size, "sha256": stored.sha256}
