"""Which service stores which events: the durable queues of the bus, and what is bound to them.

Every process declares all of them before it publishes, so that no event is lost because its reader has not
been there yet. A test compares this list with the handlers of the services.
"""

from typing import Final

SUBSCRIPTIONS: Final[dict[str, frozenset[str]]] = {
    "identity": frozenset(
        {
            "booking.client.first_requested",
            "booking.data_export.collected",
            "booking.guest.erased",
            "feed.data_export.collected",
            "identity.account.deleted",
            "identity.data_export.collected",
            "identity.data_export.requested",
            "notifications.data_export.collected",
            "notifications.mail.unsubscribed",
            "profiles.account.changed",
            "profiles.account.standing_changed",
            "profiles.data_export.collected",
            "profiles.profile.avatar_changed",
            "profiles.profile.completed",
            "profiles.profile.updated",
        }
    ),
    "profiles": frozenset(
        {
            "booking.evidence.kept",
            "booking.guest.erased",
            "booking.guest_data.requested",
            "booking.order.accepted",
            "booking.order.cancelled",
            "booking.order.completed",
            "booking.order.rejected",
            "booking.order.requested",
            "booking.order.started",
            "booking.rating.given",
            "booking.rating_summary.changed",
            "booking.staff.acted",
            "feed.evidence.kept",
            "identity.account.confirmed",
            "identity.account.deleted",
            "identity.account.registered",
            "identity.account.renamed",
            "identity.data_export.requested",
            "notifications.evidence.kept",
        }
    ),
    "feed": frozenset(
        {
            "booking.order.completed",
            "booking.rating.given",
            "booking.rating_summary.changed",
            "identity.account.confirmed",
            "identity.account.deleted",
            "identity.account.registered",
            "identity.account.renamed",
            "identity.data_export.requested",
            "profiles.account.standing_changed",
            "profiles.block.changed",
            "profiles.circle.changed",
            "profiles.content.removed",
            "profiles.post.standing_changed",
            "profiles.profile.avatar_changed",
            "profiles.profile.completed",
            "profiles.profile.updated",
            "profiles.report.closed",
            "profiles.report.filed",
        }
    ),
    "booking": frozenset(
        {
            "identity.account.confirmed",
            "identity.account.deleted",
            "identity.account.registered",
            "identity.account.renamed",
            "identity.data_export.requested",
            "identity.guest.code_issued",
            "notifications.mail.unsubscribed",
            "profiles.account.standing_changed",
            "profiles.block.changed",
            "profiles.content.removed",
            "profiles.profile.avatar_changed",
            "profiles.profile.completed",
            "profiles.profile.updated",
            "profiles.report.filed",
            "profiles.review.standing_changed",
            "profiles.service.changed",
        }
    ),
    "notifications": frozenset(
        {
            "booking.client_rating.given",
            "booking.day.summary_due",
            "booking.guest.erased",
            "booking.guest_data.requested",
            "booking.guest_link.requested",
            "booking.order.accepted",
            "booking.order.cancelled",
            "booking.order.completed",
            "booking.order.follow_up_due",
            "booking.order.made_anonymous",
            "booking.order.moved",
            "booking.order.no_show_contested",
            "booking.order.other_time_asked",
            "booking.order.place_changed",
            "booking.order.rejected",
            "booking.order.requested",
            "booking.order.session_ended",
            "booking.order.started",
            "booking.order.time_declined",
            "booking.order.time_proposed",
            "booking.rating.answered",
            "booking.rating.given",
            "booking.rating.requested",
            "booking.rating.waits",
            "booking.session.attendance_confirmed",
            "booking.session.reminder_due",
            "feed.comment.added",
            "feed.repost.added",
            "identity.account.confirmed",
            "identity.account.deleted",
            "identity.account.language_changed",
            "identity.account.reading_changed",
            "identity.account.registered",
            "identity.account.renamed",
            "identity.account.security_changed",
            "identity.data_export.ready",
            "identity.data_export.requested",
            "identity.login.ended",
            "identity.login.reused",
            "identity.mail.requested",
            "identity.preferences.changed",
            "profiles.account.standing_changed",
            "profiles.account.warned",
            "profiles.block.changed",
            "profiles.circle.changed",
            "profiles.post.standing_changed",
            "profiles.profile.avatar_changed",
            "profiles.profile.completed",
            "profiles.profile.updated",
            "profiles.report.closed",
            "profiles.report.filed",
            "profiles.review.standing_changed",
            "profiles.user_request.answered",
            "profiles.user_request.filed",
            "profiles.verification.decided",
        }
    ),
}
"""The routing keys that each service consumes."""

FORMER_SUBSCRIPTIONS: Final[dict[str, frozenset[str]]] = {"identity": frozenset({"booking.order.requested"})}
"""The routing keys that a version before consumed: its queue on the bus may still be bound to them."""

GUARDED: Final[dict[str, dict[str, str]]] = {
    "identity": {"booking.client.first_requested": "monotony"},
    "profiles": dict.fromkeys(
        (
            "booking.order.accepted",
            "booking.order.cancelled",
            "booking.order.completed",
            "booking.order.rejected",
            "booking.order.requested",
            "booking.order.started",
        ),
        "revision",
    ),
    "feed": dict.fromkeys(
        (
            "booking.rating.given",
            "booking.rating_summary.changed",
            "identity.account.confirmed",
            "identity.account.registered",
            "identity.account.renamed",
            "profiles.profile.avatar_changed",
        ),
        "revision",
    ),
    "booking": dict.fromkeys(
        (
            "identity.account.confirmed",
            "identity.account.registered",
            "identity.account.renamed",
            "profiles.profile.avatar_changed",
            "profiles.service.changed",
        ),
        "revision",
    ),
    "notifications": dict.fromkeys(
        (
            "identity.account.confirmed",
            "identity.account.language_changed",
            "identity.account.reading_changed",
            "identity.account.registered",
            "identity.account.renamed",
            "identity.preferences.changed",
            "profiles.profile.avatar_changed",
        ),
        "revision",
    ),
}
"""What keeps a repeated event from taking effect twice in a service, where it is not a row in its inbox.

`revision`: the service keeps the newest state, and nothing after a deletion. `monotony`: it keeps that
something happened, which nothing takes back. Every other event that a service consumes has its inbox row.
"""
