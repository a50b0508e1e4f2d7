"""Records the journey: each call of it with its answer."""

import asyncio
from collections.abc import Collection
from typing import Final

import asyncpg
import httpx
from client.api_client import Json
from client.mailbox_client import MailboxClient

from testkit.former_calls.people import Asked, People, succeeded
from testkit.former_calls.recording import Call, Recording


class Recorder(People):
    """People whose calls are recorded. Raises AssertionError where an answer is not what is wanted."""

    pause_seconds = 0.5  # services have heard by then what others have announced

    def __init__(
        self,
        http: httpx.AsyncClient,
        mailbox: MailboxClient,
        booking: asyncpg.Connection,
        calls: Collection[str] | None = None,
    ) -> None:
        super().__init__(http, mailbox, booking, calls)
        self._steps: Final[dict[str, Call]] = {}

    def recording(self, commit: str, calls: tuple[str, ...]) -> Recording:
        """All that was recorded so far."""
        return Recording(commit, calls, dict(self._steps))

    async def answered(self, asked: Asked) -> Json:
        """Make a call and record its answer."""
        await asyncio.sleep(self.pause_seconds)
        http, answer = await self.ask(asked)
        if succeeded(answer) is not asked.done:
            raise AssertionError(f"{asked.what}: {http} {answer}")
        if asked.what in self._steps:
            raise AssertionError(f"two steps are called “{asked.what}”")
        self._steps[asked.what] = self._shape(asked, http, answer)
        return answer
