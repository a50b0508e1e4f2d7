"""Puts a page together: its head, its status, what to load next, and for guests its first screen.

product.md 2.13.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.types import Scope

from gateway.dispatch import Dispatcher
from gateway.pages.document import fill
from gateway.pages.engine import Engine
from gateway.pages.head import with_head
from gateway.pages.page_heads import PageHeads
from gateway.pages.page_list import ListedPage, PageList
from gateway.pages.public_calls import PageCalls, fetch_for
from gateway.pages.rendering import ScreenRenderer
from gateway.pages.viewer import viewer_of

FOUND: Final = 200
START: Final = "/"
HOME: Final = "/home"
"""What guests see at `START`."""


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """A page, ready to be sent."""

    content: bytes
    status: int


class PageServer:
    """Builds pages from the bundle's empty one."""

    def __init__(self, heads: PageHeads) -> None:
        self._heads = heads
        self._engine: Engine | None = None
        self._renderer: ScreenRenderer | None = None
        self.dispatcher: Dispatcher | None = None
        """Answers the calls of pages; set before the first request."""

    def use_script(self, file: Path) -> None:
        """Render with this script from now on; not at all when there is none."""
        self.close()
        if file.is_file():
            self._engine = Engine(file.read_text())
            self._engine.warm_up()
            self._renderer = ScreenRenderer(self._engine)

    def close(self) -> None:
        """Stop the engine."""
        if self._engine is not None:
            self._engine.close()
        self._engine = self._renderer = None

    def forget(self) -> None:
        """Forget every screen that was rendered."""
        if self._renderer is not None:
            self._renderer.forget()

    async def build(
        self, scope: Scope, shell: bytes, pages: PageList, page: ListedPage | None, request_id: bytes
    ) -> BuiltPage:
        """The page for a request. `page`: what is listed at its path; None where there is no page."""
        if scope["path"] == START:
            page = pages.find(HOME) or page
        viewer = viewer_of(scope)
        assert self.dispatcher, "the gateway is not running"
        calls = PageCalls(fetch_for(self.dispatcher, scope, viewer.language, request_id))
        try:
            headed = await self._heads.of(scope, FOUND if page else 404, calls)
            document = with_head(shell, headed.head)
            if page is None:
                return BuiltPage(document, headed.status)
            screen = None
            if page.rendered and not viewer.signed_in and headed.status == FOUND and self._renderer:
                screen = await self._renderer.render(_address_of(scope), viewer, calls)
        finally:
            calls.end()
        texts = pages.texts.get(viewer.language)
        return BuiltPage(fill(document, page, texts, screen), headed.status)


def _address_of(scope: Scope) -> str:
    path = HOME if scope["path"] == START else scope.get("raw_path", scope["path"].encode()).decode("latin-1")
    query = scope["query_string"].decode("latin-1")
    return f"{path.partition('?')[0]}?{query}" if query else path.partition("?")[0]
