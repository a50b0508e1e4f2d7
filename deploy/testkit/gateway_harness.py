"""A running gateway in front of fake services, for tests of the gateway."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import httpx
import orjson
import socketio
from chassis.bus.local import LocalBus
from chassis.bus.message import Message
from contracts.event import Event
from gateway.app import Gateway
from starlette.types import Receive, Scope, Send

ENVELOPE = {"status": True, "message": {"main_msg": "", "iv_msg": {}}}
Answer = tuple[int, dict[str, str], bytes]


def enveloped(data: object, *, status: bool = True, main_msg: str = "") -> bytes:
    """An envelope as a service sends it."""
    return orjson.dumps({"status": status, "message": {"main_msg": main_msg, "iv_msg": {}}, "data": data})


@dataclass
class ReceivedRequest:
    """A request that reached a fake service."""

    method: str
    path: str
    raw_path: bytes
    query: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        """The value of a header that must be there once."""
        values = [value for known, value in self.headers if known == name]
        assert len(values) <= 1, f"{name} came {len(values)} times"
        return values[0] if values else None


@dataclass
class FakeService:
    """Records its requests; answers as the test says, else with an empty envelope."""

    name: str
    requests: list[ReceivedRequest] = field(default_factory=list[ReceivedRequest])
    answers: dict[str, Answer | Callable[[Scope, Receive, Send], Awaitable[None]]] = field(
        default_factory=dict[str, Answer | Callable[[Scope, Receive, Send], Awaitable[None]]]
    )
    always: dict[str, Answer] = field(default_factory=dict[str, Answer])
    url: str = ""

    def forget(self) -> None:
        """Forget the requests and answers, except those in `always`."""
        self.requests.clear()
        self.answers.clear()

    def answer(self, path: str, data: object, *, headers: dict[str, str] | None = None) -> None:
        """Answer `path` with this data from now on."""
        self.answers[path] = (200, headers or {}, enveloped(data))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        path: str = scope["path"]
        answer = self.answers.get(path) or self.always.get(path) or (200, {}, enveloped(None))
        if not isinstance(answer, tuple):
            await answer(scope, receive, send)
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        if path.startswith(("/api", "/media")):
            headers = [(name.decode(), value.decode("latin-1")) for name, value in scope["headers"]]
            self.requests.append(
                ReceivedRequest(
                    scope["method"],
                    path,
                    scope["raw_path"],
                    scope["query_string"].decode(),
                    headers,
                    body,
                )
            )
        status, extra, content = answer
        raw = [(name.encode(), value.encode()) for name, value in extra.items()]
        raw += [(b"content-length", str(len(content)).encode())]
        if "content-type" not in extra:
            raw.append((b"content-type", b"application/json"))
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": content})


@dataclass
class GatewayHarness:
    """A running gateway with fake services behind it."""

    url: str
    gateway: Gateway
    upstreams: dict[str, FakeService]
    bus: LocalBus
    client: httpx.AsyncClient
    clients: list[socketio.AsyncClient] = field(default_factory=list[socketio.AsyncClient])
    has_mark: dict[socketio.AsyncClient, Callable[[str], bool]] = field(
        default_factory=dict[socketio.AsyncClient, Callable[[str], bool]]
    )
    """For each recorded socket, whether it has received a mark (see `gateway_sockets.announce`)."""

    @property
    def port(self) -> int:
        """The port on 127.0.0.1."""
        return int(self.url.rsplit(":", 1)[1])

    async def leave(self) -> None:
        """Disconnect every socket."""
        for client in self.clients:
            with suppress(TimeoutError):
                await asyncio.wait_for(client.disconnect(), 1)
            if client.eio.http is not None:  # a refused connection leaves it open
                await client.eio.http.close()
        self.clients.clear()
        self.has_mark.clear()

    async def publish(self, event: Event) -> None:
        """Publish an event as a service does."""
        payload = event.model_dump_json().encode()
        await self.bus.publish(Message(event.event_id, type(event).key, event.aggregate, payload))

    async def socket(self, token: str | None = None, **events: Callable[..., object]) -> socketio.AsyncClient:
        """A connected socket with handlers for these events."""
        client = socketio.AsyncClient(reconnection=False)
        self.clients.append(client)
        for name, handler in events.items():
            client.on(name, handler)
        auth = {"token": token} if token is not None else None
        await client.connect(self.url, auth=auth, transports=["websocket"])
        return client


OpenHarness = Callable[..., Awaitable[GatewayHarness]]
