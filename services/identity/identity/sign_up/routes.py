"""sign_up (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage
from chassis.http.route import Route
from fastapi import APIRouter, Response

from identity.guessing.source import RequestSource
from identity.logins.dependencies import UserAgent
from identity.logins.schemas import SignedIn
from identity.passwords.hashing import RequestPasswords
from identity.settings import RequestSettings
from identity.sign_up.schemas import SignUpRequest
from identity.sign_up.service import register
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.post("/sign_up")
async def sign_up(
    request: SignUpRequest,
    settings: RequestSettings,
    tx: Writing,
    passwords: RequestPasswords,
    signer: Signer,
    clock: Clock,
    accepted: AcceptLanguage,
    user_agent: UserAgent,
    source: RequestSource,
    response: Response,
) -> Answer[SignedIn]:
    """Make an account, mail its confirmation, and begin its first login."""
    login = await register(
        tx,
        passwords,
        signer,
        request,
        source,
        accept_language=accepted,
        user_agent=user_agent,
        public_url=settings.public_url,
        now=clock(),
    )
    login.set_cookie(response, settings.public_url)
    if login.cookie:
        source.set_cookie(response, settings.public_url)
    return done(login.signed_in)
