"""What a drill counts as a fault, and with which line it ends."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from client.api_client import UnexpectedRefusal, eventually, lasting
from drills.__main__ import DRILLS
from drills.customers import Refusal, Seen
from drills.failover import LONGEST_GAP_SECONDS, refusal_faults
from drills.running import Drill, NotTried, run_drill, verdict
from local.databases import CHECKOUT
from local.supervision import ServerFailed

KILLED = 1000.0


def refused(text: str, began: float) -> Seen:
    """Users one of whom was refused, so many seconds after the kill."""
    refusal = Refusal(text, KILLED + began, KILLED + began + 0.1)
    return Seen(failures=[text], refusals=[refusal])


@pytest.mark.parametrize(
    ("began", "permitted"), [(0.2, True), (-5.0, False), (LONGEST_GAP_SECONDS + 1, False)]
)
def test_calls_may_be_refused_only_in_the_gap(began: float, *, permitted: bool) -> None:
    faults = refusal_faults(refused("book: 503", began), KILLED)
    assert (not faults) is permitted


def test_another_failure_in_the_gap_is_a_fault() -> None:
    seen = refused("book: 503", 0.2)
    seen.failures.append("book: 500 Temporary server issue")
    assert refusal_faults(seen, KILLED) == ["book: 500 Temporary server issue"]


def test_a_drill_ends_with_one_line_that_says_whether_it_held(capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict([], "nothing was lost.") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Held: nothing was lost."
    assert verdict(["an order is lost"], "nothing was lost.") == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("Broken: ")


def test_a_drill_that_cannot_run_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    async def run(folder: Path, words: Sequence[str]) -> list[str]:
        del folder
        raise NotTried(f"no {words[0]} here.")

    assert run_drill("none", Drill("Nothing happens.", run, "nothing."), ["broker"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Nothing happens.", "Skipped: no broker here."]


def test_a_server_that_failed_is_what_did_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    async def run(folder: Path, words: Sequence[str]) -> list[str]:
        del folder, words
        raise ServerFailed("feed ended")

    assert run_drill("none", Drill("A part ends.", run, "nothing.")) == 1
    assert "  feed ended" in capsys.readouterr().out.splitlines()


def test_every_drill_is_in_the_list_of_targets_and_has_a_row_in_the_document() -> None:
    (line,) = re.findall(r"^drill: ## (.*)$", (CHECKOUT / "Makefile").read_text(), re.MULTILINE)
    document = (CHECKOUT / "deploy" / "README.md").read_text()
    assert [name for name in DRILLS if name not in line] == []
    assert set(re.findall(r"`make drill NAME=(\w+)`", document)) == set(DRILLS)


async def test_a_fault_that_goes_away_is_none_and_one_that_lasts_is_told() -> None:
    found = [["two differ"], ["one differs"], []]

    async def find() -> list[str]:
        return found.pop(0) if len(found) > 1 else found[0]

    assert await lasting(find, 5) == []
    found[:] = [["one differs"]]
    assert await lasting(find, 0.05) == ["one differs"]


async def test_what_is_waited_for_is_any_value_but_none_and_false_and_is_named_when_it_fails() -> None:
    async def none() -> int | None:
        return None

    async def zero() -> int:
        return 0

    values = [False, True]
    assert await eventually(lambda: values.pop(0)) is True
    assert await eventually(zero) == 0
    with pytest.raises(UnexpectedRefusal, match="a letter did not come"):
        await eventually(none, "a letter", 0.02)
