"""For each kind of news, the ways in which it may come. All are on until switched off."""

from enum import Enum
from typing import Final

Channels = dict[str, dict[str, bool]]


class NewsKind(Enum):
    """What there is to hear of. Mails about the account itself always come."""

    APPOINTMENTS = "appointments"
    REMINDERS = "reminders"
    RATINGS = "ratings"
    CIRCLE = "circle"
    POSTS = "posts"
    MESSAGES = "messages"


class Channel(Enum):
    """The ways in which it may come."""

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
    """What was chosen before, with a change over it; kinds and channels left out keep what they had."""
    return {
        kind: {**before.get(kind, {}), **change.get(kind, {})}
        for kind in KINDS
        if kind in before or kind in change
    }
