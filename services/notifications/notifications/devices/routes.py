"""Calls about push (api.md 6)."""

from chassis.clock import Clock
from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from fastapi import APIRouter

from notifications.devices.schemas import PushDevice, PushDeviceGone, PushDevices
from notifications.push_queue import store

router = APIRouter(tags=["push"])


@router.post("/api/register_push_token")
async def register_push_token(
    device: PushDevice, caller: Account, tx: Writing, clock: Clock
) -> Answer[PushDevices]:
    """From now on this device hears of the caller's alerts."""
    await store.keep_device(tx, caller, device.iv_token, device.iv_platform, clock())
    return done(PushDevices(devices=len(await store.devices_of(tx, caller.id))))


@router.post("/api/remove_push_token")
async def remove_push_token(device: PushDeviceGone, caller: Account, tx: Writing) -> Answer[PushDevices]:
    """This device hears no more; removing one that is not there is no mistake."""
    await store.drop_device(tx, caller.id, device.iv_token)
    return done(PushDevices(devices=len(await store.devices_of(tx, caller.id))))
