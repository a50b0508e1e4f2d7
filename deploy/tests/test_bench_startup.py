"""What the bench reads of imports and memory, and what no process loads before it needs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.memory import Memory, memory_of, table
from bench.processor_time import children_of
from bench.startup import PackageImport, packages_in
from chassis.media.validation import MOST_PIXELS
from local.layout import PARTS

PROFILE = """\
import time: self [us] | cumulative | imported package
import time:      1200 |       1200 |     email.message
{"event": "a line of the log"}
import time:       300 |       1500 |   email
import time:      2500 |       4000 | orjson
"""
LOADED_LATER = {
    "identity": {"zxcvbn"},
    "profiles": {"PIL"},
    "feed": {"PIL"},
    "notifications": {"firebase_admin", "google"},
}
"""By part, packages of which a start needs nothing: of a password's choice, of a picture, of Firebase."""


def test_a_profile_is_summed_up_by_package_the_heaviest_first() -> None:
    assert packages_in(PROFILE) == [PackageImport("orjson", 2.5, 1), PackageImport("email", 1.5, 2)]


@pytest.mark.parametrize("part", PARTS)
def test_a_process_starts_without_what_only_some_calls_and_commands_need(part: str) -> None:
    order = [sys.executable, "-X", "importtime", "-m", part, "--help"]
    profile = subprocess.run(order, check=True, capture_output=True, text=True).stderr
    loaded = {package.name for package in packages_in(profile)}
    assert {part, "chassis", "fastapi"} <= loaded
    assert not loaded & ({"alembic", "mako"} | LOADED_LATER.get(part, set()))


def test_a_card_is_drawn_within_the_limit_of_pictures_when_nothing_else_has_loaded_pillow() -> None:
    program = "from chassis.media.share_cards import drawing; print(drawing.Image.MAX_IMAGE_PIXELS)"
    order = [sys.executable, "-c", program]
    assert int(subprocess.run(order, check=True, capture_output=True, text=True).stdout) == MOST_PIXELS


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="no such file on this system")
def test_the_memory_of_a_process_is_what_it_holds() -> None:
    program = "import sys; kept = b'x' * 64_000_000; print('ready', flush=True); sys.stdin.read()"
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        found = memory_of(process.pid)
        assert 61 < found.pss <= found.rss < 200
        assert process.pid in children_of(os.getpid())


def test_the_table_of_memory_has_a_column_for_each_stage() -> None:
    stages = [{"gateway": Memory(100.4, 60), "feed": Memory(90, 50 + more)} for more in (0, 10, 20)]
    assert table(*stages)[2:] == [
        "| gateway | 100 (60) | 100 (60) | 100 (60) |",
        "| feed | 90 (50) | 90 (60) | 90 (70) |",
        "| all shares | 110 | 120 | 130 |",
    ]
