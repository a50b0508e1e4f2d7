"""What an account wants to hear of, and on which channel."""

from collections.abc import Mapping
from typing import Final, Literal

Subject = Literal["appointments", "reminders", "ratings", "circle", "posts", "messages"]
"""The kinds of news that an account can switch (get_notification_preferences)."""
Channel = Literal["in_app", "email", "push"]

SUBJECT_OF: Final[dict[str, Subject]] = {
    "order_requested": "appointments",
    "order_accepted": "appointments",
    "order_rejected": "appointments",
    "order_started": "appointments",
    "order_completed": "appointments",
    "order_cancelled": "appointments",
    "order_expired": "appointments",
    "order_time_proposed": "appointments",
    "order_time_declined": "appointments",
    "order_time_withdrawn": "appointments",
    "order_time_lapsed": "appointments",
    "order_moved": "appointments",
    "session_reminder": "reminders",
    "rating_requested": "ratings",
    "rating_given": "ratings",
    "interest_added": "circle",
    "comment_added": "posts",
    "post_reposted": "posts",
    "message_sent": "messages",
}
"""Every kind of alert, and the subject whose switch it obeys."""


def wanted(channels: Mapping[str, object], subject: Subject, channel: Channel) -> bool:
    """Whether news of `subject` may take `channel`. What an account never chose is wanted."""
    chosen = channels.get(subject)
    if not isinstance(chosen, Mapping):
        return True
    return chosen.get(channel) is not False
