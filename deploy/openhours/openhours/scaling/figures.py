"""What the bench has recorded of the processor, of memory and of disk: what the capacity page counts with.

A test looks each of them up in deploy/bench/results.jsonl by its name and commit, or in the table of reads in
deploy/bench/README.md. Everything is that of one machine with two cores, which the README describes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Recorded:
    """A line of results.jsonl."""

    figure: str
    commit: str
    value: float
    """In the unit of the figure."""


def _at_50(part: str, milliseconds: float) -> Recorded:
    return Recorded(f"a booking at 50 a second: {part}", "d60f528b", milliseconds)


BOOKING_MS: Final[Mapping[str, Recorded]] = {
    "gateway": _at_50("gateway", 1.055),
    "identity": _at_50("identity", -0.004),
    "profiles": _at_50("profiles", 0.296),
    "feed": _at_50("feed", -0.004),
    "booking": _at_50("booking", 2.436),
    "notifications": _at_50("notifications", 2.002),
    "PostgreSQL": _at_50("PostgreSQL", 3.177),
    "RabbitMQ": _at_50("RabbitMQ", 0.757),
}
"""Milliseconds of the processor for one request of an appointment, its alert and its two mails included. What
lies below zero is less than what the idle set varies by."""
ALL_MS: Final = _at_50("all processes", 9.825)


@dataclass(frozen=True, slots=True)
class ReadCost:
    """A row of the table of reads (measured at 40bd5ab7): microseconds of the processor for one answer."""

    call: str
    """As the table names it."""
    service: str
    service_us: int
    gateway_us: int
    postgres_us: int


READS: Final = (
    ReadCost("search among 10,000, first page and facets", "profiles", 587, 249, 3387),
    ReadCost("get_provider_profile", "profiles", 230, 156, 130),
    ReadCost("get_trust_status", "profiles", 119, 120, 46),
    ReadCost("get_available_slots, a month", "booking", 189, 181, 105),
    ReadCost("get_booking_info", "booking", 303, 169, 481),
    ReadCost("get_feed_posts", "feed", 205, 160, 296),
    ReadCost("get_conversations", "notifications", 236, 152, 228),
    ReadCost("get_messages", "notifications", 232, 156, 116),
    ReadCost("get_user_alerts", "notifications", 670, 292, 785),
    ReadCost("check_active_login", "identity", 253, 147, 57),
)

GATEWAY_MB: Final = Recorded("memory of gateway after 10,000 bookings", "40bd5ab7", 154.742)
GATEWAY_MB_WITH_SOCKETS: Final = Recorded("memory of gateway with 2,000 sockets", "40bd5ab7", 238.055)
SOCKETS: Final = 2_000
"""So many the figure above was taken with."""
BROADCAST_SECONDS: Final = 0.3
"""Until a new post is at all of 2,000 sockets (the row of it). The processor works for less of it: the
side that asks shares the cores. So it is the most that it may cost."""
MEASURED_PROVIDERS: Final = 100_000
"""The search was measured among so many, and not among more."""

STAYS: Final = "stays"
PRUNED: Final = "is deleted after its time"
KINDS: Final = (STAYS, PRUNED)
"""Of rows: those that stay, and those that jobs delete when their time is over."""


def _disk(what: str, kilobytes: float) -> Recorded:
    return Recorded(f"disk of an accepted booking: {what}", DISK_COMMIT, kilobytes)


DISK_COMMIT: Final = "7f49eb91+"
DISK_KB: Final[Mapping[tuple[str, str], Recorded]] = {
    ("profiles", STAYS): _disk(f"profiles, {STAYS}", 0.232),
    ("booking", STAYS): _disk(f"booking, {STAYS}", 1.488),
    ("booking", PRUNED): _disk(f"booking, {PRUNED}", 12.138),
    ("notifications", STAYS): _disk(f"notifications, {STAYS}", 2.922),
    ("notifications", PRUNED): _disk(f"notifications, {PRUNED}", 2.799),
}
"""By service and kind, indexes included."""
LOG_KB: Final = _disk("write-ahead log, without whole pages", 99.677)
MAILS_OF_ACCEPTED: Final = Recorded("mails of an accepted booking", DISK_COMMIT, 4)
