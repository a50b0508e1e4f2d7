"""Calls about profiles (product.md 3.1; api.md 3)."""

from typing import Annotated

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import Account, Anyone, viewer_id
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.projections import wait_for_projection
from fastapi import APIRouter, Query

from profiles.profile import service as profile_service
from profiles.profile.schemas import (
    AccountProfileUpdate,
    Away,
    AwaySaved,
    AwayUpdate,
    OwnProfile,
    PerksUpdate,
    ProfileInfo,
    ProfileSaved,
    ProviderProfile,
    SessionChanges,
    SkillsUpdate,
)
from profiles.profile.service import NO_SUCH_PROVIDER
from profiles.profile.store import provider_named
from profiles.projections import store as accounts
from profiles.projections.confirmed_callers import ConfirmedAccount
from profiles.provider_page.page import shown_profile

router = APIRouter(prefix="/api", tags=["profile"], route_class=Route)

INFO_SAVED = "Basic info successfully updated !!!"
SKILLS_SAVED = "Your skills were successfully updated."
PERKS_SAVED = "Your policy & perks list was successfully updated."
AWAY_SAVED = "You are shown as away."
BACK = "You take bookings again."
PROFILE_SAVED = "Your profile was successfully updated."
Id = Annotated[str, Query(max_length=64, pattern=r"^[^\x00]*$")]


@router.post("/update_profile_info")
async def update_profile_info(
    info: ProfileInfo, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[ProfileSaved]:
    """Save the profile form; the first time it makes the caller a provider."""
    await wait_for_projection(lambda: accounts.known_account(tx, caller.id))
    saved = await profile_service.save_info(tx, caller.id, info, now=clock())
    page = await shown_profile(tx, caller.id, caller.id)
    changes = SessionChanges(name=page.account_data.name, phone=saved.contact_phone)
    return done(ProfileSaved(session_changes=changes, account_data=page.account_data), INFO_SAVED)


@router.post("/update_account_skills")
async def update_account_skills(update: SkillsUpdate, caller: Account, tx: Writing) -> Answer[None]:
    """Save the caller's languages and skills."""
    await profile_service.save_skills(tx, caller.id, update)
    return done(None, SKILLS_SAVED)


@router.post("/update_account_policy_perks")
async def update_account_policy_perks(update: PerksUpdate, caller: Account, tx: Writing) -> Answer[None]:
    """Save the caller's policy and perks."""
    await profile_service.save_perks(tx, caller.id, update)
    return done(None, PERKS_SAVED)


@router.post("/update_away")
async def update_away(update: AwayUpdate, caller: Account, tx: Writing, clock: Clock) -> Answer[AwaySaved]:
    """Pause the caller's page: no bookings until a day, or until the caller says so (product.md 3.10)."""
    saved = await profile_service.save_away(tx, caller.id, update, now=clock())
    until = saved.away_until.isoformat() if saved.away_until else ""
    away = Away(away=saved.away, away_until=until, away_message=saved.away_message)
    return done(AwaySaved(away=away), AWAY_SAVED if saved.away else BACK)


@router.post("/update_account_profile")
async def update_account_profile(
    update: AccountProfileUpdate, caller: Account, tx: Writing
) -> Answer[OwnProfile]:
    """Save the caller's own name and telephone number (/my_profile)."""
    await wait_for_projection(lambda: accounts.known_account(tx, caller.id))
    await profile_service.save_account(tx, caller.id, update)
    page = await shown_profile(tx, caller.id, caller.id)
    return done(OwnProfile(account_data=page.account_data), PROFILE_SAVED)


@router.get("/get_account_profile")
async def get_account_profile(caller: Account, tx: Reading) -> Answer[OwnProfile]:
    """The caller's own account data."""
    await wait_for_projection(lambda: accounts.known_account(tx, caller.id))
    page = await shown_profile(tx, caller.id, caller.id)
    return done(OwnProfile(account_data=page.account_data))


@router.get("/get_provider_profile")
async def get_provider_profile(
    caller: Anyone, tx: Reading, username: Id = "", owner_id: Id = ""
) -> Answer[ProviderProfile]:
    """A provider's page, by username (or else the display name) or owner_id (product.md 3.6).

    404 when there is none that the caller may see.
    """
    viewer = viewer_id(caller)
    found = owner_id
    if username:

        async def id_of() -> str | None:
            return await accounts.id_of_username(tx, username) or await provider_named(tx, username)

        found = (await wait_for_projection(id_of) if viewer else await id_of()) or ""
    elif owner_id and owner_id == viewer:
        await wait_for_projection(lambda: accounts.known_account(tx, owner_id))
    if not found:
        raise NotFound(NO_SUCH_PROVIDER)
    return done(await shown_profile(tx, found, viewer))
