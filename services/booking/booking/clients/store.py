"""Reads and writes a provider's clients (product.md 4.17)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Record, Statement, Transaction, params
from sqlalchemy import (
    ARRAY,
    DateTime,
    Text,
    any_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)

from booking.clients import hot_sql
from booking.clients.models import ClientFileRow, ClientPersonRow, ClientRow
from booking.clients.rules import Entry, NewPerson, Sort, joined_note, joined_tags
from booking.orders.models import OrderRow


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which clients a list shows, and after which key it begins (None: at its beginning)."""

    q: str = ""
    tag: str = ""
    sort: Sort = "name"
    after: tuple[str | float, str] | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What a provider writes of a client; None leaves it as it is."""

    phone: str | None = None
    note: str | None = None
    tags: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest's address in a provider's orders."""

    provider_id: str
    person: str


_own = ClientRow.provider_id == bindparam("provider_id")
_this = (_own, ClientRow.client_id == bindparam("client_id"))
_ids = bindparam("ids", type_=ARRAY(Text))
LOCK: Final = Statement(
    select(
        func.pg_advisory_xact_lock(func.hashtextextended(bindparam("key", type_=Text), literal_column("6")))
    )
)
ADD: Final = Statement(
    insert(ClientRow).values(params("client_id", "provider_id", "account_id", "name", "email", "created_at"))
)
ADD_PERSON: Final = Statement(insert(ClientPersonRow).values(params("provider_id", "person", "client_id")))
GIVE_ACCOUNT: Final = Statement(
    update(ClientRow).where(*_this).values(account_id=bindparam("account"), email=bindparam("address"))
)
TAKE_OVER: Final = Statement(
    update(ClientRow)
    .where(ClientRow.client_id == bindparam("kept_id"))
    .values(
        note=bindparam("joined_note"),
        tags=bindparam("joined_tags"),
        phone=bindparam("joined_phone"),
        imported_at=func.coalesce(
            ClientRow.imported_at, bindparam("joined_imported_at", type_=DateTime(timezone=True))
        ),
        revision=ClientRow.revision + literal_column("1"),
    )
)
MOVE_PERSONS: Final = Statement(
    update(ClientPersonRow)
    .where(ClientPersonRow.client_id == bindparam("other_id"))
    .values(client_id=bindparam("kept_id"))
)
MOVE_FILES: Final = Statement(
    update(ClientFileRow)
    .where(ClientFileRow.client_id == bindparam("other_id"))
    .values(client_id=bindparam("kept_id"))
)
REMOVE: Final = Statement(delete(ClientRow).where(ClientRow.client_id == bindparam("other_id")))
CHANGE: Final = Statement(
    update(ClientRow)
    .where(*_this)
    .values(
        phone=func.coalesce(bindparam("new_phone", type_=Text), ClientRow.phone),
        note=func.coalesce(bindparam("new_note", type_=Text), ClientRow.note),
        tags=func.coalesce(bindparam("new_tags", type_=ARRAY(Text)), ClientRow.tags),
        revision=ClientRow.revision + literal_column("1"),
    )
    .returning(ClientRow.client_id)
)
FIND_ALL: Final = Statement(
    select(
        ClientRow.client_id,
        ClientRow.account_id,
        ClientRow.name,
        ClientRow.email,
        ClientRow.phone,
        ClientRow.tags,
        ClientRow.note,
        ClientRow.created_at,
        ClientRow.imported_at,
    )
    .where(_own)
    .order_by(ClientRow.client_id)
)
ERASE_ACCOUNT: Final = (
    Statement(delete(ClientRow).where(ClientRow.account_id == bindparam("gone"))),
    Statement(delete(ClientRow).where(ClientRow.provider_id == bindparam("gone"))),
)
ERASE_GUEST: Final = Statement(
    delete(ClientRow).where(
        ClientRow.client_id.in_(
            select(ClientPersonRow.client_id).where(ClientPersonRow.person == bindparam("person"))
        )
    )
)
# An order that the provider entered for somebody without an address has the client's id.
_person = case(
    (OrderRow.client_email != literal_column("''"), func.lower(OrderRow.client_email)),
    (OrderRow.origin == literal_column("'provider'"), OrderRow.guest_id),
)
FIND_GUESTS: Final = Statement(
    select(OrderRow.provider_id, _person.label("person"))
    .where(OrderRow.order_id == any_(_ids), _person.is_not(None))
    .distinct()
)
REMOVE_UNKNOWN: Final = Statement(
    delete(ClientRow).where(
        ClientRow.client_id == any_(_ids),
        ClientRow.account_id.is_(None),
        ~select(ClientPersonRow.person).where(ClientPersonRow.client_id == ClientRow.client_id).exists(),
    )
)


async def is_behind(tx: Connection, provider_id: str) -> bool:
    """Whether orders or confirmed addresses tell of clients what the tables do not know yet."""
    return bool(await hot_sql.IS_BEHIND.value(tx, provider_id=provider_id))


async def lock_clients(tx: Transaction, provider_id: str) -> None:
    """Let who else enters this provider's clients wait for this transaction.

    Call it before any order is locked, and before `lock_parties`.
    """
    await LOCK.run(tx, key=provider_id)


async def new_persons(tx: Transaction, provider_id: str, only: str = "") -> list[NewPerson]:
    """Everybody with orders of this provider who belongs to no client; one order of each is locked.

    `only` is an order whose client alone is looked for; no other order is locked then.
    """
    return await hot_sql.FIND_NEW.all(tx, provider_id=provider_id, only=only)


