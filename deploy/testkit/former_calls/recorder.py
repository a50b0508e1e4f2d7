"""Makes calls for several people and records them with their answers."""

import asyncio
from datetime import date
from typing import Any, Final, cast

import asyncpg
import httpx
from client.api_client import Json
from client.mailbox_client import MailboxClient
from client.personas import new_email

from testkit.former_calls.names import Names
from testkit.former_calls.recording import Call, Mail, Method, Passing, Recording, Step
from testkit.former_calls.replay import ask, let_pass, token_in

SETTLED_SECONDS: Final = 0.5
"""Before each call: services have heard by then what others have announced. Nobody waits for a recording."""
Data = dict[str, Any]
"""The data of an answer, as JSON has it."""


class Recorder:
    """People who make calls, and what came of them."""

    def __init__(
        self,
        people: tuple[str, ...],
        http: httpx.AsyncClient,
        mailbox: MailboxClient,
        booking: asyncpg.Connection,
    ) -> None:
        """`booking` is a connection to the database of booking."""
        self._http, self._mailbox, self._booking = http, mailbox, booking
        self._people = people
        self._steps: list[Step] = []
        self._tokens: dict[str, str] = {}
        self._names: Final = Names()
        self._names.bind("origin", str(http.base_url).rstrip("/"))
        for person in people:
            email = self._names.bind(f"{person}.email", new_email(person))
            self._names.bind(f"{person}.username", email.partition("@")[0].replace(".", "_"))

    def recording(self, commit: str, calls: tuple[str, ...]) -> Recording:
        """All that was recorded so far."""
        return Recording(commit, self._people, calls, tuple(self._steps))

    def email(self, person: str) -> str:
        """The person's address."""
        return self._names[f"<{person}.email>"]

    def username(self, person: str) -> str:
        """The person's username."""
        return self._names[f"<{person}.username>"]

    def day(self, number: int) -> date:
        """A day, counted from the first Monday."""
        return self._names.day(number)

    async def get(self, what: str, who: str, call: str, **send: Json) -> Data:
        """Read something that must be there; returns its data."""
        return await self._made(what, who, "GET", call, send, done=True)

    async def get_what_lasts(self, what: str, who: str, call: str, **send: Json) -> Data:
        """Read what must be there after an upgrade too; returns its data."""
        return await self._made(what, who, "GET", call, send, done=True, lasts=True)

    async def post(self, what: str, who: str, call: str, **send: Json) -> Data:
        """Do something that must succeed; returns the answer's data."""
        return await self._made(what, who, "POST", call, send, done=True)

    async def refused(self, what: str, who: str, call: str, **send: Json) -> None:
        """Do something that must be refused."""
        await self._made(what, who, "POST", call, send, done=False)

    async def opened(self, person: str, part: str, name: str) -> str:
        """What a mail to this person holds: its `code`, or what follows `part` in its link."""
        await asyncio.sleep(SETTLED_SECONDS)
        email = self.email(person)
        read = await (self._mailbox.code(email) if part == "code" else self._mailbox.link(email, part))
        self._steps.append(Mail(person, part, name))
        return self._names.bind(name, read)

    async def let_pass(self, order_id: str, position: int, minutes: int) -> None:
        """Let a session of an order have begun so many minutes ago."""
        await asyncio.sleep(SETTLED_SECONDS)
        await let_pass(self._booking, order_id, position, minutes)
        self._steps.append(Passing(str(self._names.sent(order_id)), position, minutes))

    async def _made(
        self,
        what: str,
        who: str,
        method: Method,
        call: str,
        send: dict[str, Json],
        *,
        done: bool,
        lasts: bool = False,
    ) -> Data:
        await asyncio.sleep(SETTLED_SECONDS)
        http, answer = await ask(self._http, self._tokens.get(who), method, call, send)
        if isinstance(answer, dict) and answer.get("status", True) is not done:
            raise AssertionError(f"{what}: {http} {answer}")
        if given := token_in(answer):
            self._tokens[who] = given
        hidden = self._names.hidden(answer)
        step = Call(
            what=what,
            who=who,
            method=method,
            call=str(self._names.sent(call)),
            send={key: self._sent(value) for key, value in send.items()},
            http=http,
            answer=hidden,
            lasts=lasts,
        )
        if what in {each.what for each in self._steps if isinstance(each, Call)}:
            raise AssertionError(f"two steps are called “{what}”")
        self._steps.append(step)
        data = cast("Data", answer).get("data")
        return cast("Data", data if isinstance(data, dict) else {"rows": data})

    def _sent(self, value: Json) -> Json:
        return self._names.sent(value)
