"""The command `openhours` on a running set: what operators look after it with (deploy/operations.md)."""

import asyncio
import contextlib
import io
import json
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aio_pika
import asyncpg
import httpx
import pytest
from chassis.bus.amqp_messages import to_amqp
from chassis.bus.message import Message
from chassis.bus.queues import dead_queue_of
from client.mailbox_client import MailboxClient
from client.personas import Client, new_email
from contracts.events.identity import MailRequested
from dotenv import dotenv_values
from e2e import only
from local.cluster import Cluster
from local.databases import SERVICES, asyncpg_url
from openhours.__main__ import main


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it said."""

    code: int
    out: str
    problems: str

    @property
    def json(self) -> Any:
        """What it printed as JSON."""
        return json.loads(self.out)


def _run(words: tuple[str, ...]) -> Ran:
    out, problems, before = io.StringIO(), io.StringIO(), dict(os.environ)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(problems):
            main(words)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
        said = "" if isinstance(ended.code, int) else str(ended.code)
        return Ran(code, out.getvalue(), problems.getvalue() + said)
    finally:
        os.environ.clear()
        os.environ.update(before)
    raise AssertionError("the command did not exit")


@pytest.fixture
def operator(cluster: Cluster) -> "Operator":
    """Somebody who looks after the set."""
    return Operator(cluster)


class Operator:
    """Calls `openhours` on a running set, in this process: an import of all services costs a second."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster

    async def run(self, *words: str) -> Ran:
        """The command with the set's addresses."""
        return await asyncio.to_thread(_run, ("--data-dir", str(self.cluster.folder), *words))

    async def run_with(self, folder: Path, changed: Mapping[str, str], *words: str) -> Ran:
        """The command with these variables instead of the set's own."""
        file = folder / "changed.env"
        variables = {**self.variables(), **changed}
        file.write_text("".join(f"{name}='{value}'\n" for name, value in variables.items()))
        return await asyncio.to_thread(_run, ("--env-file", str(file), *words))

    def variables(self) -> dict[str, str]:
        """What the set wrote for its operators."""
        found = dotenv_values(self.cluster.folder / "openhours.env", interpolate=False)
        return {name: value for name, value in found.items() if value is not None}


@only.distributed
async def test_check_says_of_each_dependency_whether_it_is_well_and_tells_no_secret(
    operator: Operator, tmp_path: Path
) -> None:
    well = await operator.run("check", "--json")
    states = {each["what"]: each["state"] for each in well.json}
    assert well.code == 0
    assert states["time zones"] == "ok"
    assert {
        states[f"{each}: {what}"] for each in SERVICES for what in ("database", "role", "revision", "queue")
    } == {"ok"}
    changed = {
        "OPENHOURS_FEED_DATABASE_URL": "postgresql://openhours_feed:a-password@127.0.0.1:1/openhours_feed",
        "OPENHOURS_BOOKING_DATABASE_URL": operator.cluster.owner_url("booking"),
        "OPENHOURS_NOTIFICATIONS_MAIL_URL": "smtp://user:a-password@127.0.0.1:1",
        "OPENHOURS_PROFILES_MEDIA_URL": (tmp_path / "missing").as_uri(),
        "OPENHOURS_IDENTITY_SIGNING_KEY_PATH": str(tmp_path / "missing.pem"),
        "OPENHOURS_IDENTITY_RABBITMQ_URL": "amqp://guest:a-password@127.0.0.1:1/",
        "OPENHOURS_GATEWAY_PUBLIC_URL": "http://127.0.0.1:1",
    }
    ill = await operator.run_with(tmp_path, changed, "check")
    assert ill.code == 1
    found = dict(re.findall(r"^(?:wrong|degraded) +(\S+(?: \S+)*?)(?:  +)(.*)$", ill.out, re.MULTILINE))
    assert set(found) == {
        *("feed: database", "booking: role", "broker", "mail server", "media store", "identity: signing key"),
        "public address",
    }
    assert ill.out.count("→ ") == len(found)
    secrets = {urlsplit(value).password for value in operator.variables().values()} - {None, "guest"}
    assert not [
        each for each in (*secrets, "a-password") if each and each in well.out + ill.out + ill.problems
    ]


