"""Delivers each event three times in any order and checks who gets an alert or a mail, and who does not."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, Literal

import httpx
import pytest
from chassis.ids import new_id
from client.api_client import UnexpectedRefusal, eventually
from contracts.event import EVENTS, Event
from contracts.events.booking import OrderRequested
from contracts.events.identity import AccountDeleted, PreferencesChanged
from contracts.events.notifications import AlertRaised
from contracts.events.profiles import BlockChanged
from contracts.events.profiles_moderation import StandingChanged
from notifications.app import create_app
from notifications.settings import NotificationsSettings
from pydantic import SecretStr
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import ServiceApp

from services.notifications.tests.conftest import PUBLIC_URL, Caller, registered
from services.notifications.tests.event_case import NAMES, EventCase, Expected, Participants
from services.notifications.tests.event_cases import TABLE
from services.notifications.tests.fake_fcm import FakeFcm

pytestmark = pytest.mark.service
As = Callable[[str], Caller]
State = Literal["as they are", "switched off", "blocked", "suspended", "deleted"]
STATES: Final[tuple[State, ...]] = ("as they are", "switched off", "blocked", "suspended", "deleted")
SUBJECTS: Final = ("appointments", "reminders", "ratings", "circle", "posts", "messages", "summary")
Received = Counter[tuple[str, ...]]


def test_the_table_knows_every_event() -> None:
    assert set(TABLE) == set(EVENTS)


@pytest.fixture
async def client(service_app: ServiceApp, database_url: str, fcm: FakeFcm) -> httpx.AsyncClient:
    """The service with its mailbox, and with FCM."""
    settings = NotificationsSettings(
        database_url=database_url,
        public_url=PUBLIC_URL,
        drain_seconds=2,
        fcm_credentials=SecretStr(fcm.credentials()),
    )
    return await service_app(create_app, settings)


class Happening:
    """A row of the table with accounts of its own, which are all in this state."""

    def __init__(self, row: EventCase, staff_id: str, state: State) -> None:
        self.row = row
        self.state: State = state
        self.cast = Participants(staff_id)
        self.event = row.make(self.cast)
        text = self.event.model_dump_json()
        self.concerned = {
            role: each for role, each in self.cast.ids.items() if each in text or role == "staff"
        }

    def url(self, expected: Expected) -> str:
        """The alert's link, with the ids filled in."""
        told = self.event.model_dump()
        things = {**told, **told.get("post", {}), **told.get("order", {})}
        return expected.url.format_map({name: things[name] for name in things if name.endswith("_id")})


def alerted(expected: Expected, state: State) -> bool:
    """Whether the alert is raised for an account in this state."""
    return (
        bool(expected.alert)
        and state not in {"suspended", "deleted"}
        and not (state == "blocked" and expected.social)
    )


def mailed(expected: Expected, state: State) -> bool:
    """Whether the mail is sent to an account, or a mere address, in this state."""
    if not expected.mail or expected.subject is None:
        return bool(expected.mail)
    switched_off = state == "switched off" and expected.subject != "safety"
    return not (state == "deleted" or switched_off or (state == "suspended" and not expected.even_suspended))


def pushed(expected: Expected, state: State) -> bool:
    """Whether the alert also reaches the device."""
    return alerted(expected, state) and not (state == "switched off" and expected.subject != "safety")


async def bring_about(published: EventRecorder, state: State, ids: Sequence[str]) -> None:
    """Bring these accounts into this state without alerting anybody."""
    match state:
        case "as they are":
            return
        case "switched off":
            off: dict[str, dict[str, bool]] = {
                subject: {"in_app": False, "email": False, "push": False} for subject in SUBJECTS
            }
            events: Iterable[Event] = (
                PreferencesChanged(account_id=each, channels=off, revision=1) for each in ids
            )
        case "blocked":
            events = (
                BlockChanged(blocker_id=one, blocked_id=other, blocked=True, revision=1)
                for one, other in pairwise(ids)
            )
        case "suspended":
            events = (
                StandingChanged(account_id=each, suspended=True, title="", note="", revision=1, replayed=True)
                for each in ids
            )
        case "deleted":
            events = (AccountDeleted(account_id=each) for each in ids)
    await published.tell(*events)


