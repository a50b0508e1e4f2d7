"""The command `openhours` without a set: its help, its refusals, its settings, and what it decides."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from booking.settings import BookingSettings
from chassis.key_files import sealing_keys
from gateway.settings import GatewaySettings
from local.databases import CHECKOUT, SERVICES
from local.layout import OPERATORS_FILE, Layout
from openhours.__main__ import main, parser
from openhours.checks.broker import check_broker
from openhours.checks.databases import check_database
from openhours.commands import COMMANDS
from openhours.dead_letters import without_texts
from openhours.key_rotation import sealed
from openhours.key_rotation.files import NotNow
from openhours.key_rotation.sealed import SealingKeys
from openhours.parts import SET_FILE, WrongSettings, read_data_dir, read_settings, settings_of
from openhours.scaling.limits import breaks_first
from openhours.scaling.load import Load
from pydantic import JsonValue

DATABASE = "OPENHOURS_BOOKING_DATABASE_URL"
LOCAL = "postgresql://booking:a-secret@127.0.0.1:1/booking"


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    """The environment as it was: `--env-file` and `--data-dir` change it."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


def exit_code(*words: str) -> int:
    """With what the command ends."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_document_shows_the_help_as_it_is() -> None:
    document = (CHECKOUT / "deploy" / "operations.md").read_text()
    assert parser().format_help() in document


def test_the_document_speaks_of_every_command() -> None:
    document = (CHECKOUT / "deploy" / "operations.md").read_text()
    assert [name for name in COMMANDS if f"`openhours {name}" not in document] == []


def test_wrong_use_ends_with_2_and_says_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert exit_code("--help") == 0
    assert exit_code() == 2
    assert exit_code("nonsense") == 2
    assert exit_code("--env-file", "a", "--data-dir", "b", "check") == 2
    assert exit_code("--data-dir", str(tmp_path), "check") == 2
    assert "`make run` or `make services` writes it" in capsys.readouterr().err
    assert exit_code("migrate", "nobody") == 2
    assert exit_code("migrate", "booking") == 2
    assert f"{DATABASE} is not set" in capsys.readouterr().err


def test_a_store_that_is_away_ends_with_1_and_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    os.environ.update({DATABASE: LOCAL, "GUEST_LINK_KEY": "a key of sixteen letters"})
    assert exit_code("dead-letters", "list", "--service", "booking") == 1
    said = capsys.readouterr()
    assert (len(said.err.splitlines()), "a-secret" in said.err + said.out) == (1, False)


def test_a_setting_of_one_part_goes_before_that_of_all() -> None:
    os.environ.update(
        {
            DATABASE: LOCAL,
            "GUEST_LINK_KEY": "a key of sixteen letters",
            "PUBLIC_URL": "https://all.example",
            "OPENHOURS_GATEWAY_PUBLIC_URL": "https://one.example",
            "OPENHOURS_BOOKING_CLEAR_TEXT_HOSTS": '["postgres"]',
        }
    )
    booking, gateway = read_settings("booking", BookingSettings), read_settings("gateway", GatewaySettings)
    assert (booking.public_url, gateway.public_url) == ("https://all.example", "https://one.example")
    assert (booking.clear_text_hosts, gateway.clear_text_hosts) == (("postgres",), ())


def test_what_no_two_parts_share_is_never_taken_from_the_setting_of_all() -> None:
    os.environ.update({"DATABASE_URL": LOCAL, "GUEST_LINK_KEY": "a key of sixteen letters"})
    with pytest.raises(WrongSettings, match=DATABASE):
        settings_of("booking")
    os.environ.update({DATABASE: LOCAL, "MIGRATION_DATABASE_URL": LOCAL, "SEALING_KEY": "one"})
    booking = read_settings("booking", BookingSettings)
    assert (booking.migration_database_url, booking.sealing_key) == (None, None)


def test_a_wrong_setting_is_named_and_its_value_is_not_shown() -> None:
    os.environ.update({DATABASE: LOCAL, "GUEST_LINK_KEY": "short-secret"})
    with pytest.raises(WrongSettings, match="GUEST_LINK_KEY") as refused:
        settings_of("booking")
    assert "short-secret" not in str(refused.value)


def test_a_set_on_this_machine_writes_what_the_command_reads(tmp_path: Path) -> None:
    odd = "postgresql://booking:it's #1 \\@127.0.0.1/booking"
    urls = {str(service): odd for service in SERVICES}
    addresses = dict[str, str].fromkeys(urls, "http://127.0.0.1:1")
    layout = Layout(tmp_path, "http://127.0.0.1:2", urls, addresses, operations_port=9100)
    layout.prepare()
    assert (OPERATORS_FILE, (tmp_path / SET_FILE).stat().st_mode & 0o077) == (SET_FILE, 0)
    read_data_dir(tmp_path)
    assert settings_of("booking").database_url == odd
    assert os.environ["OPENHOURS_FEED_OPERATIONS_URLS"] == "http://127.0.0.1:9102"
    assert read_settings("gateway", GatewaySettings).dev_mailbox


async def test_what_is_away_is_a_finding_with_advice() -> None:
    os.environ.update({DATABASE: LOCAL, "GUEST_LINK_KEY": "a key of sixteen letters"})
    found = [
        *await check_database("booking", settings_of("booking")),
        *await check_broker("amqp://guest:guest@127.0.0.1:1/"),
    ]
    assert [each.state for each in found] == ["wrong", "wrong"]
    assert all(each.advice and "a-secret" not in each.said for each in found)


def test_an_event_is_shown_without_what_may_be_private() -> None:
    event: JsonValue = {
        "event_id": "1",
        "occurred_at": "2026-01-01",
        "order": {"status": "accepted", "client": {"id": "2", "name": "Zoë"}, "guest_link": "https://secret"},
        "texts": ["a", "b"],
        "ids": ["3"],
        "price": 5,
    }
    assert without_texts(event) == {
        "event_id": "1",
        "occurred_at": "2026-01-01",
        "order": {
            "status": "accepted",
            "client": {"id": "2", "name": "(hidden)"},
            "guest_link": "(hidden)",
        },
        "texts": ["(hidden)", "(hidden)"],
        "ids": ["3"],
        "price": 5,
    }


async def test_a_sealing_key_opens_first_then_seals_and_then_the_former_one_goes(tmp_path: Path) -> None:
    file = tmp_path / "sealing"
    (first,) = sealing_keys(None, file, create=True)
    keys = SealingKeys("devices", "notifications", "SEALING_KEY", None, file, LOCAL, ())
    with pytest.raises(NotNow, match="one key"):
        await sealed.drop(keys, at_once=False)
    sealed.rotate(keys)
    assert (keys.read()[0], len(keys.read())) == (first, 2)
    with pytest.raises(NotNow, match="seals nothing yet"):
        await sealed.drop(keys, at_once=False)
    sealed.rotate(keys)
    newest, former = keys.read()
    assert former == first
    with pytest.raises(NotNow, match="seals already"):
        sealed.rotate(keys)
    await sealed.drop(keys, at_once=False)
    assert keys.read() == [newest]
    assert os.listdir(tmp_path) == ["sealing"]
    assert file.stat().st_mode & 0o077 == 0


def test_the_nearest_limit_comes_first_with_what_to_do() -> None:
    feed = Load("feed", processes=2, cores=1.8, megabytes=128, server_connections=30, connections_allowed=297)
    booking = Load("booking", processes=1, cores=0.2, queue_growth=20, outbox_age=1)
    found = breaks_first([feed, booking])
    assert [(each.part, each.what) for each in found[:2]] == [
        ("booking", "its queue, which grows"),
        ("feed", "processor time"),
    ]
    assert "another process of feed" in found[1].advice
    assert breaks_first([Load("gateway")]) == []
