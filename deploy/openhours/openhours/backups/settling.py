"""Settles restored databases before anything is served: in this process, and without a mail or a push.

The services' own handlers take what their outboxes hold and what the owners replay, over a bus in this
process. What the clock has made due since the backup is done too, so that it is not done with mails and
pushes when the services start. Whatever mails this leaves in the queue may have been sent before the
disaster: they are set aside, and `python -m notifications mails --again all` sends them after all.
"""

import importlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol, cast

from booking.guest_data.service import erase_guests_again
from chassis import inbox, metrics, replay, tracing
from chassis.app import ServiceDefinition, Wiring
from chassis.bus.local import LocalBus
from chassis.db import Database
from chassis.jobs import run_once
from chassis.relay import Relay
from chassis.settings import ServiceSettings
from contracts.subscriptions import SUBSCRIPTIONS
from fastapi import FastAPI
from identity.logins.store import end_all_logins
from identity.own_account.service import erase_again
from identity.settings import IdentitySettings
from notifications.mail.store import set_aside
from notifications.push_queue.store import drop_all

from openhours.backups.erasures import Erasures

SET_ASIDE: Final = "set aside by the restore of a backup: it may have been sent before"
ROUNDS: Final = 1000
"""Runs of the jobs at most: each does a batch of what the clock has made due."""
_PUBLISH_AGAIN: Final = """
WITH lost AS (DELETE FROM published_event RETURNING *)
INSERT INTO outbox (id, event_id, aggregate, key, payload, target, trace) OVERRIDING SYSTEM VALUE
SELECT id, event_id, aggregate, key, payload, target, trace FROM lost
"""
"""The broker's queues are no part of a backup: readers ignore what they had."""
_DUE_NOW: Final = "UPDATE outbox SET next_attempt_at = now()"
_LEFT: Final = "SELECT count(*) FROM outbox"
_DEAD: Final = "SELECT count(*) FROM dead_letter"
_NUMBERED: Final = "SELECT last_value FROM pg_sequences WHERE sequencename = 'outbox_id_seq'"
_WAITING_MAILS: Final = "SELECT count(*) FROM mail WHERE sent_at IS NULL AND given_up_at IS NULL"


class _CreateApp(Protocol):
    def __call__(self, settings: ServiceSettings, wiring: Wiring) -> FastAPI: ...


@dataclass(frozen=True, slots=True)
class _Service:
    app: FastAPI
    database: Database
    relay: Relay

    @property
    def definition(self) -> ServiceDefinition:
        """What the service is made of."""
        return self.app.state.service


@dataclass(frozen=True, slots=True)
class Settled:
    """What was done."""

    accounts_erased: int
    guests_erased: int
    logins_ended: int
    replayed: int
    mails_set_aside: int
    pushes_dropped: int
    dead_letters: int


class SettlingFailed(Exception):
    """The events of a service cannot be handled; the message says whose."""


async def settle(
    settings: Mapping[str, ServiceSettings], erasures: Erasures, moment: datetime, say: Callable[[str], None]
) -> Settled:
    """Bring restored databases of this moment to the present. Raises SettlingFailed."""
    async with _handlers(settings) as services:
        dead = await _dead_letters(services)
        for service in services.values():
            async with service.database.writing() as tx:
                driver = await tx.driver()
                await driver.execute(_PUBLISH_AGAIN)
                await driver.execute(_DUE_NOW)
        await _drain(services)
        accounts, guests, logins = await _erase_and_end(services, erasures, moment)
        await _drain(services)
        replayed = await _replay_all(services)
        await _drain(services)
        say(f"{replayed} events were replayed")
        await _catch_up(services)
        async with services["notifications"].database.writing() as tx:
            mails = await set_aside(tx, SET_ASIDE, datetime.now(UTC))
            pushes = await drop_all(tx)
        dead = await _dead_letters(services) - dead
    return Settled(accounts, guests, logins, replayed, mails, pushes, dead)


