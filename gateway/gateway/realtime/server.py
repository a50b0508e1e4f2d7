"""The Socket.IO server: rooms by token, the few things a socket may ask, and what the bus brings."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Any, Final

import contracts.events
import socketio
import structlog
from chassis.bus import Bus, Message
from chassis.clock import Now
from chassis.errors import Problem
from chassis.http.callers import Principal, RevocationList, Verifier
from contracts.event import Audience, Event, parse
from contracts.events.identity import LoginEnded
from pydantic import ValidationError
from socketio.exceptions import ConnectionRefusedError as Refuse

from gateway.realtime.presence import ConnectedSocket, Presence, account_room, watch_room
from gateway.realtime.socket_mapping import SOCKET_MAPPERS, AudienceViolation, Deduplicator, emission_of
from gateway.security_headers import SecurityHeaders
from gateway.settings import GatewaySettings
from gateway.telemetry import Telemetry

log = structlog.get_logger()

PATH: Final = "/socket.io"
INERT: Final = ("set_notification", "set_broadcast_notification", "set_confirm_account_verification")
"""What the described clients emit: acknowledged, and shown to nobody."""
PING_SECONDS: Final = 25
PONG_SECONDS: Final = 20
STOP_SECONDS: Final = 5.0
LONGEST_ID: Final = 200

Acknowledgement = dict[str, bool]
YES: Final[Acknowledgement] = {"status": True}
NO: Final[Acknowledgement] = {"status": False}

assert contracts.events.__all__  # importing it fills the registry that `parse` reads


class RealtimeServer:
    """The sockets of one gateway process."""

    def __init__(
        self, settings: GatewaySettings, security: SecurityHeaders, telemetry: Telemetry, clock: Now
    ) -> None:
        self._settings = settings
        self._telemetry = telemetry
        self._clock = clock
        self._presence = Presence()
        self._deduplicator = Deduplicator()
        self._verifier: Verifier | None = None
        self._ended: RevocationList | None = None
        self._server = _new_server(settings, security)
        self.app: Final = socketio.ASGIApp(self._server, socketio_path=PATH)
        for name, handler in {
            "connect": self._connect,
            "disconnect": self._disconnect,
            "join_client_room": self._join,
            "leave_client_room": self._leave,
            "watch_availability": self._watch,
            "unwatch_availability": self._unwatch,
            **dict.fromkeys(INERT, self._acknowledge),
        }.items():
            self._server.on(name, handler)

    def __len__(self) -> int:
        return len(self._presence)

    @asynccontextmanager
    async def running(self, bus: Bus, verifier: Verifier, ended: RevocationList) -> AsyncGenerator[None]:
        """Listen to the bus and look after the sockets; on leaving, let go of all of them."""
        self._verifier = verifier
        self._ended = ended
        keys = [event_type.key for event_type in (*SOCKET_MAPPERS, LoginEnded)]
        subscription = await bus.listen(keys, self._heard)
        watcher = asyncio.create_task(self._look_after())
        try:
            yield
        finally:
            watcher.cancel()
            with suppress(asyncio.CancelledError):
                await watcher
            await subscription.stop(STOP_SECONDS)
            for sid in list(self._server.eio.sockets):
                with suppress(KeyError, TimeoutError):
                    await asyncio.wait_for(self._server.eio.disconnect(sid), STOP_SECONDS)
            await self._server.shutdown()

    async def _connect(self, sid: str, environ: dict[str, Any], auth: object = None) -> None:
        del environ
        principal = await self._principal(auth)
        await self._enter(self._presence.connect(sid, principal))
        self._telemetry.sockets(len(self._presence))

    async def _principal(self, auth: object) -> Principal | None:
        """Whose token `auth` carries, None without one. A token that does not hold refuses the socket."""
        token = auth.get("token") if isinstance(auth, dict) else None
        if token is None or token == "":
            return None
        if not isinstance(token, str) or self._verifier is None:
            raise Refuse("Sign in to continue.", {"code": 401})
        try:
            return await self._verifier.verify(token.removeprefix("Bearer "))
        except Problem as problem:
            raise Refuse(problem.main_msg, {"code": problem.http_status}) from problem

    async def _enter(self, connected: ConnectedSocket) -> None:
        for room in connected.rooms:
            await self._server.enter_room(connected.sid, room)

    async def _disconnect(self, sid: str, reason: str) -> None:
        del reason
        self._presence.disconnect(sid)
        self._telemetry.sockets(len(self._presence))

    async def _join(self, sid: str, data: object = None) -> Acknowledgement:
        """Back into one's own room, whose owner is the token's; a newer token may come along."""
        connected = self._presence.get(sid)
        if connected is None or not isinstance(data, dict):
            return NO
        if data.get("token"):
            try:
                principal = await self._principal(data)
            except Refuse:
                return NO
            if connected.principal is not None:
                await self._drop_rooms(connected)
            connected = self._presence.connect(sid, principal)
        owner = connected.principal
        if owner is None or data.get("ownerId") != owner.id or owner.expires_at <= self._clock():
            return NO
        await self._enter(connected)
        return YES

    async def _leave(self, sid: str, data: object = None) -> Acknowledgement:
        del data
        connected = self._presence.get(sid)
        if connected is None or connected.principal is None:
            return NO
        await self._server.leave_room(sid, account_room(connected.principal.id))
        return YES

    async def _watch(self, sid: str, data: object = None) -> Acknowledgement:
        connected = self._presence.get(sid)
        provider_id = data.get("provider_id") if isinstance(data, dict) else None
        if connected is None or not isinstance(provider_id, str) or not 0 < len(provider_id) <= LONGEST_ID:
            return NO
        dropped = connected.watch(provider_id)
        if dropped is not None:
            await self._server.leave_room(sid, watch_room(dropped))
        await self._server.enter_room(sid, watch_room(provider_id))
        return YES

    async def _unwatch(self, sid: str, data: object = None) -> Acknowledgement:
        """The page with that provider's free time was left."""
        connected = self._presence.get(sid)
        provider_id = data.get("provider_id") if isinstance(data, dict) else None
        if connected is None or provider_id not in connected.watched:
            return NO
        connected.watched.remove(provider_id)
        await self._server.leave_room(sid, watch_room(provider_id))
        return YES

    async def _acknowledge(self, sid: str, data: object = None) -> Acknowledgement:
        del sid, data
        return YES

    async def _heard(self, message: Message) -> None:
        try:
            event = parse(message.key, message.payload)
        except ValidationError as error:
            log.error("event cannot be read", key=message.key, event_id=message.event_id, reason=str(error))
            return
        if event is None or not self._deduplicator.is_first(event.event_id):
            return
        if isinstance(event, LoginEnded):
            await self._lose(self._presence.of_login(event.login_id))
            return
        await self._show(event)

    async def _show(self, event: Event) -> None:
        try:
            emission = emission_of(event)
        except AudienceViolation as error:
            log.error("event not shown", reason=str(error))
            return
        if emission is None:
            return
        hidden = self._presence.of_accounts(emission.hidden_from) if emission.hidden_from else None
        await self._server.emit(emission.name, emission.data, room=emission.room, skip_sid=hidden)
        if event.audience is Audience.ONE_ACCOUNT:
            self._telemetry.shown(event.key, (datetime.now(UTC) - event.occurred_at).total_seconds())

    async def _lose(self, sockets: list[ConnectedSocket]) -> None:
        """Their login is over: they leave every room before anything else is shown, and are hung up on."""
        lost = self._presence.sign_out(sockets)
        for sid, rooms in lost:
            for room in rooms:
                await self._server.leave_room(sid, room)
        for sid, _ in lost:
            await self._server.disconnect(sid)

    async def _drop_rooms(self, connected: ConnectedSocket) -> None:
        for room in connected.rooms:
            await self._server.leave_room(connected.sid, room)

    async def _look_after(self) -> None:
        """Once in a while: sockets whose token is past its time, and those with a backlog, are dropped."""
        while True:
            await asyncio.sleep(self._settings.socket_check_seconds)
            try:
                await self._lose(self._presence.expired(self._clock(), self._ended))
                await self._drop_slow()
            except Exception:
                log.exception("looking after the sockets failed")

    async def _drop_slow(self) -> None:
        slow = [
            socket
            for socket in self._server.eio.sockets.values()
            if socket.queue.qsize() > self._settings.socket_backlog
        ]
        for socket in slow:
            log.info("socket cut off", reason="backlog")
            await socket.close(wait=False, abort=True)


def _new_server(settings: GatewaySettings, security: SecurityHeaders) -> socketio.AsyncServer:
    quiet: Any = logging.getLogger("gateway.sockets")
    quiet.setLevel(logging.CRITICAL)  # what strangers send is rate_limit_address, not written down

    def allowed(origin: str | None, environ: dict[str, Any]) -> bool:
        return origin is None or security.is_origin_allowed(origin, environ.get("HTTP_HOST"))

    return socketio.AsyncServer(
        async_mode="asgi",
        cors_allowed_origins=allowed,
        cors_credentials=False,
        max_http_buffer_size=settings.socket_frame_limit,
        ping_interval=PING_SECONDS,
        ping_timeout=PONG_SECONDS,
        namespaces=["/"],
        logger=quiet,
        engineio_logger=quiet,
    )
