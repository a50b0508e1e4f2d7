"""The base class of every event, and the registry that maps a routing key to its class."""

from datetime import UTC, datetime
from enum import Enum
from typing import Annotated, ClassVar, TypeVar

import uuid_utils
from pydantic import AliasChoices, AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, PlainSerializer


def _iso_z(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")


Instant = Annotated[AwareDatetime, PlainSerializer(_iso_z, return_type=str, when_used="json")]
"""An aware instant; on the wire ISO 8601 UTC with `Z` (api.md 1)."""


class Audience(Enum):
    """Who may ever see an event. The gateway refuses to send an event to more sockets than that."""

    SERVICES = "services"
    """Services only."""
    ONE_ACCOUNT = "one account"
    """The sockets of the one account that the event names."""
    EVERYONE = "everyone"
    """Every socket."""


def _new_event_id() -> str:
    return str(uuid_utils.uuid7())


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Facts(BaseModel):
    """A frozen piece of state inside an event. Readers ignore unknown fields."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Event(BaseModel):
    """A fact that services publish once, when it has happened.

    Every concrete event names its routing `key` (`<service>.<thing>.<happened>`), its `audience`, and its
    `aggregate`, within which events stay in order.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", serialize_by_alias=True)

    key: ClassVar[str]
    audience: ClassVar[Audience] = Audience.SERVICES
    secret: ClassVar[bool] = False
    """Whether it carries a link or code that lets its holder in: no copy is kept for long."""

    event_id: str = Field(default_factory=_new_event_id)
    occurred_at: Instant = Field(default_factory=_utc_now)
    version: int = 1
    trace: str | None = None
    replayed: bool = Field(
        default=False,
        validation_alias=AliasChoices("retold", "replayed"),
        serialization_alias="retold",
    )
    """Published by a replay to rebuild a projection: consumers store the state, and alert nobody.

    The field is called `retold` on the wire.
    """

    @property
    def aggregate(self) -> str:
        """The unit of order: events of one aggregate arrive in the order of their commits.

        Raises `LookupError` in a class that names none.
        """
        raise LookupError(f"{type(self).__name__} names no aggregate")


class EvidenceKept(Event):
    """A copy of what a report is about, made when the owning service received the report.

    `evidence` is empty when the thing does not exist or does not belong to the reported account. Each service
    publishes its copy under a key of its own.
    """

    report_id: str
    evidence: dict[str, JsonValue]

    @property
    def aggregate(self) -> str:
        return f"report:{self.report_id}"


class DataExportCollected(Event):
    """A service has collected and stored its part of an account's export (product.md 1.10).

    `size` is in bytes, as JSON. Each service publishes its part under a key of its own.
    """

    export_id: str
    size: int

    @property
    def aggregate(self) -> str:
        return f"data_export:{self.export_id}"


EVENTS: dict[str, type[Event]] = {}
"""Every event class by its routing key."""

E = TypeVar("E", bound=type[Event])


def register(event_type: E) -> E:
    """Add an event class to the registry. Raises `ValueError` when two classes claim one key."""
    key = event_type.key
    if key in EVENTS:
        raise ValueError(f"two events claim the key {key}")
    EVENTS[key] = event_type
    return event_type


def parse(key: str, payload: bytes) -> Event | None:
    """The event in `payload` (JSON); None when this version does not know the key.

    Raises `pydantic.ValidationError` when a known event is malformed.
    """
    event_type = EVENTS.get(key)
    return event_type.model_validate_json(payload) if event_type else None
