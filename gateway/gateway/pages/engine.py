"""The JavaScript engine that renders the app's screens: V8 in a thread of its own.

The web bundle brings a file for it (web/src/rendering). It is given no network, no clock and no files: what a
screen needs is handed to it as text, and it returns text.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

import orjson
from py_mini_racer import JSEvalException, MiniRacer

T = TypeVar("T")

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
        return await self._in_thread(self._open, _quoted(text))

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
        return await self._in_thread(self._evaluate, script)

    async def _in_thread(self, work: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def _open(self, text: str) -> tuple[int, list[str]]:
        page = int(self._evaluate(f"pages.open({text})"))
        return page, self._calls_of(page)

    def _answer(self, page: int, text: str) -> list[str]:
        self._evaluate(f"pages.answer({page}, {text})")
        return self._calls_of(page)

    def _calls_of(self, page: int) -> list[str]:
        """The calls since the last turn. No other page has its turn in between."""
        return orjson.loads(self._evaluate(f"pages.callsOf({page})"))

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
