"""Starter preferences, notification preferences and language (api.md section 2)."""

from chassis.database import ReadSession, WriteSession
from chassis.envelope import Answer, done
from chassis.errors import LoginOver
from fastapi import APIRouter

from identity.accounts.languages import say_language
from identity.accounts.models import AccountRow
from identity.accounts.store import account_of, change_account, lock_account
from identity.logins.caller import LiveCaller
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
from identity.preferences.store import change_channels
from identity.session.store import session_of

router = APIRouter(prefix="/api", tags=["identity"])


@router.post("/update_starter_preferences")
async def update_starter_preferences(
    caller: LiveCaller, request: UpdateStarterPreferencesRequest, session: WriteSession
) -> Answer[StarterPreferences]:
    """Keep what the caller wants to see first."""
    account = await change_account(
        session,
        caller.account_id,
        fav_category=request.iv_fav_category,
        fav_services=request.iv_fav_services,
    )
    if account is None:
        raise LoginOver
    session_data = await session_of(session, account.id, caller.login)
    return done(StarterPreferences(session_data=session_data), "Your preferences are saved.")


@router.get("/get_notification_preferences")
async def get_notification_preferences(
    caller: LiveCaller, session: ReadSession
) -> Answer[NotificationPreferences]:
    """How the caller wants to hear of things."""
    account = await account_of(session, caller.account_id)
    if account is None:
        raise LoginOver
    return done(_shown(account))


@router.post("/update_notification_preferences")
async def update_notification_preferences(
    caller: LiveCaller, request: UpdateNotificationPreferencesRequest, session: WriteSession
) -> Answer[NotificationPreferences]:
    """Change how the caller wants to hear of things; what is left out stays as it is."""
    held = await lock_account(session, caller.account_id)
    if held is None:
        raise LoginOver
    change: Channels = request.iv_preferences.model_dump(exclude_none=True)
    account = await change_channels(session, held, change)
    if account is None:
        raise LoginOver
    return done(_shown(account), "Your preferences are saved.")


@router.post("/update_language")
async def update_language(
    caller: LiveCaller, request: UpdateLanguageRequest, session: WriteSession
) -> Answer[LanguageChosen]:
    """Write the caller's mails and alerts in another language from now on."""
    held = await lock_account(session, caller.account_id)
    if held is None:
        raise LoginOver
    await say_language(session, held, request.iv_language)
    return done(LanguageChosen(language=request.iv_language))


def _shown(account: AccountRow) -> NotificationPreferences:
    chosen = NewsChoice.model_validate(completed(account.channels))
    return NotificationPreferences(preferences=chosen, language=account.language)
