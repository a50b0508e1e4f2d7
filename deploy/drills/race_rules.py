"""What is tried at the same moment in each run of `make races`, and what must hold after it. Pure.

Every answer must be one of the contract, and be true. Times are minutes of the run's day in UTC, which is the
provider's zone too.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal, NamedTuple

from client.api_client import ApiAnswer

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


TAKEN: Final = "This time has just been taken. Please choose another."
NOT_OFFERED: Final = "A selected time is not offered by this provider. Please choose another."
BOOKED: Final = "You have another appointment at this time."
OVER_RULES: Final = "This is over your own rules. Confirm it, or choose another time."
IN_THE_BLOCK: Final = "You have an appointment in this time. Move or cancel it first."
WITHDRAWN: Final = "This appointment is cancelled and can't be accepted."
WARNINGS: Final = frozenset({"iv_warning_hours", "iv_warning_blocked", "iv_warning_buffer"})
"""The own rules that these steps can break."""
_CLIENTS: Final = {TAKEN: "iv_session_list", NOT_OFFERED: "iv_session_list"}
_PROVIDERS: Final = {BOOKED: "iv_start_time", OVER_RULES: "iv_over_rules"}
REFUSALS: Final[Mapping[Step, Mapping[str, str]]] = {
    "instant": _CLIENTS,
    "request": _CLIENTS,
    "own": _PROVIDERS,
    "move": _PROVIDERS,
    "block": {IN_THE_BLOCK: "iv_start_time"},
    "accept": {WITHDRAWN: ""},
}
"""The sentences that may refuse each step (api.md 4), and the field beside which they stand; '' for none. A
day off and the withdrawal of a request are never refused (product.md 4.7, 4.20)."""
HOLDING: Final = frozenset({"pending", "accepted", "ongoing"})
_OK: Final = 200


@dataclass(frozen=True)
class Said:
    """What a step was answered, or why it was not."""

    answer: ApiAnswer | None
    failure: str = ""
    seconds: float = 0.0

    @property
    def won(self) -> bool:
        """Whether it was answered that it is so."""
        return self.answer is not None and self.answer.done

    @property
    def order_id(self) -> str:
        """The order that it made; '' for none."""
        if not self.won or self.answer is None or "booking_data" not in self.answer.data:
            return ""
        return str(self.answer.part("booking_data")["order_id"])


class Booked(NamedTuple):
    """An order of the day, as the database has it."""

    order_id: str
    status: str
    period: Period
    proposed: bool = False
    """Whether the time is held until the client answers."""


class Alert(NamedTuple):
    """An alert about an order."""

    kind: str
    receiver_id: str
    order_id: str


@dataclass(frozen=True)
class Sides:
    """The accounts of one calendar: the provider, and the clients by what is done with them."""

    provider: str
    instant: str
    own: str
    moved: str
    request: str


@dataclass(frozen=True)
class Run:
    """What was tried at the same moment, and what was answered."""

    plan: Plan
    sides: Sides
    moved_id: str
    """The appointment that is moved."""
    waiting_id: str
    """The request that had its time before; '' where it is sent at the same moment."""
    said: Mapping[Step, Said]

    def won(self, step: Step) -> bool:
        """Whether this step was tried and is so."""
        return step in self.said and self.said[step].won

    @property
    def request_id(self) -> str:
        """The request; '' where it was sent, and refused."""
        return self.waiting_id or (self.said["request"].order_id if "request" in self.said else "")


@dataclass(frozen=True)
class Found:
    """What there is afterwards."""

    orders: Sequence[Booked]
    over_rules: frozenset[str]
    """The orders that say that they were put over the own rules."""
    blocks: Sequence[Period]
    overlaps: Sequence[str]
    alerts: Counter[Alert]
    offered: Sequence[Period]
    """To clients, while the day off holds."""
    offered_after: Sequence[Period]
    """Once it is taken back."""


@dataclass
class Tally:
    """Who won, and who was refused how, over all runs."""

    won: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])

    def add(self, run: Run) -> None:
        """Count one run."""
        for step, said in run.said.items():
            if said.won:
                how = ", its client is asked" if step == "move" and run.plan.asks else ""
                self.won[f"{step}{how}"] += 1
            elif said.answer is not None:
                beside = ", ".join(sorted(set(said.answer.fields) - {"iv_over_rules"}))
                self.refused[step, f"{said.answer.message} ({beside or 'no field'})"] += 1


def faults_of(run: Run, found: Found) -> list[str]:
    """What does not hold after a run; empty when all does."""
    name = f"run {run.plan.number}, {run.plan.shape}, a request that {run.plan.request}"
    faults = [
        *(fault for step in run.said for fault in _answer_faults(run, step)),
        *_state_faults(run, found),
        *found.overlaps,
        *_alert_faults(run, found.alerts),
        *_offer_faults(run, found),
    ]
    return [f"{name}: {fault}" for fault in faults]


def expected_orders(run: Run) -> list[Booked]:
    """The orders of the day by what was answered, the earliest first, and at last what is proposed."""
    plan = run.plan
    moved = plan.periods["move"] if run.won("move") and not plan.asks else FORMER
    orders = [Booked(run.moved_id, "accepted", moved)]
    orders += [
        Booked(run.said[step].order_id, "accepted", plan.periods[step])
        for step in ("instant", "own")
        if run.won(step)
    ]
    if run.request_id:
        status = "cancelled" if run.won("cancel") else "accepted" if run.won("accept") else "pending"
        orders.append(Booked(run.request_id, status, plan.periods["request"]))
    if run.won("move") and plan.asks:
        orders.append(Booked(run.moved_id, "accepted", plan.periods["move"], proposed=True))
    return sorted(orders, key=lambda each: (each.proposed, each.period, each.order_id))


def expected_alerts(run: Run) -> Counter[Alert]:
    """The alerts of a run by what was answered: the side that did not act hears of each step that was taken,
    also before the common start, and a client of what they have booked at once (product.md 5.1).
    """
    sides, instant = run.sides, run.said["instant"]
    alerts = [Alert("order_booked", sides.moved, run.moved_id)]
    if run.won("move"):
        kind = "order_time_proposed" if run.plan.asks else "order_moved"
        alerts.append(Alert(kind, sides.moved, run.moved_id))
    if instant.won:
        alerts += [Alert("order_booked", each, instant.order_id) for each in (sides.provider, sides.instant)]
    if run.won("own") and not run.plan.walk_in:
        alerts.append(Alert("order_booked", sides.own, run.said["own"].order_id))
    if run.request_id:
        alerts.append(Alert("order_requested", sides.provider, run.request_id))
    if run.won("accept"):
        alerts.append(Alert("order_accepted", sides.request, run.request_id))
    if run.won("cancel"):
        alerts.append(Alert("order_cancelled", sides.provider, run.request_id))
    return Counter(alerts)


def _answer_faults(run: Run, step: Step) -> Iterator[str]:
    said = run.said[step]
    if said.answer is None:
        yield f"{step}: {said.failure}"
        return
    answer = said.answer
    told = f"{step} was answered {answer.http} {answer.message} {answer.fields}"
    if answer.http != _OK:
        yield told
    elif answer.done:
        if answer.fields or (step in {"instant", "own", "request"} and not said.order_id):
            yield f"{told}, and that it is so"
    elif answer.message not in REFUSALS.get(step, {}) or not _beside_its_field(step, answer):
        yield f"{told}, which the contract does not have"
    elif not _has_reason(run, step, answer):
        yield f"{told}, and nothing says why"


def _beside_its_field(step: Step, answer: ApiAnswer) -> bool:
    beside = REFUSALS[step][answer.message]
    warnings = set(answer.fields) - {beside}
    if answer.message == OVER_RULES:
        return beside in answer.fields and bool(warnings) and warnings <= WARNINGS
    return set(answer.fields) == ({beside} if beside else set())


def _has_reason(run: Run, step: Step, answer: ApiAnswer) -> bool:
    """Whether what a refusal says was so at some moment of the run."""
    match answer.message:
        case message if message == NOT_OFFERED:
            return run.won("day off")
        case message if message == OVER_RULES:
            return step not in run.plan.confirmed and all(
                _is_broken(run, step, rule) for rule in answer.fields if rule in WARNINGS
            )
        case message if message == WITHDRAWN:
            return run.won("cancel")
        case message if message == BOOKED:
            return _meets_orders(run, step, 0, proposed=run.plan.buffer)
        case message if message == IN_THE_BLOCK:
            return _meets_orders(run, step, run.plan.buffer)
        case _:
            return _is_broken(run, step, "iv_warning_buffer") or _is_broken(run, step, "iv_warning_blocked")


def _is_broken(run: Run, step: Step, rule: str) -> bool:
    plan = run.plan
    if rule == "iv_warning_hours":
        return run.won("day off")
    if rule == "iv_warning_blocked":
        return run.won("block") and meet(plan.periods[step], plan.periods["block"], plan.buffer)
    return _meets_orders(run, step, 2 * plan.buffer)


def _meets_orders(run: Run, step: Step, between: int, proposed: int = 0) -> bool:
    """Whether the time that a step wants meets that of any other order which had its own at some moment.
    `proposed`: the least minutes between it and what is proposed, which is held with its buffers.
    """
    own = {"move": run.moved_id, "request": run.request_id}.get(step)
    return any(
        meet(run.plan.periods[step], each.period, max(between, proposed) if each.proposed else between)
        for each in expected_orders(run)
        if each.order_id != own
    )


def _state_faults(run: Run, found: Found) -> Iterator[str]:
    expected = expected_orders(run)
    if list(found.orders) != expected:
        yield f"the orders are {list(found.orders)}, and not {expected}"
    blocks = [run.plan.periods["block"]] if run.won("block") else []
    if list(found.blocks) != blocks:
        yield f"the blocks are {list(found.blocks)}, and not {blocks}"
    confirmed = {_order_of(run, step) for step in run.plan.confirmed}
    if wrong := found.over_rules - confirmed:
        yield f"{sorted(wrong)} are over the own rules, and nobody has confirmed that"


def confirmed_orders(run: Run, over_rules: frozenset[str]) -> frozenset[str]:
    """Those of the orders over the own rules of which the provider has confirmed that."""
    return over_rules & {_order_of(run, step) for step in run.plan.confirmed}


def _order_of(run: Run, step: Step) -> str:
    return run.moved_id if step == "move" else run.said[step].order_id


def _alert_faults(run: Run, alerts: Counter[Alert]) -> Iterator[str]:
    expected = expected_alerts(run)
    for alert in expected - alerts:
        yield f"there is no {alert}"
    for alert in alerts - expected:
        yield f"there is {alert}, and nothing happened"


def _offer_faults(run: Run, found: Found) -> Iterator[str]:
    if found.offered and run.won("day off"):
        yield f"{len(found.offered)} times of the day off are offered"
    buffer = run.plan.buffer
    held = [
        (each.period, buffer if each.proposed and each.order_id in found.over_rules else 2 * buffer)
        for each in expected_orders(run)
        if each.status in HOLDING
    ]  # what is proposed over the own rules is held without buffers
    held += [(each, buffer) for each in found.blocks]
    for offered in found.offered_after:
        if any(meet(offered, period, between) for period, between in held):
            yield f"{offered} is offered, and is not free"
