"""verify_guest_credentials (api.md section 2; spec 2, section 5, 'Guest')."""

from chassis.clock import Clock
from chassis.errors import TooMany
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage, language_of
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import GuestCodeIssued, MailRequested
from fastapi import APIRouter

from identity.guests.rules import CODE_LIFE, code_hash, new_code
from identity.guests.schemas import GuestRequest, GuestVerified
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"])

TOO_MANY = "Too many codes were sent to this email. Please use the latest, or try again later."


@router.post("/verify_guest_credentials")
async def verify_guest_credentials(
    request: GuestRequest, tx: Writing, signer: Signer, clock: Clock, accepted: AcceptLanguage
) -> Answer[GuestVerified]:
    """Give a guest a token and mail the code that proves the address is theirs.

    An address gets at most 5 codes in 10 minutes and 20 in a day, whoever asks for them.
    """
    now = clock()
    wait = await claim(tx, Kind.GUEST_CODE, request.iv_email, now=now)
    if wait:
        raise TooMany(TOO_MANY, retry_after=wait)
    guest_id, code, expires_at = new_id(), new_code(), now + CODE_LIFE
    access = signer.for_guest(guest_id, request.iv_name, request.iv_email, now=now)
    issued = GuestCodeIssued(
        guest_id=guest_id,
        name=request.iv_name,
        email=request.iv_email,
        code_hash=code_hash(guest_id, code),
        expires_at=expires_at,
    )
    mail = MailRequested(
        kind="guest_code",
        to=request.iv_email,
        name=request.iv_name,
        code=code,
        language=language_of(request.iv_device_data, accepted),
        expires_at=expires_at,
    )
    await emit(tx, issued, mail)
    return done(GuestVerified(access_token=access.token), f"We have sent a code to {request.iv_email}.")
