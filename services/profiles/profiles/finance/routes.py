"""Calls about finance settings (api.md section 3); providers only."""

import orjson
from chassis.database import ReadSession, WriteSession
from chassis.envelope import Answer, done
from chassis.errors import Forbidden
from chassis.principal import Account
from fastapi import APIRouter
from sqlalchemy.ext.asyncio import AsyncSession

from profiles.finance import store
from profiles.finance.schemas import FinanceAnswer, FinanceSettings, FinanceUpdate
from profiles.profile import saving
from profiles.profile.store import save_currency

router = APIRouter(prefix="/api", tags=["finance"])

SAVED = "Your finance settings were successfully updated."


async def _shown(session: AsyncSession, account_id: str) -> FinanceAnswer:
    row = await store.settings_row(session, account_id)
    if row is None or not row["provider"]:
        raise Forbidden(saving.NOT_A_PROVIDER)
    return FinanceAnswer(
        finance_settings=FinanceSettings(
            currency=row["currency"],
            fee_policy=row["fee_policy"],
            payment_methods=orjson.dumps(row["payment_methods"]).decode(),
            payment_note=row["payment_note"],
        )
    )


@router.get("/get_appointment_finance_settings")
async def get_appointment_finance_settings(caller: Account, session: ReadSession) -> Answer[FinanceAnswer]:
    """How the caller wants to be paid."""
    return done(await _shown(session, caller.id))


@router.post("/update_appointment_finance_settings")
async def update_appointment_finance_settings(
    update: FinanceUpdate, caller: Account, session: WriteSession
) -> Answer[FinanceAnswer]:
    """Save how the caller wants to be paid."""
    before = await saving.provider_profile(session, caller.id)
    await store.save(
        session, caller.id, update.iv_fee_policy, update.iv_payment_methods, update.iv_payment_note
    )
    if update.iv_currency != before.currency:
        await saving.told(session, await save_currency(session, caller.id, update.iv_currency))
    return done(await _shown(session, caller.id), SAVED)
