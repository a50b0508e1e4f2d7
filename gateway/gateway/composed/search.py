"""Search: profiles alone, or, for a wanted day, only those whom booking finds to have time on it."""

import re
from datetime import date
from typing import Any, Final

import orjson

from gateway.composed.sub_requests import (
    ComposedCall,
    ShortCircuit,
    SubRequest,
    SubResponse,
    composed_response,
    query_params,
)
from gateway.responses import UNAVAILABLE, UPSTREAM_FAILURES, BufferedResponse, success
from gateway.routes import BOOKING, PROFILES

PATH: Final = "/api/search"
AVAILABLE: Final = "/internal/available_providers"
MOST_PAGES: Final = 5
DEFAULT_LIMIT: Final = 20
MOST: Final = 100

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


async def search(call: ComposedCall) -> BufferedResponse:
    """Providers and services that fit, best first (api.md section 3).

    With `available_on` (a date, in `timezone`, UTC without one) a page holds those of profiles' pages that
    have a free slot on that day; profiles' pages are gone through until one of ours is full. Nobody counts
    how the others divide, so there are no facets then.
    """
    query = query_params(call.request)
    day = query.pop("available_on", "")
    zone = query.pop("timezone", "") or "UTC"
    if not day:
        [found] = await call.fetch(SubRequest(PROFILES, PATH, query))
        return _as_it_came(found)
    if not _is_date(day):
        return _refusal({"available_on": "This Field can only contain dates. e.g 2026-01-31"})
    limit = min(int(query["limit"]), MOST) if query.get("limit", "").isdigit() else DEFAULT_LIMIT
    return await _pages(call, query, max(1, limit), day, zone)


async def _pages(
    call: ComposedCall, query: dict[str, str], limit: int, day: str, zone: str
) -> BufferedResponse:
    providers: list[Any] = []
    services: list[Any] = []
    cursor: str | None = query.get("cursor")
    corrected: str | None = None
    for _ in range(MOST_PAGES):
        # No more than are still missing, so that the cursor stands behind the last one that is shown.
        wanted = {**query, "limit": str(limit - len(providers)), **({"cursor": cursor} if cursor else {})}
        [found] = await call.fetch(SubRequest(PROFILES, PATH, wanted))
        if not isinstance(found.data, dict):
            return _as_it_came(found)
        listed: list[Any] = found.get("providers", [])
        offered: list[Any] = found.get("services", [])
        free = await _free(call, sorted({_owner(row) for row in (*listed, *offered)} - {""}), day, zone)
        if free.missing:
            data = {**found.data, "providers": listed, "services": offered}
            return composed_response(data, [(free, "who has time on that day")])
        ids = set(free.get("provider_ids", []))
        providers += [row for row in listed if _owner(row) in ids]
        services += [row for row in offered if _owner(row) in ids]
        cursor = found.get("next_cursor", None)
        corrected = found.get("corrected", None)
        if not cursor or len(providers) >= limit:
            break
    return success(
        {
            "providers": providers,
            "services": services,
            "facets": None,
            "corrected": corrected,
            "next_cursor": cursor,
        }
    )


async def _free(call: ComposedCall, provider_ids: list[str], day: str, zone: str) -> SubResponse:
    """Those with time that day; `missing` when booking cannot say.

    Raises `ShortCircuit` when booking refuses the day or the zone.
    """
    if not provider_ids:
        return SubResponse(BOOKING, missing=False, data={"provider_ids": []})
    ids: list[str] = []
    for start in range(0, len(provider_ids), MOST):
        body = orjson.dumps(
            {"provider_ids": provider_ids[start : start + MOST], "date": day, "timezone": zone}
        )
        try:
            [part] = await call.fetch(SubRequest(BOOKING, AVAILABLE, body=body))
        except ShortCircuit:
            return SubResponse(BOOKING, missing=True)
        if part.data is None:
            raise ShortCircuit(_refused(part))
        ids += part.get("provider_ids", [])
    return SubResponse(BOOKING, missing=False, data={"provider_ids": ids})


def _owner(row: object) -> str:
    if not isinstance(row, dict):
        return ""
    return str(row.get("provider_id") or row.get("owner_id") or "")


def _as_it_came(found: SubResponse) -> BufferedResponse:
    return found.response or UPSTREAM_FAILURES[UNAVAILABLE]


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _refused(part: SubResponse) -> BufferedResponse:
    """Booking's refusal, in the words of the search's query."""
    told = orjson.loads(part.response.body)["message"]["iv_msg"] if part.response else {}
    return _refusal({("available_on" if field == "date" else field): text for field, text in told.items()})


def _refusal(fields: dict[str, str]) -> BufferedResponse:
    message = {"main_msg": next(iter(fields.values()), ""), "iv_msg": fields}
    return BufferedResponse(200, orjson.dumps({"status": False, "message": message, "data": None}))
