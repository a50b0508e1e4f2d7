"""Hands queued mails to their transport: each at least once, locked against a second worker."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import structlog
from chassis.clock import Now
from chassis.db import Database, Transaction
from chassis.worker import Task, working
from fastapi import FastAPI

from notifications.mail import store
from notifications.mail.rules import next_attempt
from notifications.mail.smtp import SmtpTransport, server_at
from notifications.mail.store import Mail
from notifications.mail.transport import MailboxTransport, MailTransport, Undeliverable
from notifications.settings import NotificationsSettings

TOO_LATE: Final = "of no more use"
log = structlog.get_logger()


class MailWorker:
    """Sends one mail after another, each in a transaction of its own."""

    def __init__(self, database: Database, transport: MailTransport, clock: Now) -> None:
        self._database = database
        self._transport = transport
        self._clock = clock

    async def send_next(self) -> bool:
        """Send the mail that is due first; False when none is due.

        The row stays locked while the mail server decides. A crash between its acceptance and our record
        of it sends the mail again; no other moment does.
        """
        async with self._database.writing() as tx:
            mail = await store.claim(tx)
            if mail is None:
                return False
            if mail.not_after is not None and mail.not_after < self._clock():
                await store.mark_failed(tx, mail, _too_late(mail), None, self._clock())
                return True
            await self._send(tx, mail)
        return True

    async def seconds_until_due(self) -> float | None:
        """In how many seconds the next mail is due; None when none waits."""
        async with self._database.reading() as connection:
            return await store.seconds_until_due(connection)

    async def _send(self, tx: Transaction, mail: Mail) -> None:
        try:
            await self._transport.send(tx, mail)
        except Exception as error:
            await self._failed(tx, mail, error)
            return
        await store.mark_sent(tx, mail, self._clock())
        log.info("mail sent", mail_id=mail.id, template=mail.template)

    async def _failed(self, tx: Transaction, mail: Mail, error: Exception) -> None:
        now = self._clock()
        final = isinstance(error, Undeliverable)
        again_at = None if final else next_attempt(mail.attempts + 1, now)
        reason = f"{type(error).__name__}: {error}" if final else type(error).__name__
        log.warning(
            "mail not sent", mail_id=mail.id, template=mail.template, reason=reason, again_at=again_at
        )
        await store.mark_failed(tx, mail, reason, again_at, now)


def _too_late(mail: Mail) -> str:
    return f"{TOO_LATE}; before: {mail.last_error}" if mail.last_error else TOO_LATE


def transport_for(settings: NotificationsSettings, clock: Now) -> MailTransport:
    """The mail server that MAIL_URL names; without one, the mailbox."""
    if settings.mail_url is None:
        return MailboxTransport(clock)
    server = server_at(settings.mail_url.get_secret_value())
    return SmtpTransport(server, settings.mail_from, settings.mail_timeout_seconds)


@asynccontextmanager
async def sending(app: FastAPI) -> AsyncGenerator[None]:
    """Send mails while the service runs."""
    settings: NotificationsSettings = app.state.settings
    database: Database = app.state.database
    transport = transport_for(settings, app.state.clock)
    worker = MailWorker(database, transport, app.state.clock)
    task = Task("mail", worker.send_next, next_due=worker.seconds_until_due)
    workers = [(task, database.notifier(store.QUEUE))] * settings.mail_workers
    async with working(workers, settings.drain_seconds):
        yield
    await transport.release()
