"""What the staff may decide about a report, and what that means for who filed it."""

from typing import Final, Literal

from contracts.events.profiles import ReportType

Action = Literal["dismiss", "warn", "hide_post", "remove_content", "suspend_account"]
Outcome = Literal["no_action", "action_taken"]

FITTING: Final[dict[Action, frozenset[ReportType]]] = {
    "hide_post": frozenset({"posts"}),
    "remove_content": frozenset({"comments", "reviews"}),
}
"""The types of report that an action is for; every other action fits each report."""


def applies(action: Action, report_type: ReportType) -> bool:
    """Whether a report of this type can be decided so (product.md 7.3).

    Only a post can be hidden, and only a comment or a review can be removed.
    """
    return action not in FITTING or report_type in FITTING[action]


def outcome_of(action: Action) -> Outcome:
    """What the reporter learns: whether something was done, never what (product.md 7.3)."""
    return "no_action" if action == "dismiss" else "action_taken"
