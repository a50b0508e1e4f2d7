"""Reaching hosts inside the network by an address that a stranger typed: of a calendar, of a push service.

Every spelling is tried on the real sockets, and an audit hook of Python sees to which address each connects.
"""

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any, Final

import pytest
from aiohttp import web
from booking.external_calendars.fetch import CalendarFetcher, Unreadable
from booking.external_calendars.rules import NotAnAddress, calendar_address
from chassis.clock import utc_now
from chassis.ids import new_id
from chassis.key_files import new_private_pem
from notifications.devices.store import Device
from notifications.push.transport import NotAccepted, PushPayload
from notifications.push.vapid import VapidKey
from notifications.push.web_push import WebPushTransport

NUMBERS: Final = (
    "127.0.0.1", "127.0.0.1.", "127.0.0.1..", "127.1", "127.1.", "127.0.1", "2130706433", "2130706433.",
    "0177.0.0.1", "0177.1", "017700000001", "00000177.0.0.1", "0x7f000001", "0X7F000001", "0x7f.0.0.1",
    "0x7f.1", "0x7f.0.0.0x1", "127.000.000.001", "127.0.0.0x1", "0", "0x0", "0.0.0.0", "0.1.2.3",  # noqa: S104
    "10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.0.1", "169.254.169.254", "2852039166",
    "0xa9fea9fe", "100.64.0.1", "100.100.100.200", "192.0.0.192", "192.0.2.1", "192.88.99.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "168.63.129.16",
)  # fmt: skip
OTHER_DIGITS: Final = (
    "①②⑦.0.0.1", "１２７.0.0.1", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "⑫⑦.0.0.1", "𝟏𝟐𝟕.0.0.1",
    "𝟙𝟚𝟟.0.0.1", "¹²⁷.0.0.1", "₁₂₇.0.0.1", "١٢٧.٠.٠.١", "१२७.०.०.१", "127.0.0.①", "２１３０７０６４３３",
    "０ｘ７ｆ.1", "⓪", "localhoſt", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "ｌｏｃａｌｈｏｓｔ", "local\u00adhost", "localhost\u3002",
    "[::①]", "[::ｆｆｆｆ:127.0.0.1]",
)  # fmt: skip
ESCAPES: Final = (
    "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "127.0.0.1%00", "127.0.0.1%2f.example", "localhos%74",
    "%6c%6f%63%61%6c%68%6f%73%74", "%E2%91%A0%E2%91%A1%E2%91%A6.0.0.1", "127.0.0.1%20", "%EF%BC%91.0.0.1",
)  # fmt: skip
VERSION_6: Final = (
    "[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000::0001]", "[::]", "[::1%25lo]", "[::1%lo]", "[fe80::1]",
    "[fe80::1%25eth0]", "[FE80::1]", "[fec0::1]", "[feff::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]",
    "[::ffff:127.0.0.1]", "[::FFFF:7F00:1]", "[0:0:0:0:0:ffff:7f00:1]", "[::ffff:0:127.0.0.1]",
    "[::127.0.0.1]", "[::7f00:1]", "[::ffff:169.254.169.254]", "[::ffff:8.8.8.8]", "[64:ff9b::7f00:1]",
    "[64:ff9b::169.254.169.254]", "[64:ff9b::8.8.8.8]", "[64:ff9b:1::7f00:1]", "[64:ff9b:1:ffff::a00:1]",
    "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001:0:7f00:1::]", "[2001::1]", "[2001:10::1]", "[100::1]",
    "[2001:db8::1]", "[3fff::1]", "[5f00::1]", "[4000::1]", "[v1.127.0.0.1]",
)  # fmt: skip
NAMES: Final = (
    "localhost", "LOCALHOST", "LocalHost.", "localhost..", "private.example", "metadata.example",
    "PRIVATE.example.", "six.example", "mapped.example", "translated.example", "both-private.example",
)  # fmt: skip
WHOLE: Final = (
    "http://user@127.0.0.1:{port}/", "http://user:word@127.0.0.1:{port}/",
    "http://calendar.example@127.0.0.1:{port}/", "http://calendar.example:80@127.0.0.1:{port}/",
    "http://calendar.example%40127.0.0.1:{port}/", "http://calendar.example\\@127.0.0.1:{port}/",
    "http://127.0.0.1\\.calendar.example:{port}/", "http://127.0.0.1:{port}#@calendar.example/",
    "http://127.0.0.1:{port}?.calendar.example/", "http:127.0.0.1:{port}/", "http:///127.0.0.1:{port}/",
    "http:\\\\127.0.0.1:{port}\\", "//127.0.0.1:{port}/", "HTTP://127.0.0.1:{port}/",
    "webcal://127.0.0.1:{port}/", "WEBCALS://[::1]:{port}/", "http://127.0.0.1:0{port}/",
    "http://127.0.0.1:{port}%20/", "http://127.0.0.1: {port}/", "http://\t127.0.0.1:{port}/",
    "http://127.0.\n0.1:{port}/", "http://[127.0.0.1]:{port}/", "http://[::1]{port}/",
    "http://127.0.0.1,calendar.example:{port}/", "file://127.0.0.1/etc/passwd", "gopher://127.0.0.1:{port}/",
)  # fmt: skip
SPELLINGS: Final = (
    *(f"http://{host}:{{port}}/a.ics" for host in (*NUMBERS, *OTHER_DIGITS, *ESCAPES, *VERSION_6, *NAMES)),
    *WHOLE,
)
_IN_A_HEADER: Final = tuple(
    each
    for each in SPELLINGS
    if not {"\n", "\t"} & set(each) and not each.startswith(("http:127", "http:///", "http:\\"))
)
"""Without those that a header cannot hold, and those without a host, which mean the redirecting one."""
RESOLVED: Final[dict[str, tuple[str, ...]]] = {
    "private.example": ("127.0.0.1",),
    "metadata.example": ("169.254.169.254",),
    "six.example": ("::1",),
    "mapped.example": ("::ffff:127.0.0.1",),
    "translated.example": ("64:ff9b::7f00:1",),
    "both-private.example": ("10.0.0.1", "fec0::1"),
}


