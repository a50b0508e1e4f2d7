"""What the log of a running system says of callers who are refused (OWASP ASVS 16.3.2)."""

import re
from collections.abc import Mapping
from typing import Final

from ci.documents.callers import CODE, Caller
from gateway.routes import COMPOSED, Route
from testkit.environments import EmbeddedRun

Line = dict[str, str]
REASONS: Final[dict[int | str | None, set[str]]] = {
    401: {"no_token", "wrong_kind"},
    403: {"not_allowed", "not_staff", "one_factor"},
    422: {"login_over"},
    CODE: {"unconfirmed"},
}
"""Which reasons the log may give for the answer of a cell of callers.md."""
KINDS: Final = {
    Caller.NOBODY: "unknown",
    Caller.GUEST: "guest",
    Caller.STAFF_WITHOUT_FACTOR: "staff",
    Caller.STAFF: "staff",
}


def lines_of(run: EmbeddedRun) -> list[Line]:
    """The lines about refused rights, by their fields."""
    written = run.log.read_text(errors="replace").splitlines()
    return [dict(re.findall(r"(\w+)=(\S*)", line)) for line in written if "right refused" in line]


def call_of(line: Line) -> str:
    """The call of a line; the gateway names it without its path."""
    return line["route"].removeprefix("/api/").partition("/")[0]


def assert_each_left_one_line(
    run: EmbeddedRun, caller: Caller, cells: Mapping[str, tuple[Route, int | str]], before: list[Line]
) -> None:
    """Each refused call has left one line in the log, which names its request id.

    What the same caller was refused `before` may be summed up, for a moment: only suspending somebody asks.
    """
    asked = {call_of(line) for line in before}
    by_request: dict[str, list[Line]] = {}
    for line in lines_of(run):
        by_request.setdefault(line["request_id"], []).append(line)
    for name, (route, expected) in cells.items():
        told = by_request.get(name, [])
        if route.service == COMPOSED:  # each service that was asked tells of it
            assert {line["service"] for line in told} or caller is Caller.SUSPENDED, name
            assert len({line["service"] for line in told}) == len(told), name
        elif caller is not Caller.SUSPENDED or route.call not in asked:
            assert [call_of(line) for line in told] == [route.call], (name, told)
        for line in told:
            assert line["reason"] in REASONS[expected], line
            assert line["caller"] == KINDS.get(caller, "account"), line
            assert bool(line["caller_id"]) == (caller is not Caller.NOBODY), line
            assert "nothing" not in line["route"], "a value of the path"
