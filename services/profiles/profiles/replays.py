"""Telling the present state again, for who rebuilds a projection."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from chassis.db import Connection, Transaction
from chassis.replay import replays
from contracts.event import Event
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    CircleChanged,
    PostStandingChanged,
    ProfileUpdated,
    ServiceChanged,
    StandingChanged,
)
from sqlalchemy import Column, RowMapping, Table, select, tuple_

from profiles.accounts.models import account
from profiles.circle.models import interest
from profiles.moderation.models import post_standing
from profiles.profile.events import facts_of as profile_facts
from profiles.profile.models import profile
from profiles.profile.store import profile_of
from profiles.safety.models import block
from profiles.services.models import service
from profiles.services.store import service_of
from profiles.services.views import facts_of as service_facts

AT_ONCE: Final = 500


async def _rows(tx: Connection, table: Table) -> AsyncIterator[RowMapping]:
    """Every row by primary key, some at a time."""
    key: Sequence[Column[Any]] = list(table.primary_key.columns)
    wanted = select(table).order_by(*key).limit(AT_ONCE)
    found = (await tx.session.execute(wanted)).mappings().all()
    while found:
        for row in found:
            yield row
        last = [found[-1][column.name] for column in key]
        found = (await tx.session.execute(wanted.where(tuple_(*key) > last))).mappings().all()


@replays
async def all_profiles(tx: Transaction) -> AsyncIterator[Event]:
    """Every profile, and the pictures also of accounts that are no provider's."""
    async for row in _rows(tx, profile):
        kept = profile_of(row)
        yield ProfileUpdated(profile=profile_facts(kept))
        yield AvatarChanged(account_id=kept.account_id, avatar=kept.avatar, revision=kept.revision)


@replays
async def all_services(tx: Transaction) -> AsyncIterator[Event]:
    """Every service, the deleted ones included."""
    async for row in _rows(tx, service):
        yield ServiceChanged(service=service_facts(service_of(row)))


@replays
async def all_circles(tx: Transaction) -> AsyncIterator[Event]:
    """Every interest, the removed ones included."""
    async for row in _rows(tx, interest):
        yield CircleChanged(
            account_id=row["account_id"],
            provider_id=row["provider_id"],
            interest=row["interest"],
            trusted=row["trusted"],
            revision=row["revision"],
        )


@replays
async def all_blocks(tx: Transaction) -> AsyncIterator[Event]:
    """Every block, the lifted ones included."""
    async for row in _rows(tx, block):
        yield BlockChanged(
            blocker_id=row["blocker_id"],
            blocked_id=row["blocked_id"],
            blocked=row["blocked"],
            revision=row["revision"],
        )


@replays
async def all_standings(tx: Transaction) -> AsyncIterator[Event]:
    """Every account that the staff ever suspended, as it stands now."""
    async for row in _rows(tx, account):
        if row["standing_revision"]:
            yield StandingChanged(
                account_id=row["account_id"],
                suspended=row["suspended_at"] is not None,
                title="",
                note="",
                revision=row["standing_revision"],
            )


@replays
async def all_post_standings(tx: Transaction) -> AsyncIterator[Event]:
    """Every post that the staff ever hid, as it stands now."""
    async for row in _rows(tx, post_standing):
        yield PostStandingChanged(
            post_id=row["post_id"],
            owner_id=row["owner_id"],
            hidden=row["hidden"],
            title="",
            note="",
            revision=row["revision"],
        )
