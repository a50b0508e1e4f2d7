"""The composed calls: each fetches from several services and merges their answers."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import orjson

from gateway.composed.data_export import DocumentResponse, download_data_export
from gateway.composed.figures import download_figures, get_figures
from gateway.composed.search import may_narrow, search
from gateway.composed.sub_requests import (
    ComposedCall,
    Part,
    ShortCircuit,
    SubRequest,
    SubResponse,
    complete_response,
    composed_response,
    query_params,
    read_response,
    validated_response,
)
from gateway.forwarding import target
from gateway.request_guard import AdmittedRequest
from gateway.responses import NOT_FOUND, BufferedResponse, envelope
from gateway.routes import BOOKING, FEED, IDENTITY, NOTIFICATIONS, PROFILES
from gateway.settings import SERVICES

BECAME_PROVIDER: Final = {"onboardProfile": True, "serviceProvider": True, "accountType": "provider"}
NO_SESSION: Final = "Your session will be up to date after the next sign-in."


async def get_user_fav_data(call: ComposedCall) -> BufferedResponse:
    """Circle and blocks from profiles, bookmarks from feed (product.md 3.5, 6.8 and 7.1)."""
    circle, bookmarks = await call.fetch(
        SubRequest(PROFILES, "/internal/favourites"), SubRequest(FEED, "/internal/bookmarks")
    )
    data = {
        "interest_info": circle.get("interest_info", []),
        "bookmark_info": bookmarks.get("bookmark_info", []),
        "blocks_info": circle.get("blocks_info", []),
    }
    parts = [Part(circle, "circle", "your circle"), Part(bookmarks, "bookmarks", "your bookmarks")]
    return validated_response(call.request, data, parts)


async def get_user_alerts(call: ComposedCall) -> BufferedResponse:
    """Alerts from notifications, bookings from booking (product.md 5.1 and 4.16)."""
    alerts, bookings = await call.fetch(
        SubRequest(
            NOTIFICATIONS,
            target("/internal/alerts", call.request.query),
            decides=bool(call.request.query),
            members=("alerts_list", "unread"),
        ),
        SubRequest(BOOKING, "/api/get_booking_info", members=("bookings_list", "next_cursor")),
    )
    data = {
        "alerts_list": alerts.get("alerts_list", []),
        "unread": alerts.get("unread", 0),
        "next_cursor": alerts.next_cursor,
        "bookings_list": bookings.get("bookings_list", {"order": [], "request": []}),
    }
    parts = [Part(alerts, "alerts", "your alerts"), Part(bookings, "bookings", "your bookings")]
    return validated_response(call.request, data, parts, alerts.page_header)


async def get_profile_posts_and_appointments(call: ComposedCall) -> BufferedResponse:
    """A provider's posts, and the caller's own appointments with this provider (product.md 3.6).

    The token identifies the caller. The second path value, the caller's own id, is ignored.
    """
    provider_id = call.request.path.split("/")[3]
    posts, appointments = await call.fetch(
        SubRequest(FEED, f"/api/get_profile_posts/{provider_id}", query_params(call.request)),
        SubRequest(BOOKING, f"/internal/appointments_with/{provider_id}"),
    )
    if posts.response is not None and posts.response.status == NOT_FOUND.status:
        return posts.response
    data = {
        "provider_posts": posts.data if isinstance(posts.data, list) else [],
        "next_cursor": posts.next_cursor,
        "appointments_with_provider": appointments.get("appointments_with_provider", []),
    }
    parts = [Part(posts, "posts", "the posts"), Part(appointments, "appointments", "your appointments")]
    return composed_response(data, parts, posts.page_header)


async def export_account_data(call: ComposedCall) -> BufferedResponse:
    """Everything that the services hold about the caller, by service (product.md 1.10).

    Identity decides whether the caller has shown lately who they are (product.md 1.13).
    """
    requests = (SubRequest(service, "/internal/export", decides=service == IDENTITY) for service in SERVICES)
    parts = await call.fetch(*requests)
    data = {part.service: part.data for part in parts}
    return composed_response(data, [Part(part, part.service, f"what {part.service} holds") for part in parts])


async def get_guest_data(call: ComposedCall) -> BufferedResponse:
    """Everything that the services hold about a guest, by the key of a mailed link (product.md 4.6).

    Booking decides whom the key lets in. It is everything or nothing: nobody takes a part for the whole.
    """
    body = call.request.body if isinstance(call.request.body, bytes) else b""
    bookings, requests, mails = await call.fetch(
        *(
            SubRequest(service, "/internal/guest_data", body=body, decides=service == BOOKING)
            for service in (BOOKING, PROFILES, NOTIFICATIONS)
        )
    )
    data = {
        **_as_dict(bookings.data),
        "requests": requests.get("requests", []),
        "mails": mails.get("mails", []),
    }
    parts = [
        Part(bookings, "bookings", "your bookings"),
        Part(requests, "requests", "your requests"),
        Part(mails, "mails", "the record of your mails"),
    ]
    return complete_response(data, parts)


async def update_profile_info(call: ComposedCall) -> BufferedResponse:
    """Save the provider profile in profiles, then merge the changes into identity's session data."""
    saved = await _save_profile(call)
    changes = _as_dict(_as_dict(saved.get("data")).get("session_changes"))
    [session] = await _fetch_session_data(call)
    data = {**_as_dict(saved.get("data")), "session_data": None}
    message = _as_dict(saved.get("message"))
    if session.missing:
        return BufferedResponse(
            200, envelope(True, f"{message.get('main_msg', '')} {NO_SESSION}".strip(), data)
        )
    data["session_data"] = {**session.get("session_data", {}), **(changes or BECAME_PROVIDER)}
    return BufferedResponse(200, orjson.dumps({**saved, "data": data}))


async def _save_profile(call: ComposedCall) -> dict[str, Any]:
    """The answer of profiles after saving. Raises `ShortCircuit` with the answer if it did not save."""
    request = call.request
    body = request.body if isinstance(request.body, bytes) else b""
    headers = [pair for pair in request.headers if pair[0] != b"accept-language"]
    headers.append((b"content-length", str(len(body)).encode()))
    response = await call.upstreams[PROFILES].send(
        "POST", target(request.path, request.query), headers, body, within=request.route.timeout
    )
    buffered = await read_response(response)
    try:
        saved = _as_dict(orjson.loads(buffered.body))
    except orjson.JSONDecodeError:
        saved = {}
    if buffered.status != 200 or not saved.get("status"):
        raise ShortCircuit(buffered)
    return saved


async def _fetch_session_data(call: ComposedCall) -> list[SubResponse]:
    """The session data. A failure counts as missing data, because the profile is already saved."""
    try:
        return await call.fetch(SubRequest(IDENTITY, "/internal/session_data", {"became_provider": "true"}))
    except ShortCircuit:
        return [SubResponse(IDENTITY, missing=True)]


def _as_dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def answering_service(request: AdmittedRequest) -> str:
    """The service to forward to; COMPOSED when several answer together."""
    if request.route.call == search.__name__ and not may_narrow(request.query):
        return PROFILES
    return request.route.service


Composed = BufferedResponse | DocumentResponse
Compose = Callable[[ComposedCall], Awaitable[Composed]]
COMPOSED_CALLS: Final[Mapping[str, Compose]] = {
    call.__name__: call
    for call in (
        get_user_fav_data,
        get_user_alerts,
        get_profile_posts_and_appointments,
        export_account_data,
        download_data_export,
        search,
        update_profile_info,
        get_guest_data,
        get_figures,
        download_figures,
    )
}
