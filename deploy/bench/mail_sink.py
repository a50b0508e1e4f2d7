"""A mail server that takes every mail and reads none: what a measure sends to costs as little as it can.

python -m bench.mail_sink SMTP_PORT PORT serves SMTP (RFC 5321), and over HTTP on PORT
/mail.json (the mails, in the form of /dev/mail.json: parsed when asked for) and /arrivals.json.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final, cast

import uvloop
from local.smtp_server import ReceivedMail, read_mail

END_OF_MAIL: Final = b"\r\n.\r\n"
_DONE: Final = b"250 OK\r\n"
_BYE: Final = b"221 bye\r\n"
ANSWERS: Final = {
    b"EHLO": b"250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 52428800\r\n",
    b"DATA": b"354 go on\r\n",
    b"QUIT": _BYE,
    **dict.fromkeys((b"HELO", b"MAIL", b"RCPT", b"RSET", b"NOOP"), _DONE),
}


@dataclass(frozen=True)
class Delivery:
    """A mail as it came."""

    receivers: tuple[str, ...]
    content: bytes
    """With the dots that SMTP doubles."""
    at: float
    """The time.monotonic() of its acceptance, which is the same in all processes."""

    def read(self) -> list[ReceivedMail]:
        """Parse it, once for each receiver."""
        content = self.content.replace(b"\r\n..", b"\r\n.")
        return [read_mail(content, receiver) for receiver in self.receivers]


class SmtpSession(asyncio.Protocol):
    """One connection, with as many mails as its client likes."""

    def __init__(self, keep: Callable[[Delivery], None]) -> None:
        self._keep = keep
        self._buffer = bytearray()
        self._receivers: list[str] = []
        self._in_mail = False
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        self._transport = cast(asyncio.WriteTransport, transport)  # uvloop's are no subclasses of asyncio's
        self._transport.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        """Answer all commands that are complete, in one write."""
        assert self._transport is not None
        self._buffer += data
        answers = b""
        while (answer := self._take_mail() if self._in_mail else self._take_command()) is not None:
            answers += answer
        if answers:
            self._transport.write(answers)
        if answers.endswith(_BYE):
            self._transport.close()

    def _take_mail(self) -> bytes | None:
        end = self._buffer.find(END_OF_MAIL)
        if end < 0:
            return None
        self._keep(Delivery(tuple(self._receivers), bytes(self._buffer[:end]) + b"\r\n", time.monotonic()))
        del self._buffer[: end + len(END_OF_MAIL)]
        self._receivers.clear()
        self._in_mail = False
        return _DONE

    def _take_command(self) -> bytes | None:
        end = self._buffer.find(b"\r\n")
        if end < 0:
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 2]
        return self._answer(line[:4].upper(), line)

    def _answer(self, verb: bytes, line: bytes) -> bytes:
        if verb == b"RCPT":
            self._receivers.append(line.partition(b"<")[2].partition(b">")[0].decode())
        elif verb in (b"MAIL", b"RSET"):
            self._receivers.clear()
        elif verb == b"DATA":
            self._in_mail = True
        return ANSWERS.get(verb, b"502 not here\r\n")


class MailSink:
    """All mails that came, parsed no earlier than somebody asks for them."""

    def __init__(self) -> None:
        self.deliveries: list[Delivery] = []
        self._read: list[ReceivedMail] = []
        self._read_until = 0

    def session(self) -> SmtpSession:
        """A connection that keeps its mails here."""
        return SmtpSession(self.deliveries.append)

    def mails(self) -> list[ReceivedMail]:
        """The mails, newest first."""
        for delivery in self.deliveries[self._read_until :]:
            self._read += delivery.read()
        self._read_until = len(self.deliveries)
        return self._read[::-1]

    async def show(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one GET over HTTP."""
        request = await reader.read(65536)  # empty when somebody only looks whether the port is open
        if request.startswith(b"GET /mail.json "):
            body = json.dumps([asdict(mail) for mail in self.mails()]).encode()
        else:
            last = self.deliveries[-1].at if self.deliveries else 0.0
            body = json.dumps({"count": len(self.deliveries), "last": last}).encode()
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        )
        await writer.drain()
        writer.close()


async def serve(smtp_port: int, port: int) -> None:
    """Serve both ports for ever."""
    sink = MailSink()
    smtp = await asyncio.get_running_loop().create_server(sink.session, "127.0.0.1", smtp_port)
    async with smtp, await asyncio.start_server(sink.show, "127.0.0.1", port) as http:
        await http.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), int(sys.argv[2])))
