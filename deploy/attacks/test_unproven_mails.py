"""Sending words of one's own to the addresses of others: as a name, as a question to the staff."""

from typing import Final

import httpx
import pytest
from client.api_client import ApiClient, Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, Persona, new_email
from contracts.languages import TAGS
from local.staff import TEST_STAFF_EMAIL

pytestmark = pytest.mark.service
NAME: Final = "Pillbargains Ringus"
WORDS: Final = "Pillbargains are sold at pills.example.com, ring us"
BAIT: Final = ("pillbargains", "ringus", "pills.example.com")
ANSWER: Final = "We do not know what you mean."


@pytest.fixture
async def staff(http: httpx.AsyncClient) -> Persona:
    """One of the staff."""
    person = Persona(http, "Ada", TEST_STAFF_EMAIL)
    await person.sign_in()
    return person


async def wait_for_mails(http: httpx.AsyncClient, to: str, number: int) -> list[dict[str, object]]:
    """The mails to an address with all that they hold, once there are so many."""

    async def look() -> list[dict[str, object]] | None:
        mails = [mail for mail in (await http.get("/dev/mail.json")).json() if mail["to"] == to]
        return mails if len(mails) >= number else None

    return await eventually(look, f"{number} mails to {to}", seconds=40)


def assert_without_bait(mails: list[dict[str, object]]) -> None:
    for mail in mails:
        assert not [word for word in BAIT if word in str(mail).lower()], mail["subject"]


async def answer_from(staff: Persona, request_id: object) -> None:
    """The staff's answer, as soon as they may give it."""

    async def answered() -> bool | None:
        fields: dict[str, Json] = {"iv_request_id": str(request_id), "iv_answer": ANSWER}
        return (await staff.post("staff_answer_request", **fields)).done or None

    await eventually(answered, "the answer")


@pytest.mark.parametrize("tag", TAGS.values())
async def test_a_name_is_not_mailed_to_the_address_of_somebody_else(
    http: httpx.AsyncClient, tag: str
) -> None:
    victim, stranger = new_email("victim"), ApiClient(http)
    device: dict[str, Json] = {"language": tag}
    await stranger.must_post("verify_guest_credentials", iv_name=NAME, iv_email=victim, iv_device_data=device)
    await stranger.must_post(
        "sign_up", iv_name=NAME, iv_email=victim, iv_password=PASSWORD, iv_device_data=device
    )
    await stranger.must_post("forgot_password", iv_email=victim)
    mails = await wait_for_mails(http, victim, 3)
    assert len({mail["subject"] for mail in mails}) == 3, "a code, a confirmation and a reset"
    assert_without_bait(mails)


async def test_a_question_is_not_mailed_to_the_address_that_a_guest_typed(
    http: httpx.AsyncClient, staff: Persona
) -> None:
    victim = new_email("victim")
    asked = await ApiClient(http).must_post(
        "create_user_request", iv_topic="support", iv_text=WORDS, iv_name=NAME, iv_email=victim
    )
    await answer_from(staff, asked.data["request_id"])
    mails = await wait_for_mails(http, victim, 1)
    assert ANSWER in str(mails[0]["text"])
    assert_without_bait(mails)


async def test_a_question_is_not_mailed_to_the_unconfirmed_address_of_an_account(
    http: httpx.AsyncClient, staff: Persona
) -> None:
    stranger = Client(http, NAME, new_email("victim"))
    await stranger.sign_up()
    asked = await ask(stranger)
    await answer_from(staff, asked)
    mails = await wait_for_mails(http, stranger.email, 2)
    assert any(ANSWER in str(mail["text"]) for mail in mails)
    assert_without_bait(mails)


async def test_a_confirmed_address_reads_its_own_question(http: httpx.AsyncClient, staff: Persona) -> None:
    asker, postbox = Client(http, NAME, new_email("asker")), MailboxClient(http, "/dev/mail.json")
    await asker.join(postbox)
    await answer_from(staff, await ask(asker))
    mail = await postbox.first(asker.email, subject="answer")
    assert WORDS in mail.text
    assert ANSWER in mail.text


async def ask(person: Client) -> object:
    """The id of a question to the staff, once profiles has heard of the account."""

    async def asked() -> object | None:
        answer = await person.post("create_user_request", iv_topic="support", iv_text=WORDS)
        return answer.data["request_id"] if answer.done else None

    return await eventually(asked, "the question")
