"""Each mail is sent once, by whichever process; a kill costs none; nothing is asked while none waits."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from chassis import worker
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from chassis.metrics import Metrics
from chassis.readiness import ProcessState
from client.api_client import eventually
from fastapi import FastAPI
from notifications.mail import claim_store, store
from notifications.mail.handover import Handover
from notifications.mail.queue_worker import MailWorker, sending
from notifications.mail.store import Envelope, Mail
from notifications.mail.transport import MailboxTransport
from notifications.queue_metrics import QueueMetrics
from notifications.settings import NotificationsSettings
from notifications.templates.mails import MailContent
from pydantic import SecretStr

from services.notifications.tests.conftest import MailServer, kept_plan

pytestmark = pytest.mark.service
CONTENT = MailContent("Subject", "Text\n", "<p>HTML</p>\n")
MINUTE = timedelta(minutes=1)


async def queue(database: Database, *receivers: str, runs_out: bool = False) -> None:
    """Queue a mail to each."""
    async with database.writing() as tx:
        for receiver in receivers:
            not_after = utc_now() + MINUTE if runs_out else None
            await store.enqueue(
                tx, Envelope(new_id(), receiver, "news", not_after=not_after), CONTENT, utc_now()
            )


async def waiting(database: Database) -> int:
    """How many mails wait."""
    async with database.reading() as tx:
        driver = await tx.driver()
        found = await driver.fetch("SELECT FROM mail WHERE sent_at IS NULL AND given_up_at IS NULL")
        return len(found)


async def claim(database: Database, limit: int, accepted: tuple[str, ...] = ()) -> list[Mail]:
    """Claim for a minute."""
    async with database.reading() as tx:
        return await claim_store.mark_sent_and_claim(tx, accepted, limit, MINUTE, utc_now())


@asynccontextmanager
async def process(database_url: str, port: int) -> AsyncGenerator[Database]:
    """The senders of one process, with the database that wakes them."""
    database = Database(database_url)
    url = SecretStr(f"smtp://127.0.0.1:{port}")
    chosen = NotificationsSettings(database_url=database_url, mail_url=url, drain_seconds=1)
    counted = Metrics("notifications")
    state = SimpleNamespace(
        settings=chosen,
        database=database,
        clock=utc_now,
        handover=Handover(),
        metrics=counted,
        mail_metrics=QueueMetrics("mails", counted.registry),
        process=ProcessState(),
    )
    app = SimpleNamespace(state=state)
    async with sending(cast(FastAPI, app)):
        yield database
    await database.close()


async def test_two_processes_send_each_mail_once(
    database: Database, database_url: str, mail_server: MailServer, port: int
) -> None:
    receivers = [f"a{number}@example.com" for number in range(60)]
    await queue(database, *receivers)
    async with process(database_url, port) as one, process(database_url, port) as other:
        more = [f"b{number}@example.com" for number in range(20)]
        await asyncio.gather(queue(one, *more[:10]), queue(other, *more[10:]))

        async def none_waits() -> bool:
            return await waiting(database) == 0

        await eventually(none_waits)
    assert sorted(each["To"] for each in mail_server.accepted) == sorted([*receivers, *more])


async def test_claims_of_two_exclude_each_other_and_end(database: Database) -> None:
    await queue(database, "a@b.de", "c@d.de", "e@f.de")
    first, second = await asyncio.gather(claim(database, 2), claim(database, 2))
    assert len({mail.id for mail in (*first, *second)}) == 3
    assert await claim(database, 3) == []
    async with database.writing() as tx:
        await (await tx.driver()).execute("UPDATE mail SET next_attempt_at = now()")
    again = await claim(database, 3)
    assert {mail.id for mail in again} == {mail.id for mail in (*first, *second)}
    assert {mail.attempts for mail in again} == {0}, "a crash of ours is no failed try"


async def test_what_is_marked_as_sent_is_not_claimed_by_the_same_statement(database: Database) -> None:
    await queue(database, "a@b.de", "c@d.de", "e@f.de")
    (sent,) = await claim(database, 1)
    async with database.writing() as tx:  # the claim has ended meanwhile
        await (await tx.driver()).execute("UPDATE mail SET next_attempt_at = now()")
    assert len(await claim(database, 3, (sent.id,))) == 2
    assert await waiting(database) == 2


async def test_codes_are_claimed_first(database: Database) -> None:
    await queue(database, *[f"a{number}@example.com" for number in range(50)])
    await queue(database, "code@example.com", runs_out=True)
    first, *_ = await claim(database, 3)
    assert first.receiver == "code@example.com"


class SlowMail:
    """A transport that takes mails when a test lets it."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = asyncio.Event()

    async def send(self, mail: Mail) -> None:
        """Wait."""
        self.begun.append(mail.receiver)
        if mail.receiver.startswith("slow"):
            await self.go_on.wait()

    async def release(self) -> None:
        """Do nothing."""


