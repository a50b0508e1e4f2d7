"""Verifies what a passkey signed (WebAuthn level 2, 7.2; product.md 1.15)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import Refused
from chassis.http.envelope import refuse

from identity.passkeys.challenges import Purpose, use_challenge
from identity.passkeys.relying_party import Json, PasskeyRefused, RelyingParty, answered_challenge
from identity.passkeys.store import count_use, lock_passkey

NOT_THIS_PASSKEY: Final = "This passkey was not accepted. Please try again."


@dataclass(frozen=True, slots=True)
class FactorHolder:
    """The account whose factor was asked for, as the log of refused rights names callers."""

    id: str
    kind: str = "account"


def factor_refused(account_id: str, main_msg: str, **fields: str) -> Refused:
    """The refusal of a factor that is not one of this account ('': nobody was named)."""
    refused = refuse(main_msg, **fields)
    refused.refusal, refused.caller = "wrong_factor", FactorHolder(account_id) if account_id else None
    return refused


@dataclass(frozen=True, slots=True)
class Asked:
    """What a passkey was asked for: its answer to any other question is refused."""

    purpose: Purpose
    account_id: str = ""
    """Whose passkey it must be; '' for anybody's."""
    login_id: str = ""


async def verify_passkey(
    tx: Transaction, site: RelyingParty, answer: Json, asked: Asked, *, now: datetime
) -> str:
    """The account whose passkey signed the challenge, which is used up (product.md 1.15).

    Raises `Refused` for a challenge that is used, too old or for something else, for another origin or site,
    another account's passkey, and a copy that counts behind.
    """
    try:
        return await _verified(tx, site, answer, asked, now=now)
    except PasskeyRefused as error:
        raise factor_refused(asked.account_id, NOT_THIS_PASSKEY, iv_passkey=NOT_THIS_PASSKEY) from error


async def _verified(tx: Transaction, site: RelyingParty, answer: Json, asked: Asked, *, now: datetime) -> str:
    challenge, credential_id, named = answered_challenge(answer)
    owner = await use_challenge(tx, asked.purpose, challenge, login_id=asked.login_id, now=now)
    if owner is None or owner != asked.account_id:
        raise PasskeyRefused
    passkey = await lock_passkey(tx, credential_id)
    if passkey is None or asked.account_id not in {"", passkey.account_id}:
        raise PasskeyRefused
    if named and named != passkey.account_id:
        raise PasskeyRefused
    signed = site.authenticated(
        answer, challenge, public_key=passkey.public_key, sign_count=passkey.sign_count
    )
    await count_use(tx, passkey.id, signed.new_sign_count, now=now)
    return passkey.account_id
