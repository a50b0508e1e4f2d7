"""The numbers of plans as rows of text, for the terminal and for deploy/capacity.md."""

from collections.abc import Sequence
from typing import Final

from openhours.scaling.capacity import PARTS, STORES, USUAL, Assumptions, Plan, breaks_first
from openhours.scaling.figures import PRUNED, STAYS

MILLION: Final = 1_000_000


def plan_rows(plans: Sequence[Plan]) -> list[tuple[str, ...]]:
    """A row for each number, with a column for each plan; the first row is the head."""
    return [
        ("in the busiest seconds", *(users_in_words(plan.users) for plan in plans)),
        ("appointments a second", *(f"{plan.bookings:,.1f}" for plan in plans)),
        ("reads a second", *(f"{plan.reads:,.0f}" for plan in plans)),
        ("open sockets", *(f"{plan.sockets:,.0f}" for plan in plans)),
        *(
            (f"cores of {part}", *(f"{plan.cores(part):,.2f}" for plan in plans))
            for part in (*PARTS, *STORES)
        ),
        (
            "cores of gateway for posts and comments",
            *(f"{plan.broadcast_cores:,.1f}" for plan in plans),
        ),
        (
            "processes (gateway + the five services)",
            *(f"{plan.processes('gateway')} + {_of_services(plan)}" for plan in plans),
        ),
        ("database connections, at the most", *(f"{plan.connections:,}" for plan in plans)),
        ("rows that stay, GB a month", *(f"{plan.disk_gb(STAYS):,.1f}" for plan in plans)),
        ("rows that jobs delete, GB a month", *(f"{plan.disk_gb(PRUNED):,.1f}" for plan in plans)),
        ("write-ahead log, GB a day", *(f"{plan.log_gb:,.1f}" for plan in plans)),
        ("mails a day", *(f"{plan.mails:,.0f}" for plan in plans)),
    ]


def ceiling_rows(use: Assumptions = USUAL) -> list[tuple[str, ...]]:
    """What breaks first, the nearest first; the first row is the head."""
    head = ("what", "where it ends as the set is delivered", "users")
    return [head, *((each.what, each.ends_at, users_in_words(users)) for each, users in breaks_first(use))]


def users_in_words(users: float) -> str:
    """`2.2 million users`: two digits are all that the assumptions bear."""
    if users < MILLION:
        return f"{float(f'{users:.2g}'):,.0f} users"
    return f"{float(f'{users / MILLION:.2g}'):,g} million users"


def _of_services(plan: Plan) -> int:
    return sum(plan.processes(part) for part in PARTS if part != "gateway")
