"""The people of the journey: they make calls, open mails and let time pass in a running set."""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, cast

import asyncpg
import httpx
from client.api_client import Json
from client.mailbox_client import MailboxClient
from client.personas import new_email

from testkit.former_calls.recording import Call, Method
from testkit.former_calls.shapes import shape_of

NAMES: Final = ("mara", "jose", "ana", "zoe", "ida", "vera")
"""A provider, two clients, two guests, and a client who leaves."""
_DAYS_AHEAD: Final = 3
"""The least days until the first Monday: what a provider has 48 hours to answer must not start before."""
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
Data = dict[str, Any]
"""The data of an answer, as JSON has it."""


def first_monday(today: date) -> date:
    """The Monday from which sessions are booked: weekdays are those of every other run."""
    soonest = today + timedelta(days=_DAYS_AHEAD)
    return soonest + timedelta(days=-soonest.weekday() % 7)


@dataclass(frozen=True, slots=True)
class Asked:
    """A call that somebody makes."""

    what: str
    """Who does what, in words: no two steps have the same."""
    who: str
    """The person whose token goes with it; '' is a stranger."""
    method: Method
    call: str
    send: dict[str, Json]
    done: bool = True
    """Whether it succeeds, rather than being refused."""


class People(ABC):
    """People with addresses of their own, in a running set."""

    pause_seconds = 0.0
    """Before each mail and each call of a recording. Who compares asks again instead."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        mailbox: MailboxClient,
        booking: asyncpg.Connection,
        calls: Collection[str] | None = None,
    ) -> None:
        """`booking` is a connection to the database of booking; of `calls`, which are all by default, those
        that the version does not have are left out."""
        self.lasting: Final[list[Asked]] = []
        """The reads whose answers an upgrade must not change."""
        self._http, self._mailbox, self._booking, self._calls = http, mailbox, booking, calls
        self._monday: Final = first_monday(datetime.now(UTC).date())
        self._emails: Final = {each: new_email(each) for each in NAMES}
        self._known = {str(http.base_url).rstrip("/"): "<origin>"}
        for person, email in self._emails.items():
            self._known |= {email: f"<{person}.email>", self.username(person): f"<{person}.username>"}
        self._tokens: Final[dict[str, str]] = {}

    def email(self, person: str) -> str:
        """The person's address."""
        return self._emails[person]

    def username(self, person: str) -> str:
        """The person's username."""
        return self._emails[person].partition("@")[0].replace(".", "_")

    def day(self, number: int) -> date:
        """A day, counted from the first Monday."""
        return self._monday + timedelta(days=number)

    async def get(self, what: str, who: str, call: str, **send: Json) -> Data:
        """Read something that must be there; returns its data."""
        return await self._make(Asked(what, who, "GET", call, send))

    async def get_what_lasts(self, what: str, who: str, call: str, **send: Json) -> Data:
        """Read what must be there after an upgrade too; returns its data."""
        self.lasting.append(Asked(what, who, "GET", call, send))
        return await self._make(self.lasting[-1])

    async def post(self, what: str, who: str, call: str, **send: Json) -> Data:
        """Do something that must succeed; returns the answer's data."""
        return await self._make(Asked(what, who, "POST", call, send))

    async def refused(self, what: str, who: str, call: str, **send: Json) -> None:
        """Do something that must be refused."""
        await self._make(Asked(what, who, "POST", call, send, done=False))

    async def opened(self, person: str, part: str, name: str) -> str:
        """What a mail to this person holds: its `code`, or what follows `part` in its link."""
        await asyncio.sleep(self.pause_seconds)
        email = self.email(person)
        read = await (self._mailbox.code(email) if part == "code" else self._mailbox.link(email, part))
        self._known[read] = f"<{name}>"
        return read

    async def let_pass(self, order_id: str, position: int, minutes: int) -> None:
        """Let a session of an order have begun so many minutes ago: all else of it stays as it is."""
        await asyncio.sleep(self.pause_seconds)
        async with self._booking.transaction():
            await self._booking.execute(_SHIFT, order_id, position, minutes)
            await self._booking.execute(_FOLLOW, order_id)

    async def ask(self, asked: Asked) -> tuple[int, Json]:
        """Make a call; returns its status, and its answer: JSON, or the text of a file."""
        headers = {"Idempotency-Key": secrets.token_hex(16)} if asked.method == "POST" else {}
        if token := self._tokens.get(asked.who):
            headers["Authorization"] = f"Bearer {token}"
        if asked.method == "GET":
            query = {key: str(value) for key, value in asked.send.items()}
            answered = await self._http.get(f"/api/{asked.call}", params=query, headers=headers)
        else:
            answered = await self._http.post(f"/api/{asked.call}", json=asked.send, headers=headers)
        if answered.headers.get("content-type", "").startswith("application/json"):
            return answered.status_code, answered.json()
        return answered.status_code, {"text": answered.text}

    @abstractmethod
    async def answered(self, asked: Asked) -> Json:
        """Make a call of the journey; returns its answer."""

    async def _make(self, asked: Asked) -> Data:
        if self._calls is not None and f"{asked.method} {asked.call.partition('/')[0]}" not in self._calls:
            return {}
        answer = await self.answered(asked)
        if given := _token_in(answer):
            self._tokens[asked.who] = given
        data = answer.get("data") if isinstance(answer, dict) else None
        return cast("Data", data if isinstance(data, dict) else {"rows": data})

    def _shape(self, asked: Asked, http: int, answer: Json) -> Call:
        return Call(
            asked.method,
            str(shape_of(asked.call, self._known)),
            shape_of(asked.send, self._known),
            http,
            shape_of(answer, self._known),
        )


def succeeded(answer: Json) -> bool:
    """Whether an answer is none of a refusal."""
    return not isinstance(answer, dict) or answer.get("status", True) is True


def _token_in(answer: Json) -> str | None:
    """The token that an answer gives to its caller, if any."""
    data = answer.get("data") if isinstance(answer, dict) else None
    if isinstance(data, dict):
        given = data.get("refreshed_access_token") or data
        token = given.get("access_token") if isinstance(given, dict) else None
        return token if isinstance(token, str) else None
    return None
