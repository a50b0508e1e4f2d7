"""A mail as it goes over the wire is read back by the standard library exactly as it was written."""

import base64
from binascii import b2a_qp
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import format_datetime
from typing import Final

import pytest
from contracts.events.booking import OrderRequested
from contracts.languages import TAGS
from hypothesis import given
from hypothesis import strategies as st
from notifications.mail.attachments import Attachment
from notifications.mail.mime import LINE_BREAKS, mime_message
from notifications.mail.rules import order_mails
from notifications.mail.store import Mail
from notifications.mail.templates import render_order_mail
from notifications.templates.formatting import Reader

from services.notifications.tests.conftest import CALENDAR, order
from services.notifications.tests.unit.test_mail_headers import MAIL, SENT

SENDER: Final = "Openhours <noreply@openhours.example>"
CALENDAR_FILE: Final = Attachment(
    filename="appointment-2026-11-25.ics",
    content_type="text/calendar",
    content=CALENDAR.content,
    method="REQUEST",
)
SUBJECTS: Final = (
    "Hello",
    "Grüße aus Łódź",
    "Nadia Kessler asks for a haircut, and for a shave, and for a beard trim, Wed 25 Nov, 11:00",
    "ä" * 160,
    "حجز جديد من نادية كيسلر " * 6,
    "👩‍👩‍👧‍👦" * 22,
    "=?utf-8?q?not_a_word?=",
    "two  spaces",
    "x" * 160,
    "Überraschung: " + "b" * 140,
    "\u2068Olu\u2069 يطلب موعدًا",
)
TEXTS: Final = (
    "Hello\n",
    "no line break at the end",
    ".\n..\n.a line that begins with a dot\nFrom here on\n--\nfooter\n",
    "a" * 5000 + "\n",
    "ä" * 5000 + "\n",
    "trailing spaces   \n\ttabs\t\n = equals =3D\n",
    "مرحبًا بك في أوبن آورز\nتم تأكيد موعدك.\n" * 30,
    "emoji 👩‍👩‍👧‍👦 and CJK 予約が確定しました\n",
    "carriage\r\nreturns\rare line breaks\n",
    "",
)
CARRIAGE: Final = "\r"
ANY_TEXT: Final = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))


def by_email_package(mail: Mail, sender: str) -> EmailMessage:
    """The same message as Python's email package makes it."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = mail.receiver
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = f"<{mail.id}@openhours.example>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    for file in map(Attachment.model_validate, mail.attachments):
        content = base64.b64decode(file.content)
        if file.method:
            params = {"method": file.method, "component": "VEVENT"}
            message.add_alternative(content.decode(), subtype="calendar", params=params, cte="base64")
        main, _, sub = file.content_type.partition("/")
        message.add_attachment(content, maintype=main, subtype=sub, filename=file.filename)
    return message


def read(raw: bytes) -> EmailMessage:
    """The message as a receiver's parser reads it; it must find nothing to complain about."""
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    for part in message.walk():
        assert not part.defects, part.defects
        for name, value in part.items():
            assert not value.defects, (name, value.defects)
    return message


def contents(message: EmailMessage) -> list[tuple[str, object]]:
    """The parts in their order: what they are, and what they say with line breaks as programs show them."""
    found: list[tuple[str, object]] = []
    for part in message.walk():
        assert isinstance(part, EmailMessage)
        if not part.is_multipart():
            body = part.get_payload(decode=True)
            assert isinstance(body, bytes)
            found.append((part.get_content_type(), body.replace(b"\r\n", b"\n").decode()))
        else:
            found.append((part.get_content_type(), None))
    return found


def bodies(message: EmailMessage) -> tuple[str, str]:
    """The text and the HTML."""
    plain, rich = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert rich is not None
    return plain.get_content().replace("\r\n", "\n"), rich.get_content().replace("\r\n", "\n")


