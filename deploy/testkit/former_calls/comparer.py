"""Compares the answers to the journey with the recorded ones."""

from collections.abc import Awaitable, Callable
from typing import Final

import asyncpg
import httpx
from client.api_client import EVENTUALLY_SECONDS, Json, UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient

from testkit.former_calls.people import Asked, People, succeeded
from testkit.former_calls.recording import Recording
from testkit.former_calls.shapes import differences

_COUNTED: Final = frozenset({"export_account_data"})
"""Reads of which there are a few a day."""
_SET: Final = frozenset({"update_profile_info"})
"""Calls that store what they are sent, and answer what the service knows: made again, they change nothing."""
Journey = Callable[[People], Awaitable[None]]


class Comparer(People):
    """People whose answers are compared with those of a recording."""

    def __init__(
        self,
        recording: Recording,
        http: httpx.AsyncClient,
        mailbox: MailboxClient,
        booking: asyncpg.Connection,
        *,
        of_its_version: bool = False,
    ) -> None:
        """`of_its_version` leaves out the calls that the recorded version does not have."""
        super().__init__(http, mailbox, booking, recording.calls if of_its_version else None)
        self._left: Final = dict(recording.steps)
        self._found: list[str] = []
        self._patience = EVENTUALLY_SECONDS

    async def differences(self, journey: Journey) -> list[str]:
        """Make the journey; returns where it is not as recorded, as `what: where: was this, is that`."""
        try:
            await journey(self)
        except (KeyError, IndexError, TypeError, UnexpectedRefusal) as missing:
            return [*self._found, f"the journey cannot go on: {missing!r}"]
        return [*self._found, *(f"{what}: the journey has no such step" for what in self._left)]

    async def answered(self, asked: Asked) -> Json:
        """Make a call until its answer is as recorded, for some seconds.

        What services learn of each other takes a while: a call that changes nothing more is repeated.
        """
        recorded = self._left.pop(asked.what, None)

        def compare(http: int, answer: Json) -> list[str]:
            if recorded is None:
                return [] if succeeded(answer) is asked.done else [f"status: {http} {answer}"]
            now = self._shape(asked, http, answer)
            sent = [] if recorded.send == now.send and recorded.call == now.call else [f"sent is {now.send}"]
            status = differences(recorded.http, http, "http")
            call = asked.call.partition("/")[0]
            return [*sent, *status, *differences(recorded.answer, now.answer, call)]

        answer, found = await self.ask_until(asked, compare)
        self._found += [f"{asked.what}: {each}" for each in found]
        return answer

    async def ask_until(
        self, asked: Asked, compare: Callable[[int, Json], list[str]]
    ) -> tuple[Json, list[str]]:
        """Make a call until nothing differs; returns its last answer, and what differs in the end."""
        answer: Json = None
        found: list[str] = []

        async def is_settled() -> bool:
            nonlocal answer, found
            http, answer = await self.ask(asked)
            found = compare(http, answer)
            return not found or not _may_repeat(asked, answer)

        try:
            await eventually(is_settled, asked.what, self._patience)
        except UnexpectedRefusal:
            self._patience = 1.0  # what waits for nothing should not take minutes
        return answer, found


def _may_repeat(asked: Asked, answer: Json) -> bool:
    """Whether a call has changed nothing, or changes nothing more when it is made again."""
    if asked.call in _COUNTED:
        return False
    return asked.method == "GET" or asked.call in _SET or not succeeded(answer)
