"""Getting the export of somebody else, many of one's own, half of one, or one that should be gone."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg
import httpx
import pytest
from chassis.ids import new_id
from client.api_client import ApiAnswer, eventually
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, Persona, Provider, free_slots, new_email
from e2e.test_feed import publish
from local.databases import SERVICES
from testkit.environments import EmbeddedRun

pytestmark = pytest.mark.service
MOST_IN_A_DAY: Final = 5
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
    connection = await asyncpg.connect(run.database_url(service))
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
    assert [each["kind"] for each in own["notifications"]["mails"] if each["sent_at"]]
    text = json.dumps(own)
    for secret in (str(stored), "a public key", DEVICE, str(provider.token), PASSWORD):
        assert secret not in text
    assert "blocker_id" not in text, "who blocks an account is not told"
    assert 0 < export["size"] <= len(text)
    await postbox.first(provider.email, subject="Your data is ready")
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
