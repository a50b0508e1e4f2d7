"""Hands queued mails to their transport: each at least once, and to one worker at a time."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Final

import structlog
from chassis import metrics
from chassis.clock import Now
from chassis.db import Database
from chassis.readiness import LastOutcome
from chassis.worker import Task, working
from fastapi import FastAPI
from prometheus_client import CollectorRegistry

from notifications.mail import claim_store, store
from notifications.mail.handover import Handover
from notifications.mail.rules import next_attempt
from notifications.mail.smtp import SmtpTransport, server_at
from notifications.mail.store import Mail
from notifications.mail.transport import MailboxTransport, MailTransport, Undeliverable
from notifications.queue_metrics import QueueMetrics
from notifications.settings import NotificationsSettings

TOO_LATE: Final = "of no more use"
TOGETHER_SECONDS: Final = 0.005
"""A mail that is done waits no longer for others, to be recorded with them in one transaction."""
PACE_SECONDS: Final = 0.04
"""While there is room, recordings follow each other no sooner. A crash sends again what is not recorded."""
RECORDED_WITHIN: Final = timedelta(seconds=10)
"""A claim lasts this much longer than the mail server may take."""
log = structlog.get_logger()


class MailWorker:
    """Sends the mails that are due, at most `at_once` side by side.

    A mail is claimed for a while, and no transaction waits for the mail server. A crash between the server's
    acceptance and our record of it sends the mail again, when the claim has ended; no other moment does.
    """

    def __init__(
        self,
        database: Database,
        transport: MailTransport,
        clock: Now,
        at_once: int,
        claimed_for: timedelta,
        counted: QueueMetrics | None = None,
    ) -> None:
        """`counted` counts what becomes of the mails; None: nobody reads that."""
        self._database = database
        self._transport = transport
        self._clock = clock
        self._counted = counted or QueueMetrics("mails", CollectorRegistry())
        self._at_once = at_once
        self.claimed_for: Final = claimed_for
        self.outcome: Final = LastOutcome()
        """Whether the mail server answered when it was asked last."""
        self._sending: dict[asyncio.Task[None], str] = {}
        self._accepted: list[str] = []
        """What the server has taken, until it is recorded. At most `at_once` mails are sent or in here."""
        self._reserved = 0
        """How many more are under way to be sent: claimed or queued for us by a statement that runs."""
        self._others_wait = True
        """Whether mails may be due that nobody has claimed, for want of room. They come first."""
        self._waking: asyncio.TimerHandle | None = None
        self._recorded_at = -PACE_SECONDS
        """When the last recording began, by the clock of the loop."""

    async def send_due(self) -> int:
        """Record what the server has taken, and begin to send what is due, as far as there is room.

        Returns 0: what comes next, the end of a mail or another one, wakes the worker.
        """
        room = self._at_once - len(self._sending) - self._reserved
        self._others_wait = True
        if room or self._accepted:
            self._reserved += room
            try:
                mails = await self._record_and_claim(room)
            finally:
                self._reserved -= room
            self._others_wait = len(mails) == room
            self._begin(mails)
        return 0

    def reserve(self, mails: int) -> bool:
        """Keep room for mails that are to be queued as claimed; False where others have to go first."""
        taken = len(self._sending) + len(self._accepted) + self._reserved
        if self._others_wait or taken + mails > self._at_once:
            return False
        self._reserved += mails
        return True

    def take_over(self, reserved: int, mails: Sequence[Mail]) -> None:
        """Send what was queued for us in this room, and leave the rest of it to others."""
        self._reserved -= reserved
        self._begin(mails)
        if len(mails) < reserved:
            self._wake()

    def _begin(self, mails: Sequence[Mail]) -> None:
        for mail in mails:
            task = asyncio.create_task(self._send(mail))
            self._sending[task] = mail.id
            task.add_done_callback(self._ended)

    async def measure(self) -> None:
        """Update the metrics of the queue."""
        await self._counted.measure(self._database, claim_store.STATE)

    async def seconds_until_due(self) -> float | None:
        """In how many seconds the next mail is due; None when none waits."""
        async with self._database.reading() as connection:
            return await claim_store.seconds_until_due(connection)

    async def stop(self, grace_seconds: float) -> None:
        """Record what is sent within `grace_seconds`; other processes may have the rest at once."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=grace_seconds)
        unsent = list(self._sending.values())
        for task in (cut_off := list(self._sending)):
            task.cancel()
        await asyncio.gather(*cut_off, return_exceptions=True)
        if self._accepted:
            await self._record_and_claim(0)
        if unsent:
            async with self._database.writing() as tx:
                await claim_store.give_back(tx, unsent)

    async def _record_and_claim(self, room: int) -> list[Mail]:
        self._wait_no_longer()
        accepted = tuple(self._accepted)
        if accepted:
            self._recorded_at = asyncio.get_running_loop().time()
        async with self._database.reading() as connection:
            mails = await claim_store.mark_sent_and_claim(
                connection, accepted, room, self.claimed_for, self._clock()
            )
        del self._accepted[: len(accepted)]
        return mails

    async def _send(self, mail: Mail) -> None:
        if mail.not_after is not None and mail.not_after < self._clock():
            await self._mark_failed(mail, _too_late(mail), None)
            self._counted.count("too_late")
            return
        try:
            await self._transport.send(mail)
        except Exception as error:
            if isinstance(error, Undeliverable):
                self.outcome.worked()
            else:
                self.outcome.failed()
            await self._failed(mail, error)
        else:
            self.outcome.worked()
            self._accepted.append(mail.id)
            self._counted.count("sent")
            log.info("mail sent", mail_id=mail.id, template=mail.template)

    def _ended(self, task: asyncio.Task[None]) -> None:
        mail_id = self._sending.pop(task)
        if not task.cancelled() and (error := task.exception()):  # for example a database outage
            reason = type(error).__name__
            log.warning("failure of a mail not recorded", mail_id=mail_id, cause=error, reason=reason)
        loop = asyncio.get_running_loop()
        wait = TOGETHER_SECONDS if self._sending else 0.0
        if not self._others_wait and len(self._accepted) < self._at_once:
            wait = max(wait, self._recorded_at + PACE_SECONDS - loop.time())
        if wait <= 0:
            self._wake()
        elif self._waking is None:
            self._waking = loop.call_later(wait, self._wake)

    def _wake(self) -> None:
        self._wait_no_longer()
        self._database.notifier(store.QUEUE).notify()

    def _wait_no_longer(self) -> None:
        if self._waking is not None:
            self._waking.cancel()
            self._waking = None

    async def _failed(self, mail: Mail, error: Exception) -> None:
        final = isinstance(error, Undeliverable)
        again_at = None if final else next_attempt(mail.attempts + 1, self._clock())
        self._counted.count("refused" if final else "postponed" if again_at else "given_up")
        reason = f"{type(error).__name__}: {error}" if final else type(error).__name__
        log.warning(
            "mail not sent", mail_id=mail.id, template=mail.template, reason=reason, again_at=again_at
        )
        await self._mark_failed(mail, reason, again_at)

    async def _mark_failed(self, mail: Mail, reason: str, again_at: datetime | None) -> None:
        async with self._database.writing() as tx:
            await claim_store.mark_failed(tx, mail, reason, again_at, self._clock())


