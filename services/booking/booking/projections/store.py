"""Reading and keeping the projections. An upsert only wins over what is not newer than itself."""

import hmac
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from chassis.db import Connection, Transaction
from contracts.events.identity import AccountFacts, GuestCodeIssued
from contracts.events.profiles import BlockChanged, ProfileFacts, ServiceFacts, StandingChanged
from sqlalchemy import text

MOST_TRIES: Final = 5
"""Wrong codes a guest may type (api.md 2)."""
GUEST_LIFE: Final = timedelta(days=1)
"""How long a guest is remembered after the code has expired."""

_KEEP_ACCOUNT = text(
    """
    INSERT INTO account (account_id, name, email, username, revision)
    VALUES (:account_id, :name, :email, :username, :revision)
    ON CONFLICT (account_id) DO UPDATE
        SET name = excluded.name, email = excluded.email, username = excluded.username,
            revision = excluded.revision
        WHERE account.revision <= excluded.revision AND NOT account.deleted
    """
)
_KEEP_AVATAR = text(
    """
    INSERT INTO account (account_id, avatar, avatar_revision) VALUES (:account_id, :avatar, :revision)
    ON CONFLICT (account_id) DO UPDATE
        SET avatar = excluded.avatar, avatar_revision = excluded.avatar_revision
        WHERE account.avatar_revision <= excluded.avatar_revision AND NOT account.deleted
    """
)
_KEEP_PROVIDER = text(
    """
    INSERT INTO provider (provider_id, completed, expertise, currency, delivery_mode, location_address,
                          timezone, revision, suspended)
    SELECT :provider_id, :completed, :expertise, :currency, :delivery_mode, :location_address, :timezone,
        :revision, EXISTS (SELECT FROM account WHERE account_id = :provider_id AND suspended)
    WHERE NOT EXISTS (SELECT FROM account WHERE account_id = :provider_id AND deleted)
    ON CONFLICT (provider_id) DO UPDATE
        SET completed = excluded.completed, expertise = excluded.expertise, currency = excluded.currency,
            delivery_mode = excluded.delivery_mode, location_address = excluded.location_address,
            timezone = excluded.timezone, revision = excluded.revision
        WHERE provider.revision <= excluded.revision
    """
)
_KEEP_SERVICE = text(
    """
    INSERT INTO service (service_id, provider_id, name, minutes, cost_minor, currency, delivery_mode, status,
                         revision)
    SELECT :service_id, :provider_id, :name, :minutes, :cost_minor, :currency, :delivery_mode, :status,
        :revision
    WHERE NOT EXISTS (SELECT FROM account WHERE account_id = :provider_id AND deleted)
    ON CONFLICT (service_id) DO UPDATE
        SET name = excluded.name, minutes = excluded.minutes, cost_minor = excluded.cost_minor,
            currency = excluded.currency, delivery_mode = excluded.delivery_mode, status = excluded.status,
            revision = excluded.revision
        WHERE service.revision <= excluded.revision
    """
)
_KEEP_STANDING = text(
    """
    INSERT INTO account (account_id, suspended, standing_revision)
    VALUES (:account_id, :suspended, :revision)
    ON CONFLICT (account_id) DO UPDATE
        SET suspended = excluded.suspended, standing_revision = excluded.standing_revision
        WHERE account.standing_revision < excluded.standing_revision AND NOT account.deleted
    RETURNING account_id
    """
)
_IS_SUSPENDED = text("SELECT suspended FROM account WHERE account_id = :account_id")
_SUSPEND_PROVIDER = text("UPDATE provider SET suspended = :suspended WHERE provider_id = :account_id")
_KEEP_BLOCK = text(
    """
    INSERT INTO block (blocker_id, blocked_id, blocked, revision)
    VALUES (:blocker_id, :blocked_id, :blocked, :revision)
    ON CONFLICT (blocker_id, blocked_id) DO UPDATE
        SET blocked = excluded.blocked, revision = excluded.revision
        WHERE block.revision <= excluded.revision
    """
)
# A replayed or newer code starts the count anew only when it is another code.
_KEEP_GUEST = text(
    """
    INSERT INTO guest (guest_id, name, email, code_hash, expires_at)
    VALUES (:guest_id, :name, :email, :code_hash, :expires_at)
    ON CONFLICT (guest_id) DO UPDATE
        SET name = excluded.name, email = excluded.email, code_hash = excluded.code_hash,
            expires_at = excluded.expires_at, tries = 0
        WHERE guest.expires_at < excluded.expires_at
    """
)
_ARE_BLOCKED = text(
    """
    SELECT EXISTS (
        SELECT FROM block WHERE blocked AND (
            (blocker_id = :one AND blocked_id = :other) OR (blocker_id = :other AND blocked_id = :one)))
    """
)
_GUEST_LOCKED = text("SELECT code_hash, expires_at, tries FROM guest WHERE guest_id = :guest_id FOR UPDATE")
_COUNT_TRY = text("UPDATE guest SET tries = tries + 1 WHERE guest_id = :guest_id")
_FORGET_GUESTS = text("DELETE FROM guest WHERE expires_at < :before")
_ERASE = (
    text(
        """
        INSERT INTO account (account_id, deleted) VALUES (:account_id, true)
        ON CONFLICT (account_id) DO UPDATE
            SET deleted = true, name = '', email = '', username = '', avatar = ''
        """
    ),
    text("DELETE FROM provider WHERE provider_id = :account_id"),
    text("DELETE FROM service WHERE provider_id = :account_id"),
    text("DELETE FROM block WHERE blocker_id = :account_id OR blocked_id = :account_id"),
    text("DELETE FROM hours WHERE provider_id = :account_id"),
    text("DELETE FROM external_calendar WHERE provider_id = :account_id"),
    text("DELETE FROM calendar_feed WHERE account_id = :account_id"),
)


