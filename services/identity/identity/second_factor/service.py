"""Sets factors up and removes them (product.md 1.14 and 1.15)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import LoginOver, NotFound
from chassis.http.envelope import refuse
from chassis.ids import new_id
from chassis.outbox import emit
from chassis.sealing import Sealing
from contracts.events.identity import SecurityChanged

from identity.accounts.store import Account, lock_account
from identity.logins.dependencies import LoginCaller
from identity.logins.store import end_logins_of
from identity.passkeys import store as passkeys
from identity.passkeys.challenges import Purpose, add_challenge, use_challenge
from identity.passkeys.relying_party import (
    Json,
    PasskeyRefused,
    RelyingParty,
    registration_challenge,
)
from identity.passkeys.verification import NOT_THIS_PASSKEY
from identity.second_factor import store
from identity.second_factor.authenticator_app import (
    new_secret,
    provisioning_uri,
    qr_code,
    seal,
    step_of,
    unseal,
)
from identity.second_factor.rules import new_recovery_codes, plain_code
from identity.second_factor.schemas import (
    AddPasskeyRequest,
    FactorAdded,
    ListedPasskey,
    NewAuthenticatorApp,
    SecondFactors,
)
from identity.second_factor.verification import WRONG_CODE

NO_KEY: Final = "Authenticator apps cannot be set up here. Please use a passkey."
BEGIN_AGAIN: Final = "Please begin again: this took too long, or was begun elsewhere."
PASSKEY_TAKEN: Final = "This passkey is in use already."
MOST_PASSKEYS: Final = 20
TOO_MANY_PASSKEYS: Final = "You have 20 passkeys. Remove one before you add another."
STAFF_KEEP_ONE: Final = "The staff need a second factor. Add another before you remove this one."
NO_FACTOR: Final = "Set up an authenticator app or a passkey first."


@dataclass(frozen=True, slots=True)
class FactorChange:
    """A change of one's own factors: in a transaction, with the login that asked, at a time."""

    tx: Transaction
    caller: LoginCaller
    now: datetime

    async def lock(self) -> Account:
        """The account, locked. Raises `LoginOver` when it is deleted."""
        account = await lock_account(self.tx, self.caller.account_id)
        if account is None:
            raise LoginOver
        return account

    async def added(self, before: store.Factors) -> FactorAdded:
        """Tell the owner of a new factor. The first one ends every other login, and brings codes."""
        await self.tell()
        await store.mark_login(self.tx, self.caller.login.login_id)
        if before.any:
            return FactorAdded(recovery_codes=[])
        await end_logins_of(self.tx, self.caller.account_id, but=self.caller.login.login_id)
        return FactorAdded(recovery_codes=await self.new_codes())

    async def removed(self, before: store.Factors) -> None:
        """Tell the owner of a removed factor; the recovery codes go with the last one."""
        if before.count == 1:
            await store.replace_recovery_codes(self.tx, self.caller.account_id, [])
        await self.tell()

    async def new_codes(self) -> list[str]:
        """Ten new recovery codes instead of those before."""
        codes = new_recovery_codes()
        plain = [plain_code(code) for code in codes]
        await store.replace_recovery_codes(self.tx, self.caller.account_id, plain)
        return codes

    async def tell(self) -> None:
        """Mail the owner that the factors have changed (product.md 1.17)."""
        await emit(self.tx, SecurityChanged(account_id=self.caller.account_id, what="second_factor"))


async def second_factors(tx: Connection, caller: LoginCaller, sealing: Sealing) -> SecondFactors:
    """What the account has besides its password."""
    factors = await store.factors_of(tx, caller.account_id)
    held = await passkeys.passkeys_of(tx, caller.account_id)
    return SecondFactors(
        required=caller.staff,
        authenticator_app=factors.app,
        authenticator_app_available=sealing.available,
        passkeys=[
            ListedPasskey(
                passkey_id=each.id,
                name=each.name,
                created_at=each.created_at,
                last_used_at=each.last_used_at,
            )
            for each in held
        ],
        recovery_codes_left=factors.recovery_codes,
    )


async def begin_app(change: FactorChange, sealing: Sealing) -> NewAuthenticatorApp:
    """A new secret, which holds from its first code on (product.md 1.14)."""
    if not sealing.available:
        raise refuse(NO_KEY)
    account = await change.lock()
    secret = new_secret()
    await store.begin_app(change.tx, account.id, seal(sealing, secret, account.id))
    uri = provisioning_uri(secret, account.email)
    return NewAuthenticatorApp(secret=secret, uri=uri, qr_code=qr_code(uri))


