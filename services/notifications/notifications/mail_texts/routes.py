"""Calls about the texts that a provider's clients are mailed (api.md 6): 403 for anybody else."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from notifications.mail_texts.schemas import MailTextReset, MailTexts, MailTextUpdate
from notifications.mail_texts.service import change_text, reset_text, texts_of
from notifications.projections.provider_callers import ProviderAccount

router = APIRouter(prefix="/api", tags=["mail"], route_class=Route)
SAVED: Final = "Saved."


@router.get("/get_mail_texts")
async def get_mail_texts(caller: ProviderAccount, tx: Reading, clock: Clock) -> Answer[MailTexts]:
    """What the caller's clients are mailed, and what can be filled in."""
    return done(await texts_of(tx, caller.id, clock()))


@router.post("/update_mail_text")
async def update_mail_text(
    wanted: MailTextUpdate, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[MailTexts]:
    """Mail another text to the caller's clients from now on."""
    return done(await change_text(tx, caller.id, wanted, clock()), SAVED)


@router.post("/reset_mail_text")
async def reset_mail_text(
    wanted: MailTextReset, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[MailTexts]:
    """Mail the standard text again."""
    return done(await reset_text(tx, caller.id, wanted.iv_kind, clock()), SAVED)
