"""verify_guest_credentials (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage
from chassis.http.route import Route
from fastapi import APIRouter

from identity.guests.schemas import GuestRequest, GuestVerified
from identity.guests.service import issue_guest_token
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.post("/verify_guest_credentials")
async def verify_guest_credentials(
    request: GuestRequest, tx: Writing, signer: Signer, clock: Clock, accepted: AcceptLanguage
) -> Answer[GuestVerified]:
    """Give a guest a token and mail the code that proves the address is theirs."""
    token = await issue_guest_token(tx, signer, request, accept_language=accepted, now=clock())
    return done(GuestVerified(access_token=token), f"We have sent a code to {request.iv_email}.")
