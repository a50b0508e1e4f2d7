"""What `make races` counts as a fault: an overlap in the database, and an answer that is not true."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

import asyncpg
import pytest
from client.api_client import ApiAnswer
from drills.evidence import CalendarEvidence
from drills.race_rules import (
    BOOKED,
    FORMER,
    IN_THE_BLOCK,
    MINUTES,
    NOT_OFFERED,
    OVER_RULES,
    REQUESTS,
    SHAPES,
    TAKEN,
    WITHDRAWN,
    Alert,
    Booked,
    Found,
    Period,
    Run,
    Said,
    Sides,
    Step,
    expected_alerts,
    expected_orders,
    faults_of,
    plan_of,
)
from local.databases import connected
from testkit.databases_for_tests import Databases

DAY = date(2027, 1, 5)
NOON = datetime.combine(DAY, time(12), UTC)
SIDES = Sides("provider", "client-instant", "client-own", "client-moved", "client-request")
DEFENCES = (
    "ALTER TABLE session DISABLE TRIGGER session_of_free_provider",
    "ALTER TABLE session DROP CONSTRAINT ex_session_no_overlap",
)
BUFFER = 10


@dataclass
class Diary:
    """Booking's database without what keeps sessions apart, and how many sessions are in it."""

    evidence: CalendarEvidence
    booking: asyncpg.Connection
    sessions: int = 0

    async def books(self, start: int, status: str = "accepted", provider: str = "provider") -> str:
        """Put half an hour into the database, so many minutes after noon; returns the order's id."""
        self.sessions += 1
        starts = NOON + timedelta(minutes=start)
        await self.booking.execute(
            """
            WITH placed AS (
                INSERT INTO booking_order (order_id, provider_id, client_id, client_name, client_email,
                    status, brief, delivery_mode, delivery_location, services, total_minor, total_minutes,
                    currency, provider_timezone, client_timezone, starts_at, ends_at, created_at, revision)
                VALUES ($1, $2, 'client', '', '', $3, '', 'remote', '', '[]', 0, 30, 'EUR-DE', 'UTC', 'UTC',
                    $4, $5, $4, 1)
                RETURNING order_id, provider_id, starts_at, ends_at, status)
            INSERT INTO session (order_id, position, slot_id, provider_id, starts_at, ends_at, status)
            SELECT order_id, 1, '', provider_id, starts_at, ends_at, status FROM placed
            """,
            f"order-{self.sessions}", provider, status, starts, starts + timedelta(minutes=30),
        )  # fmt: skip
        return f"order-{self.sessions}"

    async def blocks(self, start: int) -> None:
        """Block half an hour."""
        starts = NOON + timedelta(minutes=start)
        await self.booking.execute(
            """
            INSERT INTO time_block
                (block_id, provider_id, day, start_minute, end_minute, repeat, note, ends_at)
            VALUES ('block', 'provider', $1, 720, 750, '', '', $2)
            """,
            DAY, starts + timedelta(minutes=30),
        )  # fmt: skip
        await self.booking.execute(
            """
            INSERT INTO blocked_time (block_id, provider_id, starts_at, ends_at)
            VALUES ('block', 'provider', $1, $2)
            """,
            starts, starts + timedelta(minutes=30),
        )  # fmt: skip

    async def meets(self, buffer: int = 0, confirmed: str = "") -> bool:
        """Whether the drill finds an overlap."""
        return bool(await self.evidence.overlapping("provider", buffer, [confirmed]))


@pytest.fixture
async def diary(databases: Databases) -> AsyncIterator[Diary]:
    """A database of its own, which no other test uses afterwards."""
    url = databases.owner_url(await databases.new("booking"))
    async with connected(url) as connection:
        for statement in DEFENCES:
            await connection.execute(statement)
        yield Diary(CalendarEvidence(connection, connection), connection)


async def test_two_appointments_at_one_time_are_found(diary: Diary) -> None:
    await diary.books(0)
    for start in (30, -30):
        await diary.books(start)
    await diary.books(0, "cancelled")
    await diary.books(0, provider="another")
    assert not await diary.meets()
    await diary.books(59, "pending")
    assert await diary.meets()
    assert await diary.meets(confirmed="order-6"), "also what is over the own rules meets no appointment"


