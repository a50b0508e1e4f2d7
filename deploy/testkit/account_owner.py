"""Somebody with an account at identity alone, with an app and passkeys, and a clock that tests set."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

import httpx
from chassis.clock import utc_now
from client.personas import PASSWORD, new_email
from pyotp.totp import TOTP

from testkit.software_authenticator import SoftwareAuthenticator

ORIGIN: Final = "https://openhours.test"
SITE: Final = "openhours.test"
STEP: Final = timedelta(seconds=31)
"""After which an authenticator app shows another code."""
Answer = dict[str, Any]


class SetClock:
    """A clock that stands as far from the present as a test says."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


@dataclass
class Owner:
    """Somebody with an account, and what they or a thief do with it."""

    client: httpx.AsyncClient
    clock: SetClock
    email: str = field(default_factory=lambda: new_email("owner"))
    token: str = ""
    secret: str = ""
    codes: list[str] = field(default_factory=list[str])

    async def post(self, call: str, token: str = "", **fields: object) -> Answer:
        """POST as this person; the envelope, with its status as `http`."""
        headers = {"Authorization": f"Bearer {token or self.token}"} if token or self.token else {}
        answer = await self.client.post(f"/api/{call}", json=fields, headers=headers)
        return answer.json() | {"http": answer.status_code}

    async def done(self, call: str, **fields: Any) -> Answer:
        """POST what must succeed; its data."""
        answer = await self.post(call, **fields)
        assert answer["status"], (call, answer)
        return answer["data"]

    async def enter(self, call: str = "sign_in", **fields: object) -> Answer:
        """Sign up or in, without a bearer."""
        answer = await self.client.post(f"/api/{call}", json=fields)
        return answer.json() | {"http": answer.status_code}

    async def password(self) -> Answer:
        """The answer to the right password alone."""
        return await self.enter(iv_email=self.email, iv_password=PASSWORD)

    async def challenge(self) -> str:
        """What the right password leads to: the challenge of the second step."""
        return (await self.password())["data"]["second_factor"]["challenge"]

    async def second(self, challenge: str, **given: object) -> Answer:
        """The second step of signing in."""
        return await self.enter("sign_in_second_factor", iv_challenge=challenge, **given)

    def code(self) -> str:
        """What the authenticator app shows."""
        return TOTP(self.secret).at(self.clock())

    async def set_app_up(self) -> None:
        """Set an authenticator app up."""
        self.secret = (await self.done("begin_authenticator_app"))["secret"]
        added = await self.done("confirm_authenticator_app", iv_code=self.code())
        self.codes = added["recovery_codes"] or self.codes
        self.clock.ahead += STEP

    async def add_passkey(self, passkey: SoftwareAuthenticator) -> Answer:
        """Add a passkey."""
        options = (await self.done("begin_passkey"))["options"]
        return await self.post("add_passkey", iv_passkey=passkey.create(options), iv_name="My key")

    async def refresh(self) -> None:
        """Let the app check the login."""
        headers = {"Authorization": f"Bearer {self.token}"}
        data = (await self.client.get("/api/check_active_login", headers=headers)).json()["data"]
        self.token = data["refreshed_access_token"]["access_token"]


def passkey(**odd: Any) -> SoftwareAuthenticator:
    """An authenticator of this site."""
    return replace(SoftwareAuthenticator(ORIGIN, SITE), **odd)
