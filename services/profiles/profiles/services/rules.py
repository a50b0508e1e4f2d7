"""The life of a service: a table of which request leads from which status to which (product.md 3.3)."""

from typing import Final, Literal

Status = Literal["active", "archived", "deleted"]
Request = Literal["service_restore", "service_archive", "service_delete"]

MOST_SERVICES: Final = 100
"""How many services a provider may have, active and archived."""

_NEXT: Final[dict[tuple[Status, Request], Status]] = {
    ("active", "service_archive"): "archived",
    ("active", "service_delete"): "deleted",
    ("archived", "service_restore"): "active",
    ("archived", "service_delete"): "deleted",
}


def next_status(status: Status, request: Request) -> Status | None:
    """The status that the request leads to; None when it leads nowhere from here (product.md 3.3)."""
    return _NEXT.get((status, request))
