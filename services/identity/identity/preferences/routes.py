"""Starter preferences, notification preferences and language (api.md 2)."""

from chassis.errors import LoginOver
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.accounts.language import set_language
from identity.accounts.reading import follow_device
from identity.accounts.store import Account, account_of, change_account, lock_account
from identity.logins.dependencies import ActiveLogin
from identity.preferences.rules import Channels, completed
from identity.preferences.schemas import (
    LanguageChosen,
    NewsChoice,
    NotificationPreferences,
    StarterPreferences,
    UpdateLanguageRequest,
    UpdateNotificationPreferencesRequest,
    UpdateStarterPreferencesRequest,
)
from identity.preferences.service import change_channels
from identity.session_data.store import session_data_of

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.post("/update_starter_preferences")
async def update_starter_preferences(
    caller: ActiveLogin, request: UpdateStarterPreferencesRequest, tx: Writing
) -> Answer[StarterPreferences]:
    """Save the categories and services that the caller prefers to see first."""
    account = await change_account(
        tx,
        caller.account_id,
        fav_category=request.iv_fav_category,
        fav_services=request.iv_fav_services,
    )
    if account is None:
        raise LoginOver
    session_data = await session_data_of(tx, account.id, caller.login)
    return done(StarterPreferences(session_data=session_data), "Your preferences are saved.")


@router.get("/get_notification_preferences")
async def get_notification_preferences(caller: ActiveLogin, tx: Reading) -> Answer[NotificationPreferences]:
    """The caller's notification preferences."""
    account = await account_of(tx, caller.account_id)
    if account is None:
        raise LoginOver
    return done(_shown(account))


@router.post("/update_notification_preferences")
async def update_notification_preferences(
    caller: ActiveLogin, request: UpdateNotificationPreferencesRequest, tx: Writing
) -> Answer[NotificationPreferences]:
    """Change the caller's notification preferences; those left out do not change."""
    held = await lock_account(tx, caller.account_id)
    if held is None:
        raise LoginOver
    change: Channels = request.iv_preferences.model_dump(exclude_none=True)
    account = await change_channels(tx, held, change)
    if account is None:
        raise LoginOver
    return done(_shown(account), "Your preferences are saved.")


@router.post("/update_language")
async def update_language(
    caller: ActiveLogin, request: UpdateLanguageRequest, tx: Writing
) -> Answer[LanguageChosen]:
    """Write the caller's mails and alerts in another language from now on."""
    held = await lock_account(tx, caller.account_id)
    if held is None:
        raise LoginOver
    await set_language(tx, held, request.iv_language)
    await follow_device(tx, held.id, request.iv_device_data)
    return done(LanguageChosen(language=request.iv_language))


def _shown(account: Account) -> NotificationPreferences:
    chosen = NewsChoice.model_validate(completed(account.channels))
    return NotificationPreferences(preferences=chosen, language=account.language)
