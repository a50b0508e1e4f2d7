"""Terms for cancelling, and who cancelled an order why (product.md 4.7). Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from chassis.errors import RuleViolation
from contracts.events.profiles import LateCancellation
from contracts.rules import messages

Side = Literal["provider", "client"]
Outcome = Literal["free", "late", "refused"]

CANCEL_REASONS: Final[dict[Side, frozenset[str]]] = {
    "client": frozenset({"plans_changed", "ill", "other_time", "by_mistake", "other"}),
    "provider": frozenset({"ill", "not_available", "double_booked", "client_asked", "other"}),
}
"""Why each side cancels. `other` says so in words."""
TOO_LATE: Final = "It is too late to cancel this appointment here. Please write to the provider."


class CancellationTerms(NamedTuple):
    """Until how many hours before the start a client cancels freely, and what counts after that."""

    free_hours: int
    late: LateCancellation
    words: str


@dataclass(frozen=True, slots=True)
class Cancellation:
    """Who cancelled and why. `reason` is one of `CANCEL_REASONS`, '' where none was chosen and of the system.

    `words` are what the terms say to a client who cancels `late`.
    """

    by: Side | Literal["system"]
    reason: str = ""
    late: bool = False
    words: str = ""


BY_SYSTEM: Final = Cancellation("system")


class Counting(NamedTuple):
    """What counts at one moment, and the words of the terms that make it late."""

    outcome: Outcome
    words: str = ""


def kept_terms(terms: Iterable[CancellationTerms | None]) -> tuple[CancellationTerms, ...]:
    """The terms that an order keeps of its services: each once, in the order of choice (product.md 4.7)."""
    return tuple(dict.fromkeys(each for each in terms if each is not None))


def has_read(terms: Sequence[CancellationTerms], read: Sequence[CancellationTerms] | None) -> bool:
    """Whether the client has read these terms and no others (product.md 4.7).

    `read` is None where the request does not say which; then nothing is compared.
    """
    return read is None or set(read) == set(terms)


def check_read(terms: Sequence[CancellationTerms], read: Sequence[CancellationTerms] | None) -> None:
    """Raise RuleViolation for an order whose terms are not those that the client read (product.md 4.7)."""
    if not has_read(terms, read):
        raise RuleViolation(messages.ACTION_MESSAGES["terms_changed"])


def what_counts(terms: Sequence[CancellationTerms], starts_at: datetime, now: datetime) -> Counting:
    """What counts for a client who cancels at `now`: the strictest of the terms at this moment
    (product.md 4.7).

    The hours are elapsed time, also where the clocks change between. At the last free moment it is free.
    """
    late = [each for each in terms if now > starts_at - timedelta(hours=each.free_hours)]
    if any(each.late == "refused" for each in late):
        return Counting("refused")
    if late:
        return Counting("late", "\n".join(dict.fromkeys(each.words for each in late if each.words)))
    return Counting("free")


def cancellation_of(side: Side, reason: str, words: str, counting: Counting) -> Cancellation:
    """How `side` cancels, for a chosen reason and in words of its own (product.md 4.7).

    Raises RuleViolation for a client whom the terms refuse it, for a reason that is not one of this side, and
    for another reason that is not said in words.
    """
    if side == "client" and counting.outcome == "refused":
        raise RuleViolation(TOO_LATE)
    if reason and reason not in CANCEL_REASONS[side]:
        raise RuleViolation(messages.NOT_AN_OPTION, iv_cancel_reason=messages.NOT_AN_OPTION)
    if reason == "other" and not words:
        text = "Please say why in a few words."
        raise RuleViolation(text, iv_feedback=text)
    if side == "client" and counting.outcome == "late":
        return Cancellation(side, reason, late=True, words=counting.words)
    return Cancellation(side, reason)
