"""Callers who are providers; anybody else is refused before the fields of the call are judged."""

from typing import Annotated, Final

from chassis.errors import Forbidden
from chassis.http.callers import Account, Principal
from chassis.http.dependencies import database_of
from fastapi import Depends, Request

from notifications.projections.store import person_of

NO_PROVIDER: Final = "Only providers can see this."


async def _provider(caller: Account, request: Request) -> Principal:
    async with database_of(request).reading() as tx:
        person = await person_of(tx, caller.id)
    if not person.onboarded or person.deleted:
        raise Forbidden(NO_PROVIDER)
    return caller


ProviderAccount = Annotated[Principal, Depends(_provider)]
"""The holder of an account with a provider's profile; 403 for any other. Comes before `Reading` and `Writing`
among the parameters.
"""
