"""A provider's clients: the list, one of them, what the provider writes, and the file (product.md 4.17)."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import NotFound, Refused
from chassis.http.envelope import refuse_fields
from chassis.http.paging import Page, cursor_of
from chassis.ids import new_id
from contracts.rules import messages

from booking.clients import rules, store
from booking.clients.schemas import (
    Clients,
    ClientsAsked,
    ClientShown,
    ClientUpdate,
    OrderNote,
    OrderNotes,
    TagCount,
)
from booking.clients.serializers import COLUMNS, client_line, client_shown, csv_row
from booking.clients.store import Wanted

MOST_ORDERS: Final = 50
MOST_IN_FILE: Final = 50_000
MOST_NOTES: Final = 100
"""Orders whose notes one call answers."""
NO_CLIENT: Final = "This client does not exist."


async def enter_clients(tx: Transaction, provider_id: str, now: datetime, only: str = "") -> None:
    """Enter everybody who has booked with the provider and is in no list yet, or the client of one order.

    It is done when the list is read: whoever places an order writes nothing more than the order.
    """
    if not await store.is_behind(tx, provider_id):
        return
    await store.lock_clients(tx, provider_id)
    for entry in rules.entries(await store.new_persons(tx, provider_id, only), new_id):
        await store.add(tx, provider_id, entry, now)
    await store.join_pairs(tx, provider_id)


async def clients_page(
    tx: Transaction, provider_id: str, asked: ClientsAsked, page: Page, now: datetime
) -> Clients:
    """A page of the provider's clients, and all tags in use. Raises Refused for a bad cursor."""
    if page.after is None:
        await enter_clients(tx, provider_id, now)
    wanted = Wanted(asked.q, asked.tag, asked.sort, _after(page, asked.sort))
    rows = await store.clients(tx, provider_id, wanted, page.limit + 1, now)
    shown, more = rows[: page.limit], len(rows) > page.limit
    return Clients(
        clients=[client_line(row) for row in shown],
        tags=[
            TagCount(tag=row["tag"], clients=row["clients"]) for row in await store.tags_of(tx, provider_id)
        ],
        next_cursor=cursor_of(asked.sort, shown[-1]["key"], shown[-1]["client_id"]) if more else None,
    )


def _after(page: Page, sort: rules.Sort) -> tuple[str | float, str] | None:
    """The key after which the page begins. Raises Refused for the cursor of another list."""
    if page.after is None:
        return None
    match page.after:
        case (of_sort, str(key), str(client_id)) if of_sort == sort == "name" and client_id:
            return key.replace("\0", ""), client_id.replace("\0", "")
        case (of_sort, int(key) | float(key), str(client_id)) if of_sort == sort != "name" and client_id:
            return float(key), client_id.replace("\0", "")
        case _:
            raise Refused("This list cannot be continued from there.", fields={"cursor": "Unknown cursor."})


async def client_page(tx: Connection, provider_id: str, client_id: str, now: datetime) -> ClientShown:
    """One client. Raises NotFound for an id that is not the provider's."""
    row = await store.client(tx, provider_id, client_id, now)
    if row is None:
        raise NotFound(NO_CLIENT)
    return client_shown(row, await store.orders_of(tx, provider_id, client_id, MOST_ORDERS))


async def client_of_order(tx: Transaction, provider_id: str, order_id: str, now: datetime) -> str:
    """The client whose order this is. Raises NotFound for an order that names nobody or is
    another provider's.
    """
    found = await store.client_of_order(tx, provider_id, order_id)
    if found is None:
        await enter_clients(tx, provider_id, now, order_id)
        found = await store.client_of_order(tx, provider_id, order_id)
    if found is None:
        raise NotFound(NO_CLIENT)
    return found


async def notes_of_orders(tx: Connection, provider_id: str, order_ids: str) -> OrderNotes:
    """What the provider has written of the clients of these orders (ids with commas between).

    An order of somebody else, and one whose client is not entered yet, has none. Raises a refusal for too
    many.
    """
    asked = list(dict.fromkeys(filter(None, order_ids.split(","))))
    if len(asked) > MOST_NOTES:
        raise refuse_fields(order_ids=messages.TOO_MANY.format(n=MOST_NOTES))
    rows = await store.notes_of_orders(tx, provider_id, asked)
    return OrderNotes(notes=[OrderNote.model_validate(dict(row)) for row in rows])


async def update_client(
    tx: Transaction, provider_id: str, wanted: ClientUpdate, now: datetime
) -> ClientShown:
    """Store number, note and tags. Raises NotFound for an id that is not the provider's."""
    changes = store.Changes(wanted.iv_phone, wanted.iv_note, wanted.iv_tags)
    if not await store.change(tx, provider_id, wanted.iv_client_id, changes):
        raise NotFound(NO_CLIENT)
    return await client_page(tx, provider_id, wanted.iv_client_id, now)


async def clients_file(tx: Transaction, provider_id: str, now: datetime) -> bytes:
    """All clients as a CSV file, by name."""
    await enter_clients(tx, provider_id, now)
    rows = await store.clients(tx, provider_id, Wanted(), MOST_IN_FILE, now)
    return rules.csv_file(COLUMNS, (csv_row(client_line(row)) for row in rows))
