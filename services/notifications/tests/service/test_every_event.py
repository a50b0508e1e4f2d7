"""Every event of the house, told three times in any order: who hears of it, how, and who must not."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, Literal

import httpx
import pytest
from chassis.ids import new_id
from contracts.event import EVENTS, Event
from contracts.events.booking import OrderRequested
from contracts.events.identity import AccountDeleted, PreferencesChanged
from contracts.events.notifications import AlertRaised
from contracts.events.profiles import BlockChanged, StandingChanged
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
State = Literal["as they are", "switched off", "apart", "suspended", "deleted"]
STATES: Final[tuple[State, ...]] = ("as they are", "switched off", "apart", "suspended", "deleted")
SUBJECTS: Final = ("appointments", "reminders", "ratings", "circle", "posts", "messages")
Heard = Counter[tuple[str, ...]]


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
    """A row of the table as it happens to a cast of its own, whose accounts are in this state."""

    def __init__(self, row: EventCase, staff_id: str, state: State) -> None:
        self.row = row
        self.state: State = state
        self.cast = Participants(staff_id)
        self.event = row.make(self.cast)
        text = self.event.model_dump_json()
        self.concerned = {
            role: each for role, each in self.cast.ids.items() if each in text or role == "staff"
        }

    def url(self, told: Expected) -> str:
        """Where the alert leads, the thing's id filled in."""
        things = {**self.event.model_dump(), **self.event.model_dump().get("post", {})}
        return told.url.format_map({name: things[name] for name in things if name.endswith("_id")})


def alerted(told: Expected, state: State) -> bool:
    """Whether the alert is raised for an account in this state."""
    return (
        bool(told.alert) and state not in {"suspended", "deleted"} and not (state == "apart" and told.social)
    )


def mailed(told: Expected, state: State) -> bool:
    """Whether the mail is sent to an account, or a mere address, in this state."""
    if not told.mail or told.subject is None:
        return bool(told.mail)
    switched_off = state == "switched off" and told.subject != "safety"
    return not (state == "deleted" or switched_off or (state == "suspended" and not told.even_suspended))


def pushed(told: Expected, state: State) -> bool:
    """Whether the alert also reaches the device."""
    return alerted(told, state) and not (state == "switched off" and told.subject != "safety")


async def bring_about(published: EventRecorder, state: State, ids: Sequence[str]) -> None:
    """These accounts are in this state; nobody is told how they came to be."""
    match state:
        case "as they are":
            return
        case "switched off":
            off: dict[str, dict[str, bool]] = {
                subject: {"in_app": False, "email": False, "push": False} for subject in SUBJECTS
            }
            told: Iterable[Event] = (
                PreferencesChanged(account_id=each, channels=off, revision=1) for each in ids
            )
        case "apart":
            told = (
                BlockChanged(blocker_id=one, blocked_id=other, blocked=True, revision=1)
                for one, other in pairwise(ids)
            )
        case "suspended":
            told = (
                StandingChanged(account_id=each, suspended=True, title="", note="", revision=1, replayed=True)
                for each in ids
            )
        case "deleted":
            told = (AccountDeleted(account_id=each) for each in ids)
    await published.tell(*told)


async def settled(read: Callable[[], Any], expected: Any) -> Any:
    """What `read` gives once it is what is expected, or what it gave in the end."""
    for _ in range(250):
        if await read() == expected:
            break
        await asyncio.sleep(0.02)
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
    told = [each.event for each in happenings]
    for event in random.Random(state).sample([*told, *told, *told], k=3 * len(told)):
        await published.tell(event)
    await published.tell(last.event)  # once this is heard of, nothing else is on its way
    happenings.append(last)
    told.append(last.event)

    expected = [(each, words) for each in happenings for words in each.row.told]
    alerts = Counter(
        (
            each.cast[words.who],
            words.alert,
            words.says,
            each.url(words),
            "read" if each.state == "switched off" and words.subject != "safety" else "active",
        )
        for each, words in expected
        if alerted(words, each.state)
    )
    assert await alerts_of([caller(each) for each in accounts]) == alerts
    await published.wait_for(AlertRaised, alerts.total())
    raised = [event for event in published.of(AlertRaised) if event not in told]
    shown = [event.notification_data for event in raised]
    assert [event.receiver_id for event in raised] == [each.notification_receiver_id for each in shown]
    assert Counter(map(_heard, (each.model_dump() for each in shown))) == alerts

    mails = Counter(
        (each.cast.email(words.who), words.mail) for each, words in expected if mailed(words, each.state)
    )

    async def mailbox() -> Heard:
        found = (await client.get("/dev/mail.json")).json()
        return Counter((mail["to"], mail["subject"]) for mail in found)

    assert await settled(mailbox, mails) == mails

    pushes = Counter(
        (each.cast[words.who], words.says, each.url(words))
        for each, words in expected
        if pushed(words, each.state)
    )

    async def devices() -> Heard:
        return Counter(
            (token, message["notification"]["body"], message["data"]["url"])
            for token, messages in fcm.shown.items()
            for message in messages
        )

    assert await settled(devices, pushes) == pushes

    own = Counter(
        event.key
        for event in published.events
        if event not in told and event.key.startswith("notifications.")
    )
    emitted = sum((Counter(each.row.emits) for each in happenings), Counter[str]())
    assert own - Counter({AlertRaised.key: alerts.total()}) == emitted


def _heard(alert: dict[str, Any]) -> tuple[str, ...]:
    names = ("receiver_id", "type", "text", "url")
    return (*(str(alert[f"notification_{name}"]) for name in names), str(alert["status"]))


async def alerts_of(people: Sequence[Caller]) -> Heard:
    """The alerts of all these accounts, and each badge as it should be."""
    found: Heard = Counter()
    for one in people:
        data = (await one.get("/internal/alerts", limit=100)).json()["data"]
        assert data["unread"] == sum(each["status"] == "active" for each in data["alerts_list"])
        found.update(map(_heard, data["alerts_list"]))
    return found
