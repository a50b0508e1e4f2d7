"""Letters: complete, escaped, and the same in HTML and text."""

import re
from datetime import timedelta
from html import unescape

import pytest
from contracts.booking_data import ANONYMOUS
from notifications.alerts.words import name_in
from notifications.mail.letters import order_letter
from notifications.mail.rules import _CANCELLED as CANCELLED
from notifications.mail.rules import _LETTERS as LETTERS
from notifications.mail.rules import GUEST_LINK, RATING_REQUESTED, OrderLetter
from notifications.people.rules import SUBJECT_OF
from notifications.templates.catalogue import catalogue
from notifications.templates.letters import Enclosed, write_letter

from services.notifications.tests.conftest import guest_order, order

WORDS = {"name": "Olu", "when": "Wed 25 Nov, 11:00", "valid_for": "10 minutes"}
ORDER_LETTERS = [letter for letters in LETTERS.values() for letter in letters]


@pytest.mark.parametrize("kind", sorted(catalogue().letters))
def test_every_letter_can_be_written(kind: str) -> None:
    letter = write_letter(kind, WORDS, Enclosed(link="https://openhours.test/x", code="123456"))
    assert letter.subject
    assert "{" not in letter.subject + letter.text
    assert letter.html.startswith("<!doctype html>")
    for paragraph in catalogue().letters[kind].body:
        assert paragraph.format_map(WORDS) in letter.text
        assert paragraph.format_map(WORDS) in unescape(letter.html)


def test_the_catalogue_knows_every_kind_that_the_rules_name() -> None:
    named = {letter.kind for letter in (*ORDER_LETTERS, RATING_REQUESTED, GUEST_LINK)}
    named |= {kind for pair in CANCELLED.values() for kind in pair}
    named |= {"confirm", "reset", "guest_code"}
    named |= {"order_time_proposed", "order_time_declined", "order_time_withdrawn", "order_time_lapsed"}
    named |= {"order_moved", "reminder_day", "reminder_hour"}
    named |= {"report_closed", "report_closed_action", "account_warned", "post_hidden", "post_restored"}
    named |= {"account_suspended", "account_restored", "profile_verified", "profile_unverified"}
    named |= {"request_answered"}
    assert named == set(catalogue().letters)
    assert {*SUBJECT_OF, "report_closed_action"} == set(catalogue().alerts)


def test_a_proposed_time_stands_beside_the_agreed_one() -> None:
    facts = order()
    later = facts.sessions[0].model_copy(
        update={
            "starts_at": facts.sessions[0].starts_at + timedelta(days=1),
            "ends_at": facts.sessions[0].ends_at + timedelta(days=1),
        }
    )
    proposed = facts.model_copy(update={"proposed_sessions": [later], "proposed_by": "client"})
    letter = order_letter(
        OrderLetter("order_time_proposed", "provider", "upcoming_schedule"),
        proposed,
        "https://openhours.test",
    )
    assert "Thu 26 Nov" in letter.subject
    assert "Proposed instead" in letter.text
    assert letter.text.count("Wednesday 25 November") == 1
    assert letter.text.count("Thursday 26 November") == 1


def test_a_code_stands_alone_on_a_line() -> None:
    letter = write_letter("guest_code", WORDS, Enclosed(code="042424", to_guest=True))
    assert "042424" in letter.text.splitlines()
    assert re.findall(r"^\d{6}$", letter.text, re.MULTILINE) == ["042424"]


def test_what_people_typed_is_escaped_in_html_only() -> None:
    evil = '<script>alert("x")</script>'
    letter = order_letter(ORDER_LETTERS[0], order(client_name=evil), "https://openhours.test", quote=evil)
    assert "<script>" not in letter.html
    assert evil in letter.text
    assert evil in unescape(letter.html)


def test_who_was_erased_is_called_so_in_the_readers_language() -> None:
    facts, closed = order(client_id="", client_name=ANONYMOUS), OrderLetter("order_closed", "provider", "x")
    letter = order_letter(closed, facts, "https://openhours.test", language="french")
    name = catalogue("french").common.former_member
    assert letter.subject == f"Votre rendez-vous avec {name} est annulé"
    assert name_in("order_closed", None, ANONYMOUS, "french") == name


def test_braces_in_a_name_stay_what_they_are() -> None:
    letter = order_letter(ORDER_LETTERS[0], order(client_name="{when} {0}"), "https://openhours.test")
    assert "{when} {0} asks for" in letter.subject


def test_an_order_letter_tells_when_what_where_and_how_much() -> None:
    letter = order_letter(ORDER_LETTERS[0], order(), "https://openhours.test/", quote="My back hurts.")
    assert letter.subject == "Grace Wanjiru asks for Wed 25 Nov, 11:00"
    for fact in (
        "When: Wednesday 25 November 2026, 11:00–11:50",
        "Services: First assessment",
        "How: In person",
        "Where: Torstraße 1, Berlin",
        "Total: €45",
        "Times are in the zone Europe/Berlin.",
        "Grace Wanjiru wrote:\nMy back hurts.",
        "https://openhours.test/schedule_manager/pending_requests",
    ):
        assert fact in letter.text
    assert "https://openhours.test/schedule_manager/pending_requests" in letter.html


def test_a_guest_gets_their_own_link() -> None:
    facts = guest_order()
    letter = order_letter(
        OrderLetter("order_accepted_client", "client", "upcoming_schedule"), facts, "https://x"
    )
    assert facts.guest_link in letter.text
    assert "13:00–13:50" in letter.text  # Nairobi
    assert "this address was used to book" in letter.text
