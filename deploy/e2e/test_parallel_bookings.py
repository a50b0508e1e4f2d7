"""Two hundred people want one slot: one gets it, the others get a clear answer."""

import asyncio
from collections import Counter

import httpx
from client.personas import Client, Provider, Shop, free_slots, new_email

TAKEN = "This time has just been taken. Please choose another."
CROWD = 200
FACES = 20
"""So many different accounts take turns in the crowd."""


async def test_one_of_two_hundred_gets_the_slot(
    provider: Provider, shop: Shop, http: httpx.AsyncClient
) -> None:
    crowd = [Client(http, f"Client {number}", new_email("crowd")) for number in range(FACES)]
    await asyncio.gather(*(each.sign_up() for each in crowd))
    slots = await free_slots(crowd[0], shop)
    answers = await asyncio.gather(*(crowd[turn % FACES].book(shop, slots[:1]) for turn in range(CROWD)))
    assert Counter((answer.http, answer.done) for answer in answers) == {
        (200, True): 1,
        (200, False): CROWD - 1,
    }
    assert {answer.message for answer in answers if not answer.done} == {TAKEN}
    assert len(await provider.bookings("order")) == 1
