"""What attacks have in common: the system as `make run` starts it, in a process of its own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from chassis.db.engine import async_url
from chassis.key_files import new_private_pem, sealing_keys
from chassis.sealing import Sealing
from ci.documents.callers import Caller
from client.api_client import Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, Guest, Persona, Provider, Shop, new_email
from identity.app import create_app as create_identity
from identity.settings import IdentitySettings
from local.layout import PARTS, second_factor_key
from local.staff import add_staff_account, give_known_factor
from pydantic import SecretStr
from testkit.account_owner import SetClock
from testkit.environments import EmbeddedRun, free_ports
from testkit.pytest_plugin import NewDatabase, ServiceApp

HERE = Path(__file__).parent
SECONDS_FOR_A_TEST = 180


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow more time than elsewhere: an attack sends many requests, or starts the whole system.

    Those on the systems that attacks share are marked, so that one process may run them.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(SECONDS_FOR_A_TEST))
            if {"embedded_run", "logged_run"} & set(getattr(item, "fixturenames", ())):
                item.add_marker(pytest.mark.shared_system)


@pytest.fixture(scope="session")
def embedded_run(own_folder: Path) -> Iterator[EmbeddedRun]:
    """The whole system in one process, without rate limits, for all attacks that leave it as it was.

    A module whose attacks would hinder others has a system of its own under this name.
    """
    with EmbeddedRun(own_folder / "attacked").running() as run:
        yield run


@pytest.fixture(scope="session")
def logged_run(own_folder: Path) -> Iterator[EmbeddedRun]:
    """The same with the log of a deployment, and ports for operators."""
    ports = str(free_ports(len(PARTS)))
    with EmbeddedRun(own_folder / "logged", LOG_LEVEL="INFO", OPERATIONS_PORT=ports).running() as run:
        yield run


@pytest.fixture(scope="module")
async def http(embedded_run: EmbeddedRun) -> AsyncIterator[httpx.AsyncClient]:
    """A stranger's client of the whole system."""
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def postbox(http: httpx.AsyncClient) -> MailboxClient:
    """The mail of all addresses."""
    return MailboxClient(http, "/dev/mail.json")


@pytest.fixture(scope="module")
async def shop(http: httpx.AsyncClient, postbox: MailboxClient) -> Shop:
    """A provider with whom to book."""
    provider = Provider(http, "Paula", new_email("paula"))
    await provider.join(postbox)
    return await provider.open_shop()


@pytest.fixture(scope="module")
async def callers(
    http: httpx.AsyncClient, postbox: MailboxClient, embedded_run: EmbeddedRun
) -> dict[Caller, str | None]:
    """The token of somebody of each kind."""
    client, suspended = Client(http, "Clea", new_email("clea")), Client(http, "Sven", new_email("sven"))
    provider, unconfirmed = Provider(http, "Peter", new_email("peter")), Client(http, "Una", new_email("una"))
    staff, newest = Persona(http, "Ada", new_email("ada")), Persona(http, "Grace", new_email("grace"))
    guest = Guest(http, postbox, "Gus", new_email("gus"))
    for each in (client, provider, suspended):
        await each.join(postbox)
    await unconfirmed.sign_up()
    await provider.open_shop()
    await guest.introduce()
    identity_url = async_url(embedded_run.database_url("identity"))
    for each in (staff, newest):  # no call makes staff, and these may lose their factors
        await add_staff_account(identity_url, each.email, PASSWORD)
    sealing = Sealing(sealing_keys(None, second_factor_key(embedded_run.folder), create=False))
    await give_known_factor(identity_url, staff.email, sealing)
    await newest.sign_in()
    await staff.sign_in()
    await suspend(staff, suspended)
    return {
        Caller.NOBODY: None,
        Caller.GUEST: guest.token,
        Caller.UNCONFIRMED: unconfirmed.token,
        Caller.CLIENT: client.token,
        Caller.PROVIDER: provider.token,
        Caller.SUSPENDED: suspended.token,
        Caller.STAFF_WITHOUT_FACTOR: newest.token,
        Caller.STAFF: staff.token,
    }


async def suspend(staff: Persona, person: Persona) -> None:
    """Suspend the account, and return when its login is over everywhere."""

    async def done() -> bool | None:
        fields: dict[str, Json] = {"iv_account_id": person.id, "iv_suspended": "yes", "iv_note": "Spam."}
        return (await staff.post("staff_set_account_standing", **fields)).done or None

    async def over() -> bool | None:
        calls = ("get_active_logins", "get_my_circle", "get_bookmarked_posts", "get_booking_info")
        answers = [await person.get(call) for call in (*calls, "get_conversations")]
        return all(answer.http == 422 for answer in answers) or None

    await eventually(done, "the suspension")
    await eventually(over, "the end of the login")


@pytest.fixture
def clock() -> SetClock:
    """The clock of the services."""
    return SetClock()


@pytest.fixture
async def identity_url(new_database: NewDatabase) -> str:
    """Identity's database."""
    return await new_database("identity")


@pytest.fixture
async def identity(service_app: ServiceApp, identity_url: str, clock: SetClock) -> httpx.AsyncClient:
    """The identity service alone: no other service ever answers."""
    settings = IdentitySettings(
        database_url=identity_url,
        signing_key_pem=SecretStr(new_private_pem()),
        argon2_time_cost=1,
        argon2_memory_kib=8,
    )
    return await service_app(create_identity, settings, clock=clock)
