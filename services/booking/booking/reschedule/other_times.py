"""Asking the other sides of appointments to choose other times (product.md 4.20)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import islice
from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound, RuleViolation
from chassis.outbox import emit
from contracts.events.booking import OtherTimeAsked, SessionFacts
from contracts.zones import zone_named

from booking.hours.rules import Hours
from booking.orders.order import Order
from booking.orders.serializers import order_facts
from booking.orders.store import lock_order
from booking.projections.store import are_blocked
from booking.reschedule import store
from booking.reschedule.rules import may_be_asked, may_propose
from booking.reschedule.schemas import NotAsked, OtherTimesAsked, OtherTimesWanted
from booking.slots.open_time import basket_of, narrowed
from booking.slots.rules import LONGEST_VIEW, Slot
from booking.slots.runs import next_runs
from booking.slots.store import open_time_for_order
from booking.zones import local_day, moment, seconds, start_instant

NO_SUCH_ORDER: Final = "This appointment does not exist."
BETWEEN_BLOCKED: Final = "You can't propose another time for this appointment."
MOST_FREE_TIMES: Final = 3


async def ask_for_other_times(
    tx: Transaction, provider_id: str, wanted: OtherTimesWanted, now: datetime
) -> OtherTimesAsked:
    """Ask the client of each of these orders to choose another time: with the provider's words, and the next
    times that are free for the same services. The agreed time stays held until both agree on another one.

    Raises NotFound when one is not the provider's. Who cannot be asked is answered with the reason; the
    others are asked all the same.
    """
    asked: list[str] = []
    refused: list[NotAsked] = []
    for order_id in sorted(set(wanted.iv_order_ids)):  # in one order, so that two such calls wait in turn
        order = await lock_order(tx, order_id)
        if order is None or order.provider_id != provider_id:
            raise NotFound(NO_SUCH_ORDER)
        try:
            await _check(tx, order, now)
        except RuleViolation as reason:
            refused.append(NotAsked(order_id=order_id, reason=str(reason)))
        else:
            await _ask(tx, order, wanted, now)
            asked.append(order_id)
    return OtherTimesAsked(asked=asked, not_asked=refused)


async def _check(tx: Transaction, order: Order, now: datetime) -> None:
    may_propose(order, now)
    may_be_asked(order)
    if await are_blocked(tx, order.provider_id, order.client.account_id):
        raise RuleViolation(BETWEEN_BLOCKED)


async def _ask(tx: Transaction, order: Order, wanted: OtherTimesWanted, now: datetime) -> None:
    changed = replace(
        order,
        note=wanted.iv_feedback or order.note,
        times_proposed=order.times_proposed + 1,
        revision=order.revision + 1,
    )
    await store.update_moved_order(tx, changed)
    event = OtherTimeAsked(
        order=order_facts(changed),
        feedback=wanted.iv_feedback,
        free_times=await _free_times(tx, order, wanted, now),
        occurred_at=now,
    )
    await emit(tx, event)


async def _free_times(
    tx: Transaction, order: Order, wanted: OtherTimesWanted, now: datetime
) -> list[SessionFacts]:
    """The next times at which the client could have the same services, by the provider's hours of now.

    A pause that was saved a moment ago counts as it is sent: this service may not have heard of it yet.
    """
    ordered = [service.service_id for service in order.services]
    zone = zone_named(order.client_timezone or order.provider_timezone)
    last = start_instant(local_day(seconds(now), zone) + LONGEST_VIEW, 0, zone)
    known = await open_time_for_order(
        tx, order.provider_id, ordered, now, moment(last), but_order=order.order_id
    )
    if known is None:
        return []
    services = tuple(each for each in known.services if each.service_id in ordered)
    hours = narrowed(_with_pause(known.hours, wanted), services)
    open_time = replace(known, hours=hours, services=services)
    basket = basket_of(open_time, order.total_minutes)
    runs = next_runs(hours, open_time.busy, last, now, order.total_minutes, basket)
    return [_as_facts(run) for run in islice(runs, MOST_FREE_TIMES)]


def _with_pause(hours: Hours, wanted: OtherTimesWanted) -> Hours:
    if wanted.iv_away is None:
        return hours
    until = (wanted.iv_away_until or date.max) if wanted.iv_away == "yes" else None
    return replace(hours, away_until=until)


def _as_facts(run: Sequence[Slot]) -> SessionFacts:
    first, last = run[0], run[-1]
    return SessionFacts(slot_id=first.slot_id, alias=first.alias, starts_at=first.start, ends_at=last.end)
