"""An account's language: taken from the device or browser first, changed by a call, published."""

import json

import httpx
import pytest
from chassis.db import Database
from contracts.event import Event
from contracts.events.identity import AccountRegistered, LanguageChanged, MailRequested
from identity.replays import all_accounts
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, Person, SignUp, bearer

pytestmark = pytest.mark.service
NADIA = {"iv_name": "Nadia Kessler", "iv_email": "nadia@example.com", "iv_password": PASSWORD}


@pytest.mark.parametrize(
    ("device", "browser", "language"),
    [
        ({"language": "fr"}, "es", "french"),
        (json.dumps({"language": "ar", "timezone": "UTC"}), "", "arabic"),
        ({"language": "spanish"}, "", "spanish"),
        ({"language": "tlh"}, "nl, es;q=0.8", "spanish"),
        ({}, "ar-EG,ar;q=0.9,en;q=0.5", "arabic"),
        ({"language": {"fr": 1}}, "", "english"),
        (None, "nl-NL", "english"),
    ],
)
async def test_a_new_account_has_the_language_of_its_device(
    client: httpx.AsyncClient, published: EventRecorder, device: object, browser: str, language: str
) -> None:
    answer = await client.post(
        "/api/sign_up", json={**NADIA, "iv_device_data": device}, headers={"Accept-Language": browser}
    )
    assert answer.json()["status"]
    assert (await published.first(AccountRegistered)).account.language == language
    assert (await published.first(MailRequested)).language == language


async def test_another_language_is_told_once_and_shown(
    sign_up: SignUp, published: EventRecorder, database_url: str
) -> None:
    person = await sign_up()
    body = (await person.post("update_language", iv_language="arabic")).json()
    assert (body["status"], body["data"]) == (True, {"language": "arabic"})
    await person.post("update_language", iv_language="arabic")
    await person.post("update_language", iv_language="french")
    events = await published.wait_for(LanguageChanged, 2)
    assert [event.account.language for event in events] == ["arabic", "french"]
    assert events[0].account.revision < events[1].account.revision
    assert (await person.get("/api/get_notification_preferences")).json()["data"]["language"] == "french"
    assert (await person.get("/internal/export")).json()["data"]["account"]["language"] == "french"
    assert await _told_again(database_url) == ["french"]
    again = (await person.post("update_notification_preferences", iv_preferences={})).json()
    assert again["data"]["language"] == "french"


async def test_the_next_sign_in_says_the_language_that_nobody_has_said(
    client: httpx.AsyncClient, sign_up: SignUp, published: EventRecorder
) -> None:
    person, chooser = await sign_up(), await sign_up()
    await chooser.post("update_language", iv_language="english")

    async def sign_in(who: Person, device: dict[str, str], browser: str = "") -> str:
        fields = {"iv_email": who.email, "iv_password": who.password, "iv_device_data": device}
        answer = await client.post("/api/sign_in", json=fields, headers={"Accept-Language": browser})
        headers = bearer(answer.json()["data"]["access_token"])
        shown = await client.get("/api/get_notification_preferences", headers=headers)
        return shown.json()["data"]["language"]

    assert await sign_in(person, {"language": "tlh"}, "nl") == "english"
    assert await sign_in(person, {"language": "ar"}, "es") == "arabic"
    assert await sign_in(person, {"language": "fr"}) == "arabic", "it was said"
    assert await sign_in(chooser, {"language": "fr"}) == "english", "it was chosen"
    (event,) = await published.wait_for(LanguageChanged)
    assert (event.account.account_id, event.account.language) == (person.id, "arabic")


async def _told_again(database_url: str) -> list[str]:
    database = Database(database_url)
    async with database.writing() as tx:
        events: list[Event] = [event async for event in all_accounts(tx)]
    await database.close()
    return [event.account.language for event in events if isinstance(event, AccountRegistered)]


@pytest.mark.parametrize("value", ["dutch", "fr", "", None, 7, ["french"]])
async def test_a_language_that_the_house_does_not_speak_is_refused(sign_up: SignUp, value: object) -> None:
    person = await sign_up()
    body = (await person.post("update_language", iv_language=value)).json()
    assert not body["status"]
    assert set(body["message"]["iv_msg"]) == {"iv_language"}


async def test_nobody_changes_a_language_without_a_login(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/update_language", json={"iv_language": "french"})).status_code == 401


@pytest.mark.parametrize(
    ("device", "browser", "language"),
    [({}, "es-MX,es;q=0.9", "spanish"), ({"language": "ar"}, "es", "arabic"), ({}, "", "english")],
)
async def test_a_guests_code_is_mailed_in_the_guests_language(
    client: httpx.AsyncClient, published: EventRecorder, device: dict[str, str], browser: str, language: str
) -> None:
    await client.post(
        "/api/verify_guest_credentials",
        json={"iv_name": "Olu Ade", "iv_email": "olu@example.com", "iv_device_data": device},
        headers={"Accept-Language": browser},
    )
    assert (await published.first(MailRequested)).language == language
