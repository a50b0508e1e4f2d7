"""What the gateway asks for its composed answers: favourites, and everything held about an account."""

from typing import Any, Final

from chassis.db import Connection
from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter
from pydantic import BaseModel

from profiles.circle.responses import shown
from profiles.circle.schemas import CircleEntry
from profiles.circle.store import circle_of
from profiles.export.hot_sql import HELD
from profiles.safety.store import blocked_by

router = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)

MOST_FAVOURITES: Final = 1000


class BlockEntry(BaseModel):
    """A blocked account (product.md 3.6)."""

    user_id: str


class Favourites(BaseModel):
    """The caller's circle and blocks."""

    interest_info: list[CircleEntry]
    blocks_info: list[BlockEntry]


class ProfileExport(BaseModel):
    """Everything held about the caller here, by the name of what it is."""

    profile: list[dict[str, Any]]
    services: list[dict[str, Any]]
    finance_settings: list[dict[str, Any]]
    circle: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    requests: list[dict[str, Any]]


@router.get("/favourites")
async def favourites(caller: Account, tx: Reading) -> Answer[Favourites]:
    """The caller's circle with the trusted flag, and whom they block."""
    circle = await circle_of(tx, caller.id, only_trusted=False, after="", limit=MOST_FAVOURITES)
    blocked = await blocked_by(tx, caller.id, after="", limit=MOST_FAVOURITES)
    return done(
        Favourites(
            interest_info=await shown(tx, circle),
            blocks_info=[BlockEntry(user_id=account_id) for account_id in blocked],
        )
    )


@router.get("/export")
async def export(caller: Account, tx: Reading) -> Answer[ProfileExport]:
    """Everything held about the caller here."""
    return done(ProfileExport(**{name: await _rows(tx, name, caller.id) for name in HELD}))


async def _rows(tx: Connection, name: str, account_id: str) -> list[dict[str, Any]]:
    return await HELD[name].column(tx, account_id=account_id)
