"""Which alerts and mails an event causes, and when a failed mail is tried again."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest
from contracts.events.booking import (
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderMoved,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    PlaceChanged,
    SessionEnded,
    TimeDeclined,
    TimeProposed,
)
from contracts.events.booking_reminders import ReminderDue
from contracts.events.feed import CommentAdded, PostFacts, RepostAdded
from contracts.events.profiles import UserRequestFiled
from contracts.events.profiles_moderation import ReportFiled
from notifications.alerts.rendering import alert_text
from notifications.alerts.rules import notices_of
from notifications.mail.rules import MOST_ATTEMPTS, next_attempt, order_mails, quoted, reminder_mails
from notifications.preferences.rules import SUBJECT_OF, Subject, can_be_switched, wanted
from notifications.push import rules as push_rules
from notifications.safety.rules import staff_notice
from notifications.templates.formatting import Reader, format_services

from services.notifications.tests.conftest import guest_order, order

Actor = Literal["provider", "client", "system"]
TABLE: list[tuple[type[OrderEvent], Actor, dict[str, str], list[str]]] = [
    (
        OrderRequested,
        "client",
        {"provider": "order_requested"},
        ["order_requested_provider", "order_requested_client"],
    ),
    (
        OrderAccepted,
        "provider",
        {"client": "order_accepted"},
        ["order_accepted_provider", "order_accepted_client"],
    ),
    (OrderRejected, "provider", {"client": "order_rejected"}, ["order_rejected_client"]),
    (OrderStarted, "provider", {"client": "order_started"}, ["order_started_client"]),
    (OrderCompleted, "provider", {"client": "order_completed"}, ["order_completed_client"]),
    (
        OrderCompleted,
        "system",
        {"provider": "order_completed", "client": "order_completed"},
        ["order_completed_client"],
    ),
    (
        OrderCancelled,
        "client",
        {"provider": "order_cancelled"},
        ["order_cancelled_provider", "order_cancelled_by_client"],
    ),
    (
        OrderCancelled,
        "provider",
        {"client": "order_cancelled"},
        ["order_cancelled_by_provider", "order_cancelled_client"],
    ),
    (
        OrderCancelled,
        "system",
        {"provider": "order_expired", "client": "order_expired"},
        ["order_expired_client"],
    ),
]


@pytest.mark.parametrize(("kind", "actor", "alerts", "mails"), TABLE)
def test_who_hears_of_an_order(
    kind: type[OrderEvent], actor: Actor, alerts: dict[str, str], mails: list[str]
) -> None:
    facts = order()
    event = kind(order=facts, actor=actor)
    notices = notices_of(event)
    sides = {facts.provider_id: "provider", facts.client_id: "client"}
    assert {sides[notice.receiver_id]: notice.kind for notice in notices} == alerts
    for notice in notices:
        own = facts.for_provider if notice.receiver_id == facts.provider_id else facts.for_client
        assert notice.booking is own
    assert [mail.kind for mail in order_mails(event)] == mails


@pytest.mark.parametrize(("kind", "actor"), [(row[0], row[1]) for row in TABLE])
def test_a_guest_has_no_alerts(kind: type[OrderEvent], actor: Actor) -> None:
    facts = guest_order()
    assert all(
        notice.receiver_id == facts.provider_id for notice in notices_of(kind(order=facts, actor=actor))
    )


@pytest.mark.parametrize("kind", [OrderStarted, SessionEnded, OrderCompleted])
def test_each_session_of_an_order_is_a_fact_of_its_own(kind: type[OrderEvent]) -> None:
    facts = order()
    sources: list[str] = []
    for position in (1, 2, 3):
        session = facts.sessions[0].model_copy(update={"position": position, "state": "done"})
        event = kind.model_validate({"order": facts, "actor": "provider", "session": session})
        sources += [notice.source for notice in notices_of(event)]
    named = f"{kind.key}:{facts.order_id}"
    assert sources == [named, f"{named}:2", f"{named}:3"]


TIMES: list[tuple[OrderEvent, dict[str, str], list[tuple[str, str]]]] = [
    (
        TimeProposed(order=order(), actor="client"),
        {"provider": "order_time_proposed"},
        [("order_time_proposed", "provider")],
    ),
    (
        TimeProposed(order=order(), actor="provider"),
        {"client": "order_time_proposed"},
        [("order_time_proposed", "client")],
    ),
    (
        TimeDeclined(order=order(), actor="provider", proposed_by="client"),
        {"client": "order_time_declined"},
        [("order_time_declined", "client")],
    ),
    (
        TimeDeclined(order=order(), actor="client", proposed_by="client"),
        {"provider": "order_time_withdrawn"},
        [("order_time_withdrawn", "provider")],
    ),
    (
        TimeDeclined(order=order(), actor="system", proposed_by="client"),
        {"provider": "order_time_lapsed", "client": "order_time_lapsed"},
        [("order_time_lapsed", "provider"), ("order_time_lapsed", "client")],
    ),
    (
        OrderMoved(order=order(), actor="client"),
        {"provider": "order_moved"},
        [("order_moved", "provider"), ("order_moved", "client")],
    ),
    (
        PlaceChanged(order=order(), actor="provider"),
        {"client": "order_place_changed"},
        [("order_place_changed", "provider"), ("order_place_changed", "client")],
    ),
]


@pytest.mark.parametrize(("event", "alerts", "mails"), TIMES)
def test_who_hears_of_another_time(
    event: OrderEvent, alerts: dict[str, str], mails: list[tuple[str, str]]
) -> None:
    sides = {event.order.provider_id: "provider", event.order.client_id: "client"}
    notices = notices_of(event)
    assert {sides[notice.receiver_id]: notice.kind for notice in notices} == alerts
    assert [(mail.kind, mail.side) for mail in order_mails(event)] == mails
    again = notices_of(event.model_copy(update={"event_id": "another"}))
    assert {notice.source for notice in notices}.isdisjoint(notice.source for notice in again), (
        "an order can be moved again"
    )


@pytest.mark.parametrize(("ahead", "kind"), [(24, "reminder_day"), (1, "reminder_hour")])
def test_both_sides_are_reminded(ahead: Literal[24, 1], kind: str) -> None:
    facts = order()
    event = ReminderDue(order=facts, session=facts.sessions[0], hours_ahead=ahead)
    notices = notices_of(event)
    assert {notice.receiver_id for notice in notices} == {facts.provider_id, facts.client_id}
    assert {notice.kind for notice in notices} == {"session_reminder"}
    assert [(mail.kind, mail.side) for mail in reminder_mails(event)] == [
        (kind, "provider"),
        (kind, "client"),
    ]
    assert wanted({"reminders": {"email": False}}, reminder_mails(event)[0].subject, "email") is False


def test_two_deliveries_name_one_fact() -> None:
    facts = order()
    one, two = (notices_of(OrderRequested(order=facts, actor="client"))[0] for _ in range(2))
    assert one.source == two.source


def test_the_acting_sides_words_go_to_the_other_side_only() -> None:
    accepted = OrderAccepted(order=order(), actor="provider", feedback="See you!")
    assert (quoted(accepted, "client"), quoted(accepted, "provider")) == ("See you!", "")
    asked = OrderRequested(order=order(), actor="client")
    assert (quoted(asked, "provider"), quoted(asked, "client")) == ("My back hurts.", "")


@pytest.mark.parametrize(
    ("kind", "words", "text"),
    [
        ("order_requested", {}, "Grace wants Wed 25 Nov, 11:00"),
        (
            "order_requested",
            {"services": ["Haircut"]},
            "Grace wants Haircut, Wed 25 Nov, 11:00",
        ),
        (
            "order_requested",
            {"services": ["Haircut", "Beard"]},
            "Grace wants Haircut and 1 more, Wed 25 Nov, 11:00",
        ),
        (
            "order_requested",
            {"services": ["Haircut", "Beard", "Wash"]},
            "Grace wants Haircut and 2 more, Wed 25 Nov, 11:00",
        ),
        ("order_accepted", {}, "Grace Wanjiru accepted Wed 25 Nov, 11:00"),
        ("rating_given", {"n": 5}, "Grace rated you 5 stars"),
        ("rating_given", {"n": 1}, "Grace rated you 1 star"),
        (
            "rating_given",
            {"n": 5, "sentence": "rating_given_for", "services": ["Haircut"]},
            "Grace rated you 5 stars for Haircut",
        ),
        ("interest_added", {}, "Grace added you to their circle"),
        ("order_cancelled", {"to": "provider"}, "Grace cancelled Wed 25 Nov, 11:00"),
        ("order_moved", {"to": "client"}, "Grace Wanjiru accepted the new time: Wed 25 Nov, 11:00"),
    ],
)
def test_what_alerts_say(kind: str, words: dict[str, Any], text: str) -> None:
    times: dict[str, Any] = {"starts": ["2026-11-25T10:00:00+00:00"], "zone": "Europe/Berlin"}
    assert alert_text(kind, {**times, **words}, "Grace Wanjiru", Reader()) == text


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [
        ("french", 2, "Coupe et 1 autre"),
        ("french", 3, "Coupe et 2 autres"),
        ("spanish", 3, "Coupe y 2 más"),
        ("arabic", 2, "\u2068Coupe\u2069 وخدمة أخرى"),
        ("arabic", 3, "\u2068Coupe\u2069 وخدمتان أخريان"),
        ("arabic", 4, "\u2068Coupe\u2069 و3 خدمات أخرى"),
        ("arabic", 12, "\u2068Coupe\u2069 و11 خدمة أخرى"),
    ],
)
def test_further_services_are_counted_in_each_language(language: str, count: int, text: str) -> None:
    assert format_services(["Coupe"] * count, language) == text


def test_what_was_never_chosen_is_wanted() -> None:
    assert wanted({}, "appointments", "email")
    assert wanted({"appointments": {"email": True}}, "appointments", "push")
    assert not wanted({"appointments": {"email": False}}, "appointments", "email")


SWITCHES: list[Subject] = ["appointments", "reminders", "ratings", "circle", "posts", "messages", "summary"]


@pytest.mark.parametrize("subject", SWITCHES)
def test_a_switch_turns_one_channel_of_one_subject_off(subject: Subject) -> None:
    off = {subject: {"email": False}}
    assert can_be_switched(subject)
    assert not wanted(off, subject, "email")
    assert wanted(off, subject, "push")
    assert all(wanted(off, other, "email") for other in SWITCHES if other != subject)


def test_messages_have_a_switch_of_their_own() -> None:
    assert [kind for kind, subject in SUBJECT_OF.items() if subject == "messages"] == ["message_sent"]


def test_nobody_switches_news_of_safety_off() -> None:
    assert not can_be_switched("safety")
    assert wanted({"safety": {"email": False}}, "safety", "email")


def test_the_staff_hear_of_what_others_file_and_not_about_themselves() -> None:
    report = ReportFiled(
        report_id="r", reporter_id="reporter", reported_id="reported", report_type="posts", issue_id="p",
        title="Spam", filed_at=datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    request = UserRequestFiled(request_id="q", account_id="asker", topic="support")
    assert [staff_notice(report, each) is None for each in ("reporter", "reported", "other")] == [
        True,
        True,
        False,
    ]
    assert [staff_notice(request, each) is None for each in ("asker", "other")] == [True, False]


def test_nobody_hears_of_their_own_comment_or_repost() -> None:
    post = PostFacts(
        post_id="p", owner_id="owner", post_type="post", audience="all", mature=False, tags=[],
        published_at=datetime(2026, 1, 1, tzinfo=UTC), brief="Six croissants", revision=1,
    )  # fmt: skip
    for author, receivers in (("owner", []), ("other", ["owner"])):
        comment = CommentAdded(comment_id="c", post=post, author_id=author, author_name="A", text="Hello")
        repost = RepostAdded(
            post=post.model_copy(update={"owner_id": author, "post_type": "repost"}),
            original_owner_id="owner", author_name="A", original_id="p", original_brief="Six croissants",
        )  # fmt: skip
        for event in (comment, repost):
            assert [notice.receiver_id for notice in notices_of(event)] == receivers


def test_waits_grow_and_end() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    waits = [at - now for attempts in range(1, MOST_ATTEMPTS) if (at := next_attempt(attempts, now))]
    assert len(waits) == MOST_ATTEMPTS - 1, "only the last attempt is the last"
    assert waits[:10] == [timedelta(seconds=5 * 2**attempts) for attempts in range(10)]
    assert set(waits[10:]) == {timedelta(hours=1)}
    assert sum(waits, timedelta()) > timedelta(days=2)
    assert next_attempt(MOST_ATTEMPTS, now) is None


@pytest.mark.parametrize(
    ("attempts", "at_least", "seconds"), [(1, 0, 5), (2, 0, 10), (7, 0, 320), (2, 9, 10), (2, 11, 11)]
)
def test_a_push_waits_twice_as_long_each_time_and_as_long_as_the_push_service_asks(
    attempts: int, at_least: int, seconds: int
) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    at = push_rules.next_attempt(attempts, timedelta(seconds=at_least), now)
    assert at == now + timedelta(seconds=seconds)


def test_a_push_is_given_up_after_eight_attempts() -> None:
    assert push_rules.next_attempt(8, timedelta(hours=1), datetime(2026, 1, 1, tzinfo=UTC)) is None
