"""What the gateway asks for its composed answers: favourites, and everything held about an account."""

from typing import Final

from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter
from pydantic import BaseModel

from profiles.circle.responses import shown
from profiles.circle.schemas import CircleEntry
from profiles.circle.store import circle_of
from profiles.export.account_data import ProfileExport, held_by_profiles
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
    return done(await held_by_profiles(tx, caller.id))