@only.distributed
async def test_migrate_makes_a_database_once_and_says_what_is_pending(
    operator: Operator, tmp_path: Path
) -> None:
    known = operator.variables()
    names = ("OPENHOURS_FEED_DATABASE_URL", "OPENHOURS_FEED_MIGRATION_DATABASE_URL")
    changed = {name: known[name].replace("/openhours_feed", "/openhours_trial") for name in names}
    pending = await operator.run_with(tmp_path, changed, "migrate", "--check", "feed")
    assert (pending.code, "openhours_trial" in pending.problems) == (1, True)
    made = await operator.run_with(tmp_path, changed, "migrate", "feed")
    assert (made.code, made.out.split()[:3]) == (0, ["feed", "empty", "→"])
    again = await operator.run_with(tmp_path, changed, "migrate", "feed", "--json")
    assert again.json["feed"]["before"] == again.json["feed"]["head"]
    await _execute(changed[names[1]], "UPDATE alembic_version SET version_num = '0001'")
    behind = await operator.run_with(tmp_path, changed, "migrate", "--check")
    assert (behind.code, "0001, and the code's is" in behind.out) == (1, True)


@only.distributed
async def test_dead_letters_are_listed_shown_without_secrets_and_replayed(
    operator: Operator, postbox: MailboxClient
) -> None:
    first, second = new_email("dead"), new_email("deader")
    in_table, in_queue = _mail(first), _mail(second)
    await _put_into_table(operator.cluster, in_table)
    await _put_into_queue(operator.cluster, in_queue)
    listed = await operator.run("dead-letters", "list", "--service", "notifications", "--json")
    assert {each["event_id"] for each in listed.json} >= {in_table.event_id, in_queue.event_id}
    assert listed.code == 1
    shown = await operator.run("dead-letters", "show", in_queue.event_id)
    event = shown.json["event"]
    assert (event["kind"], event["event_id"], event["link"]) == ("reset", in_queue.event_id, "(hidden)")
    assert not [each for each in (second, "Zoë", "a-secret") if each in shown.out + listed.out]
    assert (await operator.run("dead-letters", "show", "nothing")).code == 1
    replayed = await operator.run("dead-letters", "replay", in_table.event_id)
    assert (replayed.code, in_queue.event_id in replayed.out) == (0, False)
    assert (await postbox.first(first)).subject
    assert not await postbox.mails(second)
    assert (await operator.run("dead-letters", "replay", "--all")).code == 0
    assert (await postbox.first(second)).subject
    assert (await operator.run("dead-letters", "list")).code == 0
    assert (await operator.run("dead-letters", "replay")).code == 2


@only.distributed
async def test_a_service_tells_another_its_state_again(operator: Operator, client: Client) -> None:
    told = await operator.run("replay", "--to", "feed", "--from", "identity", "--json")
    assert told.code == 0
    assert told.json["identity"] >= 1
    assert (await operator.run("replay", "--to", "nobody")).code == 2
    assert client.token


@only.distributed
async def test_a_member_of_the_staff_is_invited_by_mail(operator: Operator, postbox: MailboxClient) -> None:
    email = new_email("ada")
    add = ("staff", "add", "--name", "Ada Byrne", "--email", email)
    assert (await operator.run(*add)).code == 0
    assert (await postbox.first(email)).link("/reset_password/")
    again = await operator.run(*add)
    assert (again.code, "already exists" in again.problems) == (1, True)


