"""Handshakes of sockets that never connect: uncounted by a trick in the query, by polling, by thousands."""

import asyncio
import gc
import json
import resource
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from gateway.app import Gateway, create_app
from gateway.realtime import server
from gateway.settings import GatewaySettings
from starlette.types import Message
from testkit.fake_identity import Tokens

OPEN: Final = "/socket.io/?EIO=4&transport=polling"
WEBSOCKET: Final = "EIO=4&transport=websocket"
ATTACKER: Final = "203.0.113.9"
SOCKETS_OF_ONE: Final = 20
MEBIBYTES: Final = 1024 * 1024
MEMORY_LIMIT: Final = 512 * MEBIBYTES
"""Of the gateway's container (deploy/kubernetes/base/part.yaml)."""


def memory() -> int:
    """How many bytes of memory this process holds (`man 5 proc_pid_statm`)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


class Strangers:
    """Callers without a token, from addresses that a proxy names."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(gateway), base_url="http://gateway.test", trust_env=False
        )

    async def get(self, path: str, address: str = ATTACKER) -> httpx.Response:
        """One request from this address."""
        return await self._client.get(path, headers={"X-Forwarded-For": address})

    async def polling_session(self) -> str:
        """The session of one more handshake."""
        return json.loads((await self.get(OPEN)).text[1:])["sid"]

    async def connect(self, session: str) -> None:
        """Connect a session without a token, as Socket.IO does."""
        answer = await self._client.post(f"{OPEN}&sid={session}", content="40")
        assert (answer.status_code, answer.text) == (200, "OK")

    async def websocket(self, query: str, until: str) -> list[str]:
        """What a WebSocket of the attacker is told that sends nothing, until a message of this type."""
        told: list[str] = []
        done = asyncio.Event()
        scope: dict[str, Any] = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "path": "/socket.io/",
            "raw_path": b"/socket.io/",
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "ws",
            "headers": [
                (b"host", b"gateway.test"),
                (b"connection", b"upgrade"),
                (b"upgrade", b"websocket"),
                (b"x-forwarded-for", ATTACKER.encode()),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            "state": {},
        }
        incoming: list[Message] = [{"type": "websocket.connect"}]

        async def receive() -> Message:
            if incoming:
                return incoming.pop()
            await done.wait()
            return {"type": "websocket.disconnect", "code": 1001}

        async def send(message: Message) -> None:
            told.append(message["type"])
            if message["type"] in {until, "websocket.close"}:
                done.set()

        await self._gateway(scope, receive, send)
        return told


@pytest.fixture(autouse=True)
def stops_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway does not wait for sessions that nobody polls any more."""
    monkeypatch.setattr(server, "STOP_SECONDS", 0.1)


@asynccontextmanager
async def attacked(tokens: Tokens, web_dist: Path, **given: float) -> AsyncGenerator[Strangers]:
    """A gateway behind one proxy, which names the callers' addresses."""
    proxied = {"web_dist": web_dist, "access_log_share": 0, "trusted_proxies": 1, "operations_port": 0}
    settings = GatewaySettings.model_validate({**proxied, **given})
    gateway = create_app(settings, Wiring(bus=LocalBus(), transport=tokens.transport))
    async with gateway.running():
        yield Strangers(gateway)


@pytest.fixture
async def strangers(tokens: Tokens, tmp_path: Path) -> AsyncIterator[Strangers]:
    """They meet a gateway that gives an address few sockets, and the usual time to connect them."""
    async with attacked(tokens, tmp_path, sockets_per_address=SOCKETS_OF_ONE) as strangers:
        yield strangers


@pytest.fixture
async def hurried_strangers(tokens: Tokens, tmp_path: Path) -> AsyncIterator[Strangers]:
    """They must connect soon after the handshake."""
    async with attacked(
        tokens,
        tmp_path,
        sockets_per_address=SOCKETS_OF_ONE,
        rate_limit_scale=100,
        socket_connect_seconds=2,
        socket_check_seconds=0.1,
    ) as strangers:
        yield strangers


