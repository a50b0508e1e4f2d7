"""No value adds a header to a mail, or a receiver."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from notifications.mail.mime import mime_message
from notifications.mail.store import Mail
from notifications.templates.mails import MailParts, render_mail

SENT = datetime(2027, 1, 4, 12, tzinfo=UTC)
MAIL = Mail(
    id="1",
    receiver="ada@example.com",
    template="news",
    account_id=None,
    order_id=None,
    subject="Hello",
    text="Hello",
    html="<p>Hello</p>",
    attachments=[],
    unsubscribe="https://openhours.example/unsubscribe?token=1",
    not_after=None,
    created_at=SENT,
    attempts=0,
    last_error=None,
    sent_at=None,
    given_up_at=None,
)
LINE_BREAKS = ("\r\n", "\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029")


@pytest.mark.parametrize("line_break", LINE_BREAKS)
@pytest.mark.parametrize("field", ["receiver", "subject", "unsubscribe"])
def test_a_line_break_begins_no_header(field: str, line_break: str) -> None:
    value = f"{getattr(MAIL, field)}{line_break}Bcc: everybody@example.com"
    with pytest.raises(ValueError, match="linefeed or carriage return"):
        mime_message(replace(MAIL, **{field: value}), "Openhours <noreply@openhours.example>")


def test_a_name_with_line_breaks_is_one_line_of_the_subject() -> None:
    words = {"name": "Ada\r\nBcc: everybody@example.com", "what": "a\u2028haircut"}
    mail = render_mail(
        "order_requested_provider", words, MailParts(link="https://openhours.example"), "english"
    )
    assert mail.subject == "Ada Bcc: everybody@example.com asks for a haircut"
