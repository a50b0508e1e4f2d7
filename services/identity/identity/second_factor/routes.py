"""Setting factors up and removing them (api.md 2). None of the answers with secrets is stored with a key."""

from chassis.clock import Clock
from chassis.http.dependencies import Reading, SecondDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.logins.dependencies import ActiveLogin, SteppedUpLogin
from identity.passkeys.relying_party import Site
from identity.second_factor import service
from identity.second_factor.authenticator_app import RequestSealing
from identity.second_factor.schemas import (
    AddPasskeyRequest,
    ConfirmAuthenticatorApp,
    FactorAdded,
    NewAuthenticatorApp,
    PasskeyOptions,
    RemovePasskeyRequest,
    SecondFactors,
)
from identity.second_factor.service import FactorChange

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.get("/get_second_factors")
async def get_second_factors(
    caller: ActiveLogin, sealing: RequestSealing, tx: Reading
) -> Answer[SecondFactors]:
    """What the account has besides its password."""
    return done(await service.second_factors(tx, caller, sealing))


@router.post("/begin_authenticator_app")
async def begin_authenticator_app(
    caller: SteppedUpLogin, database: SecondDatabase, sealing: RequestSealing, clock: Clock
) -> Answer[NewAuthenticatorApp]:
    """Make a secret for an authenticator app, which holds from its first code on."""
    async with database.writing() as tx:
        return done(await service.begin_app(FactorChange(tx, caller, clock()), sealing))


@router.post("/confirm_authenticator_app")
async def confirm_authenticator_app(
    caller: SteppedUpLogin,
    request: ConfirmAuthenticatorApp,
    database: SecondDatabase,
    sealing: RequestSealing,
    clock: Clock,
) -> Answer[FactorAdded]:
    """Set the app up by its first code. The first factor ends every other login."""
    async with database.writing() as tx:
        change = FactorChange(tx, caller, clock())
        added = await service.confirm_app(change, sealing, request.iv_code)
    return done(added, "Your authenticator app is set up.")


@router.post("/remove_authenticator_app")
async def remove_authenticator_app(caller: SteppedUpLogin, tx: Writing, clock: Clock) -> Answer[None]:
    """Sign in without the app from now on."""
    await service.remove_app(FactorChange(tx, caller, clock()))
    return done(None, "The authenticator app is removed.")


@router.post("/begin_passkey")
async def begin_passkey(
    caller: SteppedUpLogin, database: SecondDatabase, site: Site, clock: Clock
) -> Answer[PasskeyOptions]:
    """The options with which this browser makes a passkey."""
    async with database.writing() as tx:
        options = await service.begin_passkey(FactorChange(tx, caller, clock()), site)
    return done(PasskeyOptions(options=options))


@router.post("/add_passkey")
async def add_passkey(
    caller: SteppedUpLogin, request: AddPasskeyRequest, database: SecondDatabase, site: Site, clock: Clock
) -> Answer[FactorAdded]:
    """Add a passkey. The first factor ends every other login."""
    async with database.writing() as tx:
        added = await service.add_passkey(FactorChange(tx, caller, clock()), site, request)
    return done(added, "Your passkey is added.")


@router.post("/remove_passkey")
async def remove_passkey(
    caller: SteppedUpLogin, request: RemovePasskeyRequest, tx: Writing, clock: Clock
) -> Answer[None]:
    """Remove one passkey of the account; 404 for any other id."""
    await service.remove_passkey(FactorChange(tx, caller, clock()), request.iv_passkey_id)
    return done(None, "The passkey is removed.")


@router.post("/renew_recovery_codes")
async def renew_recovery_codes(
    caller: SteppedUpLogin, database: SecondDatabase, clock: Clock
) -> Answer[FactorAdded]:
    """Ten new recovery codes instead of those before."""
    async with database.writing() as tx:
        return done(await service.renew_recovery_codes(FactorChange(tx, caller, clock())))
