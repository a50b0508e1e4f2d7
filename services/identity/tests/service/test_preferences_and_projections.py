"""Preferences, and the facts that identity keeps of other services."""

import asyncio
import json
from datetime import UTC, datetime

import httpx
import pytest
from chassis.db import Database
from contracts.event import Event
from contracts.events.booking import ClientFirstRequested
from contracts.events.identity import (
    AccountDeleted,
    AccountRegistered,
    AccountRenamed,
    PreferencesChanged,
)
from contracts.events.notifications import MailUnsubscribed
from contracts.events.profiles import (
    AccountProfileChanged,
    AvatarChanged,
    ProfileCompleted,
    ProfileFacts,
    ProfileUpdated,
)
from identity.jobs import give_usernames
from identity.replays import all_accounts, all_deleted_accounts
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, Person, SignUp

pytestmark = pytest.mark.service


def _profile(
    account_id: str, revision: int, phone: str = "030123456", *, completed: bool = True
) -> ProfileFacts:
    return ProfileFacts(
        account_id=account_id,
        completed=completed,
        expertise="Pilates",
        category="wellness",
        country="Germany-DE",
        city="Berlin",
        currency="EUR-DE",
        delivery_mode="hybrid",
        location_address="Torstr. 1",
        contact_phone=phone,
        timezone="Europe/Berlin",
        bio="Small steps",
        avatar="avatars/1.webp",
        revision=revision,
    )


async def _session(person: Person) -> dict[str, object]:
    return (await person.get("/internal/session_data")).json()["data"]["session_data"]


async def test_favourites_as_list_and_as_json(sign_up: SignUp) -> None:
    person = await sign_up()
    body = (
        await person.post(
            "update_starter_preferences",
            iv_fav_category=["wellness", "legal", "wellness"],
            iv_fav_services=json.dumps(["Back relief plan"]),
        )
    ).json()
    session = body["data"]["session_data"]
    assert (session["fav_category"], session["fav_services"]) == (["wellness", "legal"], ["Back relief plan"])
    back = (
        await person.post("update_starter_preferences", iv_fav_category=[], iv_fav_services=["all", "x"])
    ).json()
    assert (
        back["data"]["session_data"]["fav_category"]
        == back["data"]["session_data"]["fav_services"]
        == ["all"]
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("iv_fav_category", ["astrology"]),
        ("iv_fav_category", "nonsense"),
        ("iv_fav_category", {"a": 1}),
        ("iv_fav_category", None),
        ("iv_fav_services", ["x" * 151]),
        ("iv_fav_services", [str(number) for number in range(51)]),
        ("iv_fav_services", [7]),
    ],
)
async def test_bad_favourites_are_named(sign_up: SignUp, field: str, value: object) -> None:
    person = await sign_up()
    fields = {"iv_fav_category": ["all"], "iv_fav_services": ["all"], field: value}
    body = (await person.post("update_starter_preferences", **fields)).json()
    assert not body["status"]
    assert set(body["message"]["iv_msg"]) == {field}