def one_break(text: str) -> str:
    """A text with line feeds only, and one at its end: what a mail can carry of it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n") + "\n"


def check_lines(raw: bytes) -> None:
    """Every line is ASCII, ends with CRLF and is short enough; of a header with encoded words, shorter."""
    assert raw.isascii()
    assert raw.replace(b"\r\n", b"").count(b"\n") == 0
    assert raw.replace(b"\r\n", b"").count(b"\r") == 0
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    head = raw.partition(b"\r\n\r\n")[0]
    assert all(len(line) <= 76 for line in head.split(b"\r\n") if b"=?" in line)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_is_read_as_it_was_written(subject: str) -> None:
    raw = mime_message(replace(MAIL, subject=subject), SENDER)
    check_lines(raw)
    assert read(raw)["Subject"] == subject


@given(ANY_TEXT.map(lambda text: " ".join(LINE_BREAKS.sub(" ", text).split())))
def test_any_subject_is_read_as_it_was_written(subject: str) -> None:
    raw = mime_message(replace(MAIL, subject=subject), SENDER)
    check_lines(raw)
    assert read(raw)["Subject"] == subject


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_as_it_was_written(text: str) -> None:
    raw = mime_message(replace(MAIL, text=text, html=f"<p>{text}</p>"), SENDER)
    check_lines(raw)
    assert bodies(read(raw)) == (one_break(text), one_break(f"<p>{text}</p>"))


@given(ANY_TEXT)
def test_any_text_is_read_as_it_was_written(text: str) -> None:
    raw = mime_message(replace(MAIL, text=text, html=text), SENDER)
    check_lines(raw)
    assert bodies(read(raw)) == (one_break(text), one_break(text))


@given(ANY_TEXT.map(lambda text: f"{text.replace(CARRIAGE, ' ')}ä{'a' * 6 * (2 + len(text.encode()))}"))
def test_quoted_printable_lines_are_those_of_the_whole_text(text: str) -> None:
    raw = mime_message(replace(MAIL, text=text), SENDER)
    whole = b2a_qp(one_break(text).encode()).replace(b"\n", b"\r\n")
    assert b"quoted-printable\r\n\r\n%b\r\n--" % whole in raw


@pytest.mark.parametrize("language", TAGS)
@pytest.mark.parametrize("files", [[], [CALENDAR_FILE.model_dump()]], ids=["alone", "with a calendar"])
def test_it_reads_as_the_message_of_the_email_package_does(
    language: str, files: list[dict[str, str]]
) -> None:
    facts = order()
    (to_provider, _) = order_mails(OrderRequested(order=facts, actor="client"))
    content = render_order_mail(to_provider, facts, "https://openhours.test", "Grüße 👋", Reader(language))
    mail = replace(
        MAIL,
        subject=content.subject,
        text=content.text,
        html=content.html,
        attachments=[*files],
        unsubscribe="",
    )
    raw = mime_message(mail, SENDER)
    check_lines(raw)
    ours, theirs = read(raw), read(by_email_package(mail, SENDER).as_bytes(policy=SMTP))
    names = ("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version")
    for name in names:
        assert ours[name] == theirs[name].strip()  # Python reads a subject folded before its first word so
    assert contents(ours) == contents(theirs)
    assert bodies(ours) == (content.text, one_break(content.html))


def test_a_calendar_file_is_an_invitation_and_an_attachment() -> None:
    raw = mime_message(replace(MAIL, attachments=[CALENDAR_FILE.model_dump()]), SENDER)
    check_lines(raw)
    calendars = [part for part in read(raw).walk() if part.get_content_type() == "text/calendar"]
    invitation, file = calendars
    assert invitation.get_param("method") == "REQUEST"
    assert invitation.get_param("component") == "VEVENT"
    assert invitation.get_content_charset() == "utf-8"
    assert invitation.get_content_disposition() is None
    assert file.get_content_disposition() == "attachment"
    assert file.get_filename() == CALENDAR_FILE.filename
    for part in calendars:
        assert part.get_payload(decode=True) == base64.b64decode(CALENDAR.content)


def test_the_head_says_when_from_whom_and_how_to_stop() -> None:
    message = read(mime_message(MAIL, "Öffnungszeiten <hello@openhours.example>"))
    assert message["From"].addresses[0].display_name == "Öffnungszeiten"
    assert message["From"].addresses[0].addr_spec == "hello@openhours.example"
    assert message["To"] == MAIL.receiver
    assert message["Date"].datetime == SENT
    assert message["Message-ID"] == "<1@openhours.example>"
    assert message["List-Unsubscribe"] == f"<{MAIL.unsubscribe}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(
    "receiver",
    [
        "",
        "ada",
        "a@b, c@d",
        "Ada <ada@example.com>",
        "<a@b>",
        "a@b c@d",
        "a@b;c@d",
        "jörg@example.com",
        "a@b@c",
    ],
)
def test_a_receiver_is_one_address(receiver: str) -> None:
    with pytest.raises(ValueError, match=r"not the address|ascii"):
        mime_message(replace(MAIL, receiver=receiver), SENDER)


@pytest.mark.parametrize("field", ["filename", "content_type", "method"])
def test_no_word_of_a_file_begins_a_header(field: str) -> None:
    file = CALENDAR_FILE.model_dump() | {field: 'a"\r\nBcc: everybody@example.com'}
    with pytest.raises(ValueError, match="not a plain word"):
        mime_message(replace(MAIL, attachments=[file]), SENDER)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_no_value_adds_a_header(receiver: str, subject: str, unsubscribe: str) -> None:
    names = [name for name, _ in read(mime_message(MAIL, SENDER)).items()]
    try:
        raw = mime_message(
            replace(MAIL, receiver=receiver, subject=subject, unsubscribe=f"https://{unsubscribe}"), SENDER
        )
    except ValueError:
        return
    head = message_from_bytes(raw, policy=default)
    assert [name for name, _ in head.items()] == names


def test_two_messages_have_different_boundaries() -> None:
    assert mime_message(MAIL, SENDER) != mime_message(MAIL, SENDER)
