"""The local PostgreSQL, mail server, folders and transport."""

import smtplib
import subprocess
from email.message import EmailMessage
from pathlib import Path

import asyncpg
import httpx
import pytest
from local.databases import asyncpg_url, with_database
from local.folders import FolderTaken, lock_folder
from local.in_process_transport import InProcessTransport
from local.postgres import PORTS, Postgres, free_port
from local.smtp_server import SmtpServer


@pytest.mark.long
async def test_a_killed_run_leaves_nothing_in_the_way(own_folder: Path) -> None:
    first = Postgres(own_folder / "taken-over", durable=True)
    first.start()
    connection = await asyncpg.connect(asyncpg_url(first.url()))
    await connection.execute("CREATE DATABASE kept")
    await connection.close()
    second = Postgres(
        own_folder / "taken-over", durable=True
    )  # as after a crash: the first server still runs
    second.start()
    try:
        connection = await asyncpg.connect(asyncpg_url(second.url("kept")))
        for extension in ("btree_gist", "pg_trgm", "unaccent", "citext"):
            await connection.execute(f"CREATE EXTENSION {extension}")
        await connection.close()
    finally:
        second.destroy()
        first.stop()


@pytest.mark.parametrize("gets_on", [True, False])
def test_a_server_that_recovers_is_waited_for_while_it_gets_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gets_on: bool
) -> None:
    steps = iter(range(1, 5))
    server = Postgres(tmp_path / "recovering", durable=True)
    server._data.mkdir(parents=True)
    server._process = subprocess.Popen(["sleep", "60"])

    def say_more(_: Postgres) -> int:
        step = next(steps) if gets_on else 0
        if step == 4:
            lines = [str(server._process and server._process.pid), *[""] * 6, "ready"]
            (server._data / "postmaster.pid").write_text("\n".join(lines))
        return step

    monkeypatch.setattr("local.postgres.START_TIMEOUT", 0.05)
    monkeypatch.setattr(Postgres, "_steps_of_recovery", say_more)
    try:
        assert server._became_ready() is gets_on
    finally:
        server.destroy()


@pytest.mark.long
async def test_what_a_recovering_server_says_is_understood(own_folder: Path) -> None:
    often = {"log_startup_progress_interval": "1ms", "recovery_init_sync_method": "fsync"}
    server = Postgres(own_folder / "recovered", durable=True, settings=often)
    server.start()
    try:
        assert server._process is not None
        server._process.kill()
        server._process.wait()
        server.start_again()
        assert server._steps_of_recovery() > 0
    finally:
        server.destroy()


def test_free_ports_are_none_of_outgoing_connections_and_none_twice() -> None:
    found = [free_port() for _ in range(50)]
    assert len(set(found)) == 50
    assert all(port in PORTS for port in found)


def test_a_folder_belongs_to_one_run(tmp_path: Path) -> None:
    with lock_folder(tmp_path), pytest.raises(FolderTaken, match="in use by process"):
        lock_folder(tmp_path)
    lock_folder(tmp_path).close()


def test_urls_name_databases() -> None:
    url = with_database("postgresql+asyncpg://me:word@127.0.0.1:5/postgres?ssl=off", "openhours_feed")
    assert asyncpg_url(url) == "postgresql://me:word@127.0.0.1:5/openhours_feed?ssl=off"


def test_mails_are_kept_whole() -> None:
    sink = SmtpServer()
    sink.start()
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = (
        "a@example.org",
        "b@example.org",
        "Ihre Stunde – 9 €",
    )
    message.set_content("Grüße\n123456\n")
    message.add_alternative("<p>Grüße</p>", subtype="html")
    message.add_attachment(b"BEGIN:VCALENDAR", maintype="text", subtype="calendar", filename="a.ics")
    host, port = sink.smtp_url.removeprefix("smtp://").split(":")
    with smtplib.SMTP(host, int(port)) as smtp:
        smtp.send_message(message)
    listed = httpx.get(sink.list_url).json()
    sink.stop()
    assert [mail["subject"] for mail in listed] == ["Ihre Stunde – 9 €"]
    assert "123456\n" in listed[0]["text"]
    assert listed[0]["attachments"][0] == {
        "filename": "a.ics",
        "content_type": "text/calendar",
        "content": "QkVHSU46VkNBTEVOREFS",
    }


async def test_hosts_name_applications() -> None:
    transport = InProcessTransport()
    async with httpx.AsyncClient(transport=transport) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get("http://nobody/")
