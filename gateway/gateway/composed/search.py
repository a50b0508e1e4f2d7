"""Search narrowed to providers with free time on a day. One without a day is forwarded to profiles."""

import re
from datetime import date
from typing import Any, Final

import orjson
from contracts.rules import messages
from contracts.rules.numbers import is_plain_whole

from gateway.composed.sub_requests import (
    ComposedCall,
    Part,
    ShortCircuit,
    SubRequest,
    SubResponse,
    composed_response,
    query_params,
)
from gateway.responses import UNAVAILABLE, UPSTREAM_FAILURES, BufferedResponse, success
from gateway.routes import BOOKING, PROFILES

SEARCH_PATH: Final = "/api/search"
AVAILABLE_PROVIDERS: Final = "/internal/available_providers"
MAX_PAGES: Final = 5
DEFAULT_LIMIT: Final = 20
MAX_LIMIT: Final = 100
SHORTEST: Final = 5
LONGEST: Final = 1440
"""How many minutes can be asked for on a day."""
NARROWER: Final = ("free_from", "free_until", "minutes")

_NARROWS: Final = re.compile(rb"(?:^|&)(?:available_on|timezone|free_|minutes|[^=&]*%)")
"""A parameter that may be one of ours. A name with a percent sign may be any."""
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def may_narrow(query: bytes) -> bool:
    """Whether a search with this query may need more than profiles."""
    return _NARROWS.search(query) is not None


async def search(call: ComposedCall) -> BufferedResponse:
    """Providers and services that match, best first (product.md 3.7, api.md 3).

    With `available_on` (a date, in `timezone` or UTC) the answer holds only providers with a free slot on
    that day; with `free_from`, `free_until` (HH:MM) or `minutes` those with that time between these. It reads
    further pages of profiles until one page of its own is full. It then has no facets, because nothing counts
    them for the narrowed results.
    """
    query = query_params(call.request)
    day, narrower = query.pop("available_on", ""), _narrower(query)
    zone = query.pop("timezone", "") or "UTC"
    if narrower and not day:
        return _field_errors({"available_on": "Choose a day for this time"})
    if not day:
        [found] = await call.fetch(SubRequest(PROFILES, SEARCH_PATH, query))
        return _passed_through(found)
    if not _is_date(day):
        return _field_errors({"available_on": "This Field can only contain dates. e.g 2026-01-31"})
    limit = query.get("limit") or str(DEFAULT_LIMIT)
    mistakes = _mistakes(narrower)
    if mistakes or not is_plain_whole(limit):
        try:
            [found] = await call.fetch(SubRequest(PROFILES, SEARCH_PATH, query))
        except ShortCircuit as refused:
            return _with_mistakes(refused.response, mistakes)
        return _with_mistakes(found.response, mistakes)
    wanted = {"date": day, "timezone": zone, **narrower}
    return await _collect_pages(call, query, max(1, min(int(limit), MAX_LIMIT)), wanted)


def _narrower(query: dict[str, str]) -> dict[str, str]:
    """What says when on the day there must be time, without what is empty. Takes it out of the query."""
    given = {name: query.pop(name, "") for name in NARROWER}
    return {name: text for name, text in given.items() if text}


def _mistakes(narrower: dict[str, str]) -> dict[str, str]:
    """What is wrong with the length. Profiles, which is asked first, knows nothing of it."""
    minutes = narrower.get("minutes", "")
    if minutes and not is_plain_whole(minutes):
        return {"minutes": messages.NUMERIC}
    if minutes and not SHORTEST <= int(minutes) <= LONGEST:
        return {"minutes": messages.NUMBER_RANGE.format(a=SHORTEST, b=LONGEST)}
    return {}