@asynccontextmanager
async def _handlers(settings: Mapping[str, ServiceSettings]) -> AsyncGenerator[dict[str, _Service]]:
    """The services' handlers, listening to one bus. Nothing is served, sent or run by the clock."""
    bus = LocalBus(expected=settings)
    services: dict[str, _Service] = {}
    async with AsyncExitStack() as stack:
        for name, own in settings.items():
            create_app = cast(_CreateApp, importlib.import_module(f"{name}.app").create_app)
            app = create_app(
                own.model_copy(update={"otlp_endpoint": None, "log_level": "WARNING"}), Wiring(bus=bus)
            )
            definition: ServiceDefinition = app.state.service
            database = Database(own.database_url, pool_size=4, settings=definition.database_settings)
            stack.push_async_callback(database.close)
            await stack.enter_async_context(
                inbox.subscribed(app, bus, database, name, definition.consumers, listeners=())
            )
            services[name] = _Service(app, database, Relay(database, bus, metrics.of(app), tracing.of(app)))
        yield services


async def _drain(services: Mapping[str, _Service]) -> None:
    """Publish until no outbox holds anything. Raises SettlingFailed when some event cannot be handled."""
    while True:
        carried = sum([await service.relay.carry() for service in services.values()])
        if carried:
            continue
        left = {name: await _counted(service, _LEFT) for name, service in services.items()}
        waiting = [f"{count} events of {name}" for name, count in left.items() if count]
        if not waiting:
            return
        raise SettlingFailed(f"{', '.join(waiting)} cannot be handled; the services' logs above say why")


async def _erase_and_end(
    services: Mapping[str, _Service], erasures: Erasures, moment: datetime
) -> tuple[int, int, int]:
    """Erase again who was erased after the backup, and end all logins; returns how many of each."""
    identity, accounts = services["identity"], 0
    own = identity.app.state.settings
    assert isinstance(own, IdentitySettings)
    reserved = timedelta(days=own.username_reserved_days)
    for account_id, erased_at in erasures.accounts.items():
        async with identity.database.writing() as tx:
            accounts += await erase_again(tx, account_id, reserved=reserved, erased_at=erased_at)
    async with identity.database.writing() as tx:
        logins = await end_all_logins(tx)
    async with services["booking"].database.writing() as tx:
        guests = await erase_guests_again(tx, erasures.guests_after(moment), datetime.now(UTC))
    return accounts, guests, logins


async def _replay_all(services: Mapping[str, _Service]) -> int:
    """Let each owner tell its present state to whoever listens to it; returns how many events that takes."""
    count = 0
    for owner, service in services.items():
        for target in services:
            listens = any(key.startswith(f"{owner}.") for key in SUBSCRIPTIONS[target])
            if listens and target != owner and service.definition.replays:
                count += await replay.run(service.database.url, service.definition.replays, target)
                await _drain(services)
    return count


async def _catch_up(services: Mapping[str, _Service]) -> None:
    """Do what the clock has made due since the backup, until a round of all jobs changes nothing more."""
    for _ in range(ROUNDS):
        before = await _progress(services)
        for service in services.values():
            for due in service.definition.jobs:
                await run_once(due, service.database, datetime.now(UTC))
        await _drain(services)
        if await _progress(services) == before:
            return


async def _progress(services: Mapping[str, _Service]) -> list[int]:
    """What grows while jobs have something to do: the numbers given to events, and the mails."""
    events = [await _counted(service, _NUMBERED) for service in services.values()]
    return [*events, await _counted(services["notifications"], _WAITING_MAILS)]


async def _dead_letters(services: Mapping[str, _Service]) -> int:
    return sum([await _counted(service, _DEAD) for service in services.values()])


async def _counted(service: _Service, query: str) -> int:
    async with service.database.reading() as connection:
        return int(await (await connection.driver()).fetchval(query) or 0)
