"""Mails about unread messages and a growing circle: once each, to who wants them, of whom may be named."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from chassis.jobs import run_once
from client.api_client import eventually
from contracts.event import Event
from contracts.events.booking import OrderRequested
from contracts.events.identity import PreferencesChanged
from contracts.events.profiles import BlockChanged, CircleChanged
from contracts.events.profiles_moderation import StandingChanged
from notifications.jobs import news_mails
from testkit.event_recorder import EventRecorder

from services.notifications.tests.conftest import PUBLIC_URL, Caller, order, registered
from services.notifications.tests.service.test_mail import answer_mail, mailbox

pytestmark = pytest.mark.service
As = Callable[[str], Caller]
Run = Callable[[datetime], Awaitable[None]]


@pytest.fixture
async def run_jobs(client: httpx.AsyncClient, database_url: str) -> AsyncIterator[Run]:
    """Runs each job twice, as two processes do at the same moment."""
    database = Database(database_url)

    async def run(now: datetime) -> None:
        for job in news_mails(PUBLIC_URL):
            await asyncio.gather(run_once(job, database, now), run_once(job, database, now))
            await run_once(job, database, now)

    yield run
    await database.close()


async def mails_of(client: httpx.AsyncClient, published: EventRecorder, subject: str) -> list[dict[str, Any]]:
    """The mails with this subject, once a mail that was queued after them has arrived."""
    before = len([mail for mail in await mailbox(client, 0) if mail["to"] == "olu@example.com"])
    await published.tell(answer_mail())

    async def with_the_last() -> list[dict[str, Any]] | None:
        mails = await mailbox(client, 1)
        has_come = len([mail for mail in mails if mail["to"] == "olu@example.com"]) > before
        return mails if has_come else None

    mails = await eventually(with_the_last, "the last mail")
    return [mail for mail in mails if mail["subject"].startswith(subject)]


@pytest.fixture
async def pair(client: httpx.AsyncClient, published: EventRecorder, caller: As) -> tuple[Caller, Caller]:
    """Grace, who wrote to Nadia."""
    facts = order()
    await published.tell(
        registered(facts.client_id, "Grace Wanjiru"),
        registered(facts.provider_id, "Nadia Kessler"),
        OrderRequested(order=facts, actor="client"),
    )
    grace, nadia = caller(facts.client_id), caller(facts.provider_id)
    assert (await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Is the side door open?")).json()[
        "status"
    ]
    return grace, nadia


async def test_messages_unread_for_ten_minutes_are_mailed_once_until_they_are_read(
    client: httpx.AsyncClient, published: EventRecorder, pair: tuple[Caller, Caller], run_jobs: Run
) -> None:
    grace, nadia = pair
    await run_jobs(utc_now() + timedelta(minutes=9))
    assert await mails_of(client, published, "New messages") == []
    await run_jobs(utc_now() + timedelta(minutes=11))
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Or the front one?")
    await run_jobs(utc_now() + timedelta(hours=5))
    (mail,) = await mails_of(client, published, "New messages")
    assert (mail["to"], mail["subject"]) == ("nadia@example.com", "New messages from Grace Wanjiru")
    assert "Is the side door open?" in mail["text"]
    talk = (await nadia.get("/api/get_conversations")).json()["data"]["conversations"][0]
    assert f"{PUBLIC_URL}/message?conversation={talk['conversation_id']}" in mail["text"]
    assert f"{PUBLIC_URL}/unsubscribe?token=" in mail["text"]
    await nadia.post("read_messages", iv_conversation_id=talk["conversation_id"])
    await run_jobs(utc_now() + timedelta(hours=6))
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="I found it.")
    await run_jobs(utc_now() + timedelta(minutes=11))
    mails = await mails_of(client, published, "New messages")
    assert len(mails) == 2, "who has read is told of what comes after"
    assert "I found it." in mails[0]["text"]


@pytest.mark.parametrize("state", ["read", "switched off", "blocked", "writer suspended", "reader suspended"])
async def test_what_nobody_is_to_read_is_not_mailed(
    client: httpx.AsyncClient,
    published: EventRecorder,
    pair: tuple[Caller, Caller],
    run_jobs: Run,
    state: str,
) -> None:
    grace, nadia = pair
    if state == "read":
        talk = (await nadia.get("/api/get_conversations")).json()["data"]["conversations"][0]
        await nadia.post("read_messages", iv_conversation_id=talk["conversation_id"])
    else:
        away = grace.id if state == "writer suspended" else nadia.id
        events: dict[str, Event] = {
            "switched off": PreferencesChanged(
                account_id=nadia.id, channels={"messages": {"email": False}}, revision=1
            ),
            "blocked": BlockChanged(blocker_id=nadia.id, blocked_id=grace.id, blocked=True, revision=1),
        }
        suspended = StandingChanged(
            account_id=away, suspended=True, title="", note="", revision=1, replayed=True
        )
        await published.tell(events.get(state, suspended))
    await run_jobs(utc_now() + timedelta(minutes=11))
    assert await mails_of(client, published, "New messages") == []


def added(account_id: str, provider_id: str, **changed: Any) -> CircleChanged:
    """Somebody takes a provider into their circle."""
    facts: dict[str, Any] = {"interest": True, "trusted": False, "revision": 1, **changed}
    return CircleChanged(account_id=account_id, provider_id=provider_id, **facts)


async def test_a_circle_that_grows_is_mailed_once_a_day_with_everybody_since(
    client: httpx.AsyncClient, published: EventRecorder, run_jobs: Run
) -> None:
    nadia, grace, ivo, fay, left, blocked, old = (new_id() for _ in range(7))
    names = {
        grace: "Grace Wanjiru",
        ivo: "Ivo Marin",
        fay: "Fay Lee",
        left: "Lea",
        blocked: "Bo",
        old: "Olga",
    }
    await published.tell(
        registered(nadia, "Nadia Kessler"), *(registered(each, name) for each, name in names.items())
    )
    await published.tell(
        BlockChanged(blocker_id=nadia, blocked_id=blocked, blocked=True, revision=1),
        added(old, nadia, replayed=True),
        added(grace, nadia),
    )
    now = utc_now()
    await run_jobs(now)
    (first,) = await mails_of(client, published, "Your circle grows")
    assert (first["to"], first["subject"]) == ("nadia@example.com", "Your circle grows: Grace Wanjiru")
    assert f"{PUBLIC_URL}/unsubscribe?token=" in first["text"]
    await published.tell(added(ivo, nadia), added(left, nadia), added(blocked, nadia), added(fay, nadia))
    await published.tell(added(left, nadia, interest=False, revision=2))
    await run_jobs(now + timedelta(hours=23))
    assert len(await mails_of(client, published, "Your circle grows")) == 1
    await run_jobs(now + timedelta(hours=25))
    second, _ = await mails_of(client, published, "Your circle grows")
    assert second["subject"] == "Your circle grows: Fay Lee and 1 more person"
    await run_jobs(now + timedelta(days=3))
    assert len(await mails_of(client, published, "Your circle grows")) == 2


async def test_who_does_not_want_mails_of_the_circle_gets_none(
    client: httpx.AsyncClient, published: EventRecorder, run_jobs: Run
) -> None:
    nadia, grace = new_id(), new_id()
    await published.tell(registered(nadia, "Nadia Kessler"), registered(grace, "Grace Wanjiru"))
    await published.tell(
        PreferencesChanged(account_id=nadia, channels={"circle": {"email": False}}, revision=1)
    )
    await published.tell(added(grace, nadia))
    await run_jobs(utc_now())
    assert await mails_of(client, published, "Your circle grows") == []
