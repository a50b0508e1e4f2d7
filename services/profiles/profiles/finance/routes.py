"""Calls about finance settings (api.md section 3); providers only."""

import orjson
from chassis.db import Connection
from chassis.errors import Forbidden
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from fastapi import APIRouter

from profiles.finance import store
from profiles.finance.schemas import FinanceAnswer, FinanceSettings, FinanceUpdate
from profiles.profile import saving
from profiles.profile.store import save_currency

router = APIRouter(prefix="/api", tags=["finance"])

SAVED = "Your finance settings were successfully updated."


async def _shown(tx: Connection, account_id: str) -> FinanceAnswer:
    row = await store.settings_row(tx, account_id)
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
async def get_appointment_finance_settings(caller: Account, tx: Reading) -> Answer[FinanceAnswer]:
    """How the caller wants to be paid."""
    return done(await _shown(tx, caller.id))


@router.post("/update_appointment_finance_settings")
async def update_appointment_finance_settings(
    update: FinanceUpdate, caller: Account, tx: Writing
) -> Answer[FinanceAnswer]:
    """Save how the caller wants to be paid."""
    before = await saving.provider_profile(tx, caller.id)
    await store.save(tx, caller.id, update.iv_fee_policy, update.iv_payment_methods, update.iv_payment_note)
    if update.iv_currency != before.currency:
        await saving.told(tx, await save_currency(tx, caller.id, update.iv_currency))
    return done(await _shown(tx, caller.id), SAVED)
