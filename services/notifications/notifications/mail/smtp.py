"""Sending by SMTP (RFC 5321) through aiosmtplib."""

import asyncio
import ssl
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Final, Literal

import aiosmtplib
from chassis.addresses import PROVEN, address_of

from notifications.mail.mime import mime_message
from notifications.mail.smtp_session import Session, session_on
from notifications.mail.store import Mail
from notifications.mail.transport import Undeliverable

Security = Literal["offered", "tls", "starttls"]
_SCHEMES: Final[dict[str, tuple[Security, int]]] = {
    "smtp": ("offered", 25),
    "smtps": ("tls", 465),
    "smtp+starttls": ("starttls", 587),
    "starttls": ("starttls", 587),
}
_PERMANENT: Final = 500
RESTS_FOR_SECONDS: Final = 30.0
"""How long a connection without mails is kept. Servers keep it for five minutes (RFC 5321 4.5.3.2.7)."""


@dataclass(frozen=True, slots=True)
class Server:
    """A mail server, and how to talk to it."""

    host: str
    port: int
    security: Security
    user: str | None = None
    password: str | None = None
    tls: ssl.SSLContext | None = None
    """How to check its certificate; None leaves it to the library, which takes what the machine trusts."""


def server_at(url: str) -> Server:
    """The server that MAIL_URL names, with libpq's words for TLS (`chassis.addresses`).

    Raises `ValueError` for an unknown scheme or a missing host.
    """
    address = address_of(url)
    if address.scheme not in _SCHEMES or not address.hosts or not address.hosts[0][0]:
        raise ValueError("MAIL_URL is none of smtp://, smtps://, smtp+starttls://host:port")
    security, port = _SCHEMES[address.scheme]
    if security == "offered" and address.mode in {"require", *PROVEN}:
        security = "starttls"
    host, told = address.hosts[0]
    return Server(
        host=host,
        port=told or port,
        security=security,
        user=address.user or None,
        password=address.password or None,
        tls=address.tls(),
    )


class SmtpTransport:
    """Sends mails to one server. A connection rests for a while after a mail, for the next one."""

    def __init__(self, server: Server, sender: str, timeout_seconds: float) -> None:
        self._server = server
        self._sender = sender
        self._address = parseaddr(sender)[1]
        self._timeout = timeout_seconds
        self._resting: list[tuple[Session, asyncio.TimerHandle]] = []
        self._goodbyes: set[asyncio.Task[None]] = set()

    async def send(self, mail: Mail) -> None:
        """Send the mail; returns once the server has accepted it.

        A connection that breaks after the mail was handed over, before the server's answer, is a failed try
        like any other: the mail may then come twice, under one Message-ID, which is better than not at all.
        """
        message = mime_message(mail, self._sender)
        async with asyncio.timeout(self._timeout):
            session = await self._begun(mail.receiver)
            usable = False
            try:
                await session.send(mail.receiver, message)
                usable = True
            except (aiosmtplib.SMTPRecipientRefused, aiosmtplib.SMTPDataError) as error:
                with suppress(aiosmtplib.SMTPException, OSError):
                    await session.reset()
                    usable = True
                if error.code >= _PERMANENT:
                    raise Undeliverable(f"refused with {error.code}") from error
                raise
            finally:
                if usable:
                    self._rest(session)
                else:
                    session.close()

    async def release(self) -> None:
        """Say goodbye on the connections that rest."""
        for session, timer in self._resting:
            timer.cancel()
            self._leave(session)
        self._resting.clear()
        await asyncio.gather(*self._goodbyes)

    async def _begun(self, receiver: str) -> Session:
        """A connection on which the server has taken the sender of the mail.

        A server may close a connection that rests, or answer 421. Nothing of the mail was sent then, so the
        next connection is tried at once, a new one in the end, and the mail has not failed.
        """
        while self._resting:
            session, timer = self._resting.pop()
            timer.cancel()
            with suppress(aiosmtplib.SMTPException, OSError):
                return await self._begin(session, receiver)
        return await self._begin(await self._connected(), receiver)

    async def _begin(self, session: Session, receiver: str) -> Session:
        try:
            await session.begin(self._address, receiver)
        except BaseException:
            session.close()
            raise
        return session

    async def _connected(self) -> Session:
        client = aiosmtplib.SMTP(
            hostname=self._server.host,
            port=self._server.port,
            username=self._server.user,
            password=self._server.password,
            use_tls=self._server.security == "tls",
            start_tls=True if self._server.security == "starttls" else None,
            tls_context=self._server.tls,
            timeout=self._timeout,
        )
        await client.connect()
        if client.is_ehlo_or_helo_needed:  # after TLS without a login
            with suppress(aiosmtplib.SMTPHeloError):
                await client.ehlo()
        return session_on(client)

    def _rest(self, session: Session) -> None:
        """Keep the connection until the next mail. The one that was used last is used next, so others end."""
        if session.is_connected:
            loop = asyncio.get_running_loop()
            self._resting.append((session, loop.call_later(RESTS_FOR_SECONDS, self._end_oldest)))

    def _end_oldest(self) -> None:
        session, _ = self._resting.pop(0)
        self._leave(session)

    def _leave(self, session: Session) -> None:
        goodbye = asyncio.create_task(session.leave())
        self._goodbyes.add(goodbye)
        goodbye.add_done_callback(self._goodbyes.discard)
