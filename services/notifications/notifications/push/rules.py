"""How a push is delivered by its kind, and when a failed one is tried again (product.md 5.4). Pure."""

import base64
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final, Literal

MOST_ATTEMPTS: Final = 8
FIRST_WAIT: Final = timedelta(seconds=5)
LONGEST_WAIT: Final = timedelta(hours=1)
"""A push service that asks for more is asked again after this."""

Urgency = Literal["low", "normal", "high"]
"""How much battery a message is worth (RFC 8030, 5.3)."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How urgent a message is, and how long a push service keeps it for a device that is away."""

    urgency: Urgency
    ttl: timedelta


# Somebody waits for the answer, or is on the way: it wakes the device. A request is answered within days, and
# a change must reach a phone that was off over a weekend.
_DECISION: Final = Delivery("high", timedelta(days=3))
# About this hour: it wakes the device, and nobody needs it when the hour is over.
_NOW: Final = Delivery("high", timedelta(hours=1))
# A person wrote and reads the answer today; the mail about unread messages comes anyway.
_TALK: Final = Delivery("high", timedelta(days=1))
# Over, closed or to be looked at one day: it may wait until the device is awake anyway.
_RECORD: Final = Delivery("normal", timedelta(days=7))
# Nice to know: it spares the battery, and is old after a day.
_SOCIAL: Final = Delivery("low", timedelta(days=1))
DELIVERY_OF: Final[dict[str, Delivery]] = {
    "order_requested": _DECISION,
    "order_accepted": _DECISION,
    "order_booked": _DECISION,
    "order_rejected": _DECISION,
    "order_cancelled": _DECISION,
    "order_closed": _DECISION,
    "order_moved": _DECISION,
    "order_place_changed": _DECISION,
    "order_time_asked": _DECISION,
    "order_time_proposed": _DECISION,
    "order_time_declined": _DECISION,
    "order_time_withdrawn": _DECISION,
    "order_time_lapsed": _DECISION,
    "order_expired": _RECORD,
    "order_started": _NOW,
    "session_reminder": _NOW,
    "client_coming": _RECORD,
    "session_done": _RECORD,
    "session_missed": _RECORD,
    "no_show_contested": _RECORD,
    "order_completed": _RECORD,
    "rating_requested": _RECORD,
    "rating_given": _RECORD,
    "rating_waits": _RECORD,
    "client_rated": _RECORD,
    "rating_answered": _RECORD,
    "interest_added": _SOCIAL,
    "comment_added": _SOCIAL,
    "post_reposted": _SOCIAL,
    "message_sent": _TALK,
    "report_filed": _RECORD,
    "report_closed": _RECORD,
    "request_filed": _RECORD,
    "request_answered": _RECORD,
    "account_warned": _RECORD,
    "post_hidden": _RECORD,
    "post_restored": _RECORD,
    "review_removed": _RECORD,
    "review_restored": _RECORD,
    "profile_verified": _RECORD,
    "profile_unverified": _RECORD,
    "login_reused": _RECORD,
    "data_export_ready": _RECORD,
    "device_moved": _RECORD,
}
"""How pushes of every kind are delivered (product.md 5.4)."""


def topic_of(group: str, order_id: str, subject_id: str) -> str:
    """What a newer push replaces: the one of the same group, else of the same order (product.md 5.4).

    32 characters of base64url, as a Topic must be (RFC 8030, 5.4), which tell a push service nothing.
    """
    thing = group or (f"order:{order_id}" if order_id else subject_id)
    return base64.urlsafe_b64encode(hashlib.sha256(thing.encode()).digest()[:24]).decode()


def asked_wait(retry_after: str, now: datetime) -> timedelta:
    """How long a Retry-After (RFC 9110, 10.2.3) asks to wait, at most an hour; zero for what says nothing."""
    if retry_after.isascii() and retry_after.isdigit():
        return min(LONGEST_WAIT, timedelta(seconds=min(int(retry_after[:9]), 10**6)))
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return timedelta(0)
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(timedelta(0), min(LONGEST_WAIT, until - now))


def next_attempt(attempts: int, at_least: timedelta, now: datetime) -> datetime | None:
    """When to try a push again that failed `attempts` times: after 5 s, then after twice as long each time,
    but not before `at_least` has passed.

    None: never. After eight attempts the push is out of date, and the alert is in the list anyway.
    """
    if attempts >= MOST_ATTEMPTS:
        return None
    return now + max(at_least, FIRST_WAIT * 2 ** (attempts - 1))
