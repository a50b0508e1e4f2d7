"""Which news an account wants on which channel (product.md 1.9)."""

from collections.abc import Mapping
from typing import Final, Literal

Subject = Literal["appointments", "reminders", "ratings", "circle", "posts", "messages", "summary", "safety"]
"""Kinds of news. All but safety can be switched off (get_notification_preferences); the summary of a day is
one that its provider has asked for (update_reminder_plan)."""
Channel = Literal["in_app", "email", "push"]

SUBJECT_OF: Final[dict[str, Subject]] = {
    "order_requested": "appointments",
    "order_accepted": "appointments",
    "order_booked": "appointments",
    "order_rejected": "appointments",
    "order_started": "appointments",
    "order_completed": "appointments",
    "session_done": "appointments",
    "session_missed": "appointments",
    "no_show_contested": "appointments",
    "order_cancelled": "appointments",
    "order_expired": "appointments",
    "order_closed": "appointments",
    "order_time_proposed": "appointments",
    "order_time_declined": "appointments",
    "order_time_withdrawn": "appointments",
    "order_time_lapsed": "appointments",
    "order_moved": "appointments",
    "order_place_changed": "appointments",
    "order_time_asked": "appointments",
    "session_reminder": "reminders",
    "client_coming": "appointments",
    "rating_requested": "ratings",
    "rating_given": "ratings",
    "rating_waits": "ratings",
    "client_rated": "ratings",
    "rating_answered": "ratings",
    "interest_added": "circle",
    "comment_added": "posts",
    "post_reposted": "posts",
    "message_sent": "messages",
    "report_filed": "safety",
    "report_closed": "safety",
    "request_filed": "safety",
    "request_answered": "safety",
    "account_warned": "safety",
    "post_hidden": "safety",
    "post_restored": "safety",
    "review_removed": "safety",
    "review_restored": "safety",
    "profile_verified": "safety",
    "profile_unverified": "safety",
    "login_reused": "safety",
    "data_export_ready": "safety",
    "device_moved": "safety",
}
"""The subject of every kind of alert."""
_SWITCHED: Final[frozenset[Subject]] = frozenset(
    {"appointments", "reminders", "ratings", "circle", "posts", "messages", "summary"}
)


def can_be_switched(subject: Subject) -> bool:
    """Whether an account can switch news of `subject` off, and stop its mails by a link."""
    return subject in _SWITCHED


def wanted(channels: Mapping[str, object], subject: Subject, channel: Channel) -> bool:
    """Whether the account wants news of `subject` on `channel`: yes by default, and always of safety."""
    if subject == "safety":
        return True
    chosen = channels.get(subject)
    if not isinstance(chosen, Mapping):
        return True
    return chosen.get(channel) is not False
