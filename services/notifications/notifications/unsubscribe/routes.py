"""Stopping mails by the link that they carry (RFC 2369, RFC 8058; an addition to api.md 6)."""

from typing import Annotated

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Query

from notifications.unsubscribe import service
from notifications.unsubscribe.schemas import Unsubscribed

router = APIRouter(tags=["mail"], route_class=Route)

Token = Annotated[str, Query(max_length=200, description="From the mail")]


@router.post("/api/unsubscribe_mail")
async def unsubscribe_mail(tx: Writing, clock: Clock, token: Token) -> Answer[Unsubscribed]:
    """Stop mails of the subject that the token names, for the account or the address that it names.

    A mail program posts the form of RFC 8058, our page nothing. The token says everything: no body is read.
    """
    return done(Unsubscribed(kind=await service.unsubscribe(tx, token, clock())))
