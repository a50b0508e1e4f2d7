"""Acting with a mail address that nobody has proven: taking a provider's time, lending trust, guessing the
code.

Which calls ask for the code is tested with the callers.
"""

import asyncio
from typing import Final

import httpx
import pytest
from client.api_client import ApiAnswer
from client.mailbox_client import MailboxClient
from client.personas import Client, Provider, Shop, free_slots, new_email

pytestmark = pytest.mark.service
FIELD: Final = "iv_confirmation_code"
GUESSES: Final = 40
TRIES: Final = 5


@pytest.fixture
async def shop(http: httpx.AsyncClient, postbox: MailboxClient) -> Shop:
    """A provider with a confirmed address."""
    provider = Provider(http, "Mara Weiss", new_email("mara"))
    await provider.join(postbox)
    return await provider.open_shop()


async def attacker(http: httpx.AsyncClient) -> Client:
    """An account on an address that its owner never opened."""
    person = Client(http, "Sam Stranger", new_email("stranger"))
    await person.sign_up()
    return person


async def test_who_has_not_confirmed_takes_no_time_until_the_code_is_typed(
    http: httpx.AsyncClient, shop: Shop, postbox: MailboxClient
) -> None:
    stranger = await attacker(http)
    slots = await free_slots(stranger, shop)
    refused = await stranger.book(shop, slots[:1])
    assert (refused.http, refused.done, set(refused.fields)) == (200, False, {FIELD})
    assert await free_slots(stranger, shop) == slots, "no time was taken"
    code = await postbox.code(stranger.email)
    await stranger.must_post("confirm_account_by_code", iv_confirmation_code=code)
    assert (await stranger.book(shop, slots[:1])).done, "the code is enough, at once"


async def test_nobody_is_trusted_by_accounts_that_a_stranger_made_up(
    http: httpx.AsyncClient, shop: Shop
) -> None:
    provider = {"iv_provider_id": shop.provider_id}
    strangers = [await attacker(http) for _ in range(3)]
    for stranger in strangers:
        await stranger.must_post("add_new_interest", **provider)
        refused = await stranger.post("update_trust_status", **provider, iv_trusted="yes")
        assert (refused.http, refused.done, set(refused.fields)) == (200, False, {FIELD})
    page = await strangers[0].must_get("get_provider_profile", username=shop.username)
    assert page.part("account_data")["trusted_by"] == 0


async def test_a_code_is_not_guessed(http: httpx.AsyncClient, postbox: MailboxClient) -> None:
    stranger, other = await attacker(http), await attacker(http)
    right = await postbox.code(stranger.email)
    wrong = [f"{(int(right) + step) % 1_000_000:06}" for step in range(1, GUESSES + 1)]

    async def guess(code: str) -> ApiAnswer:
        return await stranger.post("confirm_account_by_code", iv_confirmation_code=code)

    answers = await asyncio.gather(*(guess(code) for code in wrong))
    assert not any(each.done for each in answers)
    assert [set(each.fields) for each in answers] == [{FIELD}] * GUESSES
    read = [each.fields[FIELD] for each in answers]
    assert read.count("This is not the code that we mailed you.") == TRIES
    assert not (await guess(right)).done, "after five wrong ones the right one holds no more"
    foreign = await other.post("confirm_account_by_code", iv_confirmation_code=right)
    assert not foreign.done, "a code is for one account"