async def confirm_app(change: FactorChange, sealing: Sealing, code: str) -> FactorAdded:
    """Let the new secret hold, by its first code. Raises `Refused` for a wrong one."""
    account = await change.lock()
    before = await store.factors_of(change.tx, account.id)
    held = await store.secrets_of(change.tx, account.id)
    if held.waiting is None:
        raise refuse(BEGIN_AGAIN, iv_code=BEGIN_AGAIN)
    step = step_of(unseal(sealing, held.waiting, account.id), plain_code(code), now=change.now)
    if step is None or not await store.confirm_app(change.tx, account.id, held.waiting, step):
        raise refuse(WRONG_CODE, iv_code=WRONG_CODE)
    return await change.added(before)


async def remove_app(change: FactorChange) -> None:
    """Remove the authenticator app. Raises `NotFound` without one, `Refused` for the staff's last factor."""
    account = await change.lock()
    before = await store.factors_of(change.tx, account.id)
    if not before.app:
        raise NotFound
    _keep_one(account, before)
    await store.remove_app(change.tx, account.id)
    await change.removed(before)


async def begin_passkey(change: FactorChange, site: RelyingParty) -> Json:
    """The options with which a browser makes a passkey (product.md 1.15)."""
    account = await change.lock()
    held = await passkeys.passkeys_of(change.tx, account.id)
    if len(held) >= MOST_PASSKEYS:
        raise refuse(TOO_MANY_PASSKEYS)
    challenge = await add_challenge(
        change.tx,
        Purpose.ADD_PASSKEY,
        account_id=account.id,
        login_id=change.caller.login.login_id,
        now=change.now,
    )
    return site.creation(challenge, account.id, account.email, [each.credential_id for each in held])


async def add_passkey(change: FactorChange, site: RelyingParty, request: AddPasskeyRequest) -> FactorAdded:
    """Add a passkey that was made for this account and login (product.md 1.15).

    Raises `Refused` for a challenge that is used, too old or somebody else's, and for a passkey in use.
    """
    account = await change.lock()
    before = await store.factors_of(change.tx, account.id)
    if before.passkeys >= MOST_PASSKEYS:
        raise refuse(TOO_MANY_PASSKEYS)
    try:
        challenge = registration_challenge(request.iv_passkey)
        login_id = change.caller.login.login_id
        owner = await use_challenge(
            change.tx, Purpose.ADD_PASSKEY, challenge, login_id=login_id, now=change.now
        )
        if owner != account.id:
            raise refuse(BEGIN_AGAIN, iv_passkey=BEGIN_AGAIN)
        made = site.registered(request.iv_passkey, challenge)
    except PasskeyRefused as error:
        raise refuse(NOT_THIS_PASSKEY, iv_passkey=NOT_THIS_PASSKEY) from error
    added = await passkeys.add_passkey(
        change.tx,
        {
            "id": new_id(),
            "account_id": account.id,
            "credential_id": made.credential_id,
            "public_key": made.credential_public_key,
            "sign_count": made.sign_count,
            "name": request.iv_name,
            "created_at": change.now,
        },
    )
    if not added:
        raise refuse(PASSKEY_TAKEN, iv_passkey=PASSKEY_TAKEN)
    return await change.added(before)


async def remove_passkey(change: FactorChange, passkey_id: str) -> None:
    """Remove one passkey. Raises `NotFound` for any other id, `Refused` for the staff's last factor."""
    account = await change.lock()
    before = await store.factors_of(change.tx, account.id)
    if not await passkeys.remove_passkey(change.tx, account.id, passkey_id):
        raise NotFound
    _keep_one(account, before)
    await change.removed(before)


async def renew_recovery_codes(change: FactorChange) -> FactorAdded:
    """Ten new recovery codes; those before hold no longer. Raises `Refused` without a factor."""
    account = await change.lock()
    if not (await store.factors_of(change.tx, account.id)).any:
        raise refuse(NO_FACTOR)
    codes = await change.new_codes()
    await change.tell()
    return FactorAdded(recovery_codes=codes)


def _keep_one(account: Account, before: store.Factors) -> None:
    if account.staff and before.count == 1:
        raise refuse(STAFF_KEEP_ONE)
