"""Getting the export of somebody else, many of one's own, half of one, or one that should be gone."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Final

import asyncpg
import httpx
import pytest
from chassis.clock import utc_now
from chassis.data_exports import remove_expired_parts
from chassis.db import Database
from chassis.ids import new_id
from chassis.key_files import new_private_pem
from client.api_client import ApiAnswer, eventually
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, Persona, Provider, free_slots, new_email
from contracts.events.feed import FeedDataCollected
from contracts.events.identity import AccountDeleted, DataExportRequested
from e2e.test_feed import publish
from feed.app import create_app as create_feed
from feed.settings import FeedSettings
from identity.app import create_app as create_identity
from identity.jobs import give_up_late_exports
from identity.settings import IdentitySettings
from local.databases import SERVICES, asyncpg_url
from local.postgres import ROLE
from pydantic import SecretStr
from testkit.account_owner import SetClock
from testkit.environments import EmbeddedRun
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
MOST_IN_A_DAY: Final = 5
KEPT: Final = timedelta(minutes=5)
"""Shorter than a step-up holds, so that only the end of the export can be what refuses."""
DEVICE: Final = "the phone of Paula"
PASSKEY: Final = (
    "INSERT INTO passkey (id, account_id, credential_id, public_key, sign_count, name, created_at)"
    " VALUES ($1, $1, 'credential', 'a public key', 7, 'Key ring', now())"
)


async def started(who: Persona) -> str:
    """Begin an export; its id."""
    return str((await who.must_post("start_data_export")).part("data_export")["export_id"])


async def export_of(who: Persona) -> dict[str, Any]:
    """How far the newest export is."""
    return (await who.must_get("get_data_export")).part("data_export")


async def ready(who: Persona) -> dict[str, Any]:
    """The export, when it is ready."""

    async def done() -> dict[str, Any] | None:
        export = await export_of(who)
        return export if export["state"] == "ready" else None

    return await eventually(done, "the export", seconds=60)


async def document(who: Persona, export_id: str) -> dict[str, Any]:
    """The exported document, which must be handed out."""
    answer = await who.client.get(
        f"/api/download_data_export/{export_id}", headers={"Authorization": f"Bearer {who.token}"}
    )
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert answer.headers["Cache-Control"] == "no-store"
    data: dict[str, Any] = answer.json()["data"]
    return data


async def downloaded(who: Persona, export_id: str) -> ApiAnswer:
    """The answer to downloading what is not to be had."""
    return await who.get(f"download_data_export/{export_id}")


@asynccontextmanager
async def database_of(run: EmbeddedRun, service: str) -> AsyncGenerator[asyncpg.Connection]:
    """The database of a service in the running set, with the role that owns the server."""
    folder = run.folder / "postgres"
    port = (folder / "data" / "postmaster.pid").read_text().splitlines()[3]
    password = (folder / "password").read_text().strip()
    url = f"postgresql://{ROLE}:{password}@127.0.0.1:{port}/openhours_{service}"
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def held_up(run: EmbeddedRun) -> AsyncGenerator[None]:
    """Keep the feed from collecting: a table that it reads for that is locked."""
    async with database_of(run, "feed") as database, database.transaction():
        await database.execute("LOCK TABLE bookmark IN ACCESS EXCLUSIVE MODE")
        yield


async def until_only_one_is_missing(who: Persona) -> dict[str, Any]:
    """The export, when four of five parts are there."""

    async def four() -> dict[str, Any] | None:
        export = await export_of(who)
        return export if export["parts_done"] == len(SERVICES) - 1 else None

    return await eventually(four, "four parts", seconds=60)


@pytest.fixture
async def client(http: httpx.AsyncClient, postbox: MailboxClient) -> Client:
    """Somebody with an account."""
    client = Client(http, "Clea Client", new_email("clea"))
    await client.join(postbox)
    return client


@pytest.fixture
async def provider(http: httpx.AsyncClient, postbox: MailboxClient) -> Provider:
    """A provider."""
    provider = Provider(http, "Paula Provider", new_email("paula"))
    await provider.join(postbox)
    return provider


async def test_nobody_else_gets_an_export_or_learns_of_it(
    client: Client, provider: Provider, http: httpx.AsyncClient
) -> None:
    export_id = await started(client)
    await ready(client)
    assert (await provider.must_get("get_data_export")).data == {"data_export": None}
    own = await started(provider)
    await ready(provider)
    for tried in (export_id, own.upper() if own != own.upper() else new_id(), new_id(), "nothing"):
        assert (await downloaded(provider, tried)).http == 404, tried
    nobody = Client(http, "Nobody", new_email("nobody"))
    for call in (f"download_data_export/{export_id}", "get_data_export"):
        assert (await nobody.get(call)).http == 401
    assert (await document(client, export_id))["identity"]["account"]["email"] == client.email


async def test_more_than_five_in_a_day_are_refused_whichever_call_makes_them(client: Client) -> None:
    assert (await client.get("export_account_data")).done
    for _ in range(MOST_IN_A_DAY - 1):
        await started(client)
        await ready(client)
    refused = await client.post("start_data_export")
    assert (refused.http, refused.done) == (429, False)
    assert (await client.get("export_account_data")).http == 429
    latest = await export_of(client)
    assert latest["state"] == "ready", "the latest stays"
    assert await document(client, latest["export_id"])


async def test_a_second_start_while_one_is_collected_is_the_same_and_does_not_count(
    client: Client, embedded_run: EmbeddedRun
) -> None:
    async with held_up(embedded_run):
        export_id = await started(client)
        assert {await started(client) for _ in range(MOST_IN_A_DAY + 1)} == {export_id}
    assert (await ready(client))["export_id"] == export_id


async def test_a_new_export_replaces_the_former(client: Client) -> None:
    former = await started(client)
    await ready(client)
    assert await document(client, former)
    latest = await started(client)
    await ready(client)
    assert (await downloaded(client, former)).http == 404
    assert await document(client, latest)


async def test_an_export_is_complete_and_holds_no_secret(
    client: Client, provider: Provider, embedded_run: EmbeddedRun, postbox: MailboxClient
) -> None:
    shop = await provider.open_shop()
    await client.book(shop, (await free_slots(client, shop))[:1])
    await client.must_post("send_message", iv_owner_id=provider.id, iv_text="For you alone.")
    await client.must_post("add_to_block", iv_user_id=provider.id)
    post = await publish(provider, "A morning in the studio")
    await provider.must_post("register_push_token", iv_token=DEVICE, iv_platform="ios")
    async with database_of(embedded_run, "identity") as database:
        await database.execute(PASSKEY, provider.id)
        stored = await database.fetchval("SELECT password_hash FROM account WHERE id = $1", provider.id)
    for who in (client, provider):
        await started(who)
        await ready(who)
    theirs = await document(client, (await export_of(client))["export_id"])
    assert theirs["identity"]["account"]["email"] == client.email
    assert theirs["booking"]["bookings"][0]["brief"]
    assert [each["text"] for each in theirs["notifications"]["messages"]] == ["For you alone."]
    assert theirs["profiles"]["blocks"][0]["blocked_id"] == provider.id
    export = await export_of(provider)
    own = await document(provider, export["export_id"])
    assert set(own) == set(SERVICES)
    assert [each["name"] for each in own["identity"]["second_factors"]["passkeys"]] == ["Key ring"]
    assert own["feed"]["posts"][0]["post_id"] == post
    assert own["profiles"]["profile"]
    assert own["booking"]["hours"]
    assert own["notifications"]["devices"][0]["platform"] == "ios"
    text = json.dumps(own)
    for secret in (str(stored), "a public key", DEVICE, str(provider.token), PASSWORD):
        assert secret not in text
    assert "blocker_id" not in text, "who blocks an account is not told"
    assert 0 < export["size"] <= len(text)
    mails = [mail for mail in await postbox.mails(provider.email) if mail.subject == "Your data is ready"]
    assert len(mails) == 1
    assert export["export_id"] not in mails[0].text, "no link that opens it"
    told = [str(each["notification_text"]) for each in await provider.alerts()]
    assert told.count("The export of your data is ready") == 1


async def test_a_restart_in_the_middle_loses_nothing_and_no_part_is_ever_missing(
    client: Client, embedded_run: EmbeddedRun
) -> None:
    async with held_up(embedded_run):
        export_id = await started(client)
        export = await until_only_one_is_missing(client)
        assert (export["state"], export["parts"]) == ("collecting", len(SERVICES))
        assert (await downloaded(client, export_id)).http == 404, "never a document without a part"
        embedded_run.kill()
    embedded_run.start()
    client.patience = 30
    finished = await ready(client)
    assert (finished["export_id"], finished["parts_done"]) == (export_id, len(SERVICES))
    held = await document(client, export_id)
    assert {name for name, part in held.items() if part} == set(SERVICES)


async def test_nothing_is_left_of_an_export_once_the_account_is_deleted(
    http: httpx.AsyncClient, postbox: MailboxClient, embedded_run: EmbeddedRun
) -> None:
    finished, running = (Client(http, "Lea Leaver", new_email("lea")) for _ in range(2))
    for who in (finished, running):
        who.patience = 30
        await who.join(postbox)
    await started(finished)
    await ready(finished)
    async with held_up(embedded_run):
        await started(running)
        await until_only_one_is_missing(running)
        for who in (finished, running):
            await who.must_post("delete_account", iv_password=PASSWORD)

    async def left(service: str) -> list[str]:
        async with database_of(embedded_run, service) as database:
            rows = await database.fetch(
                "SELECT account_id FROM data_export_part WHERE account_id = ANY ($1)",
                [finished.id, running.id],
            )
            own = await database.fetch("SELECT 1 WHERE to_regclass('data_export') IS NOT NULL")
            if own:
                rows += await database.fetch(
                    "SELECT account_id FROM data_export WHERE account_id = ANY ($1)",
                    [finished.id, running.id],
                )
        return [str(row["account_id"]) for row in rows]

    async def gone() -> bool | None:
        return not [each for service in SERVICES for each in await left(service)] or None

    await eventually(gone, "no part is left", seconds=60)


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
    """The identity service alone: the other parts never come."""
    settings = IdentitySettings(
        database_url=identity_url,
        signing_key_pem=SecretStr(new_private_pem()),
        argon2_time_cost=1,
        argon2_memory_kib=8,
    )
    return await service_app(create_identity, settings, clock=clock)


async def signed_up(identity: httpx.AsyncClient) -> dict[str, str]:
    """The header of a new account."""
    fields = {"iv_name": "Mara Weiss", "iv_email": new_email("mara"), "iv_password": PASSWORD}
    answer = (await identity.post("/api/sign_up", json=fields | {"iv_device_data": {}})).json()
    return {"Authorization": f"Bearer {answer['data']['access_token']}"}


async def test_starting_and_downloading_ask_who_one_is(identity: httpx.AsyncClient, clock: SetClock) -> None:
    who = await signed_up(identity)
    begun = (await identity.post("/api/start_data_export", headers=who)).json()["data"]["data_export"]
    clock.ahead = timedelta(minutes=11)
    for method, path in (
        ("POST", "/api/start_data_export"),
        ("GET", f"/internal/ready_data_export/{begun['export_id']}"),
    ):
        answer = (await identity.request(method, path, headers=who)).json()
        assert "iv_step_up" in answer["message"]["iv_msg"], path
    part = await identity.get(f"/internal/data_export_part/{begun['export_id']}", headers=who)
    assert part.status_code == 403
    assert (await shown(identity, who))["export_id"] == begun["export_id"]


async def shown(identity: httpx.AsyncClient, who: dict[str, str]) -> dict[str, Any]:
    """The export as its owner sees it."""
    answer = (await identity.get("/api/get_data_export", headers=who)).json()
    export: dict[str, Any] = answer["data"]["data_export"]
    return export


async def test_a_service_that_stays_away_makes_an_export_fail_and_never_ready(
    identity: httpx.AsyncClient, identity_url: str
) -> None:
    who = await signed_up(identity)
    first = (await identity.post("/api/start_data_export", headers=who)).json()["data"]["data_export"]

    async def own_part() -> bool | None:
        return (await shown(identity, who))["parts_done"] == 1 or None

    await eventually(own_part, "identity's own part")
    path = f"/internal/ready_data_export/{first['export_id']}"
    for hours, state in ((23, "collecting"), (25, "failed")):
        database = Database(identity_url, pool_size=1)
        async with database.writing() as tx:
            await give_up_late_exports(tx, utc_now() + timedelta(hours=hours))
        await database.close()
        assert (await shown(identity, who))["state"] == state
        assert (await identity.get(path, headers=who)).status_code == 404
    again = (await identity.post("/api/start_data_export", headers=who)).json()["data"]["data_export"]
    assert (again["state"], again["export_id"] != first["export_id"]) == ("collecting", True)


@pytest.fixture
async def feed_url(new_database: NewDatabase) -> str:
    """The feed's database."""
    return await new_database("feed")


