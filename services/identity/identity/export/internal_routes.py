"""Identity's part of export_account_data, which the gateway composes."""

from typing import Final

from chassis.clock import Clock
from chassis.errors import LoginOver, TooMany
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.accounts.store import Account, account_of
from identity.export.schemas import AccountExport, ExportedAccount, ExportedLogin
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.logins.dependencies import SteppedUpLogin
from identity.logins.store import held_logins
from identity.preferences.rules import completed
from identity.preferences.schemas import NewsChoice

router = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)

TOO_MANY: Final = (
    "You have exported your data several times today. Please use the latest, or try again tomorrow."
)


@router.get("/export")
async def export(caller: SteppedUpLogin, tx: Writing, clock: Clock) -> Answer[AccountExport]:
    """Everything that identity stores about the caller, who has shown lately who they are. More than five
    times in a day the whole export is refused: the gateway answers as identity does (product.md 1.10).
    """
    wait = await claim(tx, Kind.EXPORT, caller.account_id, now=clock())
    if wait:
        raise TooMany(TOO_MANY, retry_after=wait)
    account = await account_of(tx, caller.account_id)
    if account is None:
        raise LoginOver
    logins = await held_logins(tx, account.id)
    shown = [
        ExportedLogin(created_at=row.created_at, expires_at=row.expires_at, device=row.device)
        for row in logins
    ]
    return done(AccountExport(account=_exported(account), logins=shown))


def _exported(account: Account) -> ExportedAccount:
    return ExportedAccount(
        account_id=account.id,
        name=account.name,
        email=account.email,
        username=account.username,
        language=account.language,
        timezone=account.timezone,
        hour_cycle=account.hour_cycle,
        created_at=account.created_at,
        email_confirmed_at=account.verified_at,
        fav_category=account.fav_category,
        fav_services=account.fav_services,
        notification_preferences=NewsChoice.model_validate(completed(account.channels)),
    )
