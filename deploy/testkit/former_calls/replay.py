"""Makes recorded calls again and compares their answers with the recorded ones."""

import asyncio
import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import asyncpg
import httpx
from client.api_client import EVENTUALLY_SECONDS, Json
from client.mailbox_client import MailboxClient
from client.personas import new_email

from testkit.former_calls.names import Names
from testkit.former_calls.recording import Call, Mail, Method, Passing, Recording, Step

PAUSE_SECONDS: Final = 0.05
_COUNTED: Final = frozenset({"export_account_data"})
"""Reads of which there are a few a day."""
_SET: Final = frozenset({"update_profile_info"})
"""Calls that store what they are sent, and answer what the service knows: made again, they change nothing."""
NOTHING: Final[Mapping[str, Step]] = MappingProxyType({})
_SHIFT: Final = """
    UPDATE session SET starts_at = now() - make_interval(mins => $3),
        ends_at = now() - make_interval(mins => $3) + (ends_at - starts_at)
    WHERE order_id = $1 AND position = $2
"""
_FOLLOW: Final = """
    UPDATE booking_order SET starts_at = held.first, ends_at = held.last
    FROM (SELECT min(starts_at) AS first, max(ends_at) AS last FROM session WHERE order_id = $1) AS held
    WHERE order_id = $1
"""


async def ask(
    http: httpx.AsyncClient, token: str | None, method: Method, call: str, send: dict[str, Json]
) -> tuple[int, Json]:
    """Make a call; returns its status, and its answer: JSON, or the text of a file."""
    headers = {"Idempotency-Key": secrets.token_hex(16)} if method == "POST" else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if method == "GET":
        query = {key: str(value) for key, value in send.items()}
        answered = await http.get(f"/api/{call}", params=query, headers=headers)
    else:
        answered = await http.post(f"/api/{call}", json=send, headers=headers)
    if answered.headers.get("content-type", "").startswith("application/json"):
        return answered.status_code, answered.json()
    return answered.status_code, {"text": answered.text}


def token_in(answer: Json) -> str | None:
    """The token that an answer gives to its caller, if any."""
    data = answer.get("data") if isinstance(answer, dict) else None
    if isinstance(data, dict):
        given = data.get("refreshed_access_token") or data
        token = given.get("access_token") if isinstance(given, dict) else None
        return token if isinstance(token, str) else None
    return None


async def let_pass(database: asyncpg.Connection, order_id: str, position: int, minutes: int) -> None:
    """Let a session of an order have begun so many minutes ago: all else of it stays as it is."""
    async with database.transaction():
        await database.execute(_SHIFT, order_id, position, minutes)
        await database.execute(_FOLLOW, order_id)


class Replay:
    """The people of a recording, in a running set."""

    def __init__(
        self,
        recording: Recording,
        http: httpx.AsyncClient,
        mailbox: MailboxClient,
        booking: asyncpg.Connection,
    ) -> None:
        """`booking` is a connection to the database of booking."""
        self.names: Final = Names()
        self._http, self._mailbox, self._booking = http, mailbox, booking
        self._tokens: dict[str, str] = {}
        self._patience = EVENTUALLY_SECONDS
        self.names.bind("origin", str(http.base_url).rstrip("/"))
        for person in recording.people:
            email = self.names.bind(f"{person}.email", new_email(person))
            self.names.bind(f"{person}.username", email.partition("@")[0].replace(".", "_"))

    async def play(self, steps: Iterable[Step], added: Mapping[str, Step] = NOTHING) -> list[str]:
        """Take these steps; returns where the answers are not as recorded, `what: path: was this, is that`.

        What services learn of each other takes a while: a call that changes nothing, or nothing more, is made
        again until the answer is as recorded, for some seconds.
        """
        found: list[str] = []
        for step in steps:
            try:
                found += await self._take(step)
                if isinstance(step, Call) and step.what in added:
                    found += await self._take(added[step.what])
            except KeyError as missing:
                found.append(f"{step}: nothing before has answered {missing}")
                break
        return found

    async def read_anew(self, calls: Iterable[Call]) -> tuple[Call, ...]:
        """Make these calls once; returns them with the answers of now in place of the recorded ones."""
        anew: list[Call] = []
        for each in calls:
            http, answer = await self._ask(each)
            anew.append(replace(each, http=http, answer=self.names.hidden(answer)))
        return tuple(anew)

    async def _take(self, step: Step) -> list[str]:
        if isinstance(step, Mail):
            email = self.names[f"<{step.mail_to}.email>"]
            read = self._mailbox.code(email) if step.part == "code" else self._mailbox.link(email, step.part)
            self.names.bind(step.name, await read)
            return []
        if isinstance(step, Passing):
            await let_pass(self._booking, str(self.names.filled(step.order)), step.position, step.minutes)
            return []
        return await self._answered(step)

    async def _ask(self, step: Call) -> tuple[int, Json]:
        send = {key: self.names.filled(value) for key, value in step.send.items()}
        call = str(self.names.filled(step.call))
        return await ask(self._http, self._tokens.get(step.who), step.method, call, send)

    async def _answered(self, step: Call) -> list[str]:
        """Make a call until its answer is as recorded; returns what differs in the end."""
        deadline = time.monotonic() + self._patience
        while True:
            http, answer = await self._ask(step)
            bound: dict[str, str] = {}
            found = self.names.differences(step.answer, answer, bound)
            if http != step.http:
                found = [f"status: was {step.http}, is {http}", *found]
            if not found or time.monotonic() > deadline or not _may_repeat(step, answer):
                break
            await asyncio.sleep(PAUSE_SECONDS)
        self.names.bind_all(bound)
        if given := token_in(answer):
            self._tokens[step.who] = given
        if found and time.monotonic() > deadline:
            self._patience = 1.0  # what waits for nothing should not take minutes
        return [f"{step.what} ({step.method} {step.call}): {each}" for each in found]


def _may_repeat(step: Call, answer: Json) -> bool:
    """Whether a call has changed nothing, or changes nothing more when it is made again."""
    if step.call in _COUNTED:
        return False
    if step.method == "GET" or step.call in _SET:
        return True
    return isinstance(answer, dict) and answer.get("status") is False
