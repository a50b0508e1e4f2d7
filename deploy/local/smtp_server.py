"""An SMTP server that stores all mail, and shows it over HTTP in the form of /dev/mail.json."""

import base64
import json
import threading
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, cast

from aiosmtpd.controller import Controller

from local.postgres import free_port

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass(frozen=True)
class ReceivedAttachment:
    """A file attached to a mail."""

    filename: str
    content_type: str
    content: str
    """Base64."""


@dataclass(frozen=True)
class ReceivedMail:
    """One mail in the form of /dev/mail.json."""

    to: str
    subject: str
    text: str
    html: str
    created_at: str
    message_id: str
    attachments: list[ReceivedAttachment] = field(default_factory=list[ReceivedAttachment])


def read_mail(content: bytes, to: str) -> ReceivedMail:
    """Parse a received mail."""
    message = message_from_bytes(content, policy=policy.default)
    plain = message.get_body(("plain",))
    rich = message.get_body(("html",))
    attachments = [
        ReceivedAttachment(
            part.get_filename() or "",
            part.get_content_type(),
            base64.b64encode(cast(bytes, part.get_payload(decode=True)) or b"").decode(),
        )
        for part in message.walk()
        if part.get_filename()
    ]
    return ReceivedMail(
        to=to,
        subject=str(message["Subject"] or ""),
        text=str(plain.get_content()).replace("\r\n", "\n") if plain else "",
        html=str(rich.get_content()) if rich else "",
        created_at=datetime.now(UTC).isoformat().replace("+00:00", "Z"),
        message_id=str(message["Message-ID"] or ""),
        attachments=attachments,
    )


class _MailHandler:
    """The handler that aiosmtpd calls for each mail."""

    def __init__(self, mails: list[ReceivedMail]) -> None:
        self._mails = mails

    async def handle_DATA(  # noqa: N802  the name is aiosmtpd's
        self, server: "SMTP", session: "Session", envelope: "Envelope"
    ) -> str:
        """Store the mail and accept it."""
        del server, session
        for receiver in envelope.rcpt_tos:
            self._mails.insert(0, read_mail(cast(bytes, envelope.content), receiver))
        return "250 kept"


class SmtpServer:
    """SMTP on one port, the list of mails over HTTP on another."""

    def __init__(self) -> None:
        self.mails: list[ReceivedMail] = []
        """Newest first."""
        self._smtp_port = free_port()
        self._smtp = Controller(_MailHandler(self.mails), hostname="127.0.0.1", port=self._smtp_port)
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._page())
        self._serves = False

    @property
    def smtp_url(self) -> str:
        """The address for sending mail."""
        return f"smtp://127.0.0.1:{self._smtp_port}"

    @property
    def list_url(self) -> str:
        """The address of the list of mails."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/mail.json"

    def start(self) -> None:
        """Serve both ports, each from its own thread."""
        self._smtp.start()
        self._serves = True
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stop both, or do nothing if they are stopped; `mails` stays readable."""
        if not self._serves:
            return
        self._serves = False
        self._smtp.stop(no_assert=True)
        self._http.shutdown()
        self._http.server_close()

    def _page(self) -> type[BaseHTTPRequestHandler]:
        mails = self.mails

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = json.dumps([asdict(mail) for mail in tuple(mails)]).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Log nothing."""

        return Page