@pytest.fixture
async def feed(service_app: ServiceApp, feed_url: str, clock: SetClock) -> httpx.AsyncClient:
    """The feed, as one of the services with a part."""
    return await service_app(create_feed, FeedSettings(database_url=feed_url), clock=clock)


async def parts_in(url: str) -> int:
    """How many parts a service holds."""
    connection = await asyncpg.connect(asyncpg_url(url))
    count: int = await connection.fetchval("SELECT count(*) FROM data_export_part")
    await connection.close()
    return count


async def collected(
    feed: httpx.AsyncClient, published: EventRecorder, clock: SetClock, account_id: str, who: dict[str, str]
) -> str:
    """The path of a part that the feed has collected."""
    export_id = new_id()
    expires = clock() + KEPT
    await published.tell(DataExportRequested(export_id=export_id, account_id=account_id, expires_at=expires))
    path = f"/internal/data_export_part/{export_id}"

    async def there() -> bool | None:
        return (await feed.get(path, headers=who)).status_code == 200 or None

    await eventually(there, "the part")
    return path


async def test_a_part_is_handed_to_its_owner_alone_who_has_shown_who_they_are(
    feed: httpx.AsyncClient, published: EventRecorder, tokens: Tokens, clock: SetClock
) -> None:
    mara, eve = new_id(), new_id()
    own = tokens.bearer(tokens.account(mara))
    path = await collected(feed, published, clock, mara, own)
    assert (await feed.get(path, headers=own)).json()["posts"] == []
    others = tokens.bearer(tokens.account(eve))
    assert (await feed.get(path, headers=others)).status_code == 404
    assert (await feed.get(path)).status_code == 401
    claims: dict[str, Any] = {"sub": mara, "typ": "account", "lid": "old", "auth_time": 1_000_000_000}
    long_ago = tokens.bearer(tokens.signed(claims))
    assert (await feed.get(path, headers=long_ago)).status_code == 403