@only.distributed
async def test_an_account_is_exported_for_its_owner_and_erased_in_every_service(
    operator: Operator, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "export.json"
    assert (await operator.run("account", "export", client.email, "--output", str(file))).code == 0
    exported = json.loads(file.read_text())
    assert (set(exported), file.stat().st_mode & 0o077) == (set(SERVICES), 0)
    account_id = exported["identity"]["account"]["account_id"]
    assert (await operator.run("account", "export", client.email, "--output", str(file))).code == 2
    monkeypatch.setattr("sys.stdin", io.StringIO("another\n"))
    refused = await operator.run("account", "erase", account_id)
    assert (refused.code, refused.problems) == (1, "Nothing was erased.\n")
    await client.sign_in()
    erased = await operator.run("account", "erase", account_id, "--yes")
    assert (erased.code, {line.split(":")[0] for line in erased.out.splitlines()}) == (0, set(SERVICES))
    assert (await operator.run("account", "erase", client.email, "--yes")).code == 1
    with pytest.raises(Exception, match="sign_in"):
        await client.sign_in()


@only.distributed
async def test_a_token_outlives_the_rotation_of_its_key_and_not_the_drop(
    operator: Operator, client: Client
) -> None:
    published = operator.cluster.folder / "keys" / "signing.pem.published"
    assert (await operator.run("keys", "drop", "signing")).code == 1
    assert (await operator.run("keys", "rotate", "signing")).code == 0
    early = await operator.run("keys", "rotate", "signing")
    assert (early.code, "does not serve the next key" in early.problems) == (1, True)
    await _restart_identity(operator.cluster)
    assert "a moment ago" in (await operator.run("keys", "rotate", "signing")).problems
    ten_minutes_ago = time.time() - 600
    os.utime(published, (ten_minutes_ago, ten_minutes_ago))
    assert (await operator.run("keys", "rotate", "signing")).code == 0
    assert "PRIVATE" not in published.read_text()
    await _restart_identity(operator.cluster)
    former = client.token
    await client.sign_in()
    assert await _admits(client.client, former)
    assert await _admits(client.client, client.token)
    assert "valid until" in (await operator.run("keys", "drop", "signing")).problems
    assert (await operator.run("keys", "drop", "signing", "--at-once")).code == 0
    await _restart_identity(operator.cluster)
    assert not await _admits(client.client, former)
    assert await _admits(client.client, client.token)
    shown = await operator.run("keys", "show", "--json")
    assert {each["kind"]: each["keys"] for each in shown.json}["signing"] == 1


@only.distributed
async def test_the_report_reads_every_part(operator: Operator) -> None:
    report = (await operator.run("scale-report", "--seconds", "0.5", "--json")).json
    assert [(each["part"], each["problem"]) for each in report["parts"]] == [
        (part, "") for part in (*SERVICES, "gateway")
    ]
    assert all(each["connections_allowed"] and each["queue"] is not None for each in report["parts"][:-1])
    assert "connections of its database server" in {each["what"] for each in report["limits"]}


@only.distributed
async def test_the_demo_is_refused_where_people_are_or_others_may_come_in(
    operator: Operator, client: Client, tmp_path: Path
) -> None:
    refused = await operator.run("demo")
    assert (refused.code, "for an empty set" in refused.problems, bool(client.token)) == (1, True, True)
    open_to_others = {"OPENHOURS_IDENTITY_PUBLIC_URL": "https://openhours.example"}
    assert (await operator.run_with(tmp_path, open_to_others, "demo")).code == 2


def _mail(to: str) -> MailRequested:
    return MailRequested(
        kind="reset",
        to=to,
        name="Zoë",
        link="http://127.0.0.1/reset_password/a-secret",
        expires_at=datetime.now(UTC) + timedelta(hours=1),
    )


async def _put_into_table(cluster: Cluster, event: MailRequested) -> None:
    await _execute(
        cluster.database_urls["notifications"],
        "INSERT INTO dead_letter (event_id, aggregate, key, payload, reason) VALUES ($1, $2, $3, $4, 'test')",
        *(event.event_id, event.aggregate, event.key, event.model_dump_json()),
    )


async def _put_into_queue(cluster: Cluster, event: MailRequested) -> None:
    message = Message(event.event_id, event.key, event.aggregate, event.model_dump_json().encode())
    async with await aio_pika.connect(cluster.broker.url) as connection:
        channel = await connection.channel()
        await channel.default_exchange.publish(to_amqp(message), dead_queue_of("notifications"))


async def _execute(url: str, statement: str, *values: str) -> None:
    connection = await asyncpg.connect(asyncpg_url(url))
    try:
        await connection.execute(statement, *values)
    finally:
        await connection.close()


async def _restart_identity(cluster: Cluster) -> None:
    cluster.kill("identity")
    await asyncio.to_thread(cluster.restart, "identity")


async def _admits(http: httpx.AsyncClient, token: str | None) -> bool:
    """Whether identity, which signs tokens, takes this one."""
    answer = await http.get("/api/get_data_export", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code in {200, 401}, answer.text
    return answer.status_code == 200
