"""What an account does to its own profile: each verb writes, announces, and keeps the search in step."""

from datetime import datetime

from chassis.db import Transaction
from chassis.errors import Forbidden, LoginOver
from chassis.http.envelope import refuse_fields
from chassis.outbox import emit
from contracts.events.profiles import AccountProfileChanged, ProfileCompleted, ProfileUpdated
from contracts.rules import messages

from profiles.listings.store import refresh_listing
from profiles.profile import store
from profiles.profile.rules import away_ends_at, checked_return, zone_of
from profiles.profile.schemas import (
    AccountProfileUpdate,
    AwayUpdate,
    PerksUpdate,
    ProfileInfo,
    SkillsUpdate,
)
from profiles.profile.serializers import profile_facts
from profiles.profile.store import Profile
from profiles.projections import store as accounts

NO_SUCH_PROVIDER = "There is no such provider."
NOT_A_PROVIDER = "You need to become a service provider first."


async def own_profile(tx: Transaction, account_id: str) -> Profile:
    """The caller's profile, locked. Raises `LoginOver` when the account was deleted a moment ago."""
    if await accounts.is_deleted(tx, account_id):
        raise LoginOver
    return await store.lock_profile(tx, account_id)


async def provider_profile(tx: Transaction, account_id: str) -> Profile:
    """The caller's profile, locked. Raises `Forbidden` when the caller is no provider."""
    profile = await own_profile(tx, account_id)
    if profile.completed_at is None:
        raise Forbidden(NOT_A_PROVIDER)
    return profile


async def save_info(tx: Transaction, account_id: str, info: ProfileInfo, *, now: datetime) -> Profile:
    """Save the profile form; the first time, the account becomes a provider (product.md 3.1)."""
    before = await own_profile(tx, account_id)
    first_time = before.completed_at is None
    device_zone = info.iv_device_data.get("timezone")
    zone = zone_of(info.iv_timezone, device_zone, before.timezone, first_time=first_time)
    if zone is None:
        raise refuse_fields(iv_timezone=messages.NOT_AN_OPTION)
    values = info.model_dump(exclude={"iv_name", "iv_timezone", "iv_device_data"})
    columns: dict[str, object] = {name.removeprefix("iv_"): value for name, value in values.items()}
    columns["phone_shown_to"] = info.iv_phone_shown_to or before.phone_shown_to
    columns["street_shown_to"] = info.iv_street_shown_to or before.street_shown_to
    columns |= {"timezone": zone, "away_ends_at": away_ends_at(before.away_until, zone)}
    after = await store.save_info(tx, columns | {"account_id": account_id, "now": now})
    if info.iv_name:  # told first: identity makes a new provider's username from it
        await _rename(tx, after, info.iv_name)
    event = ProfileCompleted if first_time else ProfileUpdated
    await emit(tx, event(profile=profile_facts(after)))
    await refresh_listing(tx, account_id)
    return after


async def _rename(tx: Transaction, profile: Profile, name: str) -> None:
    """Show another name at once. Identity owns names and tells the others (product.md 3.1)."""
    await accounts.rename(tx, profile.account_id, name)
    await emit(
        tx,
        AccountProfileChanged(
            account_id=profile.account_id, name=name, phone=profile.contact_phone, revision=profile.revision
        ),
    )


async def announce(tx: Transaction, profile: Profile) -> None:
    """Announce a changed profile and keep its search listing in step."""
    await emit(tx, ProfileUpdated(profile=profile_facts(profile)))
    await refresh_listing(tx, profile.account_id)


async def save_skills(tx: Transaction, account_id: str, update: SkillsUpdate) -> None:
    """Save languages and skills (product.md 3.2)."""
    await own_profile(tx, account_id)
    await announce(
        tx, await store.save(tx, account_id, languages=update.iv_languages, skills=update.iv_skills)
    )


async def save_perks(tx: Transaction, account_id: str, update: PerksUpdate) -> None:
    """Save policy and perks. No other service stores them, so nothing is published (product.md 3.2)."""
    await own_profile(tx, account_id)
    await store.save(tx, account_id, policy_perks=update.iv_policy_perks)


async def save_away(tx: Transaction, account_id: str, update: AwayUpdate, *, now: datetime) -> Profile:
    """Pause the provider's page, or end the pause (product.md 3.10).

    Raises `Forbidden` when the caller is no provider, and a refusal of a day that is not after today.
    """
    before = await provider_profile(tx, account_id)
    away = update.iv_away == "yes"
    until = checked_return(update.iv_away_until, before.timezone, now) if away else None
    after = await store.save(
        tx,
        account_id,
        away=away,
        away_until=until,
        away_ends_at=away_ends_at(until, before.timezone),
        away_message=update.iv_away_message if away else "",
    )
    await emit(tx, ProfileUpdated(profile=profile_facts(after)))
    return after


async def save_account(tx: Transaction, account_id: str, update: AccountProfileUpdate) -> None:
    """Save name and telephone number; identity owns the name and gets the new one by an event."""
    before = await own_profile(tx, account_id)
    if before.completed_at and not update.iv_phone:
        raise refuse_fields(iv_phone=messages.REQUIRED)
    after = await store.save(tx, account_id, contact_phone=update.iv_phone)
    await _rename(tx, after, update.iv_name)
    await announce(tx, after)