async def test_an_expired_part_is_gone(
    feed: httpx.AsyncClient, feed_url: str, published: EventRecorder, tokens: Tokens, clock: SetClock
) -> None:
    mara = new_id()
    own = tokens.bearer(tokens.account(mara))
    path = await collected(feed, published, clock, mara, own)
    clock.ahead = KEPT + timedelta(seconds=1)
    assert (await feed.get(path, headers=own)).status_code == 404
    database = Database(feed_url, pool_size=1)
    async with database.writing() as tx:
        await remove_expired_parts(tx, clock())
    await database.close()
    assert await parts_in(feed_url) == 0


async def test_a_part_asked_for_twice_is_collected_once_and_goes_with_the_account(
    feed: httpx.AsyncClient, feed_url: str, published: EventRecorder, tokens: Tokens, clock: SetClock
) -> None:
    mara = new_id()
    own = tokens.bearer(tokens.account(mara))
    asked = DataExportRequested(export_id=new_id(), account_id=mara, expires_at=clock() + KEPT)
    await published.tell(asked, asked)
    path = f"/internal/data_export_part/{asked.export_id}"

    async def there() -> bool | None:
        return (await feed.get(path, headers=own)).status_code == 200 or None

    await eventually(there, "the part")
    await published.first(FeedDataCollected)
    await published.tell(AccountDeleted(account_id=mara))
    assert await parts_in(feed_url) == 0
    assert len(published.of(FeedDataCollected)) == 1
