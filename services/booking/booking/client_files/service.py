"""Keeping, showing and removing files of a provider's clients (product.md 4.17)."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import NotFound
from chassis.http.envelope import refuse_fields
from chassis.ids import new_id

from booking.client_files import store
from booking.client_files.rules import MOST_BYTES, MOST_FILES
from booking.client_files.schemas import ClientFile, ClientFiles
from booking.client_files.serializers import file_data
from booking.client_files.store import StoredFile
from booking.clients.service import NO_CLIENT
from booking.clients.store import lock_clients

NO_FILE: Final = "This file does not exist."
TOO_MANY_FILES: Final = "A client can have at most 20 files. Remove one first."
NO_ROOM: Final = "Your clients' files together can have at most 1 GB. Remove some first."


async def client_files(tx: Connection, provider_id: str, client_id: str) -> ClientFiles:
    """What the provider keeps with a client. Raises NotFound for an id that is not the provider's."""
    if not await store.is_client(tx, provider_id, client_id):
        raise NotFound(NO_CLIENT)
    rows = await store.files_of_client(tx, provider_id, client_id)
    return ClientFiles(files=[file_data(row) for row in rows], most_files=MOST_FILES)


async def keep_file(
    tx: Transaction, provider_id: str, client_id: str, file: StoredFile, now: datetime
) -> ClientFile:
    """Keep a file with a client. Raises NotFound for an id that is not the provider's, and a refusal when
    there is no room.
    """
    await lock_clients(tx, provider_id)
    if not await store.is_client(tx, provider_id, client_id):
        raise NotFound(NO_CLIENT)
    files, size = await store.kept_already(tx, provider_id, client_id)
    if files >= MOST_FILES:
        raise refuse_fields(iv_media_base=TOO_MANY_FILES)
    if size + len(file.content) > MOST_BYTES:
        raise refuse_fields(iv_media_base=NO_ROOM)
    return file_data(await store.add_file(tx, provider_id, client_id, new_id(), file, now))


async def file_of(tx: Connection, provider_id: str, file_id: str) -> StoredFile:
    """A file of the provider with its content. Raises NotFound for any other id."""
    found = await store.file_of(tx, provider_id, file_id)
    if found is None:
        raise NotFound(NO_FILE)
    return found


async def remove_file(tx: Transaction, provider_id: str, file_id: str) -> None:
    """Remove a file. Raises NotFound for an id that is not the provider's."""
    if not await store.remove_file(tx, provider_id, file_id):
        raise NotFound(NO_FILE)
