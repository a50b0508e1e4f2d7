"""What may become of a post, and what its caption says. Pure."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal

from chassis.errors import CHECK_FIELDS, RuleViolation

State = Literal["draft", "active", "archived"]
Audience = Literal["all", "interests", "trusted"]
Action = Literal["delete", "archive", "restore"]

NOT_TO_COME: Final = "Choose a date and time to come."
MOST_TAGS: Final = 30
LONGEST_TAG: Final = 60
LONGEST_BEGINNING: Final = 80
_HASHTAG: Final = re.compile(r"(?<![\w&/])#(\w+)")

_NEXT: Final[dict[tuple[State, Action], State]] = {
    ("active", "archive"): "archived",
    ("archived", "restore"): "active",
}
"""What becomes of a post by an action. Deleting is always allowed; editing takes a post that is not out yet
from draft to active and back. Trigger post_state refuses all other ways."""
_WHY_NOT: Final[dict[Action, str]] = {
    "archive": "Only a post that is active can be archived.",
    "restore": "Only a post that is archived can be restored.",
    "delete": "",
}


def next_state(state: State, action: Action) -> State:
    """The state after `archive` or `restore` (product.md 6.4).

    Raises `RuleViolation` where the state does not allow it.
    """
    following = _NEXT.get((state, action))
    if following is None:
        raise RuleViolation(_WHY_NOT[action])
    return following


def is_out(state: State, publish_at: datetime | None, *, announced: bool, now: datetime) -> bool:
    """Whether others may have seen the post (product.md 6.4).

    From then on it is archived or deleted, and not rewritten: comments and reposts refer to what it said.
    """
    return state == "archived" or announced or (publish_at is not None and publish_at <= now)


def beginning_of(brief: str) -> str:
    """The beginning of a caption, on one line: enough to distinguish the post from its owner's others."""
    return " ".join(brief.split())[:LONGEST_BEGINNING].rstrip()


def hashtags(brief: str) -> list[str]:
    """The hashtags typed in a caption, without their signs, in order."""
    return _HASHTAG.findall(brief)


def tags_of(typed: Iterable[str], brief: str) -> list[str]:
    """The tags of a post: those given and those in the caption, each once (product.md 6.1).

    Case makes no difference.
    """
    kept: dict[str, str] = {}
    for tag in (*typed, *hashtags(brief)):
        plain = tag.strip().strip("#,").strip()[:LONGEST_TAG]
        if plain:
            kept.setdefault(plain.casefold(), plain)
    return list(kept.values())[:MOST_TAGS]


def tag_key(tag: str) -> str:
    """What a tag is found by: without regard to case and to its sign."""
    return tag.strip().strip("#,").strip().casefold()


def publish_time(
    kind: Literal["now", "schedule", "draft"], date: datetime | None, now: datetime
) -> datetime | None:
    """When a new post can be seen (product.md 6.3); None for a draft.

    Raises `RuleViolation` for a schedule in the past.
    """
    if kind == "draft":
        return None
    if kind == "now":
        return now
    if date is None or date <= now:
        raise RuleViolation(CHECK_FIELDS, iv_post_date=NOT_TO_COME)
    return date
