"""begin_step_up and step_up (api.md 2)."""

from chassis.clock import Clock
from chassis.http.envelope import Answer, done, rendered
from chassis.http.route import Route
from fastapi import APIRouter, Response

from identity.logins.dependencies import ActiveLogin
from identity.logins.schemas import LoginChecked
from identity.passwords.hashing import RequestPasswords
from identity.second_factor.dependencies import RequestFactorCheck
from identity.step_up.schemas import StepUpBegun, StepUpRequest
from identity.step_up.service import StepUp
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.post("/begin_step_up")
async def begin_step_up(
    caller: ActiveLogin, check: RequestFactorCheck, passwords: RequestPasswords, signer: Signer, clock: Clock
) -> Answer[StepUpBegun]:
    """With what the caller can show once more who they are."""
    async with check.database.writing() as tx:
        return done(await StepUp(check, passwords, signer).begin(tx, caller, now=clock()))


@router.post("/step_up", response_model=Answer[LoginChecked])
async def step_up(
    caller: ActiveLogin,
    request: StepUpRequest,
    check: RequestFactorCheck,
    passwords: RequestPasswords,
    signer: Signer,
    clock: Clock,
) -> Response:
    """Show who one is: for ten minutes the new token may do what asks for that."""
    renewed = await StepUp(check, passwords, signer).finish(caller, request, now=clock())
    return rendered(renewed.values())