def _with_mistakes(found: BufferedResponse | None, mistakes: dict[str, str]) -> BufferedResponse:
    """The answer of profiles, or a refusal with these mistakes and those that it has found in its fields."""
    if found is None or not mistakes:
        return found or UPSTREAM_FAILURES[UNAVAILABLE]
    envelope = orjson.loads(found.body)
    told = {} if envelope["status"] else envelope["message"]["iv_msg"]
    return _field_errors({**told, **mistakes})


async def _collect_pages(
    call: ComposedCall, query: dict[str, str], limit: int, wanted: dict[str, str]
) -> BufferedResponse:
    providers: list[Any] = []
    services: list[Any] = []
    cursor: str | None = query.get("cursor")
    corrected: str | None = None
    fewer_words = False
    for _ in range(MAX_PAGES):
        # Request only as many as are missing, so that the cursor points behind the last shown provider.
        page_query = {**query, "limit": str(limit - len(providers)), **({"cursor": cursor} if cursor else {})}
        [found] = await call.fetch(SubRequest(PROFILES, SEARCH_PATH, page_query))
        if not isinstance(found.data, dict):
            return _passed_through(found)
        listed: list[Any] = found.get("providers", [])
        offered: list[Any] = found.get("services", [])
        free = await _available_providers(
            call, sorted({_owner_id(row) for row in (*listed, *offered)} - {""}), wanted
        )
        if free.missing:
            data = {**found.data, "providers": listed, "services": offered}
            return composed_response(data, [Part(free, "availability", "who has time on that day")])
        ids = set(free.get("provider_ids", []))
        providers += [row for row in listed if _owner_id(row) in ids]
        services += [row for row in offered if _owner_id(row) in ids]
        cursor = found.get("next_cursor", None)
        corrected = found.get("corrected", None)
        fewer_words = found.get("fewer_words", False)
        if not cursor or len(providers) >= limit:
            break
    return success(
        {
            "providers": providers,
            "services": services,
            "facets": None,
            "corrected": corrected,
            "fewer_words": fewer_words,
            "next_cursor": cursor,
        }
    )


async def _available_providers(
    call: ComposedCall, provider_ids: list[str], wanted: dict[str, str]
) -> SubResponse:
    """Those of the providers with the wanted time; `missing` when booking does not answer.

    Raises `ShortCircuit` when booking refuses the day, the times or the time zone.
    """
    if not provider_ids and wanted.keys().isdisjoint(NARROWER):
        return SubResponse(BOOKING, missing=False, data={"provider_ids": []})
    ids: list[str] = []
    # Booking judges the times also where nobody was found.
    for start in range(0, len(provider_ids) or 1, MAX_LIMIT):
        body = orjson.dumps({"provider_ids": provider_ids[start : start + MAX_LIMIT], **wanted})
        try:
            [part] = await call.fetch(SubRequest(BOOKING, AVAILABLE_PROVIDERS, body=body))
        except ShortCircuit:
            return SubResponse(BOOKING, missing=True)
        if part.data is None:
            raise ShortCircuit(_booking_refusal(part))
        ids += part.get("provider_ids", [])
    return SubResponse(BOOKING, missing=False, data={"provider_ids": ids})


def _owner_id(row: object) -> str:
    if not isinstance(row, dict):
        return ""
    return str(row.get("provider_id") or row.get("owner_id") or "")


def _passed_through(found: SubResponse) -> BufferedResponse:
    return found.response or UPSTREAM_FAILURES[UNAVAILABLE]


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _booking_refusal(part: SubResponse) -> BufferedResponse:
    """Booking's refusal, with the field names of the search's query."""
    errors = orjson.loads(part.response.body)["message"]["iv_msg"] if part.response else {}
    return _field_errors(
        {("available_on" if field == "date" else field): text for field, text in errors.items()}
    )


def _field_errors(fields: dict[str, str]) -> BufferedResponse:
    message = {"main_msg": next(iter(fields.values()), ""), "iv_msg": fields}
    return BufferedResponse(200, orjson.dumps({"status": False, "message": message, "data": None}))
