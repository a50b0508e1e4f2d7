"""Brings a backup into an empty set."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chassis.key_files import new_private_pem
from chassis.settings import ServiceSettings
from identity.settings import IdentitySettings

from openhours.backups.archive import Archive
from openhours.backups.erasures import Erasures, kept_erasures
from openhours.backups.manifest import Manifest
from openhours.backups.media_objects import MediaStore, holds_pictures, media_stores, restore_media
from openhours.backups.postgres_tools import find_tools
from openhours.backups.problems import BackupProblem
from openhours.backups.restored_database import check_revision_known, prepare_empty, restore_database
from openhours.backups.settling import Settled, SettlingFailed, settle
from openhours.backups.taking import Say, System
from openhours.backups.verifying import check_files, check_key

NEW_KEY_NEEDED: Final = (
    "identity's signing key is no file that can be written here: give identity a new one, and none of the"
    " former in PUBLISHED_KEYS, before you start it. Else tokens that were issued after the backup hold for"
    " up to 48 hours."
)


async def restore_backup(
    archive: Archive, manifest: Manifest, system: System, erasures: Erasures, say: Say
) -> Settled:
    """Restore the backup and settle it (`settling`). Services may be started when it returns, not before.

    `erasures` are those that other files than the archive's tell. Raises BackupProblem: before the first
    database is changed for everything that can be known before, such as a wrong key or a damaged dump.
    """
    if missing := sorted(set(system.settings) - set(manifest.databases)):
        raise BackupProblem(f"the backup has no {', '.join(missing)}")
    for service, dumped in manifest.databases.items():
        check_revision_known(service, dumped.revision)
    await asyncio.to_thread(check_key, archive, manifest)
    erasures.add(await asyncio.to_thread(kept_erasures, archive))
    await asyncio.to_thread(check_files, archive, manifest.files.values())
    stores = _stores_of(manifest, system.settings)
    for store in stores.values():
        if await holds_pictures(store.open()):
            raise BackupProblem(f"the store of pictures of {store.label} is not empty. Nothing was changed.")
    versions = [await prepare_empty(service, each) for service, each in system.settings.items()]
    wanted = max(*versions, *(each.server_version for each in manifest.databases.values()))
    tools = find_tools(wanted)
    for service, own in system.settings.items():
        await restore_database(archive, tools, service, own, manifest.databases[service])
        say(f"{service}: restored, revision {manifest.databases[service].revision} and what came after it")
    for copied in manifest.media:
        label = "-".join(copied.services)
        brought = await restore_media(archive, copied, stores[label].open())
        say(f"pictures of {label}: {brought}")
    return await _settled(manifest, system, erasures, say)


async def _settled(manifest: Manifest, system: System, erasures: Erasures, say: Say) -> Settled:
    try:
        settled = await settle(system.settings, erasures, manifest.moment, say)
    except (SettlingFailed, LookupError) as problem:
        raise BackupProblem(f"the databases are restored, but not settled: {problem}") from problem
    identity = system.settings["identity"]
    assert isinstance(identity, IdentitySettings)
    say("identity has a new signing key" if replace_signing_key(identity) else NEW_KEY_NEEDED)
    return settled


def replace_signing_key(settings: IdentitySettings) -> bool:
    """Write a new key into identity's key file, so that no token issued before the restore holds.

    Logins that began after the backup are unknown now: only the key they were signed with can end them. False
    when the key is not in a file, or other keys are published beside it.
    """
    path = settings.signing_key_path
    if path is None or settings.signing_key_pem is not None:
        return False
    if settings.published_keys_pem or (
        settings.published_keys_path and settings.published_keys_path.exists()
    ):
        return False
    try:
        _write_key(path)
    except OSError:
        return False
    return True


def _write_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(new_private_pem())
    if path.exists():
        former = path.stat()
        os.chown(draft, former.st_uid, former.st_gid)
    draft.replace(path)


def _stores_of(manifest: Manifest, settings: Mapping[str, ServiceSettings]) -> dict[str, MediaStore]:
    """Where the pictures of each store of the backup go: services may share another store than they did."""
    found: dict[str, MediaStore] = {}
    by_service = {service: store for store in media_stores(settings) for service in store.services}
    for copied in manifest.media:
        urls = {by_service[each].url for each in copied.services}
        if len(urls) > 1:
            raise BackupProblem(
                f"{' and '.join(copied.services)} had one store of pictures, and have two here: let their"
                " MEDIA_URL be the same"
            )
        found["-".join(copied.services)] = MediaStore(copied.services, urls.pop())
    return found
