"""Turns the rounds of the cost measure into figures, records them, and makes the lines to print."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Final

from bench.bookings import Sent
from bench.recording import Figure, middle, record

ALL: Final = "all processes"
SOCKET_RATE: Final = 50
"""Bookings a second at which the way to the socket and of the mails is told."""

LEAST_SHARE, LEAST = 0.05, 0.1
"""What a figure may at least differ by between two runs of the same code: of its value, and in its unit."""
SHOWN: Final = 0.4
"""Statements that a booking, or an idle second, has less often than this are not listed."""

Statements = dict[tuple[str, str], float]
"""How often by database and text; BEGIN and COMMIT are statements too."""


@dataclass(frozen=True)
class Round:
    """A stretch of time in which the set idled or was booked at."""

    elapsed: float
    """Seconds, those of the wait for the last mail included."""
    spent: dict[str, float]
    """Seconds of the processor by part or server."""
    slowness: float
    sent: Sent | None
    """None: nobody asked for anything."""
    load_seconds: float
    """Seconds of the processor that asking, mail sink and yardstick took, which no figure holds."""
    others_seconds: float
    """Seconds of the processor that everything else on the machine took."""

    def seconds(self) -> dict[str, float]:
        """What the time of each would have been on a machine of the usual speed, and all of them."""
        normal = {name: seconds / self.slowness for name, seconds in self.spent.items()}
        return {**normal, ALL: sum(normal.values())}


@dataclass(frozen=True)
class Idle:
    """What the idle set asks of the databases, a second."""

    statements: Statements
    transactions: float


@dataclass(frozen=True)
class Counts:
    """What a round of bookings led to, without what the idle set does in the same time."""

    booked: int
    mails: int
    statements: Statements
    transactions: float
    published: float
    handled: float

    def each(self) -> dict[str, float]:
        """The numbers for one booking."""
        numbers = {
            "statements": sum(self.statements.values()),
            "transactions": self.transactions,
            "events published": self.published,
            "events handled by services": self.handled,
            "mails": self.mails,
        }
        return {what: number / self.booked for what, number in numbers.items()}


def idle_costs(idle: Sequence[Round]) -> dict[str, list[float]]:
    """Milliseconds a second by process, one for each round."""
    costs: dict[str, list[float]] = {}
    for each in idle:
        for name, seconds in each.seconds().items():
            costs.setdefault(name, []).append(1000 * seconds / each.elapsed)
    return costs


def booking_costs(rounds: Sequence[Round], idle: Mapping[str, Sequence[float]]) -> dict[str, list[float]]:
    """Milliseconds a booking by process, one for each round, without what idling takes in that time."""
    costs: dict[str, list[float]] = {}
    for each in rounds:
        assert each.sent is not None
        for name, seconds in each.seconds().items():
            own = 1000 * seconds - mean(idle[name]) * each.elapsed
            costs.setdefault(name, []).append(own / each.sent.booked)
    return costs


@dataclass(frozen=True)
class Report:
    """Everything that the cost measure found."""

    idle: Sequence[Round]
    rounds: Mapping[int, Sequence[Round]]
    """By bookings a second."""
    idle_counts: Idle
    counts: Mapping[int, Sequence[Counts]]

    def lines(self) -> list[str]:
        """Record every figure; returns the lines to print."""
        idle = idle_costs(self.idle)
        costs = {rate: booking_costs(rounds, idle) for rate, rounds in self.rounds.items()}
        return [
            *_table(idle, costs),
            *self._idle_lines(idle),
            *(line for rate in costs for line in self._lines_at(rate, costs[rate])),
            *self._way_lines(),
            *self._statement_lines(),
            self._beside_line(),
        ]

    def _idle_lines(self, idle: Mapping[str, Sequence[float]]) -> list[str]:
        slowness = median(each.slowness for each in self.idle)
        return [
            *(
                record(Figure(f"idle: {name}", "ms a second"), *_middle(values), slowness=slowness)
                for name, values in idle.items()
            ),
            record(Figure("idle: statements", "a second"), sum(self.idle_counts.statements.values()), 1),
        ]

    def _lines_at(self, rate: int, costs: Mapping[str, Sequence[float]]) -> list[str]:
        name = f"a booking at {rate} a second"
        slowness = median(each.slowness for each in self.rounds[rate])
        numbers = [each.each() for each in self.counts[rate]]
        return [
            *(
                record(Figure(f"{name}: {part}", "ms"), *_middle(values), slowness=slowness)
                for part, values in costs.items()
            ),
            *(
                record(Figure(f"{name}: {what}", "each"), *_middle([each[what] for each in numbers]))
                for what in numbers[0]
            ),
        ]

    def _way_lines(self) -> list[str]:
        sent = [each.sent for each in self.rounds[SOCKET_RATE] if each.sent]
        name = f"at {SOCKET_RATE} bookings a second"
        lost = sum(each.lost for each in sent)
        return [
            record(
                Figure(f"answered {name} asked for", "a second", better="higher"),
                *_middle([each.rate for each in sent]),
            ),
            *(
                record(
                    Figure(f"commit to socket {name}, {share:.0%}", "ms"),
                    *_middle([each.within(share) for each in sent]),
                )
                for share in (0.5, 0.99)
            ),
            record(
                Figure(f"last mail after the last answer {name}", "s"), *_middle([s.mail_lag for s in sent])
            ),
            f"commit to socket {name}: {lost} lost",
        ]

    def _statement_lines(self) -> list[str]:
        """All statements of a booking at the middle rate, and of an idle second, by database and text."""
        rate = sorted(self.counts)[len(self.counts) // 2]
        counts = self.counts[rate][0]
        return [
            f"statements of a booking at {rate} a second, by database:",
            *_listed({what: number / counts.booked for what, number in counts.statements.items()}),
            "statements of an idle second, by database:",
            *_listed(self.idle_counts.statements),
        ]

    def _beside_line(self) -> str:
        rounds = [each for some in self.rounds.values() for each in some]
        booked = sum(each.sent.booked for each in rounds if each.sent)
        asking = 1000 * sum(each.load_seconds for each in rounds) / booked
        slow = sorted(each.slowness for each in (*self.idle, *rounds))
        others = sum(each.others_seconds for each in rounds) / sum(each.elapsed for each in rounds)
        return (
            f"not counted: asking and taking the mails, {asking:.1f} ms a booking; the machine took "
            f"{slow[0]:.2f} to {slow[-1]:.2f} times its usual time for the same work, while others had "
            f"{others:.2f} of its {os.cpu_count()} cores"
        )


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """The median and the spread, which is never small: runs differ more than the rounds of one."""
    value, spread = middle(values)
    return value, max(spread, LEAST_SHARE * abs(value), LEAST)


def _listed(often: Statements) -> list[str]:
    """The statements that come often enough, the most frequent first, database after database."""
    totals: dict[str, float] = {}
    for (database, _), number in often.items():
        totals[database] = totals.get(database, 0.0) + number
    lines: list[str] = []
    for name in sorted(totals, key=lambda each: -totals[each]):
        lines.append(f"  {name.removeprefix('openhours_')}: {totals[name]:.1f}")
        own = [(number, text) for (database, text), number in often.items() if database == name]
        lines += [f"  {number:6.1f}  {_short(text)}" for number, text in sorted(own)[::-1] if number >= SHOWN]
    return lines


def _short(text: str) -> str:
    return re.sub(r"SELECT .*? FROM", "SELECT … FROM", text).strip()[:100]


def _table(
    idle: Mapping[str, Sequence[float]], costs: Mapping[int, Mapping[str, Sequence[float]]]
) -> list[str]:
    head = "".join(f"{f'{rate}/s':>9}" for rate in costs)
    return [
        f"{'ms of the processor, a booking':<32}{head}{'idle, a s':>11}",
        *(
            f"{name:<32}"
            + "".join(f"{median(values[name]):>9.2f}" for values in costs.values())
            + f"{median(idle[name]):>11.1f}"
            for name in idle
        ),
    ]