@dataclass
class Connections:
    """The addresses to which this process opened connections while it was watched."""

    watched: bool = False
    made: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])

    def to(self, port: int) -> list[tuple[Any, ...]]:
        """Those to this port, 80 and 443: other parts of the test run have connections of their own."""
        return [address for address in self.made if address[1] in {port, 80, 443}]


_CONNECTIONS: Final = Connections()


def _saw(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect" and _CONNECTIONS.watched and isinstance(args[1], tuple):
        _CONNECTIONS.made.append(args[1])


sys.addaudithook(_saw)


@pytest.fixture
def connections() -> Iterator[Connections]:
    _CONNECTIONS.made.clear()
    _CONNECTIONS.watched = True
    yield _CONNECTIONS
    _CONNECTIONS.watched = False


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[str, ...]]:
    """The name server of the attacker: what it answers is looked up in this table."""
    known, real = dict(RESOLVED), socket.getaddrinfo

    def lookup(host: Any, port: Any, *rest: Any, **named: Any) -> list[Any]:
        name = str(host).lower().removesuffix(".")
        if name not in known:
            return real(host, port, *rest, **named)
        return [answer for each in known[name] for answer in real(each, port, type=socket.SOCK_STREAM)]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    return known


@dataclass
class Listener:
    """A server on this machine, which redirects when it is told to."""

    port: int = 0
    location: str = ""
    requests: int = 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.requests += 1
        if request.path == "/elsewhere":
            return web.Response(status=302, headers={"Location": self.location})
        return web.Response(text="BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")


@pytest.fixture
async def inside() -> AsyncIterator[Listener]:
    """A server on 127.0.0.1 and 127.9.9.9."""
    listener, app = Listener(), web.Application()
    app.router.add_get("/{path:.*}", listener.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    listener.port = runner.addresses[0][1]
    await web.TCPSite(runner, "127.9.9.9", listener.port).start()
    yield listener
    await runner.cleanup()


async def test_no_spelling_of_an_address_reaches_a_host_inside(
    inside: Listener, names: dict[str, tuple[str, ...]], connections: Connections
) -> None:
    assert len(SPELLINGS) >= 60
    fetcher, read = CalendarFetcher(), list[str]()
    for spelling in SPELLINGS:
        url = spelling.format(port=inside.port)
        for address in (url, _accepted(url)):
            if address is not None and await _fetched(fetcher, address):
                read.append(address)
    assert (read, connections.to(inside.port), inside.requests) == ([], [], 0)


async def test_no_redirect_leads_to_a_host_inside(
    inside: Listener, names: dict[str, tuple[str, ...]], connections: Connections
) -> None:
    fetcher, read = CalendarFetcher([ip_network("127.9.9.9/32")]), list[str]()
    for spelling in _IN_A_HEADER:
        inside.location = spelling.format(port=inside.port)
        if await _fetched(fetcher, f"http://127.9.9.9:{inside.port}/elsewhere"):
            read.append(inside.location)
    assert read == []
    assert {address[0] for address in connections.to(inside.port)} == {"127.9.9.9"}
    assert inside.requests == len(_IN_A_HEADER), "the redirects were asked for"


async def test_no_push_service_is_a_host_inside(
    names: dict[str, tuple[str, ...]], connections: Connections, pushed_payload: PushPayload
) -> None:
    transport = WebPushTransport(VapidKey(new_private_pem(), "staff@demo.example"), utc_now)
    point = VapidKey(new_private_pem(), "browser@demo.example").public_key
    try:
        for host in (*NUMBERS, *OTHER_DIGITS, *ESCAPES, *VERSION_6, *NAMES):
            device = Device(f"https://{host}/push", "web", utc_now(), point, "A" * 22)
            with pytest.raises((NotAccepted, ValueError, OSError)):
                await transport.push(device, pushed_payload)
    finally:
        await transport.close()
    assert connections.to(443) == []


async def test_a_name_that_changes_its_mind_gains_nothing(
    inside: Listener,
    names: dict[str, tuple[str, ...]],
    connections: Connections,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """DNS rebinding: the first answer is public, each later one is inside.

    The public host is one of the documentation's, so that nobody is asked.
    """
    asked, table = 0, socket.getaddrinfo

    def rebinding(host: Any, *rest: Any, **named: Any) -> list[Any]:
        nonlocal asked
        if host == "rebinding.example":
            asked += 1
            host = "192.0.2.1" if asked == 1 else "127.0.0.1"
        return table(host, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    fetcher = CalendarFetcher([ip_network("192.0.2.1/32")])
    for _ in range(2):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await _fetched(fetcher, f"http://rebinding.example:{inside.port}/a.ics")
    assert asked == 2, "each request looked the name up once"
    assert {address[0] for address in connections.to(inside.port)} == {"192.0.2.1"}
    assert inside.requests == 0


@pytest.fixture
def pushed_payload() -> PushPayload:
    return PushPayload(
        kind="order_requested",
        subject_id=new_id(),
        title="Openhours",
        text="Hello",
        url="/",
        group="group",
        topic="topic",
        badge=1,
        locale="en",
        direction="ltr",
    )


def _accepted(typed: str) -> str | None:
    try:
        return calendar_address(typed)
    except NotAnAddress:
        return None


async def _fetched(fetcher: CalendarFetcher, url: str) -> bool:
    try:
        await fetcher.fetch(url)
    except Unreadable:
        return False
    return True
