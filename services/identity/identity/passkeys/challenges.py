"""What waits for a factor: secrets, stored as digests, each finished once (WebAuthn level 2, 13.4.3)."""

import hashlib
import secrets
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.retention import Retention
from sqlalchemy import bindparam, delete, func, insert, select
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from identity.passkeys.models import ChallengeRow

LIFE: Final = timedelta(minutes=5)
BYTES: Final = 32


class Purpose(Enum):
    """What a challenge is for: it is worth nothing for anything else."""

    SECOND_STEP = "second_step"
    """A password was right, and the account has a second factor."""
    PASSKEY_SIGN_IN = "passkey_sign_in"
    ADD_PASSKEY = "add_passkey"
    STEP_UP = "step_up"


_usable = (
    ChallengeRow.digest == bindparam("digest"),
    ChallengeRow.purpose == bindparam("purpose"),
    ChallengeRow.login_id == bindparam("login_id"),
    ChallengeRow.expires_at > bindparam("now"),
)
ADD: Final = Statement(
    insert(ChallengeRow).values(params("digest", "purpose", "account_id", "login_id", "expires_at"))
)
FIND: Final = Statement(select(func.coalesce(ChallengeRow.account_id, "")).where(*_usable))
USE: Final = Statement(
    delete(ChallengeRow).where(*_usable).returning(func.coalesce(ChallengeRow.account_id, ""))
)
DROP: Final = Statement(delete(ChallengeRow).where(ChallengeRow.account_id == bindparam("account_id")))
EXPIRED: Final = Retention(ChallengeRow, ChallengeRow.expires_at)


async def add_challenge(
    tx: Transaction, purpose: Purpose, *, account_id: str | None, login_id: str = "", now: datetime
) -> bytes:
    """A new challenge: 32 random bytes, good for five minutes."""
    challenge = secrets.token_bytes(BYTES)
    await ADD.run(
        tx,
        digest=_digest(challenge),
        purpose=purpose.value,
        account_id=account_id,
        login_id=login_id,
        expires_at=now + LIFE,
    )
    return challenge


async def account_of_challenge(
    tx: Connection, purpose: Purpose, challenge: bytes, *, now: datetime
) -> str | None:
    """The account whose factor a challenge waits for; None when it is unknown, used or too old."""
    return await FIND.value(tx, digest=_digest(challenge), purpose=purpose.value, login_id="", now=now)


async def use_challenge(
    tx: Transaction, purpose: Purpose, challenge: bytes, *, login_id: str = "", now: datetime
) -> str | None:
    """Use a challenge up: its account, '' for none; None when it is not usable, or was used."""
    return await USE.value(tx, digest=_digest(challenge), purpose=purpose.value, login_id=login_id, now=now)


async def drop_challenges(tx: Transaction, account_id: str) -> None:
    """Delete what waits for a factor of the account, such as a sign-in with its former password."""
    await DROP.run(tx, account_id=account_id)


def challenge_text(challenge: bytes) -> str:
    """A challenge as clients send it back: base64url."""
    return bytes_to_base64url(challenge)


def challenge_bytes(text: str) -> bytes:
    """The challenge of a client; b'' for what is none."""
    try:
        return base64url_to_bytes(text)
    except ValueError:
        return b""


def _digest(challenge: bytes) -> bytes:
    return hashlib.sha256(challenge).digest()
