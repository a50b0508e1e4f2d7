"""Who harmed others deletes the account to be rid of what was reported, or gets hold of the archive of it."""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO, TextIOWrapper
from typing import Any

import asyncpg
import httpx
import pytest
from chassis.clock import utc_now
from chassis.ids import new_id
from client.api_client import eventually
from contracts.events.booking import OrderEvidenceKept
from contracts.events.feed import PostEvidenceKept
from contracts.events.identity import AccountDeleted, AccountFacts, AccountRegistered
from contracts.events.profiles_moderation import ReportClosed
from local.databases import asyncpg_url
from profiles.app import create_app
from profiles.report_archive.command import COMMAND
from profiles.settings import ProfilesSettings
from pydantic import JsonValue
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, OwnerUrl, ServiceApp

pytestmark = pytest.mark.service

SLUR = "a slur that nobody may forget"
Evidence = dict[str, JsonValue]
REASON = "the police asks, file 7"
WHO_AND_WHY = ("--operator", "olga", "--reason", REASON)
ON_THE_ARCHIVE = [
    "SELECT * FROM archive.{0}",
    "SELECT count(*) FROM archive.{0}",
    "SELECT report_id FROM archive.{0} FOR UPDATE",
    "UPDATE archive.{0} SET evidence = '{{}}'",
    "UPDATE archive.{0} SET keep_until = '2000-01-01'",
    "DELETE FROM archive.{0}",
    "TRUNCATE archive.{0}",
    "DROP TABLE archive.{0}",
    "ALTER TABLE archive.{0} OWNER TO CURRENT_USER",
    "ALTER TABLE archive.{0} ADD COLUMN loot int",
    "CREATE TRIGGER loot BEFORE INSERT ON archive.{0} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE RULE loot AS ON INSERT TO archive.{0} DO INSTEAD NOTHING",
    "CREATE VIEW public.loot AS SELECT * FROM archive.{0}",
    "GRANT SELECT ON archive.{0} TO CURRENT_USER; SELECT * FROM archive.{0}",
    "INSERT INTO archive.{0} (report_id) SELECT report_id FROM archive.{0}",
    "INSERT INTO public.report (report_id) SELECT report_id FROM archive.{0}",
    "COPY archive.{0} TO STDOUT",
    "LOCK TABLE archive.{0} IN ACCESS EXCLUSIVE MODE",
    "MERGE INTO archive.{0} USING (VALUES ('x')) v (id) ON report_id = v.id WHEN MATCHED THEN DELETE",
]
ON_ITS_SCHEMA = [
    "DROP SCHEMA archive CASCADE",
    "ALTER SCHEMA archive RENAME TO loot",
    "CREATE TABLE archive.loot (id int)",
    "CREATE OR REPLACE FUNCTION archive.remove_expired() RETURNS void LANGUAGE sql"
    " AS 'DELETE FROM archive.archived_report'",
    "ALTER FUNCTION archive.remove_expired() SET search_path = public",
    "ALTER FUNCTION archive.remove_expired() OWNER TO CURRENT_USER",
    "CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT ''3000-01-01''::timestamptz'",
    "SET SESSION AUTHORIZATION openhours_profiles_owner",
    "SET ROLE openhours_profiles_owner",
]
TO_HURRY_IT = [
    "SELECT archive.remove_expired()",
    "SET search_path = public, pg_temp, archive; SELECT archive.remove_expired()",
    "SET timezone = 'Pacific/Kiritimati'; SELECT archive.remove_expired()",
    "SET timezone = '-167'; SELECT archive.remove_expired()",
    "SET row_security = off; SELECT archive.remove_expired()",
]
AN_ARCHIVED_REPORT = """
INSERT INTO archive.archived_report (report_id, reporter_id, reported_id, report_type, issue_id, title,
    details, additional, filed_at, status, action, gone_id, username_digest, archived_at, keep_until)
VALUES ($1, 'nadia', 'harm', 'posts', 'post-1', 'Spam', '', '', now(), 'open', '', 'harm', '', now(), $2)
"""
LATE_EVIDENCE = """
INSERT INTO archive.late_evidence (report_id, evidence, archived_at, keep_until) VALUES ($1, '{}', now(), $2)
"""


@dataclass(frozen=True)
class Read:
    """What a command wrote, and why it ended early."""

    reports: list[dict[str, Any]]
    failure: SystemExit | asyncpg.PostgresError | None