async def test_appointments_in_each_others_buffers_are_found(diary: Diary) -> None:
    await diary.books(0)
    order_id = await diary.books(30 + 2 * BUFFER - 1)
    assert await diary.meets(BUFFER)
    assert not await diary.meets(BUFFER, confirmed=order_id)
    assert not await diary.meets(BUFFER - 1)


async def test_an_appointment_in_a_block_is_found(diary: Diary) -> None:
    await diary.blocks(0)
    order_id = await diary.books(30 + BUFFER - 1)
    assert not await diary.meets()
    assert await diary.meets(BUFFER)
    assert not await diary.meets(BUFFER, confirmed=order_id)


def said(done: bool, message: str = "", order_id: str = "", **fields: str) -> Said:
    data: dict[str, object] = {"booking_data": {"order_id": order_id}} if order_id else {}
    return Said(ApiAnswer(200, done, message, fields, data, []))


def lost(message: str, *fields: str) -> Said:
    return said(done=False, message=message, **dict.fromkeys(fields, message))


NO: dict[Step, Said] = {
    "own": lost(BOOKED, "iv_start_time"),
    "move": lost(OVER_RULES, "iv_over_rules", "iv_warning_hours"),
    "block": lost(IN_THE_BLOCK, "iv_start_time"),
    "accept": lost(WITHDRAWN),
}
PERIODS: dict[Step, Period] = dict.fromkeys(("instant", "own", "move", "block", "request"), (720, 750))


def run_of(answers: Mapping[Step, Said] | None = None) -> Run:
    """A run in which the client who books at once wins, and a request was withdrawn."""
    plan = plan_of("seed", 0, DAY, flexible=True)
    plan = replace(plan, periods=PERIODS, confirmed=frozenset[Step](), asks=False, walk_in=False)
    won: dict[Step, Said] = {
        "instant": said(done=True, order_id="instant"),
        "day off": said(done=True),
        "cancel": said(done=True),
    }
    return Run(plan, SIDES, "moved", "waiting", won | NO | dict(answers or {}))


def found_of(run: Run) -> Found:
    """All as it was answered."""
    blocks = [run.plan.periods["block"]] if run.won("block") else []
    return Found(expected_orders(run), frozenset(), blocks, [], expected_alerts(run), [], [(800, 830)])


def faults(run: Run, found: Found | None = None) -> list[str]:
    """The faults of a run, without its name."""
    return [fault.partition(": ")[2] for fault in faults_of(run, found or found_of(run))]


def of_whom(run: Run) -> list[str]:
    """The steps whose answers are faults."""
    return [fault.partition(" was ")[0] for fault in faults(run)]


def test_a_run_whose_answers_are_true_has_no_fault() -> None:
    assert faults(run_of()) == []


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("own", Said(None, "ReadTimeout")),
        ("own", Said(ApiAnswer(500, False, BOOKED, {"iv_start_time": BOOKED}, {}, []))),
        ("own", lost(BOOKED)),
        ("own", lost(TAKEN, "iv_session_list")),
        ("own", lost(OVER_RULES, "iv_over_rules")),
        ("own", lost(OVER_RULES, "iv_over_rules", "iv_warning_blocked")),
        ("own", said(done=True)),
        ("day off", lost(BOOKED, "iv_start_time")),
        ("cancel", lost(WITHDRAWN)),
    ],
)
def test_an_answer_that_the_contract_does_not_have_or_that_is_not_true_is_a_fault(
    step: Step, answer: Said
) -> None:
    assert any(fault.startswith(step) for fault in faults(run_of({step: answer})))


def test_a_refusal_for_time_that_nobody_has_is_a_fault() -> None:
    alone = run_of({"instant": lost(TAKEN, "iv_session_list")})
    far: dict[Step, Period] = {"request": (900, 930), "own": (1000, 1030), "block": (1100, 1140)}
    run = replace(alone, plan=replace(alone.plan, periods=PERIODS | far))
    assert of_whom(run) == ["instant", "own", "block"]


