"""Identity's part of export_account_data, which the gateway composes."""

from chassis.errors import LoginOver
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from fastapi import APIRouter
from sqlalchemy import select

from identity.accounts.models import AccountRow
from identity.accounts.store import account_of
from identity.export.schemas import Export, ExportedAccount, ExportedLogin
from identity.logins.caller import LiveCaller
from identity.logins.models import LoginRow
from identity.preferences.rules import completed
from identity.preferences.schemas import NewsChoice

router = APIRouter(prefix="/internal", tags=["internal"])


@router.get("/export")
async def export(caller: LiveCaller, tx: Reading) -> Answer[Export]:
    """Everything held here about the bearer."""
    account = await account_of(tx, caller.account_id)
    if account is None:
        raise LoginOver
    logins = await tx.session.scalars(
        select(LoginRow).where(LoginRow.account_id == account.id).order_by(LoginRow.created_at)
    )
    shown = [
        ExportedLogin(created_at=row.created_at, expires_at=row.expires_at, device=row.device)
        for row in logins
    ]
    return done(Export(account=_exported(account), logins=shown))


def _exported(account: AccountRow) -> ExportedAccount:
    return ExportedAccount(
        account_id=account.id,
        name=account.name,
        email=account.email,
        username=account.username,
        language=account.language,
        created_at=account.created_at,
        email_confirmed_at=account.verified_at,
        fav_category=account.fav_category,
        fav_services=account.fav_services,
        notification_preferences=NewsChoice.model_validate(completed(account.channels)),
    )
