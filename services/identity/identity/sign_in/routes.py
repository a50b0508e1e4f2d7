"""sign_in, its second step, and signing in with a passkey (api.md 2)."""

from dataclasses import replace
from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.dependencies import SecondDatabase
from chassis.http.envelope import Answer, EnvelopeMessage, done
from chassis.http.languages import AcceptLanguage
from chassis.http.route import Route
from fastapi import APIRouter, Depends, Response

from identity.guessing.source import RequestSource, Source
from identity.logins.create_login import NewLogin
from identity.logins.dependencies import UserAgent
from identity.logins.schemas import SignedIn
from identity.passkeys.relying_party import Site
from identity.passwords.hashing import RequestPasswords
from identity.second_factor.dependencies import RequestFactorCheck
from identity.second_factor.schemas import PasskeyOptions
from identity.settings import RequestSettings
from identity.sign_in import second_step
from identity.sign_in.schemas import (
    PasskeySignInRequest,
    SecondFactorRequest,
    SecondStep,
    SecondStepDue,
    SignInRequest,
)
from identity.sign_in.second_step import finish_second_step
from identity.sign_in.service import begin_login
from identity.sign_in.visit import Visit
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)

SECOND_STEP_DUE: Final = "This account asks for a second step: a code or a passkey."


async def _visitor(
    clock: Clock, accepted: AcceptLanguage, user_agent: UserAgent, source: RequestSource
) -> Visit:
    return Visit({}, accepted, user_agent, source, clock())


Visitor = Annotated[Visit, Depends(_visitor)]
"""What the headers say of the device that signs in."""


@router.post("/sign_in")
async def sign_in(
    request: SignInRequest,
    database: SecondDatabase,
    passwords: RequestPasswords,
    signer: Signer,
    site: Site,
    clock: Clock,
    accepted: AcceptLanguage,
    user_agent: UserAgent,
    source: RequestSource,
    settings: RequestSettings,
    response: Response,
) -> Answer[SignedIn | SecondStepDue]:
    """Begin a login. A wrong address and a wrong password get the same message after the same time.

    An account with a second factor is refused, and told by which challenge to go on.
    """
    login = await begin_login(
        database,
        passwords,
        signer,
        site,
        request,
        source,
        accept_language=accepted,
        user_agent=user_agent,
        now=clock(),
    )
    if isinstance(login, SecondStep):
        return _second_step_due(login)
    _set_cookies(login, source, response, settings.public_url)
    return done(login.signed_in)


@router.post("/sign_in_second_factor")
async def sign_in_second_factor(
    request: SecondFactorRequest,
    check: RequestFactorCheck,
    signer: Signer,
    visitor: Visitor,
    settings: RequestSettings,
    response: Response,
) -> Answer[SignedIn]:
    """Begin the login that waited for a second factor: a code, or a passkey's answer."""
    login = await finish_second_step(check, signer, request, replace(visitor, device=request.iv_device_data))
    _set_cookies(login, visitor.source, response, settings.public_url)
    return done(login.signed_in)


@router.post("/begin_passkey_sign_in")
async def begin_passkey_sign_in(check: RequestFactorCheck, clock: Clock) -> Answer[PasskeyOptions]:
    """The options with which a browser asks for a passkey of this site."""
    async with check.database.writing() as tx:
        options = await second_step.begin_passkey_sign_in(tx, check.site, now=clock())
    return done(PasskeyOptions(options=options))


@router.post("/sign_in_with_passkey")
async def sign_in_with_passkey(
    request: PasskeySignInRequest,
    check: RequestFactorCheck,
    signer: Signer,
    visitor: Visitor,
    settings: RequestSettings,
    response: Response,
) -> Answer[SignedIn]:
    """Begin a login with a passkey alone."""
    visit = replace(visitor, device=request.iv_device_data)
    login = await second_step.sign_in_with_passkey(check, signer, request.iv_passkey, visit)
    _set_cookies(login, visitor.source, response, settings.public_url)
    return done(login.signed_in)


def _set_cookies(login: NewLogin, source: Source, response: Response, public_url: str) -> None:
    """Bind the login to its browser and know the browser again, if it keeps cookies."""
    login.set_cookie(response, public_url)
    if login.cookie:
        source.set_cookie(response, public_url)


def _second_step_due(step: SecondStep) -> Answer[SignedIn | SecondStepDue]:
    message = EnvelopeMessage(main_msg=SECOND_STEP_DUE, iv_msg={"iv_second_factor": SECOND_STEP_DUE})
    due = SecondStepDue(second_factor=step)
    return Answer[SignedIn | SecondStepDue](status=False, message=message, data=due)
