"""The channels of each kind of notification. All are on until switched off."""

from enum import Enum
from typing import Final

Channels = dict[str, dict[str, bool]]


class NewsKind(Enum):
    """The kinds of notifications. Mails about the account itself are always sent."""

    APPOINTMENTS = "appointments"
    REMINDERS = "reminders"
    RATINGS = "ratings"
    CIRCLE = "circle"
    POSTS = "posts"
    MESSAGES = "messages"


class Channel(Enum):
    """The channels of a notification."""

    IN_APP = "in_app"
    EMAIL = "email"
    PUSH = "push"


KINDS: Final = tuple(kind.value for kind in NewsKind)
CHANNELS: Final = tuple(channel.value for channel in Channel)


def completed(chosen: Channels) -> Channels:
    """Every kind with every channel; what was not chosen is on (product.md 1.9)."""
    return {
        kind: {channel: chosen.get(kind, {}).get(channel, True) for channel in CHANNELS} for kind in KINDS
    }


def merged(before: Channels, change: Channels) -> Channels:
    """The previous choices, updated by a change; kinds and channels left out do not change."""
    return {
        kind: {**before.get(kind, {}), **change.get(kind, {})}
        for kind in KINDS
        if kind in before or kind in change
    }
