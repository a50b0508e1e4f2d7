"""The arithmetic from what one call costs to what so many users need: pure.

`openhours scale-report --users N` prints it, and deploy/capacity.md shows it.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from openhours.scaling import figures
from openhours.scaling.limits import MEMORY_MB, NEAR

MONTH_SECONDS: Final = 30 * 86_400
PARTS: Final = ("gateway", "identity", "profiles", "feed", "booking", "notifications")
STORES: Final = ("PostgreSQL", "RabbitMQ")
STEPS: Final = 2
"""An appointment is requested and accepted. The bench measures the request; the acceptance, which tells both
sides too, is taken to cost as much."""
SMALLEST: Final = 2
"""Processes of each part, so that one may go."""
CONNECTIONS: Final = 8
"""The most that one process opens: DATABASE_CONNECTIONS in deploy/kubernetes/base."""
ALLOWED_CONNECTIONS: Final = 500
"""`max_connections` that the production overlay takes for granted."""
KEPT_BACK_CONNECTIONS: Final = 20
"""For operators and migrations."""
GATEWAYS: Final = 10
"""The most of the production overlay."""
LARGE_SERVER_CORES: Final = 32
"""One database server that is easy to get. Reads and writes of all services meet there at first."""
LARGE_TABLE_ROWS: Final = 1_000_000_000
"""A table with so many rows takes hours to vacuum or to index anew."""
YEARS_KEPT: Final = 3
"""How far the growing table is looked ahead: an alert stays as long as its account."""
ALERTS: Final = 2
"""Of an accepted appointment: one to each side."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """How people use it. None of this is measured: put your own numbers in."""

    bookings: float = 1.0
    """Appointments that a user requests in a month."""
    peak: float = 5.0
    """The busiest seconds ÷ the mean of the month."""
    screens: float = 0.01
    """The share of the users whose screens are open (a socket each) in the busiest seconds."""
    providers: float = 0.05
    """The share of the users who are providers."""
    broadcasts: float = 0.5
    """Posts and comments for everybody, by user and month: each goes to every open screen."""
    reads: Mapping[str, int] = field(
        default_factory=lambda: {
            "search among 10,000, first page and facets": 3,
            "get_provider_profile": 4,
            "get_trust_status": 4,
            "get_available_slots, a month": 4,
            "get_booking_info": 4,
            "get_feed_posts": 5,
            "get_conversations": 1,
            "get_messages": 1,
            "get_user_alerts": 2,
            "check_active_login": 2,
        }
    )
    """Answers to both sides for each appointment, by call (`figures.READS`)."""

    @property
    def reads_of_booking(self) -> int:
        """All reads for one appointment."""
        return sum(self.reads.values())


USUAL: Final = Assumptions()


def carries(part: str) -> float:
    """Requests of appointments a second that a core of a part or store carries, when it does nothing else."""
    milliseconds = figures.BOOKING_MS[part].value
    return 1000 / milliseconds if milliseconds > 0 else math.inf


def reads_carried(read: figures.ReadCost) -> float:
    """Answers a second that a core of the read's service carries."""
    return 1e6 / read.service_us


def socket_kb() -> float:
    """Memory of the gateway for a socket."""
    grown = figures.GATEWAY_MB_WITH_SOCKETS.value - figures.GATEWAY_MB.value
    return grown * 1024 / figures.SOCKETS


def sockets_in(megabytes: float) -> int:
    """How many sockets a gateway with so much memory holds, beside what it needs without any."""
    return int((megabytes - figures.GATEWAY_MB.value) * 1024 / socket_kb())


def core_hours(bookings: float, part: str) -> float:
    """Hours of a processor for so many requests of appointments."""
    return bookings * max(0.0, figures.BOOKING_MS[part].value) / 3.6e6


def read_ms(part: str, use: Assumptions) -> float:
    """Milliseconds of a part or store for the reads of one appointment."""
    return sum(use.reads[read.call] * _microseconds(read, part) for read in figures.READS) / 1000


def _microseconds(read: figures.ReadCost, part: str) -> int:
    if part == "gateway":
        return read.gateway_us
    if part == "PostgreSQL":
        return read.postgres_us
    return read.service_us if part == read.service else 0


def broadcast_ms() -> float:
    """Milliseconds of the gateway for one broadcast at one socket, at the most."""
    return figures.BROADCAST_SECONDS * 1000 / figures.SOCKETS


