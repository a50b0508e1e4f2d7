"""What checks a factor, as a dependency of routes."""

from typing import Annotated

from chassis.http.dependencies import SecondDatabase
from fastapi import Depends

from identity.passkeys.relying_party import Site
from identity.second_factor.authenticator_app import RequestSealing
from identity.second_factor.verification import FactorCheck


async def _factor_check(database: SecondDatabase, sealing: RequestSealing, site: Site) -> FactorCheck:
    return FactorCheck(database, sealing, site)


RequestFactorCheck = Annotated[FactorCheck, Depends(_factor_check)]
"""Checks codes and passkeys, in transactions of its own: no token is stored with an Idempotency-Key."""
