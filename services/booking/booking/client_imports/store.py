"""Whom a provider knows already, and clients that come from a file."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from chassis.db import Connection, Record, Statement, Transaction, params
from chassis.ids import new_id
from sqlalchemy import Text, and_, bindparam, case, func, insert, literal_column, or_, select, update

from booking.client_imports.rules import Known, KnownClient, Step
from booking.clients.models import ClientPersonRow, ClientRow
from booking.projections.models import AccountRow

_none = literal_column("''")
_number = bindparam("number", type_=Text)
FIND_CLIENTS: Final = Statement(
    select(
        ClientRow.client_id,
        func.coalesce(AccountRow.name, ClientRow.name).label("name"),
        func.coalesce(AccountRow.email, ClientRow.email).label("email"),
        ClientRow.phone,
        case((AccountRow.confirmed, func.lower(AccountRow.email)), else_=_none).label("proven"),
    )
    .outerjoin(AccountRow, and_(AccountRow.account_id == ClientRow.account_id, ~AccountRow.deleted))
    .where(ClientRow.provider_id == bindparam("provider_id"))
    .order_by(ClientRow.client_id)
)
FIND_PERSONS: Final = Statement(
    select(ClientPersonRow.client_id, ClientPersonRow.person).where(
        ClientPersonRow.provider_id == bindparam("provider_id"),
        func.strpos(ClientPersonRow.person, literal_column("'@'")) > literal_column("0"),
    )
)
ADD: Final = Statement(
    insert(ClientRow).values(
        params("client_id", "provider_id", "name", "email", "phone", "created_at", "imported_at")
    )
)
ADD_PERSON: Final = Statement(insert(ClientPersonRow).values(params("provider_id", "person", "client_id")))
JOIN: Final = Statement(
    update(ClientRow)
    .where(
        ClientRow.provider_id == bindparam("provider"),
        ClientRow.client_id == bindparam("client"),
        or_(ClientRow.imported_at.is_(None), and_(ClientRow.phone == _none, _number != _none)),
    )
    .values(
        phone=case((ClientRow.phone == _none, _number), else_=ClientRow.phone),
        imported_at=func.coalesce(ClientRow.imported_at, bindparam("now", type_=ClientRow.imported_at.type)),
        revision=ClientRow.revision + literal_column("1"),
    )
)


async def known_clients(tx: Connection, provider_id: str) -> Known:
    """The provider's clients as a file finds them.

    An address is somebody's when it is a guest's, when a file of before had it, or when an account has
    confirmed it.
    """
    addresses: dict[str, list[str]] = {}
    for row in await FIND_PERSONS.all(tx, provider_id=provider_id):
        addresses.setdefault(row["client_id"], []).append(row["person"])
    rows = await FIND_CLIENTS.all(tx, provider_id=provider_id)
    return await asyncio.to_thread(_known_of, rows, addresses)


def _known_of(rows: Iterable[Record], addresses: Mapping[str, Iterable[str]]) -> Known:
    known = Known()
    for row in rows:
        client = KnownClient(row["client_id"], row["name"], row["email"], row["phone"])
        known.add(client, {*addresses.get(client.client_id, ()), row["proven"]} - {""})
    return known


async def apply(tx: Transaction, provider_id: str, steps: Sequence[Step], now: datetime) -> None:
    """Enter new clients, each with the address as a person whose later orders are theirs, and add what joins
    one.
    """
    new = [(new_id(), step.row) for step in steps if step.outcome == "new"]
    await ADD.run_each(
        tx,
        [
            {
                "client_id": client_id,
                "provider_id": provider_id,
                "name": row.name,
                "email": row.email,
                "phone": row.phone,
                "created_at": now,
                "imported_at": now,
            }
            for client_id, row in new
        ],
    )
    await ADD_PERSON.run_each(
        tx,
        [
            {"provider_id": provider_id, "person": row.email, "client_id": client_id}
            for client_id, row in new
            if row.email
        ],
    )
    await JOIN.run_each(
        tx,
        [
            {"provider": provider_id, "client": step.client_id, "number": step.row.phone, "now": now}
            for step in steps
            if step.client_id
        ],
    )
