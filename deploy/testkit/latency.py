"""Adds a random delay to each event, answer and file, as under load or on a slow network.

Only events of one aggregate keep their order (contracts.event). Events of different aggregates come in any
order, and so do answers to requests sent at once. Code or tests that assume more fail rarely without this:
`pytest --late-events` and `python -m testkit.latency` (`make run` with latency) find them.
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
from starlette.types import Message as SentMessage

MEAN_EVENT_SECONDS: Final = 0.04
MEAN_ANSWER_SECONDS: Final = 0.1
"""For the request, and again for the answer."""


class SlowBus(LocalBus):
    """Delivers each message after a random delay, for which the publisher waits."""

    async def publish(self, message: Message) -> None:
        """See `LocalBus.publish`."""
        await _delay(MEAN_EVENT_SECONDS)
        await super().publish(message)


class SlowAnswers:
    """Delays each request, socket and file both ways. The frames of one socket keep their order."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def delayed(message: SentMessage) -> None:
            if message["type"] in {"http.response.start", "websocket.send"}:
                await _delay(MEAN_ANSWER_SECONDS)
            await send(message)

        await _delay(MEAN_ANSWER_SECONDS)
        await self._app(scope, receive, delayed)


async def _delay(mean_seconds: float) -> None:
    await asyncio.sleep(random.expovariate(1 / mean_seconds))


def main() -> int:
    """`make run` with latency between its parts."""
    return runner.main(Substitutions(bus=SlowBus, around_gateway=SlowAnswers))


if __name__ == "__main__":
    sys.exit(main())
