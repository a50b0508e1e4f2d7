"""A connection to the mail server carries many mails; one that the server has closed costs no mail a try."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import aiosmtplib
import pytest
from notifications.mail import smtp
from notifications.mail.smtp import SmtpTransport, server_at
from notifications.mail.transport import Undeliverable

from services.notifications.tests.unit.test_mail_headers import MAIL

CLOSE: Final = "close"


class ScriptedServer:
    """A mail server that says what a test wants: the answer to a command in place of 250, or CLOSE."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        """What it was told, `n:` the number of the connection first."""
        self.mails = 0
        self.connections = 0
        self.answers: list[tuple[str, str]] = []
        """The commands that are answered otherwise, in their order; DOT is the end of a mail."""
        self.writers: list[asyncio.StreamWriter] = []
        self.closed = asyncio.Event()
        self.url = ""
        self.pipelines = False
        self.needs_receiver = True
        """Whether it refuses DATA after a refused receiver, as most servers do."""
        self.contents: list[bytes] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.connections += 1
        number = self.connections
        self.writers.append(writer)
        writer.write(b"220 here\r\n")
        ready, held = True, b""
        while line := await reader.readline():
            command = line.split()[0].decode()
            self.commands.append(f"{number}:{command}")
            answer = ("354 go on" if ready else "503 what") if command == "DATA" else self._answer(command)
            if command == "RCPT" and self.needs_receiver:
                ready = answer.startswith("250")
            if self.pipelines and command in {"MAIL", "RCPT"} and answer != CLOSE:
                held += f"{answer}\r\n".encode()  # nothing is answered before DATA
                continue
            writer.write(held)
            held = b""
            if answer == "354 go on":
                writer.write(f"{answer}\r\n".encode())
                try:
                    self.contents.append(await reader.readuntil(b"\r\n.\r\n"))
                except asyncio.IncompleteReadError:
                    break
                self.mails += 1
                answer = self._answer("DOT")
            if answer == CLOSE:
                break
            writer.write(f"{answer}\r\n".encode())
        writer.close()
        self.closed.set()

    def _answer(self, command: str) -> str:
        if self.answers and self.answers[0][0] == command:
            return self.answers.pop(0)[1]
        return "250-fine\r\n250 PIPELINING" if command == "EHLO" and self.pipelines else "250 fine"


@pytest.fixture(params=[False, True], ids=["one by one", "together"])
async def server(request: pytest.FixtureRequest) -> AsyncIterator[ScriptedServer]:
    """The server, which takes commands one by one, or answers to several at once and not before."""
    scripted = ScriptedServer()
    scripted.pipelines = request.param
    listening = await asyncio.start_server(scripted, "127.0.0.1", 0)
    scripted.url = f"smtp://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    yield scripted
    listening.close()


@pytest.fixture
async def send(server: ScriptedServer) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Sends a mail to the server."""
    transport = SmtpTransport(server_at(server.url), "Openhours <hello@openhours.example>", 5)

    async def one() -> None:
        await transport.send(MAIL)

    yield one
    await transport.release()
    assert not transport._resting
    assert not transport._goodbyes


async def test_many_mails_go_through_one_connection(server: ScriptedServer, send: Any) -> None:
    for _ in range(3):
        await send()
    assert (server.mails, server.connections) == (3, 1)
    assert server.commands == ["1:EHLO", *["1:MAIL", "1:RCPT", "1:DATA"] * 3]


async def test_mails_at_one_time_have_connections_of_their_own(server: ScriptedServer, send: Any) -> None:
    await asyncio.gather(send(), send(), send())
    assert (server.mails, server.connections) == (3, 3)
    await send()
    await send()
    assert (server.mails, server.connections) == (5, 3)


async def test_a_connection_that_the_server_closed_while_it_rested_is_replaced(
    server: ScriptedServer, send: Any
) -> None:
    await send()
    server.writers[0].close()
    await server.writers[0].wait_closed()
    await send()
    assert (server.mails, server.connections) == (2, 2)


@pytest.mark.parametrize("answer", [CLOSE, "421 4.4.2 timed out", "451 4.7.0 enough for one connection"])
async def test_a_server_that_is_done_with_a_connection_gets_the_mail_on_the_next(
    server: ScriptedServer, send: Any, answer: str
) -> None:
    await asyncio.gather(send(), send())
    server.answers += [("MAIL", answer), ("MAIL", answer)]
    await send()
    assert (server.mails, server.connections) == (3, 3), "neither of the two that rested, but a new one"
    assert server.commands.count("3:MAIL") == 1


async def test_a_new_connection_that_is_refused_is_a_failed_try(server: ScriptedServer, send: Any) -> None:
    server.answers += [("MAIL", "421 4.3.2 busy")] * 2
    with pytest.raises(aiosmtplib.SMTPSenderRefused):
        await send()
    assert (server.mails, server.connections) == (0, 1)


