"""Stores and reads the projections. The newest revision wins, and nothing follows a deletion."""

from datetime import date
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.projections import keep_newest
from contracts.events.identity import AccountFacts
from contracts.events.profiles import BlockChanged, ProfileFacts, ServiceFacts
from contracts.events.profiles_moderation import StandingChanged
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.orm import InstrumentedAttribute, aliased

from booking.projections.models import AccountRow, BlockRow, ProviderRow, ServiceRow

_PROFILE: Final = (
    "provider_id",
    "completed",
    "expertise",
    "currency",
    "delivery_mode",
    "location_address",
    "street_shown_to",
    "contact_phone",
    "phone_shown_to",
    "payment",
    "venues",
    "timezone",
    "away_until",
    "revision",
)
_SERVICE: Final = (
    "service_id",
    "provider_id",
    "name",
    "minutes",
    "cost_minor",
    "currency",
    "delivery_mode",
    "brief",
    "status",
    "buffer_before",
    "buffer_after",
    "minimum_notice",
    "booking_horizon",
    "most_per_day",
    "most_per_week",
    "offered_days",
    "confirmation",
    "price_kind",
    "free_cancellation_hours",
    "late_cancellation",
    "cancellation_words",
    "place_ids",
    "questions",
    "at_client",
    "travel_before",
    "travel_after",
    "revision",
)


def _bound(table: type[ProviderRow | ServiceRow], names: tuple[str, ...]) -> list[BindParameter[Any]]:
    return [bindparam(name, type_=getattr(table, name).type) for name in names]


def _account_is(condition: ColumnElement[bool] | InstrumentedAttribute[bool]) -> ColumnElement[bool]:
    return exists().where(AccountRow.account_id == bindparam("provider_id"), condition)


def _unless_newer(arriving: Insert, table: type[ProviderRow | ServiceRow], names: tuple[str, ...]) -> Insert:
    key, *others = names
    return arriving.on_conflict_do_update(
        index_elements=[key],
        set_={name: arriving.excluded[name] for name in others if name != "provider_id"},
        where=table.revision <= arriving.excluded.revision,
    )


# A subquery sees the row as it was before the statement.
_before = aliased(ProviderRow)
_away_before = (
    select(_before.away_until).where(_before.provider_id == bindparam("provider_id")).scalar_subquery()
)
# `keep_newest` does not serve for these two: a deleted account's row is in another table.
KEEP_PROVIDER: Final = Statement(
    _unless_newer(
        insert(ProviderRow).from_select(
            [*_PROFILE, "suspended"],
            select(*_bound(ProviderRow, _PROFILE), _account_is(AccountRow.suspended)).where(
                ~_account_is(AccountRow.deleted)
            ),
        ),
        ProviderRow,
        _PROFILE,
    ).returning(ProviderRow.away_until.is_distinct_from(_away_before))
)
KEEP_SERVICE: Final = Statement(
    _unless_newer(
        insert(ServiceRow).from_select(
            _SERVICE, select(*_bound(ServiceRow, _SERVICE)).where(~_account_is(AccountRow.deleted))
        ),
        ServiceRow,
        _SERVICE,
    )
)
_standing = insert(AccountRow).values(params("account_id", "suspended", "standing_revision"))
KEEP_STANDING: Final = Statement(
    _standing.on_conflict_do_update(
        index_elements=[AccountRow.account_id],
        set_={
            "suspended": _standing.excluded.suspended,
            "standing_revision": _standing.excluded.standing_revision,
        },
        where=and_(AccountRow.standing_revision < _standing.excluded.standing_revision, ~AccountRow.deleted),
    ).returning(AccountRow.account_id)
)
SUSPEND_PROVIDER: Final = Statement(
    update(ProviderRow).where(ProviderRow.provider_id == bindparam("account_id")).values(params("suspended"))
)
IS_SUSPENDED: Final = Statement(
    select(AccountRow.suspended).where(AccountRow.account_id == bindparam("account_id"))
)
IS_CONFIRMED: Final = Statement(
    select(AccountRow.confirmed).where(AccountRow.account_id == bindparam("account_id"))
)
IS_PROVIDER: Final = Statement(
    select(ProviderRow.completed).where(ProviderRow.provider_id == bindparam("account_id"))
)
_one, _other = bindparam("one"), bindparam("other")
ARE_BLOCKED: Final = Statement(
    select(
        exists().where(
            BlockRow.blocked,
            or_(
                and_(BlockRow.blocker_id == _one, BlockRow.blocked_id == _other),
                and_(BlockRow.blocker_id == _other, BlockRow.blocked_id == _one),
            ),
        )
    )
)
_account_id = bindparam("account_id")
_gone = {
    "deleted": literal_column("true"),
    "requested": literal_column("false"),
    **{name: literal_column("''") for name in ("name", "email", "username", "avatar")},
}
ERASE_ACCOUNT: Final = (
    Statement(
        insert(AccountRow)
        .values(account_id=_account_id, deleted=literal_column("true"))
        .on_conflict_do_update(index_elements=[AccountRow.account_id], set_=_gone)
    ),
    Statement(delete(ProviderRow).where(ProviderRow.provider_id == _account_id)),
    Statement(delete(ServiceRow).where(ServiceRow.provider_id == _account_id)),
    Statement(
        delete(BlockRow).where(or_(BlockRow.blocker_id == _account_id, BlockRow.blocked_id == _account_id))
    ),
)


