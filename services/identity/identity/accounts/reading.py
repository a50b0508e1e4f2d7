"""How an account reads times: the zone and the clock of the device that it used last (product.md 1.9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.identity import HourCycle, ReadingChanged
from contracts.zones import ZONES

from identity.accounts.serializers import account_facts
from identity.accounts.store import learn_reading

_CYCLES: Final[dict[str, HourCycle]] = {"h11": "h12", "h12": "h12", "h23": "h23", "h24": "h23"}
"""The clocks of Intl.DateTimeFormat; those that differ in how they write midnight alone are one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a device says of how times are read on it; '' for what it does not say."""

    timezone: str = ""
    hour_cycle: HourCycle = ""


def reading_on(device: Mapping[str, object]) -> Reading:
    """How times are read on a device, by its data; no zone or no clock is ignored (product.md 1.9)."""
    zone, cycle = device.get("timezone"), device.get("hour_cycle")
    return Reading(
        timezone=zone if isinstance(zone, str) and zone in ZONES else "",
        hour_cycle=_CYCLES.get(cycle, "") if isinstance(cycle, str) else "",
    )


async def follow_device(tx: Transaction, account_id: str, device: Mapping[str, object]) -> None:
    """Save how times are read on the device, and publish an event if it differs from before."""
    said = reading_on(device)
    if said == Reading():
        return
    account = await learn_reading(tx, account_id, timezone=said.timezone, hour_cycle=said.hour_cycle)
    if account is not None:
        await emit(tx, ReadingChanged(account=account_facts(account)))
