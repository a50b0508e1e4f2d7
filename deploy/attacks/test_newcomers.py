"""Filling calendars with an account or an address that was never at an appointment."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import httpx
import pytest
from booking.orders.rules import MOST_NEWCOMER_SESSIONS, MOST_NEWCOMER_SESSIONS_WITH_PROVIDER
from client.api_client import ApiAnswer
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, free_slots, new_email
from testkit.environments import EmbeddedRun

pytestmark = pytest.mark.service
AT_ONCE = 200
PROVIDERS = 4
WITH_ONE = f"you can ask a provider for {MOST_NEWCOMER_SESSIONS_WITH_PROVIDER} sessions at a time."
OVER_ALL = f"you can ask for {MOST_NEWCOMER_SESSIONS} sessions at a time."


@pytest.fixture
async def http(embedded_run: EmbeddedRun) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the whole system."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=120, limits=limits) as client:
        yield client


@pytest.fixture
def postbox(http: httpx.AsyncClient, embedded_run: EmbeddedRun) -> MailboxClient:
    """The mail of all addresses."""
    return MailboxClient(http, f"{embedded_run.url}/dev/mail.json")


@pytest.fixture
async def shops(http: httpx.AsyncClient, postbox: MailboxClient) -> list[Shop]:
    """Providers who are open on every day."""
    opened: list[Shop] = []
    for number in range(PROVIDERS):
        provider = Provider(http, f"Mara{number} Weiss", new_email("mara"))
        await provider.join(postbox)
        opened.append(await provider.open_shop())
    return opened


@pytest.fixture
async def newcomer(http: httpx.AsyncClient, postbox: MailboxClient) -> Client:
    """An account that has had no appointment."""
    person = Client(http, "Nora Newcomer", new_email("nora"))
    await person.join(postbox)
    return person


def refusals(answers: list[ApiAnswer]) -> Counter[str]:
    """What the refused ones read, without the common beginning."""
    return Counter(each.message.rpartition("appointment ")[2] for each in answers if not each.done)


async def test_an_account_fills_no_calendar_with_requests_sent_at_once(
    shops: list[Shop], newcomer: Client
) -> None:
    slots = (await free_slots(newcomer, shops[0]))[:AT_ONCE]
    assert len(slots) == AT_ONCE
    answers = await asyncio.gather(*(newcomer.book(shops[0], [slot]) for slot in slots))
    assert sum(each.done for each in answers) == MOST_NEWCOMER_SESSIONS_WITH_PROVIDER
    assert refusals(answers) == {WITH_ONE: AT_ONCE - MOST_NEWCOMER_SESSIONS_WITH_PROVIDER}
    assert len(await newcomer.bookings("request")) == MOST_NEWCOMER_SESSIONS_WITH_PROVIDER


async def test_it_fills_no_city_either(shops: list[Shop], newcomer: Client) -> None:
    each_of = AT_ONCE // PROVIDERS
    wanted = [(shop, slot) for shop in shops for slot in (await free_slots(newcomer, shop))[:each_of]]
    answers = await asyncio.gather(*(newcomer.book(shop, [slot]) for shop, slot in wanted))
    assert sum(each.done for each in answers) == MOST_NEWCOMER_SESSIONS
    assert set(refusals(answers)) == {WITH_ONE, OVER_ALL}


async def test_sessions_count_and_not_requests(shops: list[Shop], newcomer: Client) -> None:
    slots = await free_slots(newcomer, shops[0])
    most = MOST_NEWCOMER_SESSIONS_WITH_PROVIDER
    assert set(refusals([await newcomer.book(shops[0], slots[: most + 1])])) == {WITH_ONE}
    placed = await newcomer.book(shops[0], slots[:most])
    assert placed.done
    assert not (await newcomer.book(shops[0], slots[most : most + 1])).done
    order_id = str(placed.part("booking_data")["order_id"])
    await newcomer.must_post(
        "update_appointment_order_request", iv_order_id=order_id, iv_response="cancelled"
    )
    assert (await newcomer.book(shops[0], slots[most : most + 1])).done, "what is cancelled counts no more"


async def test_many_codes_to_one_address_are_one_guest(
    http: httpx.AsyncClient, postbox: MailboxClient, shops: list[Shop]
) -> None:
    email = new_email("zoe")
    guests = [Guest(http, postbox, "Zoë Łódzka", email) for _ in range(3)]
    slots = await free_slots(guests[0], shops[0])
    answers: list[ApiAnswer] = []
    for number, guest in enumerate(guests):
        known = {mail.code for mail in await postbox.mails(email)}
        answer = await guest.must_post("verify_guest_credentials", iv_name=guest.name, iv_email=email)
        guest.token = answer.text("access_token")
        while (code := await postbox.code(email)) in known:
            await asyncio.sleep(0.05)
        guest.code = code
        own = slots[number * 20 : number * 20 + 20]
        answers += await asyncio.gather(*(guest.book(shops[0], [slot]) for slot in own))
    assert sum(each.done for each in answers) == MOST_NEWCOMER_SESSIONS_WITH_PROVIDER
    assert set(refusals(answers)) == {WITH_ONE}
