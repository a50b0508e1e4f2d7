"""Hands push messages to a push service; without one, a line in the log stands for it."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

import structlog
from chassis.clock import Now
from chassis.database import Database
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.alerts.models import Alert
from notifications.alerts.store import facts_of
from notifications.delivery import Queue, emptied
from notifications.people.store import person_of
from notifications.push import store
from notifications.push.models import Push, PushToken
from notifications.settings import NotificationsSettings

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class PushNote:
    """What a device shows; tapping it leads to `url` (spec 1, section 7)."""

    alert_id: str
    kind: str
    text: str
    url: str


class PushService(Protocol):
    """Something that reaches devices."""

    async def push(self, devices: Sequence[PushToken], note: PushNote) -> list[str]:
        """Show `note` on the devices; answers the dead tokens among them. Raises to be tried again."""
        ...


class LoggedPush:
    """Stands in where no push service is set: says in the log that it would have pushed, never what."""

    async def push(self, devices: Sequence[PushToken], note: PushNote) -> list[str]:
        """Log the push."""
        platforms = sorted(device.platform for device in devices)
        log.info("push", alert_id=note.alert_id, kind=note.kind, platforms=platforms)
        return []


class Pusher:
    """Pushes one alert after another, each in a transaction of its own."""

    def __init__(self, database: Database, service: PushService, clock: Now) -> None:
        self._database = database
        self._service = service
        self._clock = clock

    async def push_next(self) -> bool:
        """Push the alert that is due first; False when none is due."""
        async with self._database.writing() as session:
            due = await store.claim(session)
            if due is None:
                return False
            await self._push(session, due)
        return True

    async def _push(self, session: AsyncSession, due: Push) -> None:
        alert = await session.get_one(Alert, due.alert_id)
        devices = await store.devices_of(session, alert.receiver_id)
        actor = await person_of(session, alert.actor_id) if alert.actor_id else None
        note = PushNote(alert.id, alert.kind, facts_of(alert, actor).notification_text, alert.url)
        try:
            dead = await self._service.push(devices, note) if devices else []
        except Exception as error:
            log.warning("not pushed", alert_id=alert.id, reason=type(error).__name__)
            await store.postpone(session, due, self._clock())
            return
        await store.drop_tokens(session, dead)
        await store.drop(session, due)


async def _nothing() -> None:
    """The logged push holds no connections."""


@asynccontextmanager
async def pushing(app: FastAPI) -> AsyncGenerator[None]:
    """Alerts are pushed while the service lives."""
    settings: NotificationsSettings = app.state.settings
    database: Database = app.state.database
    pusher = Pusher(database, LoggedPush(), app.state.clock)
    queue = Queue(store.QUEUE, pusher.push_next, _nothing)
    async with emptied(queue, database, settings.drain_seconds):
        yield
