"""The search (api.md 3). `available_on` is the gateway's: it asks booking, too."""

from typing import Annotated

import orjson
from chassis.clock import Clock
from chassis.http.callers import Anyone, viewer_id
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, JsonResponse
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from fastapi import APIRouter, Query, Response

from profiles.search.cursor import After, after_of, cursor_after
from profiles.search.facets import FacetsJson, facets_for
from profiles.search.filters import Search
from profiles.search.schemas import SearchRequest, SearchResults
from profiles.search.statistics import SearchFrequencies
from profiles.search.store import FoundPage, find, find_first
from profiles.search.tokenizer import read

router = APIRouter(prefix="/api", tags=["search"], route_class=Route)


@router.get("/search", response_model=Answer[SearchResults])
async def search(
    query: Annotated[SearchRequest, Query()],
    caller: Anyone,
    tx: Reading,
    page: PageQuery,
    known: SearchFrequencies,
    clock: Clock,
) -> Response:
    """Providers and services: typo-tolerant, accent-blind, ranked, without accounts blocked either way."""
    after = after_of(query.sort, page.after)
    viewer = viewer_id(caller)
    reading = await read(tx, query.q, query.city, viewer)
    asked = Search(query, reading, min(after.least, len(reading.words)))
    frequencies = await known.current(tx, clock())
    if after != After():
        return JsonResponse(_rendered(asked, await find(tx, asked, frequencies, after, page.limit), None))
    found, met = await find_first(tx, asked, frequencies, page.limit)
    return JsonResponse(_rendered(met, found, await facets_for(tx, met, frequencies)))


def _rendered(met: Search, found: FoundPage, facets: FacetsJson | None) -> bytes:
    """The answer around the JSON that the database made."""
    data = {
        "providers": orjson.Fragment(found.providers),
        "services": orjson.Fragment(found.services),
        "facets": facets,
        "corrected": met.reading.corrected,
        "fewer_words": met.least > 0,
        "next_cursor": cursor_after(met.query.sort, found.following) if found.following else None,
    }
    return orjson.dumps({"status": True, "message": {"main_msg": "", "iv_msg": {}}, "data": data})
