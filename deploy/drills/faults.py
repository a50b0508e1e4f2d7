"""The kinds of faults of `make chaos`: what each does, and by which metric and alert it must be seen."""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from local.layout import PARTS

from drills.metric_readings import Reading, sum_of
from drills.site import CLOCKS, Site

WINDOW_SECONDS: Final = 40.0
"""The faults of a seed begin within so many seconds."""
CLOCK_JUMPS: Final = (-120, -60, 60, 120)
CLOCK_IS_OFF: Final = 15.0
"""Seconds; a reading takes up to one."""
SLOW_SECONDS: Final = 0.2
"""How much later each piece arrives: a statement with its answer takes twice as long, a write several."""
SLOW_ANSWER: Final = "1.0"
"""The bound of the histogram that an answer over slow lines misses."""
Sign = Callable[["Fault", Sequence[Reading]], bool]


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a seed."""

    kind: str
    victim: str
    """A part, a service, or how a store ends."""
    after: float
    """Seconds since the seed began."""
    lasts: float
    """Seconds, at least: it goes on until it is seen."""
    jump: int = 0
    """Seconds by which a clock jumps."""

    def __str__(self) -> str:
        by = f" by {self.jump:+} s" if self.jump else ""
        return f"{self.after:4.1f} s: {KINDS[self.kind].words.format(self.victim)}{by} for {self.lasts:.1f} s"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault."""

    words: str
    victims: tuple[str, ...]
    lasts: tuple[float, float]
    """The fewest and the most seconds."""
    inflict: Callable[[Site, Fault], AbstractAsyncContextManager[None]]
    sign: Sign
    """Whether the metrics that were read since its beginning show it."""
    alert: str
    alert_labels: Mapping[str, str]
    """Which of its series must fire; `{}` stands for the victim."""
    times: int = 1
    """How often it is in a seed."""
    alone: bool = True
    """Whether no other fault that is so may last at the same time: each is to be seen by itself."""

    def is_raised(self, fault: Fault, firing: Sequence[Mapping[str, str]]) -> bool:
        """Whether one of the alerts that fire is the one of this fault."""
        wanted = {"alertname": self.alert}
        wanted |= {name: value.format(fault.victim) for name, value in self.alert_labels.items()}
        return any(wanted.items() <= labels.items() for labels in firing)


def _is_away(fault: Fault, readings: Sequence[Reading]) -> bool:
    return any(reading.parts[fault.victim] is None for reading in readings)


def _is_missed(dependency: str) -> Sign:
    def sign(fault: Fault, readings: Sequence[Reading]) -> bool:
        del fault
        return any(
            sample.value == 0
            for reading in readings
            for sample in reading.samples("openhours_dependency_up", dependency=dependency)
        )

    return sign


def _is_off(fault: Fault, readings: Sequence[Reading]) -> bool:
    return any(
        abs(sample.value - reading.at) > CLOCK_IS_OFF
        for reading in readings
        for sample in reading.samples("openhours_clock_seconds", fault.victim)
    )


def _is_slow(fault: Fault, readings: Sequence[Reading]) -> bool:
    """Whether more answers have taken long in one reading than in the one before."""
    name = "openhours_http_request_seconds"
    late = [
        sum_of(reading.samples(f"{name}_count", fault.victim))
        - sum_of(reading.samples(f"{name}_bucket", fault.victim, le=SLOW_ANSWER))
        for reading in readings
        if reading.parts[fault.victim] is not None
    ]
    return any(after > before for before, after in pairwise(late))


KINDS: Final[Mapping[str, Kind]] = {
    "kill": Kind(
        words="{} is killed", victims=PARTS, lasts=(0.0, 4.0), times=3, alone=False,
        inflict=lambda site, fault: site.killed(fault.victim),
        sign=_is_away, alert="PartIsDown", alert_labels={"part": "{}"},
    ),
    "halt": Kind(
        words="{} stands still", victims=PARTS, lasts=(2.0, 8.0), times=2, alone=False,
        inflict=lambda site, fault: site.halted(fault.victim),
        sign=_is_away, alert="PartIsDown", alert_labels={"part": "{}"},
    ),
    "broker": Kind(
        words="the broker is {}", victims=("stopped",), lasts=(3.0, 8.0),
        inflict=lambda site, fault: site.without_broker(fault.victim),
        sign=_is_missed("bus"), alert="DependencyAway", alert_labels={"dependency": "bus"},
    ),
    "database": Kind(
        words="the database server is {}", victims=("stopped", "killed"), lasts=(3.0, 8.0),
        inflict=lambda site, fault: site.without_database(fault.victim),
        sign=_is_missed("database"), alert="PartNotReady", alert_labels={},
    ),
    "disk": Kind(
        words="the disk of pictures is {}", victims=("full",), lasts=(4.0, 8.0),
        inflict=lambda site, fault: site.full_disk(fault.victim),
        sign=_is_missed("media"), alert="DependencyAway", alert_labels={"dependency": "media"},
    ),
    "clock": Kind(
        words="the clock of {} jumps", victims=CLOCKS, lasts=(4.0, 10.0),
        inflict=lambda site, fault: site.clock_off(fault.victim, fault.jump),
        sign=_is_off, alert="ClockIsOff", alert_labels={"service": "{}"},
    ),
    "network": Kind(
        words="the lines of {} are slow", victims=("booking",),
        lasts=(5.0, 10.0), inflict=lambda site, fault: site.slow_lines(fault.victim, SLOW_SECONDS),
        sign=_is_slow, alert="AnswersAreSlow", alert_labels={"service": "{}"},
    ),
}  # fmt: skip


def draw(seed: str, kinds: Sequence[str] = tuple(KINDS)) -> list[Fault]:
    """The faults of a seed, in the order of their beginnings: always the same ones."""
    dice = random.Random(seed)
    drawn: list[Fault] = []
    for name in kinds:
        kind = KINDS[name]
        for _ in range(kind.times):
            after, lasts = dice.uniform(0, WINDOW_SECONDS), dice.uniform(*kind.lasts)
            jump = dice.choice(CLOCK_JUMPS) if name == "clock" else 0
            drawn.append(Fault(name, dice.choice(kind.victims), round(after, 1), round(lasts, 1), jump))
    return sorted(drawn, key=lambda fault: fault.after)