@pytest.mark.parametrize("rested", [False, True])
async def test_a_mail_whose_acceptance_is_not_known_is_not_sent_at_once_again(
    server: ScriptedServer, send: Any, rested: bool
) -> None:
    if rested:
        await send()
    server.answers.append(("DOT", CLOSE))
    before = server.mails
    with pytest.raises(aiosmtplib.SMTPServerDisconnected):
        await send()
    assert server.mails == before + 1, "the queue tries it later, under the same Message-ID"
    await send()
    assert server.connections == 2


@pytest.mark.parametrize(
    ("command", "answer", "error"),
    [
        ("RCPT", "550 no such mailbox", Undeliverable),
        ("RCPT", "450 later", aiosmtplib.SMTPRecipientRefused),
        ("DOT", "554 not from you", Undeliverable),
        ("DOT", "451 later", aiosmtplib.SMTPDataError),
    ],
)
async def test_a_connection_outlives_a_refusal(
    server: ScriptedServer, send: Any, command: str, answer: str, error: type[Exception]
) -> None:
    server.answers.append((command, answer))
    with pytest.raises(error):
        await send()
    await send()
    assert server.connections == 1
    assert "1:RSET" in server.commands


async def test_a_refusal_stays_one_when_the_connection_ends_with_it(
    server: ScriptedServer, send: Any
) -> None:
    server.answers += [("RCPT", "550 no such mailbox"), ("RSET", CLOSE)]
    with pytest.raises(Undeliverable, match="550"):
        await send()
    await send()
    assert (server.mails, server.connections) == (1, 2)


async def test_a_connection_ends_when_it_has_rested_long_enough(
    server: ScriptedServer, send: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "RESTS_FOR_SECONDS", 0.01)
    await send()
    await asyncio.wait_for(server.closed.wait(), 5)
    assert server.commands[-1] == "1:QUIT"
    await send()
    assert (server.mails, server.connections) == (2, 2)


async def test_goodbye_is_said_on_all_connections_at_the_end(server: ScriptedServer) -> None:
    transport = SmtpTransport(server_at(server.url), "Openhours <hello@openhours.example>", 5)
    await asyncio.gather(*(transport.send(MAIL) for _ in range(3)))
    await transport.release()
    assert sorted(command for command in server.commands if "QUIT" in command) == [
        "1:QUIT",
        "2:QUIT",
        "3:QUIT",
    ]


async def test_a_server_that_says_nothing_is_not_waited_for_for_ever(server: ScriptedServer) -> None:
    transport = SmtpTransport(server_at(server.url), "Openhours <hello@openhours.example>", 0.2)
    server.answers.append(("RCPT", "250-and so on"))  # an answer that does not end
    with pytest.raises(TimeoutError):
        await transport.send(MAIL)
    await asyncio.wait_for(server.closed.wait(), 5)
    await transport.release()


async def test_a_letter_that_cannot_be_written_needs_no_connection(server: ScriptedServer) -> None:
    transport = SmtpTransport(server_at(server.url), "Openhours <hello@openhours.example>", 5)
    with pytest.raises(ValueError, match="linefeed"):
        await transport.send(replace(MAIL, subject="a\nBcc: b@c.de"))
    assert server.connections == 0


async def test_a_server_that_goes_on_without_a_receiver_gets_no_mail(
    server: ScriptedServer, send: Any
) -> None:
    server.needs_receiver = False
    server.answers.append(("RCPT", "550 no such mailbox"))
    with pytest.raises(Undeliverable, match="550"):
        await send()
    assert server.mails == 0
    await send()
    assert server.mails == 1


async def test_what_nobody_asked_for_is_no_answer_to_the_next_mail(server: ScriptedServer, send: Any) -> None:
    await send()
    server.writers[0].write(b"250 fine\r\n")
    await asyncio.sleep(0.05)
    server.answers.append(("RCPT", "550 no such mailbox"))
    with pytest.raises(Undeliverable, match="550"):
        await send()
    assert server.mails == 1


async def test_what_is_no_answer_is_a_failed_try(server: ScriptedServer, send: Any) -> None:
    server.answers.append(("RCPT", "what"))
    with pytest.raises(aiosmtplib.SMTPException):
        await send()
    assert server.mails == 0
    await send()
    assert server.connections == 2


async def test_no_line_of_a_mail_ends_it(server: ScriptedServer) -> None:
    transport = SmtpTransport(server_at(server.url), "Openhours <hello@openhours.example>", 5)
    await transport.send(replace(MAIL, text="One\n.\n..two\n"))
    await transport.release()
    (content,) = server.contents
    assert b"One\r\n..\r\n...two\r\n" in content
    assert content.endswith(b"--\r\n.\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")


async def test_no_receiver_adds_a_command(server: ScriptedServer) -> None:
    transport = SmtpTransport(server_at(server.url), "Openhours <hello@openhours.example>", 5)
    with pytest.raises(ValueError, match=r"address|control"):
        await transport.send(replace(MAIL, receiver="a\x00@b.de"))
    assert server.mails == 0
    await transport.release()
