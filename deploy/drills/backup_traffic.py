"""People who sign up, book and are accepted, one after another, until they are told to stop; and what they
saw.
"""

import asyncio
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

import asyncpg
import httpx
from client.api_client import ApiAnswer, eventually, succeeded
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, Guest, Provider, Shop, free_slots, new_email
from local.databases import asyncpg_url

from drills.customers import new_picture
from drills.projections import projection_faults

PATIENCE = 60.0
DOUBLED_ALERTS = "SELECT source, receiver_id, kind FROM alert GROUP BY 1, 2, 3 HAVING count(*) > 1"
ORDERS = "SELECT order_id, status FROM booking_order"
WAITING = "SELECT count(*) FROM mail WHERE sent_at IS NULL AND given_up_at IS NULL"
MAILS_ABOUT = "SELECT count(*) FROM mail WHERE receiver_key = encode(sha256(convert_to($1, 'UTF8')), 'hex')"
NAMED = "SELECT count(*) FROM booking_order WHERE client_name = $1 OR client_email = $2"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """An order that its provider has accepted, and when the answer was here."""

    order_id: str
    at: datetime


class Traffic:
    """Bookings with one provider, whose picture is in the media store."""

    def __init__(self, http: httpx.AsyncClient, mailbox: MailboxClient) -> None:
        self._http, self._mailbox = http, mailbox
        self.provider = Provider(http, "Mara Weiss", new_email("mara"))
        self.leaver = Client(http, "Vera Vanish", new_email("vera"))
        """Deletes the account after the backup."""
        self.guest = Guest(http, mailbox, "Zoë Łódzka", new_email("zoe"))
        """Asks to be forgotten after the backup."""
        self._guest_order = ""
        self.confirmed: list[Confirmed] = []
        self._shop: Shop | None = None

    @property
    def shop(self) -> Shop:
        """The provider's; `prepare` opens it."""
        assert self._shop is not None
        return self._shop

    async def prepare(self) -> None:
        """Open the shop, and let the one who will leave, and a guest, book."""
        self.provider.patience = self.leaver.patience = PATIENCE
        await self.provider.join(self._mailbox)
        self._shop = await self.provider.open_shop()
        await self.provider.must_post("update_avatar", iv_media_base=new_picture())
        await self.leaver.join(self._mailbox)
        await self._book(self.leaver)
        await self.guest.introduce()
        self._guest_order = await self._book(self.guest)

    async def run(self, over: asyncio.Event, enough: asyncio.Event, *, first: int = 3) -> None:
        """Book until it is over; `enough` is set after the `first` bookings."""
        while not over.is_set():
            await self.book_once()
            if len(self.confirmed) >= first:
                enough.set()

    async def book_once(self) -> str:
        """Let a new client book and the provider accept; returns the order's id."""
        person = Client(self._http, "José O'Brien", new_email("jose"))
        person.patience = PATIENCE
        await person.join(self._mailbox)
        return await self._book(person)

    async def leave(self) -> None:
        """Let the leaver delete the account, and the guest be forgotten: both are gone when it returns."""
        await self.leaver.must_post("delete_account", iv_password=PASSWORD)
        await self.guest.must_post("request_guest_data", iv_email=self.guest.email)
        link = await self._mailbox.link(self.guest.email, "&data=")
        await self.guest.must_post("erase_guest_data", iv_order_id=self._guest_order, iv_key=link)

    def adopt(self, before: "Traffic") -> None:
        """Go on with the people of another set."""
        self.provider.id, self.provider.email = before.provider.id, before.provider.email
        self.provider.username, self._shop = before.provider.username, before.shop

    async def sign_in_again(self) -> None:
        """All logins ended: the provider signs in anew."""
        await self.provider.sign_in(PASSWORD)

    async def avatar(self) -> httpx.Response:
        """The provider's picture, as everybody reads it."""
        answer = await self._http.get(
            "/api/get_provider_profile", params={"username": self.provider.username}
        )
        address = str(answer.json()["data"]["account_data"]["avatar"])
        return await self._http.get(address)

    async def _book(self, person: Client | Guest) -> str:
        async def look() -> ApiAnswer | None:
            slots = await free_slots(self.provider, self.shop)  # others may take one meanwhile
            answer = await person.book(self.shop, [secrets.choice(slots)])
            return answer if answer.done else None

        answer = await eventually(look, f"a booking for {person.email}", PATIENCE)
        order_id = str(answer.part("booking_data")["order_id"])
        succeeded("accept", await self.provider.respond(order_id, "accepted"))
        self.confirmed.append(Confirmed(order_id, datetime.now(UTC)))
        return order_id


async def restored_faults(urls: dict[str, str], traffic: Traffic, moment: datetime) -> list[str]:
    """What is wrong with a restored set, by its databases (`urls` with the roles that own the tables)."""
    found = await projection_faults(urls)
    orders = {row["order_id"]: row["status"] for row in await _rows(urls["booking"], ORDERS)}
    for order in traffic.confirmed:
        if order.at <= moment and orders.get(order.order_id) not in {"accepted", "cancelled"}:
            found.append(
                f"order {order.order_id} was accepted before the backup, and is {orders.get(order.order_id)}"
            )
    found += [f"alert {tuple(row)} came twice" for row in await _rows(urls["notifications"], DOUBLED_ALERTS)]
    if (waiting := (await _rows(urls["notifications"], WAITING))[0][0]) != 0:
        found.append(f"{waiting} mails wait to be sent again")
    leaver = traffic.leaver
    for gone in (leaver, traffic.guest):
        if (named := (await _rows(urls["booking"], NAMED, gone.name, gone.email))[0][0]) != 0:
            found.append(f"{named} orders name {gone.name}, who was erased")
        if (mails := (await _rows(urls["notifications"], MAILS_ABOUT, gone.email))[0][0]) != 0:
            found.append(f"{mails} mails are kept of {gone.name}, who was erased")
    if not await _rows(urls["identity"], "SELECT 1 FROM deleted_account WHERE account_id = $1", leaver.id):
        found.append("the account that was erased after the backup is there again")
    return found


async def _rows(url: str, query: str, *values: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(asyncpg_url(url))
    try:
        return await connection.fetch(query, *values)
    finally:
        await connection.close()
