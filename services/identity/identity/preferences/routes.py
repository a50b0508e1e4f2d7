"""Starter preferences and notification preferences (api.md section 2)."""

from chassis.database import ReadSession, WriteSession
from chassis.envelope import Answer, done
from chassis.errors import LoginOver
from chassis.outbox import emit
from contracts.events.identity import PreferencesChanged
from fastapi import APIRouter

from identity.accounts.store import account_of, change_account, lock_account
from identity.logins.caller import LiveCaller
from identity.preferences.rules import Channels, completed, merged
from identity.preferences.schemas import (
    NewsChoice,
    NotificationPreferences,
    StarterPreferences,
    UpdateNotificationPreferencesRequest,
    UpdateStarterPreferencesRequest,
)
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
    return done(_shown(account.channels))


@router.post("/update_notification_preferences")
async def update_notification_preferences(
    caller: LiveCaller, request: UpdateNotificationPreferencesRequest, session: WriteSession
) -> Answer[NotificationPreferences]:
    """Change how the caller wants to hear of things; what is left out stays as it is."""
    held = await lock_account(session, caller.account_id)
    if held is None:
        raise LoginOver
    change: Channels = request.iv_preferences.model_dump(exclude_none=True)
    account = await change_account(session, held.id, channels=merged(held.channels, change))
    if account is None:
        raise LoginOver
    await emit(
        session,
        PreferencesChanged(
            account_id=account.id, channels=completed(account.channels), revision=account.revision
        ),
    )
    return done(_shown(account.channels), "Your preferences are saved.")


def _shown(chosen: Channels) -> NotificationPreferences:
    return NotificationPreferences(preferences=NewsChoice.model_validate(completed(chosen)))
