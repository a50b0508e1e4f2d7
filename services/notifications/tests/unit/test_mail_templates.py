"""Mails are complete and escaped, and HTML and text say the same."""

import re
from datetime import timedelta
from html import unescape

import pytest
from contracts.booking_data import ANONYMOUS
from contracts.events.booking import CancellationFacts, CancellationTermsFacts, OrderRequested
from contracts.events.profiles import PaymentTerms
from contracts.languages import LANGUAGES
from notifications.alerts.rendering import name_in
from notifications.mail.rules import _CANCELLED as CANCELLED
from notifications.mail.rules import _ORDER_MAILS as LETTERS
from notifications.mail.rules import BOOKED_AT_ONCE, GUEST_LINK, RATING_REQUESTED, OrderMail
from notifications.mail.templates import render_order_mail
from notifications.preferences.rules import SUBJECT_OF
from notifications.templates.formatting import Reader
from notifications.templates.mails import MailDetail, MailParts, MailQuote, render_mail
from notifications.templates.mails import _layout as layout
from notifications.templates.translations import direction_of, fill, tag_of, translations

from services.notifications.tests.conftest import guest_order, order

WORDS = {
    "name": "Olu",
    "when": "Wed 25 Nov, 11:00",
    "what": "Haircut, Wed 25 Nov, 11:00",
    "who": "Grace and 2 more people",
    "valid_for": "10 minutes",
    "day": "Wednesday 25 November 2026",
}
ORDER_LETTERS = [mail for mails in LETTERS.values() for mail in mails]


@pytest.mark.parametrize("kind", sorted(translations().mails))
def test_every_letter_can_be_written(kind: str) -> None:
    mail = render_mail(kind, WORDS, MailParts(link="https://openhours.test/x", code="123456"))
    assert mail.subject
    assert "{" not in mail.subject + mail.text
    assert mail.html.startswith("<!doctype html>")
    for paragraph in translations().mails[kind].body:
        assert paragraph.format_map(WORDS) in mail.text
        assert paragraph.format_map(WORDS) in unescape(mail.html)


ANY_PARTS = (
    MailParts(),
    MailParts(link="https://x.test/?a=1&b=2", code="<1>", unsubscribe="https://x.test/?c&d"),
    MailParts(link="https://x.test", details=(MailDetail("A&B", ("c<d", "e")), MailDetail("F", ("g",)))),
    MailParts(zone_note="h<i>", quote=MailQuote("j & k", "{l} %m \n.\n\0n\0"), to_guest=True),
    MailParts(quote=MailQuote("", ""), why="o<p>"),
    MailParts(link="https://x.test", accept="https://x.test/?a&b", decline="https://x.test/?c&d"),
    MailParts(
        link="https://x.test", accept="https://x.test", decline="https://x.test", answers=("come", "cancel")
    ),
)


@pytest.mark.parametrize("parts", ANY_PARTS)
@pytest.mark.parametrize("kind", sorted(translations().mails))
@pytest.mark.parametrize("language", ["english", "arabic"])
def test_a_mail_is_what_the_layouts_make_of_its_words(language: str, kind: str, parts: MailParts) -> None:
    spoken = translations(language)
    own = spoken.mails[kind]
    for name in ("Olu", "<i> & 'x'"):  # the second one is filled into what is remembered of the first
        words = {**WORDS, "name": name, "who": name}
        body = [fill(paragraph, words, language=language) for paragraph in own.body]
        values = {
            "language": tag_of(language),
            "direction": direction_of(language),
            "subject": " ".join(fill(own.subject, words, language=language).split()),
            "preview": body[0],
            "heading": fill(own.heading, words, language=language),
            "body": body,
            "button": own.button,
            "note": fill(own.note, words, language=language),
            "why": parts.why or (spoken.common.why_guest if parts.to_guest else spoken.common.why_account),
            "link": parts.link if own.button else "",
            **{
                each: getattr(parts, each)
                for each in ("accept", "decline", "code", "details", "zone_note", "quote", "unsubscribe")
            },
            **{
                f"{each}_word": spoken.actions[name]
                for each, name in zip(("accept", "decline"), parts.answers, strict=True)
            },
            "is_own": False,
            **{each: getattr(spoken.common, each) for each in ("link_fallback", "footer", "stop")},
        }
        mail = render_mail(kind, words, parts, language)
        assert mail.text == layout("mail.txt.j2").render(values)
        assert mail.html == layout("mail.html.j2").render(values)


