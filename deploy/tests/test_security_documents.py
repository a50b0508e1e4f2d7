"""SECURITY.md and the table of OWASP ASVS name what is there, and leave no requirement out."""

import re
from pathlib import Path

import pytest
from local.databases import CHECKOUT

SECURITY = CHECKOUT / "SECURITY.md"
ASVS = CHECKOUT / "proto-contracts/docs/asvs.md"
NUMBERS = Path(__file__).with_name("asvs-5.0.0-levels-1-and-2.txt")
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+) \|$", re.MULTILINE)


@pytest.mark.parametrize("document", [SECURITY, ASVS], ids=lambda path: path.name)
def test_every_file_that_is_named_is_there(document: Path) -> None:
    named = re.findall(
        r"`([\w./-]+\.(?:py|ts|md|yaml|toml|dockerignore))`|`(\.dockerignore)`", document.read_text()
    )
    paths = [first or second for first, second in named]
    assert len(paths) > 15
    assert not [path for path in paths if not (CHECKOUT / path).is_file()]


def test_every_requirement_of_both_levels_is_in_the_table_once() -> None:
    wanted = NUMBERS.read_text().strip().split(",")
    assert len(wanted) == 253
    assert [number for number, _, _ in ROW.findall(ASVS.read_text())] == wanted


def test_every_requirement_is_held_by_a_file_or_says_why_not() -> None:
    for number, _, held in ROW.findall(ASVS.read_text()):
        assert re.match(r"`[\w./-]+`|no: \w|does not apply: \w", held), number


def test_the_numbers_above_the_table_are_those_of_the_table() -> None:
    text = ASVS.read_text()
    held = [each for _, _, each in ROW.findall(text)]
    apart = sum(each.startswith("does not apply") for each in held)
    refused = sum(each.startswith("no: ") for each in held)
    said = re.search(r"Of (\d+) requirements (\d+) are held, (\d+) do not apply, and (\d+) are not", text)
    assert said is not None
    assert [int(each) for each in said.groups()] == [len(held), len(held) - apart - refused, apart, refused]


def test_every_threat_names_a_test() -> None:
    section = SECURITY.read_text().partition("## Threats")[2]
    rows = [line for line in section.splitlines() if line.startswith("| ") and "held by" not in line]
    assert len(rows) > 10
    assert all(re.search(r"test_\w+\.py|\.spec\.ts|\.test\.tsx", row) for row in rows)
