"""Calls about finance settings (api.md 3); providers only."""

import orjson
from chassis.db import Connection
from chassis.errors import Forbidden
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from profiles.finance import store
from profiles.finance.schemas import FinanceAnswer, FinanceSettings, FinanceUpdate
from profiles.profile import service as profile_service
from profiles.profile.store import save as save_profile

router = APIRouter(prefix="/api", tags=["finance"], route_class=Route)

SAVED = "Your finance settings were successfully updated."


async def _shown(tx: Connection, account_id: str) -> FinanceAnswer:
    kept = await store.settings_of(tx, account_id)
    if kept is None or not kept.provider:
        raise Forbidden(profile_service.NOT_A_PROVIDER)
    return FinanceAnswer(
        finance_settings=FinanceSettings(
            currency=kept.currency,
            fee_policy=kept.fee_policy,
            payment_methods=orjson.dumps(kept.payment_methods).decode(),
            payment_note=kept.payment_note,
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
    await profile_service.provider_profile(tx, caller.id)
    await store.save(tx, caller.id, update.iv_fee_policy, update.iv_payment_methods, update.iv_payment_note)
    await profile_service.announce(tx, await save_profile(tx, caller.id, currency=update.iv_currency))
    return done(await _shown(tx, caller.id), SAVED)
