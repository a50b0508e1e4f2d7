"""Parses an iCalendar file in a process of its own, so that a malicious file can only end that process.

`python -m booking.external_calendars.parser_process` takes one JSON line (zone, first, last, and the limits)
and the file on its standard input. It answers the periods, or what is wrong in words, as JSON. It has
192 MiB of memory and 15 seconds of a processor, opens no file and inherits no secret of the service.
"""

import asyncio
import os
import resource
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

import orjson
from contracts.zones import zone_named

from booking.external_calendars.ics_lines import NotACalendar
from booking.external_calendars.ics_parser import BusyTime, busy_time
from booking.slots.rules import Period

MEMORY: Final = 192 << 20
"""Of its address space. A small calendar takes less than 30 MiB of it, one of most events and dates 38."""
CPU_SECONDS: Final = 15
SECONDS: Final = 45.0
"""By the clock. A calendar can take processor time only, so this ends a reader of a busy machine."""
_LONGEST_ANSWER: Final = 2_000_000
_PIECE: Final = 65_536
_OUT_OF_MEMORY: Final = 86
_INHERITED: Final = ("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LANG", "LC_ALL")
_READERS: Final = asyncio.Semaphore(2)
"""However many calendars are added at once, most processors stay free for requests."""


class ReaderKilled(NotACalendar):
    """The file used up the memory or the processor time of its reader. The message is for people."""

    def __init__(self) -> None:
        super().__init__("This calendar takes too much time or memory to read.")


async def read_busy(
    content: bytes,
    timezone: str,
    first: datetime,
    last: datetime,
    *,
    seconds: float = SECONDS,
    cpu_seconds: int = CPU_SECONDS,
    memory: int = MEMORY,
) -> BusyTime:
    """The busy time in the file (product.md 4.14; see `ics_parser.busy_time`).

    Raises NotACalendar, also when it takes longer than `seconds`; ReaderKilled when it takes more than
    `cpu_seconds` of a processor, or more than `memory` bytes.
    """
    limits = {"cpu": cpu_seconds, "memory": memory}
    asked = orjson.dumps({"zone": timezone, "first": first, "last": last, **limits}) + b"\n"
    async with _READERS:
        answer = await _answer(asked, content, seconds)
    found = orjson.loads(answer)
    if "failure" in found:
        raise NotACalendar(found["failure"])
    return BusyTime(
        _periods(found["periods"]),
        {uid: _periods(each) for uid, each in found["ours"].items()},
        found["in_doubt"],
        found["left_out"],
        found["unknown_zones"],
    )


def _periods(listed: list[list[int]]) -> list[Period]:
    return [(start, end) for start, end in listed]


async def _answer(asked: bytes, content: bytes, seconds: float) -> bytes:
    reader = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "booking.external_calendars.parser_process",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        env={name: os.environ[name] for name in _INHERITED if name in os.environ},
    )  # fmt: skip
    try:
        async with asyncio.timeout(seconds):
            _, answer = await asyncio.gather(_tell(reader, asked, content), _hear(reader))
            status = await reader.wait()
    except TimeoutError as error:
        raise NotACalendar("This calendar takes too long to read.") from error
    finally:
        if reader.returncode is None:
            reader.kill()
            await reader.wait()
    if status == _OUT_OF_MEMORY or status < 0:
        raise ReaderKilled
    if status or len(answer) > _LONGEST_ANSWER:
        raise NotACalendar("This calendar can't be read.")
    return answer


async def _tell(reader: asyncio.subprocess.Process, asked: bytes, content: bytes) -> None:
    """Hand the file over in pieces, so that it lies in this process once. The reader may be gone already."""
    assert reader.stdin is not None
    try:
        reader.stdin.write(asked)
        for start in range(0, len(content), _PIECE):
            reader.stdin.write(content[start : start + _PIECE])
            await reader.stdin.drain()
        reader.stdin.close()
        await reader.stdin.wait_closed()
    except (BrokenPipeError, ConnectionResetError):
        return


async def _hear(reader: asyncio.subprocess.Process) -> bytes:
    """What the reader answers; of more than is allowed, as much as shows that it is too much."""
    assert reader.stdout is not None
    answer = bytearray()
    while piece := await reader.stdout.read(_PIECE):
        if len(answer) <= _LONGEST_ANSWER:
            answer += piece
    return bytes(answer)


def main() -> None:
    """Parse one file from standard input, within bounds of time and memory."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    _be_killed_first()
    asked = orjson.loads(sys.stdin.buffer.readline())
    resource.setrlimit(resource.RLIMIT_CPU, (asked["cpu"], asked["cpu"]))
    resource.setrlimit(resource.RLIMIT_AS, (asked["memory"], asked["memory"]))
    first, last = datetime.fromisoformat(asked["first"]), datetime.fromisoformat(asked["last"])
    try:
        answer: object = busy_time(sys.stdin.buffer.read(), zone_named(asked["zone"]), first, last)
    except NotACalendar as wrong:
        answer = {"failure": str(wrong)}
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    sys.stdout.buffer.write(orjson.dumps(answer))


def _be_killed_first() -> None:
    """Where memory is short, the system ends this process and not the service (Linux)."""
    score = Path("/proc/self/oom_score_adj")
    if score.exists():
        score.write_text("1000")


if __name__ == "__main__":
    main()