def test_a_refusal_for_a_day_off_that_nobody_took_is_a_fault() -> None:
    run = run_of({"instant": lost(NOT_OFFERED, "iv_session_list")})
    assert of_whom(run) == []
    without = {step: answer for step, answer in run.said.items() if step != "day off"}
    assert of_whom(replace(run, said=without)) == ["instant", "move"]


def test_an_order_that_nobody_was_told_of_and_one_that_is_gone_are_faults() -> None:
    run = run_of()
    found, orders = found_of(run), expected_orders(run)
    assert faults(run, replace(found, orders=orders[1:]))
    assert faults(run, replace(found, orders=[*orders, Booked("another", "accepted", (1000, 1030))]))
    moved = [order._replace(period=(720, 750)) if order.order_id == "moved" else order for order in orders]
    assert faults(run, replace(found, orders=moved)), "who lost stays at the time of before"
    assert faults(run, replace(found, blocks=[(720, 750)]))
    assert faults(run, replace(found, over_rules=frozenset({"moved"})))
    assert faults(run, replace(found, overlaps=["order 1 and order 2 overlap"]))


def test_a_time_that_is_proposed_leaves_the_appointment_where_it_was() -> None:
    run = run_of({"move": said(done=True, order_id="moved"), "instant": lost(TAKEN, "iv_session_list")})
    run = replace(run, plan=replace(run.plan, asks=True))
    found, orders = found_of(run), expected_orders(run)
    assert [(each.period, each.proposed) for each in orders if each.order_id == "moved"] == [
        (FORMER, False),
        ((720, 750), True),
    ]
    assert faults(run) == []
    assert faults(run, replace(found, orders=orders[:-1])), "it is held"
    assert faults(run, replace(found, offered_after=[(765, 795)])), "with its buffers"
    confirmed = replace(run, plan=replace(run.plan, confirmed=frozenset[Step](["move"])))
    found = replace(found_of(confirmed), over_rules=frozenset({"moved"}))
    assert faults(confirmed, replace(found, offered_after=[(760, 790)])) == [], "without them over the rules"
    assert faults(confirmed, replace(found, offered_after=[(755, 785)]))


def test_an_alert_of_what_did_not_happen_and_one_that_is_missing_are_faults() -> None:
    run = run_of()
    found, alerts = found_of(run), expected_alerts(run)
    moved, booked = (
        Alert("order_moved", SIDES.moved, "moved"),
        Alert("order_booked", SIDES.instant, "instant"),
    )
    more = replace(found, alerts=alerts + Counter([moved]))
    assert faults(run, more) == [f"there is {moved}, and nothing happened"]
    fewer = replace(found, alerts=alerts - Counter([booked]))
    assert faults(run, fewer) == [f"there is no {booked}"]
    assert faults(run, replace(found, alerts=alerts + Counter([booked]))), "it comes once"


def test_time_that_is_offered_and_is_not_free_is_a_fault() -> None:
    run = run_of()
    found = found_of(run)
    assert faults(run, replace(found, offered=[(600, 630)])), "on a day off"
    assert faults(run, replace(found, offered_after=[(765, 795)])), "within both buffers"
    assert faults(run, replace(found, offered_after=[(770, 800)])) == []


def test_nine_runs_have_all_shapes_with_all_kinds_of_requests() -> None:
    plans = [plan_of("seed", number, DAY, flexible=bool(number % 2)) for number in range(9)]
    met = {(plan.shape, plan.request) for plan in plans}
    assert met == {(shape, request) for shape in SHAPES for request in REQUESTS}
    by_clients: tuple[Step, Step] = ("instant", "request")
    fixed = [plan.periods[step][0] for plan in plans if not plan.flexible for step in by_clients]
    assert all(start % MINUTES == 0 for start in fixed)
    assert plan_of("seed", 3, DAY, flexible=True) == plan_of("seed", 3, DAY, flexible=True)
