"""Texts that a provider writes: filled in once, escaped, and refused where nothing can be filled in."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
from chassis.errors import RuleViolation
from chassis.key_files import sealing_keys
from chassis.sealing import Sealing
from contracts.events.booking_reminders import DaySession, DaySummaryDue, ReminderDue, WaitingRequest
from contracts.languages import LANGUAGES
from cryptography.fernet import Fernet
from notifications.mail.day_summary import summary_details
from notifications.mail.order_mails import mails_about_order
from notifications.mail_texts.rules import KINDS, VARIABLES, TextKind, check_variables, standard_text
from notifications.projections.store import Person
from notifications.sealing import use_sealing
from notifications.templates.formatting import Reader
from pydantic import JsonValue, SecretStr

from services.notifications.tests.conftest import NOON, booking_data, guest_order, order


def reminded(texts: Mapping[str, JsonValue], **changed: object) -> tuple[str, str, str]:
    """Subject, text and HTML of the reminder that a client gets of a provider with these texts."""
    facts = order(provider_email="", **changed)
    event = ReminderDue(order=facts, session=facts.sessions[0], hours_ahead=24)
    provider = Person(facts.provider_id, texts=texts)
    [mail] = mails_about_order(event, {facts.provider_id: provider}, "https://openhours.test")
    return mail.content.subject, mail.content.text, mail.content.html


def test_an_own_text_is_filled_in_once_and_escaped() -> None:
    own: dict[str, JsonValue] = {
        "subject": "{client}, see you at {time}\r\nBcc: x@example.com",
        "text": "<b>Bring</b> {service} to\n{place}.\n\n{total} {unknown} {provider}",
    }
    shown = booking_data("1", delivery_location="Torstraße 1, Berlin")
    names: dict[str, object] = {"client_name": "{total} <i>", "provider_name": "Nadia & Co"}
    subject, text, html = reminded({"reminder": own}, **names, for_client=shown)
    assert subject == "{total} <i>, see you at Wed 25 Nov, 13:00 Bcc: x@example.com"
    assert "<b>Bring</b> First assessment to\nTorstraße 1, Berlin." in text
    assert "€45 {unknown} Nadia & Co" in text
    assert "<b>Bring" not in html
    assert "&lt;b&gt;Bring&lt;/b&gt; First assessment to\nTorstraße 1, Berlin." in html
    assert 'dir="auto" style="margin:0 0 16px;white-space:pre-line"' in html
    assert "I'm coming" in unescape(html)


def test_without_an_own_text_or_with_one_of_another_kind_the_standard_one_is_mailed() -> None:
    standard = reminded({})
    assert reminded({"follow_up": {"subject": "x", "text": "y"}})[0] == standard[0]
    assert 'white-space:pre-line">This' not in standard[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_standard_text_can_be_saved_as_it_is_shown(kind: TextKind, language: str) -> None:
    shown = standard_text(kind, language)
    check_variables(shown.subject, shown.text)
    assert "{provider}" in shown.subject + shown.text
    assert "\u2068" not in shown.subject + shown.text


def test_a_variable_that_does_not_exist_is_refused_beside_its_field() -> None:
    check_variables("{client}", "".join(f"{{{name}}}" for name in VARIABLES) + " } {")
    for typed in ("{name}", "{Client}", "{client }", "{}", "{client.__class__}"):
        with pytest.raises(RuleViolation) as refused:
            check_variables("Hello", f"Dear {typed}")
        assert refused.value.fields == {"iv_text": f"Nothing can be filled in for {typed}"}
    with pytest.raises(RuleViolation) as both:
        check_variables("{a}", "{b}")
    assert list(both.value.fields) == ["iv_subject", "iv_text"]


@pytest.mark.parametrize("by_guest", [True, False])
def test_a_reminder_lets_the_client_confirm_and_cancel_and_the_provider_neither(by_guest: bool) -> None:
    facts = guest_order() if by_guest else order()
    event = ReminderDue(order=facts, session=facts.sessions[0], hours_ahead=1)
    to_provider, to_client = mails_about_order(event, {}, "https://openhours.test")
    start = (
        facts.guest_link
        or f"https://openhours.test/schedule_manager/upcoming_schedule?dialog=booking&booking={facts.order_id}"
    )
    links = [line for line in to_client.content.text.splitlines() if "answer=" in line]
    assert links == [f"{start}&answer=coming", f"{start}&answer=cancelled"]
    assert "answer=" not in to_provider.content.text
    said = facts.sessions[0].model_copy(update={"coming": True})
    later = mails_about_order(event.model_copy(update={"session": said}), {}, "https://openhours.test")
    assert all("answer=" not in mail.content.text for mail in later)


def test_a_day_is_listed_line_by_line_as_its_reader_reads() -> None:
    waiting = WaitingRequest(order_id="o", starts_at=NOON, client_name="Ana", services=["Cut"])
    session = DaySession(
        order_id="o", starts_at=NOON, ends_at=NOON + timedelta(hours=1), client_name="Grace\nWanjiru",
        services=["Talk", "Walk"], delivery_mode="remote", place="https://meet.test/1", coming=True,
    )  # fmt: skip
    event = DaySummaryDue(
        provider_id="p", day=date(2026, 11, 25), timezone="Europe/Berlin", sessions=[session],
        more_sessions=2, waiting=[waiting], until=datetime(2026, 11, 25, 11, tzinfo=UTC),
    )  # fmt: skip
    today, waits = summary_details(event, Reader("english", "Europe/Berlin"))
    assert today.lines == (
        "11:00–12:00 · Grace Wanjiru · Talk and 1 more · Remote · https://meet.test/1 · confirmed",
        "and 2 more",
    )
    assert waits.lines == ("Ana · Cut · Wed 25 Nov, 11:00",)
    empty = event.model_copy(update={"sessions": [], "more_sessions": 0, "waiting": []})
    [only] = summary_details(empty, Reader("english", "Europe/Berlin"))
    assert only.lines == ("Nothing is booked today.",)


def test_an_own_text_goes_to_no_address_that_nobody_has_proven() -> None:
    use_sealing(Sealing(sealing_keys(SecretStr(Fernet.generate_key().decode()), None, create=False)))
    own: dict[str, JsonValue] = {"subject": "Your parcel is held", "text": "Pay at https://bad.example/pay"}
    said = reminded({"reminder": own}, address_proven=False)
    assert not [word for word in ("parcel", "bad.example") if word in "".join(said)]
    assert "/unsubscribe?token=" in said[1], "whoever reads it can stop such mails"
    assert "parcel" in "".join(reminded({"reminder": own}))
