"""Every test here runs twice: on the set of one process, and on the set of many.

A test to which the set makes no difference, or which needs one of the two, says so itself:
`@pytest.mark.parametrize("house", ["embedded"], indirect=True)`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from embedded.cluster import Cluster
from embedded.post import Postbox
from embedded.sets import SETS, Running
from embedded.visitors import Client, Guest, Provider, Shop, an_address


@pytest.fixture(scope="session", params=list(SETS))
async def house(request: pytest.FixtureRequest, own_folder: Path) -> AsyncIterator[Running]:
    """A running set, started once for all tests on it."""
    with ExitStack() as stack:
        chosen: str = request.param
        yield await asyncio.to_thread(stack.enter_context, SETS[chosen](own_folder))
        await asyncio.to_thread(stack.close)


@pytest.fixture
def cluster(house: Running) -> Cluster:
    """The processes of the distributed set."""
    assert house.cluster, "a test of processes runs on the distributed set"
    return house.cluster


@pytest.fixture(scope="session")
async def http(house: Running) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the gateway, without anybody's token."""
    async with httpx.AsyncClient(base_url=house.url, timeout=30) as client:
        yield client


@pytest.fixture(scope="session")
def postbox(house: Running, http: httpx.AsyncClient) -> Postbox:
    """Everybody's mail."""
    return Postbox(http, house.mail_url)


@pytest.fixture
async def provider(http: httpx.AsyncClient) -> Provider:
    """A new account that will offer appointments."""
    person = Provider(http, "Mara Weiss", an_address("mara"))
    await person.sign_up()
    return person


@pytest.fixture
async def shop(provider: Provider) -> Shop:
    """The provider's profile, service and hours."""
    return await provider.open_shop()


@pytest.fixture
async def client(http: httpx.AsyncClient) -> Client:
    """A new account that will book."""
    person = Client(http, "José O'Brien", an_address("jose"))
    await person.sign_up()
    return person


@pytest.fixture
async def guest(http: httpx.AsyncClient, postbox: Postbox) -> Guest:
    """Somebody without an account, with the mailed code in hand."""
    person = Guest(http, postbox, "Zoë Łódzka", an_address("zoe"))
    await person.introduce()
    return person
