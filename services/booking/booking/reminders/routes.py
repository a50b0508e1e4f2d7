"""Calls about what a provider wants reminded (api.md 4): 403 for anybody else."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.projections.provider_callers import ProviderAccount
from booking.reminders.plans import shown_plan, update_plan
from booking.reminders.schemas import ReminderPlanAnswer, ReminderPlanUpdate

router: Final = APIRouter(prefix="/api", tags=["reminders"], route_class=Route)
SAVED: Final = "Saved."


@router.get("/get_reminder_plan")
async def get_reminder_plan(caller: ProviderAccount, tx: Reading) -> Answer[ReminderPlanAnswer]:
    """Which reminders the caller's sessions have, what follows them, and whether the day comes by mail."""
    return done(await shown_plan(tx, caller.id))


@router.post("/update_reminder_plan")
async def update_reminder_plan(
    wanted: ReminderPlanUpdate, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[ReminderPlanAnswer]:
    """Change it; what is left out stays. Appointments that are agreed already follow it too."""
    return done(await update_plan(tx, caller.id, wanted, clock()), SAVED)
