"""Of two hundred parallel bookings of one slot one succeeds, the others get a clear answer."""

import asyncio
from collections import Counter

import httpx
from client.mailbox_client import MailboxClient
from client.personas import Client, Provider, Shop, free_slots, new_email
from e2e import only

TAKEN = "This time has just been taken. Please choose another."
BOOKINGS = 200
ACCOUNTS = 20
"""The number of accounts that share the bookings."""


@only.distributed
async def test_one_of_two_hundred_gets_the_slot(
    provider: Provider, shop: Shop, http: httpx.AsyncClient, postbox: MailboxClient
) -> None:
    clients = [Client(http, f"Client {number}", new_email("client")) for number in range(ACCOUNTS)]
    await asyncio.gather(*(each.join(postbox) for each in clients))
    slots = await free_slots(clients[0], shop)
    answers = await asyncio.gather(
        *(clients[turn % ACCOUNTS].book(shop, slots[:1]) for turn in range(BOOKINGS))
    )
    assert Counter((answer.http, answer.done) for answer in answers) == {
        (200, True): 1,
        (200, False): BOOKINGS - 1,
    }
    assert {answer.message for answer in answers if not answer.done} == {TAKEN}
    assert len(await provider.bookings("order")) == 1
