"""Reading and writing profiles."""

from datetime import datetime
from typing import NamedTuple

from chassis.db import Connection, Transaction
from sqlalchemy import RowMapping, TextClause, text

_ENSURE = text("INSERT INTO profile (account_id) VALUES (:account_id) ON CONFLICT DO NOTHING")
_LOCK = text("SELECT * FROM profile WHERE account_id = :account_id FOR UPDATE")
_SAVE_INFO = text(
    """
    UPDATE profile
    SET category = :category, expertise = :expertise, contact_phone = :contact_phone, country = :country,
        city = :city, currency = :currency, location_address = :location_address,
        delivery_mode = :delivery_mode, bio = :bio, timezone = :timezone,
        completed_at = coalesce(completed_at, :now), revision = revision + 1
    WHERE account_id = :account_id
    RETURNING *
    """
)
_SAVE_SKILLS = text(
    """
    UPDATE profile SET languages = :languages, skills = :skills, revision = revision + 1
    WHERE account_id = :account_id RETURNING *
    """
)
_SAVE_PERKS = text(
    """
    UPDATE profile SET policy_perks = :policy_perks, revision = revision + 1
    WHERE account_id = :account_id RETURNING *
    """
)
_SAVE_PHONE = text(
    """
    UPDATE profile SET contact_phone = :contact_phone, revision = revision + 1
    WHERE account_id = :account_id RETURNING *
    """
)
_SAVE_AVATAR = text(
    """
    UPDATE profile SET avatar = :avatar, revision = revision + 1
    WHERE account_id = :account_id RETURNING *
    """
)
_SAVE_CURRENCY = text(
    """
    UPDATE profile SET currency = :currency, revision = revision + 1
    WHERE account_id = :account_id RETURNING *
    """
)
_IS_PROVIDER = text(
    """
    SELECT p.account_id FROM profile p
    WHERE p.account_id = :account_id AND p.completed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM account a WHERE a.account_id = p.account_id
                      AND (a.deleted OR a.suspended_at IS NOT NULL))
    """
)
_ACCOUNT_DATA = text(
    """
    SELECT me.account_id AS owner_id, coalesce(a.name, '') AS name, coalesce(a.username, '') AS username,
           coalesce(a.email, '') AS email, coalesce(a.verified, false) AS verified,
           coalesce(p.avatar, '') AS avatar,
           coalesce(p.bio, '') AS bio, coalesce(p.expertise, '') AS expertise,
           coalesce(p.skills, '{}') AS skills, coalesce(p.languages, '{}') AS languages,
           coalesce(p.policy_perks, '{}') AS policy_perks, coalesce(p.category, '') AS category,
           coalesce(p.contact_phone, '') AS contact_phone, coalesce(p.country, '') AS country,
           coalesce(p.city, '') AS city, coalesce(p.currency, '') AS currency,
           coalesce(p.location_address, '') AS location_address,
           coalesce(p.delivery_mode, '') AS delivery_mode, coalesce(p.timezone, 'UTC') AS timezone,
           p.completed_at IS NOT NULL AS completed, coalesce(p.manually_verified, false) AS manually_verified,
           (SELECT count(*) FROM interest i WHERE i.provider_id = me.account_id AND i.trusted) AS trusted_by,
           coalesce(r.average, 0)::float8 AS average, coalesce(r.reviews, 0) AS reviews,
           a.suspended_at IS NOT NULL AND me.account_id <> :viewer_id
               OR EXISTS (SELECT FROM block b WHERE b.blocked
                   AND ((b.blocker_id = :viewer_id AND b.blocked_id = me.account_id)
                     OR (b.blocker_id = me.account_id AND b.blocked_id = :viewer_id))) AS hidden
    FROM (SELECT CAST(:account_id AS text) AS account_id) me
    LEFT JOIN account a ON a.account_id = me.account_id
    LEFT JOIN profile p ON p.account_id = me.account_id
    LEFT JOIN rating_summary r ON r.provider_id = me.account_id
    WHERE NOT coalesce(a.deleted, me.account_id <> :viewer_id)
    """
)


class ProfileRow(NamedTuple):
    """A row of `profile`."""

    account_id: str
    completed_at: datetime | None
    category: str
    expertise: str
    contact_phone: str
    country: str
    city: str
    currency: str
    location_address: str
    delivery_mode: str
    bio: str
    timezone: str
    languages: list[str]
    skills: list[str]
    policy_perks: list[str]
    avatar: str
    manually_verified: bool
    created_at: datetime
    revision: int


def profile_of(row: RowMapping) -> ProfileRow:
    """The row by its columns' names; a column this version does not know is passed over."""
    return ProfileRow(*(row[name] for name in ProfileRow._fields))


async def _profile(tx: Transaction, statement: TextClause, values: dict[str, object]) -> ProfileRow:
    return profile_of((await tx.session.execute(statement, values)).mappings().one())


async def locked(tx: Transaction, account_id: str) -> ProfileRow:
    """The account's profile, made when there is none, locked until the transaction ends."""
    await tx.session.execute(_ENSURE, {"account_id": account_id})
    return await _profile(tx, _LOCK, {"account_id": account_id})


async def save_info(tx: Transaction, values: dict[str, object]) -> ProfileRow:
    """Write the profile form; the first time the account becomes a provider at `now`."""
    return await _profile(tx, _SAVE_INFO, values)


async def save_skills(
    tx: Transaction, account_id: str, languages: list[str], skills: list[str]
) -> ProfileRow:
    """Write languages and skills."""
    values: dict[str, object] = {"account_id": account_id, "languages": languages, "skills": skills}
    return await _profile(tx, _SAVE_SKILLS, values)


async def save_perks(tx: Transaction, account_id: str, policy_perks: list[str]) -> ProfileRow:
    """Write policy and perks."""
    return await _profile(tx, _SAVE_PERKS, {"account_id": account_id, "policy_perks": policy_perks})


async def save_phone(tx: Transaction, account_id: str, phone: str) -> ProfileRow:
    """Write the telephone number."""
    return await _profile(tx, _SAVE_PHONE, {"account_id": account_id, "contact_phone": phone})


async def save_avatar(tx: Transaction, account_id: str, avatar: str) -> ProfileRow:
    """Write the media path of the picture; '' for the drawn one."""
    return await _profile(tx, _SAVE_AVATAR, {"account_id": account_id, "avatar": avatar})


async def save_currency(tx: Transaction, account_id: str, currency: str) -> ProfileRow:
    """Write the preferred currency."""
    return await _profile(tx, _SAVE_CURRENCY, {"account_id": account_id, "currency": currency})


async def known_provider(tx: Connection, account_id: str) -> str | None:
    """The id itself when the account is a provider's that is not suspended."""
    return await tx.session.scalar(_IS_PROVIDER, {"account_id": account_id})


async def account_row(tx: Connection, account_id: str, viewer_id: str) -> RowMapping | None:
    """Everything a profile page shows; `hidden` when either blocks the other, or the account is suspended."""
    rows = await tx.session.execute(_ACCOUNT_DATA, {"account_id": account_id, "viewer_id": viewer_id})
    return rows.mappings().one_or_none()
