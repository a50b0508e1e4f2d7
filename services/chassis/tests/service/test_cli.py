"""The commands that operators run: replay, dead-letters, openapi."""

import asyncio
import json
import sys

import pytest
from chassis import cli
from chassis.db import Database
from chassis.settings import ServiceSettings
from sqlalchemy import text

from services.chassis.tests.service.test_front_door import create_app

pytestmark = pytest.mark.service


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, database_url: str) -> None:
    """Set the environment from which a command reads its settings."""
    monkeypatch.setenv("DATABASE_URL", database_url)


async def run_command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """Run a service's command with these arguments."""
    monkeypatch.setattr(sys, "argv", ["journal", *arguments])
    await asyncio.to_thread(cli.main, create_app, ServiceSettings, __file__)


async def test_replay_publishes_the_present_state_to_the_service_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: Database
) -> None:
    async with database.writing() as tx:
        await tx.session.execute(text("INSERT INTO entry (account_id, revision) VALUES ('a', 1), ('b', 2)"))
    await run_command(monkeypatch, "replay", "--to", "booking")
    assert capsys.readouterr().out == "2 events are on their way to booking\n"
    async with database.reading() as tx:
        targets = await tx.session.scalars(text("SELECT target FROM outbox"))
        assert targets.all() == ["booking", "booking"]


async def test_dead_letters_are_listed_and_handed_over_again_only_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: Database
) -> None:
    ids = [f"01900000-0000-7000-8000-00000000000{number}" for number in (2, 1)]
    dead = text(
        "INSERT INTO dead_letter (event_id, aggregate, key, payload, reason) "
        "VALUES (:event_id, 'a', 'test.of.today', '{}', 'LookupError')"
    )
    async with database.writing() as tx:
        for event_id in ids:
            await tx.session.execute(dead, {"event_id": event_id})
    for arguments, ending in (((), ""), (("--replay",), ", handed over again")):
        await run_command(monkeypatch, "dead-letters", *arguments)
        *listed, found = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in listed] == ids, "the oldest first"
        assert found == f"2 dead letters{ending}"
    async with database.reading() as tx:
        handed_over = await tx.session.scalars(text("SELECT event_id::text FROM outbox ORDER BY id"))
        assert list(handed_over) == ids


async def test_openapi_prints_the_description(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await run_command(monkeypatch, "openapi")
    assert "/api/write/{revision}" in json.loads(capsys.readouterr().out)["paths"]


async def test_an_unknown_command_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit):
        await run_command(monkeypatch, "reply")
