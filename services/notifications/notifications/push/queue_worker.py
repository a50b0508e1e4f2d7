"""Hands queued pushes to the push service. Each device has a push of its own, which may fail alone."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

import structlog
from chassis import metrics
from chassis.clock import Now
from chassis.db import Database
from chassis.lanes import Lanes
from chassis.readiness import LastOutcome
from chassis.worker import Task, working
from fastapi import FastAPI

from notifications.devices.store import Device, device_of_account, drop_device
from notifications.push.payloads import payload_for
from notifications.push.rules import next_attempt
from notifications.push.transport import (
    DeviceGone,
    DeviceTransport,
    LoggingPush,
    NotAccepted,
    NotNow,
    PushPayload,
    PushTransport,
)
from notifications.push.vapid import VapidKey, vapid_key
from notifications.push.web_push import WebPushTransport
from notifications.push_queue import store
from notifications.push_queue.store import Push
from notifications.queue_metrics import QueueMetrics
from notifications.sealing import sealing
from notifications.settings import NotificationsSettings

QUICK_SECONDS: Final = 2.0
"""A push service that answers later is slow."""
log = structlog.get_logger()


class PushWorker:
    """Pushes one payload after another.

    No transaction waits for the push service: a push is claimed for a while, and its outcome written then.
    """

    def __init__(
        self, database: Database, transport: PushTransport, clock: Now, counted: QueueMetrics, lanes: Lanes
    ) -> None:
        self._database = database
        self._counted = counted
        self._transport = transport
        self._clock = clock
        self._lanes: Final = lanes
        self.phones: Final = LastOutcome()
        """Whether the push service of phones took the last push. Those of browsers are as many as strangers
        name."""

    async def push_next(self) -> bool:
        """Push what is due first; False when nothing is due."""
        async with self._database.writing() as tx:
            due = await store.claim(tx, self._lanes.busy_owners)
            if due is None:
                return False
            device = await device_of_account(tx, due.account_id, due.digest)
            payload = await payload_for(tx, due) if device else None
            if device is None or payload is None:
                await store.drop(tx, due)
                self._counted.count("dropped")
                return True
            lane = self._lanes.enter(due.account_id, _host_of(device))
            if lane is None:
                await store.put_back(tx, due)
                return True
        began = monotonic()
        try:
            await self._push(due, device, payload)
        finally:
            self._lanes.leave(lane, monotonic() - began)
        return True

    async def _push(self, due: Push, device: Device, payload: PushPayload) -> None:
        try:
            await self._transport.push(device, payload)
        except DeviceGone:
            self._counted.count("device_gone")
            await self._forget(due)
        except NotAccepted as error:
            self._counted.count("refused")
            reason = str(error) or type(error.__cause__).__name__
            log.warning("push not accepted", push_id=due.id, kind=payload.kind, reason=reason)
            await self._done(due)
        except Exception as error:
            if device.p256dh is None:
                self.phones.failed()
            await self._later(due, error)
        else:
            if device.p256dh is None:
                self.phones.worked()
            self._counted.count("sent")
            await self._done(due)

    async def measure(self) -> None:
        """Update the metrics of the queue."""
        await self._counted.measure(self._database, store.STATE)

    async def seconds_until_due(self) -> float | None:
        """In how many seconds the next push is due; None when none waits."""
        async with self._database.reading() as connection:
            return await store.seconds_until_due(connection)

    async def _done(self, due: Push) -> None:
        async with self._database.writing() as tx:
            await store.drop(tx, due)

    async def _forget(self, due: Push) -> None:
        log.info("device gone", push_id=due.id)
        async with self._database.writing() as tx:
            await drop_device(tx, due.digest)

    async def _later(self, due: Push, error: Exception) -> None:
        reason = str(error) if isinstance(error, NotNow) else type(error).__name__
        log.warning("not pushed", push_id=due.id, attempts=due.attempts, reason=reason)
        wait = error.wait if isinstance(error, NotNow) else timedelta(0)
        async with self._database.writing() as tx:
            now = self._clock()
            at = next_attempt(due.attempts, wait, now)
            self._counted.count("given_up" if at is None else "postponed")
            if at is None:
                await store.drop(tx, due)
            else:
                await store.postpone(tx, due, at, now)


def _host_of(device: Device) -> str:
    """The host that a browser named; '' for phones, which all have the same."""
    return (urlsplit(device.token).hostname or "") if device.p256dh else ""


def transport_for(settings: NotificationsSettings, key: VapidKey | None, clock: Now) -> PushTransport:
    """Firebase for phones, where FCM_CREDENTIALS open it, and browsers' push services, where there is a key.

    Without them, the log.
    """
    given = settings.fcm_credentials.get_secret_value() if settings.fcm_credentials else ""
    phones = _firebase(given, settings.push_workers) if given.strip() else LoggingPush()
    browsers = WebPushTransport(key, clock, settings.push_networks) if key else LoggingPush()
    return DeviceTransport(phones, browsers)


def _firebase(credentials: str, threads: int) -> PushTransport:
    from notifications.push.fcm import FcmTransport  # noqa: PLC0415 - Google's libraries, only where used

    return FcmTransport(credentials, threads)


@asynccontextmanager
async def pushing(app: FastAPI) -> AsyncGenerator[None]:
    """Push while the service runs. Raises LookupError without a key that seals the devices."""
    sealing().require()
    settings: NotificationsSettings = app.state.settings
    database: Database = app.state.database
    app.state.vapid_key = key = vapid_key(settings)
    transport = transport_for(settings, key, app.state.clock)
    lanes = Lanes(settings.push_workers, QUICK_SECONDS)
    worker = PushWorker(database, transport, app.state.clock, app.state.push_metrics, lanes)
    metrics.of(app).measures.append(worker.measure)
    app.state.process.watch("push", lambda: worker.phones.is_there)
    task = Task("push", worker.push_next, next_due=worker.seconds_until_due)
    workers = [(task, database.notifier(store.QUEUE))] * settings.push_workers
    try:
        async with working(workers, settings.drain_seconds):
            yield
    finally:
        await transport.close()
