"""Sending by SMTP (RFC 5321) through aiosmtplib."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Final, Literal
from urllib.parse import unquote, urlsplit

import aiosmtplib
from chassis.db import Transaction

from notifications.mail.mime import mime_message
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


@dataclass(frozen=True, slots=True)
class Server:
    """A mail server, and how to talk to it."""

    host: str
    port: int
    security: Security
    user: str | None = None
    password: str | None = None


def server_at(url: str) -> Server:
    """The server that MAIL_URL names. Raises `ValueError` for an unknown scheme or a missing host."""
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise ValueError("MAIL_URL is none of smtp://, smtps://, smtp+starttls://host:port")
    security, port = _SCHEMES[parts.scheme]
    return Server(
        host=parts.hostname,
        port=parts.port or port,
        security=security,
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
    )


class SmtpTransport:
    """Sends mails to one server; keeps its connections while there is more to send."""

    def __init__(self, server: Server, sender: str, timeout_seconds: float) -> None:
        self._server = server
        self._sender = sender
        self._address = parseaddr(sender)[1]
        self._timeout = timeout_seconds
        self._idle: list[aiosmtplib.SMTP] = []

    async def send(self, tx: Transaction, mail: Mail) -> None:
        """Send the mail; returns once the server has accepted it."""
        message = mime_message(mail, self._sender)
        async with asyncio.timeout(self._timeout):
            client = await self._client()
            try:
                await client.sendmail(self._address, mail.receiver, message)
            except aiosmtplib.SMTPRecipientsRefused as error:
                self._keep(client)
                if all(each.code >= _PERMANENT for each in error.recipients):
                    raise Undeliverable(f"refused with {error.recipients[0].code}") from error
                raise
            except aiosmtplib.SMTPDataError as error:
                self._keep(client)
                if error.code >= _PERMANENT:
                    raise Undeliverable(f"refused with {error.code}") from error
                raise
            except BaseException:
                client.close()
                raise
            self._keep(client)

    async def release(self) -> None:
        """Say goodbye on the connections that are open."""
        while self._idle:
            client = self._idle.pop()
            with suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
                await client.quit(timeout=5)
            client.close()

    async def _client(self) -> aiosmtplib.SMTP:
        while self._idle:
            client = self._idle.pop()
            if client.is_connected:
                return client
        client = aiosmtplib.SMTP(
            hostname=self._server.host,
            port=self._server.port,
            username=self._server.user,
            password=self._server.password,
            use_tls=self._server.security == "tls",
            start_tls=True if self._server.security == "starttls" else None,
            timeout=self._timeout,
        )
        await client.connect()
        return client

    def _keep(self, client: aiosmtplib.SMTP) -> None:
        if client.is_connected:
            self._idle.append(client)
