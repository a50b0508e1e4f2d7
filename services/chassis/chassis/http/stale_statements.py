"""A request that meets a table which was migrated since its statements were prepared runs once more.

The error has undone its transaction, and all connections have forgotten their statements (`db.engine`).
"""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.types import Message, Receive, Scope, Send

from chassis.db.errors import is_stale_statement

LONGEST_BODY: Final = 256 * 1024
"""A request with a larger body is not run again: its body is not kept."""


async def run_again_if_stale(
    handle: Callable[[Scope, Receive, Send], Awaitable[None]], scope: Scope, receive: Receive, send: Send
) -> None:
    """Let `handle` answer the request, and once more if it fails at a stale statement before it answers."""
    seen: list[Message] = []
    size, started = 0, False

    async def noted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size <= LONGEST_BODY:
            seen.append(message)
        return message

    async def watched(message: Message) -> None:
        nonlocal started
        started = True
        await send(message)

    async def again() -> Message:
        return seen.pop(0) if seen else await receive()

    try:
        await handle(scope, noted, watched)
    except Exception as error:
        if started or size > LONGEST_BODY or not is_stale_statement(error):
            raise
        await handle(scope, again, send)