def test_the_translations_have_every_kind_that_the_rules_name() -> None:
    named = {mail.kind for mail in (*ORDER_LETTERS, *BOOKED_AT_ONCE, RATING_REQUESTED, GUEST_LINK)}
    named |= {kind for pair in CANCELLED.values() for kind in pair}
    named |= {"confirm", "reset", "guest_code", "change_from", "change_to"}
    named |= {"order_time_proposed", "order_time_declined", "order_time_withdrawn", "order_time_lapsed"}
    named |= {"session_missed_client", "session_missed_provider", "no_show_contested", "order_time_asked"}
    named |= {"order_moved", "order_place_changed", "reminder_day", "reminder_hour", "order_expired_client"}
    named |= {"report_closed", "report_closed_action", "account_warned", "post_hidden", "post_restored"}
    named |= {"rating_waits_client", "rating_waits_provider", "rating_answered_client"}
    named |= {"review_removed", "review_restored", "reminder", "follow_up_client", "day_summary"}
    named |= {"order_entered_client"}
    named |= {"account_suspended", "account_restored", "profile_verified", "profile_unverified"}
    named |= {"login_reused", "data_export_ready", "request_answered", "messages_unread", "circle_grown"}
    named |= {f"security_{what}" for what in ("new_device", "password", "second_factor", "mail_address")}
    assert named == set(translations().mails)
    assert {
        *SUBJECT_OF,
        "report_closed_action",
        "rating_given_for",
        "order_booked_by_you",
        "order_moved_by_other",
    } == set(translations().alerts)


def test_a_proposed_time_stands_beside_the_agreed_one() -> None:
    facts = order()
    later = facts.sessions[0].model_copy(
        update={
            "starts_at": facts.sessions[0].starts_at + timedelta(days=1),
            "ends_at": facts.sessions[0].ends_at + timedelta(days=1),
        }
    )
    proposed = facts.model_copy(update={"proposed_sessions": [later], "proposed_by": "client"})
    mail = render_order_mail(
        OrderMail("order_time_proposed", "provider", "upcoming_schedule"),
        proposed,
        "https://openhours.test",
    )
    assert "Thu 26 Nov" in mail.subject
    assert "Proposed instead" in mail.text
    assert mail.text.count("Wednesday 25 November") == 1
    assert mail.text.count("Thursday 26 November") == 1


@pytest.mark.parametrize("client_id", ["client-1", ""])
def test_who_is_asked_for_another_time_reads_the_free_ones_and_is_led_to_the_choice(client_id: str) -> None:
    facts = order(client_id=client_id, guest_link="https://openhours.test/guest?token=t")
    later = timedelta(days=2)
    free = [
        each.model_copy(update={"starts_at": each.starts_at + later, "ends_at": each.ends_at + later})
        for each in facts.sessions
    ]
    mail = render_order_mail(
        OrderMail("order_time_asked", "client", "upcoming_schedule"),
        facts,
        "https://openhours.test",
        "I am at the dentist.",
        free_times=free,
    )
    assert "Free instead" in mail.text
    assert "Friday 27 November" in mail.text
    assert "I am at the dentist." in mail.text
    [link] = {line.strip() for line in mail.text.splitlines() if line.strip().endswith("&move=yes")}
    assert link.startswith("https://openhours.test/schedule_manager/" if client_id else facts.guest_link)


def test_a_client_reads_street_and_phone_where_the_provider_shows_them() -> None:
    to_provider, to_client = LETTERS[OrderRequested]
    facts = order(delivery_mode="in-person", delivery_location="1 Main Street")

    def text(mail: OrderMail, **seen: str) -> str:
        shown = facts.model_copy(update={"for_client": facts.for_client.model_copy(update=seen)})
        return render_order_mail(mail, shown, "https://openhours.test").text

    hidden = text(to_client, delivery_location="", contact_phone="")
    assert "1 Main Street" not in hidden
    assert "Phone" not in hidden
    seen = {"delivery_location": "1 Main Street", "contact_phone": "+49301234"}
    assert {"Where: 1 Main Street", "Phone: +49301234"} <= set(text(to_client, **seen).splitlines())
    own = text(to_provider, delivery_location="", contact_phone="+49301234")
    assert "Where: 1 Main Street" in own.splitlines()
    assert "+49301234" not in own


def test_a_client_reads_how_the_provider_wants_to_be_paid() -> None:
    to_provider, to_client = LETTERS[OrderRequested]
    terms = PaymentTerms(
        fee_policy="negotiable", payment_methods=["cash", "bank_transfer"], payment_note="At\nthe door."
    )
    facts = order(payment=terms, total_minor=2500)

    def text(mail: OrderMail, **changed: object) -> str:
        return render_order_mail(mail, facts.model_copy(update=changed), "https://openhours.test").text

    line = "Payment: Cash, Bank transfer; The price is open to talk; At the door."
    assert line in text(to_client).splitlines()
    assert "Payment" not in text(to_provider)
    assert "Payment" not in text(to_client, total_minor=0), "nothing is to be paid"


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sides_read_the_terms_for_cancelling_and_how_it_ended(language: str) -> None:
    labels = translations(language).labels
    terms = [
        CancellationTermsFacts(free_hours=24, late="allowed", words="Half is due."),
        CancellationTermsFacts(free_hours=2, late="refused"),
    ]
    ended = CancellationFacts(cancelled_by="client", reason="ill", late=True, words="Half is due.")
    for mail in LETTERS[OrderRequested]:
        reader = Reader(language, "Europe/Berlin", "h23")
        open_ = order(cancellation_terms=terms, status="accepted")
        text = render_order_mail(mail, open_, "https://openhours.test", reader=reader).text
        assert "Half is due." in text
        for said in ("then_late", "then_refused"):
            assert labels[said] in text
        if language == "english":
            line = next(each for each in text.splitlines() if each.startswith("Cancelling: "))
            assert "Free until Tue 24 Nov, 11:00" in line
            assert "Free until Wed 25 Nov, 09:00" in line
        cancelled = order(cancellation_terms=terms, status="cancelled", cancellation=ended)
        text = render_order_mail(mail, cancelled, "https://openhours.test", reader=reader).text
        assert f"{labels['why_cancelled']}: {labels['reason_ill']}" in text
        assert f"{labels['late_cancellation']}: Half is due." in text
        assert labels["then_refused"] not in text
        plain = render_order_mail(mail, order(), "https://openhours.test", reader=reader).text
        assert labels["cancelling"] not in plain


