"""Files of clients in the database. Each is found by its provider alone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Record, Statement, Transaction, params
from chassis.media.validation import FileKind
from sqlalchemy import BigInteger, bindparam, cast, delete, func, insert, literal_column, select

from booking.clients.models import ClientFileRow, ClientRow


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file with its content."""

    name: str
    kind: FileKind
    content: bytes


_facts = (
    ClientFileRow.file_id,
    ClientFileRow.client_id,
    ClientFileRow.name,
    ClientFileRow.kind,
    ClientFileRow.size,
    ClientFileRow.created_at,
)
_own = ClientFileRow.provider_id == bindparam("provider_id")
_newest_first = (ClientFileRow.created_at.desc(), ClientFileRow.file_id)
FIND_CLIENT: Final = Statement(
    select(ClientRow.client_id).where(
        ClientRow.provider_id == bindparam("provider_id"), ClientRow.client_id == bindparam("client_id")
    )
)
FIND_OF_CLIENT: Final = Statement(
    select(*_facts).where(_own, ClientFileRow.client_id == bindparam("client_id")).order_by(*_newest_first)
)
FIND_OF_PROVIDER: Final = Statement(select(*_facts).where(_own).order_by(*_newest_first))
FIND_CONTENT: Final = Statement(
    select(ClientFileRow.name, ClientFileRow.kind, ClientFileRow.content).where(
        _own, ClientFileRow.file_id == bindparam("file_id")
    ),
    into=StoredFile,
)
COUNT: Final = Statement(
    select(
        func.count().filter(ClientFileRow.client_id == bindparam("client_id")).label("of_client"),
        cast(func.coalesce(func.sum(ClientFileRow.size), literal_column("0")), BigInteger).label("bytes"),
    ).where(_own)
)
ADD: Final = Statement(
    insert(ClientFileRow)
    .values(params("file_id", "provider_id", "client_id", "name", "kind", "size", "content", "created_at"))
    .returning(*_facts)
)
REMOVE: Final = Statement(
    delete(ClientFileRow)
    .where(_own, ClientFileRow.file_id == bindparam("file_id"))
    .returning(ClientFileRow.file_id)
)


async def is_client(tx: Connection, provider_id: str, client_id: str) -> bool:
    """Whether this is one of the provider's clients."""
    return await FIND_CLIENT.value(tx, provider_id=provider_id, client_id=client_id) is not None


async def files_of_client(tx: Connection, provider_id: str, client_id: str) -> list[Record]:
    """What the provider keeps with a client, without the content, the newest first."""
    return await FIND_OF_CLIENT.all(tx, provider_id=provider_id, client_id=client_id)


async def files_of_provider(tx: Connection, provider_id: str) -> list[Record]:
    """What the provider keeps with all clients, for the provider's export."""
    return await FIND_OF_PROVIDER.all(tx, provider_id=provider_id)


async def file_of(tx: Connection, provider_id: str, file_id: str) -> StoredFile | None:
    """A file of the provider; None for any other id."""
    return await FIND_CONTENT.one(tx, provider_id=provider_id, file_id=file_id)


async def kept_already(tx: Connection, provider_id: str, client_id: str) -> tuple[int, int]:
    """How many files the client has, and how many bytes those of all clients of the provider."""
    found = await COUNT.one(tx, provider_id=provider_id, client_id=client_id)
    return (found["of_client"], found["bytes"]) if found else (0, 0)


async def add_file(
    tx: Transaction, provider_id: str, client_id: str, file_id: str, file: StoredFile, now: datetime
) -> Record:
    """Keep a file with a client of the provider's."""
    [kept] = await ADD.all(
        tx,
        file_id=file_id,
        provider_id=provider_id,
        client_id=client_id,
        name=file.name,
        kind=file.kind,
        size=len(file.content),
        content=file.content,
        created_at=now,
    )
    return kept


async def remove_file(tx: Transaction, provider_id: str, file_id: str) -> bool:
    """Remove a file of the provider; False for any other id."""
    return await REMOVE.value(tx, provider_id=provider_id, file_id=file_id) is not None
