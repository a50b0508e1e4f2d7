"""Strangers invent paths and methods: no metric gets a label of theirs, and no memory is kept for them."""

import asyncio
import gc
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.operations import Operations
from gateway.app import create_app as create_gateway
from gateway.settings import GatewaySettings
from profiles.app import create_app as create_profiles
from profiles.settings import ProfilesSettings
from prometheus_client.parser import text_string_to_metric_families
from starlette.types import ASGIApp, Message
from testkit import operators
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase

Series = tuple[str, frozenset[tuple[str, str]]]
"""The name and the labels of what is counted."""

MANY: Final = 5_000
KIBIBYTES: Final = 1024
MOST_KEPT: Final = 1024 * KIBIBYTES
"""Caches of a fixed size stay below it; 5,000 series of a histogram take ten times as much."""
KINDS: Final[tuple[Callable[[int], tuple[str, str]], ...]] = (
    lambda n: ("GET", f"/internal/{n}"),
    lambda n: ("GET", f"/dev/{n}"),
    lambda n: ("GET", f"/.well-known/{n}"),
    lambda n: ("GET", f"/api/call_{n}"),
    lambda n: ("GET", f"/api/get_trust_status/{n}/{n}"),
    lambda n: ("GET", f"/media/kind_{n}/a.webp"),
    lambda n: ("GET", f"/media/avatars/../{n}"),
    lambda n: ("GET", f"/assets/{n}.js"),
    lambda n: ("GET", f"/sitemaps/{n}.xml"),
    lambda n: ("GET", f"/socket.io{n}"),
    lambda n: (f"M{n}", "/health/live"),
    lambda n: (f"X-{n}", "/api/sign_in"),
    lambda n: (f"PUT{n}", f"/{n}"),
)
"""Each with a number makes a method and a path that nobody asked for before."""


async def ask(app: ASGIApp, method: str, path: str, query: bytes = b"") -> int:
    """One request as a server hands it to the application; returns the status."""
    status = 0

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)

    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", b"x")],
        "client": ("203.0.113.9", 40000),
        "server": ("127.0.0.1", 80),
        "state": {},
    }
    await app(scope, receive, send)
    await asyncio.sleep(0)  # as a network would: the work in the background goes on
    return status


def series(text: str) -> set[Series]:
    """All series, each a name and its labels, but those of jobs: these run whether anybody asks or not."""
    return {
        (sample.name, frozenset(sample.labels.items()))
        for family in text_string_to_metric_families(text)
        if not family.name.startswith("openhours_job_")
        for sample in family.samples
    }


def requests(numbers: range) -> Iterator[tuple[str, str]]:
    """The methods and paths of these numbers, each kind in turn."""
    return (KINDS[number % len(KINDS)](number) for number in numbers)


async def keeps(app: ASGIApp, number: int) -> int:
    """Bytes that the application keeps of so many requests that are each new to it."""
    for method, path in requests(range(number, number + 500)):  # what is made once is made
        await ask(app, method, path)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for method, path in requests(range(number)):
        await ask(app, method, path)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return after - before


async def added_by_strangers(app: ASGIApp, operations: Operations, number: int) -> tuple[set[Series], int]:
    """The series that these requests added, and the bytes that are kept of them."""
    for method, path in requests(range(number, number + 3 * len(KINDS))):
        await ask(app, method, path)
    before = series((await operators.read(operations)).text)
    kept = await keeps(app, number)
    return series((await operators.read(operations)).text) - before, kept


async def test_thousands_of_new_paths_and_methods_add_no_label_to_the_gateway(
    tokens: Tokens, tmp_path: Path
) -> None:
    settings = GatewaySettings(rate_limit_scale=0, access_log_share=0, web_dist=tmp_path, log_level="ERROR")
    app = create_gateway(settings, Wiring(bus=LocalBus(), transport=tokens.transport))
    async with app.running():
        added, kept = await added_by_strangers(app, app.operations, MANY)
    assert not added, list(islice(added, 5))
    assert kept < MOST_KEPT


async def test_neither_do_they_to_a_service(
    new_database: NewDatabase, tokens: Tokens, tmp_path: Path
) -> None:
    settings = ProfilesSettings(
        database_url=await new_database("profiles"), media_url=f"file://{tmp_path}", log_level="ERROR"
    )
    app = create_profiles(settings, Wiring(bus=LocalBus(), transport=tokens.transport))
    async with app.router.lifespan_context(app):
        added, kept = await added_by_strangers(app, app.state.operations, MANY // 5)
    assert not added, list(islice(added, 5))
    assert kept < MOST_KEPT


async def test_long_addresses_are_not_remembered(tokens: Tokens, tmp_path: Path) -> None:
    settings = GatewaySettings(rate_limit_scale=0, access_log_share=0, web_dist=tmp_path, log_level="ERROR")
    app = create_gateway(settings, Wiring(bus=LocalBus(), transport=tokens.transport))
    async with app.running():
        gc.collect()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        for number in range(60):
            await ask(app, "GET", "/api/get_feed_posts", f"tag={number}{'x' * 60_000}".encode())
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert after - before < MOST_KEPT