def test_a_code_stands_alone_on_a_line() -> None:
    mail = render_mail("guest_code", WORDS, MailParts(code="042424", to_guest=True))
    assert "042424" in mail.text.splitlines()
    assert re.findall(r"^\d{6}$", mail.text, re.MULTILINE) == ["042424"]


def test_what_people_typed_is_escaped_in_html_only() -> None:
    evil = '<script>alert("x")</script>'
    mail = render_order_mail(ORDER_LETTERS[0], order(client_name=evil), "https://openhours.test", quote=evil)
    assert "<script>" not in mail.html
    assert evil in mail.text
    assert evil in unescape(mail.html)


def test_who_was_erased_is_called_so_in_the_readers_language() -> None:
    facts, closed = order(client_id="", client_name=ANONYMOUS), OrderMail("order_closed", "provider", "x")
    mail = render_order_mail(closed, facts, "https://openhours.test", reader=Reader("french"))
    name = translations("french").common.former_member
    assert mail.subject == f"Votre rendez-vous avec {name} est annulé"
    assert name_in("order_closed", None, ANONYMOUS, "french") == name


def test_braces_in_a_name_stay_what_they_are() -> None:
    mail = render_order_mail(ORDER_LETTERS[0], order(client_name="{when} {0}"), "https://openhours.test")
    assert "{when} {0} asks for" in mail.subject


def test_a_subject_counts_the_further_services() -> None:
    (service,) = order().services
    several = order(services=[service, service, service])
    mail = render_order_mail(ORDER_LETTERS[0], several, "https://openhours.test")
    assert mail.subject == "Grace Wanjiru asks for First assessment and 2 more, Wed 25 Nov, 11:00"


def test_an_order_letter_tells_when_what_where_and_how_much() -> None:
    mail = render_order_mail(ORDER_LETTERS[0], order(), "https://openhours.test/", quote="My back hurts.")
    link = "https://openhours.test/schedule_manager/pending_requests?dialog=booking&booking="
    assert mail.subject == "Grace Wanjiru asks for First assessment, Wed 25 Nov, 11:00"
    for fact in (
        "When: Wednesday 25 November 2026, 11:00–11:50",
        "Services: First assessment",
        "How: In person",
        "Where: Torstraße 1, Berlin",
        "Total: €45",
        "Times are in the zone Europe/Berlin.",
        "Grace Wanjiru wrote:\nMy back hurts.",
        link,
    ):
        assert fact in mail.text
    assert link in unescape(mail.html)


def test_a_request_is_answered_from_its_mail_and_no_other_is() -> None:
    facts, site = order(), "https://openhours.test"
    mail = render_order_mail(
        OrderMail("order_requested_provider", "provider", "pending_requests"),
        facts,
        f"{site}/",
        answer_key="se-cret_1",
    )
    request = f"{site}/schedule_manager/pending_requests?dialog=booking&booking={facts.order_id}"
    for word, answer in (("Accept", "accepted"), ("Decline", "rejected")):
        assert f"{word}:\n{request}&answer={answer}&key=se-cret_1\n" in mail.text
        assert f'href="{request}&answer={answer}&key=se-cret_1"' in unescape(mail.html)
    others = [each for each in ORDER_LETTERS if each.kind != "order_requested_provider"]
    for other in (render_order_mail(each, facts, site, answer_key="se-cret_1") for each in others):
        assert "answer=" not in other.text + other.html
        assert "se-cret_1" not in other.text + other.html


def test_a_guest_gets_their_own_link() -> None:
    facts = guest_order()
    mail = render_order_mail(
        OrderMail("order_accepted_client", "client", "upcoming_schedule"), facts, "https://x"
    )
    assert facts.guest_link in mail.text
    assert "13:00–13:50" in mail.text  # Nairobi
    assert "this address was used to book" in mail.text


def test_a_mail_has_the_name_of_a_slot_beside_its_time() -> None:
    named = [session.model_copy(update={"alias": "Early bird"}) for session in order().sessions]
    mail = render_order_mail(ORDER_LETTERS[0], order(sessions=named), "https://openhours.test")
    assert "Wednesday 25 November 2026, 11:00–11:50 · Early bird" in mail.text