async def keep_account(tx: Transaction, facts: AccountFacts) -> None:
    """Keep name and username of an account, its address and whether that is confirmed."""
    values = {
        "account_id": facts.account_id,
        "name": facts.name,
        "email": facts.email,
        "username": facts.username or "",
        "confirmed": facts.verified,
        "revision": facts.revision,
    }
    await keep_newest(tx, AccountRow, ["account_id"], values, unless="deleted")


async def keep_avatar(tx: Transaction, account_id: str, avatar: str, revision: int) -> None:
    """Keep an account's picture; `revision` is that of profiles."""
    values = {"account_id": account_id, "avatar": avatar, "avatar_revision": revision}
    await keep_newest(tx, AccountRow, ["account_id"], values, revision="avatar_revision", unless="deleted")


async def keep_provider(tx: Transaction, facts: ProfileFacts) -> bool:
    """Keep a provider's profile, as much of it as booking needs; whether a pause began, moved or ended."""
    changed = await KEEP_PROVIDER.value(
        tx,
        provider_id=facts.account_id,
        completed=facts.completed,
        expertise=facts.expertise,
        currency=facts.currency,
        delivery_mode=facts.delivery_mode,
        location_address=facts.location_address,
        street_shown_to=facts.street_shown_to,
        contact_phone=facts.contact_phone,
        phone_shown_to=facts.phone_shown_to,
        payment=facts.payment.model_dump(),
        venues=facts.venues.model_dump(mode="json"),
        timezone=facts.timezone,
        away_until=(facts.away_until or date.max) if facts.away else None,
        revision=facts.revision,
    )
    return bool(changed)


async def keep_service(tx: Transaction, facts: ServiceFacts) -> None:
    """Keep a service with its booking rules (product.md 3.3), also one that is archived or deleted: orders of
    it may still be on their way.
    """
    await KEEP_SERVICE.run(
        tx,
        service_id=facts.service_id,
        provider_id=facts.provider_id,
        name=facts.name,
        minutes=facts.duration_minutes,
        cost_minor=facts.cost_minor,
        currency=facts.currency,
        delivery_mode=facts.delivery_mode,
        brief=facts.brief,
        status=facts.status,
        buffer_before=facts.buffer_before,
        buffer_after=facts.buffer_after,
        minimum_notice=facts.minimum_notice,
        booking_horizon=facts.booking_horizon,
        most_per_day=facts.most_per_day,
        most_per_week=facts.most_per_week,
        offered_days=facts.offered_days,
        confirmation=facts.confirmation,
        price_kind=facts.price_kind,
        free_cancellation_hours=facts.free_cancellation_hours,
        late_cancellation=facts.late_cancellation,
        cancellation_words=facts.cancellation_words,
        place_ids=facts.place_ids,
        questions=[each.model_dump() for each in facts.questions],
        at_client=facts.at_client,
        travel_before=facts.travel_before,
        travel_after=facts.travel_after,
        revision=facts.revision,
    )


async def keep_standing(tx: Transaction, event: StandingChanged) -> bool:
    """Store whether an account is suspended; False when this or newer is known, or the account is deleted."""
    kept = await KEEP_STANDING.value(
        tx,
        account_id=event.account_id,
        suspended=event.suspended,
        standing_revision=event.revision,
    )
    if kept is None:
        return False
    await SUSPEND_PROVIDER.run(tx, account_id=event.account_id, suspended=event.suspended)
    return True


async def is_suspended(tx: Connection, account_id: str) -> bool:
    """Whether the staff have suspended the account."""
    return bool(await IS_SUSPENDED.value(tx, account_id=account_id))


async def is_confirmed(tx: Connection, account_id: str) -> bool:
    """Whether the account's mail address is confirmed, as far as its events have arrived."""
    return bool(await IS_CONFIRMED.value(tx, account_id=account_id))


async def is_provider(tx: Connection, account_id: str) -> bool:
    """Whether the account has completed a provider's profile."""
    return bool(await IS_PROVIDER.value(tx, account_id=account_id))


async def keep_block(tx: Transaction, event: BlockChanged) -> None:
    """Keep whether one account blocks another."""
    values = {
        "blocker_id": event.blocker_id,
        "blocked_id": event.blocked_id,
        "blocked": event.blocked,
        "revision": event.revision,
    }
    await keep_newest(tx, BlockRow, ["blocker_id", "blocked_id"], values)


async def are_blocked(tx: Connection, one: str, other: str) -> bool:
    """Whether either of the two accounts blocks the other (product.md 7.1)."""
    return bool(await ARE_BLOCKED.value(tx, one=one, other=other))


async def erase_account(tx: Transaction, account_id: str) -> None:
    """Erase everything about an account except that it is deleted, so that late events cannot restore it."""
    for statement in ERASE_ACCOUNT:
        await statement.run(tx, account_id=account_id)
