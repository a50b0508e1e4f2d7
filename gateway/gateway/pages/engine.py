"""The JavaScript engine that renders the app's screens: V8 in a process of its own.

The web bundle brings a script for it (web/src/rendering). It is given no network, no clock and no files: what
a screen needs is handed to it as text, and it returns text. When its process ends, the pages that are open in
it are lost, and the next page gets a new one.
"""

import asyncio
import itertools
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

import orjson

T = TypeVar("T")

RENDER_SECONDS: Final = 5
"""A page is rendered in some milliseconds. A script that takes this long is stopped."""
RETRY_SECONDS: Final = 10.0
"""How long no engine is started after one that could not read the bundle's script."""
MODULE: Final = "gateway.pages.script_process"


class RenderingFailed(Exception):
    """The page could not be rendered; the reason is the engine's."""


@dataclass(frozen=True, slots=True)
class PageOrder:
    """What the screen is rendered for."""

    address: str
    """Path and query."""
    language: str
    languages: tuple[str, ...]
    """The browser's languages, the preferred first."""
    now: int
    """Milliseconds since 1970."""
    big_screen: bool
    timezone: str
    """The viewer's IANA zone; "" when it is not known."""


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """The answer to one public call."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class RenderedScreen:
    """The screen's HTML, and the data with which the app takes it over in the browser."""

    html: str
    state: object


class Engine:
    """Works on one page at a time. Raises `RenderingFailed` from each method when a script fails."""

    def __init__(self, script: str, seconds: float = RENDER_SECONDS) -> None:
        self._script = script
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "page-engine")
        self._process: subprocess.Popen[bytes] | None = None
        self._retry_at = 0.0
        self._numbers = itertools.count(1)
        """A page keeps its number for itself when the engine starts anew: no other gets its answers."""

    def warm_up(self) -> None:
        """Start the engine in its thread, so that the first page need not wait for it."""
        self._thread.submit(self._running)

    async def open(self, order: PageOrder) -> tuple[int, list[str]]:
        """Begin a page; returns its number, and the addresses of the calls that it waits for.

        Without calls it can be rendered.
        """
        text = orjson.dumps(
            {
                "address": order.address,
                "language": order.language,
                "languages": order.languages,
                "now": order.now,
                "bigScreen": order.big_screen,
                "timezone": order.timezone,
            }
        )
        page = next(self._numbers)
        return page, await self._in_thread(self._open, page, _quoted(text))

    async def answer(self, page: int, answers: Sequence[CallAnswer]) -> list[str]:
        """Hand over the answers to the page's calls, in their order; returns the calls that follow."""
        text = orjson.dumps(
            [{"status": one.status, "headers": one.headers, "body": one.body.decode()} for one in answers]
        )
        return await self._in_thread(self._answer, page, _quoted(text))

    async def render(self, page: int) -> RenderedScreen:
        """The finished page."""
        finished = None
        for is_last in ("false", "false", "true"):
            if finished is not None:
                break
            script = f"pages.render({page}, {is_last})"
            finished = orjson.loads(await self._in_thread(self._evaluate, script))
        if finished is None:
            raise RenderingFailed("not finished")
        if finished["problems"]:
            raise RenderingFailed(finished["problems"][0])
        return RenderedScreen(finished["html"], finished["state"])

    def drop(self, page: int) -> None:
        """Forget a page, rendered or not, as soon as no other page is worked on."""
        self._thread.submit(self._drop, page)

    def close(self) -> None:
        """Stop the engine and its thread."""
        self._thread.submit(self._stop)
        self._thread.shutdown(wait=True)

    async def _in_thread(self, work: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def _open(self, page: int, text: str) -> list[str]:
        self._evaluate(f"pages.open({page}, {text})")
        return self._calls_of(page)

    def _answer(self, page: int, text: str) -> list[str]:
        self._evaluate(f"pages.answer({page}, {text})")
        return self._calls_of(page)

    def _calls_of(self, page: int) -> list[str]:
        """The calls since the last turn. No other page has its turn in between."""
        return orjson.loads(self._evaluate(f"pages.callsOf({page})"))

    def _drop(self, page: int) -> None:
        if self._process is not None:
            self._evaluate(f"pages.drop({page})")

    def _evaluate(self, script: str) -> str:
        return self._run(self._running(), script)

    def _running(self) -> subprocess.Popen[bytes]:
        """The engine's process, which has read the bundle's script."""
        if self._process is not None:
            return self._process
        if time.monotonic() < self._retry_at:
            raise RenderingFailed("the engine did not start a moment ago")
        # Without the gateway's environment, which holds secrets.
        command = [sys.executable, "-I", "-m", MODULE, str(self._seconds)]
        process = self._process = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={}
        )
        try:
            self._run(process, self._script)
        except RenderingFailed:
            self._stop()
            self._retry_at = time.monotonic() + RETRY_SECONDS
            raise
        return process

    def _run(self, process: subprocess.Popen[bytes], script: str) -> str:
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(orjson.dumps(script) + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
            answer: dict[str, str] = orjson.loads(line)
        except (OSError, orjson.JSONDecodeError) as error:
            self._stop()
            raise RenderingFailed("the engine ended") from error
        if "failure" in answer:
            raise RenderingFailed(answer["failure"])
        return answer["value"]

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _quoted(text: bytes) -> str:
    """`text` as a JavaScript string."""
    return orjson.dumps(text.decode()).decode()
