"""The JavaScript engine that renders the app's screens: V8 in a thread of its own.

The web bundle brings a file for it (web/src/rendering). It is given no network, no clock and no files: what a
screen needs is handed to it as text, and it returns text.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import orjson
from py_mini_racer import JSEvalException, MiniRacer

RENDER_SECONDS: Final = 5
"""A page is rendered in some milliseconds. A script that takes this long is stopped."""
MEMORY_BYTES: Final = 256 * 1024 * 1024
LARGEST_SCRIPT: Final = 16 * 1024 * 1024


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
    """Renders one page at a time. Raises `RenderingFailed` from each method when a script fails."""

    def __init__(self, script: str) -> None:
        self._script = script
        self._thread = ThreadPoolExecutor(1, "page-engine")
        self._context: MiniRacer | None = None

    def warm_up(self) -> None:
        """Start the engine in its thread, so that the first page need not wait for it."""
        self._thread.submit(self._start)

    async def open(self, order: PageOrder) -> int:
        """Begin a page; returns its number."""
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
        return int(await self._run(f"pages.open({_quoted(text)})"))

    async def calls_of(self, page: int) -> list[str]:
        """The addresses of the calls that the page waits for; none once it can be rendered."""
        return orjson.loads(await self._run(f"pages.callsOf({page})"))

    async def answer(self, page: int, answers: Sequence[CallAnswer]) -> None:
        """Hand over the answers to the calls of `calls_of`, in their order."""
        text = orjson.dumps(
            [{"status": one.status, "headers": one.headers, "body": one.body.decode()} for one in answers]
        )
        await self._run(f"pages.answer({page}, {_quoted(text)})")

    async def render(self, page: int) -> RenderedScreen:
        """The finished page."""
        finished = None
        for is_last in ("false", "false", "true"):
            if finished is not None:
                break
            finished = orjson.loads(await self._run(f"pages.render({page}, {is_last})"))
        if finished is None:
            raise RenderingFailed("not finished")
        if finished["problems"]:
            raise RenderingFailed(finished["problems"][0])
        return RenderedScreen(finished["html"], finished["state"])

    async def drop(self, page: int) -> None:
        """Forget a page that is not needed."""
        await self._run(f"pages.drop({page})")

    def close(self) -> None:
        """Stop the engine and its thread."""
        self._thread.submit(self._stop)
        self._thread.shutdown(wait=True)

    async def _run(self, script: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._evaluate, script)

    def _evaluate(self, script: str) -> str:
        try:
            return str(self._start().eval(script, timeout_sec=RENDER_SECONDS))
        except JSEvalException as error:
            # A script that was stopped leaves the engine in an unknown state. The next page gets a new one.
            self._stop()
            raise RenderingFailed(str(error)[:2000]) from error

    def _start(self) -> MiniRacer:
        if self._context is None:
            self._context = MiniRacer()
            self._context.set_hard_memory_limit(MEMORY_BYTES)
            self._context.eval(self._script)
        return self._context

    def _stop(self) -> None:
        if self._context is not None:
            self._context.close()
            self._context = None


def _quoted(text: bytes) -> str:
    """`text` as a JavaScript string."""
    return orjson.dumps(text.decode()).decode()
