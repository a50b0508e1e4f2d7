"""Calls about devices that take push messages (product.md 5.4; api.md 6)."""

from chassis.clock import Clock
from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from notifications.device_registration.schemas import (
    PushDevice,
    PushDeviceGone,
    PushDevices,
    WebPushGone,
    WebPushSubscription,
)
from notifications.device_registration.service import register_device
from notifications.devices import store
from notifications.devices.rules import check_endpoint, check_keys
from notifications.devices.store import Device
from notifications.settings import RequestSettings

router = APIRouter(tags=["push"], route_class=Route)


@router.post("/api/register_push_token")
async def register_push_token(
    device: PushDevice, caller: Account, tx: Writing, clock: Clock
) -> Answer[PushDevices]:
    """Push the caller's alerts to this device from now on."""
    now = clock()
    known = Device(device.iv_token, device.iv_platform, now)
    return done(PushDevices(devices=await register_device(tx, known, caller, now)))


@router.post("/api/remove_push_token")
async def remove_push_token(device: PushDeviceGone, caller: Account, tx: Writing) -> Answer[PushDevices]:
    """Push nothing more to this device. To remove one that is not there is no mistake."""
    await store.drop_device_of_account(tx, caller.id, device.iv_token)
    return done(PushDevices(devices=await store.device_count(tx, caller.id)))


@router.post("/api/register_web_push")
async def register_web_push(
    browser: WebPushSubscription, caller: Account, tx: Writing, clock: Clock, settings: RequestSettings
) -> Answer[PushDevices]:
    """Push the caller's alerts to this browser from now on."""
    check_endpoint(browser.iv_endpoint, settings.push_networks)
    check_keys(browser.iv_p256dh, browser.iv_auth)
    now = clock()
    known = Device(browser.iv_endpoint, "web", now, browser.iv_p256dh, browser.iv_auth)
    return done(PushDevices(devices=await register_device(tx, known, caller, now)))


@router.post("/api/remove_web_push")
async def remove_web_push(browser: WebPushGone, caller: Account, tx: Writing) -> Answer[PushDevices]:
    """Push nothing more to this browser. To remove one that is not there is no mistake."""
    await store.drop_device_of_account(tx, caller.id, browser.iv_endpoint)
    return done(PushDevices(devices=await store.device_count(tx, caller.id)))
