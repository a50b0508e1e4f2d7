"""The alerts of the demo: raised by the same rules as real ones, from what has happened of late."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from booking.orders.publishing import EVENTS
from booking.orders.serializers import order_facts
from contracts.event import Event
from contracts.events.booking import TimeProposed
from contracts.events.booking_ratings import RatingGiven
from contracts.events.feed import CommentAdded, RepostAdded
from contracts.events.profiles import CircleChanged
from feed.posts.rules import beginning_of
from feed.posts.serializers import post_facts
from notifications.alerts.create_alert import alert_values
from notifications.alerts.notice import Notice
from notifications.alerts.rules import interest_notice, notices_of
from notifications.safety.rules import staff_notice

from demo.bookings import Booking
from demo.moderation import Moderation
from demo.moments import id_at
from demo.rows.tables import Row
from demo.social import Interest, Published
from demo.world import World

LATE: Final = timedelta(days=12)
"""Alerts are of this time; what is older has been read and is left out."""
UNREAD: Final = timedelta(hours=30)


@dataclass(frozen=True, slots=True)
class Raised:
    """An alert with the facts of which it has grown."""

    row: Row
    facts: list[dict[str, object]]


def alerts_of(
    world: World,
    bookings: Sequence[Booking],
    interests: Sequence[Interest],
    posts: Sequence[Published],
    moderation: Moderation,
) -> list[Raised]:
    """The alerts of everybody; similar ones have grown into one, as they do while they are unread."""
    since = world.now - LATE
    late = [each for each in bookings if max(each.answered_at, each.order.created_at) > since]
    late += [each for each in bookings if each.rating and each.rating.at > since and each not in late]
    events = [*_of_orders(late), *_of_posts(posts)]
    told = [
        (event.occurred_at, notice)
        for event in events
        if event.occurred_at > since
        for notice in notices_of(event)
    ]
    for each in interests:
        if each.at > since:
            event = CircleChanged(
                account_id=each.account.id,
                provider_id=each.provider.id,
                interest=True,
                trusted=each.trusted,
                revision=1,
                occurred_at=each.at,
            )
            told.append((each.at, interest_notice(event)))
    for filed in (*(each.event for each in moderation.reports), *moderation.asked):
        notice = staff_notice(filed, world.staff.id)
        if notice:
            told.append((filed.occurred_at, notice))
    told.sort(key=lambda each: (each[0], each[1].source, each[1].receiver_id))
    return _grown(world.now, told)


def _of_orders(bookings: Sequence[Booking]) -> Iterator[Event]:
    for booking in bookings:
        order = booking.order
        facts = order_facts(order)
        yield EVENTS["pending"](order=facts, actor="client", occurred_at=order.created_at)
        if order.status in {"accepted", "rejected"}:
            yield EVENTS[order.status](order=facts, actor="provider", occurred_at=booking.answered_at)
        if order.status == "cancelled" and booking.by in {"client", "provider"}:
            actor = "client" if booking.by == "client" else "provider"
            yield EVENTS["cancelled"](order=facts, actor=actor, occurred_at=booking.answered_at)
        if order.proposal:
            yield TimeProposed(
                event_id=id_at(booking.answered_at, "proposed", order.order_id),
                order=facts, actor=order.proposal.by, feedback=order.proposal.note,
                occurred_at=booking.answered_at + timedelta(minutes=4),
            )  # fmt: skip
        if booking.rating:
            yield RatingGiven(
                order=facts, rating=booking.rating.stars, feedback=booking.rating.feedback,
                trusted=booking.rating.trusted, average=0, reviews=0, revision=0,
                occurred_at=booking.rating.at,
            )  # fmt: skip


def _of_posts(posts: Sequence[Published]) -> Iterator[Event]:
    for each in posts:
        for said in each.comments:
            yield CommentAdded(
                comment_id=said.id, post=post_facts(each.post), author_id=said.author.id,
                author_name=said.author.name, text=said.text, occurred_at=said.at,
            )  # fmt: skip
        if each.original:
            yield RepostAdded(
                post=post_facts(each.post), original_owner_id=each.original.owner.id,
                author_name=each.owner.name, original_id=each.original.post.id,
                original_brief=beginning_of(each.original.post.brief), occurred_at=each.post.created_at,
            )  # fmt: skip


def _grown(now: datetime, told: list[tuple[datetime, Notice]]) -> list[Raised]:
    """One alert for each notice, and one for all unread ones of a group."""
    raised: dict[str, Raised] = {}
    for at, notice in told:
        status = "active" if now - at < UNREAD else "read"
        alert_id = id_at(at, "alert", notice.source, notice.receiver_id)
        row = alert_values(alert_id, notice, status, at)
        key = f"{notice.receiver_id}/{notice.group}/{status}" if notice.group else alert_id
        facts = raised[key].facts if key in raised else []
        if notice.group:
            facts.append(
                {
                    "source": notice.source,
                    "receiver_id": notice.receiver_id,
                    "kind": notice.kind,
                    "id": alert_id,
                    "actor_id": notice.actor_id,
                }
            )
            row["count"] = len(facts)
        raised[key] = Raised(row, facts)
    for each in raised.values():
        for fact in each.facts:
            fact["alert_id"] = each.row["id"]
    return list(raised.values())