@dataclass(frozen=True, slots=True)
class Plan:
    """What so many users need in their busiest seconds."""

    users: float
    use: Assumptions

    @property
    def bookings(self) -> float:
        """Appointments a second."""
        return self.users * self.use.bookings * self.use.peak / MONTH_SECONDS

    @property
    def reads(self) -> float:
        """Reads a second."""
        return self.bookings * self.use.reads_of_booking

    @property
    def sockets(self) -> float:
        """Open screens."""
        return self.users * self.use.screens

    @property
    def broadcasts(self) -> float:
        """Posts and comments a second."""
        return self.users * self.use.broadcasts * self.use.peak / MONTH_SECONDS

    @property
    def broadcast_cores(self) -> float:
        """Cores of all gateways together that hand broadcasts to sockets. It grows with the square of the
        users: more broadcasts, each to more screens."""
        return self.broadcasts * self.sockets * broadcast_ms() / 1000

    def cores(self, part: str) -> float:
        """Cores that a part or store keeps busy with appointments and reads (broadcasts apart)."""
        writes = STEPS * max(0.0, figures.BOOKING_MS[part].value)
        return self.bookings * (writes + read_ms(part, self.use)) / 1000

    def processes(self, part: str) -> int:
        """Processes of a part, each busy for `NEAR` of its core at the most, broadcasts apart."""
        wanted = math.ceil(self.cores(part) / NEAR)
        holding = math.ceil(self.sockets / sockets_in(MEMORY_MB)) if part == "gateway" else 0
        return max(SMALLEST, wanted, holding)

    @property
    def connections(self) -> int:
        """To the database server, by all processes at their most."""
        return sum(self.processes(part) for part in PARTS) * CONNECTIONS

    @property
    def reader_cores(self) -> float:
        """Of the one process of notifications that reads its queue."""
        return self.bookings * STEPS * figures.BOOKING_MS["notifications"].value / 1000

    @property
    def relay_cores(self) -> float:
        """Of all processes of booking that place orders and publish what they have committed."""
        return self.bookings * STEPS * figures.BOOKING_MS["booking"].value / 1000

    @property
    def alerts_kept(self) -> float:
        """Rows of the table of alerts after `YEARS_KEPT`."""
        return self.users * self.use.bookings * ALERTS * 12 * YEARS_KEPT

    def disk_gb(self, kind: str) -> float:
        """What a month of appointments leaves in all databases, of rows of this kind, in GB."""
        kilobytes = sum(each.value for name, each in figures.DISK_KB.items() if name[1] == kind)
        return self.users * self.use.bookings * kilobytes / 1e6

    @property
    def log_gb(self) -> float:
        """Write-ahead log of a mean day, in GB."""
        return self.users * self.use.bookings / 30 * figures.LOG_KB.value / 1e6

    @property
    def mails(self) -> float:
        """Of a mean day."""
        return self.users * self.use.bookings / 30 * figures.MAILS_OF_ACCEPTED.value

    @property
    def providers(self) -> float:
        """Providers among whom the search looks."""
        return self.users * self.use.providers


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Something that grows with the users, and where it ends as the set is delivered."""

    what: str
    ends_at: str
    """In words."""
    share: Callable[[Plan], float]
    """1 is the end."""

    def users(self, use: Assumptions = USUAL) -> float:
        """With how many users it is reached. Its share must grow with them."""
        low, high = 0.0, 1.0
        while self.share(Plan(high, use)) < 1:
            low, high = high, 2 * high
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self.share(Plan(middle, use)) < 1 else (low, middle)
        return high


CEILINGS: Final = (
    Ceiling(
        "connections",
        f"{ALLOWED_CONNECTIONS} of one server, {KEPT_BACK_CONNECTIONS} of them kept back",
        lambda plan: plan.connections / (ALLOWED_CONNECTIONS - KEPT_BACK_CONNECTIONS + 1),
    ),
    Ceiling(
        "feed fan-out",
        f"{GATEWAYS} gateways, each busy for {NEAR:.0%} with posts and comments alone",
        lambda plan: plan.broadcast_cores / (GATEWAYS * NEAR),
    ),
    Ceiling(
        "sockets",
        f"{GATEWAYS} gateways of {MEMORY_MB} MB",
        lambda plan: plan.sockets / (GATEWAYS * sockets_in(MEMORY_MB)),
    ),
    Ceiling(
        "search",
        f"{figures.MEASURED_PROVIDERS:,} providers: beyond, nothing was measured",
        lambda plan: plan.providers / figures.MEASURED_PROVIDERS,
    ),
    Ceiling(
        "alerts table",
        f"{LARGE_TABLE_ROWS:,} rows after {YEARS_KEPT} years",
        lambda plan: plan.alerts_kept / LARGE_TABLE_ROWS,
    ),
    Ceiling(
        "one database server",
        f"{LARGE_SERVER_CORES} cores for all five databases, busy for {NEAR:.0%}",
        lambda plan: plan.cores("PostgreSQL") / (LARGE_SERVER_CORES * NEAR),
    ),
    Ceiling(
        "reader of a queue",
        f"one process of notifications reads its queue, busy for {NEAR:.0%}",
        lambda plan: plan.reader_cores / NEAR,
    ),
    Ceiling(
        "outbox relay",
        f"each process of booking publishes what it commits: {GATEWAYS} of them, busy for {NEAR:.0%}",
        lambda plan: plan.relay_cores / (GATEWAYS * NEAR),
    ),
)


def breaks_first(use: Assumptions = USUAL) -> list[tuple[Ceiling, float]]:
    """Every ceiling and the users with whom it is reached, the lowest first."""
    return sorted(((each, each.users(use)) for each in CEILINGS), key=lambda pair: pair[1])