def _too_late(mail: Mail) -> str:
    return f"{TOO_LATE}; before: {mail.last_error}" if mail.last_error else TOO_LATE


def transport_for(settings: NotificationsSettings, database: Database, clock: Now) -> MailTransport:
    """The mail server that MAIL_URL names; without one, the mailbox."""
    if settings.mail_url is None:
        return MailboxTransport(database, clock)
    server = server_at(settings.mail_url.get_secret_value())
    return SmtpTransport(server, settings.mail_from, settings.mail_timeout_seconds)


@asynccontextmanager
async def sending(app: FastAPI) -> AsyncGenerator[None]:
    """Send mails while the service runs."""
    settings: NotificationsSettings = app.state.settings
    database: Database = app.state.database
    transport = transport_for(settings, database, app.state.clock)
    claimed_for = timedelta(seconds=settings.mail_timeout_seconds) + RECORDED_WITHIN
    counted: QueueMetrics = app.state.mail_metrics
    worker = MailWorker(database, transport, app.state.clock, settings.mail_workers, claimed_for, counted)
    metrics.of(app).measures.append(worker.measure)
    task = Task("mail", worker.send_due, next_due=worker.seconds_until_due)
    handover: Handover = app.state.handover
    handover.sender = worker
    app.state.process.watch("mail", lambda: worker.outcome.is_there)
    try:
        async with working([(task, database.notifier(store.QUEUE))], settings.drain_seconds):
            yield
    finally:
        handover.sender = None
        await worker.stop(settings.drain_seconds)
        await transport.release()
