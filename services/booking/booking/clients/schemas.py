"""Requests and answers about clients (api.md 4)."""

from typing import Annotated

from contracts.event import Instant
from contracts.rules.checks import Required, TextMax
from contracts.rules.fields import ClientNote, ClientPhone, ClientTags
from contracts.rules.text import Text
from pydantic import BaseModel

from booking.clients.rules import Sort
from booking.orders.rules import Status


class ClientsAsked(BaseModel):
    """Which clients, in which order; `q` is a part of name, mail address or telephone number."""

    q: Annotated[str, Text(TextMax(200))] = ""
    tag: Annotated[str, Text(TextMax(40))] = ""
    sort: Sort = "name"


class ClientUpdate(BaseModel):
    """What the provider writes of a client; what is left out stays."""

    iv_client_id: Annotated[str, Text(Required(), TextMax(64))]
    iv_phone: ClientPhone | None = None
    iv_note: ClientNote | None = None
    iv_tags: ClientTags | None = None


class Spent(BaseModel):
    """The total of a client's completed orders in one currency, like 'EUR-DE'; units of it."""

    currency: str
    amount: float


class ClientLine(BaseModel):
    """A client in the provider's list; `owner_id` and `username` are '' without an account."""

    client_id: str
    owner_id: str
    name: str
    email: str
    phone: str
    username: str
    avatar: str
    is_guest: bool
    visits: int
    no_shows: int
    last_visit: str
    next_visit: str
    spent: list[Spent]
    tags: list[str]
    has_note: bool


class TagCount(BaseModel):
    """A tag that is in use."""

    tag: str
    clients: int


class Clients(BaseModel):
    """A page of the provider's clients; `next_cursor` is null at the end."""

    clients: list[ClientLine]
    tags: list[TagCount]
    next_cursor: str | None


class ClientOrder(BaseModel):
    """An order of the client; the total in units of its currency."""

    order_id: str
    request_status: Status
    services: list[str]
    starts_at: Instant
    total: float
    currency: str


class ClientShown(ClientLine):
    """A client with the provider's note and the newest orders."""

    note: str
    orders: list[ClientOrder]


class ClientAnswer(BaseModel):
    """One client."""

    client: ClientShown


class ClientOfOrder(BaseModel):
    """Whose order it is."""

    client_id: str


class OrderNote(BaseModel):
    """What the provider has written of the client of an order."""

    order_id: str
    client_id: str
    note: str
    tags: list[str]


class OrderNotes(BaseModel):
    """Notes of the clients of several orders."""

    notes: list[OrderNote]
