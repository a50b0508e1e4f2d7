"""Every test here runs in both environments, unless it names one (`e2e.only`)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, new_email
from local.cluster import Cluster
from testkit.environments import ENVIRONMENTS, Environment

HERE = Path(__file__).parent
SECONDS_FOR_A_TEST = 300


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow more time than elsewhere: some tests start an environment or go through all calls."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(SECONDS_FOR_A_TEST))


@pytest.fixture(scope="session", params=list(ENVIRONMENTS))
async def environment(request: pytest.FixtureRequest, own_folder: Path) -> AsyncIterator[Environment]:
    """A running environment, started once for all its tests."""
    with ExitStack() as stack:
        chosen: str = request.param
        yield await asyncio.to_thread(stack.enter_context, ENVIRONMENTS[chosen](own_folder))
        await asyncio.to_thread(stack.close)


@pytest.fixture
def cluster(environment: Environment) -> Cluster:
    """The processes of the distributed environment."""
    assert environment.cluster, "a test of processes runs in the distributed environment"
    return environment.cluster


@pytest.fixture(scope="session")
async def http(environment: Environment) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client of the gateway without a token."""
    async with httpx.AsyncClient(base_url=environment.url, timeout=30) as client:
        yield client


@pytest.fixture(scope="session")
def postbox(environment: Environment, http: httpx.AsyncClient) -> MailboxClient:
    """The mail of all addresses."""
    return MailboxClient(http, environment.mail_url)


@pytest.fixture
async def provider(http: httpx.AsyncClient, postbox: MailboxClient) -> Provider:
    """A new account of a provider with a confirmed address, without a profile."""
    person = Provider(http, "Mara Weiss", new_email("mara"))
    await person.join(postbox)
    return person


@pytest.fixture
async def shop(provider: Provider) -> Shop:
    """The provider's profile, service and hours."""
    return await provider.open_shop()


@pytest.fixture
async def client(http: httpx.AsyncClient, postbox: MailboxClient) -> Client:
    """A new account of a client with a confirmed address."""
    person = Client(http, "José O'Brien", new_email("jose"))
    await person.join(postbox)
    return person


@pytest.fixture
async def guest(http: httpx.AsyncClient, postbox: MailboxClient) -> Guest:
    """A guest who has received the mailed code."""
    person = Guest(http, postbox, "Zoë Łódzka", new_email("zoe"))
    await person.introduce()
    return person
