"""Latency: each event, answer and file takes a random while, as under load or on a bad line.

Events of one aggregate keep their order, those of different aggregates come as they like (contracts.event);
so do two answers asked for at once. Code or tests that count on more pass for weeks and fail once:
`pytest --late-events` and `python -m testkit.latency` (the embedded environment with latency) find them.
"""

import asyncio
import random
import sys
from typing import Final

from chassis.bus import Message
from chassis.bus.local import LocalBus
from local import runner
from local.embedded_app import Substitutions
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Part

MEAN_EVENT_SECONDS: Final = 0.04
MEAN_ANSWER_SECONDS: Final = 0.1
"""On the way there, and again on the way back."""


class SlowBus(LocalBus):
    """Hands each message over a random while later; whoever publishes waits for it."""

    async def publish(self, message: Message) -> None:
        """See `LocalBus.publish`."""
        await _a_while(MEAN_EVENT_SECONDS)
        await super().publish(message)


class SlowAnswers:
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


def main() -> int:
    """`make run` with latency between its parts."""
    return runner.main(Substitutions(bus=SlowBus, around_gateway=SlowAnswers))


if __name__ == "__main__":
    sys.exit(main())
