"""The OpenAPI description of the composed calls; openapi.json merges it with those of the services."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from chassis.http.envelope import Answer
from contracts.booking_data import BookingData
from contracts.events.profiles import ContactAudience
from contracts.figures import FiguresAnswer
from contracts.guest_data import GuestDataKey
from contracts.session_data import SessionData
from pydantic import BaseModel, Field, JsonValue
from pydantic.json_schema import JsonSchemaMode, models_json_schema

JsonObject = dict[str, JsonValue]
REF_TEMPLATE: Final = "#/components/schemas/{model}"


class InterestRow(BaseModel):
    """A provider in the caller's circle."""

    provider_id: str
    trusted: bool


class BookmarkRow(BaseModel):
    """A bookmarked post."""

    bookmark_value: str
    bookmark_type: str


class BlockRow(BaseModel):
    """An account the caller has blocked."""

    user_id: str


class Favourites(BaseModel):
    """The data of get_user_fav_data."""

    interest_info: list[InterestRow]
    bookmark_info: list[BookmarkRow]
    blocks_info: list[BlockRow]
    missing: list[Literal["circle", "bookmarks"]] = []


class AlertRow(BaseModel):
    """An alert (api.md 6)."""

    notification_id: str
    notification_receiver_id: str
    notification_text: str
    notification_type: str
    notification_url: str
    name: str
    username: str
    avatar: str
    onboardProfile: bool  # noqa: N815 - the wire name
    status: Literal["active", "read"]
    created_date: str
    count: int
    order_id: str


class BookingLists(BaseModel):
    """Bookings where the caller is the provider, and where the caller is the client."""

    order: list[BookingData]
    request: list[BookingData]


class AlertsAndBookings(BaseModel):
    """The data of get_user_alerts."""

    alerts_list: list[AlertRow]
    unread: int
    next_cursor: str | None
    bookings_list: BookingLists
    missing: list[Literal["alerts", "bookings"]] = []


class AppointmentWithProvider(BaseModel):
    """One of the caller's appointments with the provider."""

    order_id: str
    client_start_time: str
    request_status: str


class PostsAndAppointments(BaseModel):
    """The data of get_profile_posts_and_appointments."""

    provider_posts: list[JsonObject]
    next_cursor: str | None
    appointments_with_provider: list[AppointmentWithProvider]
    missing: list[Literal["posts", "appointments"]] = []


class AccountDataExport(BaseModel):
    """The data of export_account_data: what each service holds; null for a service that did not answer."""

    identity: JsonValue
    profiles: JsonValue
    feed: JsonValue
    booking: JsonValue
    notifications: JsonValue
    missing: list[Literal["identity", "profiles", "feed", "booking", "notifications"]] = []


class DataExportDocument(BaseModel):
    """The data of download_data_export: what each service held when the export was made."""

    identity: JsonValue
    profiles: JsonValue
    feed: JsonValue
    booking: JsonValue
    notifications: JsonValue


class GuestQuestion(BaseModel):
    """What a guest asked the staff; `answer` is '' until they have answered."""

    request_id: str
    topic: str
    text: str
    filed_at: str
    answer: str
    answered_at: str | None
    name: str
    email: str


class GuestMail(BaseModel):
    """That a mail was queued, and when it was sent or given up."""

    kind: str
    created_at: str
    sent_at: str | None
    given_up_at: str | None


class GuestData(BaseModel):
    """The data of get_guest_data: bookings and requests newest first, the record of mails oldest first."""

    name: str
    email: str
    bookings: list[BookingData]
    answers: list[JsonObject]
    """What was asked and answered when booking: order_id, and answers as in get_order_answers."""
    requests: list[GuestQuestion]
    mails: list[GuestMail]


class FiguresWithViews(FiguresAnswer):
    """The data of get_figures."""

    missing: list[Literal["views"]] = Field(default_factory=list[Literal["views"]])


class SearchResults(BaseModel):
    """The data of search."""

    providers: list[JsonObject]
    services: list[JsonObject]
    facets: JsonObject | None
    corrected: str | None
    next_cursor: str | None
    missing: list[Literal["availability"]] = []


class ProfileWithSession(BaseModel):
    """The data of update_profile_info. `session_data` is null when identity did not answer."""

    session_data: SessionData | None
    session_changes: JsonObject
    account_data: JsonObject


class ProfileForm(BaseModel):
    """The body of update_profile_info (product.md 3.1 and 8.2)."""

    iv_name: str | None = None
    iv_category: str
    iv_expertise: str
    iv_contact_phone: str
    iv_country: str
    iv_city: str
    iv_currency: str
    iv_location_address: str
    iv_phone_shown_to: ContactAudience | Literal[""] = ""
    iv_street_shown_to: ContactAudience | Literal[""] = ""
    iv_delivery_mode: Literal["in-person", "remote", "hybrid"]
    iv_bio: str
    iv_timezone: str = "UTC"
    iv_device_data: JsonValue = None


