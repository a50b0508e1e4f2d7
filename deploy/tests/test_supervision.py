"""Why a server ended, and how often it is started again."""

import asyncio

import pytest
from local import supervision
from local.ends import DISK_FULL, MEMORY_SHORT, PORT_TAKEN, STILL_ENDING, End, cause_of_end
from local.supervision import ServerFailed, ServerGone, keep_alive

CAUSES = [
    ('PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device', DISK_FULL),
    ('FATAL:  could not extend file "base/1/2": Disk quota exceeded', DISK_FULL),
    ("FATAL:  could not map anonymous shared memory: Cannot allocate memory", MEMORY_SHORT),
    ('FATAL:  could not resize shared memory segment "/P.1": No space left on device', MEMORY_SHORT),
    ('LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', PORT_TAKEN),
    ("FATAL:  pre-existing shared memory block (key 7, ID 1) is still in use", STILL_ENDING),
    ("{error,{eaddrinuse,5672}}", PORT_TAKEN),
]


@pytest.mark.parametrize(("log", "words"), CAUSES)
def test_the_log_says_why(log: str, words: str) -> None:
    assert cause_of_end(f"LOG:  starting\n{log}\nLOG:  database system is shut down\n", 1) == words


def test_what_the_log_cannot_say() -> None:
    assert cause_of_end("LOG:  ready", -9) == "killed by SIGKILL"
    assert cause_of_end("LOG:  ready", -9, killed_for_memory=True) == MEMORY_SHORT
    assert cause_of_end("LOG:  ready", 3) == "it ended with code 3"
    assert cause_of_end("", None) == "it gave no reason"
    assert cause_of_end("LOG: a\nFATAL:  data are damaged\nLOG: b", 1) == "FATAL:  data are damaged"


class _Mortal:
    """A server that ends `lives` times and starts at every `start_at`-th try."""

    name = "PostgreSQL"

    def __init__(self, lives: int, start_at: int, *, hopeless: bool = False) -> None:
        self.lives, self.start_at, self.hopeless = lives, start_at, hopeless
        self.tries = 0

    def ended(self) -> End | None:
        return End("killed by SIGKILL", self.hopeless) if self.lives else None

    def start_again(self) -> None:
        self.tries += 1
        if self.tries % self.start_at:
            raise ServerFailed(DISK_FULL)
        self.lives -= 1


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "PAUSES", (0.01, 0.02, 0.03))
    monkeypatch.setattr(supervision, "LOOK_SECONDS", 0.01)


async def test_one_line_tells_of_a_new_start(capsys: pytest.CaptureFixture[str]) -> None:
    server = _Mortal(lives=1, start_at=2)
    watching = asyncio.create_task(keep_alive(server))
    while server.lives:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    watching.cancel()
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("PostgreSQL has ended (killed by SIGKILL) and runs again after ")
    assert line.endswith("(try 2 of 3).")


async def test_it_is_given_up_after_three_tries() -> None:
    server = _Mortal(lives=1, start_at=4)
    with pytest.raises(ServerGone, match=f"could not be started again in 3 tries: {DISK_FULL}"):
        await keep_alive(server)
    assert server.tries == 3


async def test_a_server_that_keeps_ending_uses_up_its_tries() -> None:
    server = _Mortal(lives=9, start_at=1)
    with pytest.raises(ServerGone):
        await keep_alive(server)
    assert server.tries == 3


async def test_no_try_is_made_where_none_can_help() -> None:
    server = _Mortal(lives=1, start_at=1, hopeless=True)
    with pytest.raises(ServerGone, match="is not started again"):
        await keep_alive(server)
    assert server.tries == 0
