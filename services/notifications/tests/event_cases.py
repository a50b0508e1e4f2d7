"""Every event of the system: who is alerted, through which channels, and by which text."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from chassis.clock import utc_now
from chassis.ids import new_id
from contracts.event import EVENTS, Event
from contracts.events import feed, identity, profiles

from services.notifications.tests.event_case import EXAMPLES, EventCase, Expected, Participants
from services.notifications.tests.order_event_cases import OF_ORDERS
from services.notifications.tests.rating_event_cases import OF_RATINGS
from services.notifications.tests.reminder_event_cases import OF_REMINDERS
from services.notifications.tests.safety_event_cases import OF_SAFETY


def _example(key: str) -> Callable[[Participants], Event]:
    """The example of the event, about unknown accounts."""
    text = (EXAMPLES / f"{key}.json").read_text().replace('"staff": true', '"staff": false')
    return lambda _: EVENTS[key].model_validate_json(text).model_copy(update={"event_id": new_id()})


def _mail_requested(cast: Participants) -> Event:
    return identity.MailRequested(
        kind="confirm",
        to=cast.email("client"),
        name="Grace",
        account_id=cast["client"],
        link="https://openhours.test/confirm",
        expires_at=utc_now() + timedelta(days=1),
    )


def _comment(cast: Participants, author: str) -> Event:
    return feed.CommentAdded(
        comment_id=new_id(), post=cast.post(), author_id=cast[author], author_name="Somebody", text="Oh"
    )


def _repost(cast: Participants, author: str) -> Event:
    return feed.RepostAdded(
        post=cast.post(owner_id=cast[author], post_type="repost"),
        original_owner_id=cast["provider"],
        author_name="Somebody",
        original_id=new_id(),
        original_brief="Six croissants",
    )


def _circle(cast: Participants, interest: bool) -> Event:
    return profiles.CircleChanged(
        account_id=cast["client"],
        provider_id=cast["provider"],
        interest=interest,
        trusted=False,
        revision=1,
    )


SPOKEN: Final[dict[str, list[EventCase]]] = {
    **OF_ORDERS,
    **OF_REMINDERS,
    **OF_RATINGS,
    **OF_SAFETY,
    "feed.comment.added": [
        EventCase(
            lambda cast: _comment(cast, "client"),
            (
                Expected(
                    "provider",
                    "posts",
                    "comment_added",
                    "Grace commented on your post",
                    "/feed?autoView=post_comment&autoActivePost={post_id}&comment={comment_id}",
                ),
            ),
        ),
        EventCase(lambda cast: _comment(cast, "provider")),
    ],
    "feed.repost.added": [
        EventCase(
            lambda cast: _repost(cast, "client"),
            (
                Expected(
                    "provider",
                    "posts",
                    "post_reposted",
                    "Grace reposted your post",
                    "/feed?autoView=post&autoActivePost={post_id}",
                ),
            ),
        ),
        EventCase(lambda cast: _repost(cast, "provider")),
    ],
    "identity.mail.requested": [
        EventCase(_mail_requested, (Expected("client", None, mail="Confirm your e-mail address"),))
    ],
    "identity.data_export.requested": [
        EventCase(
            _example("identity.data_export.requested"), emits={"notifications.data_export.collected": 1}
        )
    ],
    "profiles.circle.changed": [
        EventCase(
            lambda cast: _circle(cast, interest=True),
            (Expected("provider", "circle", "interest_added", "Grace added you to their circle", "/alerts"),),
        ),
        EventCase(lambda cast: _circle(cast, interest=False)),
    ],
}
"""What somebody is told of."""

UNSPOKEN: Final = (
    "booking.availability.changed",
    "booking.client.first_requested",
    "booking.data_export.collected",
    "booking.evidence.kept",
    "booking.guest.erased",
    "booking.guest_data.requested",
    "booking.hours.changed",
    "booking.order.made_anonymous",
    "booking.rating_summary.changed",
    "booking.staff.acted",
    "feed.data_export.collected",
    "feed.evidence.kept",
    "feed.post.changed",
    "feed.post.published",
    "feed.post.removed",
    "identity.account.confirmed",
    "identity.account.deleted",
    "identity.account.language_changed",
    "identity.account.reading_changed",
    "identity.account.registered",
    "identity.account.renamed",
    "identity.data_export.collected",
    "identity.guest.code_issued",
    "identity.login.ended",
    "identity.login.rotated",
    "identity.preferences.changed",
    "notifications.alert.raised",
    "notifications.alerts.read",
    "notifications.data_export.collected",
    "notifications.evidence.kept",
    "notifications.mail.unsubscribed",
    "notifications.message.sent",
    "profiles.account.changed",
    "profiles.block.changed",
    "profiles.content.removed",
    "profiles.data_export.collected",
    "profiles.profile.avatar_changed",
    "profiles.profile.completed",
    "profiles.profile.updated",
    "profiles.service.changed",
)
"""What is no news for anybody, or (messages) is told by the call that makes it."""

TABLE: Final[dict[str, list[EventCase]]] = {**SPOKEN, **{key: [EventCase(_example(key))] for key in UNSPOKEN}}
