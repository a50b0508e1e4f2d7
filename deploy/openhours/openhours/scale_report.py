"""`openhours scale-report`: what each part does now, which limit is nearest, and what to do about it.

The metrics are read at `OPENHOURS_<PART>_OPERATIONS_URLS`: the addresses of the ports for operators
(OPERATIONS_PORT) of all its processes, separated by commas.

With `--users` nothing is measured: it counts what so many users need, as deploy/capacity.md does.
"""

import argparse
import asyncio
import math
import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Final

from aio_pika.exceptions import AMQPError

from openhours.commands import FINE, FOUND
from openhours.failures import OUTSIDE
from openhours.output import print_json, reason_of
from openhours.parts import PARTS, SERVICES, settings_of, variable
from openhours.scaling.capacity import USUAL, Plan
from openhours.scaling.limits import NEAR, Limit, breaks_first
from openhours.scaling.load import Load, depths, measure_database, measure_processes
from openhours.scaling.plan_table import ceiling_rows, plan_rows

NOT_TOLD: Final = "its metrics are not told: set {variable}"
HEADS: Final = (
    *(
        "part",
        "processes",
        "requests/s",
        "events/s",
        "cores",
        "MB",
        "connections",
        "queue",
        "outbox",
        "oldest s",
    ),
)


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--seconds", type=float, default=5, help="how long to measure (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--users",
        type=_above_zero,
        metavar="N",
        help="measure nothing, count what N users need",
    )
    parser.add_argument(
        "--bookings", type=_above_zero, default=USUAL.bookings, metavar="N",
        help=f"with --users: appointments that a user requests in a month ({USUAL.bookings:g})",
    )  # fmt: skip
    parser.add_argument(
        "--peak", type=_above_zero, default=USUAL.peak, metavar="N",
        help=f"with --users: the busiest seconds ÷ the mean of the month ({USUAL.peak:g})",
    )  # fmt: skip


def _above_zero(text: str) -> float:
    number = float(text)
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError("a number above 0")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Measure and report. 1 when a part could not be read or a limit is near. Raises WrongSettings."""
    if arguments.users is not None:
        use = replace(USUAL, bookings=arguments.bookings, peak=arguments.peak)
        _print_plan(Plan(arguments.users, use), as_json=arguments.json)
        return FINE
    loads = asyncio.run(_measure(arguments.seconds))
    limits = breaks_first(loads)
    if arguments.json:
        print_json({"parts": [asdict(load) for load in loads], "limits": [asdict(each) for each in limits]})
    else:
        _print(loads, limits)
    trouble = any(load.problem for load in loads) or any(each.share >= NEAR for each in limits)
    return FOUND if trouble else FINE


async def _measure(seconds: float) -> list[Load]:
    urls = {service: settings_of(service).database_url for service in SERVICES}
    rabbitmq_url = settings_of(SERVICES[0]).rabbitmq_url
    loads = {part: Load(part) for part in PARTS}
    before = await _depths(loads, rabbitmq_url)
    await asyncio.gather(*(_of_processes(load, seconds) for load in loads.values()))
    after = await _depths(loads, rabbitmq_url)
    for service, url in urls.items():
        load = loads[service]
        if service in before and service in after:
            load.queue = after[service]
            load.queue_growth = (after[service] - before[service]) / max(seconds, 0.001)
        try:
            await measure_database(load, url)
        except OUTSIDE as error:
            load.problem = f"its database: {reason_of(error)}"
    return list(loads.values())


async def _of_processes(load: Load, seconds: float) -> None:
    name = variable(load.part, "operations_urls")
    urls = [each.strip() for each in os.environ.get(name, "").split(",") if each.strip()]
    if not urls:
        load.problem = NOT_TOLD.format(variable=name)
        return
    try:
        await measure_processes(load, urls, seconds)
    except (ValueError, *OUTSIDE) as error:
        load.problem = f"its metrics: {reason_of(error)}"


async def _depths(loads: dict[str, Load], url: str | None) -> dict[str, int]:
    if url is None:
        return {}
    try:
        return await depths(url, SERVICES)
    except (AMQPError, *OUTSIDE) as error:
        for service in SERVICES:
            loads[service].problem = f"its queue: {reason_of(error)}"
        return {}


def _print(loads: list[Load], limits: list[Limit]) -> None:
    _print_rows([HEADS, *(_row(load) for load in loads)])
    for load in loads:
        if load.problem:
            print(f"{load.part}: {load.problem}")
    nearest = {limit.what: limit for limit in reversed(limits)}  # of each kind the part that is nearest to it
    for place, limit in enumerate(sorted(nearest.values(), key=lambda each: -each.share)):
        words = "Breaks first" if place == 0 else "Then"
        print(f"{words}: {limit.what} of {limit.part}, {limit.share:.0%} used. {limit.advice}")


def _print_plan(plan: Plan, *, as_json: bool) -> None:
    needs, ceilings = plan_rows([plan]), ceiling_rows(plan.use)
    if as_json:
        reached = {what: users for what, _, users in ceilings[1:]}
        print_json({"needs": {row[0]: row[1] for row in needs[1:]}, "breaks_first": reached})
        return
    _print_rows(needs)
    _print_rows(ceilings)
    print("What the numbers are made of, and what answers each limit: deploy/capacity.md")


def _print_rows(rows: Sequence[Sequence[str]]) -> None:
    """Print them in columns, and an empty line."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print()


def _row(load: Load) -> tuple[str, ...]:
    connections = "–" if load.connections is None else f"{load.connections} of {load.connections_allowed}"
    return (
        load.part,
        str(load.processes),
        _number(load.requests, 1),
        _number(load.events, 1),
        _number(load.cores, 2),
        _number(load.megabytes, 0),
        connections,
        _number(load.queue, 0),
        _number(load.outbox, 0),
        _number(load.outbox_age, 1),
    )


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
