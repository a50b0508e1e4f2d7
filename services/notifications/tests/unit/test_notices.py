"""Each notice and each mail as a whole: receiver, kind, link and text."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from contracts.events.booking import (
    OrderAccepted,
    OrderCancelled,
    OrderEvent,
    OrderFacts,
    OrderMoved,
    OrderRejected,
    OrderRequested,
    TimeDeclined,
    TimeProposed,
)
from contracts.events.booking_ratings import RatingGiven, RatingRequested
from contracts.events.booking_reminders import ReminderDue
from contracts.events.feed import CommentAdded, PostFacts, RepostAdded
from contracts.events.profiles import CircleChanged, UserRequestAnswered, UserRequestFiled
from contracts.events.profiles_moderation import (
    AccountWarned,
    PostStandingChanged,
    ReportClosed,
    ReportFiled,
    StandingChanged,
    VerificationDecided,
)
from notifications.alerts.notice import Notice
from notifications.alerts.rules import interest_notice, notices_of
from notifications.mail.rules import OrderMail, address_of, order_mails, quoted, reminder_mails
from notifications.safety.rules import Decision, answer_notice, decision_of, staff_notice

from services.notifications.tests.conftest import guest_order, order

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FACTS = order()
GUESTS = guest_order()


def of_order(
    source: str,
    kind: str,
    side: str,
    tab: str,
    facts: OrderFacts = FACTS,
    sessions: list[Any] | None = None,
) -> Notice:
    """The notice that one side of an order is to get."""
    to_provider = side == "provider"
    starts = [session.starts_at.isoformat() for session in (facts.sessions if sessions is None else sessions)]
    return Notice(
        source=source,
        receiver_id=facts.provider_id if to_provider else facts.client_id,
        kind=kind,
        actor_id=(facts.client_id or None) if to_provider else facts.provider_id,
        url=f"/schedule_manager/{tab}?dialog=booking&booking={facts.order_id}",
        words={
            "name": facts.client_name if to_provider else facts.provider_name,
            "to": side,
            "starts": starts,
            "zone": facts.provider_timezone if to_provider else facts.client_timezone,
            "order_id": facts.order_id,
            "services": ["First assessment"],
        },
        booking=facts.for_provider if to_provider else facts.for_client,
    )


def test_of_a_step_of_an_order() -> None:
    requested = f"booking.order.requested:{FACTS.order_id}"
    assert notices_of(OrderRequested(order=FACTS, actor="client")) == [
        of_order(requested, "order_requested", "provider", "pending_requests")
    ]
    (keyed,) = notices_of(OrderRequested(order=FACTS, actor="client", answer_key="se-cret_1"))
    assert keyed.words["answer_key"] == "se-cret_1"
    assert notices_of(OrderAccepted(order=FACTS, actor="provider")) == [
        of_order(f"booking.order.accepted:{FACTS.order_id}", "order_accepted", "client", "upcoming_schedule")
    ]
    assert notices_of(OrderRejected(order=FACTS, actor="provider")) == [
        of_order(f"booking.order.rejected:{FACTS.order_id}", "order_rejected", "client", "rejected_requests")
    ]
    of_guest = f"booking.order.requested:{GUESTS.order_id}"
    assert notices_of(OrderRequested(order=GUESTS, actor="client")) == [
        of_order(of_guest, "order_requested", "provider", "pending_requests", GUESTS)
    ]
    assert notices_of(OrderAccepted(order=GUESTS, actor="provider")) == [], "a guest has no alerts"


@pytest.mark.parametrize(
    ("actor", "cause", "kind", "sides"),
    [
        ("client", "", "order_cancelled", ["provider"]),
        ("provider", "", "order_cancelled", ["client"]),
        ("system", "", "order_expired", ["provider", "client"]),
        ("system", "account_closed", "order_closed", ["provider", "client"]),
    ],
)
def test_of_a_cancelled_order(actor: Any, cause: Any, kind: str, sides: list[str]) -> None:
    source = f"booking.order.cancelled:{FACTS.order_id}"
    events = notices_of(OrderCancelled(order=FACTS, actor=actor, cause=cause))
    assert events == [of_order(source, kind, side, "cancelled_requests") for side in sides]


LATER = [
    session.model_copy(update={"starts_at": datetime(2026, 12, 1, 10, tzinfo=UTC)})
    for session in FACTS.sessions
]


@pytest.mark.parametrize(
    ("status", "tab"), [("pending", "pending_requests"), ("accepted", "upcoming_schedule")]
)
def test_of_another_time(status: str, tab: str) -> None:
    facts = FACTS.model_copy(update={"status": status, "proposed_sessions": LATER})
    proposed = TimeProposed(order=facts, actor="client")
    assert notices_of(proposed) == [
        of_order(
            f"booking.order.time_proposed:{proposed.event_id}",
            "order_time_proposed",
            "provider",
            tab,
            facts,
            LATER,
        )
    ]
    moved = OrderMoved(order=facts, actor="provider")
    assert notices_of(moved) == [
        of_order(f"{moved.key}:{moved.event_id}", "order_moved", "client", tab, facts)
    ]
    dropped: list[tuple[Any, str, list[str]]] = [
        ("provider", "order_time_declined", ["client"]),
        ("client", "order_time_withdrawn", ["provider"]),
        ("system", "order_time_lapsed", ["provider", "client"]),
    ]
    for actor, kind, sides in dropped:
        event = TimeDeclined(order=facts, actor=actor, proposed_by="client")
        source = f"{event.key}:{event.event_id}"
        assert notices_of(event) == [of_order(source, kind, side, tab, facts) for side in sides]


def test_a_guest_hears_of_another_time_by_mail_alone() -> None:
    event = TimeDeclined(order=GUESTS, actor="system", proposed_by="client")
    assert [notice.receiver_id for notice in notices_of(event)] == [GUESTS.provider_id]


def test_of_a_reminder_and_of_ratings() -> None:
    reminder = ReminderDue(order=FACTS, session=LATER[0], hours_ahead=24)
    source = f"{reminder.key}:{reminder.event_id}"
    to_provider, to_client = (
        of_order(source, "session_reminder", side, "upcoming_schedule", sessions=LATER[:1])
        for side in ("provider", "client")
    )
    asked_to_come = replace(to_client, words={**to_client.words, "asks": True})
    assert notices_of(reminder) == [to_provider, asked_to_come]
    said = reminder.model_copy(update={"session": LATER[0].model_copy(update={"coming": True})})
    assert notices_of(said) == [to_provider, to_client]
    by_mail_alone = reminder.model_copy(update={"by_push": False})
    assert [notice.for_devices for notice in notices_of(by_mail_alone)] == [False, False]
    assert reminder_mails(reminder.model_copy(update={"by_mail": False})) == ()
    for minutes, kind in ((1440, "reminder_day"), (2880, "reminder"), (120, "reminder")):
        ahead = reminder.model_copy(update={"minutes_ahead": minutes})
        assert {mail.kind for mail in reminder_mails(ahead)} == {kind}
    assert len(notices_of(ReminderDue(order=GUESTS, session=LATER[0], hours_ahead=1))) == 1
    asked = RatingRequested(order=FACTS, feedback="Please")
    assert notices_of(asked) == [
        of_order(f"{asked.key}:{asked.event_id}", "rating_requested", "client", "pending_review")
    ]
    assert notices_of(RatingRequested(order=GUESTS, feedback="Please")) == []
    for facts in (FACTS, GUESTS):
        given = RatingGiven(
            order=facts, rating=4, feedback="Good", trusted=False, average=4.5, reviews=2, revision=2
        )
        assert notices_of(given) == [
            Notice(
                source=f"{given.key}:{facts.order_id}",
                receiver_id=facts.provider_id,
                kind="rating_given",
                actor_id=facts.client_id or None,
                url=f"/my_ratings?review={facts.order_id}",
                words={
                    "name": facts.client_name,
                    "n": 4,
                    "sentence": "rating_given_for",
                    "order_id": facts.order_id,
                    "services": ["First assessment"],
                },
                booking=facts.for_provider,
                update={"rating_summary": {"rating": 4.5, "reviews": 2}},
            )
        ]


def test_of_an_interest_a_comment_and_a_repost() -> None:
    circle = CircleChanged(account_id="fan", provider_id="owner", interest=True, trusted=True, revision=7)
    assert interest_notice(circle) == Notice(
        source=f"{circle.key}:fan:owner:7",
        receiver_id="owner",
        kind="interest_added",
        actor_id="fan",
        url="/alerts",
        words={"name": ""},
        interest={"account_id": "fan", "provider_id": "owner", "trusted": True},
        group="interest_added",
        of_people=True,
    )
    assert notices_of(circle) == [], "it takes memory to know whether that is news"
    post = PostFacts(
        post_id="p", owner_id="owner", post_type="post", audience="all", mature=False, tags=[],
        published_at=NOW, brief="Six croissants", revision=1,
    )  # fmt: skip
    comment = CommentAdded(comment_id="c", post=post, author_id="fan", author_name="Fay", text="Hello")
    assert notices_of(comment) == [
        Notice(
            source=f"{comment.key}:c",
            receiver_id="owner",
            kind="comment_added",
            actor_id="fan",
            url="/feed?autoView=post_comment&autoActivePost=p&comment=c",
            words={"name": "Fay", "post": "Six croissants"},
            group="comment_added:p",
        )
    ]
    for original_id, group in (("o", "post_reposted:o"), ("", "")):
        repost = RepostAdded(
            post=post.model_copy(update={"owner_id": "fan"}), original_owner_id="owner", author_name="Fay",
            original_id=original_id, original_brief="Six croissants",
        )  # fmt: skip
        assert notices_of(repost) == [
            Notice(
                source=f"{repost.key}:p",
                receiver_id="owner",
                kind="post_reposted",
                actor_id="fan",
                url="/feed?autoView=post&autoActivePost=p",
                words={"name": "Fay", "post": "Six croissants"},
                group=group,
                of_people=True,
            )
        ]


APPEAL = "/user_request?topic=appeal"


def test_of_what_the_staff_decided() -> None:
    warned = AccountWarned(warning_id="w", account_id="a", title="Spam", note="Stop it")
    assert decision_of(warned) == Decision(
        f"{warned.key}:w",
        "a",
        "account_warned",
        APPEAL,
        "account_warned",
        "Spam",
        "Stop it",
        {"text": "Spam"},
    )
    assert decision_of(warned).notice() == Notice(
        f"{warned.key}:w", "a", "account_warned", None, APPEAL, {"text": "Spam"}
    )
    for hidden, kind in ((True, "post_hidden"), (False, "post_restored")):
        post = PostStandingChanged(
            post_id="p", owner_id="a", hidden=hidden, title="Spam", note="See", revision=3
        )
        own = "/my_posts?autoView=post&autoActivePost=p"
        assert decision_of(post) == Decision(
            f"{post.key}:p:3",
            "a",
            kind,
            own,
            kind,
            "Spam",
            "See",
            {"text": "Spam"},
        )
    for suspended, mail, url in (
        (True, "account_suspended", APPEAL),
        (False, "account_restored", "/sign_in"),
    ):
        account = StandingChanged(account_id="a", suspended=suspended, title="Spam", note="See", revision=3)
        decision = decision_of(account)
        assert decision == Decision(f"{account.key}:a:3", "a", mail, url, "", "Spam", "See", {})
        assert decision.notice() is None
    for verified, kind in ((True, "profile_verified"), (False, "profile_unverified")):
        profile = VerificationDecided(account_id="a", verified=verified, note="Seen", revision=3)
        assert decision_of(profile) == Decision(
            f"{profile.key}:a:3", "a", kind, "/my_profile", kind, "", "Seen", {}
        )
    outcomes: list[tuple[Any, str]] = [
        ("action_taken", "report_closed_action"),
        ("no_action", "report_closed"),
    ]
    for outcome, sentence in outcomes:
        closed = ReportClosed(
            report_id="r", reporter_id="a", reported_id="b", report_type="posts", title="Spam",
            outcome=outcome, closed_at=NOW,
        )  # fmt: skip
        assert decision_of(closed) == Decision(
            f"{closed.key}:r", "a", sentence, "/alerts", "report_closed", "Spam", "", {"sentence": sentence}
        )
    with pytest.raises(LookupError, match=r"booking\.order\.requested"):
        decision_of(OrderRequested(order=FACTS, actor="client"))


def test_of_requests_and_reports() -> None:
    report = ReportFiled(
        report_id="r", reporter_id="a", reported_id="b", report_type="posts", issue_id="p", title="Spam",
        filed_at=NOW,
    )  # fmt: skip
    assert staff_notice(report, "s") == Notice(
        f"{report.key}:r", "s", "report_filed", None, "/staff/reports/r", {"text": "Spam"}
    )
    request = UserRequestFiled(request_id="q", account_id="a", topic="support")
    assert staff_notice(request, "s") == Notice(
        f"{request.key}:q", "s", "request_filed", None, "/staff/requests/q", {"text": "support"}
    )
    for account_id in ("a", ""):
        answered = UserRequestAnswered(
            request_id="q", account_id=account_id, to="a@example.com", name="Ana", language="english",
            topic="support", question="How?", answer="So.",
        )  # fmt: skip
        expected = Notice(f"{answered.key}:q", "a", "request_answered", None, "/user_request", {})
        assert answer_notice(answered) == (expected if account_id else None)


def test_the_mails_about_an_order() -> None:
    def cancelled(provider: str, client: str) -> tuple[OrderMail, ...]:
        return (
            OrderMail(provider, "provider", "cancelled_requests"),
            OrderMail(client, "client", "cancelled_requests"),
        )

    table: list[tuple[OrderEvent, tuple[OrderMail, ...]]] = [
        (
            OrderCancelled(order=FACTS, actor="client"),
            cancelled("order_cancelled_provider", "order_cancelled_by_client"),
        ),
        (
            OrderCancelled(order=FACTS, actor="system"),
            (OrderMail("order_expired_client", "client", "cancelled_requests"),),
        ),
        (
            OrderCancelled(order=FACTS, actor="system", cause="account_closed"),
            cancelled("order_closed", "order_closed"),
        ),
    ]
    for status, tab in (("pending", "pending_requests"), ("accepted", "upcoming_schedule")):
        facts = FACTS.model_copy(update={"status": status})
        moved = (OrderMail("order_moved", "provider", tab), OrderMail("order_moved", "client", tab))
        table.append((OrderMoved(order=facts, actor="client"), moved))
        proposed = (OrderMail("order_time_proposed", "client", tab),)
        table.append((TimeProposed(order=facts, actor="provider"), proposed))
    for event, mails in table:
        assert order_mails(event) == mails
    for hours, kind in ((24, "reminder_day"), (1, "reminder_hour")):
        reminder = ReminderDue.model_validate({"order": FACTS, "session": LATER[0], "hours_ahead": hours})
        assert reminder_mails(reminder) == (
            OrderMail(kind, "provider", "upcoming_schedule", "reminders"),
            OrderMail(kind, "client", "upcoming_schedule", "reminders"),
        )


def test_where_mails_go_and_whom_they_quote() -> None:
    assert address_of(FACTS, "provider") == FACTS.provider_email
    assert address_of(FACTS, "client") == FACTS.client_email
    assert FACTS.provider_email != FACTS.client_email
    lapsed = OrderCancelled(order=FACTS, actor="system", feedback="Too late")
    assert (quoted(lapsed, "provider"), quoted(lapsed, "client")) == ("", "")
