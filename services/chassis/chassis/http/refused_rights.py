"""Writes down who was refused what, and why (OWASP ASVS 16.3.2): a line of the log, and a counter.

A line names the call's route and the caller's id; never a token, an address or a value of a path. Whoever is
refused over and over is summed up (see `chassis.repeated_lines`), and all lines share an allowance, so that
nobody fills the log with refusals. Strangers have an allowance of their own: they cannot use up that of
accounts, whose refusals say more.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog
from fastapi import Request

from chassis.errors import KnownCaller, Problem, Refusal, Unauthenticated
from chassis.http.callers import CALLER
from chassis.repeated_lines import Repeats

REMEMBERED: Final = 4096
BURST: Final = 300
"""Lines at once, of each sort of callers."""
SECONDS_FOR_A_LINE: Final = 6.0
"""After a burst, one line in this time."""
UNKNOWN: Final = "unknown"
"""The kind of a caller who showed nothing that is valid."""

log = structlog.get_logger()
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class RefusedRight:
    """One refusal."""

    route: str
    """The template of the call's path."""
    reason: Refusal
    caller: KnownCaller | None
    request_id: str | None

    @property
    def same_as(self) -> tuple[str, ...]:
        """What refusals have in common that are summed up in one line."""
        return self.route, self.reason, self.caller.id if self.caller else ""


class _Lines:
    """Chooses which refusals of one sort of callers are written."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._repeats = Repeats(clock, REMEMBERED)
        self._allowed, self._counted_at = float(BURST), clock()
        self._left_out = 0

    def choose(self, refused: RefusedRight) -> dict[str, int] | None:
        """How often it was there by now, and how many others were left out for want of allowance.

        None when no line is to be written.
        """
        times = self._repeats.count(refused.same_as)
        if times is None:
            return None
        now = self._clock()
        self._allowed = min(BURST, self._allowed + (now - self._counted_at) / SECONDS_FOR_A_LINE)
        self._counted_at = now
        if self._allowed < 1:
            self._left_out += 1
            return None
        self._allowed -= 1
        left_out, self._left_out = self._left_out, 0
        return {"times": times, "left_out": left_out} if left_out else {"times": times}


class RefusedRights:
    """The refusals of one service, or of the gateway."""

    def __init__(
        self, service: str, count: Callable[[str, Refusal], None], clock: Clock = time.monotonic
    ) -> None:
        """`count` counts a refusal of a route for a reason."""
        self._service = service
        self._count = count
        self._strangers, self._known = _Lines(clock), _Lines(clock)

    def note(self, refused: RefusedRight) -> None:
        """Count a refusal, and write it unless the same was written a moment ago."""
        self._count(refused.route, refused.reason)
        caller = refused.caller
        chosen = (self._known if caller else self._strangers).choose(refused)
        if chosen is None:
            return
        log.info(
            "right refused",
            service=self._service,
            route=refused.route,
            reason=refused.reason,
            caller=kind_of(caller),
            caller_id=caller.id if caller else "",
            request_id=refused.request_id,
            **chosen,
        )

    def note_problem(
        self,
        problem: Problem,
        route: str,
        request_id: str | None = None,
        *,
        caller: KnownCaller | None = None,
        with_token: bool = True,
    ) -> None:
        """Note this problem if it refuses a right. `caller` is who called, where the problem names nobody."""
        caller = problem.caller or caller
        reason = _reason_of(problem, caller, with_token=with_token)
        if reason is not None:
            self.note(RefusedRight(route, reason, caller, request_id))


def kind_of(caller: KnownCaller | None) -> str:
    """account, staff or guest; `UNKNOWN` for a stranger."""
    if caller is None:
        return UNKNOWN
    return "staff" if getattr(caller, "staff", False) else caller.kind


def _reason_of(problem: Problem, caller: KnownCaller | None, *, with_token: bool) -> Refusal | None:
    if problem.refusal or not isinstance(problem, Unauthenticated):
        return problem.refusal
    if caller is not None:
        return "wrong_kind"
    return "bad_token" if with_token else "no_token"


def note(request: Request, problem: Problem, route: str) -> None:
    """Write down the refusal of a request to a service, if this problem is one."""
    refused_rights: RefusedRights = request.app.state.refused_rights
    refused_rights.note_problem(
        problem,
        route,
        request.headers.get("x-request-id"),
        caller=request.scope.get(CALLER),
        with_token="authorization" in request.headers,
    )