async def test_news_is_on_until_switched_off_and_notifications_hear_of_it(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up()
    shown = (await person.get("/api/get_notification_preferences")).json()["data"]["preferences"]
    assert all(on for channels in shown.values() for on in channels.values())
    await person.post("update_notification_preferences", iv_preferences={"circle": {"email": False}})
    change = json.dumps({"circle": {"push": False}, "posts": {"in_app": False}})
    body = (await person.post("update_notification_preferences", iv_preferences=change)).json()
    after = body["data"]["preferences"]
    assert after["circle"] == {"in_app": True, "email": False, "push": False}
    assert after["posts"] == {"in_app": False, "email": True, "push": True}
    events = await published.wait_for(PreferencesChanged, 2)
    assert events[-1].channels == after
    assert events[-1].revision > events[0].revision


async def test_the_link_in_a_mail_switches_such_mails_off(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    await person.post("update_notification_preferences", iv_preferences={"posts": {"push": False}})
    stopped = MailUnsubscribed(account_id=person.id, kind="posts")
    await published.tell(
        stopped,
        stopped,
        MailUnsubscribed(account_id=person.id, kind="posts"),
        MailUnsubscribed(account_id=person.id, kind="weather"),
        MailUnsubscribed(account_id="never heard of", kind="posts"),
    )
    shown = (await person.get("/api/get_notification_preferences")).json()["data"]["preferences"]
    assert shown["posts"] == {"in_app": True, "email": False, "push": False}
    assert all(channels["email"] for kind, channels in shown.items() if kind != "posts")
    await person.post("update_notification_preferences", iv_preferences={"posts": {"email": True}})
    events = await published.wait_for(PreferencesChanged, 3)
    assert [event.channels["posts"]["email"] for event in events] == [True, False, True]
    assert events[1].channels == shown


@pytest.mark.parametrize(
    "value", [None, "", "[]", "x", {"weather": {}}, {"circle": {"smoke": True}}, {"circle": 7}]
)
async def test_bad_preferences_are_named(sign_up: SignUp, value: object) -> None:
    person = await sign_up()
    body = (await person.post("update_notification_preferences", iv_preferences=value)).json()
    assert not body["status"]
    assert set(body["message"]["iv_msg"]) == {"iv_preferences"}


async def test_the_session_follows_the_profile_newest_revision_first(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up()
    await published.tell(ProfileCompleted(profile=_profile(person.id, 2)))
    session = await _session(person)
    assert (session["accountType"], session["serviceProvider"], session["onboardProfile"]) == (
        "provider",
        True,
        True,
    )
    assert (session["phone"], session["avatar"]) == ("030123456", "avatars/1.webp")
    await published.tell(
        ProfileUpdated(profile=_profile(person.id, 4, phone="040999999")),
        ProfileUpdated(profile=_profile(person.id, 3, phone="089111111", completed=False)),
    )
    assert (await _session(person))["phone"] == "040999999"
    await published.tell(AvatarChanged(account_id=person.id, avatar="avatars/2.webp", revision=5))
    after = await _session(person)
    assert (after["avatar"], after["phone"], after["accountType"]) == (
        "avatars/2.webp",
        "040999999",
        "provider",
    )


async def test_a_name_given_to_profiles_is_told_on_once(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    change = AccountProfileChanged(account_id=person.id, name="Nadia K.", phone="030777777", revision=7)
    older = AccountProfileChanged(account_id=person.id, name="Nadia", phone="", revision=6)
    await published.tell(change, change, older)
    session = await _session(person)
    assert (session["name"], session["phone"]) == ("Nadia K.", "030777777")
    same_name = AccountProfileChanged(account_id=person.id, name="Nadia K.", phone="030", revision=8)
    newest = AccountProfileChanged(account_id=person.id, name="Nadia Kay", phone="030", revision=9)
    await published.tell(same_name, newest)
    names = [event.account.name for event in await published.wait_for(AccountRenamed, 2)]
    assert names == ["Nadia K.", "Nadia Kay"]


async def test_a_provider_without_a_username_is_given_a_free_one(
    sign_up: SignUp, published: EventRecorder
) -> None:
    taken, provider, client = await sign_up(), await sign_up(), await sign_up()
    await taken.post("update_username", iv_username="Nadia_Kessler")
    await published.tell(
        ProfileUpdated(profile=_profile(client.id, 2, completed=False)),
        ProfileCompleted(profile=_profile(provider.id, 2)),
        ProfileUpdated(profile=_profile(provider.id, 3)),
        ProfileUpdated(profile=_profile(taken.id, 2)),
    )
    session = await _session(provider)
    assert (session["username"], session["onboardUsername"]) == ("nadia_kessler_2", True)
    assert (await _session(taken))["username"] == "Nadia_Kessler"
    assert (await _session(client))["username"] == ""
    renamed = await published.wait_for(AccountRenamed, 2)
    # Of two accounts, in any order.
    assert {event.account.username for event in renamed} == {"Nadia_Kessler", "nadia_kessler_2"}


async def test_providers_of_before_are_given_usernames(
    sign_up: SignUp, published: EventRecorder, database_url: str
) -> None:
    provider, client = await sign_up(), await sign_up()
    await published.tell(ProfileCompleted(profile=_profile(provider.id, 2)))
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE account SET username = NULL"))
    for _ in range(2):
        async with database.writing() as tx:
            await give_usernames(tx, datetime.now(UTC))
    await database.close()
    assert (await _session(provider))["username"] == "nadia_kessler"
    assert (await _session(client))["username"] == ""
    renamed = await published.wait_for(AccountRenamed, 2)
    assert [event.account.username for event in renamed] == ["nadia_kessler"] * 2


async def test_whoever_became_a_provider_waits_a_moment_for_the_username(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up()
    asked = asyncio.create_task(person.get("/internal/session_data?became_provider=true"))
    await asyncio.sleep(0.1)
    await published.tell(ProfileCompleted(profile=_profile(person.id, 2)))
    assert (await asked).json()["data"]["session_data"]["username"] == "nadia_kessler"


async def test_a_provider_s_display_name_arrives_with_the_profile(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up()
    named = AccountProfileChanged(account_id=person.id, name="Studio Norte", phone="030123456", revision=2)
    await published.tell(named, ProfileCompleted(profile=_profile(person.id, 2)))
    session = await _session(person)
    assert (session["name"], session["accountType"]) == ("Studio Norte", "provider")
    renamed = [event.account for event in await published.wait_for(AccountRenamed, 2)]
    assert [(each.name, each.username) for each in renamed] == [
        ("Studio Norte", None),
        ("Studio Norte", "studio_norte"),
    ]


async def test_only_the_client_of_a_request_has_requested_an_appointment(
    sign_up: SignUp, published: EventRecorder
) -> None:
    client, other = await sign_up(), await sign_up()
    before = [(await _session(each))["requestAppointments"] for each in (client, other)]
    await published.tell(*[ClientFirstRequested(account_id=client.id)] * 2)
    after = [(await _session(each))["requestAppointments"] for each in (client, other)]
    assert (before, after) == ([False, False], [True, False])


async def test_news_of_an_account_that_is_gone_is_let_go(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    await person.post("delete_account", iv_password=PASSWORD)
    await published.tell(
        ProfileCompleted(profile=_profile(person.id, 2)),
        AvatarChanged(account_id="never heard of", avatar="a.webp", revision=1),
    )
    other = await sign_up()
    await published.tell(AvatarChanged(account_id=other.id, avatar="a.webp", revision=1))
    assert (await _session(other))["avatar"] == "a.webp"


async def test_everything_held_is_exported_but_the_password(sign_up: SignUp) -> None:
    person = await sign_up("nadia@example.com")
    await person.post("update_username", iv_username="nadia")
    exported = (await person.get("/internal/export")).json()["data"]
    assert exported["account"]["email"] == "nadia@example.com"
    assert exported["account"]["username"] == "nadia"
    assert len(exported["logins"]) == 1
    assert "argon2" not in json.dumps(exported)


async def test_a_replay_tells_every_account_as_it_is_and_every_one_that_is_gone(
    sign_up: SignUp, client: httpx.AsyncClient, database_url: str
) -> None:
    people = [await sign_up() for _ in range(3)]
    await people[0].post("update_username", iv_username="nadia")
    await people[1].post("update_notification_preferences", iv_preferences={"posts": {"push": False}})
    await people[2].post("delete_account", iv_password=PASSWORD)
    database = Database(database_url)
    events: list[Event] = []
    async with database.writing() as tx:
        for replay in (all_accounts, all_deleted_accounts):
            events += [event async for event in replay(tx)]
    await database.close()
    accounts = {
        event.account.account_id: event.account for event in events if isinstance(event, AccountRegistered)
    }
    assert set(accounts) == {people[0].id, people[1].id}
    assert (accounts[people[0].id].username, accounts[people[0].id].revision) == ("nadia", 2)
    assert [event.account_id for event in events if isinstance(event, PreferencesChanged)] == [people[1].id]
    assert [event.account_id for event in events if isinstance(event, AccountDeleted)] == [people[2].id]
    assert all(event.occurred_at <= datetime.now(UTC) for event in events)
