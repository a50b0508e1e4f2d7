"""What the staff may decide about a report, and what that means for who filed it."""

from typing import Final, Literal

from contracts.events.profiles import ReportType

Action = Literal["dismiss", "warn", "hide_post", "suspend_account"]
Outcome = Literal["no_action", "action_taken"]

POST_ONLY: Final = frozenset({"hide_post"})


def applies(action: Action, report_type: ReportType) -> bool:
    """Whether a report of this type can be decided so: only what is a post can be hidden (product.md 7.3)."""
    return report_type == "posts" or action not in POST_ONLY


def outcome_of(action: Action) -> Outcome:
    """What the reporter learns: whether something was done, never what (product.md 7.3)."""
    return "no_action" if action == "dismiss" else "action_taken"
