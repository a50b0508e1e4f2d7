"""A house in which everything takes its own time, as under load.

Events of one aggregate keep their order, those of different aggregates come as they like (contracts.event);
so do two answers asked for at once. What counts on more passes for weeks and fails once:
`pytest --late-events` and `LATE=1 make run` find it.
"""

import asyncio
import random
from typing import Final

from chassis.bus import Message
from chassis.bus.local import LocalBus
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Part

MEAN_EVENT_SECONDS: Final = 0.04
MEAN_ANSWER_SECONDS: Final = 0.1
"""On the way there, and again on the way back."""


class LateBus(LocalBus):
    """Hands each message over a random while later; whoever publishes waits for it."""

    async def publish(self, message: Message) -> None:
        """See `LocalBus.publish`."""
        await _a_while(MEAN_EVENT_SECONDS)
        await super().publish(message)


class LateAnswers:
    """Each call, socket and file takes a random while each way; the frames of one socket keep their order."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def late(part: Part) -> None:
            if part["type"] in {"http.response.start", "websocket.send"}:
                await _a_while(MEAN_ANSWER_SECONDS)
            await send(part)

        await _a_while(MEAN_ANSWER_SECONDS)
        await self._app(scope, receive, late)


async def _a_while(mean_seconds: float) -> None:
    await asyncio.sleep(random.expovariate(1 / mean_seconds))
