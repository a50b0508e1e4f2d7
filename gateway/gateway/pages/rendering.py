"""Renders a page's first screen: fetches the public answers that it shows, and runs the app on them."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from typing import Final

import structlog

from gateway.pages.engine import CallAnswer, Engine, PageOrder, RenderedScreen, RenderingFailed
from gateway.pages.public_calls import Fetch
from gateway.pages.viewer import Viewer

log = structlog.get_logger()

MOST_ROUNDS: Final = 4
"""Answers may lead to further calls: the provider's name to the provider's services."""
MOST_CALLS: Final = 8
MOST_PAGES: Final = 64
"""Pages that are worked on at once; the browser renders the others."""
KEPT_SCREENS: Final = 200
FETCH_SECONDS: Final = 2.0
MINUTE_MS: Final = 60_000


class ScreenRenderer:
    """Renders screens for guests. What was rendered from the same answers is not rendered again."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._open_pages = 0
        self._kept: OrderedDict[bytes, RenderedScreen] = OrderedDict()

    async def render(self, address: str, viewer: Viewer, fetch: Fetch) -> RenderedScreen | None:
        """The screen at `address`; None when the browser has to render it.

        That is so when a service is away or slow, when the script fails, and while too many pages are open.
        """
        if self._open_pages >= MOST_PAGES:
            return None
        self._open_pages += 1
        try:
            return await self._rendered(address, viewer, fetch)
        except RenderingFailed as failure:
            # What follows the page's name may be the secret of a link.
            log.error("page not rendered", path=address.split("/")[1].partition("?")[0], reason=str(failure))
            return None
        finally:
            self._open_pages -= 1

    async def _rendered(self, address: str, viewer: Viewer, fetch: Fetch) -> RenderedScreen | None:
        now = time.time_ns() // (MINUTE_MS * 1_000_000) * MINUTE_MS
        order = PageOrder(address, viewer.language, viewer.languages, now, viewer.big_screen, viewer.timezone)
        page, calls = await self._engine.open(order)
        try:
            return await self._finish(page, order, calls, fetch)
        finally:
            self._engine.drop(page)

    async def _finish(
        self, page: int, order: PageOrder, calls: list[str], fetch: Fetch
    ) -> RenderedScreen | None:
        """The screen of an open page: a kept one when the answers are those that it was rendered from."""
        answers = await self._answer_calls(page, calls, fetch)
        if answers is None:
            return None
        key = _key_of(order, answers)
        screen = self._kept.get(key)
        if screen is None:
            screen = await self._engine.render(page)
            self._keep(key, screen)
        self._kept.move_to_end(key)
        return screen

    async def _answer_calls(self, page: int, calls: list[str], fetch: Fetch) -> list[CallAnswer] | None:
        """Answer the calls of the page until it has no more; None when an answer is missing."""
        all_answers: list[CallAnswer] = []
        for _ in range(MOST_ROUNDS):
            if not calls:
                return all_answers
            if len(all_answers) + len(calls) > MOST_CALLS:
                break
            try:
                async with asyncio.timeout(FETCH_SECONDS):
                    answers = await asyncio.gather(*(fetch(call) for call in calls))
            except TimeoutError:
                return None
            if any(answer.status >= 400 and answer.status not in {404, 410} for answer in answers):
                return None
            calls = await self._engine.answer(page, answers)
            all_answers += answers
        return None

    def forget(self) -> None:
        """Forget every screen that was rendered."""
        self._kept.clear()

    def _keep(self, key: bytes, screen: RenderedScreen) -> None:
        self._kept[key] = screen
        while len(self._kept) > KEPT_SCREENS:
            self._kept.popitem(last=False)


def _key_of(order: PageOrder, answers: list[CallAnswer]) -> bytes:
    digest = hashlib.sha256(repr(order).encode())
    for answer in answers:
        digest.update(b"%d %d " % (answer.status, len(answer.body)))
        digest.update(answer.body)
    return digest.digest()
