"""Calls about a provider's clients (api.md 4): 403 for anybody else."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from fastapi import APIRouter, Query, Response

from booking.clients import service
from booking.clients.schemas import (
    ClientAnswer,
    ClientOfOrder,
    Clients,
    ClientsAsked,
    ClientUpdate,
    OrderNotes,
)
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/api", tags=["clients"], route_class=Route)
SAVED: Final = "Saved."
_FILE: Final = {
    "Content-Disposition": 'attachment; filename="openhours-clients.csv"',
    "Cache-Control": "no-store",
}


@router.get("/get_clients")
async def get_clients(
    asked: Annotated[ClientsAsked, Query()],
    caller: ProviderAccount,
    tx: Writing,
    page: PageQuery,
    clock: Clock,
) -> Answer[Clients]:
    """The caller's clients with their figures. Who has booked since the last time is entered first."""
    return done(await service.clients_page(tx, caller.id, asked, page, clock()))


@router.get("/get_client/{client_id}")
async def get_client(
    client_id: str, caller: ProviderAccount, tx: Reading, clock: Clock
) -> Answer[ClientAnswer]:
    """One of the caller's clients with note and orders."""
    return done(ClientAnswer(client=await service.client_page(tx, caller.id, client_id, clock())))


@router.get("/get_client_of_order/{order_id}")
async def get_client_of_order(
    order_id: str, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[ClientOfOrder]:
    """The client who placed one of the caller's orders."""
    found = await service.client_of_order(tx, caller.id, order_id, clock())
    return done(ClientOfOrder(client_id=found))


@router.get("/get_notes_of_orders")
async def get_notes_of_orders(
    order_ids: Annotated[str, Query(max_length=8_000, pattern=r"^[^\x00]*$")],
    caller: ProviderAccount,
    tx: Reading,
) -> Answer[OrderNotes]:
    """The caller's private notes and tags of the clients of these orders (ids with commas between)."""
    return done(await service.notes_of_orders(tx, caller.id, order_ids))


@router.post("/update_client")
async def update_client(
    wanted: ClientUpdate, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[ClientAnswer]:
    """Write a private note or tags of one of the caller's clients."""
    return done(ClientAnswer(client=await service.update_client(tx, caller.id, wanted, clock())), SAVED)


@router.get("/download_clients", include_in_schema=False)
async def download_clients(caller: ProviderAccount, tx: Writing, clock: Clock) -> Response:
    """All clients as a CSV file, without the notes."""
    content = await service.clients_file(tx, caller.id, clock())
    return Response(content, media_type="text/csv; charset=utf-8", headers=_FILE)
