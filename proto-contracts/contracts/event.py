"""The shape every event shares, and the registry that turns a routing key back into a type."""

from datetime import UTC, datetime
from enum import Enum
from typing import Annotated, ClassVar, TypeVar

import uuid_utils
from pydantic import AliasChoices, AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, PlainSerializer


def _iso_z(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")


Instant = Annotated[AwareDatetime, PlainSerializer(_iso_z, return_type=str, when_used="json")]
"""An aware instant, carried as ISO 8601 UTC with `Z` (api.md section 1)."""


class Audience(Enum):
    """Who may ever see an event. The gateway's socket relay refuses what is not meant for screens."""

    SERVICES = "services"
    """Between services only."""
    ONE_ACCOUNT = "one account"
    """May reach the sockets of the one account that the event names."""
    EVERYONE = "everyone"
    """May be broadcast to every socket."""


def _new_event_id() -> str:
    return str(uuid_utils.uuid7())


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Facts(BaseModel):
    """A frozen piece of state that travels inside an event; unknown fields are tolerated."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Event(BaseModel):
    """Something that has happened, told once and for all.

    Every concrete event names its routing `key` (`<service>.<thing>.<happened>`), its `audience`, and by
    `aggregate` the thing within which order must be kept.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", serialize_by_alias=True)

    key: ClassVar[str]
    audience: ClassVar[Audience] = Audience.SERVICES

    event_id: str = Field(default_factory=_new_event_id)
    occurred_at: Instant = Field(default_factory=_utc_now)
    version: int = 1
    trace: str | None = None
    replayed: bool = Field(
        default=False,
        validation_alias=AliasChoices("retold", "replayed"),
        serialization_alias="retold",
    )
    """Published by a replay to rebuild a projection: consumers keep the state, and alert nobody.

    The field is called `retold` on the wire.
    """

    @property
    def aggregate(self) -> str:
        """The unit of order: events of one aggregate arrive in the order they were committed."""
        raise LookupError(f"{type(self).__name__} names no aggregate")


class EvidenceKept(Event):
    """What a report is about, as it stood when its owner heard of the report. `evidence` is empty when there
    is no such thing, or when it is none of the reported account's; each service tells it under its own key.
    """

    report_id: str
    evidence: dict[str, JsonValue]

    @property
    def aggregate(self) -> str:
        return f"report:{self.report_id}"


EVENTS: dict[str, type[Event]] = {}
"""Every event of the house by its routing key."""

E = TypeVar("E", bound=type[Event])


def register(event_type: E) -> E:
    """Enter an event type into the registry; two types on one key are a mistake of the programmer."""
    key = event_type.key
    if key in EVENTS:
        raise ValueError(f"two events claim the key {key}")
    EVENTS[key] = event_type
    return event_type


def parse(key: str, payload: bytes) -> Event | None:
    """The event that `payload` (JSON) holds, or None when this version does not know the key.

    Raises `pydantic.ValidationError` when a known event is malformed.
    """
    event_type = EVENTS.get(key)
    return event_type.model_validate_json(payload) if event_type else None
