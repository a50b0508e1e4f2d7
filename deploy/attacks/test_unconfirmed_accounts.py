"""Acting with a mail address that nobody has proven: calls that reach others, and guessing the code."""

import asyncio
from typing import Final

import httpx
import pytest
from client.api_client import ApiAnswer, Json
from client.mailbox_client import MailboxClient
from client.personas import PROFILE, Client, Provider, Shop, free_slots, new_email

pytestmark = pytest.mark.service
FIELD: Final = "iv_confirmation_code"
UNKNOWN: Final = "0199c0de-0000-7000-8000-000000000000"
PICTURE: Final = "data:image/png;base64,iVBORw0KGgo="
GUESSES: Final = 40
TRIES: Final = 5

ACTS: Final[dict[str, dict[str, Json]]] = {
    "send_message": {"iv_owner_id": UNKNOWN, "iv_text": "Hello there"},
    "create_new_feed_content": {"iv_post_brief": "Buy now", "iv_media_base": [PICTURE]},
    "update_feed_content": {"iv_post_id": UNKNOWN, "iv_post_brief": "Buy now", "iv_media_base": [PICTURE]},
    "upload_feed_media": {"iv_media_base": PICTURE},
    "create_repost_feed_content": {"iv_post_id": UNKNOWN, "iv_repost_brief": ""},
    "create_post_feed_comment": {"iv_post_id": UNKNOWN, "iv_post_comment": "Buy now"},
    "report_user_account": {
        "iv_user_id": UNKNOWN,
        "iv_report_type": "accounts",
        "iv_report_issue_id": UNKNOWN,
        "iv_report_title": "Child Safety",
        "iv_report_details": "x",
        "iv_report_additional": "",
    },
    "create_appointment_rating": {"iv_order_id": UNKNOWN, "iv_rating": "1", "iv_feedback": "Never again"},
    "create_appointment_request_rating": {"iv_order_id": UNKNOWN},
    "create_client_rating": {"iv_order_id": UNKNOWN, "iv_rating": "1", "iv_feedback": "Never again"},
    "answer_rating": {"iv_order_id": UNKNOWN, "iv_answer": "Buy now"},
    "remove_rating_answer": {"iv_order_id": UNKNOWN},
    "update_profile_info": PROFILE,
}
"""Every call but booking by which an account reaches others."""


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


def asks_for_the_code(answer: ApiAnswer) -> bool:
    """Whether the answer is the refusal of an address that is not confirmed, which can be mended."""
    return answer.http == 200 and not answer.done and set(answer.fields) == {FIELD}


async def test_nobody_reaches_others_with_an_address_that_is_not_theirs(
    http: httpx.AsyncClient, shop: Shop, postbox: MailboxClient
) -> None:
    stranger = await attacker(http)
    slots = await free_slots(stranger, shop)
    answers = {call: await stranger.post(call, **fields) for call, fields in ACTS.items()}
    answers["create_appointment_order"] = await stranger.book(shop, slots[:1])
    passed = {call: (each.http, each.fields) for call, each in answers.items() if not asks_for_the_code(each)}
    assert not passed
    assert await free_slots(stranger, shop) == slots, "no time was taken"
    code = await postbox.code(stranger.email)
    await stranger.must_post("confirm_account_by_code", iv_confirmation_code=code)
    assert (await stranger.book(shop, slots[:1])).done, "the code is enough, at once"


async def test_who_has_not_confirmed_browses(http: httpx.AsyncClient, shop: Shop) -> None:
    stranger = await attacker(http)
    await stranger.must_get("get_feed_posts")
    await stranger.must_get("search", q="physiotherapy")
    await stranger.must_get("get_provider_profile", owner_id=shop.provider_id)
    await stranger.must_get("get_booking_info")
    await stranger.must_post("add_new_interest", iv_provider_id=shop.provider_id)


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
