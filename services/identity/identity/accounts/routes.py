"""sign_up, update_username, delete_account (api.md section 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import RequestDatabase, Writing
from chassis.http.envelope import Answer, done, refuse, refuse_fields
from chassis.http.languages import DEFAULT, AcceptLanguage, language_said
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import AccountDeleted, AccountRegistered, AccountRenamed
from fastapi import APIRouter

from identity.accounts import store
from identity.accounts.events import facts_of
from identity.accounts.rules import EMAIL_TAKEN, USERNAME_RESERVED, USERNAME_TAKEN, is_reserved
from identity.accounts.schemas import (
    DeleteAccountRequest,
    SignUpRequest,
    UpdateUsernameRequest,
    UsernameTaken,
)
from identity.confirmation.mail import mail_confirmation
from identity.logins.caller import LiveCaller
from identity.logins.opening import open_login
from identity.logins.schemas import SignedIn
from identity.logins.store import end_logins_of
from identity.passwords.hashing import RequestPasswords
from identity.passwords.proof import prove_again
from identity.passwords.rules import weakness
from identity.session.store import session_of
from identity.settings import RequestSettings
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"])

MEANWHILE = "Your password was changed meanwhile. Please sign in again."


@router.post("/sign_up")
async def sign_up(
    request: SignUpRequest,
    settings: RequestSettings,
    tx: Writing,
    passwords: RequestPasswords,
    signer: Signer,
    clock: Clock,
    accepted: AcceptLanguage,
) -> Answer[SignedIn]:
    """Make an account, mail its confirmation, and begin its first login."""
    now = clock()
    weak = weakness(request.iv_password, about=(request.iv_name, request.iv_email))
    if weak:
        raise refuse_fields(iv_password=weak)
    password_hash = await passwords.hash(request.iv_password)
    said = language_said(request.iv_device_data, accepted)
    account = await store.add_account(
        tx,
        {
            "id": new_id(),
            "name": request.iv_name,
            "email": request.iv_email,
            "password_hash": password_hash,
            "created_at": now,
            "language": said or DEFAULT,
            "language_said": said is not None,
        },
    )
    if account is None:
        raise refuse(EMAIL_TAKEN, iv_email=EMAIL_TAKEN)
    await emit(tx, AccountRegistered(account=facts_of(account)))
    await mail_confirmation(tx, account, settings.public_url, now=now)
    return done(await open_login(tx, signer, account, request.iv_device_data, now=now))


@router.post("/update_username")
async def update_username(
    caller: LiveCaller, request: UpdateUsernameRequest, tx: Writing
) -> Answer[UsernameTaken]:
    """Take a username: unique without regard to case, and none of the reserved words."""
    if is_reserved(request.iv_username):
        raise refuse_fields(iv_username=USERNAME_RESERVED)
    account = await store.take_username(tx, caller.account_id, request.iv_username)
    if account is None:
        raise refuse_fields(iv_username=USERNAME_TAKEN)
    await emit(tx, AccountRenamed(account=facts_of(account)))
    taken = UsernameTaken(sessionData=await session_of(tx, account.id, caller.login))
    return done(taken, "Your name is updated.")


@router.post("/delete_account")
async def delete_account(
    caller: LiveCaller,
    request: DeleteAccountRequest,
    database: RequestDatabase,
    tx: Writing,
    passwords: RequestPasswords,
    clock: Clock,
) -> Answer[None]:
    """Erase the account here and, by its event, in every service; its address and username are free again."""
    now = clock()
    account = await prove_again(
        database, passwords, caller.account_id, request.iv_password, field="iv_password", now=now
    )
    if await store.lock_with_password(tx, account.id, account.password_hash) is None:
        raise refuse(MEANWHILE, iv_password=MEANWHILE)
    await end_logins_of(tx, account.id)
    await store.erase_account(tx, account.id, now=now)
    await emit(tx, AccountDeleted(account_id=account.id))
    return done(None, "Your account is deleted.")
