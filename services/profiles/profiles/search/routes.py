"""The search (api.md section 3). `available_on` is the gateway's: it asks booking, too."""

from typing import Annotated

from chassis.database import ReadSession
from chassis.envelope import Answer, done
from chassis.paging import PageQuery
from chassis.principal import Anyone
from fastapi import APIRouter, Query

from profiles.cards.store import cards_of
from profiles.search import store
from profiles.search.schemas import Found, FoundProvider, Wanted
from profiles.services.views import shown

router = APIRouter(prefix="/api", tags=["search"])


@router.get("/search")
async def search(
    wanted: Annotated[Wanted, Query()], caller: Anyone, session: ReadSession, page: PageQuery
) -> Answer[Found]:
    """Providers and their services: typo-tolerant, accent-blind, ranked; never who is blocked either way."""
    viewer_id = caller.id if caller and caller.kind == "account" else ""
    rows, next_cursor = await store.find(session, wanted, page, viewer_id)
    ids = [row.provider_id for row in rows]
    cards = await cards_of(session, ids)
    providers = [
        FoundProvider(
            **cards[row.provider_id].model_dump(), provider_id=row.provider_id, cheapest=row.cheapest
        )
        for row in rows
        if row.provider_id in cards
    ]
    services = [shown(service) for service in await store.fitting_services(session, wanted, ids)]
    return done(Found(providers=providers, services=services, next_cursor=next_cursor))
