"""The demo's accounts have passwords that everybody knows: nobody elsewhere finds them (OWASP ASVS 6.3.2)."""

import asyncio
from pathlib import Path

import asyncpg
import httpx
import pytest
from chassis.ids import new_id
from demo.people import PASSWORD, STAFF_EMAIL
from local.databases import asyncpg_url, with_database
from local.demo_accounts import with_demo
from local.postgres import Postgres
from testkit.environments import EmbeddedRun

OPEN: str = "0.0.0.0"  # noqa: S104  the attack needs a door
FROM_HERE = ("127.0.0.1", "localhost", "::1")


async def test_where_others_come_in_there_is_no_demo(own_folder: Path) -> None:
    run = EmbeddedRun(own_folder / "open-house", HOST=OPEN, DEMO="")
    await asyncio.to_thread(run.start)
    try:
        async with asyncio.timeout(120):  # a demo is added before this is said
            while "Openhours is running" not in run.log.read_text():
                await asyncio.sleep(0.1)
        async with httpx.AsyncClient(base_url=run.url, timeout=30) as client:
            fields = {"iv_email": STAFF_EMAIL, "iv_password": PASSWORD}
            answer = (await client.post("/api/sign_in", json=fields)).json()
    finally:
        await asyncio.to_thread(run.stop)
    assert not answer["status"], answer
    assert "demo.example" not in run.log.read_text()


async def test_data_with_the_demo_are_not_shown_to_others(own_folder: Path) -> None:
    run = EmbeddedRun(own_folder / "shown-later")
    await asyncio.to_thread(run.start)
    await asyncio.to_thread(run.stop)
    await _add_demo_account(run.folder)
    outside = EmbeddedRun(run.folder, HOST=OPEN, DEMO="0")
    try:
        with pytest.raises(RuntimeError, match="hold the demo's accounts, whose passwords everybody knows"):
            await asyncio.to_thread(outside.start)
    finally:
        await asyncio.to_thread(outside.stop)
    inside = EmbeddedRun(run.folder)
    await asyncio.to_thread(inside.start)
    await asyncio.to_thread(inside.stop)


async def _add_demo_account(folder: Path) -> None:
    """What is left of a demo that was there before."""
    server = Postgres(folder / "postgres", durable=True)
    await asyncio.to_thread(server.start)
    url = asyncpg_url(with_database(server.url(), "openhours_identity"))
    connection = await asyncpg.connect(url)
    columns = await connection.fetch(
        "SELECT column_name, data_type FROM information_schema.columns"
        " WHERE table_name = 'account' AND is_nullable = 'NO' AND column_default IS NULL"
    )
    given = {"id": new_id(), "email": STAFF_EMAIL, "username": "demo_staff"}
    values = [given.get(name, _any(kind)) for name, kind in columns]
    names = ", ".join(name for name, _ in columns)
    places = ", ".join(f"${number}::text::{kind}" for number, (_, kind) in enumerate(columns, 1))
    await connection.execute(f"INSERT INTO account ({names}) VALUES ({places})", *values)  # noqa: S608
    await connection.close()
    await asyncio.to_thread(server.stop)


def _any(kind: str) -> str:
    """A value of a column that this is not about."""
    return "2026-01-01" if kind.startswith("timestamp") else "{}" if kind == "jsonb" else "1"


@pytest.mark.parametrize("host", [*FROM_HERE, OPEN, "", "192.168.1.7", "openhours.example"])
def test_the_demo_is_there_by_itself_only_on_this_machine(host: str) -> None:
    assert with_demo("", host) == (host in FROM_HERE)
    assert not with_demo("0", host)
    assert with_demo("1", host)
