"""Every part reads one edition of the time zones, whatever the machine has."""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest
import tzdata
from contracts.zones import EDITION, ZONES, zone_named

ROOT = Path(__file__).parents[2]
IN_SQL = re.compile(r"\bAT\s+TIME\s+ZONE\s+(?!'UTC')|\btimezone\s*\(\s*['$:]", re.IGNORECASE)
"""A zone in SQL whose rules PostgreSQL looks up in its own files."""


def test_the_pinned_edition_answers() -> None:
    assert EDITION == tzdata.IANA_VERSION
    # British Columbia keeps UTC-7 all year since the edition 2026b.
    noon = datetime(2026, 12, 15, 12, tzinfo=zone_named("America/Vancouver"))
    assert noon.astimezone(UTC).hour == 19


def test_the_files_of_the_machine_are_not_asked(tmp_path: Path) -> None:
    """A machine whose Berlin is UTC, as any whose files are old."""
    (tmp_path / "Europe").mkdir()
    (tmp_path / "Europe" / "Berlin").write_bytes(files("tzdata").joinpath("zoneinfo", "UTC").read_bytes())
    code = (
        "from zoneinfo import ZoneInfo; from datetime import datetime; ZoneInfo('Europe/Berlin');"
        "import contracts.zones; print(ZoneInfo('Europe/Berlin').utcoffset(datetime(2027, 1, 5)))"
    )
    environment = {**os.environ, "PYTHONTZPATH": str(tmp_path)}
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert ended.stdout == "1:00:00\n", ended.stderr


@pytest.mark.parametrize(
    "name",
    ["localtime", "posixrules", "Factory", "right/Europe/Berlin", "posix/Europe/Berlin", "europe/berlin", "",
     "Mars/Olympus", "../etc/passwd", "Europe", "a\0b", "x" * 9999, "+02:00", "Etc/Unknown"],
)  # fmt: skip
def test_what_browsers_do_not_know_is_no_zone(name: str) -> None:
    assert name not in ZONES


def test_what_was_accepted_once_is_read() -> None:
    assert zone_named("right/Europe/Berlin") is zone_named("Europe/Berlin")
    assert zone_named("localtime") is zone_named("UTC")


def test_postgresql_is_asked_for_no_zone() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("services", "gateway", "proto-contracts/contracts", "deploy/openhours", "deploy/demo")
        for path in (ROOT / folder).rglob("*.py")
        if "tests" not in path.parts
        for line in path.read_text().splitlines()
        if IN_SQL.search(line)
    ]
    assert found == []


def test_there_are_all_zones() -> None:
    assert len(ZONES) > 590
