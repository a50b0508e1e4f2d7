"""The Socket.IO server: puts sockets into rooms by token, answers their requests, and emits bus events."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Any, Final

import contracts.events
import orjson
import socketio
import structlog
from chassis.bus import Bus, Listening, Message
from chassis.errors import Problem, Unauthenticated
from chassis.http.callers import Principal, Verifier
from chassis.tracing import Tracing
from contracts.event import Audience, Event, parse
from contracts.events.booking import AvailabilityChanged
from contracts.events.identity import LoginEnded
from engineio.packet import MESSAGE, Packet
from pydantic import ValidationError
from socketio.exceptions import ConnectionRefusedError as SocketRefused
from socketio.packet import EVENT
from starlette.types import Receive, Scope, Send

from gateway.realtime.deduplicator import Deduplicator
from gateway.realtime.presence import ConnectedSocket, Presence, account_room, watch_room
from gateway.realtime.socket_mapping import (
    SOCKET_MAPPERS,
    AudienceViolation,
    Emission,
    emission_of,
    room_of,
)
from gateway.security_headers import SecurityHeaders
from gateway.settings import GatewaySettings
from gateway.telemetry import SERVICE, Telemetry

log = structlog.get_logger()

PATH: Final = "/socket.io"
IGNORED_EVENTS: Final = ("set_notification", "set_broadcast_notification", "set_confirm_account_verification")
"""Events that clients emit (api.md 7). The server acknowledges them and does nothing else."""
PING_SECONDS: Final = 25
PONG_SECONDS: Final = 20
STOP_SECONDS: Final = 5.0
LONGEST_ID: Final = 200

Acknowledgement = dict[str, bool]
ACCEPTED: Final[Acknowledgement] = {"status": True}
DECLINED: Final[Acknowledgement] = {"status": False}

assert contracts.events.__all__  # the import fills the registry that `parse` reads


class RealtimeServer:
    """The sockets of one gateway process."""

    def __init__(
        self, settings: GatewaySettings, security: SecurityHeaders, telemetry: Telemetry, tracing: Tracing
    ) -> None:
        self._settings = settings
        self._tracing = tracing
        self._telemetry = telemetry
        self._presence = Presence()
        self._deduplicator = Deduplicator()
        self._verifier: Verifier | None = None
        self._unconnected_since: dict[str, float] = {}
        self._asked = asyncio.Event()
        self._listening: Listening | None = None
        self._hears_of_availability = False
        self._server = _new_server(settings, security)
        telemetry.measures.append(self._measure)
        self._engine: Final = socketio.ASGIApp(self._server, socketio_path=PATH)
        for name, handler in {
            "connect": self._connect,
            "disconnect": self._disconnect,
            "join_client_room": self._join,
            "leave_client_room": self._leave_room,
            "watch_availability": self._watch,
            "unwatch_availability": self._unwatch,
            **dict.fromkeys(IGNORED_EVENTS, self._acknowledge),
        }.items():
            self._server.on(name, handler)

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The Engine.IO application (ASGI)."""
        self._asked.set()
        await self._engine(scope, receive, send)

    def __len__(self) -> int:
        return len(self._presence)

    def _measure(self) -> None:
        """Update the metrics of the sockets."""
        sessions = self._server.eio.sockets.values()
        upgraded = sum(session.upgraded and not session.closed for session in sessions)
        connected = len(self._presence)
        websockets = min(upgraded, connected)
        rooms = self._server.manager.rooms.get("/", {})
        of_ours = sum(room is not None and room not in self._presence for room in rooms)
        self._telemetry.sockets.note({"websocket": websockets, "polling": connected - websockets}, of_ours)

    @property
    def half_open(self) -> int:
        """How many handshakes have not connected yet."""
        return len(self._server.eio.sockets) - len(self._presence)

    def polling_scopes(self, except_session: str) -> Iterator[Scope]:
        """The scope of each handshake whose session polls now, except this session's."""
        for sid, session in self._server.eio.sockets.items():
            if session.upgraded or session.upgrading or session.closed or sid == except_session:
                continue
            environ = self._server.environ.get(sid)
            if environ is not None:
                yield environ["asgi.scope"]

    @asynccontextmanager
    async def running(self, bus: Bus, verifier: Verifier) -> AsyncGenerator[None]:
        """Subscribe to the bus and drop ended sockets while this context is open; then disconnect all."""
        self._verifier = verifier
        keys = {event_type.key for event_type in (*SOCKET_MAPPERS, LoginEnded)} - {AvailabilityChanged.key}
        self._listening = await bus.listen(keys, self._on_bus_message)
        dropper = asyncio.create_task(self._drop_ended_periodically())
        try:
            yield
        finally:
            dropper.cancel()
            with suppress(asyncio.CancelledError):
                await dropper
            await self._listening.stop(STOP_SECONDS)
            await self._hang_up()
            await self._server.shutdown()

    async def _hang_up(self) -> None:
        """Disconnect all sockets at once and wait until they know it; drop handshakes without a wait."""
        engine = self._server.eio
        for sid in self._unconnected():
            await self._drop(sid)
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                leaving = [engine.disconnect(sid) for sid in list(engine.sockets)]
                await asyncio.gather(*leaving, return_exceptions=True)

    async def _connect(self, sid: str, environ: dict[str, Any], auth: object = None) -> None:
        principal = await self._principal(auth, environ)
        await self._enter_rooms(self._presence.connect(sid, principal))
        self._telemetry.sockets.opened.inc()

    async def _principal(self, auth: object, environ: Mapping[str, Any]) -> Principal | None:
        """The principal of the token in `auth`, None without one; the cookies are those of the handshake.

        Raises `SocketRefused` for a bad token.
        """
        token = auth.get("token") if isinstance(auth, dict) else None
        if token is None or token == "":
            return None
        if not isinstance(token, str) or self._verifier is None:
            raise self._refused(Unauthenticated(refusal="bad_token"))
        try:
            cookies = [str(environ.get("HTTP_COOKIE", ""))]
            return await self._verifier.verify(token.removeprefix("Bearer "), cookies)
        except Problem as problem:
            raise self._refused(problem) from problem

    def _refused(self, problem: Problem) -> SocketRefused:
        self._telemetry.refused_rights.note_problem(problem, PATH)
        return SocketRefused(problem.main_msg, {"code": problem.http_status})

    def _is_over(self, principal: Principal) -> bool:
        return self._verifier is None or self._verifier.is_over(principal)

    async def _enter_rooms(self, connected: ConnectedSocket) -> None:
        for room in connected.rooms:
            await self._server.enter_room(connected.sid, room)

    async def _disconnect(self, sid: str, reason: str) -> None:
        self._presence.disconnect(sid)
        self._telemetry.sockets.count_end(reason)

    async def _join(self, sid: str, data: object = None) -> Acknowledgement:
        """Enter the rooms of the token's owner. A newer token in `data` replaces the socket's old one."""
        connected = self._presence.get(sid)
        if connected is None or not isinstance(data, dict):
            return DECLINED
        if data.get("token"):
            try:
                principal = await self._principal(data, self._server.get_environ(sid) or {})
            except SocketRefused:
                return DECLINED
            if connected.principal is not None:
                await self._leave_rooms(connected)
            connected = self._presence.connect(sid, principal)
        owner = connected.principal
        if owner is None or data.get("ownerId") != owner.id or self._is_over(owner):
            return DECLINED
        await self._enter_rooms(connected)
        return ACCEPTED

    async def _leave_room(self, sid: str, data: object = None) -> Acknowledgement:
        del data
        connected = self._presence.get(sid)
        if connected is None or connected.principal is None:
            return DECLINED
        await self._server.leave_room(sid, account_room(connected.principal.id))
        return ACCEPTED

    async def _watch(self, sid: str, data: object = None) -> Acknowledgement:
        connected = self._presence.get(sid)
        provider_id = data.get("provider_id") if isinstance(data, dict) else None
        if connected is None or not isinstance(provider_id, str) or not 0 < len(provider_id) <= LONGEST_ID:
            return DECLINED
        dropped = connected.watch(provider_id)
        if dropped is not None:
            await self._server.leave_room(sid, watch_room(dropped))
        await self._server.enter_room(sid, watch_room(provider_id))
        await self._hear_of_availability()
        return ACCEPTED

    async def _hear_of_availability(self) -> None:
        """Listen to availability, of which every booking tells: most of the time nobody watches any."""
        if self._listening is not None and not self._hears_of_availability:
            await self._listening.bind(AvailabilityChanged.key)
            self._hears_of_availability = True

    async def _stop_hearing_of_availability(self) -> None:
        if self._listening is not None and self._hears_of_availability and not self._presence.watches:
            self._hears_of_availability = False
            await self._listening.unbind(AvailabilityChanged.key)

    async def _unwatch(self, sid: str, data: object = None) -> Acknowledgement:
        """Stop watching a provider, after its page was left."""
        connected = self._presence.get(sid)
        provider_id = data.get("provider_id") if isinstance(data, dict) else None
        if connected is None or provider_id not in connected.watched:
            return DECLINED
        connected.watched.remove(provider_id)
        await self._server.leave_room(sid, watch_room(provider_id))
        return ACCEPTED

    async def _acknowledge(self, sid: str, data: object = None) -> Acknowledgement:
        del sid, data
        return ACCEPTED

    async def _on_bus_message(self, message: Message) -> None:
        if message.event_id and not self._deduplicator.is_first(message.event_id):
            return
        if message.key != LoginEnded.key and not self._anybody_sees(message):
            return  # most events: nothing of them is read or built
        try:
            event = parse(message.key, message.payload)
        except ValidationError as error:
            reason = [each["type"] for each in error.errors(include_input=False, include_url=False)]
            log.error("event cannot be read", key=message.key, event_id=message.event_id, reason=reason)
            return
        if event is None or not (message.event_id or self._deduplicator.is_first(event.event_id)):
            return
        if isinstance(event, LoginEnded):
            await self._sign_out(self._presence.of_login(event.login_id))
            return
        with self._tracing.handling(message, SERVICE):
            await self._emit(event)

    def _anybody_sees(self, message: Message) -> bool:
        """Whether a socket is in the room of this event; for an event of many rooms, whether there is one."""
        if not len(self._presence):
            return False
        try:
            room = room_of(message.key, message.payload)
        except (LookupError, TypeError, ValueError):
            return True  # `parse` says what is wrong with it
        return room is None or self._is_occupied(room)

    def _is_occupied(self, room: str) -> bool:
        return room in self._server.manager.rooms.get("/", {})

    async def _emit(self, event: Event) -> None:
        try:
            emission = emission_of(event)
        except AudienceViolation as error:
            log.error("event not shown", reason=str(error))
            return
        if emission is None or (emission.room is not None and not self._is_occupied(emission.room)):
            return
        await self._send(emission)
        if event.audience is Audience.ONE_ACCOUNT:
            self._telemetry.sockets.count_event_shown(
                event.key, (datetime.now(UTC) - event.occurred_at).total_seconds()
            )

    async def _send(self, emission: Emission) -> None:
        """Queue one packet for all sockets that receive it.

        Socket.IO's `emit` would make a task for each of them, and look for bytes in the whole of the data.
        """
        hidden = frozenset(self._presence.of_accounts(emission.hidden_from) if emission.hidden_from else ())
        packet = Packet(MESSAGE, f"{EVENT}{orjson.dumps([emission.name, emission.data]).decode()}")
        for sid, session in self._server.manager.get_participants("/", emission.room):
            if sid not in hidden:
                await self._server.eio.send_packet(session, packet)
        await asyncio.sleep(0)  # they take it before the next comes: what a slow one leaves is its backlog

    async def _sign_out(self, sockets: list[ConnectedSocket]) -> None:
        """End the login of these sockets: all leave their rooms before the next event, then disconnect."""
        signed_out = self._presence.sign_out(sockets)
        for sid, rooms in signed_out:
            for room in rooms:
                await self._server.leave_room(sid, room)
        for sid, _ in signed_out:
            await self._server.disconnect(sid)

    async def _leave_rooms(self, connected: ConnectedSocket) -> None:
        for room in connected.rooms:
            await self._server.leave_room(connected.sid, room)

    async def _drop_ended_periodically(self) -> None:
        """Periodically drop sockets whose token no longer holds, that are silent, or that have a backlog.

        While there are none, nothing wakes it.
        """
        while True:
            if not self._server.eio.sockets:
                self._asked.clear()
                await self._asked.wait()
            await asyncio.sleep(self._settings.socket_check_seconds)
            try:
                await self._sign_out(self._presence.those_over(self._is_over))
                await self._drop_silent()
                await self._drop_slow()
                await self._drop_half_open()
                await self._stop_hearing_of_availability()
            except Exception:
                log.exception("looking after the sockets failed")

    async def _drop_silent(self) -> None:
        """Close the sessions whose pong is overdue, and forget those that are closed.

        Engine.IO would look at one of them after the other, twice a second with 40 and 100 times with 2,000.
        """
        sessions = self._server.eio.sockets
        for sid, session in list(sessions.items()):
            if session.closed:
                sessions.pop(sid, None)
            elif not session.closing:
                await session.check_ping_timeout()

    async def _drop_slow(self) -> None:
        slow = [
            socket
            for socket in self._server.eio.sockets.values()
            if socket.queue.qsize() > self._settings.socket_backlog
        ]
        for socket in slow:
            log.info("socket cut off", reason="backlog")
            await socket.close(wait=False, abort=True)

    def _unconnected(self) -> list[str]:
        known = self._server.manager
        return [sid for sid in self._server.eio.sockets if known.sid_from_eio_sid(sid, "/") is None]

    async def _drop_half_open(self) -> None:
        """Drop handshakes that have not connected in time: each takes memory, and needs no token."""
        now, former = time.monotonic(), self._unconnected_since
        self._unconnected_since = {sid: former.get(sid, now) for sid in self._unconnected()}
        late = self._settings.socket_connect_seconds
        for sid in [sid for sid, since in self._unconnected_since.items() if now - since >= late]:
            await self._drop(sid)

    async def _drop(self, sid: str) -> None:
        """Forget a session, and end its WebSocket or its waiting poll."""
        session = self._server.eio.sockets.pop(sid, None)
        if session is not None:
            await session.close(wait=False, abort=True)
            await session.queue.put(None)


def _new_server(settings: GatewaySettings, security: SecurityHeaders) -> socketio.AsyncServer:
    quiet: Any = logging.getLogger("gateway.sockets")
    quiet.setLevel(logging.CRITICAL)  # metrics count what strangers send; logs do not hold it

    def allowed(origin: str | None, environ: dict[str, Any]) -> bool:
        return origin is None or security.is_origin_allowed(origin, environ.get("HTTP_HOST"))

    return socketio.AsyncServer(
        async_mode="asgi",
        cors_allowed_origins=allowed,
        cors_credentials=False,
        max_http_buffer_size=settings.socket_frame_limit,
        ping_interval=PING_SECONDS,
        ping_timeout=PONG_SECONDS,
        monitor_clients=False,  # `_drop_silent` does
        namespaces=["/"],
        logger=quiet,
        engineio_logger=quiet,
    )
