"""From a queued mail to an Internet message (RFC 5322, RFC 2045; calendar parts by RFC 6047)."""

import base64
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, parseaddr
from typing import Final

from notifications.mail.attachments import Attachment
from notifications.mail.store import Mail


class _Unbroken(UnstructuredHeader, BaseHeader):
    """A header that is never folded. The policy would encode a long address as if it were words (RFC 2047),
    which mail programs do not read as an address; a line may have 998 characters (RFC 5322).
    """

    def fold(self, *, policy: Policy) -> str:
        """The header on one line."""
        return f"{self.name}: {self}{policy.linesep}"


STOPPED_BY: Final = "List-Unsubscribe"
_HEADERS: Final = HeaderRegistry()
_HEADERS.map_to_type(STOPPED_BY, _Unbroken)
_POLICY: Final = SMTP.clone(header_factory=_HEADERS)


def mime_message(mail: Mail, sender: str) -> EmailMessage:
    """The message, as text and HTML, with its files.

    A calendar file also stands among the alternatives, where mail clients look for an invitation. The
    Message-ID is made of the mail's id: a mail sent twice can be known as one.
    """
    message = EmailMessage(policy=_POLICY)
    message["From"] = sender
    message["To"] = mail.receiver
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = f"<{mail.id}@{parseaddr(sender)[1].rpartition('@')[2] or 'localhost'}>"
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe:  # RFC 2369; one click of the mail program does it (RFC 8058)
        message[STOPPED_BY] = f"<{mail.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    files = [Attachment.model_validate(each) for each in mail.attachments]
    for file in files:
        if file.method:
            _add_invitation(message, file)
    for file in files:
        main, _, sub = file.content_type.partition("/")
        message.add_attachment(
            base64.b64decode(file.content), maintype=main, subtype=sub, filename=file.filename
        )
    return message


def _add_invitation(message: EmailMessage, file: Attachment) -> None:
    calendar = base64.b64decode(file.content).decode("utf-8")
    message.add_alternative(
        calendar, subtype="calendar", params={"method": file.method, "component": "VEVENT"}, cte="base64"
    )