async def test_a_slow_mail_keeps_no_other_waiting(database: Database) -> None:
    transport = SlowMail()
    mails = MailWorker(database, transport, utc_now, 2, MINUTE)
    await queue(database, "slow@example.com", "a@example.com", "b@example.com", "c@example.com")

    async def all_others() -> bool:
        await mails.send_due()
        return await waiting(database) == 1

    await eventually(all_others)
    assert len(transport.begun) == 4
    assert await claim(database, 1) == [], "it is still being sent"
    transport.go_on.set()
    await mails.stop(5)
    assert await waiting(database) == 0, "what was sent until the end is recorded"


async def test_a_mail_that_is_cut_off_at_the_end_is_due_at_once(database: Database) -> None:
    mails = MailWorker(database, SlowMail(), utc_now, 2, MINUTE)
    await queue(database, "slow@example.com")
    await mails.send_due()
    assert await claim(database, 1) == []
    await mails.stop(0.01)
    (mail,) = await claim(database, 1)
    assert mail.attempts == 0


async def test_no_more_mails_are_in_doubt_than_are_sent_side_by_side(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    transport = SlowMail()
    mails = MailWorker(database, transport, utc_now, 3, MINUTE)
    await queue(database, *[f"{number}@example.com" for number in range(10)])

    async def away(*_: object) -> list[Mail]:
        raise OSError

    async def all_taken() -> bool:
        return len(transport.begun) == 3 and not mails._sending

    await mails.send_due()
    await eventually(all_taken)
    with monkeypatch.context() as patched:
        patched.setattr(claim_store, "mark_sent_and_claim", away)
        for _ in range(5):
            with pytest.raises(OSError):  # noqa: PT011 - the one above
                await mails.send_due()
    assert len(transport.begun) == 3, "nothing more is sent until these are recorded"
    await mails.send_due()
    assert await waiting(database) == 7
    await mails.stop(5)


KILLED = """
import asyncio, sys
from types import SimpleNamespace
from chassis.clock import utc_now
from chassis.db import Database
from chassis.metrics import Metrics
from chassis.readiness import ProcessState
from notifications.mail.handover import Handover
from notifications.mail.queue_worker import sending
from notifications.queue_metrics import QueueMetrics
from notifications.settings import NotificationsSettings

async def main(url, port):
    settings = NotificationsSettings(database_url=url, mail_url=f"smtp://127.0.0.1:{port}")
    counted = Metrics("notifications")
    state = SimpleNamespace(
        settings=settings, database=Database(url), clock=utc_now, handover=Handover(), metrics=counted,
        mail_metrics=QueueMetrics("mails", counted.registry),
    )
    state.process = ProcessState()
    async with sending(SimpleNamespace(state=state)):
        await asyncio.Event().wait()

asyncio.run(main(*sys.argv[1:]))
"""


async def test_a_killed_process_loses_no_mail_and_repeats_only_what_it_had_in_hand(
    database: Database, database_url: str, mail_server: MailServer, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "POLL_SECONDS", 0.05)
    receivers = [f"a{number}@example.com" for number in range(200)]
    await queue(database, *receivers)
    killed = await asyncio.to_thread(
        subprocess.Popen, [sys.executable, "-c", KILLED, database_url, str(port)]
    )

    try:
        async with asyncio.timeout(60):  # it starts slowly where much else runs
            while len(mail_server.accepted) <= 20:  # noqa: ASYNC110 - the server runs in a thread
                await asyncio.sleep(0.005)
    finally:
        killed.kill()
        await asyncio.to_thread(killed.wait)
    async with database.writing() as tx:
        ended = await (await tx.driver()).fetch(
            "UPDATE mail SET next_attempt_at = now() "
            "WHERE sent_at IS NULL AND next_attempt_at > now() RETURNING id"
        )
    assert len(ended) <= NotificationsSettings(database_url=database_url).mail_workers
    async with process(database_url, port):

        async def none_waits() -> bool:
            return await waiting(database) == 0

        await eventually(none_waits)
    arrived = [str(each["To"]) for each in mail_server.accepted]
    assert set(arrived) == set(receivers)
    assert len(arrived) - len(receivers) <= len(ended)
    names = [str(each["Message-ID"]) for each in mail_server.accepted]
    assert len(set(names)) == len(receivers), "a mail that came twice is known as one"


async def test_nothing_is_asked_of_the_database_while_no_mail_waits(
    database_url: str, mail_server: MailServer, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "POLL_SECONDS", 600.0)
    asked: list[str] = []

    def span(statement: str) -> AbstractAsyncContextManager[None]:
        asked.append(statement)
        return cast(Any, _Nothing())

    async with process(database_url, port) as database:
        await queue(database, "a@example.com")

        async def sent() -> bool:
            return await waiting(database) == 0

        await eventually(sent)
        database.span = cast(Callable[[str], Any], span)

        async def quiet() -> bool:
            asked.clear()
            await asyncio.sleep(2)
            return not asked

        assert await quiet() or await quiet() or await quiet()
        await queue(database, "b@example.com")

        async def both() -> bool:
            return len(mail_server.accepted) == 2

        await eventually(both)


class _Nothing:
    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


async def test_the_claim_finds_what_is_due_by_its_index(database: Database) -> None:
    for statement in (claim_store.MARK_SENT_AND_CLAIM, claim_store.SECONDS_UNTIL_DUE):
        plan = await kept_plan(database, statement)
        assert "Index Scan using ix_mail_due" in plan
        assert "Sort" not in plan


async def test_the_next_time_is_that_of_the_first_mail_whatever_it_is(database: Database) -> None:
    async with database.reading() as tx:
        assert await claim_store.seconds_until_due(tx) is None
    await queue(database, "a@example.com")
    await queue(database, "b@example.com", runs_out=True)
    for others_first in (True, False):
        async with database.writing() as tx:
            await (await tx.driver()).execute(
                "UPDATE mail SET next_attempt_at = now() + CASE (not_after IS NULL) "
                "WHEN $1 THEN interval '100 s' ELSE interval '200 s' END",
                others_first,
            )
        async with database.reading() as tx:
            seconds = await claim_store.seconds_until_due(tx)
        assert seconds is not None
        assert 50 < seconds <= 100


async def test_a_mail_is_in_the_mailbox_once_and_not_at_all_when_it_was_deleted(database: Database) -> None:
    await queue(database, "a@example.com", "b@example.com")
    kept, deleted = await claim(database, 2)
    async with database.writing() as tx:
        await (await tx.driver()).execute("DELETE FROM mail WHERE id = $1", deleted.id)
    transport = MailboxTransport(database, utc_now)
    for mail in (kept, deleted, kept):
        await transport.send(mail)
    async with database.reading() as tx:
        assert [entry.id for entry in await store.newest_in_mailbox(tx, 9)] == [kept.id]
