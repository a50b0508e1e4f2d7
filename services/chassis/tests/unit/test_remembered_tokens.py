"""A token that was verified once is not verified again, and holds no longer than others (product.md 1.3)."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from chassis.errors import LoginOver, Problem, Unauthenticated, Unavailable
from chassis.http import login_cookie, published_keys
from chassis.http.callers import Verifier
from chassis.http.published_keys import Jwk, PublishedKeys
from client.api_client import eventually
from jose import jwt
from testkit.fake_identity import ACCOUNT_LIFE, Tokens


def _ignored(_login_id: str, _generation: int) -> None:
    """A used token that was replaced is reported; nobody listens here."""


class Identity:
    """What identity tells: its keys, the ended logins and the replaced tokens; and the time."""

    def __init__(self) -> None:
        self.tokens = Tokens()
        self.published = cast("list[Jwk]", self.tokens.key_set["keys"])
        self.keys = PublishedKeys(self._publish)
        self.answers = True
        self.ended: set[str] = set()
        self.newest = 0
        self.current = True
        self.ahead = timedelta()
        self.verifier = Verifier(self.keys, self, _ignored, lambda: datetime.now(UTC) + self.ahead)

    async def _publish(self) -> list[Jwk]:
        if not self.answers:
            raise ConnectionRefusedError
        return self.published

    async def is_current(self) -> bool:
        """Whether the ended logins are known."""
        return self.current

    def contains(self, login_id: str) -> bool:
        """Whether this login has ended."""
        return login_id in self.ended

    def is_replaced(self, login_id: str, generation: int) -> bool:
        """Whether a newer token replaced this one."""
        return bool(login_id) and generation < self.newest


@pytest.fixture
def identity() -> Identity:
    """Identity, as a service hears of it."""
    return Identity()


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tokens whose signature was checked."""
    checked: list[str] = []
    decode = jwt.decode

    def counted(token: str, *arguments: object, **options: object) -> object:
        checked.append(token)
        return decode(token, *arguments, **options)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(jwt, "decode", counted)
    return checked


def _end_login(identity: Identity) -> None:
    identity.ended.add("login-ada")


def _replace(identity: Identity) -> None:
    identity.newest = 1


def _expire(identity: Identity) -> None:
    identity.ahead = timedelta(seconds=ACCOUNT_LIFE + 1)


def _forget_logins(identity: Identity) -> None:
    identity.current = False


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (_end_login, LoginOver),
        (_replace, LoginOver),
        (_expire, LoginOver),
        (_forget_logins, Unavailable),
    ],
)
async def test_a_remembered_token_ends_with_what_it_stands_for(
    identity: Identity, change: Callable[[Identity], None], refusal: type[Problem]
) -> None:
    token = identity.tokens.account("ada")
    assert (await identity.verifier.verify(token)).id == "ada"
    change(identity)
    with pytest.raises(refusal):
        await identity.verifier.verify(token)


async def test_a_remembered_token_ends_with_its_key(identity: Identity) -> None:
    token = identity.tokens.account("ada")
    await identity.verifier.verify(token)
    identity.published = cast("list[Jwk]", Tokens().key_set["keys"])
    await identity.keys.fetch()
    with pytest.raises(Unauthenticated):
        await identity.verifier.verify(token)


async def test_a_remembered_token_waits_for_keys_that_are_not_too_old(
    identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = identity.tokens.account("ada")
    await identity.verifier.verify(token)
    began = time.monotonic()
    identity.published = []
    monkeypatch.setattr(time, "monotonic", lambda: began + published_keys.LONGEST_WITHOUT_IDENTITY + 60)
    with pytest.raises(Unauthenticated):
        await identity.verifier.verify(token)


async def test_a_token_with_a_new_key_waits_until_identity_can_be_asked(
    identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published_keys, "RETRY_SECONDS", 0.01)
    known, new = identity.tokens.account("ada"), Tokens()
    await identity.verifier.verify(known)
    identity.answers = False
    identity.published = [*identity.published, *cast("list[Jwk]", new.key_set["keys"])]
    async with identity.keys.kept_fresh():
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await identity.verifier.verify(new.account("ben"))
        identity.answers = True
        await eventually(lambda: identity.keys.reached)
        for token in (known, new.account("ben")):
            await identity.verifier.verify(token)


async def test_a_key_that_appears_while_identity_is_away_is_not_called_unknown(identity: Identity) -> None:
    await identity.verifier.verify(identity.tokens.account("ada"))
    identity.answers = False
    await identity.keys.fetch()
    with pytest.raises(Unavailable):
        await identity.verifier.verify(Tokens().account("ben"))
    assert (await identity.verifier.verify(identity.tokens.account("ada"))).id == "ada"


async def test_a_remembered_token_needs_its_cookie_at_each_call(identity: Identity) -> None:
    value = login_cookie.new_value()
    digest = login_cookie.digest_of(value)
    token = identity.tokens.signed(
        {"sub": "ada", "typ": "account", "lid": "login-ada", "cnf": {login_cookie.CLAIM: digest}}
    )
    cookie = f"{login_cookie.NAME}={value}"
    assert (await identity.verifier.verify(token, [cookie])).id == "ada"
    for cookies in ([], [f"{login_cookie.NAME}={login_cookie.new_value()}"]):
        with pytest.raises(Unauthenticated):
            await identity.verifier.verify(token, cookies)
    assert (await identity.verifier.verify(token, [cookie])).id == "ada"


@pytest.mark.parametrize("claims", [{"aud": "another-end"}, {"iss": "somebody"}, {"typ": "robot"}])
async def test_a_token_for_another_end_is_never_remembered(
    identity: Identity, claims: dict[str, str]
) -> None:
    wrong = identity.tokens.signed({"sub": "ada", "typ": "account", "lid": "login-ada", **claims})
    for _ in range(2):
        with pytest.raises(Unauthenticated):
            await identity.verifier.verify(wrong)


async def test_only_the_very_same_token_is_remembered(identity: Identity) -> None:
    token = identity.tokens.account("ada")
    await identity.verifier.verify(token)
    head, body, signature = token.split(".")
    forged = f"{head}.{body}.{signature[:-4]}{'A' * 4}"
    with pytest.raises(Unauthenticated):
        await identity.verifier.verify(forged)


async def test_a_signature_is_checked_once(identity: Identity, decoded: list[str]) -> None:
    token = identity.tokens.account("ada")
    for _ in range(3):
        await identity.verifier.verify(token)
    assert decoded == [token]
