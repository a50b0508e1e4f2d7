"""What is tried at the same moment in each run of `make races`, and for which times. Pure.

Times are minutes of the run's day in UTC, which is the provider's zone too.
"""

import random
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

Step = Literal["instant", "own", "move", "block", "day off", "request", "accept", "cancel"]
Request = Literal["waits", "is withdrawn", "is sent"]
"""The request that the provider accepts: it has its time already; it has, and its client withdraws it at the
same moment; or it is sent at the same moment, and is accepted as soon as that is answered."""
Period = tuple[int, int]

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "at the same time": (0,),
    "in part": (-15, 0, 15),
    "by their buffers": (-45, 0, 45),
}
"""How what is tried meets: by how many minutes each start may be off noon."""
REQUESTS: Final[tuple[Request, ...]] = ("waits", "is sent", "is withdrawn")
MINUTES: Final = 30
"""Of each appointment, and between two starts of fixed slots."""
BLOCKED_MINUTES: Final = 40
BUFFER: Final = 10
"""Minutes before and after each appointment, on flexible hours."""
FORMER: Final[Period] = (8 * 60 + 30, 9 * 60)
"""Where the appointment is that is moved, which nothing else wants."""
LONGEST_PAUSE: Final = 0.01
"""Seconds, less than one of these steps takes."""
_NOON: Final = 12 * 60
_GRID: Final = {True: 5, False: MINUTES}
"""Minutes between the starts that clients are offered, on flexible hours and in fixed slots."""
_BY_CLIENTS: Final = frozenset[Step]({"instant", "request"})
_WANT_TIME: Final[tuple[Step, ...]] = ("instant", "own", "move", "block", "request")


@dataclass(frozen=True)
class Plan:
    """One run."""

    number: int
    day: date
    flexible: bool
    shape: str
    request: Request
    periods: dict[Step, Period]
    """The time that each of them wants."""
    confirmed: frozenset[Step]
    """Those that the provider puts over the own rules, and says so."""
    asks: bool
    """Whether the client of what is moved is asked, and not told: the time is held until they answer."""
    walk_in: bool
    """Whether the provider enters somebody without account and address."""
    pauses: dict[Step, float]
    """Seconds from the common start to each step, in the order in which they are sent."""

    @property
    def buffer(self) -> int:
        """Minutes that nobody else may have before and after each appointment."""
        return BUFFER if self.flexible else 0


def plan_of(seed: str, number: int, day: date, *, flexible: bool) -> Plan:
    """The run of this number. Nine runs one after another have all shapes and all kinds of requests."""
    dice = random.Random(f"{seed} {number}")
    shape, request = list(SHAPES)[number % 3], REQUESTS[number // 3 % 3]
    steps: list[Step] = ["instant", "own", "move", "block", "day off", "accept"]
    if request == "is withdrawn":
        steps.append("cancel")
    dice.shuffle(steps)
    return Plan(
        number=number,
        day=day,
        flexible=flexible,
        shape=shape,
        request=request,
        periods={step: _period(step, dice.choice(SHAPES[shape]), flexible=flexible) for step in _WANT_TIME},
        confirmed=frozenset(step for step in ("own", "move") if dice.random() < 1 / 3),
        asks=dice.random() < 1 / 2,
        walk_in=dice.random() < 1 / 3,
        pauses={step: dice.uniform(0, LONGEST_PAUSE) for step in steps},
    )


def _period(step: Step, off: int, *, flexible: bool) -> Period:
    grid = _GRID[flexible] if step in _BY_CLIENTS else 5
    start = _NOON + off // grid * grid
    return start, start + (BLOCKED_MINUTES if step == "block" else MINUTES)


def meet(one: Period, other: Period, between: int = 0) -> bool:
    """Whether two periods overlap, or have less than so many minutes between them."""
    return one[0] < other[1] + between and other[0] < one[1] + between


def clock(minute: int) -> str:
    """'HH:MM' of a minute of the day."""
    return f"{minute // 60:02}:{minute % 60:02}"
