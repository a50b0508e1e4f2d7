"""Reading and writing profiles."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from contracts.events.profiles import ContactAudience
from sqlalchemy import bindparam, column, exists, func, literal_column, or_, select, table, update
from sqlalchemy.dialects.postgresql import insert

from profiles.profile.models import ProfileRow
from profiles.profile.venue_terms import VENUES
from profiles.projections.models import AccountRow


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile as it was when it was read."""

    account_id: str
    completed_at: datetime | None
    category: str
    expertise: str
    contact_phone: str
    phone_shown_to: ContactAudience
    country: str
    city: str
    currency: str
    location_address: str
    street_shown_to: ContactAudience
    delivery_mode: str
    bio: str
    timezone: str
    languages: list[str]
    skills: list[str]
    policy_perks: list[str]
    avatar: str
    manually_verified: bool
    away: bool
    away_until: date | None
    away_message: str
    created_at: datetime
    revision: int
    payment: dict[str, Any]
    """How the account wants to be paid, as `PaymentTerms` has it; empty when it has said nothing."""
    venues: dict[str, Any]
    """Where its sessions are held, as `VenueTerms` has it."""


# By name: the folder `finance` knows this one, and a circle would follow from its model.
_finance = table(
    "finance_settings",
    column("account_id"),
    column("fee_policy"),
    column("payment_methods"),
    column("payment_note"),
)
_payment = (
    select(
        func.json_build_object(
            "fee_policy",
            _finance.c.fee_policy,
            "payment_methods",
            _finance.c.payment_methods,
            "payment_note",
            _finance.c.payment_note,
        )
    )
    .where(_finance.c.account_id == ProfileRow.account_id)
    .correlate(ProfileRow)
    .scalar_subquery()
)
_columns = (
    ProfileRow.account_id,
    ProfileRow.completed_at,
    ProfileRow.category,
    ProfileRow.expertise,
    ProfileRow.contact_phone,
    ProfileRow.phone_shown_to,
    ProfileRow.country,
    ProfileRow.city,
    ProfileRow.currency,
    ProfileRow.location_address,
    ProfileRow.street_shown_to,
    ProfileRow.delivery_mode,
    ProfileRow.bio,
    ProfileRow.timezone,
    ProfileRow.languages,
    ProfileRow.skills,
    ProfileRow.policy_perks,
    ProfileRow.avatar,
    ProfileRow.manually_verified,
    ProfileRow.away,
    ProfileRow.away_until,
    ProfileRow.away_message,
    ProfileRow.created_at,
    ProfileRow.revision,
    func.coalesce(_payment, literal_column("'{}'::json")).label("payment"),
    VENUES,
)
_BY_ID = ProfileRow.account_id == bindparam("account_id")
_INFO = (
    "category",
    "expertise",
    "contact_phone",
    "phone_shown_to",
    "country",
    "city",
    "currency",
    "location_address",
    "street_shown_to",
    "delivery_mode",
    "bio",
    "timezone",
    "away_ends_at",
)
ENSURE: Final = Statement(insert(ProfileRow).values(params("account_id")).on_conflict_do_nothing())
LOCK: Final = Statement(select(*_columns).where(_BY_ID).with_for_update(), into=Profile)
LOCK_AVATAR: Final = Statement(select(ProfileRow.avatar).where(_BY_ID).with_for_update())
SAVE_INFO: Final = Statement(
    update(ProfileRow)
    .where(_BY_ID)
    .values(
        completed_at=func.coalesce(ProfileRow.completed_at, bindparam("now")),
        revision=ProfileRow.revision + 1,
        **params(*_INFO),
    )
    .returning(*_columns),
    into=Profile,
)
SET_VERIFIED: Final = Statement(
    update(ProfileRow)
    .where(
        _BY_ID,
        ProfileRow.completed_at.is_not(None),
        ProfileRow.manually_verified != bindparam("verified"),
    )
    .values(manually_verified=bindparam("verified"), revision=ProfileRow.revision + 1)
    .returning(ProfileRow.revision)
)
_gone = exists().where(
    AccountRow.account_id == ProfileRow.account_id,
    or_(AccountRow.deleted, AccountRow.suspended_at.is_not(None)),
)
IS_PROVIDER: Final = Statement(
    select(ProfileRow.account_id).where(_BY_ID, ProfileRow.completed_at.is_not(None), ~_gone)
)
FIND_PROVIDER_NAMED: Final = Statement(
    select(ProfileRow.account_id)
    .join(AccountRow, AccountRow.account_id == ProfileRow.account_id)
    .where(
        func.lower(AccountRow.name) == func.lower(bindparam("name")),
        literal_column("NOT account.deleted"),
        AccountRow.suspended_at.is_(None),
        ProfileRow.completed_at.is_not(None),
    )
    .order_by(ProfileRow.completed_at, ProfileRow.account_id)
    .limit(1)
)
FIND_EVERY: Final = Statement(select(*_columns).order_by(ProfileRow.account_id), into=Profile)


@cache
def _save(names: tuple[str, ...]) -> Statement[Profile]:
    values = {"revision": ProfileRow.revision + 1, **params(*names)}
    return Statement(update(ProfileRow).where(_BY_ID).values(values).returning(*_columns), into=Profile)


async def lock_profile(tx: Transaction, account_id: str) -> Profile:
    """The account's profile, made when there is none, locked until the transaction ends."""
    await ENSURE.run(tx, account_id=account_id)
    return _locked(await LOCK.one(tx, account_id=account_id))


async def save_info(tx: Transaction, values: Mapping[str, object]) -> Profile:
    """Write the profile form; the first time the account becomes a provider at `now`."""
    return _locked(await SAVE_INFO.one(tx, **values))


async def save(tx: Transaction, account_id: str, **values: object) -> Profile:
    """Write some columns of a locked profile and raise its revision."""
    return _locked(await _save(tuple(sorted(values))).one(tx, account_id=account_id, **values))


def _locked(profile: Profile | None) -> Profile:
    assert profile is not None  # the caller holds its row locked
    return profile


async def known_provider(tx: Connection, account_id: str) -> str | None:
    """The id itself when the account is a provider's that is not suspended."""
    return await IS_PROVIDER.value(tx, account_id=account_id)


async def provider_named(tx: Connection, name: str) -> str | None:
    """The provider with this display name, of several the first who became one (product.md 3.6)."""
    return await FIND_PROVIDER_NAMED.value(tx, name=name)


async def lock_avatar(tx: Transaction, account_id: str) -> str:
    """The media path of the account's picture, its profile locked; '' without one."""
    return await LOCK_AVATAR.value(tx, account_id=account_id) or ""


async def set_verified(tx: Transaction, account_id: str, *, verified: bool) -> int | None:
    """Give or take the mark; the profile's new revision, None when nothing changed or it is no provider."""
    return await SET_VERIFIED.value(tx, account_id=account_id, verified=verified)


async def every_profile(tx: Transaction) -> AsyncIterator[Profile]:
    """Every profile, also of accounts that are no provider's."""
    async for profile in FIND_EVERY.stream(tx):
        yield profile
