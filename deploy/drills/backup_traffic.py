"""People who sign up, book and are accepted while a backup is taken; two of them leave afterwards."""

import asyncio
from datetime import datetime

import httpx
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, new_email
from client.pictures import new_picture
from local.databases import rows_of

from drills.evidence import DOUBLED_ALERTS, STATUS, WAITING_MAILS
from drills.newcomers import Newcomers
from drills.projections import projection_faults

MAILS_ABOUT = "SELECT count(*) FROM mail WHERE receiver_key = encode(sha256(convert_to($1, 'UTF8')), 'hex')"
NAMED = "SELECT count(*) FROM booking_order WHERE client_name = $1 OR client_email = $2"


class Traffic(Newcomers):
    """Bookings with one provider, whose picture is in the media store."""

    def __init__(self, http: httpx.AsyncClient, mailbox: MailboxClient) -> None:
        super().__init__(http, mailbox)
        self.leaver = Client(http, "Vera Vanish", new_email("vera"))
        """Deletes the account after the backup."""
        self.guest = self.new_guest("Zoë Znikła")
        """Asks to be forgotten after the backup; nobody else has the name."""
        self._guest_order = ""

    async def prepare(self) -> None:
        """Open the shop, and let the one who will leave, and a guest, book."""
        await super().prepare()
        await self.provider.must_post("update_avatar", iv_media_base=new_picture())
        await self.book_as_client(self.leaver)
        self._guest_order = await self.book_as_guest(self.guest)

    async def run(self, over: asyncio.Event, enough: asyncio.Event, *, first: int = 3) -> None:
        """Book until it is over; `enough` is set after the `first` bookings."""
        while not over.is_set():
            await self.book_as_client()
            if len(self.confirmed) >= first:
                enough.set()

    async def leave(self) -> None:
        """Let the leaver delete the account, and the guest be forgotten: both are gone when it returns."""
        await self.leaver.must_post("delete_account", iv_password=PASSWORD)
        await self.guest.must_post("request_guest_data", iv_email=self.guest.email)
        link = await self.mailbox.link(self.guest.email, "&data=")
        await self.guest.must_post("erase_guest_data", iv_order_id=self._guest_order, iv_key=link)

    async def avatar(self) -> httpx.Response:
        """The provider's picture, as everybody reads it."""
        answer = await self.http.get("/api/get_provider_profile", params={"username": self.provider.username})
        address = str(answer.json()["data"]["account_data"]["avatar"])
        return await self.http.get(address)


async def restored_faults(urls: dict[str, str], traffic: Traffic, moment: datetime) -> list[str]:
    """What is wrong with a restored set, by its databases (`urls` with the roles that own the tables)."""
    found = await projection_faults(urls)
    orders = {row["order_id"]: row["status"] for row in await rows_of(urls["booking"], STATUS)}
    for order in traffic.confirmed:
        if order.at <= moment and orders.get(order.order_id) not in {"accepted", "cancelled"}:
            found.append(
                f"order {order.order_id} was accepted before the backup, and is {orders.get(order.order_id)}"
            )
    found += [
        f"alert {tuple(row)} came twice" for row in await rows_of(urls["notifications"], DOUBLED_ALERTS)
    ]
    if (waiting := (await rows_of(urls["notifications"], WAITING_MAILS))[0][0]) != 0:
        found.append(f"{waiting} mails wait to be sent again")
    leaver = traffic.leaver
    for gone in (leaver, traffic.guest):
        if (named := (await rows_of(urls["booking"], NAMED, gone.name, gone.email))[0][0]) != 0:
            found.append(f"{named} orders name {gone.name}, who was erased")
        if (mails := (await rows_of(urls["notifications"], MAILS_ABOUT, gone.email))[0][0]) != 0:
            found.append(f"{mails} mails are kept of {gone.name}, who was erased")
    if not await rows_of(urls["identity"], "SELECT 1 FROM deleted_account WHERE account_id = $1", leaver.id):
        found.append("the account that was erased after the backup is there again")
    return found
