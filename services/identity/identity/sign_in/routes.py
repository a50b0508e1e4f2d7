"""sign_in (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import SecondDatabase
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage
from chassis.http.route import Route
from fastapi import APIRouter, Response

from identity.guessing.source import RequestSource
from identity.logins.dependencies import UserAgent
from identity.logins.schemas import SignedIn
from identity.passwords.hashing import RequestPasswords
from identity.settings import RequestSettings
from identity.sign_in.schemas import SignInRequest
from identity.sign_in.service import begin_login
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.post("/sign_in")
async def sign_in(
    request: SignInRequest,
    database: SecondDatabase,
    passwords: RequestPasswords,
    signer: Signer,
    clock: Clock,
    accepted: AcceptLanguage,
    user_agent: UserAgent,
    source: RequestSource,
    settings: RequestSettings,
    response: Response,
) -> Answer[SignedIn]:
    """Begin a login. A wrong address and a wrong password get the same message after the same time."""
    login = await begin_login(
        database,
        passwords,
        signer,
        request,
        source,
        accept_language=accepted,
        user_agent=user_agent,
        now=clock(),
    )
    login.set_cookie(response, settings.public_url)
    if login.cookie:
        source.set_cookie(response, settings.public_url)
    return done(login.signed_in)
