"""A provider's figures: booking counts, profiles knows how often the page was opened (product.md 4.18)."""

from typing import Any, Final

import orjson

from gateway.composed.sub_requests import (
    NOT_SENT_ON,
    ComposedCall,
    Part,
    ShortCircuit,
    SubRequest,
    SubResponse,
    composed_response,
    read_response,
)
from gateway.forwarding import target
from gateway.http_client.messages import Headers
from gateway.responses import JSON, BufferedResponse
from gateway.routes import BOOKING, PROFILES

PAGE_VIEWS: Final = "/internal/page_views"
FIGURES: Final = "/internal/figures"
FIGURES_FILE: Final = "/internal/figures_file"


async def get_figures(call: ComposedCall) -> BufferedResponse:
    """The figures of a range and of the one before it. Without profiles the views are null."""
    views = await _page_views(call)
    [counted] = await call.fetch(
        SubRequest(BOOKING, target(FIGURES, call.request.query), body=_as_body(views), decides=True)
    )
    data: dict[str, Any] = counted.data if isinstance(counted.data, dict) else {}
    return composed_response(data, [Part(views, "views", "the views of your page")])


async def download_figures(call: ComposedCall) -> BufferedResponse:
    """The figures of a range as a CSV file. Without profiles the views are empty."""
    body = _as_body(await _page_views(call))
    headers: Headers = [pair for pair in call.request.headers if pair[0] not in NOT_SENT_ON]
    headers += [JSON, (b"content-length", str(len(body)).encode())]
    response = await call.upstreams[BOOKING].send(
        "POST", target(FIGURES_FILE, call.request.query), headers, body, within=call.request.route.timeout
    )
    return await read_response(response)


async def _page_views(call: ComposedCall) -> SubResponse:
    """The views of the caller's page by day. What is wrong with caller or query, booking says."""
    try:
        [views] = await call.fetch(SubRequest(PROFILES, target(PAGE_VIEWS, call.request.query)))
    except ShortCircuit:
        return SubResponse(PROFILES, missing=True)
    return views


def _as_body(views: SubResponse) -> bytes:
    return orjson.dumps({"views": views.get("views", None)})
