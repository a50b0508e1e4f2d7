"""One connection to a mail server, as one mail after another uses it.

Where the server takes several commands at once (RFC 2920), a mail is two writes and two answers to wait for
instead of four. aiosmtplib connects, and cannot do that; where the server does not offer it, it does all.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol, cast

import aiosmtplib

_DONE: Final = 250
_WILL_FORWARD: Final = 251
_GO_ON: Final = 354
_LONGEST_ANSWER: Final = 32_768
_GOODBYE_SECONDS: Final = 5.0
Answer = tuple[int, str]


class Session(Protocol):
    """A connection. Errors are aiosmtplib's, the same whether commands are sent together or not."""

    @property
    def is_connected(self) -> bool:
        """Whether another mail may go through it."""
        ...

    async def begin(self, sender: str, receiver: str) -> None:
        """Returns when the server has taken the sender. Until then nothing of the mail itself was sent."""
        ...

    async def send(self, receiver: str, message: bytes) -> None:
        """Returns when the server has taken the mail that was begun."""
        ...

    async def reset(self) -> None:
        """Let the server forget a mail that it has refused."""
        ...

    async def leave(self) -> None:
        """Say goodbye."""
        ...

    def close(self) -> None:
        """End the connection at once."""
        ...


def session_on(client: aiosmtplib.SMTP) -> Session:
    """The session on a connection that is open, and logged in where that is asked for."""
    if client.transport is not None and client.supports_extension("pipelining"):
        return PipelinedSession(cast(asyncio.Transport, client.transport))
    return PlainSession(client)


class PlainSession:
    """One command after another."""

    def __init__(self, client: aiosmtplib.SMTP) -> None:
        self._client = client

    @property
    def is_connected(self) -> bool:
        """Whether another mail may go through it."""
        return self._client.is_connected

    async def begin(self, sender: str, receiver: str) -> None:
        """Name the sender."""
        await self._client.mail(sender)

    async def send(self, receiver: str, message: bytes) -> None:
        """Name the receiver, then send the mail."""
        await self._client.rcpt(receiver)
        await self._client.data(message)

    async def reset(self) -> None:
        """Let the server forget a mail that it has refused."""
        await self._client.rset()

    async def leave(self) -> None:
        """Say goodbye."""
        with suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
            await self._client.quit(timeout=_GOODBYE_SECONDS)
        self._client.close()

    def close(self) -> None:
        """End the connection at once."""
        self._client.close()


class PipelinedSession(asyncio.Protocol):
    """Sender, receiver and DATA in one write, then the mail. The answer to each of them is looked at.

    It takes the connection over from aiosmtplib's protocol.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._rest = b""
        """The beginning of a line."""
        self._answers: list[Answer] = []
        self._awaited = 0
        self._come: asyncio.Future[None] | None = None
        self._lost = transport.is_closing()
        transport.set_protocol(self)

    @property
    def is_connected(self) -> bool:
        """Whether another mail may go through it."""
        return not self._lost and not self._transport.is_closing()

    async def begin(self, sender: str, receiver: str) -> None:
        """Name sender and receiver, and ask to go on."""
        if not f"{sender}{receiver}".isprintable():
            raise ValueError("an address with a character that is none of a command")
        commands = f"MAIL FROM:<{sender}>\r\nRCPT TO:<{receiver}>\r\nDATA\r\n".encode("ascii")
        await self._said(commands, 3)
        code, text = self._next_answer()
        if code != _DONE:
            raise aiosmtplib.SMTPSenderRefused(code, text, sender)

    async def send(self, receiver: str, message: bytes) -> None:
        """Send the mail if the server has taken its receiver too.

        A server may want to go on without a receiver (RFC 2920 3.1): then the connection ends, and no mail.
        """
        code, text = self._next_answer()
        if code not in {_DONE, _WILL_FORWARD}:
            if self._answers and self._answers[0][0] == _GO_ON:
                self.close()
            raise aiosmtplib.SMTPRecipientRefused(code, text, receiver)
        self._next_data_answer(_GO_ON)
        await self._said(_with_dots(message), 1)
        self._next_data_answer(_DONE)

    async def reset(self) -> None:
        """Let the server forget a mail that it has refused."""
        await self._said(b"RSET\r\n", 1)
        self._next_answer()

    async def leave(self) -> None:
        """Say goodbye."""
        with suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self._said(b"QUIT\r\n", 1)
        self.close()

    def close(self) -> None:
        """End the connection at once."""
        self._lost = True
        self._transport.close()

    async def _said(self, commands: bytes, answers: int) -> None:
        """Send commands and wait for so many answers, or for the end of the connection."""
        if not self.is_connected:
            raise aiosmtplib.SMTPServerDisconnected("Connection lost")
        self._answers.clear()
        self._awaited = answers
        self._come = asyncio.get_running_loop().create_future()
        self._transport.write(commands)
        try:
            await self._come
        finally:
            self._come = None

    def _next_answer(self) -> Answer:
        if not self._answers:
            raise aiosmtplib.SMTPServerDisconnected("Connection lost")
        return self._answers.pop(0)

    def _next_data_answer(self, expected: int) -> None:
        code, text = self._next_answer()
        if code != expected:
            raise aiosmtplib.SMTPDataError(code, text)

    def data_received(self, data: bytes) -> None:
        """Take lines; wake who waits when all answers are there. What nobody asked for ends it all."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._answers += _answers_in(lines)
        unasked = self._come is None or len(self._answers) > self._awaited
        if unasked or len(self._rest) > _LONGEST_ANSWER or (-1, "") in self._answers:
            self.close()
        if self._lost or len(self._answers) == self._awaited:
            self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake who waits: no more answers come."""
        self._lost = True
        self._wake()

    def _wake(self) -> None:
        if self._come is not None and not self._come.done():
            self._come.set_result(None)


def _answers_in(lines: Sequence[bytes]) -> list[Answer]:
    """The answers that end in these lines: code and last line of each, the code -1 for what is no answer."""
    return [
        (int(line[:3]), line[4:].decode("utf-8", "replace").strip()) if line[:3].isdigit() else (-1, "")
        for line in lines
        if line[3:4] != b"-"
    ]


def _with_dots(message: bytes) -> bytes:
    """The message as it is sent: no line alone is a dot but the last (RFC 5321 4.5.2).

    Its lines, the last one too, end with CRLF, as those of `mime_message` do.
    """
    return (b"\r\n" + message).replace(b"\r\n.", b"\r\n..").removeprefix(b"\r\n") + b".\r\n"