async def add(tx: Transaction, provider_id: str, entry: Entry, now: datetime) -> None:
    """Enter a client, or somebody's account in their client; the orders of its persons are theirs."""
    if entry.is_new:
        await ADD.run(
            tx,
            client_id=entry.client_id,
            provider_id=provider_id,
            account_id=entry.account_id or None,
            name=entry.name,
            email=entry.email,
            created_at=now,
        )
    elif entry.account_id:
        await GIVE_ACCOUNT.run(
            tx,
            provider_id=provider_id,
            client_id=entry.client_id,
            account=entry.account_id,
            address=entry.email,
        )
    for person in entry.persons:
        await ADD_PERSON.run(tx, provider_id=provider_id, person=person, client_id=entry.client_id)


async def join_pairs(tx: Transaction, provider_id: str) -> None:
    """Make one client of each two whose addresses are the same by now; note, tags and files of both stay."""
    for pair in await hot_sql.FIND_PAIRS.all(tx, provider_id=provider_id):
        ids = {"kept_id": pair["kept_id"], "other_id": pair["other_id"]}
        await TAKE_OVER.run(
            tx,
            kept_id=ids["kept_id"],
            joined_note=joined_note(pair["kept_note"], pair["other_note"]),
            joined_tags=joined_tags(pair["kept_tags"], pair["other_tags"]),
            joined_phone=pair["kept_phone"] or pair["other_phone"],
            joined_imported_at=pair["other_imported_at"],
        )
        await MOVE_PERSONS.run(tx, **ids)
        await MOVE_FILES.run(tx, **ids)
        await REMOVE.run(tx, other_id=ids["other_id"])


async def clients(tx: Connection, provider_id: str, wanted: Wanted, most: int, now: datetime) -> list[Record]:
    """The clients of a page, with their figures and the `key` they are sorted by."""
    after_key, after = wanted.after or ("" if wanted.sort == "name" else 0.0, "")
    return await hot_sql.PAGES[wanted.sort].all(
        tx,
        provider_id=provider_id,
        only="",
        now=now,
        q=wanted.q,
        tag=wanted.tag,
        after=after,
        after_key=after_key,
        most=most,
    )


async def client(tx: Connection, provider_id: str, client_id: str, now: datetime) -> Record | None:
    """One client of the provider with figures; None for any other id."""
    return await hot_sql.FIND_ONE.one(tx, provider_id=provider_id, only=client_id, now=now)


async def orders_of(tx: Connection, provider_id: str, client_id: str, most: int) -> list[Record]:
    """The client's orders with the provider, the newest first."""
    return await hot_sql.FIND_ORDERS.all(tx, provider_id=provider_id, client_id=client_id, most=most)


async def client_of_order(tx: Connection, provider_id: str, order_id: str) -> str | None:
    """The id of the client whose order this is; None for an order of nobody or of another provider."""
    return await hot_sql.FIND_OF_ORDER.value(tx, provider_id=provider_id, order_id=order_id)


async def notes_of_orders(tx: Connection, provider_id: str, order_ids: Sequence[str]) -> list[Record]:
    """Note and tags of the clients of those of these orders that are the provider's."""
    return await hot_sql.FIND_NOTES.all(tx, provider_id=provider_id, order_ids=list(order_ids))


async def tags_of(tx: Connection, provider_id: str) -> list[Record]:
    """Every tag that the provider has given, with the number of its clients."""
    return await hot_sql.FIND_TAGS.all(tx, provider_id=provider_id)


async def change(tx: Transaction, provider_id: str, client_id: str, changes: Changes) -> bool:
    """Store what the provider writes of a client. False when there is no such client."""
    kept = await CHANGE.value(
        tx,
        provider_id=provider_id,
        client_id=client_id,
        new_phone=changes.phone,
        new_note=changes.note,
        new_tags=None if changes.tags is None else list(changes.tags),
    )
    return kept is not None


async def clients_for_export(tx: Connection, provider_id: str) -> list[dict[str, Any]]:
    """Everything that the provider's clients' rows hold, for the provider's export."""
    return [dict(row) for row in await FIND_ALL.all(tx, provider_id=provider_id)]


async def erase_account(tx: Transaction, account_id: str) -> None:
    """Remove the account from every provider's clients, and its own clients.

    Call it after the account's orders have lost their names, so that nobody enters it anew meanwhile.
    """
    for statement in ERASE_ACCOUNT:
        await statement.run(tx, gone=account_id)


async def erase_guest(tx: Transaction, email: str) -> None:
    """Remove the guest with this address from every provider's clients, after their orders' names."""
    await ERASE_GUEST.run(tx, person=email.lower())


async def guests_of(tx: Transaction, order_ids: Sequence[str]) -> list[Guest]:
    """Whose orders these are, before they lose their names."""
    rows = await FIND_GUESTS.all(tx, ids=list(order_ids))
    return [Guest(row["provider_id"], row["person"]) for row in rows]


async def forget_guests(tx: Transaction, guests: Sequence[Guest]) -> None:
    """Remove those of these guests whose last order with a name is gone from the providers' clients.

    Whom a provider's own file named stays, until the guest or the provider says otherwise.
    """
    if not guests:
        return
    rows = await hot_sql.FORGET_PERSONS.all(
        tx,
        provider_ids=[guest.provider_id for guest in guests],
        persons=[guest.person for guest in guests],
    )
    if rows:
        await REMOVE_UNKNOWN.run(tx, ids=[row["client_id"] for row in rows])