@dataclass
class Desk:
    """Profiles with people, its staff, and its database as the service and as its owner has it."""

    client: httpx.AsyncClient
    published: EventRecorder
    tokens: Tokens
    service: asyncpg.Connection
    owner: asyncpg.Connection
    url: str
    owner_url: str

    async def new_person(self, name: str, username: str = "", *, staff: bool = False) -> str:
        """The id of a new account."""
        account_id = new_id()
        facts = AccountFacts(
            account_id=account_id, name=name, email=f"{name}@people.example", username=username or None,
            verified=True, staff=staff, created_at=utc_now(), revision=1,
        )  # fmt: skip
        await self.published.tell(AccountRegistered(account=facts))
        return account_id

    async def post(self, token: str, call: str, **fields: str) -> dict[str, Any]:
        """The data of a call that must succeed."""
        answer = await self.client.post(f"/api/{call}", json=fields, headers=self.tokens.bearer(token))
        assert answer.json()["status"], answer.text
        return answer.json()["data"]

    async def report(self, reporter_id: str, reported_id: str, post_id: str = "post-1") -> str:
        """The id of a report about a post."""
        filed = await self.post(
            self.tokens.account(reporter_id), "report_user_account", iv_user_id=reported_id,
            iv_report_type="posts", iv_report_issue_id=post_id, iv_report_title="Hate Speech",
            iv_report_details="It hurts", iv_report_additional="",
        )  # fmt: skip
        return filed["report_id"]

    async def keep(self, report_id: str, owner_id: str) -> None:
        """The feed tells what the post was."""
        evidence: Evidence = {
            "post_id": "post-1", "owner_id": owner_id, "owner_name": "Harm", "post_brief": SLUR,
        }  # fmt: skip
        await self.published.tell(PostEvidenceKept(report_id=report_id, evidence=evidence))

    def in_a_process(self, *which: str) -> list[dict[str, Any]]:
        """What an operator finds with `python -m profiles archive read`."""
        read = subprocess.run(
            [sys.executable, "-m", "profiles", "archive", "read", *which, *WHO_AND_WHY],
            env={"DATABASE_URL": self.url, "MIGRATION_DATABASE_URL": self.owner_url, "PATH": ""},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert read.returncode == 0, read.stderr
        return [json.loads(line) for line in read.stdout.splitlines()]

    async def archive(self, *arguments: str, url: str = "") -> Read:
        """What the same command does in this process."""
        parser = argparse.ArgumentParser()
        COMMAND.declare(parser)
        owner = {"migration_database_url": url or self.owner_url}
        settings = ProfilesSettings.model_validate({"database_url": self.url, **owner})
        failure, written = None, BytesIO()
        with redirect_stdout(TextIOWrapper(written)):
            try:
                await COMMAND.run(settings, parser.parse_args(["read", *arguments]))
            except (SystemExit, asyncpg.PostgresError) as ended:
                failure = ended
            lines = written.getvalue().splitlines()
        return Read([json.loads(line) for line in lines], failure)

    async def found(self, *which: str) -> list[dict[str, Any]]:
        """What an operator finds."""
        read = await self.archive(*which, *WHO_AND_WHY)
        assert read.failure is None
        return read.reports

    async def kept(self) -> list[int]:
        """How many rows each table of the archive has."""
        tables = ("archived_report", "late_evidence")
        return [len(await self.owner.fetch(f"SELECT FROM archive.{each}")) for each in tables]


@pytest.fixture
async def desk(
    new_database: NewDatabase,
    owner_url: OwnerUrl,
    service_app: ServiceApp,
    published: EventRecorder,
    tokens: Tokens,
) -> AsyncIterator[Desk]:
    """A running service."""
    url = await new_database("profiles")
    client = await service_app(create_app, ProfilesSettings(database_url=url))
    service = await asyncpg.connect(asyncpg_url(url))
    owner = await asyncpg.connect(asyncpg_url(owner_url(url)))
    yield Desk(client, published, tokens, service, owner, url, owner_url(url))
    await service.close()
    await owner.close()


async def refused(connection: asyncpg.Connection, statement: str) -> bool:
    """Whether the database refuses for want of a right, and for nothing else."""
    try:
        async with connection.transaction():
            await connection.execute(statement)
    except asyncpg.InsufficientPrivilegeError:
        return True
    return False


async def test_who_was_reported_leaves_and_the_evidence_does_not(desk: Desk) -> None:
    harm, nadia, ada = (
        await desk.new_person("Harm", "harm"), await desk.new_person("Nadia"),
        await desk.new_person("Ada", staff=True),
    )  # fmt: skip
    closed, still_open = await desk.report(nadia, harm), await desk.report(nadia, harm, "post-2")
    await desk.keep(closed, harm)
    await desk.post(
        desk.tokens.staff(ada), "staff_decide_report", iv_report_id=closed, iv_action="warn", iv_note="No."
    )
    await desk.published.tell(AccountDeleted(account_id=harm), AccountDeleted(account_id=harm))
    await desk.keep(still_open, harm)  # told when the report has gone already
    assert await desk.service.fetchval("SELECT count(*) FROM report") == 0

    before = await desk.owner.fetchval("SELECT count(*) FROM staff_act")
    by_account = await desk.found("--account", harm)
    assert [(each["report_id"], each["status"], each["action"]) for each in by_account] == [
        (closed, "closed", "warn"), (still_open, "open", ""),
    ]  # fmt: skip
    assert [each["evidence"]["post_brief"] for each in by_account] == [SLUR, SLUR]
    assert [(each["act"], each["note"]) for each in by_account[0]["decisions"]] == [("warn", "No.")]
    assert {each["reporter_id"] for each in by_account} == {nadia}
    assert await desk.found("--report", closed) == by_account[:1]
    assert desk.in_a_process("--username", "Harm") == by_account
    assert "people.example" not in json.dumps(by_account), "no mail address is kept"
    logged = await desk.owner.fetch("SELECT * FROM staff_act ORDER BY number OFFSET $1", before)
    assert [(each["act"], each["staff_id"], each["note"]) for each in logged] == [
        ("read_archive", "operator olga", REASON)
    ] * 3
    assert [each["thing_id"] for each in logged[:2]] == [harm, closed]


async def test_nothing_is_read_without_a_reason_or_by_the_services_role(desk: Desk) -> None:
    harm = await desk.new_person("Harm", "harm")
    report_id = await desk.report(await desk.new_person("Nadia"), harm)
    await desk.keep(report_id, harm)
    await desk.published.tell(AccountDeleted(account_id=harm))
    which = ("--report", report_id)
    for arguments in (
        (*which, "--operator", "olga"),
        (*which, "--operator", "olga", "--reason", " "),
        (*which, "--operator", " ", "--reason", REASON),
    ):
        read = await desk.archive(*arguments)
        assert isinstance(read.failure, SystemExit), arguments
        assert (read.failure.code, read.reports) == (2, []), arguments
    read = await desk.archive(*which, *WHO_AND_WHY, url=desk.url)
    assert isinstance(read.failure, asyncpg.InsufficientPrivilegeError)
    assert read.reports == []
    await desk.owner.execute("ALTER TABLE staff_act RENAME TO staff_act_away")  # nothing can be logged
    try:
        read = await desk.archive(*which, *WHO_AND_WHY)
        assert isinstance(read.failure, asyncpg.UndefinedTableError)
        assert read.reports == []
    finally:
        await desk.owner.execute("ALTER TABLE staff_act_away RENAME TO staff_act")


async def test_a_report_about_somebody_stays_when_its_reporter_leaves(desk: Desk) -> None:
    harm, nadia, omar, ada = (
        await desk.new_person("Harm", "harm"), await desk.new_person("Nadia", "nadia"),
        await desk.new_person("Omar"), await desk.new_person("Ada", staff=True),
    )  # fmt: skip
    first, second = await desk.report(nadia, harm), await desk.report(omar, harm)  # the same concern
    evidence: Evidence = {
        "provider_id": harm, "provider_name": "Harm", "client_id": nadia, "client_name": "Nadia Kessler",
        "brief": SLUR, "delivery_location": "Rua das Flores 7",
    }  # fmt: skip
    await desk.published.tell(OrderEvidenceKept(report_id=first, evidence=evidence))
    await desk.published.tell(AccountDeleted(account_id=nadia), AccountDeleted(account_id=omar))
    await desk.published.tell(OrderEvidenceKept(report_id=second, evidence=evidence))  # told late

    staff = desk.tokens.bearer(desk.tokens.staff(ada))
    queue = (await desk.client.get("/api/staff_get_reports", headers=staff)).json()["data"]["reports"]
    assert [each["report_id"] for each in queue] == [first, second]
    assert [each["reporter"]["owner_id"] for each in queue] == ["", ""]
    for report_id in (first, second):
        answer = await desk.client.get(
            f"/api/staff_get_report/{report_id}", params={"reason": "report"}, headers=staff
        )
        whole = answer.json()["data"]["report"]
        assert whole["evidence"]["brief"] == SLUR
        assert whole["evidence"]["provider_name"] == "Harm"
        assert not re.search("Kessler|Flores", answer.text)
    reporters = await desk.service.fetch("SELECT reporter_id FROM report")
    assert not {each["reporter_id"] for each in reporters} & {nadia, omar}
    await desk.post(
        desk.tokens.staff(ada), "staff_decide_report", iv_report_id=first, iv_action="warn", iv_note=""
    )
    decided = await desk.published.wait_for(ReportClosed, 2)
    assert {each.reporter_id for each in decided} == {""}

    assert [each["report_id"] for each in await desk.found("--account", nadia)] == [first]
    assert [each["reporter_id"] for each in await desk.found("--report", first)] == [nadia]
    await desk.published.tell(AccountDeleted(account_id=harm))
    read = await desk.found("--account", nadia)
    assert [(each["gone_id"], each["status"]) for each in read] == [(nadia, "open"), (harm, "closed")]
    assert not re.search("Kessler|Flores|people.example", json.dumps(await desk.found("--account", harm)))


@pytest.mark.parametrize("table", ["archived_report", "late_evidence"])
async def test_the_role_of_the_service_adds_to_the_archive_and_nothing_else(desk: Desk, table: str) -> None:
    harm = await desk.new_person("Harm", "harm")
    report_id = await desk.report(await desk.new_person("Nadia"), harm)
    await desk.published.tell(AccountDeleted(account_id=harm))
    await desk.keep(report_id, harm)
    assert await desk.kept() == [1, 1]
    attacks = [each.format(table) for each in ON_THE_ARCHIVE] + ON_ITS_SCHEMA
    assert [each for each in attacks if not await refused(desk.service, each)] == []
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await desk.service.copy_from_table(table, schema_name="archive", output=BytesIO())
    guessed = await desk.service.fetch("SELECT tablename FROM pg_stats WHERE schemaname = 'archive'")
    assert guessed == []
    assert await desk.kept() == [1, 1]


async def test_what_removes_the_old_cannot_be_told_what_is_old(desk: Desk) -> None:
    harm = await desk.new_person("Harm", "harm")
    report_id = await desk.report(await desk.new_person("Nadia"), harm)
    await desk.published.tell(AccountDeleted(account_id=harm))
    await desk.keep(report_id, harm)
    for statement in TO_HURRY_IT:
        async with desk.service.transaction():
            await desk.service.execute(statement)
    await desk.service.execute("RESET ALL")
    for arguments in ("0", "-1", "'2999-01-01'", "NULL", "interval '-1 day'", "VARIADIC ARRAY[0]"):
        with pytest.raises(asyncpg.UndefinedFunctionError):
            await desk.service.execute(f"SELECT archive.remove_expired({arguments})")
    assert await desk.kept() == [1, 1]


async def test_no_call_reads_the_archive(desk: Desk) -> None:
    harm, nadia, ada = (
        await desk.new_person("Harm", "harm"), await desk.new_person("Nadia"),
        await desk.new_person("Ada", staff=True),
    )  # fmt: skip
    report_id = await desk.report(nadia, harm)
    await desk.keep(report_id, harm)
    await desk.published.tell(AccountDeleted(account_id=harm))
    described = create_app(ProfilesSettings(database_url=desk.url)).openapi()["paths"]
    paths = [path for path, calls in described.items() if "get" in calls]
    asked = 0
    for path in paths:
        for token in (desk.tokens.staff(ada), desk.tokens.account(nadia), desk.tokens.account(harm)):
            for name in (report_id, harm, "archive", "archived_report"):
                filled = re.sub(r"\{[^}]+\}", name, path)
                answer = await desk.client.get(
                    filled,
                    params={"reason": "report", "status": "closed", "q": name},
                    headers=desk.tokens.bearer(token),
                )
                asked += answer.status_code == 200
                assert SLUR not in answer.text, filled
    assert asked > 50
    assert (await desk.kept())[0] == 1


async def test_the_archive_forgets_when_its_time_is_over(
    new_database: NewDatabase, owner_url: OwnerUrl, service_app: ServiceApp
) -> None:
    url = await new_database("profiles")
    owner = await asyncpg.connect(asyncpg_url(owner_url(url)))
    for report_id, days_left in (("old", -1), ("young", 1)):
        keep_until = datetime.now(UTC) + timedelta(days=days_left)
        await owner.execute(AN_ARCHIVED_REPORT, report_id, keep_until)
        await owner.execute(LATE_EVIDENCE, report_id, keep_until)
    await service_app(create_app, ProfilesSettings(database_url=url))

    async def left() -> bool | None:
        reports = await owner.fetch("SELECT report_id FROM archive.archived_report")
        evidence = await owner.fetch("SELECT report_id FROM archive.late_evidence")
        return [each["report_id"] for each in (*reports, *evidence)] == ["young", "young"] or None

    await eventually(left, "what is old is removed, and nothing else")
    await owner.close()


async def test_the_retention_is_a_setting(
    new_database: NewDatabase,
    owner_url: OwnerUrl,
    service_app: ServiceApp,
    published: EventRecorder,
    tokens: Tokens,
) -> None:
    url = await new_database("profiles")
    client = await service_app(create_app, ProfilesSettings(database_url=url, report_archive_days=7))
    owner = await asyncpg.connect(asyncpg_url(owner_url(url)))
    desk = Desk(client, published, tokens, owner, owner, url, owner_url(url))
    harm = await desk.new_person("Harm")
    await desk.report(await desk.new_person("Nadia"), harm)
    await published.tell(AccountDeleted(account_id=harm))
    kept = await owner.fetchval("SELECT keep_until - archived_at FROM archive.archived_report")
    await owner.close()
    assert kept == timedelta(days=7)
