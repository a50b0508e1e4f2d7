"""Parses an iCalendar file in a process of its own, so that a malicious file can only end that process.

`python -m booking.external_calendars.parser_process` takes one JSON line (zone, first, last) and the file on
its standard input. It answers the periods, or what is wrong in words, as JSON.
"""

import asyncio
import resource
import sys
from datetime import datetime
from typing import Final

import orjson

from booking.external_calendars.ics_parser import NotACalendar, busy_periods
from booking.slots.rules import Period
from booking.zones import zone_named

SECONDS: Final = 15
_MEMORY: Final = 1 << 30
_READERS: Final = asyncio.Semaphore(2)
"""However many calendars are added at once, most processors stay free for requests."""


async def read_busy(
    content: bytes, timezone: str, first: datetime, last: datetime, *, seconds: float = SECONDS
) -> list[Period]:
    """The busy periods of the file (see `ics_parser.busy_periods`).

    Raises NotACalendar, also when it takes longer than `seconds` or too much memory.
    """
    asked = orjson.dumps({"zone": timezone, "first": first, "last": last}) + b"\n"
    async with _READERS:
        answer = await _answer(asked + content, seconds)
    found = orjson.loads(answer)
    if "failure" in found:
        raise NotACalendar(found["failure"])
    return [(start, end) for start, end in found["periods"]]


async def _answer(asked: bytes, seconds: float) -> bytes:
    reader = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "booking.external_calendars.parser_process",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(seconds):
            answer, _ = await reader.communicate(asked)
    except TimeoutError as error:
        raise NotACalendar("This calendar takes too long to read.") from error
    finally:
        if reader.returncode is None:
            reader.kill()
            await reader.wait()
    if reader.returncode:
        raise NotACalendar("This calendar can't be read.")
    return answer


def main() -> None:
    """Parse one file from standard input, within bounds of time and memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    asked = orjson.loads(sys.stdin.buffer.readline())
    first, last = datetime.fromisoformat(asked["first"]), datetime.fromisoformat(asked["last"])
    try:
        periods = busy_periods(sys.stdin.buffer.read(), zone_named(asked["zone"]), first, last)
        answer: dict[str, object] = {"periods": periods}
    except NotACalendar as wrong:
        answer = {"failure": str(wrong)}
    sys.stdout.buffer.write(orjson.dumps(answer))


if __name__ == "__main__":
    main()