@dataclass(frozen=True, slots=True)
class _CallDescription:
    """The description of one composed call."""

    summary: str
    answer: type[BaseModel] | None
    """None for a CSV file."""
    method: Literal["get", "post"] = "get"
    path_values: tuple[str, ...] = ()
    query: tuple[tuple[str, str], ...] = ()
    body: type[BaseModel] | None = None
    public: bool = False


DAYS: Final = (("from_date", "string"), ("to_date", "string"), ("timezone", "string"))
PAGE: Final = (("limit", "integer"), ("cursor", "string"))
SEARCH: Final = (
    *((name, "string") for name in ("q", "category", "country", "city", "delivery_mode", "language")),
    *((name, "number") for name in ("max_cost", "min_rating")),
    *((name, "string") for name in ("available_on", "free_from", "free_until", "timezone", "sort")),
    ("minutes", "integer"),
    *PAGE,
)
CALL_DESCRIPTIONS: Final[Mapping[str, _CallDescription]] = {
    "get_user_fav_data": _CallDescription("Circle, bookmarks and blocks of the caller.", Answer[Favourites]),
    "get_user_alerts": _CallDescription(
        "Alerts and bookings of the caller.", Answer[AlertsAndBookings], query=PAGE
    ),
    "get_profile_posts_and_appointments": _CallDescription(
        "A provider's posts, and the caller's appointments with this provider.",
        Answer[PostsAndAppointments],
        path_values=("providerOwnerId", "currentUserOwnerId"),
        query=PAGE,
        public=True,
    ),
    "export_account_data": _CallDescription("Everything held about the caller.", Answer[AccountDataExport]),
    "download_data_export": _CallDescription(
        "A ready export of the caller as a file.", Answer[DataExportDocument], path_values=("exportId",)
    ),
    "search": _CallDescription(
        "Providers and services that fit.", Answer[SearchResults], query=SEARCH, public=True
    ),
    "update_profile_info": _CallDescription(
        "Save the provider profile.", Answer[ProfileWithSession], method="post", body=ProfileForm
    ),
    "get_guest_data": _CallDescription(
        "Everything held about the guest who was mailed the link.",
        Answer[GuestData],
        method="post",
        body=GuestDataKey,
        public=True,
    ),
    "get_figures": _CallDescription(
        "A provider's figures of a range of days, and of the one before it.",
        Answer[FiguresWithViews],
        query=DAYS,
    ),
    "download_figures": _CallDescription("The same figures as a file.", None, query=DAYS),
}

REFUSED_FILE: Final = Answer[None]
"""What is answered instead of a file when an input is refused."""


def composed_openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document of the composed calls."""
    models = [described.answer or REFUSED_FILE for described in CALL_DESCRIPTIONS.values()]
    bodies = [described.body for described in CALL_DESCRIPTIONS.values() if described.body is not None]
    inputs: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        *((model, "serialization") for model in models),
        *((model, "validation") for model in bodies),
    ]
    refs, definitions = models_json_schema(inputs, ref_template=REF_TEMPLATE)
    names = {model: schema for (model, _), schema in refs.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Openhours gateway", "version": "0.1.0"},
        "paths": {
            _path(name, described): {described.method: _operation(name, described, names)}
            for name, described in CALL_DESCRIPTIONS.items()
        },
        "components": {
            "schemas": definitions.get("$defs", {}),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _path(name: str, described: _CallDescription) -> str:
    return "/".join(["/api", name, *(f"{{{value}}}" for value in described.path_values)])


def _content(described: _CallDescription, names: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    if described.answer is None:
        return {
            "text/csv": {"schema": {"type": "string"}},
            "application/json": {"schema": names[REFUSED_FILE]},
        }
    return {"application/json": {"schema": names[described.answer]}}


def _operation(name: str, described: _CallDescription, names: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    parameters = [
        {"name": value, "in": "path", "required": True, "schema": {"type": "string"}}
        for value in described.path_values
    ] + [
        {"name": value, "in": "query", "required": False, "schema": {"type": kind}}
        for value, kind in described.query
    ]
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": described.summary,
        "tags": ["gateway"],
        "security": [{"bearer": []}, {}] if described.public else [{"bearer": []}],
        "responses": {
            "200": {
                "description": described.summary,
                "content": _content(described, names),
            }
        },
    }
    if parameters:
        operation["parameters"] = parameters
    if described.body is not None:
        content = {"application/json": {"schema": names[described.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation
