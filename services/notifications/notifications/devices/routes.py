"""Calls about devices that take push messages (product.md 5.4; api.md 6)."""

from chassis.clock import Clock
from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from notifications.devices import store
from notifications.devices.schemas import PushDevice, PushDeviceGone, PushDevices

router = APIRouter(tags=["push"], route_class=Route)


@router.post("/api/register_push_token")
async def register_push_token(
    device: PushDevice, caller: Account, tx: Writing, clock: Clock
) -> Answer[PushDevices]:
    """Push the caller's alerts to this device from now on."""
    await store.keep_device(
        tx,
        account_id=caller.id,
        login_id=caller.login_id,
        token=device.iv_token,
        platform=device.iv_platform,
        now=clock(),
    )
    return done(PushDevices(devices=await store.device_count(tx, caller.id)))


@router.post("/api/remove_push_token")
async def remove_push_token(device: PushDeviceGone, caller: Account, tx: Writing) -> Answer[PushDevices]:
    """Push nothing more to this device. To remove one that is not there is no mistake."""
    await store.drop_device_of_account(tx, caller.id, device.iv_token)
    return done(PushDevices(devices=await store.device_count(tx, caller.id)))
