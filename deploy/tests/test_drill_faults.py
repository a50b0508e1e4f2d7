"""What a drill counts as a fault, and with which line it ends."""

import pytest
from drills.customers import Refusal, Seen
from drills.failover import LONGEST_GAP_SECONDS, refusal_faults
from drills.invariants import verdict

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
