"""The search (api.md section 3). `available_on` is the gateway's: it asks booking, too."""

from typing import Annotated

import orjson
from chassis.clock import Clock
from chassis.database import ReadSession
from chassis.envelope import Answer
from chassis.paging import PageQuery
from chassis.principal import Anyone, viewer_id
from fastapi import APIRouter, Query, Response

from profiles.search.asked import Search
from profiles.search.cursor import After, after_of, cursor_after
from profiles.search.facets import facets_for
from profiles.search.frequencies import SearchFrequencies
from profiles.search.schemas import Facets, Found, Wanted
from profiles.search.store import FoundPage, find
from profiles.search.words import Reading, read

router = APIRouter(prefix="/api", tags=["search"])


@router.get("/search", response_model=Answer[Found])
async def search(
    wanted: Annotated[Wanted, Query()],
    caller: Anyone,
    session: ReadSession,
    page: PageQuery,
    known: SearchFrequencies,
    clock: Clock,
) -> Response:
    """Providers and their services: typo-tolerant, accent-blind, ranked; never who is blocked either way."""
    after = after_of(wanted.sort, page.after)
    viewer = viewer_id(caller)
    reading = await read(session, wanted.q, wanted.city, viewer)
    asked = Search(wanted, reading)
    frequencies = await known.current(session, clock())
    found = await find(session, asked, frequencies, after, page.limit)
    facets = await facets_for(session, asked, frequencies) if after == After() else None
    return Response(_rendered(wanted, reading, found, facets), media_type="application/json")


def _rendered(wanted: Wanted, reading: Reading, found: FoundPage, facets: Facets | None) -> bytes:
    """The answer around the JSON that the database made."""
    data = {
        "providers": orjson.Fragment(found.providers),
        "services": orjson.Fragment(found.services),
        "facets": facets and facets.model_dump(),
        "corrected": reading.corrected,
        "next_cursor": cursor_after(wanted.sort, found.following) if found.following else None,
    }
    return orjson.dumps({"status": True, "message": {"main_msg": "", "iv_msg": {}}, "data": data})