async def settled(read: Callable[[], Any], expected: Any) -> Any:
    """Read until the result is the expected one; returns the last result."""

    async def is_expected() -> bool:
        return await read() == expected

    with suppress(UnexpectedRefusal):  # the test shows what differs
        await eventually(is_expected, seconds=5)
    return await read()


@pytest.mark.parametrize("state", STATES)
async def test_who_hears_of_each_event(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, fcm: FakeFcm, state: State
) -> None:
    staff_id = new_id()
    happenings = [Happening(row, staff_id, state) for rows in TABLE.values() for row in rows]
    last = Happening(TABLE[OrderRequested.key][0], staff_id, "as they are")
    accounts: set[str] = set()
    for each in (*happenings, last):
        for role, account_id in each.concerned.items():
            if account_id not in accounts:
                email, staff = each.cast.email(role), role == "staff"
                await published.tell(registered(account_id, NAMES[role], email=email, staff=staff))
                device = {"iv_token": account_id, "iv_platform": "ios"}
                await caller(account_id).post("register_push_token", **device)
                accounts.add(account_id)
        if each is not last:
            await bring_about(published, state, list(each.concerned.values()))

    published.forget()
    sent = [each.event for each in happenings]
    for event in random.Random(state).sample([*sent, *sent, *sent], k=3 * len(sent)):
        await published.tell(event)
    await published.tell(last.event)  # everything before it has been handled once its alert is there
    happenings.append(last)
    sent.append(last.event)

    expected = [(each, expectation) for each in happenings for expectation in each.row.expects]
    alerts = Counter(
        (
            each.cast[expectation.who],
            expectation.alert,
            expectation.says,
            each.url(expectation),
            "read" if each.state == "switched off" and expectation.subject != "safety" else "active",
        )
        for each, expectation in expected
        if alerted(expectation, each.state)
    )
    assert await alerts_of([caller(each) for each in accounts]) == alerts
    await published.wait_for(AlertRaised, alerts.total())
    raised = [event for event in published.of(AlertRaised) if event not in sent]
    shown = [event.notification_data for event in raised]
    assert [event.receiver_id for event in raised] == [each.notification_receiver_id for each in shown]
    assert Counter(map(_shown_alert, (each.model_dump() for each in shown))) == alerts

    mails = Counter(
        (each.cast.email(expectation.who), expectation.mail)
        for each, expectation in expected
        if mailed(expectation, each.state)
    )

    async def mailbox() -> Received:
        found = (await client.get("/dev/mail.json")).json()
        return Counter((mail["to"], mail["subject"]) for mail in found)

    assert await settled(mailbox, mails) == mails

    pushes = Counter(
        (each.cast[expectation.who], expectation.says, each.url(expectation))
        for each, expectation in expected
        if pushed(expectation, each.state)
    )

    async def devices() -> Received:
        return Counter(
            (token, message["notification"]["body"], message["data"]["url"])
            for token, messages in fcm.shown.items()
            for message in messages
        )

    assert await settled(devices, pushes) == pushes

    async def own() -> Received:
        keys = [event.key for event in published.events if event not in sent]
        return Counter((key,) for key in keys if key.startswith("notifications.") and key != AlertRaised.key)

    emitted: Received = Counter()
    for each in happenings:
        emitted.update({(key,): count for key, count in each.row.emits.items()})
    assert await settled(own, emitted) == emitted


def _shown_alert(alert: dict[str, Any]) -> tuple[str, ...]:
    names = ("receiver_id", "type", "text", "url")
    return (*(str(alert[f"notification_{name}"]) for name in names), str(alert["status"]))


async def alerts_of(people: Sequence[Caller]) -> Received:
    """The alerts of all these accounts, and each badge as it should be."""
    found: Received = Counter()
    for one in people:
        data = (await one.get("/internal/alerts", limit=100)).json()["data"]
        assert data["unread"] == sum(each["status"] == "active" for each in data["alerts_list"])
        found.update(map(_shown_alert, data["alerts_list"]))
    return found