@pytest.mark.parametrize(
    "trick", ["", "&sid=", "&xsid=1", "&x=sid=", "&%73id=", "&SID=a", "&a=1;sid=b", "&j=0", "&j=-7"]
)
async def test_polling_handshakes_of_one_address_are_counted_however_the_query_is_written(
    strangers: Strangers, trick: str
) -> None:
    answers = [await strangers.get(OPEN + trick) for _ in range(3 * SOCKETS_OF_ONE)]
    assert [answer.status_code for answer in answers] == [200] * SOCKETS_OF_ONE + [429] * 2 * SOCKETS_OF_ONE
    assert "retry-after" in answers[-1].headers
    assert (await strangers.get(OPEN, "198.51.100.7")).status_code == 200, "others are not held up"


async def test_handshakes_at_once_are_counted_too(strangers: Strangers) -> None:
    answers = await asyncio.gather(*(strangers.get(OPEN) for _ in range(3 * SOCKETS_OF_ONE)))
    assert sum(answer.status_code == 200 for answer in answers) == SOCKETS_OF_ONE


async def test_the_rate_of_handshakes_is_limited_whatever_the_query_contains(
    tokens: Tokens, tmp_path: Path
) -> None:
    async with attacked(tokens, tmp_path, rate_limit_scale=0.1) as strangers:
        answers = [await strangers.get(f"{OPEN}&x=sid=") for _ in range(60)]
        assert sum(answer.status_code == 200 for answer in answers) < 40
        assert answers[-1].status_code == 429


async def test_connected_sessions_that_poll_and_websockets_count_together(strangers: Strangers) -> None:
    for _ in range(SOCKETS_OF_ONE):
        await strangers.connect(await strangers.polling_session())
    assert (await strangers.get(OPEN)).status_code == 429
    assert await strangers.websocket(WEBSOCKET, until="websocket.accept") == ["websocket.close"]


async def test_a_session_that_upgrades_counts_once(strangers: Strangers) -> None:
    sessions = [await strangers.polling_session() for _ in range(SOCKETS_OF_ONE)]
    told = await strangers.websocket(f"{WEBSOCKET}&sid={sessions[0]}", until="websocket.accept")
    assert told[0] == "websocket.accept"


async def test_handshakes_that_do_not_connect_are_dropped_and_make_room(hurried_strangers: Strangers) -> None:
    answers = [await hurried_strangers.get(OPEN) for _ in range(SOCKETS_OF_ONE + 1)]
    assert answers[-1].status_code == 429
    async with asyncio.timeout(30):
        while (await hurried_strangers.get(OPEN)).status_code != 200:
            await asyncio.sleep(0.1)


async def test_a_websocket_that_does_not_connect_is_hung_up_on(hurried_strangers: Strangers) -> None:
    async with asyncio.timeout(30):
        told = await hurried_strangers.websocket(WEBSOCKET, until="websocket.close")
    assert told == ["websocket.accept", "websocket.send", "websocket.close"]


async def test_a_connected_session_is_not_dropped(hurried_strangers: Strangers) -> None:
    connected = await hurried_strangers.polling_session()
    await hurried_strangers.connect(connected)
    late = await hurried_strangers.polling_session()
    async with asyncio.timeout(30):  # the poll of the late one ends when it is dropped
        while (await hurried_strangers.get(f"{OPEN}&sid={late}")).status_code == 200:
            await asyncio.sleep(0.1)
    assert (await hurried_strangers.get(f"{OPEN}&sid={connected}")).status_code == 200


@pytest.mark.long
async def test_five_thousand_half_open_ones_of_many_addresses_take_little_memory(
    tokens: Tokens, tmp_path: Path
) -> None:
    async with attacked(tokens, tmp_path, socket_connect_seconds=600) as strangers:
        await strangers.get(OPEN)
        gc.collect()
        opened, before = 1, memory()
        for number in range(1, 5_000):
            address = f"10.{number % 250}.{number // 250}.1"
            opened += (await strangers.get(OPEN, address)).status_code == 200
        taken = memory() - before
    assert opened == GatewaySettings(web_dist=tmp_path).half_open_sockets == 2_000
    assert taken < MEMORY_LIMIT / 8
