"""What the gateway asks for its composed answers: favourites, and everything held about an account."""

from typing import Any, Final

from chassis.database import ReadSession
from chassis.envelope import Answer, done
from chassis.principal import Account
from fastapi import APIRouter
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from profiles.circle.schemas import Interest
from profiles.circle.store import circle_of
from profiles.circle.views import shown
from profiles.safety.store import blocked_by

router = APIRouter(prefix="/internal", tags=["internal"])

MOST_FAVOURITES: Final = 1000


class BlockEntry(BaseModel):
    """A blocked account (spec 2, section 3)."""

    user_id: str


class Favourites(BaseModel):
    """The caller's circle and blocks."""

    interest_info: list[Interest]
    blocks_info: list[BlockEntry]


class Export(BaseModel):
    """Everything held about the caller here, by the name of what it is."""

    profile: list[dict[str, Any]]
    services: list[dict[str, Any]]
    finance_settings: list[dict[str, Any]]
    circle: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    requests: list[dict[str, Any]]


_HELD: Final = {
    "profile": text("SELECT to_jsonb(t) FROM profile t WHERE account_id = :account_id"),
    "services": text(
        "SELECT to_jsonb(t) FROM service t WHERE provider_id = :account_id AND status <> 'deleted'"
    ),
    "finance_settings": text("SELECT to_jsonb(t) FROM finance_settings t WHERE account_id = :account_id"),
    "circle": text("SELECT to_jsonb(t) FROM interest t WHERE account_id = :account_id AND interest"),
    "blocks": text("SELECT to_jsonb(t) FROM block t WHERE blocker_id = :account_id AND blocked"),
    "reports": text("SELECT to_jsonb(t) - 'evidence' FROM report t WHERE reporter_id = :account_id"),
    "requests": text("SELECT to_jsonb(t) FROM user_request t WHERE account_id = :account_id"),
}


@router.get("/favourites")
async def favourites(caller: Account, session: ReadSession) -> Answer[Favourites]:
    """The caller's circle with the trusted flag, and whom they block."""
    circle = await circle_of(session, caller.id, only_trusted=False, after="", limit=MOST_FAVOURITES)
    blocked = await blocked_by(session, caller.id, after="", limit=MOST_FAVOURITES)
    return done(
        Favourites(
            interest_info=await shown(session, circle),
            blocks_info=[BlockEntry(user_id=account_id) for account_id in blocked],
        )
    )


@router.get("/export")
async def export(caller: Account, session: ReadSession) -> Answer[Export]:
    """Everything held about the caller here."""
    return done(Export(**{name: await _rows(session, name, caller.id) for name in _HELD}))


async def _rows(session: AsyncSession, name: str, account_id: str) -> list[dict[str, Any]]:
    return list(await session.scalars(_HELD[name], {"account_id": account_id}))
