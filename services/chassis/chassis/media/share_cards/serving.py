"""Serves drawn share cards: a few are drawn at once, some wait, and those last asked for are remembered.

Whoever asks can only choose among what is public, but may ask for all of it. So drawing is bounded in each
process, and what it leaves behind is bounded memory, which is forgotten by the clock: nothing outlives an
erased account.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Final

from fastapi import Depends, FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from chassis.errors import Unavailable
from chassis.etags import is_known
from chassis.media.serving import HEADERS, PUBLIC
from chassis.media.share_cards.card import ShareCard
from chassis.remembered import forgetting

AT_ONCE: Final = 1
MOST_WAITING: Final = 16
REMEMBERED_CARDS: Final = 200
"""About 60 kB each."""
OUTDATED: Final = "public, max-age=60"
"""How long the way from an outdated address to the present one is kept."""


class ShareCards:
    """The cards of one process."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[str, bytes] = OrderedDict()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def drawn(self, path: str, draw: Callable[[], bytes]) -> bytes:
        """The card at `path`, which names its content; drawn in a thread when it is not remembered.

        Raises `Unavailable` when too many others wait to be drawn.
        """
        known = self._recall(path)
        if known is not None:
            return known
        if self._waiting >= MOST_WAITING:
            raise Unavailable
        self._waiting += 1
        try:
            async with self._turns:
                # Whoever waited for the same card finds it drawn.
                return self._recall(path) or self._remember(path, await asyncio.to_thread(draw))
        finally:
            self._waiting -= 1

    def _recall(self, path: str) -> bytes | None:
        if path not in self._remembered:
            return None
        self._remembered.move_to_end(path)
        return self._remembered[path]

    def _remember(self, path: str, card: bytes) -> bytes:
        self._remembered[path] = card
        if len(self._remembered) > REMEMBERED_CARDS:
            self._remembered.popitem(last=False)
        return card

    def forget(self) -> None:
        """Forget every card that was drawn."""
        self._remembered.clear()


@asynccontextmanager
async def share_cards_ready(app: FastAPI) -> AsyncGenerator[None]:
    """`app.state.share_cards` while the service runs."""
    app.state.share_cards = cards = ShareCards()
    async with forgetting(cards.forget):
        yield


async def served_card(
    cards: ShareCards, request: Request, current_path: str, draw: Callable[[], bytes]
) -> Response:
    """The answer to a request for a card whose present address is `current_path`.

    The address names the content, so the card may be kept for ever; an outdated address leads to the present
    one. Raises `Unavailable` when too many cards are being drawn.
    """
    if request.url.path != current_path:
        return RedirectResponse(current_path, 302, {**HEADERS, "Cache-Control": OUTDATED})
    headers = {**HEADERS, "Cache-Control": PUBLIC, "ETag": f'"{current_path.rpartition("/")[2]}"'}
    if is_known(headers["ETag"], request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    return Response(await cards.drawn(current_path, draw), media_type="image/jpeg", headers=headers)


async def _share_cards(request: Request) -> ShareCards:
    return request.app.state.share_cards


RequestShareCards = Annotated[ShareCards, Depends(_share_cards)]
"""The cards of the service; `app.state.share_cards` holds them."""


def draw_card(card: ShareCard) -> bytes:
    """The card as a JPEG (see `drawing.draw`). Work for a thread, which loads Pillow for the first one."""
    from chassis.media.share_cards.drawing import draw  # noqa: PLC0415

    return draw(card)
