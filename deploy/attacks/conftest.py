"""What attacks have in common: the system as `make run` starts it, in a process of its own."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from client.mailbox_client import MailboxClient
from testkit.environments import EmbeddedRun

HERE = Path(__file__).parent
SECONDS_FOR_A_TEST = 180


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow more time than elsewhere: an attack sends many requests, or starts the whole system."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(SECONDS_FOR_A_TEST))


@pytest.fixture(scope="module")
async def embedded_run(own_folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[EmbeddedRun]:
    """The whole system in one process, without rate limits. A module's tests share it."""
    run = EmbeddedRun(own_folder / request.module.__name__.replace(".", "_"))
    await asyncio.to_thread(run.start)
    yield run
    await asyncio.to_thread(run.stop)


@pytest.fixture(scope="module")
async def http(embedded_run: EmbeddedRun) -> AsyncIterator[httpx.AsyncClient]:
    """A stranger's client of the whole system."""
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def postbox(http: httpx.AsyncClient) -> MailboxClient:
    """The mail of all addresses."""
    return MailboxClient(http, "/dev/mail.json")