async def keep_account(tx: Transaction, facts: AccountFacts) -> None:
    """Take over name, address and username of an account."""
    await tx.session.execute(
        _KEEP_ACCOUNT,
        {
            "account_id": facts.account_id,
            "name": facts.name,
            "email": facts.email,
            "username": facts.username or "",
            "revision": facts.revision,
        },
    )


async def keep_avatar(tx: Transaction, account_id: str, avatar: str, revision: int) -> None:
    """Take over an account's picture; `revision` is profiles'."""
    await tx.session.execute(_KEEP_AVATAR, {"account_id": account_id, "avatar": avatar, "revision": revision})


async def keep_provider(tx: Transaction, facts: ProfileFacts) -> None:
    """Take over a provider's profile, as much of it as booking needs."""
    await tx.session.execute(
        _KEEP_PROVIDER,
        {
            "provider_id": facts.account_id,
            "completed": facts.completed,
            "expertise": facts.expertise,
            "currency": facts.currency,
            "delivery_mode": facts.delivery_mode,
            "location_address": facts.location_address,
            "timezone": facts.timezone,
            "revision": facts.revision,
        },
    )


async def keep_service(tx: Transaction, facts: ServiceFacts) -> None:
    """Take over a service, also one that is archived or deleted: orders of it may still be on their way."""
    await tx.session.execute(
        _KEEP_SERVICE,
        {
            "service_id": facts.service_id,
            "provider_id": facts.provider_id,
            "name": facts.name,
            "minutes": facts.duration_minutes,
            "cost_minor": facts.cost_minor,
            "currency": facts.currency,
            "delivery_mode": facts.delivery_mode,
            "status": facts.status,
            "revision": facts.revision,
        },
    )


async def keep_standing(tx: Transaction, event: StandingChanged) -> bool:
    """Take over whether an account is suspended; False when something newer is known, or it is gone."""
    values = {"account_id": event.account_id, "suspended": event.suspended, "revision": event.revision}
    if await tx.session.scalar(_KEEP_STANDING, values) is None:
        return False
    await tx.session.execute(_SUSPEND_PROVIDER, {name: values[name] for name in ("account_id", "suspended")})
    return True


async def is_suspended(tx: Connection, account_id: str) -> bool:
    """Whether the staff have suspended the account."""
    return bool(await tx.session.scalar(_IS_SUSPENDED, {"account_id": account_id}))


async def keep_block(tx: Transaction, event: BlockChanged) -> None:
    """Take over whether one account blocks another."""
    await tx.session.execute(
        _KEEP_BLOCK,
        {
            "blocker_id": event.blocker_id,
            "blocked_id": event.blocked_id,
            "blocked": event.blocked,
            "revision": event.revision,
        },
    )


async def keep_guest(tx: Transaction, event: GuestCodeIssued) -> None:
    """Take over the code that a guest was mailed."""
    await tx.session.execute(
        _KEEP_GUEST,
        {
            "guest_id": event.guest_id,
            "name": event.name,
            "email": event.email,
            "code_hash": event.code_hash,
            "expires_at": event.expires_at,
        },
    )


async def are_blocked(tx: Connection, one: str, other: str) -> bool:
    """Whether either of the two accounts blocks the other."""
    return (await tx.session.execute(_ARE_BLOCKED, {"one": one, "other": other})).scalar_one()


async def guest_is_known(tx: Transaction, guest_id: str) -> bool | None:
    """True, or None while no code of this guest has arrived (see `chassis.projections.settled`)."""
    found = await tx.session.execute(text("SELECT true FROM guest WHERE guest_id = :id"), {"id": guest_id})
    return found.scalar_one_or_none()


async def code_mistake(tx: Transaction, guest_id: str, code: str, now: datetime) -> str | None:
    """What is wrong with the code a guest typed, None when it is right. Counts a wrong one.

    The caller commits also when it refuses, so that the count outlives the refusal.
    """
    row = (await tx.session.execute(_GUEST_LOCKED, {"guest_id": guest_id})).one_or_none()
    if row is None or row.expires_at <= now:
        return "This token has expired. Please verify your email address again."
    if row.tries >= MOST_TRIES:
        return "Too many wrong tokens. Please verify your email address again."
    typed = sha256(f"{guest_id}:{code}".encode()).hexdigest()
    if hmac.compare_digest(typed, row.code_hash):
        return None
    await tx.session.execute(_COUNT_TRY, {"guest_id": guest_id})
    return "This token is not the one that was sent to you."


async def forget_guests(tx: Transaction, now: datetime) -> None:
    """Drop the guests whose codes have long expired."""
    await tx.session.execute(_FORGET_GUESTS, {"before": now - GUEST_LIFE})


async def erase_account(tx: Transaction, account_id: str) -> None:
    """Drop everything the directory and the hours hold of an account; late facts of it stay out."""
    for statement in _ERASE:
        await tx.session.execute(statement, {"account_id": account_id})
